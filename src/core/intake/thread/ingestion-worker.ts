// Runs as the thread of ingestion-thread.ts.
import { workerData } from 'node:worker_threads';
import { openDatabase } from '../../foundation/database/open/open.ts';
import { answerCalls } from '../../foundation/threads/answer-calls.ts';
import { systemClock } from '../../foundation/time/clock.ts';
import { Lanes } from '../commit/lanes.ts';
import type { Batch } from '../events/batch.ts';
import { decodeProtocol } from '../protocols/decode-protocol.ts';
import type { IngestionThreadOptions } from './ingestion-thread.ts';

const { databaseUrl, ...limits } = workerData as IngestionThreadOptions;
const database = await openDatabase(databaseUrl, { connectionsMax: limits.connectionsMax });
const ingestion = new Lanes({ database, clock: systemClock, decodeProtocol, ...limits });

answerCalls((batch: Batch) => ingestion.ingest(batch));
