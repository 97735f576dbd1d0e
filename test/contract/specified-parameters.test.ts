// What every endpoint and every tool takes, against the tables of the specification: names, types, values and defaults.
import { describe, expect, test } from 'vitest';
import { openApiDocument } from '../../src/core/server/surfaces/openapi/document.ts';
import { API, TOOLS } from '../support/operations.ts';

const TIMEFRAMES = [
  ...['today', 'this_week', 'this_month', 'this_quarter', 'this_year', 'last_24_hours', 'last_7_days', 'last_30_days'],
  ...['last_90_days', 'last_365_days', 'all_time', 'insights_week', 'custom'],
  // The specification does not have these.
  ...['yesterday', 'last_week', 'last_month', 'last_quarter'],
];
const SORTS = [
  ...['created_at', 'published_at', 'views', 'conversions', 'completions', 'conversion_rate', 'completion_rate'],
  ...['revenue', 'aov'],
];

const GROUP_BYS = ['day', 'week', 'month', 'quarter', 'year'];

/** What is left out of a schema must not be there either. */
const SCHEMAS: Readonly<Record<string, object>> = {
  id: { type: 'integer' },
  website_id: { type: 'integer' },
  website_ids: { type: 'array' },
  timeframe: { type: 'string', enum: TIMEFRAMES, default: 'last_30_days' },
  range_start: { type: 'string' },
  range_end: { type: 'string' },
  count_type: { type: 'string', enum: ['distinct', 'total'], default: 'distinct' },
  previous_period: { type: 'boolean', default: false },
  group_by: { type: 'string', enum: GROUP_BYS },
  page: { type: 'integer', default: 1 },
  per_page: { type: 'integer', default: 25 },
  limit: { type: 'integer', default: 25 },
  sort: { type: 'string', enum: SORTS, default: 'created_at' },
  cta_type: { type: 'string' },
  status: { type: 'string', enum: ['live', 'archived'] },
  email: { type: 'string' },
};

/** The specification does not have them. A caller who leaves them out does not notice that they are there. */
const OWN_SCHEMAS: Readonly<Record<string, object>> = {
  break_down_by: {
    type: 'string',
    enum: [
      ...[
        'channel',
        'utm_source',
        'utm_medium',
        'utm_campaign',
        'referrer',
        'device',
        'browser',
        'os',
        'country',
        'language',
        'page',
      ],
      'visitor_type',
    ],
  },
  filter: { type: 'array' },
  compare: { type: 'string', enum: ['previous', 'same_part', 'year'] },
  same_part: { type: 'boolean' },
  metrics: { type: 'array' },
  since: { type: 'string' },
  until: { type: 'string' },
  notes: { type: 'boolean' },
  language: { type: 'string' },
};
const SEGMENTS: Readonly<Record<string, readonly string[]>> = {
  'GET /reports/website': ['break_down_by', 'filter'],
  'GET /reports/campaigns': ['filter'],
  'GET /reports/campaigns/{id}': ['break_down_by', 'filter'],
  'GET /reports/variants/{id}': ['break_down_by', 'filter'],
  'GET /reports/steps/{id}': ['break_down_by', 'filter'],
};

/** What can be filtered has hours, too, which the specification does not have. */
const BY_HOUR = { group_by: { type: 'string', enum: [...GROUP_BYS, 'hour'] } };

/** The tools have no such parameters. */
const REST_ONLY = ['since', 'until'];

const WINDOW = ['timeframe', 'range_start', 'range_end'];
const SHARED = ['website_id', ...WINDOW, 'count_type', 'previous_period'];
const SUBJECT = ['id', 'group_by', ...SHARED];

interface Endpoint {
  readonly parameters: readonly string[];
  readonly scope: string;
  readonly tool?: string;
}

const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  'GET /reports/websites': { parameters: [], scope: 'reports', tool: 'list_websites' },
  'GET /reports/website': { parameters: ['group_by', ...SHARED], scope: 'reports', tool: 'get_website_report' },
  'GET /reports/website/insights': { parameters: ['website_id'], scope: 'reports', tool: 'get_website_insights' },
  'GET /reports/campaigns': {
    parameters: ['page', 'per_page', 'sort', 'cta_type', 'status', ...SHARED],
    scope: 'reports',
    tool: 'list_campaigns',
  },
  'GET /reports/campaigns/{id}': { parameters: SUBJECT, scope: 'reports', tool: 'get_campaign_report' },
  'GET /reports/experiments': { parameters: ['limit', ...SHARED], scope: 'reports', tool: 'list_experiments' },
  'GET /reports/variants/{id}': { parameters: SUBJECT, scope: 'reports', tool: 'get_variant_report' },
  'GET /reports/steps/{id}': { parameters: SUBJECT, scope: 'reports', tool: 'get_step_report' },
  'GET /reports/elements/{id}': { parameters: SUBJECT, scope: 'reports', tool: 'get_element_report' },
  'GET /reports/account/performance': {
    parameters: ['website_id', 'website_ids', ...WINDOW],
    scope: 'reports',
    tool: 'get_account_performance',
  },
  'GET /areas': { parameters: ['website_id'], scope: 'areas:read' },
  'GET /contacts': { parameters: ['email', 'id', 'page', 'website_id'], scope: 'contacts:read' },
  'POST /contacts': { parameters: ['website_id'], scope: 'contacts:write' },
  'DELETE /contacts': { parameters: ['email', 'website_id'], scope: 'contacts:write' },
  'GET /cta': { parameters: ['website_id'], scope: 'ctas:read' },
  'GET /websites': { parameters: ['website_id'], scope: 'websites:read' },
};

/** Whatever is compared can be compared with other periods. The specified tools take the first of these. */
function compareOf(endpoint: string): string[] {
  return ENDPOINTS[endpoint]!.parameters.includes('timeframe') ? ['compare', 'same_part'] : [];
}

/** Whatever has days can be misread. Tools always say their notes, in English. */
function notesOf(endpoint: string): string[] {
  return ENDPOINTS[endpoint]!.parameters.includes('timeframe') ? ['notes', 'language'] : [];
}

interface Operation {
  readonly parameters?: readonly { name: string; in: string; required?: boolean; schema: object }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
}

const operations: ReadonlyMap<string, Operation> = new Map(
  Object.entries(openApiDocument(API).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation as unknown as Operation] as const,
    ),
  ),
);

/** Without what the specification says nothing about: words for people, and bounds that a refusal shows. */
function typeOf(schema: object): object {
  const { type, enum: values, default: byDefault } = schema as Readonly<Record<string, unknown>>;
  return {
    type,
    ...(values !== undefined && { enum: values }),
    ...(byDefault !== undefined && { default: byDefault }),
  };
}

function expectParameters(
  given: Readonly<Record<string, object>>,
  own: readonly string[],
  specified: readonly string[],
): void {
  const isOwn = (name: string) => name in OWN_SCHEMAS;
  const names = Object.keys(given);
  expect(names.filter((name) => !isOwn(name))).toEqual(specified);
  expect(names.filter(isOwn)).toEqual(own);
  for (const [name, schema] of Object.entries(given)) {
    const expected: typeof SCHEMAS = { ...SCHEMAS, ...OWN_SCHEMAS, ...(own.includes('filter') && BY_HOUR) };
    expect([name, typeOf(schema)]).toEqual([name, expected[name]]);
  }
}

/** The catalog, saved records, costs and some reports are not in the specification, which leaves room for them at paths of their own. */
const OWN_PATHS =
  / \/api\/v1\/((catalog|erasures|kept-data|scheduled-export|funnels|annotations|goals|views|share-links|costs|history-imports)(\/|$)|contacts\/(export|search|unconfirmed(\/{id}(\/accept)?)?|{id}(\/(data|forget|story))?)$|reports\/(campaigns\/{id}\/(experiment|orders|products)|website\/(alerts|best-times|campaign-reach|change|contacts|context|goals|history|insights\/weeks|products|rhythm|values)|account\/(overview|trends|websites)|websites\/first-days|funnel|attribution|paths|retention|search)$)/;

test('there are no other endpoints, and every path begins with the version', () => {
  const specified = Object.keys(ENDPOINTS).map((name) => name.replace(' ', ' /api/v1'));
  // Besides, there is what is not part of the REST API.
  const ofTheApi = [...operations.keys()].filter((name) => name.includes(' /api/') && !OWN_PATHS.test(name));
  expect(ofTheApi.sort()).toEqual(specified.sort());
});

/** What files can be asked for besides, and what the overview of the dashboard asks. */
const OF_FILES = /^(format|table|long_series|campaign_id|compare_(start|end|until|through)|precision)$/;

describe.each(Object.entries(ENDPOINTS))('%s', (name, { parameters, scope }) => {
  const { parameters: all = [], security } = operations.get(name.replace(' ', ' /api/v1'))!;
  // How an answer is written is not in the specification either: test/core/server/surfaces/rest/csv.test.ts.
  const isOfAnswer = ({ name: one }: { name: string }) => OF_FILES.test(one);
  const given = all.filter((parameter) => parameter.in !== 'header' && !isOfAnswer(parameter));

  test('takes its parameters, each with its type, values and default', () => {
    expectParameters(
      Object.fromEntries(given.map(({ name: parameter, schema }) => [parameter, schema])),
      [...(name in SEGMENTS ? [...SEGMENTS[name]!, ...REST_ONLY] : []), ...compareOf(name), ...notesOf(name)],
      parameters,
    );
  });

  test('requires the id in its path and the email to delete by, and nothing else', () => {
    const required = given.filter((parameter) => parameter.required).map((parameter) => parameter.name);
    const expected = name === 'DELETE /contacts' ? ['email'] : name.includes('{id}') ? ['id'] : [];
    expect(required).toEqual(expected);
  });

  test('takes a token of one scope, or the legacy key', () => {
    expect(security).toContainEqual({ oauth2: [scope] });
    expect(security).toContainEqual({ api_key: [] });
  });
});

const TOOL_PARAMETERS = Object.entries(ENDPOINTS).flatMap(([endpoint, { tool, parameters }]) =>
  tool === undefined ? [] : [[tool, parameters, endpoint] as const],
);

test('there is a tool for every report, and no other', () => {
  expect(TOOLS.map(({ name }) => name).sort()).toEqual(TOOL_PARAMETERS.map(([tool]) => tool).sort());
});

test.each(TOOL_PARAMETERS)(
  '%s takes what its endpoint takes, each with its type, values and default',
  (tool, names, endpoint) => {
    const { inputSchema } = TOOLS.find(({ name }) => name === tool)!;
    const properties = (inputSchema.properties ?? {}) as Readonly<Record<string, object>>;
    expect(inputSchema.type).toBe('object');
    // A tool has series as columns and rows, too.
    const columns = names.includes('group_by') ? ['metrics'] : [];
    expectParameters(
      properties,
      [...(SEGMENTS[endpoint] ?? []), ...compareOf(endpoint).slice(0, 1), ...columns],
      names,
    );
    expect(inputSchema.required ?? []).toEqual(names.includes('id') ? ['id'] : []);
  },
);

test('website_ids is a list of integers, for endpoint and tool', () => {
  const endpoint = operations.get('GET /api/v1/reports/account/performance')!.parameters!;
  const tool = TOOLS.find(({ name }) => name === 'get_account_performance')!.inputSchema.properties!;
  for (const schema of [endpoint.find(({ name }) => name === 'website_ids')!.schema, tool.website_ids]) {
    expect(schema).toMatchObject({ items: { type: 'integer' } });
  }
});
