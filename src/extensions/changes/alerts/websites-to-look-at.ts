// Which websites are to be looked at. On Citus this asks many shards, so one node asks once per hour.

import { EXPECTED_MIN } from '../../../core/answers/alerts/rhythm.ts';
import { reachableWebsites } from '../../../core/engine/catalog/list-websites.ts';
import { readZones } from '../../../core/engine/catalog/website-zones.ts';
import { type Database, placeholders } from '../../../core/foundation/database/database.ts';
import type { Zone } from '../../../core/foundation/time/zone.ts';
import { promptFrom, SILENCE_HOURS_MIN, type Watch } from './watch.ts';

/** Older days are not judged any more: an import of old data is no news. */
const JUDGED_AGE_DAYS_MAX = 3;
/** A website that was silent for longer will not be missed. */
const SILENT_DAYS_MAX = 14;

export interface WebsiteToLookAt {
  readonly websiteId: number;
  /** The last one with events. */
  readonly lastDay: number;
  readonly zone: Zone;
  /** undefined: it was never looked at. */
  readonly watch: Watch | undefined;
}

/** What is stored. */
export interface StoredWebsite {
  readonly websiteId: number;
  readonly lastDay: number;
  readonly zone: Zone;
  /** JSON. */
  readonly state: string | null;
}

export function websiteToLookAt({ state, ...website }: StoredWebsite): WebsiteToLookAt {
  return { ...website, watch: state === null ? undefined : (JSON.parse(state) as Watch) };
}

/**
 * Those with a finished day that was not judged, and those that would be expected to have events and have none. Without those whose
 * worker of a cluster does not answer.
 */
export async function* websitesToLookAt(
  database: Pick<Database, 'query' | 'unreachable'>,
  now: Date,
): AsyncGenerator<StoredWebsite> {
  for await (const ids of reachableWebsites(database)) {
    const zoneOf = await readZones(database, ids);
    // At any time, there are two or three dates in the world.
    const groups = Map.groupBy(ids, (id) => daysOf(zoneOf(id).zone, now).join());
    for (const some of groups.values()) {
      for (const found of await lookUp(database, some, daysOf(zoneOf(some[0]!).zone, now))) {
        yield { ...found, zone: zoneOf(found.websiteId).zone };
      }
    }
  }
}

function daysOf(zone: Zone, now: Date): readonly [today: number, silentSince: number] {
  const nowMs = now.getTime();
  return [zone.dayAt(nowMs), zone.dayAt(nowMs - SILENCE_HOURS_MIN * 3_600_000)];
}

async function lookUp(
  database: Pick<Database, 'query'>,
  ids: readonly number[],
  [today, silentSince]: ReturnType<typeof daysOf>,
): Promise<Omit<StoredWebsite, 'zone'>[]> {
  const rows = await database.query<{ website_id: number; last_day: number; state: string | null }>(
    `SELECT activity.website_id, activity.last_day, progress.state FROM website_activity AS activity
       LEFT JOIN alert_progress AS progress ON progress.website_id = activity.website_id
       WHERE activity.website_id IN (${placeholders(ids.length, 4)}) AND (
         (least(activity.last_day, $1) - CASE WHEN activity.last_day < $1 AND progress.prompt_from <= $1 THEN 0 ELSE 1 END
           > coalesce(progress.judged_day, 0) AND activity.last_day > $2)
         OR (activity.last_day < $3 AND activity.last_day >= $4 AND progress.busiest_day >= ${EXPECTED_MIN})
       ) ORDER BY activity.website_id`,
    [today, today - JUDGED_AGE_DAYS_MAX, silentSince, today - SILENT_DAYS_MAX, ...ids],
  );
  return rows.map(({ website_id: websiteId, last_day: lastDay, state }) => ({ websiteId, lastDay, state }));
}

/** Finished days whose events are in. Of a website that is new here, only the last one of them. */
export function daysToJudge({ lastDay, watch }: Pick<WebsiteToLookAt, 'lastDay' | 'watch'>, today: number): number[] {
  const isPrompt = watch !== undefined && promptFrom(watch) <= today;
  const last = isPrompt ? Math.min(lastDay, today - 1) : Math.min(lastDay, today) - 1;
  const first = watch ? Math.max(watch.judgedDay + 1, today - JUDGED_AGE_DAYS_MAX) : last;
  return first > last ? [] : Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
