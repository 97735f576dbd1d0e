// Answers the requests of the REST client with tool calls: each report of the REST API is also a tool. So the pages of the dashboard
// work in a chat, where only tools can be called.

export interface ToolResult {
  readonly isError?: boolean | undefined;
  readonly structuredContent?: unknown;
  readonly content?: readonly { readonly type: string; readonly text?: string }[];
}
type CallTool = (name: string, args: Record<string, unknown>) => Promise<ToolResult>;

const REPORTS = '/api/v1/reports/';
const TOOLS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    websites: 'list_websites',
    website: 'get_website_report',
    'website/insights': 'get_website_insights',
    campaigns: 'list_campaigns',
    'campaigns/{id}': 'get_campaign_report',
    'variants/{id}': 'get_variant_report',
    'steps/{id}': 'get_step_report',
    'elements/{id}': 'get_element_report',
    experiments: 'list_experiments',
    'account/performance': 'get_account_performance',
  }),
);
/** No tool takes them. Tools always say their notes, in English. */
const REST_ONLY: ReadonlySet<string> = new Set(['notes', 'language', 'precision']);
const NUMBERS: ReadonlySet<string> = new Set(['website_id', 'page', 'per_page', 'limit']);

interface ToolCall {
  readonly name: string;
  readonly args: Record<string, unknown>;
}

/** undefined: there is no tool for this URL. */
export function toolCallOf({ pathname, searchParams }: URL): ToolCall | undefined {
  if (!pathname.startsWith(REPORTS)) return undefined;
  const report = pathname.slice(REPORTS.length);
  const [, id] = /\/(\d+)$/.exec(report) ?? [];
  const name = TOOLS.get(id === undefined ? report : report.replace(/\d+$/, '{id}'));
  if (!name) return undefined;
  const args: Record<string, unknown> = {};
  for (const [key, value] of searchParams) if (!REST_ONLY.has(key)) args[key] = argumentOf(key, value);
  if (searchParams.has('filter')) args.filter = searchParams.getAll('filter');
  return { name, args: id === undefined ? args : { ...args, id: Number(id) } };
}

function argumentOf(name: string, value: string): unknown {
  if (name === 'previous_period') return value === 'true';
  return NUMBERS.has(name) ? Number(value) : value;
}

export function toolFetch(callTool: CallTool): (request: Request) => Promise<Response> {
  return async ({ url }) => {
    const call = toolCallOf(new URL(url));
    if (!call) return problem({ status: 404, title: 'Not Found', detail: 'This is not available in a chat.' });
    const result = await callTool(call.name, call.args);
    return result.isError ? problem(problemIn(result)) : Response.json(result.structuredContent);
  };
}

interface ProblemBody {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
}

/** The tools answer errors with the problem as text. A host may answer with a text of its own. */
export function problemIn({ content }: Pick<ToolResult, 'content'>): ProblemBody {
  const text = content?.find((part) => part.text !== undefined)?.text ?? '';
  try {
    const body = JSON.parse(text);
    if (typeof body.status === 'number') return body;
  } catch {
    // It is not the problem of a tool.
  }
  return { status: 502, title: 'Bad Gateway', detail: text || 'The tool could not be called.' };
}

function problem(body: ProblemBody): Response {
  return Response.json(body, { status: body.status, headers: { 'content-type': 'application/problem+json' } });
}
