// Builds all intervals that are due, as the background job does.
import { pino } from 'pino';
import type { Database } from '../../src/database/database.ts';
import { DirectIntervalBuilder } from '../../src/rollups/build-intervals.ts';
import { buildMissing } from '../../src/rollups/intervals-job.ts';
import type { TestClock } from './test-clock.ts';

export function buildIntervals(database: Database, clock: Pick<TestClock, 'now'>): Promise<void> {
  const logger = pino({ level: 'silent' });
  return buildMissing({ database, builder: new DirectIntervalBuilder(database), clock: clock.now, logger });
}
