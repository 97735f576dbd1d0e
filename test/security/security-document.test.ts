// SECURITY.md names files and tests: each of them exists, and each test of this folder is named.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const text = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8');

it('every file that is named exists', () => {
  const named = [...text.matchAll(/`((?:src|test|dashboard|packages)\/[\w./-]+)`/g)].map(([, path]) => path!);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

it('every test of this folder is named', () => {
  const tests = readdirSync(new URL('.', import.meta.url)).filter((name) => name.endsWith('.test.ts'));
  const own = 'security-document.test.ts';
  expect(tests.filter((name) => name !== own && !text.includes(`test/security/${name}`))).toEqual([]);
});

it('every command that is named is one', () => {
  const files = globSync(['src/core/server/commands/**/*.ts', 'src/extensions/*/*command*.ts'], { cwd: ROOT });
  const sources = files.map((name) => readFileSync(join(ROOT, name), 'utf8')).join('\n');
  const named = [...text.matchAll(/`bin\/funnel ([a-z-]+(?: [a-z-]+)?)/g)].map(([, name]) => name!.trim());
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !sources.includes(`name: '${name}'`))).toEqual([]);
});
