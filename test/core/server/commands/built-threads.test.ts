// The built service starts its threads from the build, too, and not from the sources.
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildIfChanged } from '../../../support/build-if-changed.ts';

beforeAll(() => buildIfChanged('server'));

test('each thread of the build has the script that was built for it', () => {
  const scripts = globSync('src/**/*-worker.ts').map((file) => `./${basename(file, '.ts')}.js`);
  const built = globSync('dist/*.js').map((file) => readFileSync(file, 'utf8'));
  const started = built.flatMap((code) => [...code.matchAll(/new URL\("([^"]+-worker\.\w+)"/g)].map(([, url]) => url!));
  expect(scripts).not.toEqual([]);
  expect([...new Set(started)].sort()).toEqual(scripts.sort());
});
