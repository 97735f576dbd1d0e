// Runs as the thread of look.ts.
import { workerData } from 'node:worker_threads';
import type { ExactBounds } from '../../../core/engine/event-log/questions/unique-visitors.ts';
import { openDatabase } from '../../../core/foundation/database/open/open.ts';
import { answerCalls } from '../../../core/foundation/threads/answer-calls.ts';
import { DirectLooker, type LookRequest } from './look.ts';

const { databaseUrl, connectionsMax, bounds } = workerData as {
  databaseUrl: string;
  connectionsMax: number;
  bounds: ExactBounds;
};
const looker = new DirectLooker(await openDatabase(databaseUrl, { connectionsMax }), bounds);

answerCalls((request: LookRequest) => looker.look(request));
