// Each tool returns exactly what its REST endpoint returns, on both engines, to both generations of clients.
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReadOperation } from '../../../../../src/core/contract/operations/define-operation.ts';
import { ANY_ENGINE } from '../../../../support/databases.ts';
import { IS_LONG } from '../../../../support/long.ts';
import { ERAS } from '../../../../support/mcp-client.ts';
import { TOOL_OPERATIONS } from '../../../../support/operations.ts';
import type { Parameters, TestService } from '../../../../support/test-service.ts';
import { startWithMonthsOfEvents } from './months-of-events.ts';

const CUSTOM = { timeframe: 'custom', range_start: '2024-12-24', range_end: '2025-01-31' };
const NO_WEBSITE: Parameters = {};
const SITE: Parameters = { website_id: 1 };

/** Of one subject, in valid and invalid calls. */
function ofSubject(id: number, otherId: number): Parameters[] {
  return [
    { ...SITE, id },
    { ...SITE, id, ...CUSTOM, count_type: 'total', previous_period: true },
    { ...SITE, id, timeframe: 'last_90_days', group_by: 'week' },
    { ...SITE, id, timeframe: 'all_time', group_by: 'month', previous_period: true },
    { ...SITE, id: otherId },
    { ...SITE, id: 0 },
    { ...SITE, id, group_by: 'minute' },
    { ...SITE, id, timeframe: 'custom', range_start: '2023-01-01', range_end: '2025-01-01', group_by: 'day' },
    { id },
  ];
}

/** Of a subject that can also be broken down and filtered. */
function ofSegments(id: number, otherId: number): Parameters[] {
  return [
    ...ofSubject(id, otherId),
    { ...SITE, id, ...CUSTOM, break_down_by: 'visitor_type', previous_period: true },
    { ...SITE, id, filter: ['visitor_type:returning', 'device:(none)'], group_by: 'week', count_type: 'total' },
    { ...SITE, id, break_down_by: 'weather' },
    { ...SITE, id, filter: ['device'] },
  ];
}

const CALLS: Readonly<Record<string, readonly Parameters[]>> = {
  list_websites: [{}],
  get_website_report: [
    SITE,
    { website_id: 2, timeframe: 'this_quarter', group_by: 'day' },
    { ...SITE, ...CUSTOM, previous_period: true, count_type: 'total' },
    { ...SITE, timeframe: 'insights_week' },
    { ...SITE, timeframe: 'last_365_days', group_by: 'month' },
    { ...SITE, ...CUSTOM, filter: ['visitor_type:returning'], break_down_by: 'visitor_type', previous_period: true },
    { website_id: 2, break_down_by: 'device' },
    { ...SITE, timeframe: 'last_month', previous_period: true, compare: 'year' },
    { ...SITE, timeframe: 'this_month', previous_period: true, compare: 'same_part' },
    { ...SITE, timeframe: 'last_fortnight' },
    { ...SITE, compare: 'year' },
    { ...SITE, timeframe: 'custom', range_start: '2025-01-01' },
    { ...SITE, count_type: 'unique' },
    { website_id: 3 },
    { website_id: -1 },
    NO_WEBSITE,
  ],
  get_website_insights: [SITE, { website_id: 2 }, { website_id: 3 }, NO_WEBSITE],
  list_campaigns: [
    SITE,
    { ...SITE, sort: 'conversion_rate', previous_period: true, timeframe: 'last_90_days' },
    { ...SITE, page: 2, per_page: 1, status: 'live', timeframe: 'all_time', count_type: 'total' },
    { ...SITE, ...CUSTOM, sort: 'views', filter: ['visitor_type:new'] },
    { ...SITE, cta_type: 'none such' },
    { ...SITE, per_page: 500 },
    { ...SITE, page: 0 },
    { ...SITE, sort: 'name' },
    { ...SITE, status: 'draft' },
    NO_WEBSITE,
  ],
  get_campaign_report: ofSegments(10, 20),
  list_experiments: [
    SITE,
    { ...SITE, ...CUSTOM, previous_period: true },
    { website_id: 2, limit: 1 },
    { ...SITE, limit: 0 },
    NO_WEBSITE,
  ],
  get_variant_report: ofSegments(100, 200),
  get_step_report: ofSegments(1000, 2000),
  get_element_report: ofSubject(10000, 20000),
  get_account_performance: [
    {},
    { website_id: 2, timeframe: 'last_90_days' },
    { website_ids: [1, 2], ...CUSTOM },
    { website_ids: [1, 3] },
    { website_ids: [0] },
    { website_id: 1, website_ids: [2] },
    { timeframe: 'all_time' },
    { website_id: 1, timeframe: 'this_week', compare: 'same_part' },
  ],
};

test('every report is called', () => {
  expect(Object.keys(CALLS)).toEqual(TOOL_OPERATIONS.map(({ name }) => name));
});

describe.each(ANY_ENGINE)('%s', (engine) => {
  let service: TestService;
  let tokens: { readonly rest: string; readonly tools: string };

  beforeAll(async () => {
    service = await startWithMonthsOfEvents(engine);
    tokens = { rest: await service.token([1, 2]), tools: await service.toolToken([1, 2]) };
  });
  afterAll(() => service.dispose());

  describe.each(ERAS)('a client of %s', (era) => {
    /** A client of the other era gets the same answers, in messages of another form. */
    const isWhole = IS_LONG || era === ERAS[0];
    let client: Client;

    beforeAll(async () => {
      client = await service.connectMcp(era, tokens.tools);
      // From here on the client checks each answer against the tool's output schema.
      await client.listTools();
    });
    afterAll(() => client.close());

    test.each(TOOL_OPERATIONS.map((report) => [report.name, report] as const))(
      '%s',
      async (tool, report: ReadOperation) => {
        for (const parameters of CALLS[tool]!.filter((_, place) => isWhole || place % 3 === 0)) {
          // Tools always say their notes. Reports without any ignore it.
          const expected = (await service.ask(report, { ...parameters, notes: true }, tokens.rest)).text;
          const result = (await client.callTool({ name: tool, arguments: { ...parameters } })) as CallToolResult;
          const { status } = JSON.parse(expected) as { status?: number };
          expect(result.content, JSON.stringify(parameters)).toEqual([{ type: 'text', text: expected }]);
          if (status === undefined) expect(result.structuredContent).toEqual(JSON.parse(expected));
          else expect(result).toMatchObject({ isError: true });
          expect(result.isError ?? false).toBe(status !== undefined);
        }
      },
    );

    test('both successes and errors were compared', async () => {
      const { content } = (await client.callTool({ name: 'list_experiments', arguments: SITE })) as CallToolResult;
      expect(JSON.stringify(content)).toContain('Spring popup');
      expect(JSON.stringify(content)).toMatch(/views[\\":]+[1-9]/);
    });
  });
});
