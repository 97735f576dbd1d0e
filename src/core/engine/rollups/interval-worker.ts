// The script of the thread in interval-thread.ts.
import { workerData } from 'node:worker_threads';
import { openDatabase } from '../../foundation/database/open/open.ts';
import { answerCalls } from '../../foundation/threads/answer-calls.ts';
import { DirectIntervalBuilder } from './build-intervals.ts';
import type { IntervalRequest } from './interval-thread.ts';

const { databaseUrl } = workerData as { databaseUrl: string };
const builder = new DirectIntervalBuilder(await openDatabase(databaseUrl));

answerCalls((request: IntervalRequest) =>
  'step' in request ? builder.proceed(request.step) : builder.begin(request.websiteId, request.today),
);
