// The list of MCP tools: the operations that are offered to assistants, with their names and schemas.
import type { Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { ReadOperation } from '../../../contract/operations/define-operation.ts';
import { RATES_ARE_PERCENT } from '../../../contract/operations/schemas.ts';
import { EXTENDED_TOOL_OPERATIONS, TOOL_OPERATIONS } from '../../api/operations.ts';
import { compactInput, compactOutput } from './compact-schema.ts';
import { hasView, VIEW_URI } from './report-view.ts';
import { argumentsOfTool } from './series-columns.ts';

/** The ten tools of the specification. Schemas are converted once, before the first message is answered. */
export const TOOLS: readonly Tool[] = TOOL_OPERATIONS.map(toolOf);

/** The tools that an installation or a client chooses in addition. */
export const EXTENDED_TOOLS: readonly Tool[] = EXTENDED_TOOL_OPERATIONS.map(extendedToolOf);

/** Without the schema of its result, which would be as long as everything else about the tool. */
function extendedToolOf(operation: ReadOperation): Tool {
  const { outputSchema: _, ...tool } = toolOf(operation);
  return tool;
}

function toolOf(operation: ReadOperation): Tool {
  const { name, title, description, output } = operation;
  const outputSchema = compactOutput(jsonSchemaOf(output, 'output'));
  const hasRates = JSON.stringify(outputSchema).includes(RATES_ARE_PERCENT);
  return {
    name,
    title,
    // Many hosts show a model neither the instructions nor the schema of results.
    description: hasRates ? `${description} ${RATES_ARE_PERCENT}` : description,
    inputSchema: compactInput(jsonSchemaOf(argumentsOfTool(operation), 'input')) as Tool['inputSchema'],
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
