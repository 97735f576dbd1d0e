// What the thread of ingestion-thread.ts runs. The script that starts it is where core and extensions are put together: it knows all
// decoders.
import { workerData } from 'node:worker_threads';
import { openDatabase } from '../../foundation/database/open/open.ts';
import { answerCalls } from '../../foundation/threads/answer-calls.ts';
import { systemClock } from '../../foundation/time/clock.ts';
import { decodeWith } from '../accept/decode.ts';
import { Lanes } from '../commit/lanes.ts';
import type { Batch, ProtocolDecoder } from '../events/batch.ts';
import type { IngestionThreadOptions } from './ingestion-thread.ts';

export async function ingestBatches(decoders: readonly ProtocolDecoder[]): Promise<void> {
  const { databaseUrl, ...limits } = workerData as IngestionThreadOptions;
  const database = await openDatabase(databaseUrl, { connectionsMax: limits.connectionsMax });
  const ingestion = new Lanes({ database, clock: systemClock, decodeProtocol: decodeWith(decoders), ...limits });
  answerCalls((batch: Batch) => ingestion.ingest(batch));
}
