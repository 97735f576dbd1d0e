// The websites of which a scheduled report is due and not stored yet.
import { readZones } from '../../catalog/website-zones.ts';
import type { Database } from '../../database/database.ts';
import { dayOfTimestampMs } from '../../rollups/calendar.ts';
import { websitesWithDueReports } from '../subscription-store.ts';
import { DUE_DAYS_AHEAD_MAX, isDue } from './schedule.ts';

/** The date changes first at UTC+14:00. */
const OFFSET_EAST_MS_MAX = 14 * 60 * 60 * 1000;

export interface DueWebsite {
  readonly websiteId: number;
  /** On which its earliest report should have been sent. */
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
