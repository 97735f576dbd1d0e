// Erases all counts of a website for one day: counts and event log in one transaction, so that both agree whenever events come in and
// wherever it is interrupted. The visitors of intervals over the day follow in small steps.
// Why: docs/decisions/database.md, "Erasures keep log and numbers in agreement".
// Why: docs/decisions/operation.md, "Days are erased as if they had never been counted".

import { eraseLogDaysIn } from '../../engine/event-log/upkeep/erase.ts';
import { startOfWeek } from '../../engine/rollups/calendar.ts';
import { eraseDayIn, rebuildIntervalsOver } from '../../engine/rollups/erase-days.ts';
import { DAY_PERIOD } from '../../engine/rollups/metric.ts';
import { lockWebsiteAlone } from '../../engine/rollups/store.ts';
import type { Database, Queries } from '../../foundation/database/database.ts';
import { forgetOrdersIn } from '../../intake/orders/order-rows.ts';
import { countRows, type RowCounts } from './count-rows.ts';

/** What `forgetDay` would erase. */
export function countDay(database: Database, websiteId: number, day: number): Promise<RowCounts> {
  const params = [websiteId, day];
  return countRows(database, [
    ['rollup_counters', 'website_id = $1 AND day = $2', params],
    ['rollup_visitors', `website_id = $1 AND period_kind = ${DAY_PERIOD} AND period = $2`, params],
    ['rollup_values', 'website_id = $1 AND day = $2', params],
    ['rollup_order_sources', 'website_id = $1 AND day = $2', params],
    ['event_log_pending', 'website_id = $1 AND day = $2', params],
    ['event_log_runs', 'website_id = $1 AND day = $2', params],
    ['insights_snapshots', 'website_id = $1 AND week = $2', [websiteId, startOfWeek(day)]],
    ['alerts', 'website_id = $1 AND day = $2', params],
    ['history_days', 'website_id = $1 AND day = $2', params],
    ['history_values', 'website_id = $1 AND day = $2', params],
  ]);
}

export async function forgetDay(database: Database, websiteId: number, day: number): Promise<void> {
  const window = { firstDay: day, lastDay: day };
  await database.transaction(async (tx) => {
    await lockWebsiteAlone(tx, websiteId);
    await eraseDayIn(tx, websiteId, day);
    await eraseLogDaysIn(tx, websiteId, window);
    // A refund must not lower what is not counted any more.
    await forgetOrdersIn(tx, websiteId, window);
    // It covers the whole week. `insights run --week` writes it again.
    await tx.query('DELETE FROM insights_snapshots WHERE website_id = $1 AND week = $2', [websiteId, startOfWeek(day)]);
    await tx.query('DELETE FROM alerts WHERE website_id = $1 AND day = $2', [websiteId, day]);
    // An import of history keeps its other days.
    await tx.query('DELETE FROM history_days WHERE website_id = $1 AND day = $2', [websiteId, day]);
    await tx.query('DELETE FROM history_values WHERE website_id = $1 AND day = $2', [websiteId, day]);
    await recomputeActiveDays(tx, websiteId);
  });
  await rebuildIntervalsOver(database, websiteId, window);
}

/** `all_time` starts at the first day with data, so an erased day must not count. */
async function recomputeActiveDays(tx: Queries, websiteId: number): Promise<void> {
  const [counted] = await tx.query<DayRange>(
    'SELECT MIN(day) AS first, MAX(day) AS last FROM rollup_counters WHERE website_id = $1',
    [websiteId],
  );
  const [chosen] = await tx.query<DayRange>(
    'SELECT MIN(day) AS first, MAX(day) AS last FROM rollup_values WHERE website_id = $1',
    [websiteId],
  );
  const firsts = [counted!.first, chosen!.first].filter((day) => day !== null);
  const lasts = [counted!.last, chosen!.last].filter((day) => day !== null);
  await tx.query('UPDATE website_activity SET first_day = $2, last_day = $3 WHERE website_id = $1', [
    websiteId,
    firsts.length > 0 ? Math.min(...firsts) : null,
    lasts.length > 0 ? Math.max(...lasts) : null,
  ]);
}

interface DayRange {
  readonly first: number | null;
  readonly last: number | null;
}
