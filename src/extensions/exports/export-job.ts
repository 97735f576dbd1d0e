// The background job that exports by a schedule. One node does it at a time, and keeps the lease while it does. A run that ends early, by a
// crash or because the node stops, leaves a target with which the next one goes on.
import { setInterval } from 'node:timers';
import type { Logger } from 'pino';
import type { Database } from '../../core/foundation/database/database.ts';
import { LEASE_MS, Lease } from '../../core/foundation/database/lease.ts';
import { startRepeatedJob } from '../../core/foundation/jobs/repeated-job.ts';
import type { Clock } from '../../core/foundation/time/clock.ts';
import { announce, dueAsOf, type ExportSchedule, lastExportAt, recordDone, recordFailure } from './export-state.ts';
import type { Exporter } from './exporter.ts';
import type { ExportResult } from './run-export.ts';
import { problemOfRun } from './targets/export-problem.ts';

/** A run that has failed is repeated after so many minutes. */
const LOOK_MINUTES = 10;
const RENEWED_EVERY_MS = LEASE_MS / 3;
export const EXPORT_RESULTS = ['done', 'failed'] as const;

/** Receives progress, for metrics. */
export interface ExportObserver {
  run(result: (typeof EXPORT_RESULTS)[number]): void;
  complete(at: Date, result: ExportResult): void;
}

export interface ExportJob {
  readonly database: Database;
  readonly exporter: Exporter;
  readonly schedule: ExportSchedule;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly observer?: ExportObserver | undefined;
}

/** Returns a function that stops the job, and a run that is in progress. */
export function startExportJob(job: ExportJob): () => Promise<void> {
  return startRepeatedJob({
    name: 'the scheduled export',
    schedule: `*/${LOOK_MINUTES} * * * *`,
    logger: job.logger,
    run: (signal) => exportIfDue(job, signal),
  });
}

export async function exportIfDue(job: ExportJob, signal?: AbortSignal): Promise<void> {
  const { database, exporter, clock, schedule, observer, logger } = job;
  const { everyHours } = schedule;
  await announce(database, schedule, clock());
  if (!(await isDue(database, clock(), everyHours))) return;
  const lease = await Lease.take(database, clock, 'export');
  if (!lease) return;
  const stop = () => void exporter.stop();
  signal?.addEventListener('abort', stop);
  // Whoever has lost the lease ends the run: another node has begun its own.
  const renewing = setInterval(() => void database.transaction((tx) => lease.renew(tx)).catch(stop), RENEWED_EVERY_MS);
  try {
    // Another node may have finished while this one waited for the lease.
    if (signal?.aborted || !(await isDue(database, clock(), everyHours))) return;
    const begun = clock();
    const { websites, damaged, missing, ...result } = await exporter.run(begun.getTime());
    for (const { websiteId, message } of damaged)
      logger.error({ websiteId }, `a website could not be exported: ${message}`);
    for (const { websiteId, code, reason } of missing)
      logger.error({ websiteId, code }, `a website could not be exported; it is tried again: ${reason}`);
    await lease.write((tx) => recordDone(tx, { websites, missing: missing.map(({ websiteId }) => websiteId), begun }));
    // It stays due, and the next run writes of the others only what has changed by then.
    if (missing.length > 0) {
      observer?.run('failed');
      logger.warn({ ...result, missing: missing.length }, 'exported without some websites');
      return;
    }
    await lease.done(begun);
    observer?.run('done');
    observer?.complete(clock(), result);
    logger.info({ ...result }, 'exported');
  } catch (error) {
    if (signal?.aborted) return;
    observer?.run('failed');
    // Whoever has lost the lease does not know what the other node does. What has failed is thrown in any case.
    await lease.write((tx) => recordFailure(tx, problemOfRun(error), clock())).catch(() => {});
    throw error;
  } finally {
    clearInterval(renewing);
    signal?.removeEventListener('abort', stop);
    await exporter.stop();
    await lease.release();
  }
}

async function isDue(database: Database, now: Date, everyHours: number): Promise<boolean> {
  return now.getTime() >= dueAsOf(now, await lastExportAt(database), everyHours).getTime();
}
