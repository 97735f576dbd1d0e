// A worker thread that answers calls until it is closed. The first call starts it, and after it has crashed or was stopped,
// the next call starts it again.
import { type Transferable, Worker } from 'node:worker_threads';
import { Problem, type ProblemOptions } from '../problem/problem.ts';

export interface Call<Request> {
  readonly id: number;
  readonly request: Request;
}

export type Reply<Answer> = { readonly id: number } & (
  | { readonly answer: Answer }
  | { readonly problem: ProblemData }
  | { readonly failure: string }
);

interface ProblemData {
  readonly status: number;
  readonly detail: string;
  readonly options: ProblemOptions;
  /** What the log says about it. */
  readonly cause?: string;
}

/** The thread ended during the call, which may have been carried out or not. */
export class ThreadEndedError extends Error {}

interface PendingCall<Answer> {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

export class Thread<Request, Answer> {
  readonly #script: URL;
  readonly #workerData: unknown;
  readonly #pending = new Map<number, PendingCall<Answer>>();
  #worker: Worker | undefined;
  /** Resolves when the threads that were stopped have ended. */
  #ended: Promise<unknown> = Promise.resolve();
  #lastId = 0;
  #isClosed = false;

  constructor(script: URL, workerData: unknown) {
    this.#script = script;
    this.#workerData = workerData;
  }

  /** The number of pending calls. */
  get load(): number {
    return this.#pending.size;
  }

  /** Optional: starts the thread before the first call. */
  start(): void {
    if (!this.#isClosed) this.#worker ??= this.#startWorker();
  }

  /** The buffers in `transfer` move to the thread; the caller can't use them any more. */
  call(request: Request, transfer: readonly Transferable[] = []): Promise<Answer> {
    this.start();
    const worker = this.#worker;
    // A closed thread must not start again: nobody would stop it.
    if (!worker) return Promise.reject(new ThreadEndedError('the thread is closed'));
    return new Promise((resolve, reject) => {
      const call: Call<Request> = { id: ++this.#lastId, request };
      worker.postMessage(call, transfer);
      this.#pending.set(call.id, { resolve, reject });
    });
  }

  /** Frees the thread's memory; the next call starts it again. Pending calls fail. */
  async stop(): Promise<void> {
    const worker = this.#worker;
    if (worker) {
      // A call that arrives while the thread ends starts a new one.
      this.#fail(worker, new ThreadEndedError('the thread ended'));
      this.#ended = Promise.all([this.#ended, worker.terminate()]).then(() => undefined);
    }
    await this.#ended;
  }

  /** Pending calls fail, and so do later ones. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.stop();
  }

  #startWorker(): Worker {
    const worker = new Worker(this.#script, { workerData: this.#workerData });
    worker.on('message', (reply: Reply<Answer>) => this.#settle(reply));
    worker.on('error', (error: Error) => this.#fail(worker, threadFailed(error)));
    // A reply that can't be deserialized would leave its call pending.
    worker.on('messageerror', (error: Error) => {
      this.#fail(worker, threadFailed(error));
      void worker.terminate();
    });
    worker.on('exit', () => this.#fail(worker, new ThreadEndedError('the thread ended')));
    return worker;
  }

  #settle(reply: Reply<Answer>): void {
    const pending = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    if ('answer' in reply) pending?.resolve(reply.answer);
    else pending?.reject(errorOf(reply));
  }

  #fail(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }
}

/** The error that the thread has thrown. */
export function errorOf(reply: Exclude<Reply<never>, { answer: never }>): Error {
  if ('failure' in reply) return new Error(reply.failure);
  const { status, detail, options, cause } = reply.problem;
  const problem = new Problem(status, detail, options);
  if (cause !== undefined) problem.cause = cause;
  return problem;
}

function threadFailed(cause: Error): ThreadEndedError {
  return new ThreadEndedError(`the thread failed: ${cause.message}`, { cause });
}
