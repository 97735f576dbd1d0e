// Handles one MCP message of either protocol generation: since 2026-07-28 each request is self-contained; before that a
// client sent `initialize` first. Both are served without a session, and always with a single JSON response.
// Why: docs/decisions/tools.md, "The SDK's parts are composed here".
import {
  createMcpHandler,
  isLegacyRequest,
  preloadSchemas,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { rpcError } from './rpc-error.ts';

/** The SDK requires an absolute URL but does not use it. */
const PLACEHOLDER_URL = 'http://tools.invalid/';

type MessageHandler<Context> = (headers: Headers, body: unknown, context: Context) => Promise<Response>;

export function createMessageHandler<Context>(
  createServer: (context: Context) => Server,
  onerror: (error: Error) => void,
): MessageHandler<Context> {
  // Otherwise the first requests would have to build them.
  preloadSchemas();
  const contexts = new WeakMap<Request, Context>();
  const modern = createMcpHandler(({ requestInfo }) => createServer(contexts.get(requestInfo!)!), {
    legacy: 'reject',
    onerror,
  });
  return async (headers, body, context) => {
    const request = new Request(PLACEHOLDER_URL, { method: 'POST', headers });
    if (await isLegacyRequest(request, body)) return handleLegacy(createServer(context), request, body);
    if (isSubscription(headers, body)) {
      return rpcError(404, 'methodNotFound', 'Subscriptions are not supported: the list of tools never changes.', body);
    }
    contexts.set(request, context);
    return modern.fetch(request, { parsedBody: body });
  };
}

/** Neither server nor transport is closed afterwards: without a session or a stream they hold no resources. */
async function handleLegacy(server: Server, request: Request, body: unknown): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  return transport.handleRequest(request, { parsedBody: body });
}

/** The SDK would open a stream on which nothing is ever sent. */
function isSubscription(headers: Headers, body: unknown): boolean {
  const { method } = (body ?? {}) as { method?: unknown };
  return method === 'subscriptions/listen' && headers.get('mcp-method') === method;
}
