// A clock that is ahead for a minute must delete nothing, and a service that was off for months must not wait for ever.
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TrustedClock } from '../../../../src/core/foundation/database/trusted-clock.ts';
import { VisitorSalts } from '../../../../src/core/intake/collector/visitor-salts.ts';
import { createTestDatabase, ENGINES, type TestDatabase } from '../../../support/databases.ts';
import { DAY_MS, HOUR_MS } from '../../../support/test-clock.ts';

/** Long ago: the tests do not go beyond the clock of PostgreSQL. */
const START_MS = Date.parse('2020-03-10T12:00:00Z');
const MINUTE_MS = 60_000;
const YEAR_MS = 365 * DAY_MS;

describe.each(ENGINES)('on %s', (engine) => {
  let testDatabase: TestDatabase;
  /** The right time, which goes on for all machines. */
  let timeMs: number;
  let logged: string[];
  const logger = pino({}, { write: (line: string) => logged.push(JSON.parse(line).msg) });

  beforeAll(async () => {
    testDatabase = await createTestDatabase(engine);
  });
  beforeEach(async () => {
    timeMs = START_MS;
    logged = [];
    await testDatabase.database.transaction((tx) => tx.query('DELETE FROM trusted_time'));
  });
  afterAll(() => testDatabase.dispose());

  /** A process on a machine whose clock is so far ahead. */
  class Node {
    aheadMs: number;
    readonly clock: TrustedClock;

    constructor(aheadMs = 0) {
      this.aheadMs = aheadMs;
      const startedMs = timeMs;
      this.clock = new TrustedClock({
        database: testDatabase.database,
        clock: this.now,
        logger,
        monotonicMs: () => timeMs - startedMs,
      });
    }

    readonly now = () => new Date(timeMs + this.aheadMs);

    get answers(): string {
      const tell = (clock: () => Date) => {
        try {
          return clock().getTime() === this.now().getTime() ? 'yes' : 'wrong';
        } catch {
          return 'no';
        }
      };
      return `leases ${tell(this.clock.forLeases)}, deletions ${tell(this.clock.forDeletions)}`;
    }
  }

  const TRUSTED = 'leases yes, deletions yes';
  const NOT_TRUSTED = 'leases no, deletions no';

  async function pass(ms: number, ...nodes: Node[]): Promise<void> {
    for (const untilMs = timeMs + ms; timeMs < untilMs; ) {
      timeMs += Math.min(5 * MINUTE_MS, untilMs - timeMs);
      for (const node of nodes) await node.clock.check();
    }
  }

  async function started(aheadMs = 0): Promise<Node> {
    const node = new Node(aheadMs);
    await node.clock.check();
    return node;
  }

  const storedMs = async () => (await testDatabase.database.query('SELECT at_ms FROM trusted_time'))[0]?.at_ms;

  test('a clock is not trusted before it was checked', async () => {
    const node = new Node();
    expect([node.answers, node.clock.earliest()]).toEqual([NOT_TRUSTED, new Date(0)]);
    await node.clock.check();
    expect([node.answers, node.clock.earliest()]).toEqual([TRUSTED, node.now()]);
  });

  test.each([HOUR_MS + 1, 7 * DAY_MS, YEAR_MS])(
    'a clock that jumps ahead by %i ms is not trusted, from the same moment on',
    async (aheadMs) => {
      const node = await started();
      await pass(5 * MINUTE_MS, node);
      node.aheadMs = aheadMs;
      expect(node.answers).toBe(NOT_TRUSTED);
      expect(node.clock.earliest()).toEqual(new Date(timeMs));
      await node.clock.check();
      timeMs += 45_000;
      expect([node.answers, node.clock.ahead()?.aheadMs]).toEqual([NOT_TRUSTED, aheadMs]);
      node.aheadMs = 0;
      expect([node.answers, node.clock.ahead()]).toEqual([TRUSTED, undefined]);
      await node.clock.check();
      expect(await storedMs()).toBeLessThanOrEqual(timeMs);
    },
  );

  test('a process that starts on a machine whose clock is ahead does not trust it, and says so', async () => {
    await started();
    timeMs += MINUTE_MS;
    const restarted = await started(YEAR_MS);
    expect(restarted.answers).toBe(NOT_TRUSTED);
    expect(logged).toEqual([
      'the clock of this machine is 365 days ahead of the last time that the service ran: if the clock is wrong, correct it; ' +
        'if the service was off for so long, jobs run after 10 minutes, and those that delete after 60 minutes',
    ]);
    restarted.aheadMs = 0;
    await restarted.clock.check();
    expect([restarted.answers, logged.at(-1)]).toEqual([TRUSTED, 'the clock of this machine is trusted again']);
  });

  test('a service that was off for months is not stuck: its clock is trusted after it has run steadily', async () => {
    await started();
    timeMs += 90 * DAY_MS;
    const node = await started();
    await pass(9 * MINUTE_MS, node);
    expect(node.answers).toBe(NOT_TRUSTED);
    await pass(MINUTE_MS, node);
    expect(node.answers).toBe('leases yes, deletions no');
    await pass(50 * MINUTE_MS, node);
    expect([node.answers, await storedMs()]).toEqual([TRUSTED, timeMs]);
    expect((await started()).answers).toBe(TRUSTED);
  });

  test('a clock that is set again while it is waited for has to run steadily from then on', async () => {
    await started();
    const node = await started(YEAR_MS);
    await pass(50 * MINUTE_MS, node);
    node.aheadMs = 2 * YEAR_MS;
    expect(node.answers).toBe(NOT_TRUSTED);
    await pass(50 * MINUTE_MS, node);
    expect(node.answers).toBe('leases yes, deletions no');
  });

  test('a node that is ahead of the others is never trusted, and does not disturb them', async () => {
    const others = [await started(), await started(-5_000)];
    const ahead = await started(2 * HOUR_MS);
    await pass(2 * HOUR_MS, ahead, ...others);
    expect([ahead, ...others].map(({ answers }) => answers)).toEqual([NOT_TRUSTED, TRUSTED, TRUSTED]);
  });

  test('a node that is behind the others is trusted, and does not disturb them', async () => {
    const right = await started();
    const behind = await started(-DAY_MS);
    await pass(2 * HOUR_MS, behind, right);
    expect([behind.answers, right.answers]).toEqual([TRUSTED, TRUSTED]);
  });

  test('a time in the future that a wrong clock has left is replaced', async () => {
    const node = await started(YEAR_MS);
    node.aheadMs = 0;
    await pass(2 * HOUR_MS, node);
    expect(node.answers).toBe(TRUSTED);
    timeMs += 30 * DAY_MS;
    expect((await started()).answers).toBe(NOT_TRUSTED);
  });

  test('a clock ahead for a moment leaves the salts of the day, and the visitors are the same afterwards', async () => {
    const node = await started();
    const salts = () => new VisitorSalts(testDatabase.database, node.now, node.clock.earliest);
    const { today } = await salts().current();
    node.aheadMs = 7 * DAY_MS;
    await salts().current();
    node.aheadMs = 0;
    expect((await salts().current()).today).toEqual(today);
  });

  test.runIf(engine === 'postgres')('a clock that is ahead of that of PostgreSQL is never trusted', async () => {
    timeMs = Date.now();
    const node = await started(2 * DAY_MS);
    expect(node.answers).toBe(NOT_TRUSTED);
    expect(logged[0]).toMatch(/48 hours|2 days/);
    expect(logged[0]).toContain('ahead of the clock of PostgreSQL: no background job runs until the two agree');
    await pass(2 * HOUR_MS, node);
    expect([node.answers, await storedMs()]).toEqual([NOT_TRUSTED, undefined]);
  });
});
