// Runs as the thread of ingestion-thread.ts.
import { workerData } from 'node:worker_threads';
import { systemClock } from '../clock.ts';
import { openDatabase } from '../database/open.ts';
import { answerCalls } from '../threads/answer-calls.ts';
import type { Batch } from './batch.ts';
import type { IngestionThreadOptions } from './ingestion-thread.ts';
import { Lanes } from './lanes.ts';

const { databaseUrl, ...limits } = workerData as IngestionThreadOptions;
const database = await openDatabase(databaseUrl, { connectionsMax: limits.connectionsMax });
const ingestion = new Lanes({ database, clock: systemClock, ...limits });

answerCalls((batch: Batch) => ingestion.ingest(batch));
