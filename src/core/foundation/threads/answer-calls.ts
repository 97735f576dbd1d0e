// The worker's side of thread.ts: call it once in the script of the worker thread.
import { parentPort, type Transferable } from 'node:worker_threads';
import { Problem } from '../problem/problem.ts';
import type { Call, Reply } from './thread.ts';

/** `transferOf` lists the buffers of an answer that are transferred to the caller instead of copied. */
export function answerCalls<Request, Answer>(
  answer: (request: Request) => Promise<Answer>,
  transferOf: (answer: Answer) => readonly Transferable[] = () => [],
): void {
  const port = parentPort;
  if (!port) throw new Error('answerCalls must run in a worker thread.');
  // A message that can't be deserialized has no call to answer: end the thread, which fails all pending calls.
  port.on('messageerror', (error) => {
    throw error;
  });
  port.on('message', async (call: Call<Request>) => {
    const reply = await replyTo(call, answer);
    port.postMessage(reply, 'answer' in reply ? transferOf(reply.answer) : []);
  });
}

export function replyTo<Request, Answer>(
  { id, request }: Call<Request>,
  answer: (request: Request) => Promise<Answer>,
): Promise<Reply<Answer>> {
  return answer(request).then(
    (result) => ({ id, answer: result }),
    (error: unknown) => ({ id, ...serializeError(error) }),
  );
}

/** Messages between threads lose the class of an error. */
function serializeError(error: unknown) {
  if (error instanceof Problem) {
    const { status, message: detail, options, cause } = error;
    return { problem: { status, detail, options, ...(cause !== undefined && { cause: stackOf(cause) }) } };
  }
  return { failure: stackOf(error) };
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
