// Reads the counts of a website that are judged.

import { HISTORY_DAYS } from '../../../core/answers/alerts/rhythm.ts';
import { SUBJECT_KIND } from '../../../core/engine/catalog/subject.ts';
import {
  chooseUniqueVisitors,
  type ExactBounds,
  readUniqueCounts,
} from '../../../core/engine/event-log/questions/unique-visitors.ts';
import type { CountsQuery } from '../../../core/engine/rollups/read-counts.ts';
import type { Database } from '../../../core/foundation/database/database.ts';
import type { WebsiteDays } from './website-days.ts';

/** Reads from the first day with events to this day. */
export async function readWebsiteDays(
  database: Pick<Database, 'query'>,
  websiteId: number,
  lastDay: number,
  bounds: ExactBounds,
): Promise<WebsiteDays> {
  const [activity] = await database.query<{ first_day: number | null }>(
    'SELECT first_day FROM website_activity WHERE website_id = $1',
    [websiteId],
  );
  const firstDay = Math.max(activity?.first_day ?? lastDay, lastDay - HISTORY_DAYS);
  const windows = Array.from({ length: lastDay - firstDay + 1 }, (_, index) => ({
    firstDay: firstDay + index,
    lastDay: firstDay + index,
  }));
  // The day that is judged decides, so that it has the number of its report.
  const days = { websiteId, windows: windows.slice(-1), compared: windows.slice(0, -1) };
  const uniqueVisitors = await chooseUniqueVisitors(database, [days], bounds);
  const query: CountsQuery = {
    websiteId,
    kind: SUBJECT_KIND.website,
    subjectIds: [websiteId],
    windows,
    countType: 'distinct',
    visitorMetrics: ['views', 'conversions'],
  };
  const [read] = await readUniqueCounts(database, uniqueVisitors, [query]);
  const counts = read!.get(websiteId)!;
  return {
    viewers: counts.map(({ views }) => views),
    converters: counts.map(({ conversions }) => conversions),
    orders: counts.map(({ orders }) => orders),
  };
}
