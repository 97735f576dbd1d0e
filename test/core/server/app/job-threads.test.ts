// Background jobs work in threads, and the process can't end before its threads have.
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catchUp } from '../../../../src/core/answers/insights/job.ts';
import { DirectSnapshotBuilder } from '../../../../src/core/answers/insights/snapshot.ts';
import { DirectIntervalBuilder } from '../../../../src/core/engine/rollups/build-intervals.ts';
import { buildMissing } from '../../../../src/core/engine/rollups/intervals-job.ts';
import type { Database } from '../../../../src/core/foundation/database/database.ts';
import { databaseThatGoesAway } from '../../../support/database-that-goes-away.ts';
import { createTestDatabase, type TestDatabase } from '../../../support/databases.ts';
import { TestClock } from '../../../support/test-clock.ts';

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase('sqlite');
});
afterAll(() => testDatabase.dispose());

const clock = new TestClock('2025-03-10T00:10:00Z').now;
const logger = pino({ level: 'silent' });

test.each([
  [
    'insights',
    (database: Database, stop: () => Promise<void>) =>
      catchUp({ database, clock, logger, builder: Object.assign(new DirectSnapshotBuilder(database, []), { stop }) }),
  ],
  [
    'intervals',
    (database: Database, stop: () => Promise<void>) =>
      buildMissing({ database, clock, logger, builder: Object.assign(new DirectIntervalBuilder(database), { stop }) }),
  ],
])('the thread of the %s job is stopped even if the database goes away during the job', async (_, run) => {
  let isStopped = false;
  const stop = async () => {
    isStopped = true;
  };
  await expect(run(databaseThatGoesAway(testDatabase.database), stop)).rejects.toThrow('the database is away');
  expect(isStopped).toBe(true);
});
