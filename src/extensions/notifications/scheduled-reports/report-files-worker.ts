// Runs as the thread of build-report.ts.
import { workerData } from 'node:worker_threads';
import type { ExactBounds } from '../../../core/engine/event-log/questions/unique-visitors.ts';
import { openDatabase } from '../../../core/foundation/database/open/open.ts';
import { answerCalls } from '../../../core/foundation/threads/answer-calls.ts';
import { drawReport, readReport, type ThreadRequest } from './build-report.ts';

const { databaseUrl, bounds } = workerData as { databaseUrl?: string; bounds?: ExactBounds };
const database = databaseUrl === undefined ? undefined : await openDatabase(databaseUrl);

answerCalls(async ({ request, page }: ThreadRequest) =>
  drawReport(page ?? (await readReport(database!, request, bounds)), request),
);
