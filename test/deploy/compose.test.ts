// The compose files, as text: what they name exists, no secret stands in them, and nothing faces the internet by itself.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS, KNOWN_VARIABLES, textOf, VARIABLES } from './known-names.ts';

const FILES = ['compose.sqlite.yaml', 'compose.postgres.yaml', 'compose.citus.yaml'];
const EXAMPLE = textOf('deploy/funnel.env.example');
const exampleNames = [...EXAMPLE.matchAll(/^#?([A-Z][A-Z\d_]*)=/gm)].map(([, name]) => name!);

/** What a container needs, whatever the environment file says for other machines. */
const FIXED_IN_CONTAINERS = ['HOST', 'PORT', 'DATABASE_URL'];
/** The file that the commands of the guide name. */
const FILLED_IN = 'funnel.env';

/** Returns them by name, each with its own lines. */
function servicesOf(text: string): ReadonlyMap<string, string> {
  const all = text.slice(text.indexOf('\nservices:\n'), text.indexOf('\nvolumes:\n'));
  const services = all.split(/^ {2}(?=[\w-]+:$)/m).slice(1);
  return new Map(services.map((service) => [service.slice(0, service.indexOf(':')), service]));
}

describe.each(FILES)('%s', (file) => {
  const text = textOf(join('deploy', file));

  test('sets variables that somebody reads', () => {
    const environments = [...text.matchAll(/^( +)environment:\n((?:\1 {2}.*\n)+)/gm)].map(([, , lines]) => lines!);
    expect(environments.length).toBeGreaterThan(0);
    const names = environments.flatMap((lines) => [...lines.matchAll(/^ +([A-Z_]+): /gm)].map(([, name]) => name!));
    for (const name of names) expect(KNOWN_VARIABLES).toContain(name);
    expect(names).toContain('BASE_URL');
  });

  test('takes everything that is not fixed from the environment file, and no secret stands in it', () => {
    const asked = [...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name!);
    for (const name of asked) expect(exampleNames).toContain(name);
    for (const [line] of text.matchAll(/^.*(PASSWORD|SECRET|KEY): .*$/gm)) expect(line).toMatch(/: \$\{[A-Z_]+:[?-]/);
    expect(text).not.toMatch(/postgres:\/\/\w+:(?!\$\{)/);
  });

  test('passes every variable of the environment file on to the service', () => {
    const [, indent, environment] = /^( +)env_file: \[funnel\.env\]\n\1environment:\n((?:\1 {2}.*\n)+)/m.exec(text)!;
    expect(textOf('docs/deployment.md')).toContain(`deploy/${FILLED_IN} -f deploy/${file} up`);
    // Where both name a variable, Compose takes the value of `environment`.
    const values = new Map(
      [...environment!.matchAll(/^ +([A-Z_]+): (.+)$/gm)].map(([, name, value]) => [name!, value!]),
    );
    for (const name of VARIABLES.filter((name) => !FIXED_IN_CONTAINERS.includes(name))) {
      expect(exampleNames).toContain(name);
      const value = values.get(name);
      if (value !== undefined) expect(value, name).toContain(`\${${name}:?`);
    }
    for (const name of FIXED_IN_CONTAINERS) expect(values.get(name), name).toBeDefined();
    // Each program of ours has these settings: the part that is shared, or the only service.
    const programs = [...text.matchAll(/^ +(?:<<: \*funnel|build: \.\.)$/gm)];
    expect(programs.length).toBe(indent === '  ' ? 3 : 1);
  });

  test('builds from folders that have a Dockerfile', () => {
    const folders = [...text.matchAll(/^ +build: (.+)$/gm)].map(([, folder]) => folder!);
    expect(folders.length).toBeGreaterThan(0);
    for (const folder of folders) expect(existsSync(join('deploy', folder, 'Dockerfile')), folder).toBe(true);
  });

  test('gives commands that there are', () => {
    for (const [, command] of text.matchAll(/^ +command: \[(.+)\]$/gm)) {
      expect(COMMANDS).toContain(command!.split(', ').join(' '));
    }
  });

  test('publishes ports to this machine alone', () => {
    const ports = [...text.matchAll(/^ +ports: \[(.+)\]$/gm)].map(([, list]) => list!);
    expect(ports).toEqual(['"127.0.0.1:8080:8080"']);
  });

  test('runs the service without rights, on a root that is read-only, with time to stop', () => {
    for (const line of [
      'init: true',
      'read_only: true',
      'tmpfs: [/tmp]',
      'cap_drop: [ALL]',
      'stop_grace_period: 30s',
    ]) {
      expect(text).toContain(`${line}\n`);
    }
  });

  test('uses the volumes that it declares, and no others', () => {
    const declared = [...text.slice(text.indexOf('\nvolumes:\n')).matchAll(/^ {2}([\w-]+):$/gm)].map(
      ([, name]) => name,
    );
    const used = [...text.matchAll(/volumes: \["([\w-]+):\//g)].map(([, name]) => name);
    expect(declared).toEqual(used);
  });
});

describe.each(FILES.slice(1))('%s', (file) => {
  const text = textOf(join('deploy', file));
  const services = servicesOf(text);

  test('migrates once, when the database answers, and serves after that', () => {
    expect(services.get('migrate')).toContain('command: [migrate]\n');
    expect(services.get('migrate')).toMatch(/condition: service_(healthy|completed_successfully)/);
    expect(services.get('funnel')).toContain('migrate: { condition: service_completed_successfully }\n');
  });

  test('its database notices damaged pages', () => {
    const databases = [...text.matchAll(/^( +)POSTGRES_DB: .+\n(?:\1.*\n)*/gm)].map(([lines]) => lines);
    expect(databases.length).toBe(1);
    expect(databases[0]).toContain('POSTGRES_INITDB_ARGS: --data-checksums\n');
  });

  test('asks a database that there is', () => {
    const [, host] = /@([\w-]+)\/funnel$/m.exec(text)!;
    expect([...services.keys()]).toContain(host);
    expect(text).toContain('pg_isready');
  });
});

test('the nodes of Citus have the settings that the guide asks for, beside those that the image has', () => {
  const guide = textOf('docs/operation.md');
  const [nodes] = textOf('deploy/compose.citus.yaml').split('\nx-funnel:');
  for (const [name, value] of [
    ['wal_level', 'logical'],
    ['citus.recover_2pc_interval', '5s'],
  ]) {
    expect(guide).toMatch(new RegExp(`${name} = '?${value}`));
    expect(nodes).toContain(`- ${name}=${value}\n`);
  }
});

test('the guide has every variable of the service, once', () => {
  const [, variables] = /^## Configuration\n(.*?)^## /ms.exec(textOf('docs/operation.md'))!;
  const names = [...variables!.matchAll(/^\| ([^|]+) \|/gm)].flatMap(
    ([, cell]) => cell!.match(/[A-Z][A-Z\d]*(_[A-Z]+)+|PORT|HOST/g) ?? [],
  );
  expect(names.toSorted()).toEqual([...VARIABLES].sort());
});

describe('the environment file', () => {
  test('has every variable of the service, but where it listens', () => {
    const expected = VARIABLES.filter((name) => name !== 'PORT' && name !== 'HOST');
    expect(exampleNames.filter((name) => name !== 'POSTGRES_PASSWORD').sort()).toEqual([...expected].sort());
  });

  test('has no secret in it, and its filled-in copy is kept out of the repository and of the image', () => {
    expect(EXAMPLE).toMatch(/^POSTGRES_PASSWORD=$/m);
    expect(textOf('deploy/.gitignore')).toContain('*.env\n');
    expect(textOf('.dockerignore')).toContain('**/*.env\n');
  });
});

test('the document names the version of Citus that the file for trying it out has', () => {
  const [, image] = /image: citusdata\/citus:([\d.]+)/.exec(textOf('deploy/compose.citus.yaml'))!;
  const [, tested] = /The tests of this service ran on Citus ([\d.]*\d)/.exec(textOf('docs/operation.md'))!;
  expect(tested).toBe(image);
});
