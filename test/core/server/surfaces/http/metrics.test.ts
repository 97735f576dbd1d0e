// /metrics: known traffic gives known numbers, in the Prometheus format, with bounded size.
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from 'vitest';
import { createToken } from '../../../../../src/core/contract/access/tokens.ts';
import { Random } from '../../../../../src/core/foundation/statistics/random.ts';
import { SERVER_COMPONENTS } from '../../../../../src/core/server/config/config.ts';
import { createMetrics } from '../../../../../src/core/server/surfaces/http/metrics.ts';
import { ANY_ENGINE } from '../../../../support/databases.ts';
import { eventWith, ndjson } from '../../../../support/events.ts';
import { Exposition } from '../../../../support/exposition.ts';
import { IS_LONG } from '../../../../support/long.ts';
import { TestClock } from '../../../../support/test-clock.ts';
import { TestService } from '../../../../support/test-service.ts';

const QUEUE_BYTES_MAX = 16 * 1024 * 1024;
const RANDOM_PATHS = IS_LONG ? 1_000 : 300;
const AT_ONCE = 25;
const WEBSITE_REPORT = '/api/v1/reports/website';

/** They are written once a second. */
async function metricsOf(app: TestService): Promise<Exposition> {
  app.clock.advance(1_000);
  return new Exposition(await (await fetch(`${app.url}/metrics`)).text());
}

// Otherwise each service that was closed would be kept in memory, and its observers would run forever.
test('services of one process share the metrics of the process, and nothing else', () => {
  const [first, second] = [createMetrics(), createMetrics()].map(({ registry }) => registry);
  const shared = first!
    .getMetricsAsArray()
    .filter(({ name }) => second!.getSingleMetric(name) === first!.getSingleMetric(name));
  const names = shared.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['nodejs_gc_duration_seconds', 'nodejs_eventloop_lag_p99_seconds']));
  const own = first!.getMetricsAsArray().filter(({ name }) => name.startsWith('funnel_'));
  expect(own).not.toEqual([]);
  expect(names.filter((name) => name.startsWith('funnel_'))).toEqual([]);
});

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let app: TestService;
  let ingestKey: string;
  let token: string;

  const start = () =>
    TestService.start(engine, {
      components: SERVER_COMPONENTS,
      clock: new TestClock(),
      config: { collectQueueBytesMax: QUEUE_BYTES_MAX, rateLimitPerMinute: 1_000_000 },
    });
  beforeAll(async () => {
    app = await start();
    ingestKey = await app.ingestKey(1);
    const created = await createToken(
      app.database,
      { websiteIds: [1], scopes: ['reports'], audience: 'rest' },
      () => new Date(),
    );
    token = created.token;
  });

  afterAll(() => app.dispose());

  async function get(path: string, authorization = `Bearer ${token}`): Promise<number> {
    const response = await fetch(app.url + path, { headers: { authorization } });
    await response.arrayBuffer();
    return response.status;
  }

  test('describes each metric', async () => {
    const { families } = await metricsOf(app);
    for (const { name, help, type } of families.values()) {
      expect(help.length, name).toBeGreaterThan(10);
      if (name.startsWith('funnel_')) expect(name.endsWith('_total'), name).toBe(type === 'counter');
    }
    expect([...families.keys()]).toEqual(
      expect.arrayContaining([
        'nodejs_eventloop_lag_p50_seconds',
        'nodejs_eventloop_lag_p99_seconds',
        'nodejs_eventloop_lag_max_seconds',
        'nodejs_heap_size_used_bytes',
        'process_open_fds',
      ]),
    );
  });

  test('is correct before anything has happened', async () => {
    const fresh = await start();
    onTestFinished(() => fresh.dispose());
    const metrics = await metricsOf(fresh);
    for (const result of ['accepted', 'duplicate', 'rejected']) {
      expect(metrics.value('funnel_events_total', { result })).toBe(0);
    }
    expect(metrics.value('funnel_http_requests_in_progress')).toBe(1);
    expect(metrics.value('funnel_collector_queue_bytes')).toBe(0);
    expect(metrics.value('funnel_collector_queue_max_bytes')).toBe(QUEUE_BYTES_MAX);
    expect(metrics.value('funnel_ingestion_last_commit_timestamp_seconds')).toBe(0);
    expect(metrics.value('funnel_report_runs_in_progress')).toBe(0);
    expect(metrics.value('funnel_report_threads')).toBeGreaterThanOrEqual(2);
  });

  test('counts requests by route, method and status class, and errors by code', async () => {
    const before = await metricsOf(app);
    const statuses = [
      await get(`${WEBSITE_REPORT}?timeframe=today`),
      await get(`${WEBSITE_REPORT}?timeframe=today`),
      await get(`${WEBSITE_REPORT}?timeframe=never`),
      await get(WEBSITE_REPORT, 'Bearer fat_wrong'),
      await get('/api/v1/reports/campaigns/10'),
      await get('/api/v1/reports/campaigns/999'),
      await get('/no/such/address'),
    ];
    expect(statuses).toEqual([200, 200, 422, 401, 200, 404, 404]);
    const after = await metricsOf(app);
    const grownBy = (name: string, labels: Readonly<Record<string, string>>) =>
      after.value(name, labels) - before.count(name, labels);
    const answered = (route: string, status: string) =>
      grownBy('funnel_http_request_duration_seconds_count', { method: 'GET', route, status });
    expect([answered(WEBSITE_REPORT, '2xx'), answered(WEBSITE_REPORT, '4xx')]).toEqual([2, 2]);
    const campaign = '/api/v1/reports/campaigns/:id';
    expect([answered(campaign, '2xx'), answered(campaign, '4xx'), answered('(unknown)', '4xx')]).toEqual([1, 1, 1]);
    const errors = (status: string, code: string) => grownBy('funnel_http_errors_total', { status, code });
    expect([errors('422', 'invalid_timeframe'), errors('401', 'none')]).toEqual([1, 1]);
    expect([errors('404', 'none'), errors('404', 'unknown_url')]).toEqual([1, 1]);
  });

  test('counts cache hits, and runs of the others', async () => {
    const cache = 'funnel_report_cache_requests_total';
    const runs = 'funnel_report_run_duration_seconds_count';
    const before = await metricsOf(app);
    for (let round = 0; round < 3; round++) await get(`${WEBSITE_REPORT}?timeframe=this_year`);
    const after = await metricsOf(app);
    const grownBy = (name: string, labels: Readonly<Record<string, string>>) =>
      after.value(name, labels) - before.count(name, labels);
    expect([grownBy(cache, { result: 'hit' }), grownBy(cache, { result: 'miss' })]).toEqual([2, 1]);
    expect(grownBy(runs, { report: 'get_website_report' })).toBe(1);
    const tokens = 'funnel_token_cache_requests_total';
    const checked = grownBy(tokens, { result: 'hit' }) + grownBy(tokens, { result: 'miss' });
    expect(checked).toBe(3);
  });

  test('counts events by outcome, and commits by size and duration', async () => {
    const fresh = await start();
    onTestFinished(() => fresh.dispose());
    const key = await fresh.ingestKey(1);
    const first = ndjson([eventWith(), eventWith({ id: 'a' }), eventWith({ visitor: '' }), eventWith({ type: 'x' })]);
    expect((await fresh.collect(key, first)).status).toBe(200);
    expect((await fresh.collect(key, ndjson([eventWith({ id: 'a' })]))).status).toBe(200);
    expect((await fresh.collect(key, '[')).status).toBe(400);
    const metrics = await metricsOf(fresh);
    const events = (result: string) => metrics.value('funnel_events_total', { result });
    expect([events('accepted'), events('duplicate'), events('rejected')]).toEqual([2, 1, 2]);
    const rejected = (code: string) => metrics.value('funnel_events_rejected_total', { code });
    expect([rejected('invalid_visitor'), rejected('invalid_type')]).toEqual([1, 1]);
    expect(metrics.value('funnel_ingestion_lag_seconds_count')).toBe(2);
    expect(metrics.value('funnel_ingestion_lag_seconds_sum')).toBeGreaterThan(0);
    expect(metrics.value('funnel_ingestion_group_batches_count')).toBe(2);
    expect(metrics.value('funnel_ingestion_last_commit_timestamp_seconds')).toBeGreaterThan(1_700_000_000);
    expect(metrics.value('funnel_http_errors_total', { status: '400', code: 'invalid_json' })).toBe(1);
  });

  test('counts repeats with the same Idempotency-Key as duplicates', async () => {
    const body = ndjson([eventWith(), eventWith(), eventWith({ visitor: '' })]);
    const before = await metricsOf(app);
    for (let round = 0; round < 3; round++) await app.collect(ingestKey, body, { 'idempotency-key': 'key' });
    const after = await metricsOf(app);
    const grown = ['accepted', 'duplicate', 'rejected'].map(
      (result) => after.value('funnel_events_total', { result }) - before.value('funnel_events_total', { result }),
    );
    expect(grown).toEqual([2, 4, 3]);
  });

  test('counts the batches of a commit', async () => {
    const before = await metricsOf(app);
    await Promise.all(Array.from({ length: 40 }, () => app.collect(ingestKey, ndjson([eventWith()]))));
    const after = await metricsOf(app);
    const grownBy = (name: string) => after.value(name) - before.value(name);
    expect(grownBy('funnel_ingestion_group_batches_sum')).toBe(40);
    expect(grownBy('funnel_ingestion_group_batches_count')).toBeLessThanOrEqual(40);
    expect(grownBy('funnel_ingestion_lag_seconds_count')).toBe(40);
  });

  test('shows the memory of the collector, and that it is released', async () => {
    const { hostname, port } = new URL(app.url);
    const upload = connect(Number(port), hostname);
    await once(upload, 'connect');
    const head = ['POST /collect/events HTTP/1.1', 'host: localhost', `authorization: Bearer ${ingestKey}`];
    upload.write(`${[...head, 'content-type: application/json', 'content-length: 4712'].join('\r\n')}\r\n\r\n`);
    upload.write('['.padEnd(4_711));
    await until(app, (metrics) => metrics.value('funnel_collector_queue_bytes') === 4_711);
    expect((await metricsOf(app)).value('funnel_http_requests_in_progress')).toBe(2);
    upload.destroy();
    await until(app, (metrics) => metrics.value('funnel_collector_queue_bytes') === 0);
    await until(app, (metrics) => metrics.value('funnel_http_requests_in_progress') === 1);
  });

  it.runIf(engine === 'postgres')('shows the connections of its pool', async () => {
    const metrics = await metricsOf(app);
    expect(metrics.value('funnel_postgres_connections_max')).toBe(10);
    expect(metrics.value('funnel_postgres_connection_waiters')).toBe(0);
    const [inUse, idle] = ['in_use', 'idle'].map((state) => metrics.value('funnel_postgres_connections', { state }));
    expect(inUse! + idle!).toBeGreaterThan(0);
    expect(inUse! + idle!).toBeLessThanOrEqual(10);
  });
});

test('stays small whatever is requested', async () => {
  const app = await TestService.start('sqlite', { components: SERVER_COMPONENTS, clock: new TestClock() });
  const random = new Random(1);
  const word = () => random.between(0, 0xffffffff).toString(36);
  const paths = [
    () => `/${word()}`,
    () => `/${word()}/${word()}?${word()}=${word()}`,
    () => `/api/v1/${word()}`,
    () => `/api/v1/reports/campaigns/${random.between(1, 1_000_000)}?website_id=${word()}`,
    () => `/api/v1/reports/elements/${word()}`,
    () => `/oauth/${word()}`,
    () => `/.well-known/${word()}`,
    () => `/mcp/${word()}`,
    () => `/assets/${word()}.js`,
    () => `/metrics/${word()}`,
  ];
  const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PROPFIND', 'LOCK', 'MKCOL', 'PURGE'];
  const seriesAfter = async (requests: readonly [string, string][]) => {
    for (let start = 0; start < requests.length; start += AT_ONCE) {
      const some = requests.slice(start, start + AT_ONCE);
      await Promise.all(
        some.map(async ([method, path]) => (await fetch(app.url + path, { method, redirect: 'manual' })).arrayBuffer()),
      );
    }
    const samples = (await metricsOf(app)).samples().filter(({ name }) => name.startsWith('funnel_http'));
    return samples.map(({ name, labels }) => `${name} ${JSON.stringify(labels)}`).sort();
  };
  await metricsOf(app);
  // One of each kind with each method: after that there must be no new series.
  const kinds = methods.flatMap((method) => paths.map((path): [string, string] => [method, path()]));
  const first = await seriesAfter(kinds);
  const many = Array.from({ length: RANDOM_PATHS }, (_, index): [string, string] => [
    methods[index % methods.length]!,
    paths[random.between(0, paths.length - 1)]!(),
  ]);
  expect(await seriesAfter(many)).toEqual(first);
  expect(first.length).toBeLessThan(1_000);
  expect(first.join('\n')).not.toMatch(/PROPFIND|LOCK|MKCOL|PURGE/);
  await app.dispose();
});

/** The server notices other connections asynchronously. */
async function until(app: TestService, isSo: (metrics: Exposition) => boolean): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt++) if (isSo(await metricsOf(app))) return;
  throw new Error('it never came to be');
}
