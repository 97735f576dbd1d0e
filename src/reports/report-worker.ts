// Runs as the thread of report-threads.ts.
import { workerData } from 'node:worker_threads';
import { openDatabase } from '../database/open.ts';
import { answerCalls } from '../threads/answer-calls.ts';
import { DirectReportRunner, type ReportRequest } from './report-runner.ts';

const { databaseUrl } = workerData as { databaseUrl: string };
const runner = new DirectReportRunner(openDatabase(databaseUrl, { connectionsMax: 4 }));

answerCalls((request: ReportRequest) => runner.run(request));
