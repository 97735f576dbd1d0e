// The MCP server of the SDK. One is created per request and has no state; everything expensive is created once, here.
import {
  type CacheHint,
  type Implementation,
  type jsonSchemaValidator,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerOptions,
} from '@modelcontextprotocol/server';
import type { Dispatcher } from '../../api/dispatcher.ts';
import type { Problem } from '../../problem.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { type AdmittedCaller, callTool, errorResult, findOperation, TOOLS, truncated } from './tools.ts';

const SERVER_INFO: Implementation = { name: 'funnel-reports', title: 'Funnel reports', version: '1.0.0' };

/** The same for all callers until the next release. */
const UNTIL_NEXT_RELEASE: CacheHint = { ttlMs: 10 * 60 * 1000, cacheScope: 'public' };

/** No tool asks its caller for input, so nothing is validated. Without this, each server would create a validator. */
const NO_VALIDATOR: jsonSchemaValidator = {
  getValidator: () => {
    throw new Error('No tool asks its caller for input.');
  },
};

const OPTIONS: ServerOptions = {
  capabilities: { tools: { listChanged: false } },
  instructions: INSTRUCTIONS,
  cacheHints: { 'tools/list': UNTIL_NEXT_RELEASE, 'server/discover': UNTIL_NEXT_RELEASE },
  jsonSchemaValidator: NO_VALIDATOR,
};

export interface ToolCaller extends AdmittedCaller {
  /** The problem that the caller may see for this error. */
  toProblem(error: unknown): Problem;
}

export function createProtocolServer(dispatcher: Dispatcher, caller: ToolCaller): Server {
  const server = new Server(SERVER_INFO, OPTIONS);
  server.setRequestHandler('tools/list', () => ({ tools: [...TOOLS] }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const operation = findOperation(params.name);
    if (!operation) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${truncated(params.name)}`);
    // Caught here, because the SDK would send the error's own message to the caller.
    return callTool(operation, params.arguments ?? {}, caller, dispatcher).catch((error: unknown) =>
      errorResult(caller.toProblem(error)),
    );
  });
  return server;
}
