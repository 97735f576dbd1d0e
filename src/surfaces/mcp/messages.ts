// Answers the messages of the tool server whose callers are authenticated. It is loaded with the first message: see routes.ts.
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from '../../api/dispatcher.ts';
import { callTool, findOperation, type ToolCallContext } from './call-tool.ts';
import { directResponse, readDirectCall, responseEnd } from './direct-call.ts';
import { createMessageHandler } from './message-handler.ts';
import { createProtocolServer } from './protocol-server.ts';
import { preparedView, VIEW_URI } from './report-view.ts';
import { sendResponse } from './send-response.ts';

type Answer = (request: FastifyRequest, reply: FastifyReply, context: ToolCallContext) => Promise<FastifyReply>;

export function createMessages(dispatcher: Dispatcher, log: FastifyBaseLogger): Answer {
  const handleMessage = createMessageHandler(
    (context: ToolCallContext) => createProtocolServer(dispatcher, context),
    (error) => log.debug({ err: error }, 'message refused'),
  );
  return async (request, reply, context) => {
    const call = readDirectCall(request.headers, request.body);
    const view = call?.method === 'resources/read' && call.name === VIEW_URI ? await preparedView() : undefined;
    if (call && view) return reply.type('application/json').send(view.send(responseEnd(call), request, reply));
    const operation = call?.method === 'tools/call' ? findOperation(call.name) : undefined;
    if (call && operation) {
      const result = await callTool(operation, call.args, context, dispatcher);
      return reply.type('application/json').send(directResponse(call, result));
    }
    return sendResponse(reply, await handleMessage(protocolHeaders(request), request.body, context));
  };
}

/** Only the headers that the protocol needs: the token is not passed on. */
function protocolHeaders({ headers }: FastifyRequest): Headers {
  const kept = Object.entries(headers).filter(([name]) => name.startsWith('mcp-') || name === 'content-type');
  // Responses are always JSON, so no client is rejected for not accepting event streams.
  return new Headers([...(kept as [string, string][]), ['accept', 'application/json, text/event-stream']]);
}
