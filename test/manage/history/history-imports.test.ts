// Importing history over REST: what is stored, shown, refused and removed, and by whom.
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { AuditLog } from '../../../src/contract/access/audit-log.ts';
import { COMMAND_LINE } from '../../../src/contract/access/principal.ts';
import type { Database } from '../../../src/foundation/database/database.ts';
import { UPLOAD_LIMITS } from '../../../src/intake/history/read-history-file.ts';
import { forgetDay } from '../../../src/manage/erasure/forget-day.ts';
import { forgetWebsite } from '../../../src/manage/erasure/forget-website.ts';
import { HistoryImports } from '../../../src/manage/history/history-imports.ts';
import { ANY_ENGINE, ENGINES } from '../../support/databases.ts';
import { restoreOf } from '../../support/restore.ts';
import { TestClock } from '../../support/test-clock.ts';
import { type JsonAnswer, jsonAnswerOf, TestService } from '../../support/test-service.ts';
import { plausibleExport, umamiExport, visits } from '../../support/visited-website.ts';

const websiteWith = (id: number) => ({ id, name: `${id}.example`, currency: 'EUR' });
const CATALOG = {
  accounts: [
    { id: 1, name: 'Acme', websites: [websiteWith(1), websiteWith(2)] },
    { id: 2, name: 'Other', websites: [websiteWith(3)] },
  ],
};

interface Counted {
  readonly visitors: number | null;
  readonly views: number;
  readonly conversions: number | null;
}

interface Shown {
  readonly data: {
    readonly metrics: Counted;
    readonly breakdown: unknown;
    readonly timeseries: { readonly points: readonly (Counted & { readonly date: string })[] };
  };
  readonly notes?: readonly { readonly code: string }[];
}

const NOTHING: JsonAnswer = { status: 0, headers: new Headers(), text: '', body: {} };

const LINES = ['2026-01-03,10,30,12', '2026-01-04,20,60,24', '2026-01-06,5,15,6'];
const FILE_NAME = 'imported_visitors_20260103_20260106.csv';
const fileOf = (lines: readonly string[]) => ['date,visitors,pageviews,visits', ...lines].join('\n');

describe.each(ENGINES)('on %s', (engine) => {
  const itOnce = it.runIf(ANY_ENGINE.includes(engine));
  const clock = new TestClock('2026-02-01T12:00:00Z');
  let app: TestService;
  let token: string;
  let restore: () => Promise<void>;

  beforeAll(async () => {
    app = await TestService.start(engine, { catalog: CATALOG, clock });
    token = await app.token([1, 2], { scopes: ['reports', 'ctas:write'] });
    // The second website keeps its events.
    await app.database.transaction((tx) =>
      tx.runScript('INSERT INTO website_settings (website_id, event_log) VALUES (2, 1)'),
    );
    restore = await restoreOf(app.database);
  });

  beforeEach(() => restore());

  afterAll(() => app.dispose());

  async function call(
    method: string,
    path: string,
    body?: string | Uint8Array,
    credential = token,
  ): Promise<JsonAnswer> {
    const headers = {
      authorization: `Bearer ${credential}`,
      ...(body !== undefined && { 'content-type': 'text/csv' }),
    };
    const request = { method, headers, ...(body !== undefined && { body: Buffer.from(body) }) };
    const response = await fetch(`${app.url}/api/v1/${path}`, request);
    return response.status === 204 ? { ...NOTHING, status: 204 } : jsonAnswerOf(response);
  }
  const send = (body: string | Uint8Array, query: Readonly<Record<string, string>> = {}, credential = token) => {
    const parameters = new URLSearchParams({ tool: 'plausible', file_name: FILE_NAME, website_id: '1', ...query });
    return call('POST', `history-imports?${parameters}`, body, credential);
  };
  const listed = async (websiteId = 1) =>
    (await call('GET', `history-imports?website_id=${websiteId}`)).body.history_imports as { id: number }[];
  const history = async (query: string, websiteId = 1) =>
    (await call('GET', `reports/website/history?website_id=${websiteId}&${query}`)).body as unknown as Shown;
  const JANUARY = 'timeframe=custom&range_start=2026-01-01&range_end=2026-01-31';

  test('a file is imported, listed, shown apart from other reports, and removed again', async () => {
    const added = await send(fileOf(LINES));
    const shown = { tool: 'plausible', file_name: FILE_NAME, first_day: '2026-01-03', last_day: '2026-01-06', days: 3 };
    expect(added).toMatchObject({ status: 201, body: { ...shown, conversion_event: null, skipped: [] } });
    expect(await listed()).toMatchObject([{ id: added.body.id, ...shown }]);
    expect(await listed(2)).toEqual([]);
    const week = await history(`${JANUARY}&group_by=week&previous_period=true&notes=true`);
    const totals = { imported_days: 3, counted_days: 0, visitors: 35, visits: 42, page_views: 105, conversions: null };
    expect(week.data).toMatchObject({
      ...{ visitors_added_per_day: true, tools: ['plausible'], first_day: '2026-01-03', last_day: '2026-01-06' },
      metrics: { ...totals, previous: { imported_days: 0, visitors: null }, changes: { visitors: null } },
    });
    const { points } = week.data.timeseries;
    expect(points.map(({ date, visitors }) => [date, visitors])).toEqual([
      ...[
        ['2025-12-29', 30],
        ['2026-01-05', 5],
        ['2026-01-12', null],
        ['2026-01-19', null],
        ['2026-01-26', null],
      ],
    ]);
    expect(week.notes?.map(({ code }) => code)).toContain('visitors_added_per_day');
    const report = (await call('GET', `reports/website?website_id=1&${JANUARY}&notes=true`)).body as unknown as Shown;
    expect(report.data.metrics.views).toBe(0);
    expect(report.notes).toEqual([
      {
        code: 'has_history',
        message:
          'Plausible counted 35 visitors, added up per day, on 3 days of this period or the one before. ' +
          'That imported history is not in these numbers: the traffic report has it.',
      },
    ]);
    expect((await call('DELETE', `history-imports/${added.body.id}?website_id=2`)).status).toBe(404);
    expect((await call('DELETE', `history-imports/${added.body.id}?website_id=1`)).status).toBe(204);
    expect((await history(JANUARY)).data.metrics).toMatchObject({ imported_days: 0, visitors: null });
    expect(await app.database.query('SELECT * FROM history_values')).toEqual([]);
    const entries = await new AuditLog(app.database).read(1, { limit: 2 });
    expect(entries.map(({ description }) => description)).toEqual([
      `removed imported history: ${added.body.id} (plausible, 2026-01-03 to 2026-01-06)`,
      `imported history: ${added.body.id} (plausible, 2026-01-03 to 2026-01-06)`,
    ]);
  });

  test('the same file again changes nothing, and days of another import are refused as a whole', async () => {
    const first = await send(fileOf(LINES));
    const [again, atOnce] = await Promise.all([
      send(fileOf(LINES)),
      send(fileOf(LINES), { file_name: 'visitors.csv' }),
    ]);
    expect([again.status, atOnce.status]).toEqual([200, 200]);
    expect(again.body.id).toBe(first.body.id);
    const other = await send(fileOf(['2026-01-02,1,1,1', ...LINES.slice(1)]));
    expect(other).toMatchObject({ status: 409, body: { code: 'days_imported' } });
    expect(other.body.detail).toContain('2026-01-04, 2026-01-06');
    expect((await history(JANUARY)).data.metrics.visitors).toBe(35);
    expect(await listed()).toHaveLength(1);
  });

  test('a file with a day that has events of ours is refused without loss, and its other days can be imported', async () => {
    await app.ingestion.count(
      { type: 'view', website_id: 1, visitor: 'v', at: '2026-01-04T10:00:00Z' },
      { type: 'view', website_id: 2, visitor: 'v', at: '2026-01-03T10:00:00Z' },
    );
    const refused = await send(fileOf(LINES));
    expect(refused).toMatchObject({ status: 409, body: { code: 'days_counted', param: 'last_day' } });
    expect(refused.body.detail).toBe(
      'The website has events of its own on days of this file: 2026-01-04. Nothing was imported. Import only the days up to 2026-01-03.',
    );
    expect(await listed()).toEqual([]);
    expect(await send(fileOf(LINES), { last_day: '2026-01-03' })).toMatchObject({ status: 201, body: { days: 1 } });
    const report = (await call('GET', `reports/website?website_id=1&${JANUARY}`)).body as unknown as Shown;
    expect(report.data.metrics.views).toBe(1);
  });

  test('days that are imported go with the day or the website that is forgotten', async () => {
    await send(fileOf(LINES));
    await forgetDay(app.database, 1, Date.parse('2026-01-04') / 86_400_000);
    await app.database.transaction((tx) => tx.runScript('UPDATE catalog_state SET version = version + 1;'));
    expect((await history(JANUARY)).data.metrics.visitors).toBe(15);
    await forgetWebsite(app.database, 1, clock.now());
    for (const table of ['history_imports', 'history_days', 'history_values']) {
      expect(await app.database.query(`SELECT * FROM ${table}`)).toEqual([]);
    }
  });

  itOnce('whoever may read reports sees history, and needs another scope and website to change it', async () => {
    const reader = await app.token([1], { scopes: ['reports'] });
    expect((await call('GET', 'history-imports?website_id=1', undefined, reader)).status).toBe(200);
    expect((await send(fileOf(LINES), {}, reader)).status).toBe(403);
    expect((await send(fileOf(LINES), { website_id: '3' })).status).toBe(404);
    expect((await send(fileOf(LINES), {}, 'no token')).status).toBe(401);
    expect((await call('DELETE', 'history-imports/1?website_id=1', undefined, reader)).status).toBe(403);
    expect((await call('DELETE', 'history-imports/x?website_id=1')).status).toBe(404);
    expect((await call('GET', 'reports/website/history?website_id=3')).status).toBe(404);
  });

  itOnce('what is wrong with a request or a file is named, and nothing is stored', async () => {
    const refused: [answer: JsonAnswer, status: number, code: string][] = [
      [await send(fileOf(LINES), { tool: 'matomo' }), 422, 'invalid_tool'],
      [await send(fileOf(LINES), { file_name: '' }), 422, 'invalid_file_name'],
      [await send(fileOf(LINES), { last_day: '2026-02-31' }), 422, 'invalid_last_day'],
      [await send(fileOf(LINES), { conversion_event: 'Signup' }), 422, 'invalid_file'],
      [await send(''), 422, 'invalid_file'],
      [await send(fileOf(['2026-01-03,x,1,1'])), 422, 'invalid_file'],
    ];
    for (const [answer, status, code] of refused) expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(refused.at(-1)![0].body.detail).toBe(
      `${FILE_NAME}, line 2, column "visitors": must be a whole number, not "x". Nothing was imported.`,
    );
    expect(await listed()).toEqual([]);
  });

  test('an import that is cut off before its end has stored nothing', async () => {
    const cutOff: Database = {
      ...app.database,
      query: (sql, params) => app.database.query(sql, params),
      transaction: (work) =>
        app.database.transaction(async (tx) => {
          await work(tx);
          throw new Error('cut off');
        }),
    };
    const sent = {
      tool: 'plausible',
      fileName: FILE_NAME,
      bytes: new Blob([fileOf(LINES)]),
      limits: UPLOAD_LIMITS,
    } as const;
    await expect(new HistoryImports(cutOff, clock.now).add(1, sent, COMMAND_LINE)).rejects.toThrow('cut off');
    for (const table of ['history_imports', 'history_days', 'history_values']) {
      expect(await app.database.query(`SELECT * FROM ${table}`)).toEqual([]);
    }
    expect((await send(fileOf(LINES))).status).toBe(201);
  });

  itOnce('a website has a limited number of imports', async () => {
    await app.database.transaction((tx) =>
      tx.insertMany({
        into: 'history_imports',
        columns: [
          'website_id',
          'id',
          'tool',
          'file_name',
          'digest',
          'first_day',
          'last_day',
          'day_count',
          'created_at',
        ],
        rows: Array.from({ length: 200 }, (_, number) => [
          1,
          number + 100,
          'ga4',
          'x',
          `${number}`,
          1,
          1,
          1,
          '2026-01-01T00:00:00Z',
        ]),
      }),
    );
    expect(await send(fileOf(LINES))).toMatchObject({ status: 422, body: { code: 'too_many_imports' } });
  });

  test('archives of Plausible and of Umami about the same visits have the same numbers in reports', async () => {
    const all = fc.sample(visits, { numRuns: 1, seed: 11 })[0]!.map((visit) => ({ ...visit, events: ['Signup'] }));
    const query = { conversion_event: 'Signup', file_name: 'export.zip' };
    expect((await send(plausibleExport(all), query)).status).toBe(201);
    expect((await send(umamiExport(all), { ...query, tool: 'umami', website_id: '2' })).status).toBe(201);
    const days = 'timeframe=all_time&group_by=month&by=event';
    const [one, other] = [await history(days), await history(days, 2)];
    expect(one.data.metrics.conversions).toBe(all.length);
    expect(other.data).toEqual({ ...one.data, tools: ['umami'] });
  });

  test('days since then come from page views of the website’s own events', async () => {
    const page = (visitor: string, day: string, path: string) => {
      return { type: 'page_view', website_id: 2, visitor, at: `2026-01-${day}T10:00:00Z`, page: path } as const;
    };
    await app.ingestion.count(
      page('a', '20', '/'),
      page('a', '20', '/b'),
      page('b', '20', '/'),
      page('a', '21', '/'),
      page('a', '22', '/'),
    );
    expect(await send(fileOf(['2026-01-20,1,1,1']), { website_id: '2' })).toMatchObject({ status: 409 });
    expect(await send(fileOf(LINES), { website_id: '2' })).toMatchObject({ status: 201 });
    // An imported day keeps its numbers if events of it come late.
    await app.ingestion.count(page('late', '06', '/'));
    const range = 'timeframe=custom&range_start=2026-01-17&range_end=2026-01-31&previous_period=true&by=page';
    expect((await history(range, 2)).data).toMatchObject({
      sampled: false,
      metrics: {
        ...{ imported_days: 0, counted_days: 3, visitors: 4, visits: null, page_views: 5 },
        previous: { imported_days: 3, counted_days: 0, visitors: 35, page_views: 105 },
        changes: { visitors: -88.57, page_views: -95.24 },
      },
      breakdown: {
        values: [
          { value: '/', visitors: 4, page_views: 4 },
          { value: '/b', visitors: 1, page_views: 1 },
        ],
      },
    });
    const { metrics, breakdown } = (await history(`${JANUARY}&by=page`, 2)).data;
    expect(metrics).toMatchObject({ visitors: 39, page_views: 110 });
    expect(breakdown).toMatchObject({ values: [{ page_views: 4 }, { page_views: 1 }] });
  });
});
