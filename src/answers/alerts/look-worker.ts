// Runs as the thread of look.ts.
import { workerData } from 'node:worker_threads';
import { openDatabase } from '../../foundation/database/open/open.ts';
import { answerCalls } from '../../foundation/threads/answer-calls.ts';
import { DirectLooker, type LookRequest } from './look.ts';

const { databaseUrl, connectionsMax, queryEventsMax } = workerData as {
  databaseUrl: string;
  connectionsMax: number;
  queryEventsMax: number;
};
const looker = new DirectLooker(await openDatabase(databaseUrl, { connectionsMax }), queryEventsMax);

answerCalls((request: LookRequest) => looker.look(request));
