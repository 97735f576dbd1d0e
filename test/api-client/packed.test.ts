// The typed client as others get it: packed, installed into an empty project without a network, type-checked and run.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCountedShop } from '../support/counted-shop.ts';
import type { TestService } from '../support/test-service.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CLIENT = join(ROOT, 'packages/api-client');
/** What the client needs from others, from where it is installed here instead of from a registry. */
const NEEDED = ['openapi-fetch', 'openapi-typescript-helpers'].map((name) => join(ROOT, 'node_modules', name));

let folder: string;
let service: TestService;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'funnel-client-'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'project', private: true, type: 'module' }));
  service = await startCountedShop('sqlite');
  const [client, ...needed] = await Promise.all([
    pack(CLIENT),
    ...NEEDED.map((path) => pack(path, '--ignore-scripts')),
  ]);
  const offline = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  await run('npm', ['install', ...offline, client!, ...needed], { cwd: folder });
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service.dispose();
});

/** The path of the tarball. `npm pack` builds it first. */
async function pack(path: string, ...options: string[]): Promise<string> {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder, ...options, path], {
    cwd: path,
  });
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('[')));
  return join(folder, filename);
}

const installed = () => join(folder, 'node_modules/@funnel/api-client');

test('has JavaScript, types and a README, and nothing of the repository', () => {
  const files = readdirSync(installed(), { recursive: true, encoding: 'utf8' }).sort();
  expect(files).toEqual([
    'README.md',
    'dist',
    ...['client', 'constants', 'schema'].flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`]),
    'package.json',
  ]);
  const manifest = JSON.parse(readFileSync(join(installed(), 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({
    license: 'UNLICENSED',
    type: 'module',
    dependencies: { 'openapi-fetch': '0.17.0' },
  });
  for (const file of files.filter((name) => /\.(js|ts)$/.test(name))) {
    expect(readFileSync(join(installed(), file), 'utf8')).not.toMatch(/from '\.\.|@funnel\/source/);
  }
});

/** With the compiler of this repository. */
async function typeErrors(file: string): Promise<string> {
  const options = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022,dom'];
  const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')];
  const check = run(join(ROOT, 'node_modules/.bin/tsc'), [...options, ...types, file], { cwd: folder });
  return check.then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  );
}

/** The example of the README, which anybody would copy. */
function exampleProgram(): string {
  const [, code] = /```ts\n(.*?)```/s.exec(readFileSync(join(CLIENT, 'README.md'), 'utf8'))!;
  return code!.replace('https://funnel.example.com', service.url);
}

test('the example of its README is well typed, and runs against a service', async () => {
  writeFileSync(join(folder, 'example.ts'), exampleProgram());
  expect(await typeErrors('example.ts')).toBe('');
  const env = { ...process.env, FUNNEL_TOKEN: await service.token([1]) };
  const { stdout } = await run(process.execPath, ['example.ts'], { cwd: folder, env });
  expect(stdout).toMatch(/^shop\.example [1-9]\d*\n$/);
});

test('a misspelled parameter, path or field is a type error', async () => {
  const program = exampleProgram();
  const mistakes = {
    "'week'": "'weeks'",
    '/reports/website': '/reports/websit',
    'report.website.name': 'report.website.nam',
  };
  for (const [right, wrong] of Object.entries(mistakes)) {
    writeFileSync(join(folder, 'wrong.ts'), program.replace(right, wrong));
    expect(await typeErrors('wrong.ts')).toMatch(/wrong\.ts\(\d+,\d+\): error TS/);
  }
});

test('the constants are there', async () => {
  const program = `import { PARAMETER_VALUES, SCOPE_DESCRIPTIONS } from '@funnel/api-client/constants';
    const scope: keyof typeof SCOPE_DESCRIPTIONS = 'reports';
    console.log(PARAMETER_VALUES.count_type.join(), scope in SCOPE_DESCRIPTIONS);`;
  writeFileSync(join(folder, 'constants.ts'), program);
  expect(await typeErrors('constants.ts')).toBe('');
  const { stdout } = await run(process.execPath, ['constants.ts'], { cwd: folder });
  expect(stdout).toBe('distinct,total true\n');
});
