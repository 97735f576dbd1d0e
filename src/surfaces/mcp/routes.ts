// The tool server (MCP) at its one URL: stateless Streamable HTTP. Callers are authenticated before the message is read.
import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../../access/principal.ts';
import type { Dispatcher } from '../../api/dispatcher.ts';
import { exceedsBounds, type JsonBounds } from '../../operations/json-bounds.ts';
import { Problem } from '../../problem.ts';
import { callerOf, disconnectSignal } from '../http/caller.ts';
import { logFailure, problemOf, sendError } from '../http/errors.ts';
import { addDefaultProtectedResource } from '../http/protected-resource.ts';
import type { HttpServer } from '../http/server.ts';
import { allowedCallers } from './allowed-callers.ts';
import { allowOrigin, answerPreflight, isPreflight } from './cors.ts';
import { directResponse, readDirectCall, responseEnd } from './direct-call.ts';
import { createMessageHandler } from './message-handler.ts';
import { createProtocolServer } from './protocol-server.ts';
import { preparedView, VIEW_URI } from './report-view.ts';
import { rpcError } from './rpc-error.ts';
import { callTool, findOperation, TOOLS_SCOPE, type ToolCallContext } from './tools.ts';

const MESSAGE_BYTES_MAX = 32 * 1024;
/** Far more than any tool needs, with room for the metadata that clients send. */
const MESSAGE_BOUNDS: JsonBounds = { depthMax: 32, namesMax: 500 };
const MESSAGE_TOO_LARGE = `A message may have at most ${MESSAGE_BYTES_MAX / 1024} KiB.`;
const MESSAGE_TOO_COMPLEX = `A message may have at most ${MESSAGE_BOUNDS.namesMax} names, nested at most ${MESSAGE_BOUNDS.depthMax} levels deep.`;

interface ToolServerOptions {
  readonly dispatcher: Dispatcher;
  readonly mcpUrl: string;
  /** The issuer of the tokens. */
  readonly issuerUrl: string;
}

export function addToolServer(server: HttpServer, options: ToolServerOptions): void {
  const { mcpUrl: url, issuerUrl } = options;
  addDefaultProtectedResource(server, { url, issuerUrl, name: 'Funnel reports', scopes: [TOOLS_SCOPE] });
  server.register(async (scope) => addEndpoint(scope, options));
}

function addEndpoint(scope: HttpServer, { dispatcher, mcpUrl }: ToolServerOptions): void {
  const principals = new WeakMap<FastifyRequest, Principal>();
  const checkCaller = allowedCallers(mcpUrl);
  const handleMessage = createMessageHandler(
    (context: ToolCallContext) => createProtocolServer(dispatcher, context),
    (error) => scope.log.debug({ err: error }, 'message refused'),
  );

  scope.addHook('onRequest', async (request, reply) => {
    checkCaller(request.headers);
    const { origin } = request.headers;
    if (origin !== undefined) allowOrigin(reply, origin);
    if (isPreflight(request)) return answerPreflight(request, reply);
    const credentials = { authorization: request.headers.authorization, caller: callerOf(request, reply) };
    principals.set(request, await dispatcher.admit(credentials, { scope: TOOLS_SCOPE }));
    if (request.method !== 'POST') throw onlyPost();
  });
  const options = { bodyLimit: MESSAGE_BYTES_MAX, config: { limitedBy: 'authorization' } } as const;
  scope.all(new URL(mcpUrl).pathname, options, async (request, reply) => {
    // Before the SDK and the schemas, which process every name.
    if (exceedsBounds(request.body, MESSAGE_BOUNDS)) {
      return send(reply, rpcError(400, ProtocolErrorCode.InvalidRequest, MESSAGE_TOO_COMPLEX));
    }
    const context: ToolCallContext = {
      principal: principals.get(request)!,
      disconnected: () => disconnectSignal(reply),
      toProblem: (error) => toProblem(error, request),
    };
    const call = readDirectCall(request.headers, request.body);
    const view = call?.method === 'resources/read' && call.name === VIEW_URI ? await preparedView() : undefined;
    if (call && view) return reply.type('application/json').send(view.send(responseEnd(call), request, reply));
    const operation = call?.method === 'tools/call' ? findOperation(call.name) : undefined;
    if (call && operation) {
      const result = await callTool(operation, call.args, context, dispatcher);
      return reply.type('application/json').send(directResponse(call, result));
    }
    return send(reply, await handleMessage(protocolHeaders(request), request.body, context));
  });
  scope.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error);
    if (problem.status === 413) {
      return send(reply, rpcError(413, ProtocolErrorCode.InvalidRequest, MESSAGE_TOO_LARGE));
    }
    if (problem.options.code !== 'invalid_json') return sendError(error, request, reply);
    return send(reply, rpcError(400, ProtocolErrorCode.ParseError, problem.message));
  });
}

function onlyPost(): Problem {
  const detail = 'Only POST is allowed: there are no sessions to end and no event streams.';
  return new Problem(405, detail, { headers: { allow: 'POST' } });
}

/** Only the headers that the protocol needs: the token is not passed on. */
function protocolHeaders({ headers }: FastifyRequest): Headers {
  const kept = Object.entries(headers).filter(([name]) => name.startsWith('mcp-') || name === 'content-type');
  // Responses are always JSON, so no client is rejected for not accepting event streams.
  return new Headers([...(kept as [string, string][]), ['accept', 'application/json, text/event-stream']]);
}

function toProblem(error: unknown, request: FastifyRequest): Problem {
  const problem = problemOf(error);
  if (problem.status < 500) return problem;
  logFailure(request.log, error, 'tool failed');
  if (error instanceof Problem) return problem;
  // An assistant does not see the headers, which have the request id.
  return new Problem(problem.status, `Internal server error (request ${request.id}). Try again later.`);
}

async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status).headers(Object.fromEntries(response.headers));
  return response.body ? reply.send(await response.text()) : reply.send();
}
