// Runs as the thread of report-threads.ts.
import { workerData } from 'node:worker_threads';
import { openDatabase } from '../database/open.ts';
import { RECORDS } from '../resources/catalog.ts';
import { answerCalls } from '../threads/answer-calls.ts';
import { REPORTS } from './catalog.ts';
import { DirectReportRunner, type ReportRequest } from './report-runner.ts';

const { databaseUrl } = workerData as { databaseUrl: string };
const runner = new DirectReportRunner(await openDatabase(databaseUrl, { connectionsMax: 4 }), [...REPORTS, ...RECORDS]);

answerCalls((request: ReportRequest) => runner.run(request));
