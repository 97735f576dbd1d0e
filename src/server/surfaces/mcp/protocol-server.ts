// The MCP server of the SDK. One is created per request and has no state; everything expensive is created once, here.
import {
  type jsonSchemaValidator,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerOptions,
} from '@modelcontextprotocol/server';
import type { Dispatcher } from '../../api/dispatcher.ts';
import { callTool, findOperation, type ToolCallContext, truncated } from './call-tool.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { readView, UI_EXTENSION } from './report-view.ts';
import { SERVER_INFO, UNTIL_NEXT_RELEASE } from './server-info.ts';
import { TOOLS } from './tools.ts';

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
    'resources/list': UNTIL_NEXT_RELEASE,
    'resources/templates/list': UNTIL_NEXT_RELEASE,
    'resources/read': UNTIL_NEXT_RELEASE,
  },
  jsonSchemaValidator: NO_VALIDATOR,
};

export function createProtocolServer(dispatcher: Dispatcher, context: ToolCallContext): Server {
  const server = new Server(SERVER_INFO, OPTIONS);
  server.setRequestHandler('tools/list', () => ({ tools: [...TOOLS] }));
  // Hosts find the view through the tools; it is not for users to attach to a message.
  server.setRequestHandler('resources/list', () => ({ resources: [] }));
  // Gateways ask for templates, because the server declares resources, and they refuse a server that does not answer.
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
  server.setRequestHandler('resources/read', ({ params }) => readView(params.uri));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const operation = findOperation(params.name);
    if (!operation) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${truncated(params.name)}`);
    return JSON.parse(await callTool(operation, params.arguments ?? {}, context, dispatcher));
  });
  return server;
}
