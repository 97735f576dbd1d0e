// The thread's side of ingestion-thread.ts.
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../clock.ts';
import { openDatabase } from '../database/open.ts';
import { BatchRefusedError } from './decode.ts';
import { GroupCommit } from './group-commit.ts';
import { BatchCommitter } from './ingestion.ts';
import type { ThreadAnswer, ThreadRequest } from './ingestion-thread.ts';

const port = parentPort;
if (!port) throw new Error('This file runs as a worker thread only.');
const { databaseUrl } = workerData as { databaseUrl: string };
const database = openDatabase(databaseUrl, { connectionsMax: 2 });
const ingestion = new GroupCommit(new BatchCommitter(database, systemClock));

port.on('message', async ({ number, batch }: ThreadRequest) => {
  const answer: ThreadAnswer = await ingestion.ingest(batch).then(
    (outcome) => ({ number, outcome }),
    (error: unknown) => ({
      number,
      message: error instanceof Error ? error.message : String(error),
      ...(error instanceof BatchRefusedError && { refusalCode: error.code }),
    }),
  );
  port.postMessage(answer);
});
