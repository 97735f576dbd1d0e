// Calls a tool: finds its operation, checks its arguments, and gives the result as assistants read it.
// Why: docs/decisions/tools.md, "A result is there twice, an error only as text".
// Why: docs/decisions/tools.md, "Arguments are strict".
// Why: docs/decisions/tools.md, "A result that is too large is refused".
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Principal } from '../../../contract/access/principal.ts';
import type { ReadOperation } from '../../../contract/operations/define-operation.ts';
import { problemBody } from '../../../contract/operations/problem-body.ts';
import type { ToolSet } from '../../../contract/operations/tool-set.ts';
import { Problem } from '../../../foundation/problem/problem.ts';
import { decodeArguments } from '../../api/decode-values.ts';
import type { Dispatcher } from '../../api/dispatcher.ts';
import { parseCall } from '../../api/parse-input.ts';
import { argumentsOfTool, askedSeries, isArgumentOfTool, withSeries } from './series-columns.ts';

const NAME_SHOWN_MAX = 100;
/** A rule of thumb for English and JSON. */
const CHARACTERS_PER_TOKEN = 4;
const RESULT_LENGTH_MAX = 25_000 * CHARACTERS_PER_TOKEN;

/** undefined: these tools have none of this name. */
export function findOperation(
  toolName: string,
  { tools }: Pick<ToolCallContext, 'tools'>,
  { operations }: Dispatcher,
): ReadOperation | undefined {
  const offered = tools === 'extended' ? [...operations.tools, ...operations.extendedTools] : operations.tools;
  return offered.find(({ name }) => name === toolName);
}

/** Says for whom a tool is called. */
export interface ToolCallContext {
  readonly principal: Principal;
  readonly tools: ToolSet;
  /** Aborted when the caller disconnects. */
  disconnected(): AbortSignal;
  /** The problem that the caller may see for this error. */
  toProblem(error: unknown): Problem;
}

/** The JSON of the result, or of an error that the caller may see: the SDK would send any error's own message. */
export async function callTool(
  operation: ReadOperation,
  args: Readonly<Record<string, unknown>>,
  context: ToolCallContext,
  dispatcher: Dispatcher,
): Promise<string> {
  try {
    const result = resultOf(await readReport(operation, args, context, dispatcher));
    if (result.length > RESULT_LENGTH_MAX && canReturnLess(operation)) throw resultTooLarge(operation, args, result);
    return result;
  } catch (error) {
    return JSON.stringify(errorResult(context.toProblem(error)));
  }
}

/** An assistant has nothing beside the numbers that would tell how far they can be trusted. Reports without notes ignore it. */
const ALWAYS = { notes: true };

async function readReport(
  operation: ReadOperation,
  args: Readonly<Record<string, unknown>>,
  { principal, tools, disconnected }: ToolCallContext,
  dispatcher: Dispatcher,
): Promise<string> {
  const given = withoutNulls(args);
  const parse = (today: number) => {
    rejectUnknownArguments(operation, args, tools);
    askedSeries(given);
    const sent = { ...decodeArguments(operation.input, given), ...ALWAYS, ...operation.toolArguments };
    return parseCall(operation, sent, today);
  };
  const { json } = await dispatcher.read(operation, { principal, parse, disconnected });
  const series = askedSeries(given);
  return series ? withSeries(json, series) : json;
}

/** The result is there twice: some hosts show a model only the text, others only the structured content. */
function resultOf(json: string): string {
  return `{"content":[{"type":"text","text":${JSON.stringify(json)}}],"structuredContent":${json}}`;
}

/** The list of websites can't: it has no arguments, and everything else starts with it. */
function canReturnLess({ input }: ReadOperation): boolean {
  return 'timeframe' in input.shape;
}

/** The caller is told how to ask for less: assistants cut larger results off, or fail. */
function resultTooLarge({ input }: ReadOperation, args: Readonly<Record<string, unknown>>, result: string): Problem {
  const size = ['limit', 'per_page'].find((name) => name in input.shape);
  const { data } = JSON.parse(result).structuredContent as { data: Readonly<Record<string, unknown>> };
  const [items = []] = Object.values(data).filter(Array.isArray);
  const fixes = [
    ...(size ? [`set ${size} to ${Math.max(1, Math.floor((items.length * RESULT_LENGTH_MAX) / result.length))}`] : []),
    ...('website_ids' in input.shape ? ['name fewer websites in website_ids'] : []),
    ...(args.group_by ? ['choose a longer group_by'] : []),
    ...(args.group_by && !args.metrics ? ['name the metrics that you need in metrics'] : []),
    ...(args.previous_period ? ['leave out previous_period'] : []),
    ...(args.break_down_by ? ['replace break_down_by by a filter'] : []),
    'choose a shorter timeframe',
  ];
  const tokens = Math.ceil(result.length / CHARACTERS_PER_TOKEN).toLocaleString('en');
  const detail = `The result would have about ${tokens} tokens, more than assistants can read. To get less: ${fixes.join(', or ')}.`;
  return new Problem(422, detail, { code: 'result_too_large', ...(size && { param: size }) });
}

/** Some models fill in every argument that they know, with null where they have no value. */
function withoutNulls(args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
}

/** Text only: structured content must match the output schema, which older clients check for errors too. */
function errorResult(problem: Problem): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(problemBody(problem)) }], isError: true };
}

/** If an unknown argument were ignored, an assistant would believe in a filter that was never applied. */
function rejectUnknownArguments(
  operation: ReadOperation,
  args: Readonly<Record<string, unknown>>,
  tools: ToolSet,
): void {
  const { name } = operation;
  const unknown = Object.keys(args).find((argument) => !isArgumentOfTool(operation, argument, tools));
  if (unknown === undefined) return;
  const known = Object.keys(argumentsOfTool(operation, tools).shape);
  const hint = known.length === 0 ? 'It has no arguments.' : `Its arguments are ${known.join(', ')}.`;
  throw new Problem(422, `${name} has no argument "${truncated(unknown)}". ${hint}`, {
    code: 'unknown_argument',
    param: truncated(unknown),
  });
}

/** Names in error messages come from the caller and may be of any length. */
export function truncated(name: string): string {
  return name.slice(0, NAME_SHOWN_MAX);
}
