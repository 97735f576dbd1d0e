// A worker thread that answers calls, until it is closed. The first call starts it, unless that was done before; and if it
// has died or was sent to rest, the next call starts it again.
import { type Transferable, Worker } from 'node:worker_threads';
import { Problem, type ProblemOptions } from '../problem.ts';

export interface Call<Request> {
  readonly number: number;
  readonly request: Request;
}

export type Reply<Answer> = { readonly number: number } & (
  | { readonly answer: Answer }
  | { readonly problem: ProblemData }
  | { readonly failure: string }
);

interface ProblemData {
  readonly status: number;
  readonly detail: string;
  readonly options: ProblemOptions;
  /** For the log. */
  readonly cause?: string;
}

/** Nobody knows what it has done of the call. */
export class ThreadEndedError extends Error {}

interface Waiting<Answer> {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

export class Thread<Request, Answer> {
  readonly #script: URL;
  readonly #workerData: unknown;
  readonly #waiting = new Map<number, Waiting<Answer>>();
  #worker: Worker | undefined;
  #lastNumber = 0;
  #isClosed = false;

  constructor(script: URL, workerData: unknown) {
    this.#script = script;
    this.#workerData = workerData;
  }

  /** Calls that wait for an answer. */
  get load(): number {
    return this.#waiting.size;
  }

  /** Ahead of the first call, for whoever has something else to do meanwhile. */
  start(): void {
    if (!this.#isClosed) this.#worker ??= this.#startWorker();
  }

  /** What is in `transfer` moves to the thread; the caller can't use it any more. */
  call(request: Request, transfer: readonly Transferable[] = []): Promise<Answer> {
    this.start();
    const worker = this.#worker;
    // Nobody would end a thread that was started now.
    if (!worker) return Promise.reject(new ThreadEndedError('the thread is closed'));
    return new Promise((resolve, reject) => {
      const call: Call<Request> = { number: ++this.#lastNumber, request };
      worker.postMessage(call, transfer);
      this.#waiting.set(call.number, { resolve, reject });
    });
  }

  /** Lets go of its memory until the next call. Calls that still wait fail. */
  async rest(): Promise<void> {
    await this.#worker?.terminate();
  }

  /** For good. Calls that still wait fail, and so do later ones. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.rest();
  }

  #startWorker(): Worker {
    const worker = new Worker(this.#script, { workerData: this.#workerData });
    worker.on('message', (reply: Reply<Answer>) => this.#settle(reply));
    worker.on('error', (error: Error) => this.#fail(worker, broken(error)));
    // What can't be read leaves its call without an answer.
    worker.on('messageerror', (error: Error) => {
      this.#fail(worker, broken(error));
      void worker.terminate();
    });
    worker.on('exit', () => this.#fail(worker, new ThreadEndedError('the thread ended')));
    return worker;
  }

  #settle(reply: Reply<Answer>): void {
    const waiting = this.#waiting.get(reply.number);
    this.#waiting.delete(reply.number);
    if ('answer' in reply) waiting?.resolve(reply.answer);
    else if ('problem' in reply) {
      const { status, detail, options, cause } = reply.problem;
      const problem = new Problem(status, detail, options);
      if (cause !== undefined) problem.cause = cause;
      waiting?.reject(problem);
    } else waiting?.reject(new Error(reply.failure));
  }

  #fail(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

function broken(cause: Error): ThreadEndedError {
  return new ThreadEndedError(`the thread broke: ${cause.message}`, { cause });
}
