// Read operations run in worker threads: uniting thousands of sketches must not hold up the requests beside it.
import { availableParallelism } from 'node:os';
import { Thread } from '../threads/thread.ts';
import type { ReadRequest, ReadRunner } from './read-runner.ts';

const THREADS_MIN = 2;

export class ReadWorkers implements ReadRunner {
  readonly #threads: readonly Thread<ReadRequest, string>[];

  constructor(databaseUrl: string, threadCount = Math.max(THREADS_MIN, availableParallelism())) {
    const script = new URL('./read-worker.ts', import.meta.url);
    this.#threads = Array.from({ length: threadCount }, () => new Thread(script, { databaseUrl }));
  }

  get size(): number {
    return this.#threads.length;
  }

  /** Operations that run or wait. */
  get load(): number {
    return this.#threads.reduce((sum, thread) => sum + thread.load, 0);
  }

  run(request: ReadRequest): Promise<string> {
    return this.#threads.reduce((least, thread) => (thread.load < least.load ? thread : least)).call(request);
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}
