// Writes the snapshots of a week, one transaction per website, so that an interrupted run can be continued.
// Why: docs/decisions/reports.md, "The week of insights is counted like any other window".

import type { Logger } from 'pino';
import { reachableWebsites } from '../../engine/catalog/list-websites.ts';
import { readZones } from '../../engine/catalog/website-zones.ts';
import { isoOfDay } from '../../engine/rollups/calendar.ts';
import { type Database, placeholders, requireReachable } from '../../foundation/database/database.ts';
import { type Lease, LeaseLostError } from '../../foundation/database/lease.ts';
import type { RepeatedJob } from '../../foundation/jobs/repeated-job.ts';
import type { Clock } from '../../foundation/time/clock.ts';
import type { SnapshotBuilder } from './snapshot.ts';
import { latestCreation, type SnapshotListener, storeSnapshot } from './store-snapshot.ts';
import { DAYS_PER_WEEK, lastCompleteWeek } from './week.ts';

const PROGRESS_EVERY_WEBSITES = 100;

export type SnapshotResult = 'written' | 'unchanged' | 'failed';

/** Receives progress, for metrics or a progress bar. */
export interface InsightsObserver {
  snapshot(result: SnapshotResult, websitesLeft: number): void;
  /** No snapshot of the last complete week is missing. */
  complete(at: Date): void;
}

export interface InsightsDependencies extends Pick<RepeatedJob, 'inTurn'> {
  readonly database: Database;
  readonly builder: SnapshotBuilder;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly observer?: InsightsObserver | undefined;
  /** They send digests. Only the job has them: who runs the command wants to look at the insights, not to mail them. */
  readonly listeners?: readonly SnapshotListener[];
}

export interface WrittenWeek extends Readonly<Record<SnapshotResult, number>> {
  readonly failedIds: readonly number[];
}

/** Stops between two websites when the signal is aborted. */
export async function writeWeek(
  dependencies: InsightsDependencies,
  lease: Lease,
  monday: number,
  websiteIds: readonly number[],
  signal?: AbortSignal,
): Promise<WrittenWeek> {
  const week = isoOfDay(monday);
  const results: Record<SnapshotResult, number> = { written: 0, unchanged: 0, failed: 0 };
  const failedIds: number[] = [];
  dependencies.logger.info({ week, websites: websiteIds.length }, 'writing insights');
  for (const [index, websiteId] of websiteIds.entries()) {
    if (signal?.aborted) return { ...results, failedIds };
    const result = await writeOne(dependencies, lease, monday, websiteId);
    results[result]++;
    if (result === 'failed') failedIds.push(websiteId);
    dependencies.observer?.snapshot(result, websiteIds.length - index - 1);
    if ((index + 1) % PROGRESS_EVERY_WEBSITES === 0) {
      dependencies.logger.info({ week, done: index + 1, websites: websiteIds.length }, 'writing insights');
    }
  }
  dependencies.logger.info({ week, ...results }, 'insights written');
  return { ...results, failedIds };
}

/** A failure for one website does not affect the others. */
async function writeOne(
  { database, builder, clock, logger, listeners }: InsightsDependencies,
  lease: Lease,
  monday: number,
  websiteId: number,
): Promise<SnapshotResult> {
  try {
    await requireReachable(database, [websiteId], { isDelayed: true });
    const week = await builder.build({ websiteId, monday });
    if (!week) throw new Error('the website does not exist');
    const isNew = await storeSnapshot(database, lease, { websiteId, monday, week }, clock, listeners);
    return isNew ? 'written' : 'unchanged';
  } catch (error) {
    if (error instanceof LeaseLostError) throw error;
    logger.error({ err: error, websiteId, week: isoOfDay(monday) }, 'writing an insights snapshot failed');
    return 'failed';
  }
}

/**
 * Websites that had events by the end of their last complete week and have no snapshot of it, by that week. One from the future does not
 * count: see `latestCreation`.
 */
export async function websitesWithout(
  database: Pick<Database, 'query' | 'unreachable'>,
  now: Date,
): Promise<Map<number, number[]>> {
  const missing = new Map<number, number[]>();
  for await (const ids of reachableWebsites(database)) {
    const zoneOf = await readZones(database, ids);
    // While it is Monday in a part of the world, there are two such weeks.
    for (const [monday, some] of Map.groupBy(ids, (id) => lastCompleteWeek(now, zoneOf(id).zone))) {
      const found = await withoutSnapshot(database, monday, some, now);
      if (found.length > 0) missing.set(monday, [...(missing.get(monday) ?? []), ...found]);
    }
  }
  return missing;
}

async function withoutSnapshot(
  database: Pick<Database, 'query'>,
  monday: number,
  ids: readonly number[],
  now: Date,
): Promise<number[]> {
  const rows = await database.query<{ website_id: number }>(
    `SELECT activity.website_id FROM website_activity AS activity
       LEFT JOIN insights_snapshots AS snapshots ON snapshots.website_id = activity.website_id AND week = $1
       WHERE activity.website_id IN (${placeholders(ids.length, 3)}) AND first_day <= $2
         AND (snapshots.website_id IS NULL OR snapshots.created_at > $3)
       ORDER BY activity.website_id`,
    [monday, monday + DAYS_PER_WEEK - 1, latestCreation(now), ...ids],
  );
  return rows.map(({ website_id: id }) => id);
}
