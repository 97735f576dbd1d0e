// The threads of the service. Reports and events have threads of their own, because they must not block other requests.

import type { Ingestion } from '../../intake/events/batch.ts';
import { IngestionThread, type IngestionThreadOptions } from '../../intake/thread/ingestion-thread.ts';
import { ReadWorkers, type ReadWorkersOptions } from '../api/read-runner.ts';
import type { ServiceParts } from '../extension/server-half.ts';

/** Most tests start services without threads. */
export interface Threads {
  ingestion(parts: ServiceParts, options: IngestionThreadOptions): Ingestion & { close(): Promise<void> };
  readWorkers(
    parts: ServiceParts,
    databaseUrl: string,
    options: ReadWorkersOptions,
  ): Pick<ReadWorkers, 'run' | 'size' | 'close'>;
}

export const OWN_THREADS: Threads = {
  ingestion: ({ scripts }, options) => new IngestionThread(scripts.ingestion, options),
  readWorkers: ({ scripts }, databaseUrl, options) => new ReadWorkers(scripts.reads, databaseUrl, options),
};
