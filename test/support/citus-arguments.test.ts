// Which tests `npm run test:citus` runs.
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CITUS_FOLDERS, citusArguments } from './citus-arguments.ts';

const FOLDERS = ['test/core/foundation/database', 'test/core/answers/reports'];

test.each([
  [[], FOLDERS],
  [['--reporter=dot'], FOLDERS],
  [['-t', 'a commit'], FOLDERS],
  [['test/core/intake/commit'], []],
  [['outbox', '--bail=1'], []],
  [['-t', 'a commit', 'test/core/intake/commit'], []],
  [['--no-color', 'test/core/intake/commit'], []],
])('with %j', (given, added) => {
  expect(citusArguments(given, FOLDERS)).toEqual(['run', ...given, ...added]);
});

test('each of its folders is there', () => {
  expect(CITUS_FOLDERS.filter((folder) => !existsSync(folder))).toEqual([]);
});
