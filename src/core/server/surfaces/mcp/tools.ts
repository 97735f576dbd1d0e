// The list of MCP tools: the operations that are offered to assistants, with their names and schemas.
import { isDeepStrictEqual } from 'node:util';
import type { Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { ReadOperation } from '../../../contract/operations/define-operation.ts';
import { RATES_ARE_PERCENT } from '../../../contract/operations/schemas.ts';
import type { ToolSet } from '../../../contract/operations/tool-set.ts';
import type { OperationList } from '../../api/operations.ts';
import { compactInput, compactOutput } from './compact-schema.ts';
import { hasView, VIEW_URI } from './report-view.ts';
import { argumentsOfTool } from './series-columns.ts';

type ToolOperations = Pick<OperationList, 'tools' | 'extendedTools'>;

/**
 * The ten tools of the specification; extended: with further arguments, and with the tools that an installation or a client chooses in
 * addition. It takes long: call it once, before the first message is answered.
 */
export function listTools({ tools, extendedTools }: ToolOperations): Readonly<Record<ToolSet, readonly Tool[]>> {
  const withFurtherArguments = tools.map((operation) => toolOf(operation, 'extended'));
  const described = withFurtherArguments.flatMap(({ inputSchema }) => Object.entries(inputSchema.properties ?? {}));
  return {
    standard: tools.map((operation) => toolOf(operation, 'standard')),
    extended: [...withFurtherArguments, ...extendedTools.map((operation) => furtherToolOf(operation, described))],
  };
}

/**
 * Without the schema of its result, which would be as long as everything else about the tool, and without the descriptions of arguments
 * that one of the ten describes in the same words.
 */
function furtherToolOf(operation: ReadOperation, described: readonly (readonly [string, unknown])[]): Tool {
  const { outputSchema: _, inputSchema, ...tool } = toolOf(operation, 'extended');
  const properties = Object.entries(inputSchema.properties ?? {}).map(([name, argument]) => {
    const isDescribed = described.some(([known, schema]) => known === name && isDeepStrictEqual(schema, argument));
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
