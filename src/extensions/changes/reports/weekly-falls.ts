// Websites of which a week had less than the week before, by more than random variation explains. Alerts judge single days, so a slow fall
// is none. Weeks are judged by all events, which are read at once for many websites; the words have unique visitors, as everywhere. All
// websites share one budget for errors, as in a table of them.
import { newsAmongWebsites } from '@funnel/report-files/noise.ts';
import { type Sentence, sentence } from '../../../../languages/sentence.ts';
import { DAYS_PER_WEEK } from '../../../core/answers/alerts/rhythm.ts';
import { readVisitors } from '../../../core/answers/reports/account/read-groups.ts';
import { changesOf, metricsOf } from '../../../core/answers/reports/metrics.ts';
import type { KeepingContext } from '../../../core/answers/reports/open-log.ts';
import type { WebsiteDates } from '../../../core/answers/reports/open-report.ts';
import { HISTORY_WEEKS } from '../../../core/answers/reports/read-variation.ts';
import { variationOf } from '../../../core/answers/reports/variation.ts';
import type { ReadContext } from '../../../core/contract/operations/define-operation.ts';
import { isoOfDay } from '../../../core/engine/rollups/calendar.ts';
import type { Counts } from '../../../core/engine/rollups/counts.ts';
import { readWebsiteCounts } from '../../../core/engine/rollups/read-website-counts.ts';
import type { Stake } from '../alerts/stake.ts';

/** What is nearest to money comes first: it is said of a website whatever else fell with it. */
const JUDGED = ['orders', 'conversions', 'views'] as const;
type Judged = (typeof JUDGED)[number];
const NOUNS = { orders: 'orders', conversions: 'visitorsWhoConverted', views: 'visitors' } as const;

/** The weeks before a day, oldest first. Visitors count each time. */
export interface KnownWeeks {
  readonly websiteId: number;
  readonly today: number;
  readonly weeks: readonly Counts[];
}

export interface WeeklyFall {
  readonly websiteId: number;
  /** The last day of the week. */
  readonly day: number;
  readonly title: Sentence;
  readonly stake: Stake;
}

/** Which of the websites had less in the last week, and of what. */
export function fallenAmong(websites: readonly KnownWeeks[]): Map<KnownWeeks, Judged> {
  const rows = websites.flatMap((website) => {
    const { today, weeks } = website;
    const [before, now] = [weeks.at(-2), weeks.at(-1)];
    if (!before || !now) return [];
    const metrics = { ...metricsOf(now), previous: metricsOf(before), changes: changesOf(now, before) };
    const periods = { now: weekOf(today, 1), before: weekOf(today, 2), countType: 'total' as const };
    const lastDay = today - DAYS_PER_WEEK - 1;
    const variation = variationOf({ weeks: weeks.slice(0, -1), days: [], lastDay, countType: 'total' });
    return { website, before, now, metrics, periods, variation };
  });
  const isNews = newsAmongWebsites(rows, JUDGED);
  const fallen = rows.flatMap(({ website, before, now, metrics }) => {
    const metric = JUDGED.find((name) => now[name] < before[name] && isNews(metrics, name));
    return metric ? [[website, metric] as const] : [];
  });
  return new Map(fallen);
}

function weekOf(today: number, ago: number) {
  const first = today - ago * DAYS_PER_WEEK;
  return { start: isoOfDay(first), end: isoOfDay(first + DAYS_PER_WEEK - 1) };
}

export async function readWeeklyFalls(
  context: ReadContext & KeepingContext,
  websites: readonly Pick<WebsiteDates, 'id' | 'zone' | 'first_day'>[],
): Promise<WeeklyFall[]> {
  const { database, todayIn } = context;
  const known: KnownWeeks[] = [];
  for (const [today, ofDay] of Map.groupBy(websites, ({ zone }) => todayIn(zone))) {
    const windows = Array.from({ length: HISTORY_WEEKS + 1 }, (_, index) => window(today, HISTORY_WEEKS + 1 - index));
    const counts = await readWebsiteCounts(database, { websiteIds: idsOf(ofDay), windows, visitorMetrics: [] });
    for (const { id, first_day: firstDay } of ofDay) {
      const weeks = counts.get(id)!.filter((_, index) => firstDay !== null && windows[index]!.firstDay >= firstDay);
      known.push({ websiteId: id, today, weeks });
    }
  }
  const fallen = [...fallenAmong(known)];
  const ofVisitors = fallen.filter(([, metric]) => metric !== 'orders');
  const { counts } = await readVisitors(context, {
    answered: ofVisitors.map(([{ websiteId, today }]) => ({
      websiteId,
      windows: [window(today, 1)],
      compared: [window(today, 2)],
    })),
    metrics: ['views', 'conversions'],
  });
  return fallen.flatMap(([{ websiteId, today, weeks }, metric]) => {
    const [now, before] =
      metric === 'orders'
        ? [weeks.at(-1)!.orders, weeks.at(-2)!.orders]
        : counts.get(websiteId)!.map((of) => of[metric]);
    return now! < before! ? [{ websiteId, day: today - 1, ...fallOf(metric, before!, now!) }] : [];
  });
}

/** In words, with what is missing. */
export function fallOf(metric: Judged, before: number, count: number): Pick<WeeklyFall, 'title' | 'stake'> {
  const values = { change: { percent: 1 - count / before }, noun: sentence(NOUNS[metric]), count, before };
  return { title: sentence('weekFewer', values), stake: { of: metric, count: before - count } };
}

function window(today: number, weeksAgo: number) {
  const firstDay = today - weeksAgo * DAYS_PER_WEEK;
  return { firstDay, lastDay: firstDay + DAYS_PER_WEEK - 1 };
}

function idsOf(websites: readonly Pick<WebsiteDates, 'id'>[]): number[] {
  return websites.map(({ id }) => id);
}
