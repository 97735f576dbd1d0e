// Answers the messages of the tool server whose callers are authenticated. It is loaded with the first message: see routes.ts.
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from '../../api/dispatcher.ts';
import { answerBatch, rejectedBatch } from './batch.ts';
import { callTool, findOperation, type ToolCallContext } from './call-tool.ts';
import { directResponse, readDirectCall, responseEnd } from './direct-call.ts';
import { createMessageHandler } from './message-handler.ts';
import { createProtocolServer } from './protocol-server.ts';
import { preparedView, VIEW_URI } from './report-view.ts';
import { sendResponse } from './send-response.ts';

/** `admitOneMore` counts a further message of a batch as a request: it throws a problem of status 401, 403 or 429. */
type Answer = (
  request: FastifyRequest,
  reply: FastifyReply,
  context: ToolCallContext,
  admitOneMore: () => Promise<unknown>,
) => Promise<FastifyReply>;

export function createMessages(dispatcher: Dispatcher, log: FastifyBaseLogger): Answer {
  const handleMessage = createMessageHandler(
    (context: ToolCallContext) => createProtocolServer(dispatcher, context),
    (error) => log.debug({ err: error }, 'message refused'),
  );
  return async (request, reply, context, admitOneMore) => {
    const headers = protocolHeaders(request);
    if (Array.isArray(request.body)) {
      const messages: readonly unknown[] = request.body;
      const rejected = rejectedBatch(messages, headers.get('mcp-protocol-version'));
      if (rejected) return sendResponse(reply, rejected);
      for (const _ of messages.slice(1)) await admitOneMore();
      const batch = await answerBatch(messages, (message) => handleMessage(headers, message, context));
      return sendResponse(reply, batch);
    }
    const call = readDirectCall(request.headers, request.body);
    const view = call?.method === 'resources/read' && call.name === VIEW_URI ? await preparedView() : undefined;
    if (call && view) return reply.type('application/json').send(view.send(responseEnd(call), request, reply));
    const operation = call?.method === 'tools/call' ? findOperation(call.name, context) : undefined;
    if (call && operation) {
      const result = await callTool(operation, call.args, context, dispatcher);
      return reply.type('application/json').send(directResponse(call, result));
    }
    return sendResponse(reply, await handleMessage(headers, request.body, context));
  };
}

/** Only the headers that the protocol needs: the token is not passed on. */
function protocolHeaders({ headers }: FastifyRequest): Headers {
  const kept = Object.entries(headers).filter(([name]) => name.startsWith('mcp-') || name === 'content-type');
  // Responses are always JSON, so no client is rejected for not accepting event streams.
  return new Headers([...(kept as [string, string][]), ['accept', 'application/json, text/event-stream']]);
}
