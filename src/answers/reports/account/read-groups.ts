// Counts the websites of an account, each in its own window, and all of them together.
import type { ReadContext } from '../../../contract/operations/define-operation.ts';
import {
  type AnsweredDays,
  chooseUniqueVisitors,
  countTogether,
  countWebsites,
  type UniqueVisitors,
  withVisitors,
} from '../../../engine/event-log/questions/unique-visitors.ts';
import type { Counts, VisitorCounts } from '../../../engine/rollups/counts.ts';
import type { VisitorMetric } from '../../../engine/rollups/metric.ts';
import { countsOf, unite, type WindowContent } from '../../../engine/rollups/read-counts.ts';
import { readWebsiteContents, readWebsiteCounts } from '../../../engine/rollups/read-website-counts.ts';
import { metricsOf } from '../metrics.ts';
import type { KeepingContext } from '../open-log.ts';
import type { ComparedGroup, WindowGroup } from './windows-of-websites.ts';

export type ContentsByWebsite = ReadonlyMap<number, readonly WindowContent[]>;

const METRICS = ['views', 'conversions', 'subscribes'] as const;

interface CountedWebsites {
  readonly uniqueVisitors: UniqueVisitors;
  readonly contents: ContentsByWebsite;
  /** The counts of the window of each website, and of the one that it is compared with. */
  readonly byWebsite: ReadonlyMap<number, readonly Counts[]>;
  /** Who was on several websites counts once. */
  readonly together: Counts;
}

export async function readGroups(
  context: ReadContext & KeepingContext,
  groups: readonly (WindowGroup & Partial<Pick<ComparedGroup, 'previous'>>)[],
): Promise<CountedWebsites> {
  const { database } = context;
  const answered = groups.flatMap(({ window, previous, websites }) =>
    websites.map(({ id }) => ({ websiteId: id, windows: [window], ...(previous && { compared: [previous] }) })),
  );
  const uniqueVisitors = await chooseUniqueVisitors(database, answered, context);
  const contents = new Map<number, readonly WindowContent[]>();
  for (const { window, previous, websites } of groups) {
    const read = await readWebsiteContents(database, {
      websiteIds: websites.map(({ id }) => id),
      windows: previous ? [window, previous] : [window],
      visitorMetrics: isAllCounted(uniqueVisitors) ? [] : METRICS,
    });
    for (const [id, ofWebsite] of read) contents.set(id, ofWebsite);
  }
  const united = unite(answered.map(({ websiteId }) => contents.get(websiteId)![0]!));
  const { logs } = uniqueVisitors;
  if (!logs) {
    const byWebsite = new Map([...contents].map(([id, ofWebsite]) => [id, ofWebsite.map(countsOf)]));
    return { uniqueVisitors, contents, byWebsite, together: countsOf(united) };
  }
  const visitors = await countWebsites(database, { ...uniqueVisitors, logs }, answered);
  const countsIn = (contentOf: readonly WindowContent[], ofWindows: readonly (VisitorCounts | undefined)[]) =>
    contentOf.map((content, window) => {
      const counted = ofWindows[window];
      return counted ? withVisitors(content.total, counted, METRICS) : countsOf(content);
    });
  const byWebsite = new Map([...contents].map(([id, totals]) => [id, countsIn(totals, visitors.get(id)!)]));
  const together = withVisitors(united.total, await countTogether(database, logs, answered), METRICS);
  return { uniqueVisitors, contents, byWebsite, together };
}

function isAllCounted({ logs, isEstimated }: UniqueVisitors): boolean {
  return logs !== undefined && isEstimated === undefined;
}

/** The unique visitors of websites, each in its own windows. `metrics`: what is estimated if they can't be counted. */
export async function readVisitors(
  context: ReadContext & KeepingContext,
  {
    answered,
    metrics,
  }: { readonly answered: readonly Omit<AnsweredDays, 'compared'>[]; readonly metrics: readonly VisitorMetric[] },
): Promise<{ uniqueVisitors: UniqueVisitors; counts: ReadonlyMap<number, readonly VisitorCounts[]> }> {
  const { database } = context;
  const uniqueVisitors = await chooseUniqueVisitors(database, answered, context);
  const { logs } = uniqueVisitors;
  if (logs) {
    const visitors = await countWebsites(database, { logs }, answered);
    return { uniqueVisitors, counts: new Map([...visitors].map(([id, counted]) => [id, counted.map((one) => one!)])) };
  }
  const counts = new Map<number, readonly VisitorCounts[]>();
  for (const same of Map.groupBy(answered, ({ windows }) => JSON.stringify(windows)).values()) {
    const websiteIds = same.map(({ websiteId }) => websiteId);
    const read = await readWebsiteCounts(database, { websiteIds, windows: same[0]!.windows, visitorMetrics: metrics });
    for (const [id, ofWebsite] of read) counts.set(id, ofWebsite);
  }
  return { uniqueVisitors, counts };
}

/** The numbers of a website, as reports on several of them have them. */
export function websiteNumbers(counts: Counts) {
  const { views, conversions, conversion_rate, subscribes, orders, revenue, aov } = metricsOf(counts);
  return { viewers: views, conversions, conversion_rate, subscribes, orders, revenue, aov };
}
