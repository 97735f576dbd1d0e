// What `funnel doctor` says about commits that do not wait for the disk.
import { expect, test } from 'vitest';
import type { Database } from '../../../../src/core/foundation/database/database.ts';
import { synchronousCommitCheck } from '../../../../src/core/server/commands/doctor/synchronous-commit-check.ts';

/** Answers as a server of this setting with these workers does. */
function serverWith(setting: string, workersWithout: readonly string[] | undefined): Pick<Database, 'query'> {
  const query = async (sql: string) => {
    if (sql.includes('run_command_on_workers')) return workersWithout!.map((name) => ({ name }));
    if (sql.startsWith('SHOW')) return [{ synchronous_commit: setting }];
    return workersWithout ? [{ exists: 1 }] : [];
  };
  return { query: query as Database['query'] };
}

test.each([
  ['on', undefined, { ok: true, detail: 'on' }],
  ['local', [], { ok: true, detail: 'local' }],
  ['off', undefined, { ok: true, warning: true, detail: expect.stringContaining('the service switches it on') }],
  ['on', ['w1:5432', 'w2:5432'], { ok: false, detail: expect.stringContaining('off on w1:5432 and w2:5432') }],
])('where it is %s, and off on these workers: %s', async (setting, workers, expected) => {
  expect(await synchronousCommitCheck(serverWith(setting, workers))).toEqual({
    name: 'synchronous commit',
    ...expected,
  });
});
