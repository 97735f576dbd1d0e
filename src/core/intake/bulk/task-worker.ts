// The script of the worker thread in bulk-events.ts.
import { workerData } from 'node:worker_threads';
import { openDatabase } from '../../foundation/database/open/open.ts';
import { answerCalls } from '../../foundation/threads/answer-calls.ts';
import { buffersOfResult, type Task, TaskRunner } from './tasks.ts';

const { databaseUrl } = workerData as { databaseUrl: string };
const runner = new TaskRunner(await openDatabase(databaseUrl, { connectionsMax: 1 }));

answerCalls((task: Task) => runner.run(task), buffersOfResult);
