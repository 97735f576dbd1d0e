// Reports computed from an export by PostgreSQL and its extension hll alone, by DuckDB, and by the queries of docs/export.md equal those of
// the service.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { campaignReport } from '../../../src/core/answers/reports/subjects/campaign.ts';
import { elementReport } from '../../../src/core/answers/reports/subjects/element.ts';
import { stepReport } from '../../../src/core/answers/reports/subjects/step.ts';
import { variantReport } from '../../../src/core/answers/reports/subjects/variant.ts';
import { websiteReport } from '../../../src/core/answers/reports/subjects/website.ts';
import { NO_BOUNDS } from '../../../src/core/engine/event-log/questions/unique-visitors.ts';
import { Random } from '../../../src/core/foundation/statistics/random.ts';
import { runExport } from '../../../src/extensions/exports/run-export.ts';
import { ExportError } from '../../../src/extensions/exports/targets/export-target.ts';
import { FileTarget } from '../../../src/extensions/exports/targets/file-target.ts';
import { FolderStore } from '../../../src/extensions/exports/targets/folder-store.ts';
import { PostgresTarget } from '../../../src/extensions/exports/targets/postgres-target.ts';
import { createPlainDatabase } from '../../support/databases.ts';
import { queriesBelow } from '../../support/doc-queries.ts';
import { type DuckDb, startDuckDb } from '../../support/duckdb.ts';
import { mergeLog, switchLog } from '../../support/event-log.ts';
import { eventWith, orderWith, refundWith, type SentEvent } from '../../support/events.ts';
import { filesIn, readParquet } from '../../support/exported.ts';
import { IS_LONG } from '../../support/long.ts';
import { SAMPLE_CATALOG } from '../../support/sample-catalog.ts';
import { TestService } from '../../support/test-service.ts';

const REPORTS = IS_LONG ? 3_000 : 60;
const [LOGGED, ESTIMATED] = [1, 2];
const DAYS = Array.from({ length: 40 }, (_, day) => new Date(Date.UTC(2025, 0, 29 + day)).toISOString().slice(0, 10));
const PATHS = [
  {},
  { campaign_id: 10 },
  { campaign_id: 10, variant_id: 100 },
  { campaign_id: 10, variant_id: 101 },
  { campaign_id: 10, variant_id: 100, step_id: 1000 },
  { campaign_id: 10, variant_id: 100, step_id: 1001 },
  { campaign_id: 10, variant_id: 101, step_id: 1011, element_id: 10110 },
];
const SUBJECTS = [
  { kind: 'website', report: websiteReport, ids: [1, 2] },
  { kind: 'campaign', report: campaignReport, ids: [10, 11] },
  { kind: 'variant', report: variantReport, ids: [100, 101] },
  { kind: 'step', report: stepReport, ids: [1000, 1001, 1011] },
  { kind: 'element', report: elementReport, ids: [10110] },
] as const;
const LEVELS = ['website', 'campaign', 'variant', 'step', 'element'];
const METRICS = {
  views: 'view',
  conversions: 'conversion',
  completions: 'completion',
  submissions: 'submission',
  subscribes: 'subscribe',
};

function randomEvents(random: Random): SentEvent[] {
  const pick = <T>(items: readonly T[]) => items[random.between(0, items.length - 1)]!;
  const logged = Array.from({ length: 1_500 }, (_, place) => {
    const about = {
      ...{ website_id: LOGGED, at: `${pick(DAYS)}T${String(random.between(10, 23))}:00:00Z`, ...pick(PATHS) },
      ...{
        visitor: `visitor ${random.between(0, 200)}`,
        country: pick(['NL', 'FR', undefined]),
        device: pick(['mobile', 'desktop']),
      },
    };
    if (random.chance(0.1))
      return orderWith({ ...about, order_id: `order ${place}`, revenue: random.between(1, 9_999) / 100 });
    return eventWith({ ...about, type: pick(['view', 'view', ...Object.values(METRICS)]) });
  });
  // On one day more visitors than a sparse sketch has registers for, on the others more than a sketch has hashes of.
  const estimated = Array.from({ length: 9_000 }, (_, place) =>
    eventWith({
      website_id: ESTIMATED,
      at: `${DAYS[place < 6_000 ? 3 : 4 + (place % 2)]}T12:00:00Z`,
      visitor: `v${place}`,
    }),
  );
  return [...logged, ...estimated];
}

const FEBRUARY = ['2025-02-01', '2025-02-28'] as const;
const duckDb = IS_LONG ? await startDuckDb() : undefined;

/** Returns SQL of the documentation, about the days of the test. */
function inFebruary(sql: string): string {
  return sql.replaceAll('2026-11-01', FEBRUARY[0]).replaceAll('2026-11-30', FEBRUARY[1]);
}

/** About the website whose sketches have registers, instead of a campaign whose sketches have hashes. */
function ofEstimatedWebsite(sql: string): string {
  return sql
    .replaceAll('website_id = 1', 'website_id = 2')
    .replaceAll('website-1', 'website-2')
    .replaceAll("'campaign'", "'website'")
    .replaceAll('subject_id = 10', 'subject_id = 2');
}

describe.runIf(inject('postgresUrl') !== '')('an export to PostgreSQL', () => {
  let service: TestService;
  let token: string;
  let database: Awaited<ReturnType<typeof createPlainDatabase>>;
  let client: pg.Client;
  const random = new Random(7);

  const run = (since?: string, websiteIds = [LOGGED, ESTIMATED]) =>
    runExport(
      { databaseUrl: service.ingestion.url, now: service.clock.now(), bounds: NO_BOUNDS },
      { websiteIds, since, hasStableVisitors: false, hasContacts: false },
      new PostgresTarget(`${database.url}?schema=mine`),
    );

  beforeAll(async () => {
    const catalog = structuredClone(SAMPLE_CATALOG);
    for (const website of catalog.accounts[0]!.websites) website.created_at = '2025-01-01T00:00:00Z';
    service = await TestService.start('sqlite', { catalog });
    await switchLog(service.database, LOGGED, true);
    const events = randomEvents(random);
    await service.ingestion.count(...events);
    await mergeLog(service.database, service.clock);
    const orders = events.filter(({ type }) => type === 'order').slice(0, 40);
    await service.ingestion.count(
      ...orders.map(({ order_id, revenue }, place) =>
        refundWith({
          order_id,
          at: '2025-03-10T11:00:00Z',
          ...(place % 2 === 0 && { revenue: Math.min(Number(revenue), 1) }),
        }),
      ),
    );
    token = await service.token([LOGGED, ESTIMATED]);
    database = await createPlainDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query('CREATE EXTENSION hll');
  });
  afterAll(async () => {
    await client?.end();
    await database?.dispose();
    await service?.dispose();
  });

  interface Question {
    readonly kind: string;
    readonly id: number;
    readonly websiteId: number;
    readonly days: readonly [string, string];
    readonly isDistinct: boolean;
    readonly country: string | undefined;
  }

  /** The statements of docs/export.md, for any subject. */
  async function computed({
    kind,
    id,
    websiteId,
    days,
    isDistinct,
    country,
  }: Question): Promise<Record<string, number>> {
    const level = LEVELS.indexOf(kind) + 1;
    const ofSubject = `website_id = ${websiteId} AND ${kind}_id = ${id} AND counts_from <= ${level} AND NOT (is_holdout AND ${level} = 2)
      AND day BETWEEN '${days[0]}' AND '${days[1]}' ${country === undefined ? '' : `AND country = '${country}'`}`;
    const one = async (sql: string) => (await client.query(sql)).rows[0] as Record<string, string | null>;
    const orders = "COUNT(*) FILTER (WHERE type = 'order' OR type = 'restated_order' AND revenue > 0)";
    const takenBack = "COUNT(*) FILTER (WHERE type = 'restated_order' AND revenue <= 0)";
    const counts = (what: string) =>
      Object.entries(METRICS).map(([name, type]) => `COUNT(${what}) FILTER (WHERE type = '${type}') AS ${name}`);
    const unique = await one(
      `SELECT ${counts(isDistinct ? 'DISTINCT visitor' : '*').join(', ')}, ${orders} - ${takenBack} AS orders, SUM(revenue) AS revenue
       FROM mine.events WHERE ${ofSubject}`,
    );
    if (country !== undefined) return numbersOf(unique);
    const between = `day BETWEEN '${days[0]}' AND '${days[1]}'`;
    const inDays = `website_id = ${websiteId} AND subject_kind = '${kind}' AND subject_id = ${id} AND ${between}`;
    const sums = await one(
      `SELECT ${[...Object.keys(METRICS), 'orders', 'revenue'].map((name) => `SUM(${name}) AS ${name}`).join(', ')}
       FROM mine.counters WHERE ${inDays}`,
    );
    if (!isDistinct) return numbersOf(sums);
    if (websiteId === LOGGED) return numbersOf({ ...sums, ...unique });
    const { rows } = await client.query<{ metric: string; visitors: string }>(
      `SELECT metric, mine.unique_visitors(hll_union_agg(sketch)) AS visitors FROM mine.visitors WHERE ${inDays} GROUP BY metric`,
    );
    const estimates = rows.map(({ metric, visitors }) => [metric, Math.min(Number(visitors), Number(sums[metric]))]);
    return numbersOf({ ...sums, ...Object.fromEntries(estimates) });
  }

  function numbersOf(row: Record<string, unknown>): Record<string, number> {
    return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]));
  }

  function randomQuestion(): Question & { readonly report: (typeof SUBJECTS)[number]['report'] } {
    const { kind, ids, report } = SUBJECTS[random.between(0, SUBJECTS.length - 1)]!;
    const id = ids[random.between(0, ids.length - 1)]!;
    const websiteId = kind === 'website' ? id : LOGGED;
    const days = [random.between(0, DAYS.length - 1), random.between(0, DAYS.length - 1)].sort((a, b) => a - b);
    const country = websiteId === LOGGED && random.chance(0.3) ? 'NL' : undefined;
    const asked = { kind, id, websiteId, report, isDistinct: random.chance(0.7), country };
    return { ...asked, days: days.map((day) => DAYS[day]!) as [string, string] };
  }

  test(`${REPORTS} random reports have the same counts`, { timeout: 600_000 }, async () => {
    await run();
    for (let asked = 0; asked < REPORTS; asked++) {
      const question = randomQuestion();
      const { kind, id, websiteId, days, isDistinct, country } = question;
      const isFiltered = country !== undefined && kind !== 'element';
      const { data } = (await service.report(
        question.report as typeof campaignReport,
        {
          ...{ id: kind === 'website' ? undefined : id, website_id: websiteId, timeframe: 'custom' },
          ...{ range_start: days[0], range_end: days[1], count_type: isDistinct ? 'distinct' : 'total' },
          ...(isFiltered && { filter: `country:${country}` }),
        },
        token,
      )) as unknown as { data: { metrics: Record<string, number> } };
      const expected = await computed({ ...question, country: isFiltered ? country : undefined });
      const { metrics } = data;
      const found = Object.fromEntries(Object.keys(expected).map((name) => [name, metrics[name] ?? expected[name]]));
      expect({ question: { kind, id, days, isDistinct, country }, found }).toEqual({
        question: { kind, id, days, isDistinct, country },
        found: expected,
      });
    }
  });

  test('a repeated export replaces what has changed in one transaction, and removes other websites', async () => {
    const { cursor } = await run();
    expect(await run(cursor)).toMatchObject({ files: 0, rows: 0 });
    await service.ingestion.count(eventWith({ website_id: LOGGED, at: '2025-03-10T09:00:00Z', visitor: 'new' }));
    const { files, rows, cursor: next } = await run(cursor, [LOGGED]);
    expect([files, rows]).toEqual([4, expect.any(Number)]);
    const counts = await client.query<{ website_id: string; events: string }>(
      'SELECT website_id, SUM(views) AS events FROM mine.counters GROUP BY website_id',
    );
    expect(counts.rows.map(({ website_id: id }) => Number(id))).toEqual([LOGGED]);
    expect((await client.query('SELECT cursor FROM mine.export_record')).rows).toEqual([{ cursor: next }]);
  });

  // ---- The queries of docs/export.md ----------------------------------------------------------------------------------

  interface Metrics {
    readonly views: number;
    readonly orders: number;
    readonly revenue: number;
  }

  async function reported(report: (typeof SUBJECTS)[number]['report'], asked: object): Promise<Metrics> {
    const [range_start, range_end] = FEBRUARY;
    const parameters = { website_id: LOGGED, timeframe: 'custom', range_start, range_end, ...asked };
    const { data } = (await service.report(report as typeof campaignReport, parameters, token)) as unknown as {
      data: { metrics: Metrics };
    };
    return data.metrics;
  }

  const sumsOfWebsite = async () => {
    const { views, orders, revenue } = await reported(websiteReport, { count_type: 'total' });
    return { views, orders, revenue };
  };
  const viewsOfCampaign = async () => (await reported(campaignReport, { id: 10 })).views;
  const viewsOfEstimated = async () => (await reported(websiteReport, { website_id: ESTIMATED })).views;

  /** The schema of the test has another name. */
  const askPostgres = async (sql: string) => {
    const { rows } = await client.query<Record<string, unknown>>(inFebruary(sql).replaceAll('funnel.', 'mine.'));
    return rows;
  };

  test('the queries for PostgreSQL give the numbers of the reports', async () => {
    await run();
    const [sums, counted, estimated, fromOneCountry, ...others] = queriesBelow('export', 'PostgreSQL');
    expect(others).toEqual([]);
    expect(numbersOf((await askPostgres(sums!))[0]!)).toEqual(await sumsOfWebsite());
    for (const sql of [counted!, estimated!])
      expect(numbersOf((await askPostgres(sql))[0]!)).toEqual({ views: await viewsOfCampaign() });
    expect(numbersOf((await askPostgres(ofEstimatedWebsite(estimated!)))[0]!)).toEqual({
      views: await viewsOfEstimated(),
    });
    const { orders, revenue } = await reported(websiteReport, { filter: 'country:NL' });
    expect(numbersOf((await askPostgres(fromOneCountry!))[0]!)).toEqual({ orders, revenue });
  });

  interface GrafanaPanel {
    readonly title: string;
    readonly targets: readonly [{ readonly rawSql: string; readonly format: string }];
  }

  /** What Grafana makes of its macros and variables: see "Macros" in its documentation of PostgreSQL. */
  const askGrafana = (sql: string) =>
    askPostgres(
      sql
        .replace(/\$__timeFilter\(([\w.]+)\)/g, `$1 BETWEEN '${FEBRUARY[0]}T00:00:00Z' AND '${FEBRUARY[1]}T23:59:59Z'`)
        .replaceAll('$website', String(LOGGED)),
    );

  test('the Grafana dashboard of an export shows the numbers of the reports', async () => {
    await run();
    const path = new URL('../../../deploy/grafana/exports.json', import.meta.url);
    const { panels, templating } = JSON.parse(readFileSync(path, 'utf8')) as {
      readonly panels: readonly GrafanaPanel[];
      readonly templating: { readonly list: readonly { readonly query: string }[] };
    };
    const shown = new Map<string, Record<string, unknown>[]>();
    for (const { title, targets } of panels) {
      const rows = await askGrafana(targets[0].rawSql);
      expect([title, rows.length > 0]).toEqual([title, true]);
      if (targets[0].format === 'time_series') expect([title, rows[0]!.time]).toEqual([title, expect.any(Date)]);
      shown.set(title, rows);
    }
    const { orders, revenue } = await sumsOfWebsite();
    const numberIn = (title: string) => Number(Object.values(shown.get(title)![0]!)[0]);
    expect(['Unique visitors', 'Orders', 'Revenue'].map(numberIn)).toEqual([
      (await reported(websiteReport, {})).views,
      orders,
      revenue,
    ]);
    expect(await askPostgres(templating.list[1]!.query)).toContainEqual({ __text: 'acme.example', __value: '1' });
    const [panel] = queriesBelow('export', 'Grafana');
    expect(await askGrafana(panel!)).toEqual(shown.get('Conversions by campaign'));
  });

  test('the query of Looker Studio has what can be added up', async () => {
    await run();
    const [sql] = queriesBelow('export', 'Looker Studio');
    const rows = await askPostgres(`SELECT SUM(views) AS views, SUM(orders) AS orders, SUM(revenue) AS revenue
      FROM (${sql}) AS asked WHERE subject_kind = 'website' AND day BETWEEN '${FEBRUARY[0]}' AND '${FEBRUARY[1]}'`);
    expect(numbersOf(rows[0]!)).toEqual(await sumsOfWebsite());
  });

  describe.runIf(duckDb)('as Parquet, read by DuckDB', () => {
    const { query } = duckDb ?? ({} as DuckDb);
    let folder: string;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'funnel-export-'));
      await runExport(
        { databaseUrl: service.ingestion.url, now: service.clock.now(), bounds: NO_BOUNDS },
        { websiteIds: [LOGGED, ESTIMATED], hasStableVisitors: false, hasContacts: false },
        new FileTarget(new FolderStore(folder), 'parquet'),
      );
    });
    afterAll(() => {
      rmSync(folder, { recursive: true });
      duckDb?.[Symbol.dispose]();
    });

    const ask = async (sql: string) => query(inFebruary(sql).replaceAll('/var/exports/funnel', folder));

    test('has the rows that hyparquet reads', async () => {
      let rows = 0;
      for (const file of filesIn(folder)) {
        const path = join(folder, file);
        const found = await query(`SELECT * FROM read_parquet('${path}')`);
        const expected = await readParquet(readFileSync(path));
        expect([file, found.map(comparable)]).toEqual([file, expected.map(comparable)]);
        rows += found.length;
      }
      expect(rows).toBeGreaterThan(1_000);
    });

    test('the queries for DuckDB give the numbers of the reports', async () => {
      const [sums, counted, estimated, byCountry, ...others] = queriesBelow('export', 'DuckDB');
      expect(others).toEqual([]);
      expect(numbersOf((await ask(sums!))[0]!)).toEqual(await sumsOfWebsite());
      for (const sql of [counted!, estimated!])
        expect(numbersOf((await ask(sql))[0]!)).toEqual({ views: await viewsOfCampaign() });
      expect(numbersOf((await ask(ofEstimatedWebsite(estimated!)))[0]!)).toEqual({ views: await viewsOfEstimated() });
      for (const { country, views } of await ask(byCountry!)) {
        const report = await reported(websiteReport, { filter: `country:${country}` });
        expect([country, Number(views)]).toEqual([country, report.views]);
      }
    });

    // BigQuery itself can not be had here: DuckDB runs the same SQL, and Node the JavaScript of the function.
    test('the queries for BigQuery give the numbers of the reports', async () => {
      const [tables, sums, counted, estimated, ...others] = queriesBelow('export', 'BigQuery');
      expect(others).toEqual([]);
      await query('CREATE SCHEMA funnel');
      const uris = Array.from(tables!.matchAll(/TABLE (funnel\.\w+) .*'gs:\/\/BUCKET\/funnel\/(\w+)\/\*\.parquet'/g));
      expect(uris.map(([, name]) => name)).toEqual(['funnel.events', 'funnel.counters', 'funnel.visitors']);
      for (const [, name, table] of uris)
        await query(`CREATE VIEW ${name} AS SELECT * FROM read_parquet('${folder}/${table}/**/*.parquet')`);
      expect(numbersOf((await ask(sums!))[0]!)).toEqual(await sumsOfWebsite());
      expect(numbersOf((await ask(counted!))[0]!)).toEqual({ views: await viewsOfCampaign() });
      const [declared, body, sql] = estimated!.split('"""');
      expect(declared).toContain('unique_visitors(sketches ARRAY<BYTES>) RETURNS FLOAT64 LANGUAGE js');
      const numberOf = async (asked: string) => {
        const from = asked.slice(asked.lastIndexOf('FROM funnel.visitors'));
        const rows = await ask(`SELECT base64(sketch) AS sketch ${from}`);
        // Of everything that Node has besides the language itself, it has nothing.
        const estimate = runInNewContext(`((sketches) => {${body}})(given)`, {
          given: rows.map(({ sketch }) => sketch),
        });
        const [row] = await ask(
          asked.replace(/^;/, '').replace('unique_visitors(ARRAY_AGG(sketch))', `any_value(${estimate})`),
        );
        return numbersOf(row!).views;
      };
      expect(await numberOf(sql!)).toBe(await viewsOfCampaign());
      expect(await numberOf(ofEstimatedWebsite(sql!))).toBe(await viewsOfEstimated());
      const [, looker] = queriesBelow('export', 'Looker Studio');
      const days = { START: FEBRUARY[0], END: FEBRUARY[1] };
      const asked = looker!.replace(
        /PARSE_DATE\('%Y%m%d', @DS_(START|END)_DATE\)/g,
        (_, end: 'START' | 'END') => `DATE '${days[end]}'`,
      );
      const campaigns = await query(asked);
      expect(
        campaigns.filter(({ campaign_id: id }) => Number(id) === 10).map(({ visitors }) => Number(visitors)),
      ).toEqual([await viewsOfCampaign()]);
    });
  });

  test('a day with more revenue than anybody has does not end the export: whoever sends it would end that of everybody else', async () => {
    const [day] = await service.database.query<{ day: number; revenue: number }>(
      'SELECT day, revenue FROM rollup_counters WHERE website_id = $1 AND subject_kind = 1 ORDER BY day LIMIT 1',
      [ESTIMATED],
    );
    const change = (revenue: number) =>
      service.database.transaction((tx) =>
        tx.query(
          `UPDATE rollup_counters SET revenue = ${revenue} WHERE website_id = $1 AND subject_kind = 1 AND day = $2`,
          [ESTIMATED, day!.day],
        ),
      );
    await change(9_000_000_000_000_000_000);
    const { rows } = await runExport(
      { databaseUrl: service.ingestion.url, now: service.clock.now(), bounds: NO_BOUNDS },
      { websiteIds: [ESTIMATED], hasStableVisitors: false, hasContacts: false },
      new PostgresTarget(`${database.url}?schema=large`),
    ).finally(() => change(day!.revenue));
    expect(rows).toBeGreaterThan(0);
    const { rows: largest } = await client.query('SELECT max(revenue)::text AS revenue FROM large.counters');
    expect(largest).toEqual([{ revenue: '900000000000000.0000' }]);
  });

  test('by a schedule, a website whose events are damaged stays as it was, and the next one is written', async () => {
    const exportTo = () =>
      runExport(
        {
          ...{ databaseUrl: service.ingestion.url, now: service.clock.now(), bounds: NO_BOUNDS },
          onDamage: (websiteId) => damaged.push(websiteId),
        },
        { websiteIds: [LOGGED, ESTIMATED], isScheduled: true, hasStableVisitors: false, hasContacts: false },
        new PostgresTarget(`${database.url}?schema=damaged`),
      );
    const damaged: number[] = [];
    const counts = async () => (await client.query('SELECT website_id, count(*) FROM damaged.events GROUP BY 1')).rows;
    await exportTo();
    const before = await counts();
    const change = (by: number) =>
      service.database.transaction((tx) =>
        tx.query(`UPDATE event_log_runs SET checksum = checksum + ${by} WHERE website_id = $1`, [LOGGED]),
      );
    await change(1);
    await service.ingestion.count(eventWith({ website_id: ESTIMATED, at: '2025-03-10T11:00:00Z' }));
    const { files } = await exportTo().finally(() => change(-1));
    expect([damaged, files > 0, await counts()]).toEqual([[LOGGED], true, before]);
    expect((await client.query('SELECT website_ids FROM damaged.export_record')).rows).toEqual([
      { website_ids: ['1', '2'] },
    ]);
  });

  test('what is removed of a month or a day is that month or day alone, of its website', async () => {
    const target = new PostgresTarget(`${database.url}?schema=removed`);
    await target.readRecord();
    const days = ['2025-01-31', '2025-02-01', '2025-02-28', '2025-03-01'];
    for (const table of ['counters', 'events']) {
      await client.query(
        `INSERT INTO removed.${table} (website_id, day)
         SELECT website_id, day FROM UNNEST($1::bigint[]) AS website_id, UNNEST($2::date[]) AS day`,
        [[1, 2], days],
      );
    }
    const removed = ['counters/2025-02-01', 'events/2025-02-01'];
    await target.publish({ websiteId: 1, replaced: [], removed, state: new Map() });
    const left = async (table: string, websiteId: number) =>
      (
        await client.query<{ day: string }>(
          `SELECT day::text FROM removed.${table} WHERE website_id = $1 ORDER BY day`,
          [websiteId],
        )
      ).rows.map(({ day }) => day);
    expect(await left('counters', 1)).toEqual(['2025-01-31', '2025-03-01']);
    expect(await left('events', 1)).toEqual(['2025-01-31', '2025-02-28', '2025-03-01']);
    expect([await left('counters', 2), await left('events', 2)]).toEqual([days, days]);
    await target.close();
  });

  test('two exports do not write to one schema at the same time', async () => {
    const first = new PostgresTarget(`${database.url}?schema=mine`);
    await first.readRecord();
    await expect(run()).rejects.toThrow('Another export is writing');
    await first.close();
  });

  test.each(['public', 'pg_mine', 'a"b', ''])('the schema "%s" is refused', (schema) => {
    expect(() => new PostgresTarget(`postgres://localhost/x?schema=${encodeURIComponent(schema)}`)).toThrow(
      ExportError,
    );
  });
});

/** Both parsers give some types in other classes, and amounts as numbers that are not exact. */
function comparable(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (value instanceof Uint8Array) return [name, Buffer.from(value).toString('hex')];
      if (value instanceof Date) return [name, value.getTime()];
      if (typeof value === 'bigint') return [name, Number(value)];
      return [name, name === 'revenue' || name.endsWith('_revenue') ? Math.round(Number(value) * 10_000) : value];
    }),
  );
}
