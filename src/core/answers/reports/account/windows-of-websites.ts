// Reports on several websites count each of them in its own days: "today" may be another date on each.
// Why: docs/decisions/reports.md, "Reports on several zones name their dates".
import type { ReadContext } from '../../../contract/operations/define-operation.ts';
import { isoOfDay } from '../../../engine/rollups/calendar.ts';
import type { Window } from '../../../engine/rollups/window.ts';
import { UTC } from '../../../foundation/time/zone.ts';
import { resolvePeriod, type WebsiteDates } from '../open-report.ts';
import {
  type AskedComparison,
  type ComparedWindow,
  comparedWindow,
  type RequestedPeriod,
  rangeEndTimestamp,
  rangeStartTimestamp,
} from '../windows.ts';

/** Stands for the zone of websites in different time zones. */
const MIXED = 'mixed';

/** Websites with the same window: all of them, unless it is another date in some of their time zones. */
export interface WindowGroup {
  readonly window: Window;
  readonly websites: readonly WebsiteDates[];
}

/** Such websites, with the days that these are compared with. */
export interface ComparedGroup extends WindowGroup {
  /** undefined: there is nothing to compare with. */
  readonly previous: ComparedWindow | undefined;
}

/** all_time starts with the oldest of the websites, and insights_week is the newest week of any. */
export function groupByWindow(
  period: RequestedPeriod,
  websites: readonly WebsiteDates[],
  { todayIn }: Pick<ReadContext, 'todayIn'>,
): WindowGroup[] {
  if (websites.length === 0) return [{ window: resolvePeriod(period, [], todayIn(UTC)), websites }];
  const byToday = Map.groupBy(websites, ({ zone }) => todayIn(zone));
  return Array.from(byToday, ([today, some]) => ({ window: resolvePeriod(period, websites, today), websites: some }));
}

export function comparedGroups(
  asked: AskedComparison,
  period: RequestedPeriod,
  websites: readonly WebsiteDates[],
  context: Pick<ReadContext, 'todayIn'>,
): ComparedGroup[] {
  return groupByWindow(period, websites, context).map((group) => {
    const today = context.todayIn(group.websites[0]?.zone ?? UTC);
    const { timeframe } = period;
    return { ...group, previous: comparedWindow({ ...asked, timeframe, window: group.window, today }) };
  });
}

/** Begins with the first day on any of the websites and ends with the last one. */
export function rangeOf(groups: readonly WindowGroup[]): { readonly range_start: string; readonly range_end: string } {
  const each = groups.flatMap(({ window, websites }) => {
    const zones = websites.length === 0 ? [UTC] : websites.map(({ zone }) => zone);
    return zones.map((zone) => ({ window, zone }));
  });
  const starts = each.map(({ window, zone }) => rangeStartTimestamp(window, zone));
  const ends = each.map(({ window, zone }) => rangeEndTimestamp(window, zone));
  return { range_start: starts.sort()[0]!, range_end: ends.sort().at(-1)! };
}

/** Begins with the first day of any of the windows and ends with the last one. */
export function unitedWindow(groups: readonly WindowGroup[]): Window {
  return {
    firstDay: Math.min(...groups.map(({ window }) => window.firstDay)),
    lastDay: Math.max(...groups.map(({ window }) => window.lastDay)),
  };
}

interface ZoneFields {
  readonly timezone?: string;
  readonly first_date?: string;
  readonly last_date?: string;
}

/**
 * The fields of the timeframe about time zones. None if all websites are in UTC. The instants of mixed zones do not tell the dates of the
 * windows, so these are written, too.
 */
export function zoneFieldsOf(groups: readonly WindowGroup[]): ZoneFields {
  const names = new Set(groups.flatMap(({ websites }) => websites.map(({ zone }) => zone.name)));
  const [name = UTC.name] = names;
  if (names.size > 1) {
    const { firstDay, lastDay } = unitedWindow(groups);
    return { timezone: MIXED, first_date: isoOfDay(firstDay), last_date: isoOfDay(lastDay) };
  }
  return name === UTC.name ? {} : { timezone: name };
}
