// Reads the history of a website.

import type { Window } from '../../../core/engine/rollups/window.ts';
import type { Queries } from '../../../core/foundation/database/database.ts';
import { addCounts, type DayTotals, type HistoryDimension, type HistoryTool, type ValueCounts } from './traffic-day.ts';

type Reader = Pick<Queries, 'query'>;

export interface HistoryDay extends DayTotals {
  readonly day: number;
  readonly tool: HistoryTool;
}

interface DayRow {
  readonly day: number;
  readonly tool: HistoryTool;
  readonly visitors: number | null;
  readonly visits: number | null;
  readonly page_views: number | null;
  readonly conversions: number | null;
}

/** The days that imports have, in the order of time. */
export async function readHistoryDays(
  database: Reader,
  websiteId: number,
  { firstDay, lastDay }: Window,
): Promise<HistoryDay[]> {
  const rows = await database.query<DayRow>(
    `SELECT history_days.day, history_imports.tool, history_days.visitors, history_days.visits, history_days.page_views,
       history_days.conversions
     FROM history_days JOIN history_imports
       ON history_imports.website_id = history_days.website_id AND history_imports.id = history_days.import_id
     WHERE history_days.website_id = $1 AND history_days.day >= $2 AND history_days.day <= $3
     ORDER BY history_days.day`,
    [websiteId, firstDay, lastDay],
  );
  return rows.map(({ page_views: pageViews, ...row }) => ({ ...row, pageViews }));
}

/** The counts of each value in the window, added up. */
export async function readHistoryValues(
  database: Reader,
  websiteId: number,
  dimension: HistoryDimension,
  { firstDay, lastDay }: Window,
): Promise<Map<string, ValueCounts>> {
  const rows = await database.query<{ counts: string }>(
    'SELECT counts FROM history_values WHERE website_id = $1 AND dimension = $2 AND day >= $3 AND day <= $4',
    [websiteId, dimension, firstDay, lastDay],
  );
  const sums = new Map<string, ValueCounts>();
  for (const { counts } of rows) {
    for (const [value, visitors, visits, pageViews] of JSON.parse(counts) as StoredCounts[]) {
      const before = sums.get(value);
      const added = { visitors, visits, pageViews };
      sums.set(value, { value, ...(before ? addCounts(before, added) : added) });
    }
  }
  return sums;
}

type StoredCounts = [value: string, visitors: number | null, visits: number | null, pageViews: number | null];

/** The first and the last day of all imports. undefined: there is none. */
export async function readHistorySpan(database: Reader, websiteId: number): Promise<Window | undefined> {
  const [row] = await database.query<{ first: number | null; last: number | null }>(
    'SELECT MIN(day) AS first, MAX(day) AS last FROM history_days WHERE website_id = $1',
    [websiteId],
  );
  return row?.first == null || row.last === null ? undefined : { firstDay: row.first, lastDay: row.last };
}
