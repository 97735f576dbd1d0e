// The script of the worker threads in read-runner.ts.
import { workerData } from 'node:worker_threads';
import { openDatabase } from '../database/open.ts';
import { answerCalls } from '../threads/answer-calls.ts';
import { DirectReadRunner, type ReadRequest } from './read-runner.ts';

const { databaseUrl, connectionsMax } = workerData as { databaseUrl: string; connectionsMax: number };
const runner = new DirectReadRunner(await openDatabase(databaseUrl, { connectionsMax }));

answerCalls((request: ReadRequest) => runner.run(request));
