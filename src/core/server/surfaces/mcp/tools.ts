// The list of MCP tools: the operations that are offered to assistants, with their names and schemas.
import { isDeepStrictEqual } from 'node:util';
import type { Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { ReadOperation } from '../../../contract/operations/define-operation.ts';
import { RATES_ARE_PERCENT } from '../../../contract/operations/schemas.ts';
import type { ToolSet } from '../../../contract/operations/tool-set.ts';
import { EXTENDED_TOOL_OPERATIONS, TOOL_OPERATIONS } from '../../api/operations.ts';
import { compactInput, compactOutput } from './compact-schema.ts';
import { hasView, VIEW_URI } from './report-view.ts';
import { argumentsOfTool } from './series-columns.ts';

/** The ten tools of the specification. Schemas are converted once, before the first message is answered. */
export const TOOLS: readonly Tool[] = TOOL_OPERATIONS.map((operation) => toolOf(operation, 'standard'));

const TEN_WITH_FURTHER_ARGUMENTS = TOOL_OPERATIONS.map((operation) => toolOf(operation, 'extended'));
const DESCRIBED = TEN_WITH_FURTHER_ARGUMENTS.flatMap(({ inputSchema }) => Object.entries(inputSchema.properties ?? {}));

/** The ten tools with further arguments, and the tools that an installation or a client chooses in addition. */
export const EXTENDED_TOOLS: readonly Tool[] = [
  ...TEN_WITH_FURTHER_ARGUMENTS,
  ...EXTENDED_TOOL_OPERATIONS.map(furtherToolOf),
];

/**
 * Without the schema of its result, which would be as long as everything else about the tool, and without the descriptions of arguments
 * that one of the ten describes in the same words.
 */
function furtherToolOf(operation: ReadOperation): Tool {
  const { outputSchema: _, inputSchema, ...tool } = toolOf(operation, 'extended');
  const properties = Object.entries(inputSchema.properties ?? {}).map(([name, argument]) => {
    const isDescribed = DESCRIBED.some(([known, schema]) => known === name && isDeepStrictEqual(schema, argument));
    const { description, ...rest } = argument as { readonly description?: string };
    return [name, isDescribed ? rest : argument];
  });
  return { ...tool, inputSchema: { ...inputSchema, properties: Object.fromEntries(properties) } };
}

function toolOf(operation: ReadOperation, tools: ToolSet): Tool {
  const { name, title, description, output } = operation;
  const outputSchema = compactOutput(jsonSchemaOf(output, 'output'));
  const hasRates = JSON.stringify(outputSchema).includes(RATES_ARE_PERCENT);
  return {
    name,
    title,
    // Many hosts show a model neither the instructions nor the schema of results.
    description: hasRates ? `${description} ${RATES_ARE_PERCENT}` : description,
    inputSchema: compactInput(jsonSchemaOf(argumentsOfTool(operation, tools), 'input')) as Tool['inputSchema'],
    outputSchema: outputSchema as Tool['outputSchema'],
    // The hint on destruction means nothing for tools that only read, but directories of assistants want all three.
    annotations: { readOnlyHint: true, openWorldHint: false, destructiveHint: false },
    ...(hasView(name) && { _meta: { ui: { resourceUri: VIEW_URI } } }),
  };
}

function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): Tool['inputSchema'] {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io });
  return withSingleTypes(json) as Tool['inputSchema'];
}

/** Some clients support only one type per schema. */
function withSingleTypes(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withSingleTypes);
  if (schema === null || typeof schema !== 'object') return schema;
  const entries = Object.entries(schema).map(([key, value]) =>
    key === 'type' && Array.isArray(value) ? ['anyOf', value.map((type) => ({ type }))] : [key, withSingleTypes(value)],
  );
  return Object.fromEntries(entries);
}
