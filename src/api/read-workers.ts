// Read operations run in worker threads: merging thousands of sketches must not block other requests.
import { availableParallelism } from 'node:os';
import { Thread } from '../threads/thread.ts';
import type { ReadRequest, ReadRunner } from './read-runner.ts';

const THREADS_MIN = 2;

/** One more than there are processors: if one tenant keeps all of them busy, there is still a worker for the next one. */
export function readWorkerCount(): number {
  return Math.max(THREADS_MIN, availableParallelism()) + 1;
}

export interface ReadWorkersOptions {
  readonly count: number;
  /** PostgreSQL connections per worker. */
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
