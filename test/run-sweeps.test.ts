// A sweep may take long, and the service has ten seconds to stop.
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database, SqlValue } from '../src/database/database.ts';
import { sweepSeen } from '../src/ingestion/sweep-seen.ts';
import { runSweeps } from '../src/run-sweeps.ts';
import { ENGINES } from './support/databases.ts';
import { DAY_MS } from './support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from './support/test-ingestion.ts';

/** More than one step of a sweep. */
const OLD_EVENTS = 12_000;

describe.each(ENGINES)('on %s', (engine) => {
  let ingestion: TestIngestion;
  const logged: string[] = [];
  const logger = pino({}, { write: (line: string) => logged.push(line) });

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine);
    const seenAtMs = ingestion.clock.nowMs - 8 * DAY_MS;
    const rows = Array.from({ length: OLD_EVENTS }, (_, index): SqlValue[] => [1, `event-${index}`, seenAtMs]);
    await ingestion.database.transaction((tx) =>
      tx.insertMany({ into: 'seen_events', columns: ['website_id', 'event_id', 'seen_at_ms'], rows }),
    );
  });
  afterAll(() => ingestion.dispose());

  const sweep = (database: Database, signal: AbortSignal) =>
    runSweeps([(stoppable) => sweepSeen(stoppable, ingestion.clock.now())], { database, logger, signal });
  const eventsLeft = async () => (await ingestion.database.query('SELECT event_id FROM seen_events')).length;

  /** Aborts once a step has deleted events. */
  function abortedByStep(stopping: AbortController): Database {
    return {
      ...ingestion.database,
      transaction: async (work) => {
        const result = await ingestion.database.transaction(work);
        if ((await eventsLeft()) < OLD_EVENTS) stopping.abort();
        return result;
      },
    };
  }

  test('a sweep that is stopped ends after the step in progress, and the next one continues', async () => {
    const stopping = new AbortController();
    await sweep(abortedByStep(stopping), stopping.signal);
    expect(stopping.signal.aborted).toBe(true);
    expect(await eventsLeft()).toBeGreaterThan(0);
    await sweep(ingestion.database, new AbortController().signal);
    expect(await eventsLeft()).toBe(0);
    expect(logged).toEqual([]);
  });
});
