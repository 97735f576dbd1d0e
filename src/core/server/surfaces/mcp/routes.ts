// The tool server (MCP) at its one URL: stateless Streamable HTTP. Callers are authenticated before the message is read.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../../../contract/access/principal.ts';
import { exceedsBounds, type JsonBounds } from '../../../contract/operations/json-bounds.ts';
import type { Policies } from '../../../contract/operations/policies.ts';
import { TOOL_SETS, type ToolSet } from '../../../contract/operations/tool-set.ts';
import { lazy } from '../../../foundation/calls/lazy.ts';
import { Problem } from '../../../foundation/problem/problem.ts';
import type { Dispatcher } from '../../api/dispatcher.ts';
import { callerOf, disconnectSignal } from '../http/caller.ts';
import { allowAllOrigins } from '../http/cors.ts';
import { logFailure, problemOf, sendError } from '../http/errors.ts';
import { addDefaultProtectedResource } from '../http/protected-resource.ts';
import type { HttpServer } from '../http/server.ts';
import { StaticDocument } from '../http/static-document.ts';
import type { ToolCallContext } from './call-tool.ts';
import { allowOrigin, answerPreflight, isPreflight } from './cors.ts';
import { ICON_SVG } from './icon.ts';
import { rpcError } from './rpc-error.ts';
import { sendResponse } from './send-response.ts';
import { aiCatalog, CARD_TYPE, CATALOG_TYPE, serverCard } from './server-card.ts';
import { scopeOfTools } from './tools-scope.ts';

const MESSAGE_BYTES_MAX = 32 * 1024;
/** Far more than any tool needs, with room for the metadata that clients send. */
const MESSAGE_BOUNDS: JsonBounds = { depthMax: 32, namesMax: 500 };
const MESSAGE_TOO_LARGE = `A message may have at most ${MESSAGE_BYTES_MAX / 1024} KiB.`;
const { namesMax, depthMax } = MESSAGE_BOUNDS;
const MESSAGE_TOO_COMPLEX = `A message may have at most ${namesMax} names, nested at most ${depthMax} levels deep.`;

interface ToolServerOptions {
  readonly dispatcher: Dispatcher;
  readonly mcpUrl: string;
  /** The tools of clients that do not choose them by their URL. */
  readonly mcpTools: ToolSet;
  readonly baseUrl: string;
  readonly policies: Policies;
  /** The issuer of the tokens. */
  readonly issuerUrl: string;
}

export function addToolServer(server: HttpServer, options: ToolServerOptions): void {
  const { mcpUrl: url, issuerUrl, policies, dispatcher } = options;
  const scopes = [scopeOfTools(dispatcher.operations)];
  addDefaultProtectedResource(server, { url, issuerUrl, policies, name: 'Funnel reports', scopes });
  addServerCard(server, options);
  server.register(async (scope) => addEndpoint(scope, options));
}

/** Anybody may read what a directory or a page needs to know before it connects. */
function addServerCard(server: HttpServer, options: ToolServerOptions): void {
  const { pathname } = new URL(options.mcpUrl);
  const base = pathname === '/' ? '' : pathname;
  const json = (value: object) => new StaticDocument('document.json', Buffer.from(JSON.stringify(value)));
  const documents = [
    { path: `${base}/server-card`, type: CARD_TYPE, document: json(serverCard(options)) },
    { path: '/.well-known/ai-catalog.json', type: CATALOG_TYPE, document: json(aiCatalog(options)) },
    {
      path: `${base}/icon.svg`,
      type: 'image/svg+xml',
      document: new StaticDocument('icon.svg', Buffer.from(ICON_SVG)),
    },
  ];
  server.register(async (scope) => {
    const paths = documents.map(({ path }) => path);
    allowAllOrigins(scope, { paths, methods: ['GET'], headers: ['Content-Type', 'If-None-Match'], exposed: ['ETag'] });
    for (const { path, type, document } of documents) {
      scope.get(path, async (request, reply) => {
        const body = await document.send(request, reply);
        reply.type(type).header('cache-control', 'public, max-age=3600');
        return reply.send(body);
      });
    }
  });
}

function addEndpoint(scope: HttpServer, { dispatcher, mcpUrl, mcpTools }: ToolServerOptions): void {
  const principals = new WeakMap<FastifyRequest, Principal>();
  const toolScope = scopeOfTools(dispatcher.operations);
  // The SDK and its schemas are loaded with the first request: they are a quarter of the code that the program loads, and many nodes never
  // need them.
  const allowedCallers = lazy(async () => (await import('./allowed-callers.ts')).allowedCallers(mcpUrl));
  const messages = lazy(async () => {
    const { createMessages } = await import('./messages.ts');
    return createMessages(dispatcher, scope.log);
  });

  const admit = (request: FastifyRequest, reply: FastifyReply) => {
    const credentials = { authorization: request.headers.authorization, caller: callerOf(request, reply) };
    return dispatcher.admit(credentials, { scope: toolScope });
  };
  scope.addHook('onRequest', async (request, reply) => {
    const checkCaller = await allowedCallers();
    checkCaller(request.headers);
    const { origin } = request.headers;
    if (origin !== undefined) allowOrigin(reply, origin);
    if (isPreflight(request)) return answerPreflight(request, reply);
    principals.set(request, await admit(request, reply));
    if (request.method !== 'POST') throw onlyPost();
  });
  const options = { bodyLimit: MESSAGE_BYTES_MAX, config: { limitedBy: 'authorization' } } as const;
  scope.all(new URL(mcpUrl).pathname, options, async (request, reply) => {
    // This precedes the SDK and the schemas, which process every name.
    if (exceedsBounds(request.body, MESSAGE_BOUNDS)) {
      return sendResponse(reply, rpcError(400, 'invalidRequest', MESSAGE_TOO_COMPLEX));
    }
    // One for all messages of a batch.
    let disconnected: AbortSignal | undefined;
    const context: ToolCallContext = {
      principal: principals.get(request)!,
      tools: chosenTools(request) ?? mcpTools,
      disconnected: () => {
        disconnected ??= disconnectSignal(reply);
        return disconnected;
      },
      toProblem: (error) => toProblem(error, request),
    };
    return (await messages())(request, reply, context, () => admit(request, reply));
  });
  scope.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error);
    if (problem.status === 413) {
      return sendResponse(reply, rpcError(413, 'invalidRequest', MESSAGE_TOO_LARGE));
    }
    if (problem.options.code !== 'invalid_json') return sendError(error, request, reply);
    return sendResponse(reply, rpcError(400, 'parseError', problem.message));
  });
}

/** undefined: the URL does not say. An unknown choice is an error: otherwise the tools would just be missing in the chat. */
function chosenTools({ url }: FastifyRequest): ToolSet | undefined {
  const tools = new URLSearchParams(url.split('?')[1]).get('tools');
  if (tools === null) return undefined;
  const chosen = TOOL_SETS.find((set) => set === tools);
  if (chosen) return chosen;
  const detail = `The parameter tools of the URL must be one of ${TOOL_SETS.join(', ')}.`;
  throw new Problem(422, detail, { code: 'invalid_tools', param: 'tools' });
}

function onlyPost(): Problem {
  const detail = 'Only POST is allowed: there are no sessions to end and no event streams.';
  return new Problem(405, detail, { headers: { allow: 'POST' } });
}

function toProblem(error: unknown, request: FastifyRequest): Problem {
  const problem = problemOf(error);
  if (problem.status < 500) return problem;
  logFailure(request.log, error, 'tool failed');
  if (error instanceof Problem) return problem;
  // An assistant does not see the headers, which have the request id.
  return new Problem(problem.status, `Internal server error (request ${request.id}). Try again later.`);
}
