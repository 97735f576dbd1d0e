// Which tests `npm run test:citus` runs.
import { expect, test } from 'vitest';
import { citusArguments } from './citus-arguments.ts';

const FOLDERS = ['test/foundation/database', 'test/answers/reports'];

test.each([
  [[], FOLDERS],
  [['--reporter=dot'], FOLDERS],
  [['-t', 'a commit'], FOLDERS],
  [['test/outreach/outbox'], []],
  [['outbox', '--bail=1'], []],
  [['-t', 'a commit', 'test/outreach/outbox'], []],
  [['--no-color', 'test/outreach/outbox'], []],
])('with %j', (given, added) => {
  expect(citusArguments(given, FOLDERS)).toEqual(['run', ...given, ...added]);
});
