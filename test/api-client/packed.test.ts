// The typed client as others get it: packed, installed into an empty project without a network, type-checked and run. Only in a long run:
// see long.ts.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCountedShop } from '../support/counted-shop.ts';
import { IS_LONG } from '../support/long.ts';
import type { TestService } from '../support/test-service.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CLIENT = join(ROOT, 'packages/api-client');
/** What the client needs from others, from where it is installed here instead of from a registry. */
const NEEDED = ['openapi-fetch', 'openapi-typescript-helpers'].map((name) => join(ROOT, 'node_modules', name));

const CONSTANTS = `import { PARAMETER_VALUES, SCOPE_DESCRIPTIONS } from '@funnel/api-client/constants';
  const scope: keyof typeof SCOPE_DESCRIPTIONS = 'reports';
  console.log(PARAMETER_VALUES.count_type.join(), scope in SCOPE_DESCRIPTIONS);`;

let folder: string;
let service: TestService;
/** What the compiler says about all programs below. One run, because loading the types takes most of its time. */
let typeErrors: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'funnel-client-'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'project', private: true, type: 'module' }));
  service = await startCountedShop('sqlite');
  const client = await pack();
  // Copies of the folders, as if they came from a registry.
  const offline = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts', '--install-links'];
  await run('npm', ['install', ...offline, client, ...NEEDED], { cwd: folder });
  const programs = { 'example.ts': exampleProgram(), 'constants.ts': CONSTANTS, ...wrongPrograms() };
  for (const [name, program] of Object.entries(programs)) writeFileSync(join(folder, name), program);
  typeErrors = await compile(Object.keys(programs));
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service.dispose();
});

/** The path of the tarball. `npm pack` builds it first. */
async function pack(): Promise<string> {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: CLIENT });
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('[')));
  return join(folder, filename);
}

const installed = () => join(folder, 'node_modules/@funnel/api-client');

test.runIf(IS_LONG)('has JavaScript, types and a README, and nothing of the repository', () => {
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

/** Uses the compiler of this repository. */
async function compile(files: readonly string[]): Promise<string> {
  const options = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022,dom'];
  const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')];
  const check = run(join(ROOT, 'node_modules/.bin/tsc'), [...options, ...types, ...files], { cwd: folder });
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

function wrongPrograms(): Record<string, string> {
  const program = exampleProgram();
  return {
    'wrong-parameter.ts': program.replace("'week'", "'weeks'"),
    'wrong-path.ts': program.replace('/reports/website', '/reports/websit'),
    'wrong-field.ts': program.replace('report.website.name', 'report.website.nam'),
  };
}

test.runIf(IS_LONG)('the example of its README is well typed, and runs against a service', async () => {
  expect(typeErrors).not.toContain('example.ts');
  const env = { ...process.env, FUNNEL_TOKEN: await service.token([1]) };
  const { stdout } = await run(process.execPath, ['example.ts'], { cwd: folder, env });
  expect(stdout).toMatch(/^shop\.example [1-9]\d*\n$/);
});

test.runIf(IS_LONG)('a misspelled parameter, path or field is a type error', () => {
  for (const name of ['parameter', 'path', 'field']) {
    expect(typeErrors).toMatch(new RegExp(`^wrong-${name}\\.ts\\(\\d+,\\d+\\): error TS`, 'm'));
  }
});

test.runIf(IS_LONG)('the constants are there', async () => {
  expect(typeErrors).not.toContain('constants.ts');
  const { stdout } = await run(process.execPath, ['constants.ts'], { cwd: folder });
  expect(stdout).toBe('distinct,total true\n');
});
