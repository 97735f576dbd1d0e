// The MCP server of the SDK. One is created per request and has no state; everything expensive is created once, here.
import {
  type jsonSchemaValidator,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerOptions,
  type Tool,
} from '@modelcontextprotocol/server';
import type { ToolSet } from '../../../contract/operations/tool-set.ts';
import type { Dispatcher } from '../../api/dispatcher.ts';
import { callTool, findOperation, type ToolCallContext, truncated } from './call-tool.ts';
import { DEFINITIONS, readDefinitions } from './definitions.ts';
import { EXTENDED_INSTRUCTIONS, INSTRUCTIONS } from './instructions.ts';
import { getPrompt, PROMPTS } from './prompts.ts';
import { readView, UI_EXTENSION } from './report-view.ts';
import { SERVER_INFO, UNTIL_NEXT_RELEASE } from './server-info.ts';

/** No tool asks its caller for input, so nothing is validated. Without this, each server would create a validator. */
const NO_VALIDATOR: jsonSchemaValidator = {
  getValidator: () => {
    throw new Error('No tool asks its caller for input.');
  },
};

const OPTIONS: ServerOptions = {
  capabilities: { tools: { listChanged: false }, resources: {}, extensions: { [UI_EXTENSION]: {} } },
  instructions: INSTRUCTIONS,
  cacheHints: {
    'tools/list': UNTIL_NEXT_RELEASE,
    'server/discover': UNTIL_NEXT_RELEASE,
    'prompts/list': UNTIL_NEXT_RELEASE,
    'resources/list': UNTIL_NEXT_RELEASE,
    'resources/templates/list': UNTIL_NEXT_RELEASE,
    'resources/read': UNTIL_NEXT_RELEASE,
  },
  jsonSchemaValidator: NO_VALIDATOR,
};

/** Prompts come with the extended tools, which they tell assistants to call. */
const OPTIONS_OF: Readonly<Record<ToolSet, ServerOptions>> = {
  standard: OPTIONS,
  extended: {
    ...OPTIONS,
    capabilities: { ...OPTIONS.capabilities, prompts: { listChanged: false } },
    instructions: `${INSTRUCTIONS}\n\n${EXTENDED_INSTRUCTIONS}`,
  },
};

export type ListedTools = Readonly<Record<ToolSet, readonly Tool[]>>;

export function createProtocolServer(dispatcher: Dispatcher, tools: ListedTools, context: ToolCallContext): Server {
  const server = new Server(SERVER_INFO, OPTIONS_OF[context.tools]);
  server.setRequestHandler('tools/list', () => ({ tools: [...tools[context.tools]] }));
  if (context.tools === 'extended') addExtras(server);
  // Hosts find the view through the tools; it is not for users to attach to a message.
  else server.setRequestHandler('resources/list', () => ({ resources: [] }));
  // Gateways ask for templates, because the server declares resources, and they refuse a server that does not answer.
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
  server.setRequestHandler('resources/read', ({ params }) =>
    context.tools === 'extended' && params.uri === DEFINITIONS.uri ? readDefinitions() : readView(params.uri),
  );
  server.setRequestHandler('tools/call', async ({ params }) => {
    const operation = findOperation(params.name, context, dispatcher);
    if (!operation) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${truncated(params.name)}`);
    return JSON.parse(await callTool(operation, params.arguments ?? {}, context, dispatcher));
  });
  return server;
}

/** What people choose in their client: a task to begin with, and definitions to attach to a message. */
function addExtras(server: Server): void {
  server.setRequestHandler('resources/list', () => ({ resources: [DEFINITIONS] }));
  server.setRequestHandler('prompts/list', () => ({ prompts: [...PROMPTS] }));
  server.setRequestHandler('prompts/get', ({ params }) => getPrompt(params.name, params.arguments ?? {}));
}
