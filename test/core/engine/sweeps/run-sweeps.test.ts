// A sweep may take long, and the service has ten seconds to stop.
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runSweeps, type Sweep } from '../../../../src/core/engine/sweeps/run-sweeps.ts';
import { createTestDatabase, ENGINES, type TestDatabase } from '../../../support/databases.ts';

describe.each(ENGINES)('on %s', (engine) => {
  let testDatabase: TestDatabase;
  const logged: string[] = [];
  const logger = pino({}, { write: (line: string) => logged.push(line) });

  beforeAll(async () => {
    testDatabase = await createTestDatabase(engine);
  });
  beforeEach(() => {
    logged.length = 0;
  });
  afterAll(() => testDatabase.dispose());

  const run = (signal: AbortSignal, ...sweeps: Sweep[]) =>
    runSweeps(sweeps, { database: testDatabase.database, logger, signal });

  test.each(['query', 'transaction'] as const)('a sweep that is stopped begins no other %s', async (kind) => {
    const stopping = new AbortController();
    let begun = 0;
    const endless: Sweep = async (database) => {
      for (;;) {
        if (kind === 'query') await database.query('SELECT 1');
        else await database.transaction((tx) => tx.query('SELECT 1'));
        if (++begun === 3) stopping.abort();
      }
    };
    let isNextBegun = false;
    await run(stopping.signal, endless, async () => {
      isNextBegun = true;
    });
    expect([begun, isNextBegun, logged]).toEqual([3, false, []]);
  });

  test('one that fails is logged, and the next one runs', async () => {
    let isNextDone = false;
    const failing: Sweep = () => Promise.reject(new Error('not this one'));
    await run(new AbortController().signal, failing, async () => {
      isNextDone = true;
    });
    expect(isNextDone).toBe(true);
    expect(logged.join()).toContain('not this one');
  });
});
