// Runs as the thread of snapshot.ts.
import { workerData } from 'node:worker_threads';
import { openDatabase } from '../../foundation/database/open/open.ts';
import { answerCalls } from '../../foundation/threads/answer-calls.ts';
import { DirectSnapshotBuilder, type SnapshotRequest } from './snapshot.ts';

const { databaseUrl, connectionsMax, queryEventsMax } = workerData as {
  databaseUrl: string;
  connectionsMax: number;
  queryEventsMax: number;
};
const builder = new DirectSnapshotBuilder(await openDatabase(databaseUrl, { connectionsMax }), queryEventsMax);

answerCalls((request: SnapshotRequest) => builder.build(request));
