// Runs as the thread of build-report.ts.
import { workerData } from 'node:worker_threads';
import { openDatabase } from '../../../foundation/database/open/open.ts';
import { answerCalls } from '../../../foundation/threads/answer-calls.ts';
import { drawReport, readReport, type ThreadRequest } from './build-report.ts';

const { databaseUrl } = workerData as { databaseUrl?: string };
const database = databaseUrl === undefined ? undefined : await openDatabase(databaseUrl);

answerCalls(async ({ request, page }: ThreadRequest) =>
  drawReport(page ?? (await readReport(database!, request)), request),
);
