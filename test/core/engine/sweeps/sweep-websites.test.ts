// The round over all websites that deletes what is old: about once a day, whatever happens meanwhile, and no website is left out.
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sweepWebsites, type WebsiteSweep } from '../../../../src/core/engine/sweeps/sweep-websites.ts';
import type { Database, SqlValue } from '../../../../src/core/foundation/database/database.ts';
import { LEASE_MS, Lease } from '../../../../src/core/foundation/database/lease.ts';
import { type Clock, UntrustedClockError } from '../../../../src/core/foundation/time/clock.ts';
import { sweepEventIds } from '../../../../src/core/intake/commit/sweep-seen.ts';
import { sweepDaysAfter } from '../../../../src/core/manage/erasure/sweep-old-days.ts';
import { ENGINES } from '../../../support/databases.ts';
import { eventWith } from '../../../support/events.ts';
import { DAY_MS, HOUR_MS } from '../../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';

/** They are more than one piece. */
const OLD_EVENTS = 12_000;
/** A piece takes this long, so that the place is saved after each. */
const PIECE_MS = 6_000;
const WEBSITES = [1, 2, 3];

describe.each(ENGINES)('on %s', (engine) => {
  let ingestion: TestIngestion;
  let visited: string[];
  let logged: Record<string, unknown>[];
  const logger = pino({ base: null }, { write: (line: string) => logged.push(JSON.parse(line)) });

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine);
  });
  beforeEach(async () => {
    visited = [];
    logged = [];
    await ingestion.reset();
  });
  afterAll(() => ingestion.dispose());

  interface Node {
    readonly sweeps?: readonly WebsiteSweep[];
    readonly database?: Database;
    readonly clock?: Clock;
    readonly signal?: AbortSignal;
  }

  const run = ({
    sweeps = [visit],
    database = ingestion.database,
    clock = ingestion.clock.now,
    signal = new AbortController().signal,
  }: Node = {}) => sweepWebsites(sweeps, { database, clock, logger, signal });

  const visit: WebsiteSweep = async (_database, websiteId) => {
    visited.push(String(websiteId));
    ingestion.clock.advance(PIECE_MS);
    return undefined;
  };

  /** Visits each website in three pieces. */
  const visitInPieces: WebsiteSweep = async (database, websiteId, _now, after) => {
    await database.query('SELECT 1');
    const piece = after === '' ? 1 : Number(after) + 1;
    visited.push(`${websiteId}/${piece}`);
    ingestion.clock.advance(PIECE_MS);
    return piece < 3 ? String(piece) : undefined;
  };
  const ALL_PIECES = WEBSITES.flatMap((id) => [1, 2, 3].map((piece) => `${id}/${piece}`));

  test('visits every website once a day', async () => {
    for (let hour = 0; hour < 48; hour++) {
      await run();
      ingestion.clock.advance(HOUR_MS - (hour % 24 === 0 ? WEBSITES.length * PIECE_MS : 0));
    }
    expect(visited).toEqual(['1', '2', '3', '1', '2', '3']);
  });

  test('after a restart continues where it was, even within a website, and visits nothing twice', async () => {
    for (let restarts = 0; restarts < ALL_PIECES.length; restarts++) {
      const stopping = new AbortController();
      const stoppedAfterOne: WebsiteSweep = async (...piece) => {
        const after = await visitInPieces(...piece);
        stopping.abort();
        return after;
      };
      await run({ sweeps: [stoppedAfterOne], signal: stopping.signal });
    }
    expect(visited).toEqual(ALL_PIECES);
    await run({ sweeps: [visitInPieces] });
    ingestion.clock.advance(HOUR_MS);
    await run({ sweeps: [visitInPieces] });
    expect(visited).toEqual(ALL_PIECES);
  });

  test('continues the next day if it was stopped at night', async () => {
    const stopping = new AbortController();
    const stoppedAtTwo: WebsiteSweep = (...piece) => {
      if (piece[1] === 2) stopping.abort();
      return visitInPieces(...piece);
    };
    await run({ sweeps: [stoppedAtTwo], signal: stopping.signal });
    expect(visited).toEqual(ALL_PIECES.slice(0, 3));
    ingestion.clock.advance(16 * HOUR_MS);
    await run({ sweeps: [visitInPieces] });
    expect(visited).toEqual(ALL_PIECES);
  });

  test('is for one node at a time', async () => {
    const another: WebsiteSweep = async (...piece) => {
      await run();
      return visitInPieces(...piece);
    };
    await run({ sweeps: [another] });
    await run();
    expect(visited).toEqual(ALL_PIECES);
  });

  test('another node continues for one that hangs, which then stops', async () => {
    const hanging: WebsiteSweep = async (...piece) => {
      const after = await visitInPieces(...piece);
      if (visited.length === 4) {
        ingestion.clock.advance(LEASE_MS + 1);
        await run({ sweeps: [visitInPieces] });
      }
      return after;
    };
    await run({ sweeps: [hanging] });
    // The piece that it hung in is done again.
    expect(visited).toEqual([...ALL_PIECES.slice(0, 4), ...ALL_PIECES.slice(3)]);
  });

  test('is not repeated by a node whose clock is behind', async () => {
    await run();
    ingestion.clock.advance(-HOUR_MS);
    await run();
    expect(visited).toEqual(['1', '2', '3']);
  });

  test('does not wait for a time that a clock in the future has left', async () => {
    ingestion.clock.advance(365 * DAY_MS);
    await run();
    ingestion.clock.advance(-365 * DAY_MS);
    await run();
    expect(visited).toEqual(['1', '2', '3', '1', '2', '3']);
  });

  test('goes on with the others if a website fails, tells it, and tries again the next day', async () => {
    const failing: WebsiteSweep = async (...piece) => {
      if (piece[1] === 2) throw new Error('not this one');
      return visit(...piece);
    };
    const told = 'Websites that failed: 1. The first was website 2: Error: not this one';
    await expect(run({ sweeps: [failing, failing, visitInPieces] })).rejects.toThrow(told);
    expect(visited.filter((place) => !place.includes('/'))).toEqual(['1', '1', '3', '3']);
    expect(visited.filter((place) => place.includes('/'))).toEqual(ALL_PIECES);
    await run({ sweeps: [failing] });
    ingestion.clock.advance(DAY_MS);
    await expect(run({ sweeps: [failing] })).rejects.toThrow('not this one');
  });

  test.each([
    ['does not answer', () => true],
    ['stops answering while others are visited', (ids: readonly number[]) => ids.length === 1],
  ])('leaves out a website whose worker %s, until the next day', async (_name, isNoticed) => {
    const { database } = ingestion;
    const unreachable = async (ids: readonly number[]) =>
      new Map(isNoticed(ids) ? ids.filter((id) => id === 2).map((id) => [id, 'worker-1']) : []);
    await run({ database: { ...database, unreachable } });
    expect(visited).toEqual(['1', '3']);
    ingestion.clock.advance(DAY_MS);
    await run();
    expect(visited).toEqual(['1', '3', '1', '2', '3']);
  });

  test('stops if the database does not answer at all, and continues later', async () => {
    let statements = 0;
    const isAway = (sql: string) => sql.includes('seen_events') || sql === 'SELECT 1';
    const away: Database = {
      ...ingestion.database,
      query: (sql, params) =>
        isAway(sql) ? Promise.reject(new Error(`away ${++statements}`)) : ingestion.database.query(sql, params),
    };
    await expect(run({ database: away, sweeps: [visit, sweepEventIds] })).rejects.toThrow('away 1');
    // The one that failed, and the one that asked whether there is a database.
    expect([statements, visited]).toEqual([2, ['1']]);
    await run({ sweeps: [visit, sweepEventIds] });
    expect(visited).toEqual(WEBSITES.map(String));
    expect((await Lease.doneAt(ingestion.database, 'sweep')).getTime()).toBe(ingestion.clock.nowMs);
  });

  test('ends after the piece in progress if it is stopped, and the next run deletes the rest', async () => {
    const { database, clock } = ingestion;
    const seenAtMs = clock.nowMs - 8 * DAY_MS;
    const rows = Array.from({ length: OLD_EVENTS }, (_, index): SqlValue[] => [1, `event-${index}`, seenAtMs]);
    await database.transaction((tx) =>
      tx.insertMany({ into: 'seen_events', columns: ['website_id', 'event_id', 'seen_at_ms'], rows }),
    );
    const eventsLeft = async () => (await database.query('SELECT event_id FROM seen_events')).length;
    const stopping = new AbortController();
    const stopped: WebsiteSweep = async (...piece) => {
      const after = await sweepEventIds(...piece);
      stopping.abort();
      return after;
    };
    await run({ sweeps: [stopped], signal: stopping.signal });
    expect(await eventsLeft()).toBe(OLD_EVENTS - 5_000);
    await run({ sweeps: [sweepEventIds] });
    expect(await eventsLeft()).toBe(0);
    expect(logged).toMatchObject(
      [5_000, 7_000].map((seen_events) => ({ websiteId: 1, rows: { seen_events }, msg: 'deleted what was old' })),
    );
  });

  test('stops when the clock is not trusted any more, and continues later', async () => {
    let isTrusted = true;
    const clock = () => {
      if (!isTrusted) throw new UntrustedClockError();
      return ingestion.clock.now();
    };
    const untilDoubt: WebsiteSweep = async (...piece) => {
      isTrusted = visited.length < 3;
      return isTrusted ? visitInPieces(...piece) : undefined;
    };
    await expect(run({ sweeps: [untilDoubt], clock })).rejects.toThrow(UntrustedClockError);
    expect(visited).toEqual(['1/1', '1/2', '1/3']);
    isTrusted = true;
    await run({ sweeps: [visitInPieces], clock });
    expect(visited).toEqual(ALL_PIECES);
  });

  test('old days of the others are erased if those of a website cannot be', async () => {
    const { database, clock } = ingestion;
    const at = new Date(clock.nowMs - 100 * DAY_MS).toISOString();
    const old = WEBSITES.map((website_id) => eventWith({ website_id, at }));
    await ingestion.count(...old);
    const failing: Database = {
      ...database,
      query: (sql, params) =>
        params?.[0] === 2 && sql.includes('rollup_counters')
          ? Promise.reject(new Error('not this one'))
          : database.query(sql, params),
    };
    await expect(run({ database: failing, sweeps: [sweepDaysAfter(30)] })).rejects.toThrow('not this one');
    expect(await database.query('SELECT DISTINCT website_id FROM rollup_counters')).toEqual([{ website_id: 2 }]);
  });
});
