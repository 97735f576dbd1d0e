// Runs ingestion in a worker thread, so that decoding and folding a large batch does not block other requests.
import { Thread } from '../../foundation/threads/thread.ts';
import type { Batch, BatchOutcome, Ingestion } from '../events/batch.ts';

export interface IngestionThreadOptions {
  readonly databaseUrl: string;
  readonly connectionsMax: number;
  readonly catalogSubjectsMax: number;
  readonly countryTable: string | undefined;
}

export class IngestionThread implements Ingestion {
  readonly #thread: Thread<Batch, BatchOutcome>;

  /** `script`: the worker that knows all decoders, see ingest-batches.ts. */
  constructor(script: URL, options: IngestionThreadOptions) {
    this.#thread = new Thread(script, options);
  }

  /** The batch's bytes move to the thread; the caller can't use them any more. */
  ingest(batch: Batch): Promise<BatchOutcome> {
    return this.#thread.call(batch, [batch.bytes.buffer]);
  }

  /** Pending calls fail: whether they were carried out is unknown. */
  close(): Promise<void> {
    return this.#thread.close();
  }
}
