// bin/funnel runs the built service while it is current, and the sources otherwise.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const EARLIER = new Date('2026-11-01T00:00:00Z');
const BUILT = new Date('2026-11-02T00:00:00Z');
const LATER = new Date('2026-11-03T00:00:00Z');

const SOURCES = ['src/core/server/commands/serve.ts', 'src/core/server/commands', 'vite.server.config.ts'];

let folder: string;

/** Programs that say who they are. The sources were written before the build. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'funnel-launcher-'));
  cpSync('bin', join(folder, 'bin'), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  write('src/main.ts', 'const said: string = "sources"; console.log(said);');
  write('src/core/server/commands/serve.ts', '');
  write('vite.server.config.ts', '');
  write('dist/main.js', 'console.log("built");');
  write('dist/complete.json', '{}');
  for (const file of ['src/main.ts', ...SOURCES, 'src/core/server', 'src/core', 'src']) changedAt(file, EARLIER);
  changedAt('dist/complete.json', BUILT);
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

const changedAt = (file: string, at: Date) => utimesSync(join(folder, file), at, at);
const remove = (file: string) => rmSync(join(folder, file), { recursive: true });
const run = (variables: NodeJS.ProcessEnv = {}) =>
  execFileSync(join(folder, 'bin/funnel'), { encoding: 'utf8', env: { ...process.env, ...variables } }).trim();

test('the build runs if nothing has changed since', () => {
  expect(run()).toBe('built');
});

test('the build runs where there are no sources, as in the image', () => {
  remove('src');
  remove('vite.server.config.ts');
  expect(run()).toBe('built');
});

test.each(SOURCES)('the sources run if %s is newer than the build', (changed) => {
  changedAt(changed, LATER);
  expect(run()).toBe('sources');
});

test('the sources run if the build is not complete', () => {
  remove('dist/complete.json');
  expect(run()).toBe('sources');
});

test.each([
  { own: undefined, expected: '2' },
  { own: '8', expected: '8' },
])('threads share two arenas of memory, unless the operator sets another number: $own', ({ own, expected }) => {
  write('dist/main.js', 'console.log(process.env.MALLOC_ARENA_MAX);');
  expect(run({ MALLOC_ARENA_MAX: own })).toBe(expected);
});
