// Reports computed by PostgreSQL and its extension hll alone, from an export, equal those of the service.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { campaignReport } from '../../../src/answers/reports/subjects/campaign.ts';
import { elementReport } from '../../../src/answers/reports/subjects/element.ts';
import { stepReport } from '../../../src/answers/reports/subjects/step.ts';
import { variantReport } from '../../../src/answers/reports/subjects/variant.ts';
import { websiteReport } from '../../../src/answers/reports/subjects/website.ts';
import { NO_BOUNDS } from '../../../src/engine/event-log/questions/unique-visitors.ts';
import { ExportError } from '../../../src/manage/exports/export-target.ts';
import { PostgresTarget } from '../../../src/manage/exports/postgres-target.ts';
import { runExport } from '../../../src/manage/exports/run-export.ts';
import { Random } from '../../../src/server/demo/random.ts';
import { createPlainDatabase } from '../../support/databases.ts';
import { mergeLog, switchLog } from '../../support/event-log.ts';
import { eventWith, orderWith, refundWith, type SentEvent } from '../../support/events.ts';
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
