// Builds all intervals that are due, as the background job does.
import { pino } from 'pino';
import { DirectIntervalBuilder } from '../../src/core/engine/rollups/build-intervals.ts';
import { buildMissing } from '../../src/core/engine/rollups/intervals-job.ts';
import type { Database } from '../../src/core/foundation/database/database.ts';
import type { TestClock } from './test-clock.ts';

export function buildIntervals(database: Database, clock: Pick<TestClock, 'now'>): Promise<void> {
  const logger = pino({ level: 'silent' });
  return buildMissing({ database, builder: new DirectIntervalBuilder(database), clock: clock.now, logger });
}
