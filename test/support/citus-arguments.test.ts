// Which tests `npm run test:citus` runs.
import { expect, test } from 'vitest';
import { citusArguments } from './citus-arguments.ts';

const FOLDERS = ['test/database', 'test/reports'];

test.each([
  [[], FOLDERS],
  [['--reporter=dot'], FOLDERS],
  [['-t', 'a commit'], FOLDERS],
  [['test/outbox'], []],
  [['outbox', '--bail=1'], []],
  [['-t', 'a commit', 'test/outbox'], []],
  [['--no-color', 'test/outbox'], []],
])('with %j', (given, added) => {
  expect(citusArguments(given, FOLDERS)).toEqual(['run', ...given, ...added]);
});
