// Runs as the thread of snapshot-thread.ts.
import { workerData } from 'node:worker_threads';
import { openDatabase } from '../database/open.ts';
import { answerCalls } from '../threads/answer-calls.ts';
import { DirectSnapshotBuilder, type SnapshotRequest } from './snapshot.ts';

const { databaseUrl } = workerData as { databaseUrl: string };
const builder = new DirectSnapshotBuilder(await openDatabase(databaseUrl, { connectionsMax: 2 }));

answerCalls((request: SnapshotRequest) => builder.build(request));
