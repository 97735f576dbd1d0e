// What anybody can ask for as often as they like: how much work it causes, and who gets the metrics.
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { limitPerMinute } from '../../../../../src/core/contract/access/rate-limit.ts';
import {
  CommitUnknownError,
  type Database,
  DatabaseUnavailableError,
} from '../../../../../src/core/foundation/database/database.ts';
import { createMetrics } from '../../../../../src/core/server/surfaces/http/metrics.ts';
import { onceASecond } from '../../../../../src/core/server/surfaces/http/once-a-second.ts';
import { addProbes } from '../../../../../src/core/server/surfaces/http/probes.ts';
import { createHttpServer } from '../../../../../src/core/server/surfaces/http/server.ts';
import { createTestDatabase } from '../../../../support/databases.ts';
import { TestClock } from '../../../../support/test-clock.ts';

const TOKEN = 'a-token-of-the-operator';
const FLOOD = 50;
const STRANGERS_MAX = 5;

/** A server with the probes alone, and how often they had to work. */
async function startProbes({ metricsToken }: { readonly metricsToken?: string } = {}) {
  const { database, dispose } = await createTestDatabase('sqlite');
  const clock = new TestClock('2026-03-10T12:00:00Z');
  const metrics = createMetrics();
  const worked = { statements: 0, writes: 0, renders: 0 };
  const state: { fails?: Error | undefined; isSilent?: boolean; write?: () => Promise<never> } = {};
  const watched: Database = {
    ...database,
    query: ((sql: string, params?: never) => {
      worked.statements++;
      if (state.isSilent) return new Promise(() => {});
      return state.fails ? Promise.reject(state.fails) : database.query(sql, params);
    }) as Database['query'],
    transaction: (work, options) => {
      worked.writes++;
      return state.write ? state.write() : database.transaction(work, options);
    },
    shards: async () => undefined,
  };
  const render = metrics.registry.metrics.bind(metrics.registry);
  metrics.registry.metrics = () => {
    worked.renders++;
    return render();
  };
  let log = '';
  const output = new Writable({
    write(chunk, _encoding, done) {
      log += chunk;
      done();
    },
  });
  const logger = pino({ level: 'warn' }, output);
  const server = createHttpServer(logger, { strangers: limitPerMinute(STRANGERS_MAX, clock.now) });
  addProbes(server, {
    database: watched,
    metrics,
    trustedClock: { ahead: () => undefined },
    clock: clock.now,
    metricsToken,
    readinessMsMax: 20,
  });
  onTestFinished(async () => {
    await server.close();
    await dispose();
  });
  const get = (url: string, authorization?: string) =>
    server.inject({ url, headers: authorization === undefined ? {} : { authorization } });
  const lines = () =>
    log
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  return { get, clock, worked, state, database, lines };
}

/** As node:sqlite throws it. */
function sqliteError(message: string, errcode: number): Error {
  return Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode });
}

/** Promises that never settle, as where packets to the database vanish. */
const silence = () => new Promise<never>(() => {});

test('a flood of /metrics renders them once a second', async () => {
  const { get, clock, worked } = await startProbes();
  const statuses = async () =>
    (await Promise.all(Array.from({ length: FLOOD }, () => get('/metrics')))).map(({ statusCode }) => statusCode);
  expect(new Set(await statuses())).toEqual(new Set([200]));
  await statuses();
  expect(worked.renders).toBe(1);
  clock.advance(1_000);
  await statuses();
  expect(worked.renders).toBe(2);
  expect((await get('/metrics')).body).toContain(
    'funnel_http_request_duration_seconds_count{method="GET",route="/metrics"',
  );
});

test('a flood of /readyz asks the database once a second, and notices within a second that it is gone', async () => {
  const { get, clock, worked, state } = await startProbes();
  expect((await get('/readyz')).json()).toEqual({ status: 'ready' });
  const once = worked.statements;
  expect(once).toBeGreaterThan(0);
  const flood = () => Promise.all(Array.from({ length: FLOOD }, () => get('/readyz')));
  await flood();
  expect(worked.statements).toBe(once);
  state.fails = new Error('the database is gone');
  clock.advance(1_000);
  const refused = await flood();
  expect(new Set(refused.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
  expect(refused[0]!.json()).toMatchObject({ code: 'database_unavailable' });
  // The first statement has failed, so there was no second one.
  expect(worked.statements).toBe(once + 1);
  state.fails = undefined;
  clock.advance(1_000);
  expect((await get('/readyz')).statusCode).toBe(200);
});

describe('/readyz', () => {
  test('answers although the database does not, and asks it nothing more until it does', async () => {
    const { get, clock, worked, state } = await startProbes();
    state.isSilent = true;
    state.write = silence;
    const answer = await get('/readyz');
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'database_unavailable']);
    clock.advance(1_000);
    expect((await get('/readyz')).statusCode).toBe(503);
    expect(worked).toMatchObject({ statements: 1, writes: 1 });
  });

  test('commits something, and leaves nothing behind', async () => {
    const { get, database } = await startProbes();
    const count = () => database.query('SELECT COUNT(*) AS count FROM job_leases');
    const [leases, changes] = [await count(), database.changeCounter()];
    expect((await get('/readyz')).statusCode).toBe(200);
    expect(database.changeCounter()).not.toBe(changes);
    expect(await count()).toEqual(leases);
  });

  test.each([
    ['a file system that has become read-only', new CommitUnknownError(sqliteError('disk I/O error', 778))],
    ['a file system that is read-only', sqliteError('attempt to write a readonly database', 8)],
    ['a server that is read-only', Object.assign(new Error('cannot execute INSERT'), { code: '25006' })],
  ])('is 503 while the database only reads, with the cause in the log: %s', async (_name, error) => {
    const { get, clock, state, lines } = await startProbes();
    state.write = () => Promise.reject(error);
    const answer = await get('/readyz');
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      expect.objectContaining({
        code: 'database_unavailable',
        detail: 'The database can be read, but it does not store anything right now.',
      }),
    ]);
    const { message: reason } = error instanceof CommitUnknownError ? (error.cause as Error) : error;
    expect(lines()).toContainEqual(expect.objectContaining({ msg: 'request failed', reason }));
    // A write that waits for another process says nothing new.
    state.write = silence;
    clock.advance(1_000);
    expect((await get('/readyz')).statusCode).toBe(503);
  });

  test.each([
    ['the disk is full', sqliteError('database or disk is full', 13)],
    ['the disk of the server is full', Object.assign(new Error('could not extend file'), { code: '53100' })],
    ['another process has the write lock', sqliteError('database is locked', 5)],
  ])('stays 200 while reports go on and writes will work again by themselves: %s', async (_name, error) => {
    const { get, state } = await startProbes();
    state.write = () => Promise.reject(new DatabaseUnavailableError(error));
    expect((await get('/readyz')).statusCode).toBe(200);
  });

  test('stays 200 while a write waits', async () => {
    const { get, state } = await startProbes();
    state.write = silence;
    expect((await get('/readyz')).statusCode).toBe(200);
  });
});

test('all callers share work that takes longer than a second', async () => {
  const clock = new TestClock('2026-03-10T12:00:00Z');
  let started = 0;
  const finish: (() => void)[] = [];
  const ask = onceASecond(() => new Promise<number>((resolve) => finish.push(() => resolve(++started))), clock.now);
  const first = ask();
  clock.advance(5_000);
  const second = ask();
  expect(finish).toHaveLength(1);
  finish[0]!();
  expect(await Promise.all([first, second])).toEqual([1, 1]);
});

test('a clock that is set back does not keep an old result', async () => {
  const clock = new TestClock('2026-03-10T12:00:00Z');
  let count = 0;
  const ask = onceASecond(async () => ++count, clock.now);
  expect([await ask(), await ask()]).toEqual([1, 1]);
  clock.advance(-3_600_000);
  expect(await ask()).toBe(2);
});

test('with METRICS_TOKEN, /metrics needs it, and nothing else does', async () => {
  const { get, worked } = await startProbes({ metricsToken: TOKEN });
  const refused = await get('/metrics');
  expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  for (const wrong of ['Bearer wrong', `Basic ${TOKEN}`, `Bearer ${TOKEN}x`, TOKEN]) {
    expect((await get('/metrics', wrong)).statusCode, wrong).toBe(401);
  }
  expect(worked.renders).toBe(0);
  // Whoever guesses has the limit of strangers. The operator has none.
  expect((await get('/metrics', 'Bearer guessed')).statusCode).toBe(429);
  expect((await get('/metrics', `Bearer ${TOKEN}`)).statusCode).toBe(200);
  expect([(await get('/readyz')).statusCode, (await get('/healthz')).statusCode]).toEqual([200, 200]);
});
