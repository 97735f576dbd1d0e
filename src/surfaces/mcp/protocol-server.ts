// The server of the protocol's SDK. It lives for one request and holds nothing: what is costly is made once, up here.
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
import { type AdmittedCaller, callTool, errorResult, findOperation, shortened, TOOLS } from './tools.ts';

const SERVER_INFO: Implementation = { name: 'funnel-reports', title: 'Funnel reports', version: '1.0.0' };

/** The same for everybody, and only a new release of the service changes it. */
const UNTIL_NEXT_RELEASE: CacheHint = { ttlMs: 10 * 60 * 1000, cacheScope: 'public' };

/** No tool asks its caller for input, so there is none to check. Left out, each server would make one of its own. */
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
  /** Turns whatever went wrong into what the caller may know of it. */
  explain(error: unknown): Problem;
}

export function createProtocolServer(dispatcher: Dispatcher, caller: ToolCaller): Server {
  const server = new Server(SERVER_INFO, OPTIONS);
  server.setRequestHandler('tools/list', () => ({ tools: [...TOOLS] }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const operation = findOperation(params.name);
    if (!operation)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool named ${shortened(params.name)}.`);
    // Caught here, because the SDK would hand an error's own message to the caller.
    return callTool(operation, params.arguments ?? {}, caller, dispatcher).catch((error: unknown) =>
      errorResult(caller.explain(error)),
    );
  });
  return server;
}
