// The tools: the operations that are offered to assistants, with their names, schemas and rules.
import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Principal, Scope } from '../../access/principal.ts';
import type { Dispatcher } from '../../api/dispatcher.ts';
import { TOOL_OPERATIONS } from '../../api/operations.ts';
import { parseCall } from '../../api/parse-input.ts';
import type { ReadOperation } from '../../operations/define-operation.ts';
import { Problem } from '../../problem.ts';
import { problemBody } from '../../problem-body.ts';

const NAME_SHOWN_MAX = 100;

/** Schemas are converted once, when the program starts. */
export const TOOLS: readonly Tool[] = TOOL_OPERATIONS.map(toolOf);

/** The one scope that all tools need: a client is admitted before its message says which tool it calls. */
export const TOOLS_SCOPE: Scope = sharedScope();

const OPERATIONS_BY_TOOL = new Map(TOOL_OPERATIONS.map((operation) => [operation.name, operation]));

export function findOperation(toolName: string): ReadOperation | undefined {
  return OPERATIONS_BY_TOOL.get(toolName);
}

export interface AdmittedCaller {
  readonly principal: Principal;
  /** Aborted when the caller is gone and waits for no answer. */
  gone(): AbortSignal;
}

/** Throws a Problem where the arguments or what they ask for are at fault. */
export async function callTool(
  operation: ReadOperation,
  given: Readonly<Record<string, unknown>>,
  { principal, gone }: AdmittedCaller,
  dispatcher: Dispatcher,
): Promise<CallToolResult> {
  const parse = (today: number) => {
    refuseUnknownArguments(operation, given);
    return parseCall(operation, given, today);
  };
  const { json } = await dispatcher.read(operation, { principal, parse, gone });
  return { content: [{ type: 'text', text: json }], structuredContent: JSON.parse(json) };
}

/** As text alone: structured content must follow the output schema, which older clients check on errors too. */
export function errorResult(problem: Problem): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(problemBody(problem)) }], isError: true };
}

function sharedScope(): Scope {
  const [scope, ...others] = new Set(TOOL_OPERATIONS.map((operation) => operation.scope));
  if (scope === undefined || others.length > 0) throw new Error('The tools must share one scope.');
  return scope;
}

function toolOf({ name, title, description, input, output }: ReadOperation): Tool {
  return {
    name,
    title,
    description,
    inputSchema: { ...jsonSchemaOf(input, 'input'), additionalProperties: false },
    outputSchema: jsonSchemaOf(output, 'output'),
    annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  };
}

function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): Tool['inputSchema'] {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io });
  return simplified(json) as Tool['inputSchema'];
}

/** Says the same in a way that more clients understand, and in fewer words. */
function simplified(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(simplified);
  if (schema === null || typeof schema !== 'object') return schema;
  const entries = Object.entries(schema)
    // The bound that every integer of JavaScript has tells a reader nothing, and there are hundreds of them.
    .filter(([key, value]) => !(key === 'maximum' && value === Number.MAX_SAFE_INTEGER))
    // Some clients know only one type at a time.
    .map(([key, value]) =>
      key === 'type' && Array.isArray(value) ? ['anyOf', value.map((type) => ({ type }))] : [key, simplified(value)],
    );
  return Object.fromEntries(entries);
}

/** An argument that is ignored silently would make an assistant believe in a filter that was never applied. */
function refuseUnknownArguments({ name, input }: ReadOperation, given: Readonly<Record<string, unknown>>): void {
  const known = Object.keys(input.shape);
  const unknown = Object.keys(given).find((argument) => !known.includes(argument));
  if (unknown === undefined) return;
  const hint = known.length === 0 ? 'It takes none.' : `It takes ${known.join(', ')}.`;
  throw new Problem(422, `${name} has no argument "${shortened(unknown)}". ${hint}`, {
    code: 'unknown_argument',
    param: shortened(unknown),
  });
}

/** A name that a caller made up is repeated to them, but not at any length. */
export function shortened(name: string): string {
  return name.slice(0, NAME_SHOWN_MAX);
}
