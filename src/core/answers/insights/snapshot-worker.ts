// Runs as the thread of snapshot.ts.
import { workerData } from 'node:worker_threads';
import type { ExactBounds } from '../../engine/event-log/questions/unique-visitors.ts';
import { openDatabase } from '../../foundation/database/open/open.ts';
import { answerCalls } from '../../foundation/threads/answer-calls.ts';
import { DirectSnapshotBuilder, type SnapshotRequest } from './snapshot.ts';

const { databaseUrl, connectionsMax, bounds } = workerData as {
  databaseUrl: string;
  connectionsMax: number;
  bounds: ExactBounds;
};
const builder = new DirectSnapshotBuilder(await openDatabase(databaseUrl, { connectionsMax }), bounds);

answerCalls((request: SnapshotRequest) => builder.build(request));
