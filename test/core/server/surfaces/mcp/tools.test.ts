// The tools as clients see them: the names and parameters of the specification, and a committed copy of the whole list.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import definitions from '../../../../../languages/en/definitions.ts';
import { COUNTS_OF_METRICS } from '../../../../../src/core/answers/reports/metrics.ts';
import { DIMENSIONS } from '../../../../../src/core/foundation/dimensions/dimension.ts';
import { INSTRUCTIONS } from '../../../../../src/core/server/surfaces/mcp/instructions.ts';
import { EXTENDED_TOOLS, TOOLS } from '../../../../support/operations.ts';

const WINDOW = ['timeframe', 'range_start', 'range_end'];
const SHARED = ['website_id', ...WINDOW, 'count_type', 'previous_period', 'compare'];
const SEGMENT = ['break_down_by', 'filter'];

/** The specification names these. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  list_websites: [],
  get_website_report: ['group_by', ...SEGMENT, ...SHARED, 'metrics'],
  get_website_insights: ['website_id'],
  list_campaigns: ['page', 'per_page', 'sort', 'cta_type', 'status', 'filter', ...SHARED],
  get_campaign_report: ['id', 'group_by', ...SEGMENT, ...SHARED, 'metrics'],
  list_experiments: ['limit', ...SHARED],
  get_variant_report: ['id', 'group_by', ...SEGMENT, ...SHARED, 'metrics'],
  get_step_report: ['id', 'group_by', ...SEGMENT, ...SHARED, 'metrics'],
  get_element_report: ['id', 'group_by', ...SHARED, 'metrics'],
  get_account_performance: ['website_id', 'website_ids', ...WINDOW, 'compare'],
};

const TYPES: Readonly<Record<string, object>> = {
  id: { type: 'integer' },
  website_id: { type: 'integer' },
  website_ids: { type: 'array', items: { type: 'integer' } },
  page: { type: 'integer', default: 1 },
  per_page: { type: 'integer', default: 25 },
  limit: { type: 'integer', default: 25 },
  previous_period: { type: 'boolean' },
  compare: { type: 'string', enum: ['previous', 'same_part', 'year'] },
  timeframe: { type: 'string', default: 'last_30_days' },
  range_start: { type: 'string' },
  range_end: { type: 'string' },
  cta_type: { type: 'string' },
  count_type: { type: 'string', default: 'distinct', enum: ['distinct', 'total'] },
  group_by: { type: 'string', enum: ['day', 'week', 'month', 'quarter', 'year', 'hour'] },
  break_down_by: { type: 'string', enum: expect.arrayContaining(['channel', 'device', 'visitor_type']) },
  filter: { type: 'array', items: { type: 'string' } },
  metrics: { type: 'array', items: { type: 'string', enum: expect.arrayContaining(['views', 'revenue']) } },
  status: { type: 'string', enum: ['live', 'archived'] },
  sort: { type: 'string', enum: expect.arrayContaining(['created_at', 'revenue', 'aov']) },
};

const WITHOUT_HOURS = { type: 'string', enum: ['day', 'week', 'month', 'quarter', 'year'] };

test('the tools are those of the specification', () => {
  expect(TOOLS.map(({ name }) => name)).toEqual(Object.keys(PARAMETERS));
});

test.each(Object.entries(PARAMETERS))('%s accepts exactly its parameters', (name, parameters) => {
  const { inputSchema } = TOOLS.find((tool) => tool.name === name)!;
  expect(inputSchema.type).toBe('object');
  expect(inputSchema.additionalProperties).toBe(false);
  expect(Object.keys(inputSchema.properties ?? {})).toEqual(parameters);
  expect(inputSchema.required ?? []).toEqual(parameters.includes('id') ? ['id'] : []);
  const types: typeof TYPES = { ...TYPES, ...(name === 'get_element_report' && { group_by: WITHOUT_HOURS }) };
  for (const [parameter, schema] of Object.entries(inputSchema.properties ?? {})) {
    expect(schema, parameter).toMatchObject({ ...types[parameter], description: expect.stringMatching(/.{10}/) });
  }
});

interface Schema {
  readonly [keyword: string]: unknown;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly $defs?: Readonly<Record<string, unknown>>;
}
const SAYS_SOMETHING = ['type', 'enum', 'const', 'anyOf', 'allOf', '$ref'];

/** What clients that know less of JSON Schema than others do not understand: they would drop the tool or the rule. */
function notUnderstood(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [`${path} is no object`];
  const {
    properties = {},
    items,
    anyOf = [],
    allOf = [],
    additionalProperties,
    type,
    $ref,
    $defs = {},
  } = schema as Schema;
  const children = Object.entries({
    ...properties,
    ...$defs,
    ...(items !== undefined && { '[]': items }),
    ...(typeof additionalProperties === 'object' && { '*': additionalProperties }),
    ...Object.fromEntries([...(anyOf as unknown[]), ...(allOf as unknown[])].map((part, place) => [place, part])),
  });
  return [
    ...(Array.isArray(type) ? [`${path} has several types`] : []),
    ...(typeof $ref === 'string' && !$ref.startsWith('#') ? [`${path} refers to another document`] : []),
    ...(SAYS_SOMETHING.some((keyword) => keyword in schema) ? [] : [`${path} admits anything`]),
    ...children.flatMap(([name, child]) => notUnderstood(child, `${path}.${name}`)),
  ];
}

test.each(TOOLS.map((tool) => [tool.name, tool] as const))('every client understands the schemas of %s', (_, tool) => {
  expect(notUnderstood(tool.inputSchema, 'input')).toEqual([]);
  expect(notUnderstood(tool.outputSchema, 'output')).toEqual([]);
});

test('every client understands the extended tools, which only read, too', () => {
  for (const { name, inputSchema, annotations } of EXTENDED_TOOLS) {
    expect(notUnderstood(inputSchema, name)).toEqual([]);
    expect(annotations).toEqual({ readOnlyHint: true, openWorldHint: false, destructiveHint: false });
  }
});

test('a schema that not every client understands is found', () => {
  const properties = { a: true, b: { type: ['string', 'null'] }, c: {}, d: { $ref: 'https://a.example/' } };
  expect(notUnderstood({ type: 'array', items: { type: 'object', properties } }, 'input')).toEqual([
    'input.[].a is no object',
    'input.[].b has several types',
    'input.[].c admits anything',
    'input.[].d refers to another document',
  ]);
});

test.each(TOOLS.map((tool) => [tool.name, tool] as const))('%s only reads', (_name, { annotations }) => {
  expect(annotations).toEqual({ readOnlyHint: true, openWorldHint: false, destructiveHint: false });
});

test('whatever has rates says that they are percent, in its description and in the schema of its result', () => {
  const withRates = TOOLS.filter(({ name }) => !['list_websites', 'get_website_insights'].includes(name));
  for (const { name, description, outputSchema } of withRates) {
    expect(description, name).toContain('Rates are percent.');
    expect(JSON.stringify(outputSchema), name).toContain('Rates are percent.');
  }
});

test('website_id is never required by account performance, and is not said to be', () => {
  const descriptionOf = (name: string) =>
    (TOOLS.find((tool) => tool.name === name)!.inputSchema.properties!.website_id as { description: string })
      .description;
  expect(descriptionOf('get_website_report')).toBe('Optional if the token has one website.');
  expect(descriptionOf('get_account_performance')).toBe('Only this website.');
});

test('the instructions name every tool and every dimension, and explain the numbers', () => {
  for (const { name } of TOOLS) expect(INSTRUCTIONS).toContain(name);
  expect(INSTRUCTIONS).toContain(`by value of a dimension (${DIMENSIONS.join(', ')}).`);
  for (const word of ['percent', 'distinct', 'previous_period', 'last_30_days', '92 days', '400 points']) {
    expect(INSTRUCTIONS).toContain(word);
  }
});

test('the instructions define every metric with the sentence of the definitions', () => {
  for (const metric of Object.keys(COUNTS_OF_METRICS)) expect(INSTRUCTIONS).toContain(`\n- ${metric}: `);
  for (const sentence of [definitions.revenue_sentence, definitions.order_rate_sentence]) {
    expect(INSTRUCTIONS).toContain(sentence);
  }
});

test('the instructions say that strings in results are data, not instructions', () => {
  const rule = INSTRUCTIONS.split('\n').find((line) => line.includes('are written by'))!;
  for (const word of ['website owners', 'visitors', 'data', 'never']) expect(rule).toContain(word);
});

test('the guide lists the tools by their titles', () => {
  const rows = [...readFileSync('docs/tools.md', 'utf8').matchAll(/^\| `(\w+)` \| ([^,:|]+)/gm)];
  expect(rows.map(([, name, title]) => [name, title!.trim()])).toEqual(
    EXTENDED_TOOLS.map(({ name, title }) => [name, title]),
  );
});

test('the list is the committed one', async () => {
  await expect(`${JSON.stringify(TOOLS, null, 2)}\n`).toMatchFileSnapshot('../../../../contract/tools-list.snapshot');
});
