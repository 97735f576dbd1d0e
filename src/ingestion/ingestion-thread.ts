// Ingestion in a thread of its own: decoding and folding a large batch must not hold up the requests beside it.
import { Worker } from 'node:worker_threads';
import type { Batch, BatchOutcome } from './batch.ts';
import { BatchRefusedError } from './decode.ts';
import type { Ingestion } from './ingestion.ts';

export interface ThreadRequest {
  readonly number: number;
  readonly batch: Batch;
}

export type ThreadAnswer =
  | { readonly number: number; readonly outcome: BatchOutcome }
  | { readonly number: number; readonly message: string; readonly refusalCode?: string };

interface Waiting {
  resolve(outcome: BatchOutcome): void;
  reject(error: Error): void;
}

export class IngestionThread implements Ingestion {
  readonly #databaseUrl: string;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #lastNumber = 0;

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl;
  }

  /** The batch's bytes move to the thread; the caller can't use them any more. */
  ingest(batch: Batch): Promise<BatchOutcome> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      const number = ++this.#lastNumber;
      this.#waiting.set(number, { resolve, reject });
      const request: ThreadRequest = { number, batch };
      worker.postMessage(request, [batch.bytes.buffer]);
    });
  }

  /** Call it when every answer has arrived. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./ingestion-worker.ts', import.meta.url), {
      workerData: { databaseUrl: this.#databaseUrl },
    });
    worker.on('message', (answer: ThreadAnswer) => this.#settle(answer));
    // A thread that died takes its batches with it; the next batch gets a new thread.
    worker.on('error', (error: Error) => this.#fail(worker, error));
    worker.on('exit', () => this.#fail(worker, new Error('the ingestion thread ended')));
    return worker;
  }

  #settle(answer: ThreadAnswer): void {
    const waiting = this.#waiting.get(answer.number);
    this.#waiting.delete(answer.number);
    if ('outcome' in answer) waiting?.resolve(answer.outcome);
    else if (answer.refusalCode) waiting?.reject(new BatchRefusedError(answer.refusalCode, answer.message));
    else waiting?.reject(new Error(answer.message));
  }

  #fail(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
