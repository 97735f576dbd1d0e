// Reads an experiment from the event log: all of it, or segments: that of the filters, and one for each value of a dimension.
// Why: docs/decisions/insights.md, "What a segment does not get".
import { SUBJECT_KIND } from '../../core/engine/catalog/subject.ts';
import { breakdown } from '../../core/engine/event-log/breakdowns/breakdown.ts';
import type { Answer, WindowAnswer, WindowCounts } from '../../core/engine/event-log/breakdowns/subject-counts.ts';
import type { Filter, Sampled } from '../../core/engine/event-log/counting/log-question.ts';
import { type AskedLog, askLog } from '../../core/engine/event-log/questions/ask-log.ts';
import { withVisitors } from '../../core/engine/event-log/questions/unique-visitors.ts';
import { addTotals, NO_COUNTS, NO_TOTALS } from '../../core/engine/rollups/counts.ts';
import { readContents, readCounts } from '../../core/engine/rollups/read-counts.ts';
import type { Window } from '../../core/engine/rollups/window.ts';
import type { Database } from '../../core/foundation/database/database.ts';
import { type Dimension, OTHER_VALUES } from '../../core/foundation/dimensions/dimension.ts';
import type { ArmCounts, DistinctCount } from './arm.ts';
import type { Experiment, Look, ObservedTest } from './experiment.ts';
import { dailyVisitors, lookBefore, slicesOf } from './looks.ts';
import { budgetOfSegment, DAYS_PER_WEEK, segmentRules, weeksOver } from './rules.ts';

type Reader = Pick<Database, 'query'>;

export interface SegmentsQuery {
  /** Only events for which all filters hold are counted. The days of the test do not depend on them. */
  readonly filters: readonly Filter[];
  /** Such events are also counted by the values of this dimension. */
  readonly breakDownBy: Dimension | undefined;
  /** How many values are counted, those with the most visitors. All others together are `(other)`. */
  readonly valuesMax: number;
  readonly log: AskedLog;
  /** Throws if the log does not have all days of the test. */
  requireDays(window: Window): void;
}

interface TestToRead {
  readonly websiteId: number;
  readonly campaignId: number;
  /** The ids of the variants. */
  readonly ids: readonly number[];
  readonly window: Window;
  readonly sharesChangedDay: number | undefined;
}

type CountedSegment = Pick<Experiment, 'test' | 'views'>;

export interface CountedSegments {
  /** undefined: there are no filters. */
  readonly filtered: CountedSegment | undefined;
  readonly values: ReadonlyMap<string, CountedSegment>;
  readonly sampled: Sampled;
}

/** The windows of the question, in this order. Those before the looks are broken down by value. */
interface AskedWindows {
  readonly all: Window;
  /** At most one window, which ends before the last days: what follows is the present traffic. */
  readonly before: readonly Window[];
  /** The weeks that are over. */
  readonly weeks: readonly Window[];
  readonly looks: readonly Window[];
}

/** A sample is counted as it is: it is a smaller experiment, and the intervals are as wide as those of a smaller one. */
export async function readSegments(
  database: Reader,
  test: TestToRead,
  { log, filters, breakDownBy, valuesMax }: SegmentsQuery,
): Promise<CountedSegments> {
  const windows = windowsOf(test.window, filters.length > 0);
  const main = [windows.all, ...windows.before, ...windows.weeks];
  const variants = test.ids.map((id) => ({ kind: SUBJECT_KIND.variant, id }));
  const query = {
    subjects: [{ kind: SUBJECT_KIND.campaign, id: test.campaignId, withHoldout: true }, ...variants],
    windows: [...main, ...windows.looks],
    filters,
    countType: 'distinct',
  } as const;
  const [answer, views] = await Promise.all([
    askLog(
      database,
      log,
      breakdown({
        ...query,
        ...(breakDownBy && { breakDown: { by: breakDownBy, windows: main.length, valuesMax, isByFirstWindow: true } }),
      }),
    ),
    readViews(database, test.websiteId, test.ids, windows.weeks),
  ]);
  const counter = new SegmentCounter(test, windows, answer, views);
  const dimensions = new Set(filters.map(({ dimension }) => dimension));
  const filtered = filters.length > 0 ? counter.count(({ all }) => all, dimensions) : undefined;
  const byValue = new Set([...dimensions, ...(breakDownBy ? [breakDownBy] : [])]);
  const values = valuesIn(answer).map((value) => {
    return [value, counter.count(({ values: counts }) => counts.get(value) ?? NOTHING, byValue, value)] as const;
  });
  return { filtered, values: new Map(values), sampled: answer.sampled };
}

/** The whole test, exactly: the last day of each look and the windows are those of the estimates. */
export async function countLooks(database: Reader, log: AskedLog, test: TestToRead): Promise<CountedSegment> {
  const { websiteId, ids, window, sharesChangedDay } = test;
  const slices = slicesOf(window);
  const variants = ids.map((id) => ({ kind: SUBJECT_KIND.variant, id }));
  const query = {
    websiteId,
    kind: SUBJECT_KIND.variant,
    subjectIds: ids,
    windows: slices,
    countType: 'total',
  } as const;
  const [contents, { subjects }] = await Promise.all([
    readContents(database, query),
    askLog(
      database,
      log,
      breakdown({
        subjects: [...variants, { ...variants[0]!, orIds: ids.slice(1) }],
        windows: slices.map(({ lastDay }) => ({ firstDay: window.firstDay, lastDay })),
        filters: [],
        countType: 'distinct',
      }),
    ),
  ]);
  const totals = ids.map(() => NO_TOTALS);
  const looks = slices.map(({ lastDay: day }, look): Look => {
    const counts = ids.map((id, arm) => {
      const total = addTotals(totals[arm]!, contents.get(id)![look]!.total);
      totals[arm] = total;
      return armCounts({ total, distinct: withVisitors(total, subjects[arm]![look]!.all.distinct) });
    });
    return { day, counts };
  });
  const observed = {
    ...window,
    sharesChangedDay,
    looks,
    visitorsOfAny: exact(subjects.at(-1)!.at(-1)!.all.distinct.views),
    dailyVisitors: dailyVisitors(looks, window),
  } satisfies ObservedTest;
  return { test: observed, views: totals.map(({ views }) => views) };
}

function windowsOf({ firstDay, lastDay }: Window, withLooks: boolean): AskedWindows {
  const ends = slicesOf({ firstDay, lastDay }).map(({ lastDay: day }) => ({ day }));
  const until = (day: number) => ({ firstDay, lastDay: day });
  const before = lookBefore(ends, lastDay);
  return {
    all: until(lastDay),
    before: before ? [until(before.day)] : [],
    weeks: weeksOf({ firstDay, lastDay }),
    looks: withLooks ? ends.map(({ day }) => until(day)) : [],
  };
}

function weeksOf({ firstDay, lastDay }: Window): Window[] {
  return Array.from({ length: weeksOver(lastDay - firstDay + 1) }, (_, week) => {
    const start = firstDay + week * DAYS_PER_WEEK;
    return { firstDay: start, lastDay: Math.min(lastDay, start + DAYS_PER_WEEK - 1) };
  });
}

/** The views of all variants in each window, whatever the filters are. The rollups have them exactly. */
async function readViews(
  database: Reader,
  websiteId: number,
  subjectIds: readonly number[],
  windows: readonly Window[],
): Promise<number[]> {
  const query = { websiteId, kind: SUBJECT_KIND.variant, subjectIds, windows, countType: 'total' } as const;
  const counts = await readCounts(database, query);
  return windows.map((_, window) => subjectIds.reduce((sum, id) => sum + counts.get(id)![window]!.views, 0));
}

/** Those that the variants have, the one with the most visitors first, and `(other)` last. */
function valuesIn({ subjects: [campaign, ...variants] }: Answer): string[] {
  const counted = [...campaign![0]!.values].filter(([value]) => variants.some(([all]) => all!.values.has(value)));
  const values = counted.map(([value, { distinct }]) => ({ value, visitors: distinct.views }));
  values.sort(
    (a, b) =>
      Number(a.value === OTHER_VALUES) - Number(b.value === OTHER_VALUES) ||
      b.visitors - a.visitors ||
      (a.value < b.value ? -1 : 1),
  );
  return values.map(({ value }) => value);
}

const NOTHING: WindowCounts = { total: NO_TOTALS, distinct: NO_COUNTS };

class SegmentCounter {
  readonly #test: TestToRead;
  readonly #windows: AskedWindows;
  readonly #answer: Answer;
  /** The views of all variants in each week that is over. */
  readonly #views: readonly number[];

  constructor(test: TestToRead, windows: AskedWindows, answer: Answer, views: readonly number[]) {
    this.#test = test;
    this.#windows = windows;
    this.#answer = answer;
    this.#views = views;
  }

  count(
    countsOf: (answer: WindowAnswer) => WindowCounts,
    dimensions: ReadonlySet<Dimension>,
    value?: string,
  ): CountedSegment {
    const { window, sharesChangedDay } = this.#test;
    const [campaign, ...variants] = this.#answer.subjects.map((windows) => windows.map(countsOf));
    const { sampled } = this.#answer;
    // Which values are the others depends on the day, so nothing is decided about them.
    const budget = value === OTHER_VALUES ? 0 : budgetOfSegment(dimensions, this.#sharesOf(variants));
    const looks = value === undefined ? this.#allLooks(variants) : this.#lastLooks(variants);
    const test = {
      ...window,
      sharesChangedDay,
      looks,
      // Those of variants without traffic, too: then fewer visitors seem to have seen several variants, never more.
      visitorsOfAny: exact(campaign![0]!.distinct.views),
      dailyVisitors: dailyVisitors(looks, window),
      rules: segmentRules(budget),
      ...(sampled && { sampleRate: sampled.rate }),
    } satisfies ObservedTest;
    return { test, views: variants.map(([all]) => all!.total.views) };
  }

  /** The share of the views in each week that is over. */
  #sharesOf(variants: readonly (readonly WindowCounts[])[]): number[] {
    const { sampled } = this.#answer;
    const first = 1 + this.#windows.before.length;
    return this.#views.map((ofAll, week) => {
      const views = variants.reduce((sum, windows) => sum + windows[first + week]!.total.views, 0);
      return views === 0 ? 0 : views / (ofAll * (sampled ? sampled.rate : 1));
    });
  }

  #allLooks(variants: readonly (readonly WindowCounts[])[]): Look[] {
    const { looks } = this.#windows;
    return looks.map(({ lastDay: day }, look) => {
      return { day, counts: variants.map((windows) => armCounts(windows.at(look - looks.length)!)) };
    });
  }

  /** Those that a verdict needs. */
  #lastLooks(variants: readonly (readonly WindowCounts[])[]): Look[] {
    const { all, before } = this.#windows;
    const looks = [all, ...before].map(({ lastDay: day }, window) => {
      return { day, counts: variants.map((windows) => armCounts(windows[window]!)) };
    });
    return looks.reverse();
  }
}

function armCounts({ total, distinct }: WindowCounts): ArmCounts {
  return {
    visitors: exact(distinct.views),
    conversions: exact(distinct.conversions),
    completions: exact(distinct.completions),
    subscribes: exact(distinct.subscribes),
    orders: total.orders,
    revenue: total.revenue,
    revenueSquared: total.revenue_squared,
  };
}

function exact(count: number): DistinctCount {
  return { count, isExact: true };
}
