// Lists and reports as CSV files over REST: the rows are those of the JSON, page after page, for whoever may read the JSON.
import { BYTE_ORDER_MARK } from '@funnel/report-files/csv.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readCsv } from '../../../../../dashboard/src/csv/read-csv.ts';
import { SCOPES } from '../../../../../src/core/contract/access/principal.ts';
import { ENGLISH } from '../../../../../src/core/foundation/text/translators.ts';
import { ContactStore } from '../../../../../src/core/manage/contacts/contact-store.ts';
import { readChanges } from '../../../../../src/core/manage/contacts/read-changes.ts';
import { csvAnswer, type Page } from '../../../../../src/core/server/surfaces/rest/csv-answer.ts';
import { eventWith, orderWith, selectionWith } from '../../../../support/events.ts';
import { fillContacts } from '../../../../support/fill-contacts.ts';
import { queryWith } from '../../../../support/needed-parameters.ts';
import { OPERATIONS } from '../../../../support/operations.ts';
import { SAMPLE_CATALOG } from '../../../../support/sample-catalog.ts';
import { type HttpAnswer, TestService } from '../../../../support/test-service.ts';
import { writeSnapshot } from '../../../../support/write-snapshot.ts';

const READS = OPERATIONS.filter(({ method }) => method === 'GET');
const OF_TOKENS = READS.filter(({ credential = 'token' }) => credential === 'token');
const IDS: Readonly<Record<string, number>> = {
  campaigns: 10,
  variants: 100,
  steps: 1000,
  elements: 10000,
  contacts: 1,
};
/** What the tables of an answer need. */
const ASKED: Readonly<Record<string, string>> = {
  series: 'group_by=day',
  hours_of_week: 'group_by=hour&timeframe=last_7_days',
  breakdown: 'break_down_by=device',
  'get_attribution values': 'by=channel',
  'get_history breakdown': 'by=channel',
  'get_retention buyers': 'first=order&then=order',
};

let service: TestService;
let token: string;

beforeAll(async () => {
  const catalog = structuredClone(SAMPLE_CATALOG);
  Object.assign(catalog.accounts[0]!.websites[0]!, { event_log: true });
  service = await TestService.start('sqlite', {
    catalog,
    events: [
      ...['v-1', 'v-2', 'v-3'].map((visitor) => eventWith({ step_id: 1000, device: 'mobile', visitor })),
      eventWith({ type: 'conversion', step_id: 1000, device: 'mobile', visitor: 'v-2' }),
      // The week before, on one day.
      ...['v-1', 'v-4'].map((visitor) => eventWith({ step_id: 1000, visitor, at: '2025-03-04T09:30:00Z' })),
      selectionWith({ field: 'size', value: 'M' }),
      selectionWith({ product: 'mug' }),
      orderWith({ visitor: 'v-1', element_id: 10001, order_id: 'o-1', products: [{ value: '=1+1', revenue: 10 }] }),
    ],
  });
  await writeSnapshot(service, 1, '2025-03-03');
  await new ContactStore(service.database, service.clock.now).upsert(1, readChanges({ email: 'ada@example.com' }));
  token = await service.token([1], { scopes: SCOPES });
});
afterAll(() => service?.dispose());

async function get(path: string, query: string, headers: Readonly<Record<string, string>> = {}): Promise<HttpAnswer> {
  return service.request(`${path}?${query}`, { headers: { authorization: `Bearer ${token}`, ...headers } });
}

const urlOf = (path: string) => path.replace(/(\w+)\/\{id\}/, (_, kind: string) => `${kind}/${IDS[kind]}`);
const inCsv = ({ text }: HttpAnswer) => readCsv(text).map(({ fields }) => fields);

describe('the list of operations', () => {
  test('has the tables of every answer with rows', () => {
    const without = READS.filter(({ csv, output }) => !csv && hasRows(output));
    expect(without.map(({ name }) => name)).toEqual([]);
  });

  test('has no parameter of its own that chooses the format or the table', () => {
    const names = OPERATIONS.flatMap(({ input }) => Object.keys(input.shape));
    expect(names.filter((name) => name === 'format' || name === 'table')).toEqual([]);
  });
});

/** A list of objects that is not within another list. Notes are about the answer. */
function hasRows(type: z.ZodType): boolean {
  if (type instanceof z.ZodArray) return unwrapped(type.element as z.ZodType) instanceof z.ZodObject;
  const inner = unwrapped(type);
  if (inner !== type) return hasRows(inner);
  if (!(type instanceof z.ZodObject)) return false;
  return Object.entries(type.shape).some(([name, field]) => name !== 'notes' && hasRows(field as z.ZodType));
}

function unwrapped(type: z.ZodType): z.ZodType {
  const { innerType } = type.def as { readonly innerType?: z.ZodType };
  return innerType ? unwrapped(innerType) : type;
}

const TABLES = OF_TOKENS.flatMap(({ name, path, csv = {} }) =>
  Object.entries(csv).map(([table, rows]) => ({ name, path, table, rows })),
);

describe('the rows of a file', () => {
  test.each(TABLES)('are those of the JSON: $name, $table', async ({ name, path, table, rows }) => {
    const query = `${queryWith(name, {})}&${ASKED[`${name} ${table}`] ?? ASKED[table] ?? ''}`;
    const { body, status } = await get(urlOf(path), query);
    expect(status).toBe(200);
    const file = await get(urlOf(path), `${query}&format=csv&table=${table}`);
    expect(file.text).toMatch(/^[^\r]+\r\n/);
    const [head, ...lines] = inCsv(file);
    if (typeof rows === 'string') {
      const listed = [valueAt(body, rows)].flat() as Row[];
      expect(lines).toEqual(listed.map((row) => head!.map((column) => cellOf(valueAt(row, column)))));
    } else {
      const cells = new Set(
        lines
          .flat()
          .filter((cell) => cell !== '')
          .map(Number),
      );
      const numbers = numbersIn(valueAt(body, WORDED[`${name} ${table}`] ?? WORDED[table]!));
      expect(numbers.filter((number) => !cells.has(number))).toEqual([]);
      expect(numbers.length).toBeGreaterThan(0);
    }
  });
});

/** Where the numbers of a table with words of its own come from. */
const WORDED: Readonly<Record<string, string>> = {
  breakdown: 'data.breakdown.values',
  series: 'data.timeseries.points',
  // Added up by day of the week and hour: in the sample, each has one kind of counts.
  hours_of_week: 'data.metrics.views',
  metrics: 'data.metrics',
  campaigns: 'data.campaigns',
  variants: 'data.variants',
  products: 'data.products',
  answers: 'data.fields',
  cohorts: 'data.cohorts',
  buyers: 'data.buyers',
  websites: 'data.websites',
  elements: 'data.elements',
  'list_experiments variants': 'data.experiments',
  'get_variant_report steps': 'data.funnel_steps',
  'get_funnel steps': 'data.steps',
  'get_attribution values': 'data.rows',
  'get_paths paths': 'data.visitors',
  'list_contacts contacts': '',
  'export_contacts contacts': 'contacts',
  'search_contacts contacts': 'contacts',
};

type Row = Readonly<Record<string, unknown>>;

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

function valueAt(row: unknown, path: string): unknown {
  return path === ''
    ? row
    : path.split('.').reduce<unknown>((value, name) => (value as Row | null | undefined)?.[name], row);
}

/** As it is written in a file, and read from it. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value).replace(/^=/, "'=");
  return Object.keys(value).length === 0 ? '' : JSON.stringify(value);
}

describe('a file', () => {
  test('is named after the website, the table and the days, and begins with a byte order mark', async () => {
    const { headers, status } = await get('/api/v1/reports/campaigns', 'format=csv');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="acme.example-campaigns-2025-02-09-to-2025-03-10.csv"',
    );
    const bytes = await fetch(`${service.url}/api/v1/reports/campaigns?format=csv`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(Buffer.from(await bytes.arrayBuffer()).toString()).toMatch(new RegExp(`^${BYTE_ORDER_MARK}`));
  });

  test('has the words of the page, in the language of the reader', async () => {
    const head = async (headers: Readonly<Record<string, string>>) =>
      inCsv(await get('/api/v1/reports/campaigns', 'format=csv&filter=device:mobile', headers))[0]!;
    expect((await head({})).slice(0, 6)).toEqual(['Campaign', 'ID', 'Type', 'Status', 'Visitors', 'Conversions']);
    const german = await head({ 'accept-language': 'de-AT,en;q=0.5' });
    expect([german[4], german.at(-1)]).toEqual(['Besucher', 'Filter']);
  });

  test('names steps and elements, although the JSON does so only with notes', async () => {
    const init = { method: 'PATCH', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } };
    await service.request('/api/v1/catalog/steps/1000', { ...init, body: '{"name":"Offer"}' });
    const [head, first] = inCsv(await get('/api/v1/reports/variants/100', 'format=csv'));
    expect([head![1], first![1]]).toEqual(['Name of the step', 'Offer']);
  });

  test('runs no formula that a visitor has chosen', async () => {
    const { text } = await get('/api/v1/reports/website/products', 'format=csv');
    expect(text).toContain("\r\n'=1+1,");
  });

  test('is kept apart from the JSON, and from other tables, in every cache', async () => {
    const json = await get('/api/v1/reports/website', 'group_by=day');
    const series = await get('/api/v1/reports/website', 'group_by=day', { accept: 'text/csv' });
    const metrics = await get('/api/v1/reports/website', 'group_by=day&table=metrics', { accept: 'text/csv' });
    expect(json.headers.get('vary')).toMatch(/^authorization, accept(,|$)/);
    expect(series.headers.get('vary')).toBe('authorization, accept, accept-language, accept-encoding');
    expect(series.headers.get('cache-control')).toBe('private, no-cache');
    const etags = [json, series, metrics].map(({ headers }) => headers.get('etag')!);
    expect(new Set(etags).size).toBe(3);
    const statusWith = async (etag: string) =>
      (await get('/api/v1/reports/website', 'group_by=day', { accept: 'text/csv', 'if-none-match': etag })).status;
    expect(await Promise.all(etags.map(statusWith))).toEqual([200, 304, 200]);
  });

  test('of personal data is kept nowhere', async () => {
    const { headers } = await get('/api/v1/contacts', 'format=csv');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('vary')).toMatch(/^accept, accept-language/);
    expect(headers.get('etag')).toBeNull();
  });
});

/** The rows of a file, by the heads of its columns. */
async function rowsOf(path: string, query: string): Promise<Record<string, string>[]> {
  const answer = await get(path, `${query}&format=csv`);
  expect(answer.status, answer.text).toBe(200);
  const [head, ...lines] = inCsv(answer);
  return lines.map((line) => Object.fromEntries(head!.map((name, index) => [name, line[index]!])));
}

describe('a file that is compared', () => {
  const DAYS = 'timeframe=custom&range_start=2025-03-09&range_end=2025-03-10';
  const BEFORE = 'compare_start=2025-03-03&compare_end=2025-03-04';

  test.each([
    ['/api/v1/reports/website', 'table=metrics'],
    ['/api/v1/reports/campaigns', 'per_page=1&sort=created_at'],
    ['/api/v1/reports/variants/100', ''],
    ['/api/v1/reports/steps/1000', ''],
  ])('has the changes that the numbers of both periods have: %s', async (path, query) => {
    const number = (row: Record<string, string> | undefined) => Number(row!.Visitors);
    const [now, before, compared] = await Promise.all([
      rowsOf(path, `${DAYS}&${query}`),
      rowsOf(path, `timeframe=custom&range_start=2025-03-03&range_end=2025-03-04&${query}`),
      rowsOf(path, `${DAYS}&${BEFORE}&${query}`),
    ]);
    const earlier = (row: Record<string, string>) => before.find(({ ID }) => ID === row.ID);
    expect(compared.map((row) => [row.ID, row.Visitors])).toEqual(now.map((row) => [row.ID, row.Visitors]));
    for (const row of compared) {
      const change = ((number(row) - number(earlier(row))) / number(earlier(row))) * 100;
      expect(row['Visitors: change in %']).toBe(Number.isFinite(change) ? change.toFixed(2) : '');
      expect(row['Compared with: first day']).toBe('2025-03-03');
      expect(row['Last day that is compared']).toBe('2025-03-10');
    }
  });

  test('leaves a day out of the changes, or counts a part of the last day before', async () => {
    const path = '/api/v1/reports/website';
    const [through] = await rowsOf(path, `table=metrics&${DAYS}&${BEFORE}&compare_through=2025-03-09`);
    expect([through!.Visitors, through!['Visitors: change in %']]).toEqual(['3', '-100.00']);
    expect(through!['Last day that is compared']).toBe('2025-03-09');
    const [until] = await rowsOf(path, `table=metrics&${DAYS}&${BEFORE}&compare_until=09:00`);
    expect([until!['Visitors: change in %'], until!['Compared with: until']]).toEqual(['', '09:00']);
  });

  test('has the points before beside those of a series, and says which days a point does not have', async () => {
    const days = await rowsOf('/api/v1/reports/website', `table=series&group_by=day&${DAYS}&${BEFORE}`);
    expect(
      days.map((row) => [row.Date, row.Visitors, row['Compared with: Date'], row['Compared with: Visitors']]),
    ).toEqual([
      ['2025-03-09', '0', '2025-03-03', '0'],
      ['2025-03-10', '3', '2025-03-04', '2'],
    ]);
    const [week] = await rowsOf('/api/v1/reports/website', 'table=series&group_by=week&timeframe=this_week');
    expect(week!['Days if partial']).toBe('1');
    const year = 'timeframe=custom&range_start=2024-01-01&range_end=2025-06-30';
    const months = await rowsOf('/api/v1/reports/website', `table=series&group_by=month&${year}`);
    expect([months[0]!.Date, months.at(-1)!.Date]).toEqual(['2024-01-01', '2025-03-01']);
  });

  test('has the hours that have begun, beside the same hours of a day before', async () => {
    const days = 'timeframe=today&compare_start=2025-03-04&compare_end=2025-03-04';
    const hours = await rowsOf('/api/v1/reports/website', `table=series&group_by=hour&${days}`);
    const now = service.clock.now().getUTCHours();
    expect(hours).toHaveLength(now + 1);
    expect(hours.find(({ Hour }) => Hour!.includes('T09'))?.['Compared with: Visitors']).toBe('2');
  });

  test('of a funnel has changes, and names steps as the catalog does', async () => {
    const steps = 'step=view;step:1000&step=order';
    const [first] = await rowsOf('/api/v1/reports/funnel', `${steps}&${DAYS}&${BEFORE}`);
    expect(first!.Step).toMatch(/^View · .+ › .+ › .+/);
    expect(first!['Step in the API']).toBe('view;step:1000');
    expect(first!['Visitors: change in %']).toBe('50.00');
  });

  test.each([
    ['format=csv&compare_start=2025-03-03', 'compare_end'],
    ['format=csv&compare_start=2025-03-05&compare_end=2025-03-04', 'compare_start'],
    [`format=csv&${BEFORE}&compare_until=25:00`, 'compare_until'],
    [`format=csv&${BEFORE}&compare_through=yesterday`, 'compare_through'],
    [BEFORE, 'compare_start'],
  ])('is refused with %s', async (query, param) => {
    const { status, body } = await get('/api/v1/reports/website', query);
    expect([status, body]).toEqual([422, expect.objectContaining({ code: 'invalid_compare', param })]);
  });
});

test('a HEAD request has the headers of the file, and gzip its bytes', async () => {
  const url = `${service.url}/api/v1/reports/campaigns?format=csv`;
  const headers = { authorization: `Bearer ${token}` };
  const head = await fetch(url, { method: 'HEAD', headers });
  expect([head.status, head.headers.get('content-disposition'), await head.text()]).toEqual([
    ...[200, expect.stringContaining('acme.example-campaigns-'), ''],
  ]);
  const packed = await fetch(url, { headers: { ...headers, 'accept-encoding': 'gzip' } });
  const plain = await fetch(url, { headers: { ...headers, 'accept-encoding': 'identity' } });
  expect([packed.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual(['gzip', null]);
  expect(await packed.text()).toBe(await plain.text());
});

describe('a list with pages', () => {
  const COUNT = 230;
  beforeAll(() => fillContacts(service.database, 2, COUNT));

  test.each([
    ['/api/v1/contacts', 'website_id=2'],
    ['/api/v1/contacts/export', 'website_id=2'],
    ['/api/v1/contacts/search', 'website_id=2&query=person'],
  ])('has all of them: %s', async (path, query) => {
    const both = await service.token([2], { scopes: SCOPES });
    const [head, ...lines] = inCsv(await get(path, `${query}&format=csv`, { authorization: `Bearer ${both}` }));
    const emails = lines.map((line) => line[head!.indexOf('email')]);
    expect(new Set(emails).size).toBe(COUNT);
    expect(lines).toHaveLength(COUNT);
  });

  test('has one page if one is asked for, with links to the others', async () => {
    const authorization = `Bearer ${await service.token([2], { scopes: SCOPES })}`;
    const answer = await get('/api/v1/contacts', 'page=2&format=csv', { authorization });
    expect(inCsv(answer)).toHaveLength(1 + 25);
    expect(answer.headers.get('link')).toContain('/api/v1/contacts?format=csv&page=3>; rel="next"');
    expect(answer.headers.get('x-total-count')).toBe(String(COUNT));
  });

  test('counts each page as a request', async () => {
    const authorization = `Bearer ${await service.token([2], { scopes: SCOPES })}`;
    const left = async () =>
      Number((await get('/api/v1/contacts', '', { authorization })).headers.get('ratelimit-remaining'));
    const before = await left();
    await get('/api/v1/contacts/export', 'format=csv', { authorization });
    expect(before - (await left())).toBe(1 + Math.ceil(COUNT / 100));
  });

  test('goes on no longer than its reader may read, and than a spreadsheet can open it', async () => {
    const page = (rows: number, next: Page['next']): Page => ({ answer: Array(rows).fill({ id: 1 }), query: {}, next });
    const operation = { csv: { rows: '' }, output: z.array(z.object({ id: z.int() })) };
    const linesOf = async (first: Page) => {
      let lines = 0;
      for await (const text of csvAnswer(operation, first, { name: undefined, t: ENGLISH, nowMs: 0, rowsMax: 1_000 })
        .text) {
        lines += text.split('\r\n').length - 1;
      }
      return lines;
    };
    const refused = new Error('The token was revoked.');
    await expect(linesOf(page(1, () => Promise.reject(refused)))).rejects.toBe(refused);
    const endless = (): Page => page(600, async () => endless());
    expect(await linesOf(endless())).toBe(1 + 1_000);
  });
});

describe('refused is', () => {
  test('whoever may not read the JSON: no token, no scope, another tenant', async () => {
    const other = await service.token([2], { scopes: ['reports'] });
    const ask = (path: string, authorization: string) => get(path, 'format=csv&website_id=1', { authorization });
    const refused = await Promise.all([
      ask('/api/v1/contacts', ''),
      ask('/api/v1/contacts', `Bearer ${other}`),
      ask('/api/v1/reports/campaigns', `Bearer ${other}`),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([401, 403, 404]);
    for (const { headers } of refused) expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
  });

  test.each([
    ['/api/v1/websites', 'format=csv', {}, 406, 'no_csv'],
    ['/api/v1/websites', '', { accept: 'text/csv' }, 406, 'no_csv'],
    ['/api/v1/reports/campaigns', 'format=xml', {}, 400, 'unknown_format'],
    ['/api/v1/reports/campaigns', 'format=csv&timeframe=never', {}, 422, 'invalid_timeframe'],
    ['/api/v1/reports/campaigns', 'format=csv&table=variants', {}, 422, 'invalid_table'],
    ['/api/v1/reports/website', 'format=csv&table=series', {}, 422, 'table_not_asked_for'],
  ])('%s?%s', async (path, query, headers, status, code) => {
    const answer = await get(path, query, headers);
    expect([answer.status, answer.body]).toEqual([status, expect.objectContaining({ status, code })]);
  });

  test('a change before it is made', async () => {
    const init = { method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } };
    const answer = await service.request('/api/v1/goals?format=csv', {
      ...init,
      body: '{"name":"x","metric":"orders","target":1}',
    });
    expect(answer.status).toBe(406);
    expect((await get('/api/v1/goals', '')).body).toEqual({ goals: [] });
  });
});
