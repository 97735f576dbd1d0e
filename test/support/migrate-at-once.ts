// A worker thread: opens and migrates one database after the other, each at the same time as all other threads.
import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from '../../src/core/foundation/database/open/open.ts';
import { migrate } from '../../src/core/foundation/database/schema/migrations.ts';

export interface MigrateAtOnce {
  readonly urls: readonly string[];
  readonly threads: number;
  /** Shared by all threads: how often one of them was ready for the next database. */
  readonly ready: Int32Array;
}

const { urls, threads, ready } = workerData as MigrateAtOnce;
const applied: (readonly string[])[] = [];
for (const [round, url] of urls.entries()) {
  waitForAll((round + 1) * threads);
  const database = await openDatabase(url, { connectionsMax: 1 });
  applied.push((await migrate(database, new Date())).applied);
  await database.close();
}
parentPort!.postMessage(applied);

function waitForAll(readyCount: number): void {
  Atomics.add(ready, 0, 1);
  Atomics.notify(ready, 0);
  for (let seen = Atomics.load(ready, 0); seen < readyCount; seen = Atomics.load(ready, 0))
    Atomics.wait(ready, 0, seen);
}
