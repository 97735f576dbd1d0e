// Answers one message of the protocol, of either generation: since 2026-07-28 each request says all there is to know,
// before that a client introduced itself first. Both are served without a session, and always by a single JSON answer.
import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolErrorCode,
  preloadSchemas,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { rpcError } from './rpc-error.ts';

/** The SDK wants an absolute address, and looks at nothing in it. */
const ANY_ADDRESS = 'http://tools.invalid/';

export type MessageHandler<Caller> = (headers: Headers, body: unknown, caller: Caller) => Promise<Response>;

export function createMessageHandler<Caller>(
  createServer: (caller: Caller) => Server,
  onerror: (error: Error) => void,
): MessageHandler<Caller> {
  // Else the first requests would have to build them.
  preloadSchemas();
  const callers = new WeakMap<Request, Caller>();
  const modern = createMcpHandler(({ requestInfo }) => createServer(callers.get(requestInfo!)!), {
    legacy: 'reject',
    onerror,
  });
  return async (headers, body, caller) => {
    if (Array.isArray(body)) return rpcError(400, ProtocolErrorCode.InvalidRequest, 'Send one message at a time.');
    const request = new Request(ANY_ADDRESS, { method: 'POST', headers });
    if (await isLegacyRequest(request, body)) return answerLegacy(createServer(caller), request, body);
    if (asksToListen(headers, body)) {
      return rpcError(
        404,
        ProtocolErrorCode.MethodNotFound,
        'There is nothing to listen to: the tools are fixed.',
        body,
      );
    }
    callers.set(request, caller);
    return modern.fetch(request, { parsedBody: body });
  };
}

/** Nothing is closed afterwards: without a session or a stream, neither of the two holds anything. */
async function answerLegacy(server: Server, request: Request, body: unknown): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  return transport.handleRequest(request, { parsedBody: body });
}

/** The SDK would open a stream, through which nothing could ever come. */
function asksToListen(headers: Headers, body: unknown): boolean {
  const { method } = (body ?? {}) as { method?: unknown };
  return method === 'subscriptions/listen' && headers.get('mcp-method') === method;
}
