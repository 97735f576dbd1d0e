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
import type { Window } from '../../../engine/rollups/window.ts';
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

/** Other days of the same websites: the windows that were asked for decide how these are counted, too. */
export async function readOtherDays(
  context: ReadContext & KeepingContext,
  groups: readonly WindowGroup[],
  other: Window,
): Promise<ReadonlyMap<number, Counts>> {
  const { database } = context;
  const answered = groups.flatMap(({ window, websites }) =>
    websites.map(({ id }) => ({ websiteId: id, windows: [window], compared: [other] })),
  );
  const uniqueVisitors = await chooseUniqueVisitors(database, answered, context);
  const contents = await readWebsiteContents(database, {
    websiteIds: answered.map(({ websiteId }) => websiteId),
    windows: [other],
    visitorMetrics: isAllCounted(uniqueVisitors) ? [] : METRICS,
  });
  const { logs } = uniqueVisitors;
  const ofOther = answered.map(({ websiteId }) => ({ websiteId, windows: [other] }));
  const visitors = logs && (await countWebsites(database, { ...uniqueVisitors, logs }, ofOther));
  const countsIn = (id: number, content: WindowContent) => {
    const counted = visitors?.get(id)?.[0];
    return counted ? withVisitors(content.total, counted, METRICS) : countsOf(content);
  };
  return new Map(Array.from(contents, ([id, [content]]) => [id, countsIn(id, content!)]));
}

function isAllCounted({ logs, isEstimated }: UniqueVisitors): boolean {
  return logs !== undefined && isEstimated === undefined;
}

/**
 * The unique visitors of websites, each in its own windows and then in the compared ones. `metrics`: what is estimated if they can't be
 * counted.
 */
export async function readVisitors(
  context: ReadContext & KeepingContext,
  { answered, metrics }: { readonly answered: readonly AnsweredDays[]; readonly metrics: readonly VisitorMetric[] },
): Promise<{ uniqueVisitors: UniqueVisitors; counts: ReadonlyMap<number, readonly VisitorCounts[]> }> {
  const { database } = context;
  const uniqueVisitors = await chooseUniqueVisitors(database, answered, context);
  const { logs } = uniqueVisitors;
  const counted = logs && (await countWebsites(database, { ...uniqueVisitors, logs }, answered));
  const counts = new Map<number, readonly VisitorCounts[]>();
  if (counted && isAllCounted(uniqueVisitors)) {
    for (const [id, ofWebsite] of counted)
      counts.set(
        id,
        ofWebsite.map((one) => one!),
      );
    return { uniqueVisitors, counts };
  }
  const windowsOf = ({ windows, compared = [] }: AnsweredDays) => [...windows, ...compared];
  for (const same of Map.groupBy(answered, (one) => JSON.stringify(windowsOf(one))).values()) {
    const websiteIds = same.map(({ websiteId }) => websiteId);
    const read = await readWebsiteCounts(database, {
      websiteIds,
      windows: windowsOf(same[0]!),
      visitorMetrics: metrics,
    });
    for (const [id, ofWebsite] of read) {
      const ofLog = counted?.get(id);
      counts.set(
        id,
        ofWebsite.map((estimate, index) => ofLog?.[index] ?? estimate),
      );
    }
  }
  return { uniqueVisitors, counts };
}

/** The numbers of a website, as reports on several of them have them. */
export function websiteNumbers(counts: Counts) {
  const { views, conversions, conversion_rate, subscribes, orders, revenue, aov } = metricsOf(counts);
  return { viewers: views, conversions, conversion_rate, subscribes, orders, revenue, aov };
}
