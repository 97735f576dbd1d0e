// Read operations run in worker threads: uniting thousands of sketches must not hold up the requests beside it.
import { availableParallelism } from 'node:os';
import { Thread } from '../threads/thread.ts';
import type { ReadRequest, ReadRunner } from './read-runner.ts';

const THREADS_MIN = 2;

/** One more than there are processors: a single tenant may keep them all busy, and there is a worker for the next. */
export function readWorkerCount(): number {
  return Math.max(THREADS_MIN, availableParallelism()) + 1;
}

export interface ReadWorkersOptions {
  readonly count: number;
  /** To PostgreSQL, of each. */
  readonly connectionsMax: number;
}

export class ReadWorkers implements ReadRunner {
  readonly #threads: readonly Thread<ReadRequest, string>[];

  constructor(databaseUrl: string, { count, connectionsMax }: ReadWorkersOptions) {
    const script = new URL('./read-worker.ts', import.meta.url);
    this.#threads = Array.from({ length: count }, () => new Thread(script, { databaseUrl, connectionsMax }));
  }

  get size(): number {
    return this.#threads.length;
  }

  run(request: ReadRequest): Promise<string> {
    return this.#threads.reduce((least, thread) => (thread.load < least.load ? thread : least)).call(request);
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}
