// What the worker threads of read-runner.ts run. The script that starts them is where core and extensions are put together: it knows all
// operations.
// Why: docs/decisions/reports.md, "Workers have a lower priority than the main thread".
import { constants, getPriority, setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { openDatabase } from '../../foundation/database/open/open.ts';
import { answerCalls } from '../../foundation/threads/answer-calls.ts';
import { listReads, type ReadHalf } from './read-operations.ts';
import { DirectReadRunner, type ReadRequest, type ReadWorkersOptions } from './read-runner.ts';

/**
 * The priority is below that of the main thread, which answers everybody from memory while these threads run one tenant's heavy reports.
 */
const NICENESS = 10;

export async function answerReads(added: readonly ReadHalf[]): Promise<void> {
  // On Linux this applies to the calling thread; elsewhere it would apply to the whole process.
  if (process.platform === 'linux') setPriority(Math.min(getPriority() + NICENESS, constants.priority.PRIORITY_LOW));
  const { databaseUrl, connectionsMax, keptBytesMax, ...bounds } = workerData as Omit<ReadWorkersOptions, 'count'> & {
    readonly databaseUrl: string;
  };
  const database = await openDatabase(databaseUrl, { connectionsMax });
  const runner = new DirectReadRunner(database, listReads(added), bounds, { keptBytesMax });
  answerCalls((request: ReadRequest) => runner.run(request));
}
