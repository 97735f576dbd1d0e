// Runs as the thread of ingestion-thread.ts.
import { workerData } from 'node:worker_threads';
import { systemClock } from '../clock.ts';
import { openDatabase } from '../database/open.ts';
import { answerCalls } from '../threads/answer-calls.ts';
import type { Batch } from './batch.ts';
import { Lanes } from './lanes.ts';

const { databaseUrl, connectionsMax } = workerData as { databaseUrl: string; connectionsMax: number };
const database = await openDatabase(databaseUrl, { connectionsMax });
const ingestion = new Lanes({ database, clock: systemClock, connectionsMax });

answerCalls((batch: Batch) => ingestion.ingest(batch));
