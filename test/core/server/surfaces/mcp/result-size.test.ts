// Assistants give up on results past about 25,000 tokens: the largest page of campaigns must stay below, and whatever does not
// is refused with what to ask for instead.
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAGE_SIZE_MAX } from '../../../../../src/core/answers/reports/parameters.ts';
import { SUBJECT_KIND } from '../../../../../src/core/engine/catalog/subject.ts';
import { createTestIngestion } from '../../../../support/test-ingestion.ts';
import { TestService } from '../../../../support/test-service.ts';

const TOKENS_MAX = 25_000;
const CHARACTERS_PER_TOKEN = 4;
const TODAY = 20_157;
const DAYS = 60;

const CATALOG = {
  accounts: [
    {
      id: 1,
      name: 'Large account',
      websites: [
        {
          id: 1,
          name: 'large.example',
          campaigns: Array.from({ length: PAGE_SIZE_MAX + 10 }, (_, index) => ({
            id: 1_000_000 + index,
            name: `Exit popup for returning visitors, newsletter and 10 % off, no. ${index}`,
            cta_type: 'fullscreen_overlay',
            variants: ['A', 'B', 'C'].map((variation, place) => ({
              id: 2_000_000 + 3 * index + place,
              variation,
              traffic_percentage: 33,
            })),
          })),
        },
      ],
    },
  ],
};

let service: TestService;

beforeAll(async () => {
  const ingestion = await createTestIngestion('sqlite', CATALOG);
  const metrics = [
    'views',
    'conversions',
    'completions',
    'submissions',
    'subscribes',
    'orders',
    'revenue',
    'revenue_squared',
  ];
  await ingestion.database.transaction((tx) =>
    tx.insertMany({
      into: 'rollup_counters',
      columns: ['website_id', 'subject_kind', 'subject_id', 'day', ...metrics],
      rows: CATALOG.accounts[0]!.websites[0]!.campaigns.flatMap(({ id }, index) =>
        Array.from({ length: DAYS }, (_, age) => {
          // Millions of views each, and no two numbers alike.
          const of = (n: number) => n + index * 97 + age * 13;
          const counts = [of(400_000), of(90_000), of(70_000), of(65_000), of(50_000), of(40_000)];
          return [1, SUBJECT_KIND.campaign, id, TODAY - age, ...counts, of(1_234_567_891), 0];
        }),
      ),
    }),
  );
  service = await TestService.over(ingestion);
});
afterAll(() => service.dispose());

test(`a page of ${PAGE_SIZE_MAX} campaigns with the previous period`, async () => {
  const client = await service.connectMcp('2025-11-25', await service.toolToken([1]));
  const result = await client.callTool({
    name: 'list_campaigns',
    arguments: { per_page: PAGE_SIZE_MAX, previous_period: true, count_type: 'total' },
  });
  const { campaigns } = (result.structuredContent as { data: { campaigns: { metrics: { previous: object } }[] } }).data;
  expect(campaigns).toHaveLength(PAGE_SIZE_MAX);
  expect(campaigns[0]!.metrics.previous).toMatchObject({ views: expect.any(Number) });
  expect(result.content).toEqual([{ type: 'text', text: JSON.stringify(result.structuredContent) }]);
  // Both copies together: whichever of them an assistant is given, there is room to spare.
  expect(JSON.stringify(result).length / CHARACTERS_PER_TOKEN).toBeLessThan(TOKENS_MAX);
  await client.close();
});

test('a result that is too large is refused, and the caller is told what to ask for', async () => {
  const client = await service.connectMcp('2025-11-25', await service.toolToken([1]));
  const call = (args: Record<string, unknown>) => client.callTool({ name: 'list_experiments', arguments: args });
  const refused = await call({ limit: PAGE_SIZE_MAX, previous_period: true, count_type: 'total' });
  expect(refused.isError).toBe(true);
  const problem = JSON.parse((refused.content[0] as { text: string }).text);
  expect(problem).toMatchObject({ status: 422, code: 'result_too_large', param: 'limit' });
  const [, suggested] = /set limit to (\d+), or leave out previous_period/.exec(problem.detail)!;
  const result = await call({ limit: Number(suggested), previous_period: true, count_type: 'total' });
  expect(result.isError).toBeFalsy();
  const length = JSON.stringify(result).length / CHARACTERS_PER_TOKEN;
  // The result is not needlessly small either.
  expect(length).toBeGreaterThan(TOKENS_MAX * 0.9);
  expect(length).toBeLessThan(TOKENS_MAX);
  await client.close();
});

describe('of a token with a thousand websites', () => {
  const websiteIds = Array.from({ length: 1_000 }, (_, index) => index + 1);
  let agency: TestService;
  let client: Client;

  beforeAll(async () => {
    const websites = websiteIds.map((id) => ({ id, name: `shop-number-${id}.example` }));
    agency = await TestService.start('sqlite', { catalog: { accounts: [{ id: 1, name: 'Agency', websites }] } });
    client = await agency.connectMcp('2025-11-25', await agency.toolToken(websiteIds));
  });
  afterAll(() => agency.dispose());

  test('the list of websites, which cannot be shorter, is returned as a whole', async () => {
    const result = await client.callTool({ name: 'list_websites', arguments: {} });
    expect(result.isError).toBeUndefined();
    expect((result.structuredContent as { websites: unknown[] }).websites).toHaveLength(1_000);
  });

  test('the comparison of all of them is refused: name fewer', async () => {
    const result = await client.callTool({ name: 'get_account_performance', arguments: {} });
    expect(result.isError).toBe(true);
    const { text } = result.content[0] as { text: string };
    expect(JSON.parse(text)).toMatchObject({
      status: 422,
      code: 'result_too_large',
      detail: expect.stringContaining('name fewer websites in website_ids'),
    });
  });
});
