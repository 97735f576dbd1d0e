// The inner side of thread.ts: call it once in the script that runs as the thread.
import { parentPort, type Transferable } from 'node:worker_threads';
import { Problem } from '../problem.ts';
import type { Call, Reply } from './thread.ts';

/** What `transferOf` names of an answer moves to the caller instead of being copied. */
export function answerCalls<Request, Answer>(
  answer: (request: Request) => Promise<Answer>,
  transferOf: (answer: Answer) => readonly Transferable[] = () => [],
): void {
  const port = parentPort;
  if (!port) throw new Error('This runs in a worker thread only.');
  // A call that can't be read can't be answered: the thread ends, and with it whoever waits for an answer.
  port.on('messageerror', (error) => {
    throw error;
  });
  port.on('message', async ({ number, request }: Call<Request>) => {
    const reply: Reply<Answer> = await answer(request).then(
      (result) => ({ number, answer: result }),
      (error: unknown) => ({ number, ...asData(error) }),
    );
    port.postMessage(reply, 'answer' in reply ? transferOf(reply.answer) : []);
  });
}

/** An error's class does not survive the way to another thread. */
function asData(error: unknown) {
  if (error instanceof Problem) {
    const { status, message: detail, options, cause } = error;
    return { problem: { status, detail, options, ...(cause !== undefined && { cause: textOf(cause) }) } };
  }
  return { failure: textOf(error) };
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
