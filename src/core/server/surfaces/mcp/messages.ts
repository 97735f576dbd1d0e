// Answers the messages of the tool server whose callers are authenticated. It is loaded with the first message: see routes.ts.
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from '../../api/dispatcher.ts';
import { answerBatch, rejectedBatch } from './batch.ts';
import type { ToolCallContext } from './call-tool.ts';
import { createMessageHandler } from './message-handler.ts';
import { createProtocolServer } from './protocol-server.ts';
import { VIEW_URI } from './report-view.ts';
import { sendResponse } from './send-response.ts';
import { listTools } from './tools.ts';

/** The document takes so much more of the processor than other answers that reading it counts as so many requests. */
const REQUESTS_OF_VIEW = 10;

/** `admitOneMore` counts one more request of this caller: it throws a problem of status 401, 403 or 429. */
type Answer = (
  request: FastifyRequest,
  reply: FastifyReply,
  context: ToolCallContext,
  admitOneMore: () => Promise<unknown>,
) => Promise<FastifyReply>;

export function createMessages(dispatcher: Dispatcher, log: FastifyBaseLogger): Answer {
  const tools = listTools(dispatcher.operations);
  const handleMessage = createMessageHandler(
    (context: ToolCallContext) => createProtocolServer(dispatcher, tools, context),
    (error) => log.debug({ err: error }, 'message refused'),
  );
  return async (request, reply, context, admitOneMore) => {
    const headers = protocolHeaders(request);
    if (Array.isArray(request.body)) {
      const messages: readonly unknown[] = request.body;
      const rejected = rejectedBatch(messages, headers.get('mcp-protocol-version'));
      if (rejected) return sendResponse(reply, rejected);
      for (let more = countRequests(messages); more > 1; more--) await admitOneMore();
      const batch = await answerBatch(messages, (message) => handleMessage(headers, message, context));
      return sendResponse(reply, batch);
    }
    for (let more = countRequests([request.body]); more > 1; more--) await admitOneMore();
    return sendResponse(reply, await handleMessage(headers, request.body, context));
  };
}

function countRequests(messages: readonly unknown[]): number {
  return messages.reduce<number>((sum, message) => sum + (readsView(message) ? REQUESTS_OF_VIEW : 1), 0);
}

function readsView(message: unknown): boolean {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { uri?: unknown } | null };
  return method === 'resources/read' && params?.uri === VIEW_URI;
}

/** Only the headers that the protocol needs: the token is not passed on. */
function protocolHeaders({ headers }: FastifyRequest): Headers {
  const kept = Object.entries(headers).filter(([name]) => name.startsWith('mcp-') || name === 'content-type');
  // Responses are always JSON, so no client is rejected for not accepting event streams.
  return new Headers([...(kept as [string, string][]), ['accept', 'application/json, text/event-stream']]);
}
