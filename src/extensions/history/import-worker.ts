// Runs as the thread of importer.ts.
import { workerData } from 'node:worker_threads';
import { openDatabase } from '../../core/foundation/database/open/open.ts';
import { answerCalls } from '../../core/foundation/threads/answer-calls.ts';
import { systemClock } from '../../core/foundation/time/clock.ts';
import { DirectHistoryImporter } from './importer.ts';
import type { UploadClaim } from './stored-uploads.ts';

const { databaseUrl } = workerData as { databaseUrl: string };
const MICROSECONDS_PER_MS = 1_000;

const importer = new DirectHistoryImporter({
  // It is used by one import at a time.
  database: await openDatabase(databaseUrl, { connectionsMax: 1 }),
  clock: systemClock,
  processorMs: () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / MICROSECONDS_PER_MS;
  },
});

answerCalls((claim: UploadClaim) => importer.import(claim));
