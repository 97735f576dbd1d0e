// Importing history over REST: what is stored, shown, refused and removed, and by whom. The job runs when a test says so.
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { AuditLog } from '../../../src/core/contract/access/audit-log.ts';
import { COMMAND_LINE } from '../../../src/core/contract/access/principal.ts';
import type { Database } from '../../../src/core/foundation/database/database.ts';
import { forgetDay } from '../../../src/core/manage/erasure/forget-day.ts';
import { forgetWebsite } from '../../../src/core/manage/erasure/forget-website.ts';
import { UPLOAD_LIMITS } from '../../../src/extensions/history/files/read-history-file.ts';
import { HistoryImports } from '../../../src/extensions/history/history-imports.ts';
import { importWaiting } from '../../../src/extensions/history/import-job.ts';
import { DirectHistoryImporter } from '../../../src/extensions/history/importer.ts';
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

const TABLES = ['history_imports', 'history_days', 'history_values'];
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
  /** Sends a file, and runs the job. Returns what became of it, or the problem. */
  const add = async (body: string | Uint8Array, query: Readonly<Record<string, string>> = {}, credential = token) => {
    const sent = await send(body, query, credential);
    if (sent.status === 202) await importAll();
    if (sent.status >= 300) return sent.body;
    return (await call('GET', `history-imports/${sent.body.id}?website_id=${query.website_id ?? 1}`)).body;
  };
  const importAll = () => {
    const importer = new DirectHistoryImporter({ database: app.database, clock: clock.now, processorMs: () => 0 });
    return importWaiting({ database: app.database, importer, clock: clock.now, logger: pino({ level: 'silent' }) });
  };
  const refusedWith = (problem: object) => ({ state: 'failed', problem });
  const listed = async (websiteId = 1) =>
    (await call('GET', `history-imports?website_id=${websiteId}`)).body.history_imports as { id: number }[];
  const history = async (query: string, websiteId = 1) =>
    (await call('GET', `reports/website/history?website_id=${websiteId}&${query}`)).body as unknown as Shown;
  const JANUARY = 'timeframe=custom&range_start=2026-01-01&range_end=2026-01-31';

  test('a file is imported, listed, shown apart from other reports, and removed again', async () => {
    const stored = await send(fileOf(LINES));
    expect(stored).toMatchObject({ status: 202, body: { id: expect.any(Number), state: 'waiting' } });
    expect(Object.keys(stored.body)).toEqual(['id', 'state']);
    const path = `history-imports/${stored.body.id}?website_id=1`;
    const unknown = { first_day: null, last_day: null, days: null, skipped: null, problem: null };
    const waits = { id: stored.body.id, state: 'waiting', progress: 0, file_name: FILE_NAME, ...unknown };
    expect((await call('GET', path)).body).toMatchObject(waits);
    expect((await call('GET', path.replace(/1$/, '2'))).status).toBe(404);
    const unfinished = async (websiteId: number) =>
      (await call('GET', `history-imports?unfinished=true&website_id=${websiteId}`)).body.unfinished;
    expect(await unfinished(1)).toMatchObject([waits]);
    expect(await unfinished(2)).toEqual([]);
    expect(await listed()).toEqual([]);
    await importAll();
    expect(await unfinished(1)).toEqual([]);
    const { body: added } = await call('GET', path);
    const shown = { tool: 'plausible', file_name: FILE_NAME, first_day: '2026-01-03', last_day: '2026-01-06', days: 3 };
    const done = { state: 'done', progress: 100, skipped: [], problem: null };
    expect(added).toMatchObject({ id: stored.body.id, ...shown, conversion_event: null, ...done });
    expect(await listed()).toMatchObject([{ id: added.id, ...shown }]);
    expect(await app.database.query('SELECT * FROM history_upload_pieces')).toEqual([]);
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
    expect((await call('DELETE', `history-imports/${added.id}?website_id=2`)).status).toBe(404);
    expect((await call('DELETE', `history-imports/${added.id}?website_id=1`)).status).toBe(204);
    expect((await history(JANUARY)).data.metrics).toMatchObject({ imported_days: 0, visitors: null });
    expect(await app.database.query('SELECT * FROM history_values')).toEqual([]);
    const entries = await new AuditLog(app.database).read(1, { limit: 2 });
    expect(entries.map(({ description }) => description)).toEqual([
      `removed imported history: ${added.id} (plausible, 2026-01-03 to 2026-01-06)`,
      `imported history: ${added.id} (plausible, 2026-01-03 to 2026-01-06)`,
    ]);
  });

  test('the same file again changes nothing, and days of another import are refused as a whole', async () => {
    const first = await add(fileOf(LINES));
    const [again, atOnce] = await Promise.all([
      send(fileOf(LINES)),
      send(fileOf(LINES), { file_name: 'visitors.csv' }),
    ]);
    expect([again.status, atOnce.status]).toEqual([200, 200]);
    expect([again.body, atOnce.body]).toEqual(Array(2).fill({ id: first.id, state: 'done' }));
    const other = await add(fileOf(['2026-01-02,1,1,1', ...LINES.slice(1)]));
    const detail = expect.stringContaining('2026-01-04, 2026-01-06');
    expect(other).toMatchObject(refusedWith({ status: 409, code: 'days_imported', detail }));
    expect((await history(JANUARY)).data.metrics.visitors).toBe(35);
    expect(await listed()).toHaveLength(1);
  });

  test('a file with a day that has events of ours is refused without loss, and its other days can be imported', async () => {
    await app.ingestion.count(
      { type: 'view', website_id: 1, visitor: 'v', at: '2026-01-04T10:00:00Z' },
      { type: 'view', website_id: 2, visitor: 'v', at: '2026-01-03T10:00:00Z' },
    );
    const refused = await add(fileOf(LINES));
    const detail =
      'The website has events of its own on days of this file: 2026-01-04. Nothing was imported. Import only the days up to 2026-01-03.';
    expect(refused).toMatchObject(refusedWith({ status: 409, code: 'days_counted', param: 'last_day', detail }));
    expect(await listed()).toEqual([]);
    expect(await add(fileOf(LINES), { last_day: '2026-01-03' })).toMatchObject({ state: 'done', days: 1 });
    const report = (await call('GET', `reports/website?website_id=1&${JANUARY}`)).body as unknown as Shown;
    expect(report.data.metrics.views).toBe(1);
  });

  test('days that are imported go with the day or the website that is forgotten', async () => {
    await add(fileOf(LINES));
    await send(fileOf(['2025-01-03,1,1,1']));
    await forgetDay(app.database, 1, Date.parse('2026-01-04') / 86_400_000);
    await app.database.transaction((tx) => tx.runScript('UPDATE catalog_state SET version = version + 1;'));
    expect((await history(JANUARY)).data.metrics.visitors).toBe(15);
    await forgetWebsite(app.database, 1, clock.now());
    for (const table of [...TABLES, 'history_uploads', 'history_upload_pieces']) {
      expect(await app.database.query(`SELECT * FROM ${table}`)).toEqual([]);
    }
  });

  test('a file that waits, or was not imported, can be deleted', async () => {
    const waiting = (await send(fileOf(LINES))).body;
    const path = (websiteId: number) => `history-imports/${waiting.id}?website_id=${websiteId}`;
    expect((await call('DELETE', path(2))).status).toBe(404);
    expect((await call('DELETE', path(1))).status).toBe(204);
    await importAll();
    expect((await call('GET', path(1))).status).toBe(404);
    const failed = await add(fileOf(['2026-01-03,x,1,1']));
    expect(failed.state).toBe('failed');
    expect((await call('DELETE', `history-imports/${failed.id}?website_id=1`)).status).toBe(204);
    for (const table of [...TABLES, 'history_uploads', 'history_upload_pieces']) {
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
    for (const [answer, code] of [
      [await send(fileOf(LINES), { tool: 'matomo' }), 'invalid_tool'],
      [await send(fileOf(LINES), { file_name: '' }), 'invalid_file_name'],
      [await send(fileOf(LINES), { last_day: '2026-02-31' }), 'invalid_last_day'],
      [await send(''), 'invalid_file'],
    ] as const) {
      expect([answer.status, answer.body.code]).toEqual([422, code]);
    }
    expect(await app.database.query('SELECT * FROM history_uploads')).toEqual([]);
    const invalid = { status: 422, code: 'invalid_file' };
    expect(await add(fileOf(LINES), { conversion_event: 'Signup' })).toMatchObject(refusedWith(invalid));
    const largest = `2026-01-03,${Number.MAX_SAFE_INTEGER},1,1`;
    expect(await add(fileOf([largest, largest]))).toMatchObject(refusedWith(invalid));
    const detail = `${FILE_NAME}, line 2, column "visitors": must be a whole number, not "x". Nothing was imported.`;
    expect(await add(fileOf(['2026-01-03,x,1,1']))).toMatchObject(refusedWith({ ...invalid, detail }));
    expect(await app.database.query('SELECT * FROM history_upload_pieces')).toEqual([]);
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
    for (const table of TABLES) {
      expect(await app.database.query(`SELECT * FROM ${table}`)).toEqual([]);
    }
    expect((await add(fileOf(LINES))).state).toBe('done');
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
    expect((await add(plausibleExport(all), query)).state).toBe('done');
    expect((await add(umamiExport(all), { ...query, tool: 'umami', website_id: '2' })).state).toBe('done');
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
    const ofWebsite = { website_id: '2' };
    expect(await add(fileOf(['2026-01-20,1,1,1']), ofWebsite)).toMatchObject(refusedWith({ status: 409 }));
    expect(await add(fileOf(LINES), ofWebsite)).toMatchObject({ state: 'done' });
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
