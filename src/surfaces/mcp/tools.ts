// The tools: one for each report of the catalog, with its names, schemas and rules.
import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Principal } from '../../access/principal.ts';
import { Problem } from '../../problem.ts';
import { problemBody } from '../../problem-body.ts';
import { REPORTS } from '../../reports/catalog.ts';
import type { Report } from '../../reports/define-report.ts';
import { parseInput } from '../../reports/parameters.ts';
import type { ReportService } from '../../reports/report-service.ts';

const NAME_SHOWN_MAX = 100;

/** Schemas are converted once, when the program starts. */
export const TOOLS: readonly Tool[] = REPORTS.map(toolOf);

const REPORTS_BY_TOOL = new Map(REPORTS.map((report) => [report.tool, report]));

export function findReport(toolName: string): Report | undefined {
  return REPORTS_BY_TOOL.get(toolName);
}

/** Throws a Problem where the arguments or what they ask for are at fault. */
export async function callTool(
  report: Report,
  given: Readonly<Record<string, unknown>>,
  principal: Principal,
  service: ReportService,
): Promise<CallToolResult> {
  refuseUnknownArguments(report, given);
  const { json } = await service.answer(report, parseInput(report.input, given), principal);
  return { content: [{ type: 'text', text: json }], structuredContent: JSON.parse(json) };
}

/** As text alone: structured content must follow the output schema, which older clients check on errors too. */
export function errorResult(problem: Problem): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(problemBody(problem)) }], isError: true };
}

function toolOf({ tool: name, title, description, input, output }: Report): Tool {
  return {
    name,
    title,
    description,
    inputSchema: { ...jsonSchemaOf(input, 'input'), additionalProperties: false },
    outputSchema: jsonSchemaOf(output, 'output'),
    annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  };
}

function jsonSchemaOf(schema: z.ZodObject, io: 'input' | 'output'): Tool['inputSchema'] {
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
function refuseUnknownArguments(report: Report, given: Readonly<Record<string, unknown>>): void {
  const known = Object.keys(report.input.shape);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const hint = known.length === 0 ? 'It takes none.' : `It takes ${known.join(', ')}.`;
  throw new Problem(422, `${report.tool} has no argument "${shortened(unknown)}". ${hint}`, {
    code: 'unknown_argument',
    param: shortened(unknown),
  });
}

/** A name that a caller made up is repeated to them, but not at any length. */
export function shortened(name: string): string {
  return name.slice(0, NAME_SHOWN_MAX);
}
