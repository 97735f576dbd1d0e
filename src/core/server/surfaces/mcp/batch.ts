// A batch of messages in one request. Protocol version 2025-03-26 requires servers to accept batches. Its clients send no header with
// their version, and later versions have no batches.
import { rpcError } from './rpc-error.ts';

const BATCH_MESSAGES_MAX = 20;
const VERSION_WITH_BATCHES = '2025-03-26';

/** The response to a batch that is rejected as a whole. Undefined: the batch can be answered. */
export function rejectedBatch(messages: readonly unknown[], version: string | null): Response | undefined {
  if (version !== null && version !== VERSION_WITH_BATCHES) {
    return rpcError(400, 'invalidRequest', `Send one message at a time: protocol version ${version} has no batches.`);
  }
  if (messages.length === 0) return rpcError(400, 'invalidRequest', 'The batch is empty.');
  if (messages.length <= BATCH_MESSAGES_MAX) return undefined;
  return rpcError(400, 'invalidRequest', `A batch may have at most ${BATCH_MESSAGES_MAX} messages.`);
}

/** Answers the messages one after the other: a batch takes no more of the service at a time than a single message. */
export async function answerBatch(
  messages: readonly unknown[],
  answer: (message: unknown) => Promise<Response>,
): Promise<Response> {
  const answers: string[] = [];
  for (const message of messages) {
    const response = isInitialize(message)
      ? rpcError(400, 'invalidRequest', 'Send initialize alone, not in a batch.', message)
      : await answer(message);
    const text = await response.text();
    if (text !== '') answers.push(text);
  }
  if (answers.length === 0) return new Response(null, { status: 202 });
  return new Response(`[${answers.join()}]`, { headers: { 'content-type': 'application/json' } });
}

function isInitialize(message: unknown): boolean {
  return (message as { method?: unknown } | null)?.method === 'initialize';
}
