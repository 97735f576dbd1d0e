// The threads of the service. Reports and events have threads of their own, because they must not block other requests.
import { ReadWorkers, type ReadWorkersOptions } from '../api/read-runner.ts';
import type { Ingestion } from '../ingestion/batch.ts';
import { IngestionThread, type IngestionThreadOptions } from '../ingestion/ingestion-thread.ts';

/** Most tests start services without threads. */
export interface Threads {
  ingestion(options: IngestionThreadOptions): Ingestion & { close(): Promise<void> };
  readWorkers(databaseUrl: string, options: ReadWorkersOptions): Pick<ReadWorkers, 'run' | 'size' | 'close'>;
}

export const OWN_THREADS: Threads = {
  ingestion: (options) => new IngestionThread(options),
  readWorkers: (databaseUrl, options) => new ReadWorkers(databaseUrl, options),
};
