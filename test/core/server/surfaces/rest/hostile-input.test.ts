// Hostile input: it is rejected or ignored, never a server error, and nothing internal leaks.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { campaignsReport } from '../../../../../src/core/answers/reports/subjects/campaigns.ts';
import { startCountedShop } from '../../../../support/counted-shop.ts';
import { ANY_ENGINE } from '../../../../support/databases.ts';
import { TOOL_OPERATIONS } from '../../../../support/operations.ts';
import type { HttpAnswer, TestService } from '../../../../support/test-service.ts';

/** The values that appear in the URL. */
const HOSTILE_VALUES = [
  '%00',
  '20%00',
  '%01%02%1F%7F',
  '%0D%0ASet-Cookie:%20a=b',
  '%C0%AF',
  '%ED%A0%80',
  '%FF%FE',
  '%',
  '%zz',
  '%2500',
  '%F0%9F%9A%80',
  '%E2%80%AE',
  "'%20OR%20'1'='1",
  "')%3B%20DROP%20TABLE%20campaigns%3B--",
  '1%20UNION%20SELECT%20token_hash%20FROM%20access_tokens',
  '$1',
  '%3F1',
  '{"$ne":null}',
  '../../../etc/passwd',
  '1e999',
  '-9223372036854775809',
  '9223372036854775807',
  '9007199254740991',
  'NaN',
  'Infinity',
  '__proto__',
  'constructor',
  '2147483648',
  'a'.repeat(8_000),
  '9'.repeat(8_000),
];

const HOSTILE_QUERIES = [
  '__proto__[website_id]=3',
  'constructor[prototype][website_id]=3',
  'website_ids[__proto__]=3',
  'website_ids[99999999999]=2',
  `website_ids=${Array.from({ length: 3_000 }, () => '2').join(',')}`,
  Array.from({ length: 2_000 }, (_, index) => `p${index}=1`).join('&'),
  Array.from({ length: 1_000 }, () => 'website_ids=2').join('&'),
  '&'.repeat(5_000),
  '='.repeat(5_000),
  'timeframe=today;group_by=day',
  'timeframe[$gt]=',
  'timeframe=today#fragment',
  'timeframe=%74oday&%74imeframe=today',
];

/** Each parameter of a query once: reports that share one share its schema. */
const PARAMETERS = [
  ...new Map(
    TOOL_OPERATIONS.flatMap(({ path, input }) =>
      Object.keys(input.shape)
        .filter((param) => param !== 'id')
        .map((param) => [param, path.replace('{id}', '20')] as const),
    ),
  ),
];
const CUSTOM_RANGE = '&timeframe=custom&range_start=2024-02-01&range_end=2024-02-02';

function expectHarmless(answer: HttpAnswer, asked: string): void {
  expect(answer.status, asked.slice(0, 200)).toBeLessThan(500);
  expect(answer.text, asked.slice(0, 200)).not.toMatch(
    / at .*:\d+:\d+|node_modules|SELECT |[Ss]qlite|[Pp]ostgres|\bpg_/,
  );
  expect(answer.headers.get('set-cookie')).toBeNull();
  const type = answer.status === 200 ? 'application/json' : 'application/problem+json';
  expect(answer.headers.get('content-type')?.split(';')[0]).toBe(type);
}

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await startCountedShop(engine);
    token = await service.token([2]);
  });

  afterAll(() => service.dispose());

  async function askAll(paths: readonly string[]): Promise<void> {
    const answers = await Promise.all(paths.map((path) => service.get(path, token)));
    answers.forEach((answer, index) => {
      expectHarmless(answer, paths[index]!);
    });
  }

  test.each(PARAMETERS)('hostile values as %s', async (param, path) => {
    const besides = param.startsWith('range_') ? CUSTOM_RANGE : '';
    await askAll(HOSTILE_VALUES.map((value) => `${path}?${param}=${value}${besides}`));
  });

  test.each(TOOL_OPERATIONS.map(({ name, path }) => [name, path] as const))('%s: hostile queries', async (_, path) => {
    await askAll(HOSTILE_QUERIES.map((query) => `${path.replace('{id}', '20')}?${query}`));
  });

  test.each(
    TOOL_OPERATIONS.filter(({ path }) => path.includes('{id}')).map((report) => [report.name, report] as const),
  )('%s: hostile values as its id', async (_, report) => {
    const values = HOSTILE_VALUES.filter((value) => !value.includes('..'));
    await askAll(values.map((value) => report.path.replace('{id}', value.replaceAll('/', '%2F'))));
  });

  test('what looks like SQL is an ordinary string', async () => {
    for (const ctaType of ["' OR '1'='1", "'; DROP TABLE campaigns; --", '%', '_', '\\', '*', 'quiz%', 'qui_']) {
      const { data } = await service.report(campaignsReport, { cta_type: ctaType }, token);
      expect(data.campaigns).toEqual([]);
    }
    const { data } = await service.report(campaignsReport, {}, token);
    expect(data.pagination.total_entries).toBe(5);
  });

  test('the website of the token cannot be overridden', async () => {
    for (const query of HOSTILE_QUERIES.slice(0, 3)) {
      const { status, body } = await service.get(`/reports/website?${query}`, token);
      expect({ status, body }).toMatchObject({ status: 422, body: { code: 'unknown_parameter' } });
    }
  });

  test.each([
    'a'.repeat(15_000),
    'Bearer '.repeat(1_000),
    `Bearer ${'%00'.repeat(100)}`,
    "Bearer fat_' OR 1=1 --",
    "api_key=' OR '1'='1",
    'api_key=\u00e9\u00ff\u0080',
    'api_key=__proto__',
    'Bearer __proto__',
  ])('a hostile header: %.30s', async (authorization) => {
    const answer = await service.request('/api/v1/reports/websites', { headers: { authorization } });
    expect(answer.status).toBe(401);
    expectHarmless(answer, authorization);
  });
});
