// Invalid values of every parameter of every report: status, code and the parameter at fault.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { websiteReport } from '../../../../../src/core/answers/reports/subjects/website.ts';
import type { ReadOperation } from '../../../../../src/core/contract/operations/define-operation.ts';
import { leastParameters, startCountedShop } from '../../../../support/counted-shop.ts';
import { ANY_ENGINE } from '../../../../support/databases.ts';
import { TOOL_OPERATIONS } from '../../../../support/operations.ts';
import { type Parameters, pathOf, type TestService } from '../../../../support/test-service.ts';

const NO_POSITIVE_INTEGERS = [
  '0',
  '-1',
  '-0',
  '1.5',
  '1e3',
  '0x10',
  '+',
  'x',
  '',
  '１',
  '9007199254740992',
  '9'.repeat(400),
];
const NO_DATES = [
  '',
  'x',
  '2024-02-30',
  '2023-02-29',
  '2024-13-01',
  '2024-00-10',
  '2024-2-1',
  '20240201',
  '2024-02-01T00:00:00Z',
  ' 2024-02-01',
  '0000-12-31',
  '10000-01-01',
  '+02024-02-01',
];

const NO_TIMES = ['', 'x', '9:00', '24:30', '12:60', '12:00:00', ' 12:00', '-1:00', '12'];

interface Rule {
  readonly code: string;
  readonly refused: readonly string[];
  /** Other parameters that are needed for this one to matter. */
  readonly besides?: Parameters;
}

const RULES: Readonly<Record<string, Rule>> = {
  id: { code: 'invalid_id', refused: NO_POSITIVE_INTEGERS.filter((text) => text !== '' && text.length < 100) },
  website_id: { code: 'invalid_website_id', refused: NO_POSITIVE_INTEGERS },
  website_ids: { code: 'invalid_website_id', refused: [...NO_POSITIVE_INTEGERS, ',', '2,,2', '2;2', '[2]'] },
  timeframe: { code: 'invalid_timeframe', refused: ['', 'x', 'Today', 'last_31_days', 'today ', 'custom,today'] },
  range_start: {
    code: 'invalid_range',
    refused: [...NO_DATES, '2024-02-02'],
    besides: { timeframe: 'custom', range_end: '2024-02-01' },
  },
  range_end: {
    code: 'invalid_range',
    refused: NO_DATES,
    besides: { timeframe: 'custom', range_start: '2024-02-01' },
  },
  count_type: { code: 'invalid_count_type', refused: ['', 'x', 'unique', 'DISTINCT', 'distinct '] },
  previous_period: { code: 'invalid_previous_period', refused: ['', '2', '-1', 'yes', 'TRUE ', 'null'] },
  compare: { code: 'invalid_compare', refused: ['', 'x', 'Year', 'off', 'same_part '] },
  same_part: { code: 'invalid_same_part', refused: ['', '2', 'yes', 'TRUE ', 'null'] },
  notes: { code: 'invalid_notes', refused: ['', '2', 'yes', 'TRUE ', 'null'] },
  language: { code: 'invalid_language', refused: ['', 'x', 'xx', 'English', 'de,en'] },
  long_series: { code: 'invalid_long_series', refused: ['', '2', 'yes', 'TRUE ', 'null'] },
  precision: { code: 'invalid_precision', refused: ['', '2', 'yes', 'TRUE ', 'null'] },
  campaign_id: { code: 'invalid_campaign_id', refused: NO_POSITIVE_INTEGERS },
  group_by: { code: 'invalid_group_by', refused: ['', 'x', 'minute', 'Day', 'days'] },
  break_down_by: { code: 'invalid_break_down_by', refused: ['', 'x', 'Device', 'device ', 'device,page', 'element'] },
  filter: {
    code: 'invalid_filter',
    refused: [
      ...['device', 'weather:rain', '', ':', ':mobile', 'device:', 'device: ', 'Device:mobile', ' device:mobile'],
      // What a breakdown shows as (other) is not one value.
      'device:(other)',
      ...[`device:${'x'.repeat(101)}`, `page:/${'x'.repeat(200)}`],
    ],
  },
  since: { code: 'invalid_since', refused: NO_TIMES },
  until: { code: 'invalid_until', refused: NO_TIMES },
  page: { code: 'invalid_page', refused: NO_POSITIVE_INTEGERS },
  per_page: { code: 'invalid_per_page', refused: NO_POSITIVE_INTEGERS },
  limit: { code: 'invalid_limit', refused: NO_POSITIVE_INTEGERS },
  sort: { code: 'invalid_sort', refused: ['', 'x', 'name', 'id', 'VIEWS', '-views', 'views desc', 'orders'] },
  status: { code: 'invalid_status', refused: ['', 'x', 'LIVE', 'draft', 'live,archived'] },
  cta_type: { code: 'invalid_cta_type', refused: ['', 'x'.repeat(1_001), '\u0000', 'over\u0000lay'] },
};

const pairs = TOOL_OPERATIONS.flatMap((report) =>
  Object.keys(report.input.shape).map((param) => [report.name, param, report] as const),
);

/** The first report with a parameter gets all values. The others share its schema and get a sample. */
function refusedBy(report: ReadOperation, param: string): readonly string[] {
  const isFirst = report === TOOL_OPERATIONS.find(({ input }) => param in input.shape);
  return isFirst ? RULES[param]!.refused : RULES[param]!.refused.slice(0, 2);
}

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await startCountedShop(engine);
    token = await service.token([2]);
  });

  afterAll(() => service.dispose());

  const ask = (report: ReadOperation, parameters: Parameters) => service.ask(report, parameters, token);

  test.each(['/reports/campaigns/', '/reports/campaigns/?website_id=2'])(
    '%s has no id, and is not the list',
    async (path) => {
      const { status, body } = await service.get(path, token);
      expect([status, body]).toEqual([422, expect.objectContaining({ code: 'invalid_id', param: 'id' })]);
    },
  );

  test('a list without records of their own has a URL with and without a slash at its end', async () => {
    expect((await service.get('/reports/experiments/', token)).status).toBe(200);
  });

  test('every parameter has its rule', () => {
    expect([...new Set(pairs.map(([, param]) => param))].sort()).toEqual(Object.keys(RULES).sort());
  });

  test.each(pairs)('%s: %s', async (_, param, report) => {
    const { code, besides = {} } = RULES[param]!;
    const answers = refusedBy(report, param).map(async (value) => {
      const { status, headers, body } = await ask(report, { ...leastParameters(report), ...besides, [param]: value });
      const type = headers.get('content-type')?.split(';')[0];
      return { value, status, type, body };
    });
    for (const answer of await Promise.all(answers)) {
      expect(answer).toEqual({
        value: answer.value,
        status: 422,
        type: 'application/problem+json',
        body: {
          type: 'about:blank',
          title: 'Unprocessable Entity',
          status: 422,
          detail: expect.stringContaining(param),
          code,
          param,
        },
      });
    }
  });

  test.each(pairs.filter(([, param]) => param !== 'website_ids' && param !== 'id'))(
    '%s: %s given twice',
    async (_, param, report) => {
      const { code, besides = {} } = RULES[param]!;
      const twice = await ask(report, {
        ...leastParameters(report),
        ...besides,
        [param]: ['2024-01-01', '2024-01-01'],
      });
      expect(twice).toMatchObject({ status: 422, body: { code, param } });
    },
  );

  test.each([[['device:mobile', 'device:desktop']], [Array.from({ length: 11 }, () => 'device:mobile')]])(
    'filters that can never hold together, or are too many: %j',
    async (filter) => {
      expect(await ask(websiteReport, { filter })).toMatchObject({ status: 422, body: { code: 'invalid_filter' } });
    },
  );

  test('the value of a filter is as long as one that is stored: characters are counted, not their bytes', async () => {
    const filterOf = (length: number) => `utm_campaign:${'🎁'.repeat(length)}`;
    expect((await ask(websiteReport, { filter: filterOf(100) })).body).not.toMatchObject({ code: 'invalid_filter' });
    expect((await ask(websiteReport, { filter: filterOf(101) })).body).toMatchObject({ code: 'invalid_filter' });
  });

  test('any date is a date, also before there was anything to count', async () => {
    const range = { timeframe: 'custom', range_start: '1960-01-01', range_end: '1960-02-29', previous_period: 'true' };
    const { status, body } = await ask(websiteReport, range);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        timeframe: { range_start: '1960-01-01T00:00:00Z', previous_range_start: '1959-11-02T00:00:00Z' },
        data: { metrics: { views: 0, revenue: 0 } },
      },
    });
    for (const range_start of ['0001-01-01', '1969-12-31']) {
      expect((await ask(websiteReport, { ...range, range_start, range_end: '9999-12-31' })).status).toBe(200);
    }
    const { body: refused } = await ask(websiteReport, { ...range, range_start: '0000-12-31' });
    expect(refused).toMatchObject({ detail: 'range_start must be a date, such as 2026-01-31.' });
  });

  const takesRange = TOOL_OPERATIONS.filter(({ input }) => 'range_start' in input.shape);

  test.each(takesRange.map((report) => [report.name, report] as const))(
    '%s: a custom range needs both ends',
    async (_, report) => {
      const withRange = (range: Parameters) =>
        ask(report, { ...leastParameters(report), timeframe: 'custom', ...range });
      const required = (param: string) => ({ status: 422, body: { code: 'range_required', param } });
      expect(await withRange({})).toMatchObject(required('range_start'));
      expect(await withRange({ range_end: '2024-01-01' })).toMatchObject(required('range_start'));
      expect(await withRange({ range_start: '2024-01-01' })).toMatchObject(required('range_end'));
      expect((await withRange({ range_start: '2024-01-01', range_end: '2024-01-01' })).status).toBe(200);
    },
  );

  test.each(takesRange.map((report) => [report.name, report] as const))(
    '%s: a range needs timeframe=custom',
    async (_, report) => {
      const range = { range_start: '2024-01-01', range_end: '2024-01-31' };
      const refused = (param: string) => ({ status: 422, body: { code: 'range_without_custom', param } });
      const withRange = (given: Parameters) => ask(report, { ...leastParameters(report), ...given });
      expect(await withRange(range)).toMatchObject(refused('range_start'));
      expect(await withRange({ range_end: '2024-01-31' })).toMatchObject(refused('range_end'));
      expect(await withRange({ ...range, timeframe: 'last_7_days' })).toMatchObject(refused('range_start'));
    },
  );

  test.each(TOOL_OPERATIONS.map((report) => [report.name, report] as const))(
    '%s: unknown parameters are refused',
    async (_, report) => {
      const path = pathOf(report, leastParameters(report));
      for (const unknown of ['utm_source', '__proto__', 'constructor', 'toString[]', '[]', '', 'timeframe[]']) {
        const answer = await service.get(`${path}?${encodeURIComponent(unknown)}=1`, token);
        expect(answer, unknown).toMatchObject({ status: 422, body: { code: 'unknown_parameter', param: unknown } });
      }
    },
  );

  test.each(TOOL_OPERATIONS.map((report) => [report.name, report] as const))(
    '%s: shared parameters that it does not take are ignored',
    async (_, report) => {
      const shared = {
        timeframe: 'x',
        range_start: 'x',
        range_end: 'x',
        count_type: 'x',
        previous_period: 'x',
        group_by: 'x',
      };
      const notTaken = Object.entries(shared).filter(([name]) => !(name in report.input.shape));
      const plain = await ask(report, leastParameters(report));
      const more = await ask(report, { ...leastParameters(report), ...Object.fromEntries(notTaken) });
      expect(more).toMatchObject({ status: plain.status, text: plain.text });
    },
  );

  test('an unknown parameter is told the nearest name, or all of them', async () => {
    const typo = await service.get('/reports/website?time_frame=today', token);
    expect(typo.body).toMatchObject({
      detail: 'There is no parameter "time_frame" here. Did you mean timeframe?',
      param: 'time_frame',
    });
    const other = await service.get('/reports/website/insights?something_else_entirely=1', token);
    expect(other.body).toMatchObject({
      detail: 'There is no parameter "something_else_entirely" here. This endpoint takes website_id.',
    });
  });

  test('numbers may be written with spaces around and zeros in front', async () => {
    const plain = await ask(TOOL_OPERATIONS.find(({ name }) => name === 'list_campaigns')!, { page: 1, per_page: 7 });
    const answer = await service.get('/reports/campaigns?page=%201&per_page=007&website_id=02%20', token);
    expect(answer).toMatchObject({ status: 200, text: plain.text });
  });
});
