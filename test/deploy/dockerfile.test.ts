// The Dockerfile, read line by line: what it copies exists, what it runs as and with, and that nothing is left out that
// the service needs. There is no Docker in the tests, so the runtime's files are put together and started here.

import { spawn } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { createToken } from '../../src/core/contract/access/tokens.ts';
import { createIngestKey } from '../../src/core/intake/ingest-keys/ingest-keys.ts';
import { buildIfChanged } from '../support/build-if-changed.ts';
import { RunningCommand } from '../support/command-line.ts';
import { eventWith, ndjson } from '../support/events.ts';
import { createTestIngestion } from '../support/test-ingestion.ts';
import { COMMANDS, KNOWN_VARIABLES, textOf } from './known-names.ts';

interface Instruction {
  readonly name: string;
  readonly value: string;
}

/** Comments away, continued lines joined. */
const INSTRUCTIONS: readonly Instruction[] = textOf('Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, ' ')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => ({ name: line.split(' ', 1)[0]!, value: line.slice(line.indexOf(' ') + 1).trim() }));

const stageStarts = INSTRUCTIONS.flatMap(({ name }, index) => (name === 'FROM' ? [index] : []));
const RUNTIME = INSTRUCTIONS.slice(stageStarts.at(-1));

function valuesOf(name: string, instructions = INSTRUCTIONS): string[] {
  return instructions.filter((instruction) => instruction.name === name).map(({ value }) => value);
}

/** Finds what is copied from this repository, and not from another stage. */
function copies(instructions = INSTRUCTIONS): { sources: string[]; target: string }[] {
  return valuesOf('COPY', instructions)
    .filter((value) => !value.startsWith('--from='))
    .map((value) => ({ sources: value.split(' ').slice(0, -1), target: value.split(' ').at(-1)! }));
}

const environment = Object.fromEntries(
  valuesOf('ENV', RUNTIME).flatMap((value) =>
    value.split(/\s+/).map((pair) => pair.split(/=(.*)/, 2) as [string, string]),
  ),
);

describe('every stage', () => {
  test('is of the Node that the project pins', () => {
    const images = valuesOf('FROM').map((value) => value.split(' ')[0]);
    expect(new Set(images)).toEqual(new Set([`node:${packageJson.dependencies.node}-bookworm-slim`]));
  });

  test('copies what is in the repository and let through by .dockerignore', () => {
    const ignored = textOf('.dockerignore').split('\n');
    expect(ignored).toContain('*');
    for (const source of copies().flatMap(({ sources }) => sources)) {
      expect(existsSync(source), source).toBe(true);
      expect(ignored).toContain(`!${source}`);
    }
  });

  test('copies from stages that there are', () => {
    const stages = valuesOf('FROM').flatMap((value) => / AS (\w+)$/.exec(value)?.[1] ?? []);
    for (const value of valuesOf('COPY')) {
      const from = /^--from=(\w+)/.exec(value)?.[1];
      if (from) expect(stages).toContain(from);
    }
  });

  test('installs what the lock file says, and runs no scripts of others', () => {
    const installs = valuesOf('RUN').filter((value) => value.startsWith('npm') && !value.startsWith('npm run'));
    expect(installs).toHaveLength(2);
    for (const install of installs) expect(install).toMatch(/^npm ci .*--ignore-scripts/);
  });
});

describe('the runtime', () => {
  test('has no dependencies but those of production', () => {
    const from = valuesOf('COPY', RUNTIME).find((value) => value.endsWith(' node_modules'))!;
    const stage = /^--from=(\w+)/.exec(from)![1]!;
    const start = INSTRUCTIONS.findIndex(({ name, value }) => name === 'FROM' && value.endsWith(` AS ${stage}`));
    const install = valuesOf('RUN', INSTRUCTIONS.slice(start)).find((value) => value.startsWith('npm'));
    expect(install).toContain('--omit=dev');
  });

  test('runs as somebody who is not root, who owns the data and nothing else', () => {
    expect(valuesOf('USER', RUNTIME)).toEqual(['node']);
    expect(valuesOf('VOLUME', RUNTIME)).toEqual(['/data']);
    expect(valuesOf('RUN', RUNTIME)).toEqual(['install -d -o node -g node -m 0700 /data']);
    expect(environment.DATABASE_URL).toMatch(/^sqlite:\/data\//);
    expect(environment.HOST).toBe('0.0.0.0');
  });

  test('sets variables that somebody reads', () => {
    for (const name of Object.keys(environment)) expect(KNOWN_VARIABLES).toContain(name);
  });

  test('is told to stop by SIGTERM, and no shell stands in the way', () => {
    expect(valuesOf('STOPSIGNAL', RUNTIME)).toEqual(['SIGTERM']);
    const [entryPoint] = valuesOf('ENTRYPOINT', RUNTIME).map((value) => JSON.parse(value) as string[]);
    expect(entryPoint).toEqual(['/app/bin/funnel']);
    expect(statSync('bin/funnel').mode & 0o111).toBe(0o111);
    expect(textOf('bin/funnel').trimEnd().split('\n').at(-1)).toMatch(/^exec /);
    const [command] = valuesOf('CMD', RUNTIME).map((value) => JSON.parse(value) as string[]);
    expect(COMMANDS).toContain(command!.join(' '));
  });
});

/** Runs the health check of the image against a port of this machine. */
async function healthOf(port: string): Promise<number | null> {
  const [value] = valuesOf('HEALTHCHECK', RUNTIME);
  const [program, ...args] = JSON.parse(value!.slice(value!.indexOf('['))) as string[];
  const environment = { PATH: process.env.PATH, PORT: port };
  return (await new RunningCommand(spawn(program!, args, { env: environment })).finished).code;
}

describe('the files of the runtime, in a folder of their own', () => {
  let folder: string;
  beforeAll(() => {
    buildIfChanged('server');
    folder = mkdtempSync(join(tmpdir(), 'funnel-image-'));
    for (const { sources, target } of copies(RUNTIME)) {
      for (const source of sources) {
        const path = target.endsWith('/') ? join(folder, source) : join(folder, target);
        mkdirSync(dirname(path), { recursive: true });
        cpSync(source, path, { recursive: true });
      }
    }
    for (const value of valuesOf('COPY', RUNTIME)) {
      const built = /^--from=build \/app\/(\S+)/.exec(value)?.[1];
      if (built) cpSync(built, join(folder, built), { recursive: true });
    }
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('import nothing that only developers have', () => {
    // The last one is ours, and is built into the service.
    const allowed = new Set([...Object.keys(packageJson.dependencies), '@funnel/report-files']);
    const statement =
      /^(?:import|export) (?:.* from )?'([^'.][^']*)';$|^\} from '([^'.][^']*)';$|import\('([^'.][^']*)'\)/gm;
    const imports = globSync('src/**/*.ts').flatMap((file) =>
      [...textOf(file).matchAll(statement)].map(([, whole, end, call]) => whole ?? end ?? call!),
    );
    expect(imports.length).toBeGreaterThan(100);
    for (const name of imports.filter((name) => !name.startsWith('node:'))) {
      const [first, second] = name.split('/');
      expect(allowed).toContain(first!.startsWith('@') ? `${first}/${second}` : first);
    }
  });

  test('are enough to serve, dashboard, tracker and all, to count an event and report it, and to pass the health check', async () => {
    const cache = join(tmpdir(), 'funnel-compile-cache');
    const { database, url: databaseUrl, dispose } = await createTestIngestion('sqlite');
    onTestFinished(dispose);
    const variables = {
      ...{ PATH: process.env.PATH, NODE_COMPILE_CACHE: cache, PORT: '0' },
      ...{ DATABASE_URL: databaseUrl, EVENTS_AGE_DAYS_MAX: '36500' },
    };
    const running = new RunningCommand(spawn(join(folder, 'bin/funnel'), ['serve'], { cwd: '/', env: variables }));
    const [, url] = await running.said(/Serving on (http:\S+)/);
    const { port } = new URL(url!);
    expect(await healthOf(port)).toBe(0);
    const page = await (await fetch(url!)).text();
    const [script] = /\/assets\/[\w.-]+\.js/.exec(page)!;
    expect((await fetch(new URL(script!, url!))).status).toBe(200);
    expect((await fetch(new URL('/t.js', url!))).status).toBe(200);
    expect((await fetch(new URL('/api/v1/openapi.json', url!))).status).toBe(200);
    // The authorization server is loaded with the first request to it.
    expect((await fetch(new URL('/.well-known/oauth-authorization-server', url!))).status).toBe(200);
    // Events are counted and reports are read in threads.
    const key = await createIngestKey(database, 1, () => new Date());
    const { token } = await createToken(
      database,
      { websiteIds: [1], scopes: ['reports'], audience: 'rest' },
      () => new Date(),
    );
    const sent = await fetch(new URL('/collect/events', url!), {
      method: 'POST',
      headers: { authorization: `Bearer ${key!.key}`, 'content-type': 'application/x-ndjson' },
      body: ndjson([eventWith({})]),
    });
    expect(await sent.json()).toMatchObject({ accepted: 1 });
    const report = new URL('/api/v1/reports/website?website_id=1&timeframe=all_time', url!);
    const answer = await fetch(report, { headers: { authorization: `Bearer ${token}` } });
    expect(await answer.json()).toMatchObject({ data: { metrics: { views: 1 } } });
    running.kill('SIGTERM');
    expect((await running.finished).code).toBe(0);
    expect(await healthOf(port)).toBe(1);
  });
});
