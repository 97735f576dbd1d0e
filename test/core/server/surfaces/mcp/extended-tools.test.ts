// The extended tools: where they are, that each returns what REST returns, how much of a conversation they take, and what comes with them.
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { definitionsText } from '../../../../../languages/english-definitions.ts';
import type { ReadOperation } from '../../../../../src/core/contract/operations/define-operation.ts';
import { EXTENDED_INSTRUCTIONS } from '../../../../../src/core/server/surfaces/mcp/instructions.ts';
import { IS_LONG } from '../../../../support/long.ts';
import { connectMcpClient, ERAS } from '../../../../support/mcp-client.ts';
import { EXTENDED_TOOL_OPERATIONS, EXTENDED_TOOLS, TOOLS } from '../../../../support/operations.ts';
import { type Parameters, TestService } from '../../../../support/test-service.ts';
import { startWithMonthsOfEvents } from './months-of-events.ts';

const CHARACTERS_PER_TOKEN = 4;
const TOKENS_MAX = { standard: 6_000, extended: 10_000, typicalResult: 600 };

const SITE: Parameters = { website_id: 1 };
const WINTER = { timeframe: 'custom', range_start: '2025-01-01', range_end: '2025-01-31' };

/** The first call of each tool is typical, the others are not. */
const CALLS: Readonly<Record<string, readonly Parameters[]>> = {
  get_context: [SITE, { website_id: 2 }, { website_id: 3 }, {}],
  get_insights: [SITE, { ...SITE, week: '2025-03-03' }, { ...SITE, week: 'monday' }, { website_id: 2 }],
  list_alerts: [SITE, { ...SITE, page: 2 }, { ...SITE, page: 0 }],
  get_experiment: [
    { ...SITE, id: 10 },
    { ...SITE, id: 10, metric: 'order_rate', break_down_by: 'device' },
    { ...SITE, id: 20 },
    { ...SITE, id: 10, metric: 'views' },
  ],
  get_funnel: [
    { ...SITE, step: ['view', 'conversion', 'order'], ...WINTER },
    { ...SITE, step: ['view;campaign:10', 'order'], within_minutes: 60, break_down_by: 'visitor_type', ...WINTER },
    { ...SITE, step: ['view'] },
    { website_id: 2, step: ['view', 'order'] },
  ],
  get_attribution: [
    { ...SITE, ...WINTER },
    { ...SITE, ...WINTER, model: 'last', window_days: 3, credit_by: 'view' },
    { ...SITE, ...WINTER, by: 'channel' },
    { ...SITE, model: 'best' },
  ],
  get_retention: [
    { ...SITE, ...WINTER },
    {
      ...SITE,
      ...WINTER,
      by: 'month',
      first: 'order',
      periods: 3,
      filter: 'visitor_type:new',
      break_down_by: 'device',
    },
    { ...SITE, periods: 13 },
    { website_id: 2 },
  ],
  get_paths: [
    { ...SITE, ...WINTER, from: 'view' },
    { ...SITE, ...WINTER, to: 'order', depth: 4, within_minutes: 60, limit: 2 },
    { ...SITE, ...WINTER, from: 'page_view' },
    { ...SITE, from: 'view', to: 'order' },
    SITE,
  ],
  get_products: [
    { ...SITE, ...WINTER },
    { ...SITE, ...WINTER, campaign_id: 10, limit: 2 },
    { ...SITE, campaign_id: 20 },
    { ...SITE, campaign_id: -1 },
  ],
  explain_change: [
    { ...SITE, ...WINTER, metric: 'conversions' },
    { ...SITE, ...WINTER, metric: 'order_rate', id: 10 },
    { ...SITE, metric: 'revenue', timeframe: 'all_time' },
    { ...SITE, metric: 'luck' },
    { ...SITE, metric: 'views', id: 20 },
    SITE,
  ],
  get_best_times: [
    SITE,
    { ...SITE, metric: 'revenue', id: 10 },
    { ...SITE, id: 20 },
    { ...SITE, metric: 'aov' },
    { website_id: 2 },
  ],
  list_values: [
    { ...SITE, ...WINTER, dimension: 'visitor_type' },
    { ...SITE, ...WINTER, dimension: 'visitor_type', contains: 'RETURN' },
    { ...SITE, dimension: 'weather' },
    { website_id: 2, dimension: 'device' },
  ],
  search: [{ ...SITE, query: 'sprng popup' }, { ...SITE, query: 'zzz', limit: 1 }, { ...SITE, query: '%' }, SITE],
  count_contacts: [
    { ...SITE, ...WINTER },
    { ...SITE, campaign_id: 10 },
    { ...SITE, campaign_id: 20 },
    { ...SITE, campaign_id: 'x' },
  ],
};

function tokensOf(value: unknown): number {
  return Math.ceil((typeof value === 'string' ? value : JSON.stringify(value)).length / CHARACTERS_PER_TOKEN);
}

test('every extended tool is called', () => {
  expect(Object.keys(CALLS).sort()).toEqual(EXTENDED_TOOL_OPERATIONS.map(({ name }) => name).sort());
});

test('the lists take few tokens', () => {
  expect(tokensOf(TOOLS)).toBeLessThanOrEqual(TOKENS_MAX.standard);
  expect(tokensOf(EXTENDED_TOOLS)).toBeLessThanOrEqual(TOKENS_MAX.extended);
});

test('the ten are among them, with further arguments and nothing else changed', () => {
  const further = EXTENDED_TOOLS.slice(0, TOOLS.length).map(
    ({ inputSchema: { properties = {}, ...input }, ...tool }) => {
      const { inputSchema, ...standard } = TOOLS.find(({ name }) => name === tool.name)!;
      const { properties: own = {}, ...rest } = inputSchema;
      expect([tool, input]).toEqual([standard, rest]);
      expect(properties).toMatchObject(own);
      return [tool.name, Object.keys(properties).filter((name) => !(name in own))];
    },
  );
  expect(Object.fromEntries(further)).toEqual({
    list_websites: [],
    get_website_report: ['long_series', 'same_part', 'best_by'],
    get_website_insights: [],
    list_campaigns: ['same_part'],
    get_campaign_report: ['long_series', 'same_part', 'best_by'],
    list_experiments: ['same_part'],
    get_variant_report: ['same_part', 'best_by'],
    get_step_report: ['same_part', 'best_by'],
    get_element_report: ['same_part', 'best_by'],
    get_account_performance: ['same_part'],
  });
});

test('the others describe what they do not share with the ten', () => {
  const described = EXTENDED_TOOLS.slice(TOOLS.length).flatMap(({ inputSchema: { properties = {} } }) =>
    Object.entries(properties as Record<string, { description?: string }>).filter(([, { description }]) => description),
  );
  const names = new Set(described.map(([name]) => name));
  expect([...names]).toEqual(expect.arrayContaining(['step', 'model', 'query', 'campaign_id']));
  for (const name of ['website_id', 'timeframe', 'range_start', 'compare']) expect(names).not.toContain(name);
});

test('the instructions name every tool', () => {
  for (const { name } of EXTENDED_TOOL_OPERATIONS) expect(EXTENDED_INSTRUCTIONS).toContain(name);
});

test('the installation can offer them to everybody', async () => {
  const offering = await TestService.start('sqlite', { env: { MCP_TOOLS: 'extended' } });
  onTestFinished(() => offering.dispose());
  const client = await offering.connectMcp('2026-07-28', await offering.toolToken([1]));
  expect((await client.listTools()).tools).toHaveLength(EXTENDED_TOOLS.length);
  await client.close();
});

describe('a running service', () => {
  let service: TestService;
  let tokens: { readonly rest: string; readonly tools: string };

  beforeAll(async () => {
    service = await startWithMonthsOfEvents('sqlite');
    tokens = { rest: await service.token([1, 2]), tools: await service.toolToken([1, 2]) };
  });
  afterAll(() => service.dispose());

  const connect = (era: (typeof ERAS)[number], query: string) =>
    connectMcpClient(`${service.mcpUrl}${query}`, era, tokens.tools);

  test('a URL that chooses tools that do not exist is refused', async () => {
    const response = await fetch(`${service.mcpUrl}?tools=all`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.tools}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    expect([response.status, await response.json()]).toEqual([
      422,
      expect.objectContaining({ code: 'invalid_tools', detail: expect.stringContaining('standard, extended') }),
    ]);
  });

  describe.each(ERAS)('for a client of %s', (era) => {
    /** A client of the other era gets the same answers, in messages of another form: one is a success, the other one an error. */
    const isWhole = IS_LONG || era === ERAS[0];
    const isTried = (place: number, all: number) => isWhole || place === 0 || place === all - 1;
    let plain: Client;
    let extended: Client;

    beforeAll(async () => {
      plain = await connect(era, '');
      extended = await connect(era, '?tools=extended');
    });
    afterAll(async () => {
      await plain.close();
      await extended.close();
    });

    test('they are listed after the ten, and only where the URL asks for them', async () => {
      const { tools } = await plain.listTools();
      expect(tools).toEqual(TOOLS);
      expect((await extended.listTools()).tools).toEqual(EXTENDED_TOOLS);
      await expect(plain.callTool({ name: 'get_context', arguments: SITE })).rejects.toThrow(
        'Unknown tool: get_context',
      );
      expect(plain.getServerCapabilities()?.prompts).toBeUndefined();
      expect((await plain.listResources()).resources).toEqual([]);
    });

    test.each(EXTENDED_TOOL_OPERATIONS.map((report) => [report.name, report] as const))(
      '%s returns what REST returns',
      async (tool, report: ReadOperation) => {
        const outcomes = new Set<boolean>();
        for (const [index, parameters] of CALLS[tool]!.entries()) {
          if (!isTried(index, CALLS[tool]!.length)) continue;
          const fixed = report.toolArguments as Parameters | undefined;
          const notes = 'notes' in report.input.shape && { notes: true };
          const expected = (await service.ask(report, { ...parameters, ...fixed, ...notes }, tokens.rest)).text;
          const result = (await extended.callTool({ name: tool, arguments: { ...parameters } })) as CallToolResult;
          const isError = 'status' in JSON.parse(expected);
          expect(result.content, JSON.stringify(parameters)).toEqual([{ type: 'text', text: expected }]);
          expect(result.isError ?? false).toBe(isError);
          if (index === 0) expect(tokensOf(expected), expected).toBeLessThanOrEqual(TOKENS_MAX.typicalResult);
          outcomes.add(isError);
        }
        expect(outcomes.size).toBe(2);
      },
    );

    test('the best day of a year is one call', async () => {
      const asked = {
        ...{ ...SITE, timeframe: 'custom', range_start: '2025-01-01', range_end: '2025-12-31' },
        ...{ group_by: 'day', long_series: true, metrics: ['views'] },
      };
      const seriesOf = async (args: Parameters) => {
        const result = (await extended.callTool({ name: 'get_website_report', arguments: args })) as CallToolResult;
        return (result.structuredContent as { data: { timeseries: { rows: [string, number][] } } }).data.timeseries
          .rows;
      };
      const all = await seriesOf(asked);
      expect(all).toHaveLength(365);
      const best = await seriesOf({ ...asked, best_by: 'views' });
      expect(best).toEqual(all.toSorted(([, a], [, b]) => b - a).slice(0, 10));
      expect(await seriesOf({ ...asked, group_by: 'month' })).toHaveLength(12);
      for (const [args, message] of [
        [{ ...asked, best_by: 'luck' }, 'invalid_best_by'],
        [{ ...SITE, best_by: 'views' }, 'best_by needs group_by'],
      ] as const) {
        const refused = (await extended.callTool({ name: 'get_website_report', arguments: args })) as CallToolResult;
        expect([refused.isError, JSON.stringify(refused.content)]).toEqual([true, expect.stringContaining(message)]);
      }
    });

    test.each(['long_series', 'same_part'])('%s is no argument of the specified tools', async (argument) => {
      const asked = { name: 'get_website_report', arguments: { ...SITE, compare: 'year', [argument]: true } };
      const refused = (await plain.callTool(asked)) as CallToolResult;
      expect(JSON.stringify(refused.content)).toContain('unknown_argument');
      expect(((await extended.callTool(asked)) as CallToolResult).isError ?? false).toBe(false);
    });

    test('an unknown argument is refused', async () => {
      const { isError, content } = await extended.callTool({
        name: 'list_alerts',
        arguments: { ...SITE, per_page: 50 },
      });
      expect(isError).toBe(true);
      expect(JSON.stringify(content)).toContain('unknown_argument');
    });

    test('the definitions are a resource', async () => {
      const { resources } = await extended.listResources();
      expect(resources).toEqual([expect.objectContaining({ uri: 'funnel://definitions', mimeType: 'text/markdown' })]);
      const { contents } = await extended.readResource({ uri: resources[0]!.uri });
      expect(contents).toEqual([
        { uri: 'funnel://definitions', mimeType: 'text/markdown', text: `# Definitions\n\n${definitionsText()}\n` },
      ]);
      await expect(plain.readResource({ uri: 'funnel://definitions' })).rejects.toThrow();
    });

    test('prompts name tools that exist, and take their arguments', async () => {
      const { prompts } = await extended.listPrompts();
      expect(prompts.map(({ name }) => name)).toEqual([
        'weekly_review',
        'why_did_it_change',
        'review_experiment',
        'before_and_after',
      ]);
      const tools = EXTENDED_TOOLS.map(({ name }) => name);
      for (const { name, arguments: args = [] } of prompts) {
        const given = Object.fromEntries(args.map((argument) => [argument.name, `<${argument.name}>`]));
        const { messages } = await extended.getPrompt({ name, arguments: given });
        const { text } = messages[0]!.content as { text: string };
        for (const value of Object.values(given)) expect(text).toContain(value);
        const named = text.match(/\b(?:get|list|explain|count)_\w+/g) ?? [];
        expect(named.length).toBeGreaterThan(0);
        for (const tool of named) expect(tools).toContain(tool);
      }
    });

    test.each([
      ['nothing', {}, 'Unknown prompt: nothing'],
      ['why_did_it_change', { metric: ' ' }, 'The argument metric is required.'],
      ['why_did_it_change', { metric: 'x'.repeat(201) }, 'metric may have at most 200 characters.'],
    ])('the prompt %s with %j is refused', async (name, given, message) => {
      await expect(extended.getPrompt({ name, arguments: given })).rejects.toThrow(message);
    });
  });
});
