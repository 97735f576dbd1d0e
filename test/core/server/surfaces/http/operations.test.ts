// Health, readiness and metrics for operators, and which component serves which URLs.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../../../../../src/core/server/app/app.ts';
import { SERVER_COMPONENTS, type ServerComponent } from '../../../../../src/core/server/config/config.ts';
import { SlowProxy } from '../../../../faults/slow-proxy.ts';
import { createEmptyDatabase, createMigratedDatabase, ENGINES } from '../../../../support/databases.ts';
import { runService } from '../../../../support/run-service.ts';
import { DAY_MS, TestClock } from '../../../../support/test-clock.ts';
import { WAIT_MS_MAX } from '../../../../support/time-limits.ts';

const NOBODY_LISTENS = 'postgres://funnel@127.0.0.1:1/funnel';

async function withApp(
  databaseUrl: string,
  components: readonly ServerComponent[],
  work: (app: App) => Promise<void>,
): Promise<void> {
  const app = await runService(databaseUrl, { components });
  try {
    await work(app);
  } finally {
    await app.close();
  }
}

async function disposableDatabase() {
  const { url, dispose } = await createEmptyDatabase('sqlite');
  return { url, [Symbol.asyncDispose]: dispose };
}

describe('a service with its database', () => {
  let empty: Awaited<ReturnType<typeof createEmptyDatabase>>;
  beforeAll(async () => {
    empty = await createEmptyDatabase('sqlite');
  });
  afterAll(() => empty.dispose());

  test('is alive and ready', () =>
    withApp(empty.url, ['rest'], async ({ url }) => {
      const [alive, ready] = await Promise.all([fetch(`${url}/healthz`), fetch(`${url}/readyz`)]);
      expect([alive.status, await alive.json()]).toEqual([200, { status: 'ok' }]);
      expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
    }));

  test('is not ready while its schema is one of a newer version, unless this version can serve with it, and says so', () =>
    withApp(empty.url, ['rest'], async ({ url, database }) => {
      const later = "'9999_later.sql'";
      await database.transaction((tx) => tx.runScript(`INSERT INTO schema_migrations VALUES (${later}, 'x', 'x', 0)`));
      const answer = await fetch(`${url}/readyz`);
      expect([answer.status, await answer.json()]).toEqual([
        503,
        expect.objectContaining({ code: 'schema_not_current', detail: expect.stringContaining('9999_later.sql') }),
      ]);
      // It was compatible: this version can serve.
      await database.transaction((tx) =>
        tx.runScript(`UPDATE schema_migrations SET is_compatible = 1 WHERE name = ${later}`),
      );
      await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
      await database.transaction((tx) => tx.runScript(`DELETE FROM schema_migrations WHERE name = ${later}`));
    }));

  test('has Prometheus metrics, by route and never by URL', () =>
    withApp(empty.url, ['rest'], async ({ url }) => {
      await fetch(`${url}/api/v1/reports/campaigns/4711?website_id=1`);
      const answer = await fetch(`${url}/metrics`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=/);
      const text = await answer.text();
      expect(text).toMatch(/^# TYPE funnel_http\w+ histogram$/m);
      expect(text).toContain('route="/api/v1/reports/campaigns/:id",status="4xx"');
      // The labels alone: a measured number can have any digits.
      expect(text.match(/\{.*\}/g)!.join('\n')).not.toMatch(/4711|website_id/);
    }));

  test('while it stops, it goes on serving, says without an error that it is not ready, and ends each connection', async () => {
    const app = await runService(empty.url, { components: ['rest'], env: { LOG_LEVEL: 'warn' } });
    // Longer than a busy machine takes for two requests.
    const closing = app.close(3_000);
    const [alive, ready] = await Promise.all([fetch(`${app.url}/healthz`), fetch(`${app.url}/readyz`)]);
    expect([alive.status, alive.headers.get('connection')]).toEqual([200, 'close']);
    expect([ready.status, await ready.json()]).toEqual([503, expect.objectContaining({ code: 'shutting_down' })]);
    await closing;
    expect(app.logs()).toBe('');
    await expect(fetch(`${app.url}/healthz`)).rejects.toThrow();
  });

  test('while its clock is far ahead of the time when it ran last, it says so and no job runs', async () => {
    await using own = await disposableDatabase();
    const clock = new TestClock('2025-03-10T12:00:00Z');
    /** Of all jobs: the latest time at which one found nothing left to do. */
    const doneMs = async ({ database }: App) =>
      (await database.query<{ ms: number }>('SELECT MAX(done_at_ms) AS ms FROM job_leases'))[0]!.ms;
    const first = await runService(own.url, { components: ['jobs'], clock });
    await expect.poll(() => doneMs(first)).toBe(clock.nowMs);
    await first.close();
    const before = clock.nowMs;
    clock.advance(7 * DAY_MS);
    const second = await runService(own.url, { components: ['jobs'], clock });
    const ready = async () => (await fetch(`${second.url}/readyz`)).json();
    await expect.poll(ready).toEqual({
      status: 'ready',
      clock: 'the clock of this machine is 7 days ahead of the last time that the service ran',
    });
    expect(await (await fetch(`${second.url}/metrics`)).text()).toMatch(/^funnel_clock_ahead_seconds 604\d{3}$/m);
    expect(await doneMs(second)).toBe(before);
    await second.close();
  });

  /** A URL of each component. Without a token most reject the request, but they exist. */
  const ADDRESSES: Readonly<Record<Exclude<ServerComponent, 'jobs'>, readonly [string, string]>> = {
    rest: ['GET', '/api/v1/reports/websites'],
    mcp: ['POST', '/mcp'],
    auth: ['GET', '/.well-known/oauth-authorization-server'],
    collect: ['POST', '/collect/events'],
    dashboard: ['GET', '/'],
  };

  test.each(SERVER_COMPONENTS)('%s alone serves its own URLs and no others', (component) =>
    withApp(empty.url, [component], async ({ url }) => {
      const served: string[] = [];
      for (const [name, [method, path]] of Object.entries(ADDRESSES)) {
        if ((await fetch(url + path, { method })).status !== 404) served.push(name);
      }
      expect(served).toEqual(component === 'jobs' ? [] : [component]);
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
    }),
  );

  test('all components together serve everything', () =>
    withApp(empty.url, SERVER_COMPONENTS, async ({ url }) => {
      for (const [method, path] of Object.values(ADDRESSES)) {
        expect((await fetch(url + path, { method })).status, path).not.toBe(404);
      }
    }));
});

describe('a service that is not ready yet', () => {
  async function expectUnready(url: string, code: string): Promise<void> {
    // A database that is slow to answer is unavailable, until it answers.
    const codeOf = async () => ((await (await fetch(`${url}/readyz`)).json()) as { code?: string }).code;
    await expect.poll(codeOf).toBe(code);
    const ready = await fetch(`${url}/readyz`);
    expect(ready.status).toBe(503);
    expect(ready.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(await ready.json()).toMatchObject({ status: 503, code });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  }

  test('is alive but not ready while its database cannot be reached', () =>
    withApp(NOBODY_LISTENS, ['rest'], ({ url }) => expectUnready(url, 'database_unavailable')));

  test.runIf(ENGINES.includes('postgres'))('nor while packets to its database vanish', async () => {
    const { url, dispose } = await createMigratedDatabase('postgres');
    const proxy = await SlowProxy.start(url);
    // Longer than the test may take: the answer does not wait for the statement.
    await withApp(`${proxy.urlOf(url)}?query_timeout=${10 * WAIT_MS_MAX}`, ['rest'], async ({ url }) => {
      await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
      proxy.stall();
      await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(503);
      await expectUnready(url, 'database_unavailable');
      await proxy.close();
    });
    await dispose();
  });

  test.runIf(ENGINES.includes('postgres'))('nor while the schema is not current, until it is migrated', async () => {
    const empty = await createEmptyDatabase('postgres');
    await withApp(empty.url, ['rest'], ({ url }) => expectUnready(url, 'schema_not_current'));
    await empty.dispose();
  });
});
