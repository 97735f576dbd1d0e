// What the thread of snapshot.ts runs. The script that starts it is where core and extensions are put together: it knows who adds items.
import { workerData } from 'node:worker_threads';
import { openDatabase } from '../../foundation/database/open/open.ts';
import { answerCalls } from '../../foundation/threads/answer-calls.ts';
import { DirectSnapshotBuilder, type ReadWeekItems, type SnapshotOptions, type SnapshotRequest } from './snapshot.ts';

export async function buildSnapshots(readItems: readonly ReadWeekItems[]): Promise<void> {
  const { databaseUrl, connectionsMax, bounds } = workerData as SnapshotOptions;
  const builder = new DirectSnapshotBuilder(await openDatabase(databaseUrl, { connectionsMax }), readItems, bounds);
  answerCalls((request: SnapshotRequest) => builder.build(request));
}
