// Runs as the thread of look.ts.
import { workerData } from 'node:worker_threads';
import { openDatabase } from '../database/open.ts';
import { answerCalls } from '../threads/answer-calls.ts';
import { DirectLooker, type LookRequest } from './look.ts';

const { databaseUrl, connectionsMax } = workerData as { databaseUrl: string; connectionsMax: number };
const looker = new DirectLooker(await openDatabase(databaseUrl, { connectionsMax }));

answerCalls((request: LookRequest) => looker.look(request));
