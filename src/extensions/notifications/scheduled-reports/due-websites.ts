// The websites of which a scheduled report is due and not stored yet.
import { readZones } from '../../../core/engine/catalog/website-zones.ts';
import { dayOfTimestampMs } from '../../../core/engine/rollups/calendar.ts';
import type { Database } from '../../../core/foundation/database/database.ts';
import { DUE_DAYS_AHEAD_MAX, isDue } from '../subscriptions/schedule.ts';
import { websitesWithDueReports } from '../subscriptions/subscription-store.ts';

/** The date changes first at UTC+14:00. */
const OFFSET_EAST_MS_MAX = 14 * 60 * 60 * 1000;

export interface DueWebsite {
  readonly websiteId: number;
  /** The day on which its earliest report should have been sent. */
  readonly dueDay: number;
  /** The current day of the website. */
  readonly today: number;
}

export async function readDueWebsites(database: Pick<Database, 'query'>, now: Date): Promise<DueWebsite[]> {
  const nowMs = now.getTime();
  const latestDay = dayOfTimestampMs(nowMs + OFFSET_EAST_MS_MAX);
  const due = await websitesWithDueReports(database, latestDay, latestDay + DUE_DAYS_AHEAD_MAX);
  if (due.length === 0) return [];
  const zoneOf = await readZones(
    database,
    due.map(({ websiteId }) => websiteId),
  );
  return due
    .map(({ websiteId, dueDay }) => ({ websiteId, dueDay, today: zoneOf(websiteId).zone.dayAt(nowMs) }))
    .filter(({ dueDay, today }) => isDue(dueDay, today));
}
