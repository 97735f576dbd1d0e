// npm run core-alone [-- NAME…]: shows that the core stands alone. In a copy of the project without its extensions (or without those that
// are named, and all that need them), types, boundaries and the core's tests have to be fine.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXTENSIONS } from '../../src/extensions.ts';
import { withDependants, withoutExtensions } from './without-extensions.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const STEPS: readonly (readonly [name: string, ...command: string[]])[] = [
  ['types of the sources', 'tsc', '-p', 'tsconfig.alone.json', '--noEmit', '--checkers', '1'],
  ['boundaries', 'depcruise', '--config', '.dependency-cruiser.js', 'src'],
  ['tests of the core', 'vitest', 'run', ...(process.env.ALONE_TESTS ?? 'test/core').split(' ')],
];

const named = process.argv.slice(2);
const unknown = named.find((name) => !EXTENSIONS.some((extension) => extension.name === name));
if (unknown !== undefined) throw new Error(`There is no extension ${unknown}.`);
const removed = withDependants(named.length > 0 ? named : EXTENSIONS.map(({ name }) => name), EXTENSIONS);
console.log(`Without ${removed.join(', ')}`);

const copy = mkdtempSync(join(tmpdir(), 'funnel-core-alone-'));
try {
  copyProject();
  process.exitCode = STEPS.map(runStep).every(Boolean) ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}

function copyProject(): void {
  const listed = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
  for (const path of String(listed.stdout).trim().split('\n')) {
    const isRemoved = removed.some(
      (name) => path.startsWith(`src/extensions/${name}/`) || path.startsWith(`test/extensions/${name}/`),
    );
    if (!isRemoved && existsSync(join(ROOT, path))) cpSync(join(ROOT, path), join(copy, path));
  }
  // What was installed and built. Links would lead out of the copy: packages of the project find each other by node_modules.
  const packages = readdirSync(join(ROOT, 'packages')).flatMap((name) => [
    `packages/${name}/node_modules`,
    `packages/${name}/dist`,
  ]);
  for (const path of ['node_modules', 'dashboard/dist', 'dashboard/chat/dist', 'reference/dist', ...packages]) {
    if (!existsSync(join(ROOT, path))) continue;
    const isLinked = spawnSync('cp', ['-al', join(ROOT, path), join(copy, path)]).status === 0;
    if (!isLinked) cpSync(join(ROOT, path), join(copy, path), { recursive: true, verbatimSymlinks: true });
  }
  for (const file of readdirSync(join(copy, 'src')).filter((name) => /^extension.*\.ts$/.test(name))) {
    const path = join(copy, 'src', file);
    writeFileSync(path, withoutExtensions(readFileSync(path, 'utf8'), removed));
  }
  writeFileSync(
    join(copy, 'tsconfig.alone.json'),
    '{ "extends": "./tsconfig.json", "include": ["src", "test/core", "test/support/start-postgres.ts"] }',
  );
}

function runStep([name, ...command]: (typeof STEPS)[number]): boolean {
  const { status } = spawnSync(join(copy, 'node_modules/.bin', command[0]!), command.slice(1), {
    cwd: copy,
    stdio: 'inherit',
  });
  console.log(`${name}: ${status === 0 ? 'fine' : 'FAILED'}`);
  return status === 0;
}
