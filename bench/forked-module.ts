// Runs the caller's own module in a child process, so that measuring does not share a thread with what is measured.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export class ForkedModule<Input, Output> implements Disposable {
  readonly #process: ChildProcess;

  /** `moduleUrl`: a module that calls `answerInChild`. */
  constructor(moduleUrl: string) {
    this.#process = fork(fileURLToPath(moduleUrl));
  }

  /** Rejects if the work fails, or if the process exits: a benchmark must not wait forever for a dead process. */
  async call(input: Input): Promise<Output> {
    const { exitCode, signalCode } = this.#process;
    if (exitCode !== null || signalCode !== null) throw exited(exitCode, signalCode);
    const over = new AbortController();
    const exit = once(this.#process, 'exit', { signal: over.signal }).then(([code, signal]) => {
      throw exited(code, signal);
    });
    this.#process.send(input as object);
    try {
      const [reply] = (await Promise.race([once(this.#process, 'message', { signal: over.signal }), exit])) as [
        Reply<Output>,
      ];
      if (reply.error !== undefined) throw new Error(reply.error);
      return reply.output as Output;
    } finally {
      exit.catch(() => {});
      over.abort();
    }
  }

  [Symbol.dispose](): void {
    this.#process.kill();
  }
}

interface Reply<Output> {
  readonly output?: Output;
  readonly error?: string;
}

function exited(code: number | null, signal: string | null): Error {
  return new Error(`The measuring process exited (${signal ?? `code ${code}`}).`);
}

/** Call it at the end of a module that is used with `ForkedModule`. Does nothing in other processes. */
export function answerInChild<Input, Output>(moduleUrl: string, work: (input: Input) => Promise<Output>): void {
  if (process.argv[1] !== fileURLToPath(moduleUrl)) return;
  process.on('message', async (input: Input) => {
    const reply = await work(input).then(
      (output): Reply<Output> => ({ output }),
      (error: Error): Reply<Output> => ({ error: error.message }),
    );
    process.send!(reply);
  });
}
