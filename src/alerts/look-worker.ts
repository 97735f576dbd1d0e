// Runs as the thread of look.ts.
import { workerData } from 'node:worker_threads';
import { openDatabase } from '../database/open.ts';
import { answerCalls } from '../threads/answer-calls.ts';
import { DirectLooker, type LookRequest } from './look.ts';

const { databaseUrl, connectionsMax, queryEventsMax } = workerData as {
  databaseUrl: string;
  connectionsMax: number;
  queryEventsMax: number;
};
const looker = new DirectLooker(await openDatabase(databaseUrl, { connectionsMax }), queryEventsMax);

answerCalls((request: LookRequest) => looker.look(request));
