// Reads an experiment: its variants from the catalog, its counts from the rollups, or from the event log if only some events count.
import { SUBJECT_KIND } from '../catalog/subject.ts';
import type { Database } from '../database/database.ts';
import { type AskedLog, askLog } from '../event-log/ask-log.ts';
import type { Filter, WindowCounts } from '../event-log/question.ts';
import type { Totals } from '../rollups/counts.ts';
import { NO_TOTALS } from '../rollups/counts.ts';
import { readFirstViews, readSquaresFrom } from '../rollups/first-views.ts';
import type { VisitorMetric } from '../rollups/metric.ts';
import { type CountsQuery, readContents, readCounts, type WindowContent } from '../rollups/read-counts.ts';
import type { Window } from '../rollups/window.ts';
import { Sketch } from '../sketches/hyperloglog.ts';
import { type ArmCounts, type DistinctCount, distinctCount } from './arm.ts';
import type { Arm, Experiment, Look, ObservedTest } from './experiment.ts';

/** How the interval narrowed is shown by so many looks. */
const LOOKS_MAX = 60;
/** The present traffic is that of the last days. */
const TRAFFIC_DAYS = 7;

const METRICS = ['views', 'conversions', 'completions', 'subscribes'] as const satisfies readonly VisitorMetric[];

type Reader = Pick<Database, 'query'>;

interface ExperimentName {
  readonly websiteId: number;
  readonly campaignId: number;
  /** Later days don't count: today, or the Sunday of a week. */
  readonly lastDay: number;
}

/** Only events for which all filters hold are counted. The days of the test do not depend on them. */
export interface ExperimentSegment {
  readonly filters: readonly Filter[];
  readonly log: AskedLog;
  /** Throws if the log does not have all days of the test. */
  requireDays(window: Window): void;
}

interface ReadExperiment extends Experiment {
  readonly campaign: { readonly id: number; readonly name: string; readonly ctaType: string; readonly status: string };
}

/** undefined: the website has no such campaign. */
export async function readExperiment(
  database: Reader,
  name: ExperimentName,
  segment?: ExperimentSegment,
): Promise<ReadExperiment | undefined> {
  const { websiteId, campaignId } = name;
  const [campaign] = await database.query<CampaignRow>(
    `SELECT name, cta_type, status, (SELECT currency FROM websites WHERE id = $1) AS currency
     FROM campaigns WHERE website_id = $1 AND id = $2`,
    [websiteId, campaignId],
  );
  if (!campaign) return undefined;
  const rows = await database.query<VariantRow>(
    `SELECT id, name, variation, traffic_percentage, is_archived, share_changed_day FROM variants
     WHERE website_id = $1 AND campaign_id = $2 ORDER BY variation, id`,
    [websiteId, campaignId],
  );
  const arms = rows.filter(({ traffic_percentage: share, is_archived }) => share > 0 && is_archived === 0).map(armOf);
  return {
    campaign: { id: campaignId, name: campaign.name, ctaType: campaign.cta_type, status: campaign.status },
    currency: campaign.currency,
    arms,
    ...(await readTest(database, name, arms, lastChange(rows, name.lastDay), segment)),
  };
}

interface CampaignRow {
  readonly name: string;
  readonly cta_type: string;
  readonly status: string;
  readonly currency: string;
}

interface VariantRow {
  readonly id: number;
  readonly name: string | null;
  readonly variation: string;
  readonly traffic_percentage: number;
  readonly is_archived: number;
  readonly share_changed_day: number | null;
}

function armOf({ id, name, variation, traffic_percentage }: VariantRow): Arm {
  return { id, name, variation, trafficPercentage: traffic_percentage };
}

function lastChange(rows: readonly VariantRow[], lastDay: number): number | undefined {
  const days = rows.flatMap(({ share_changed_day: day }) => (day !== null && day <= lastDay ? day : []));
  return days.length > 0 ? Math.max(...days) : undefined;
}

async function readTest(
  database: Reader,
  { websiteId, campaignId, lastDay }: ExperimentName,
  arms: readonly Arm[],
  sharesChangedDay: number | undefined,
  segment: ExperimentSegment | undefined,
): Promise<Pick<Experiment, 'test' | 'views'>> {
  const ids = arms.map(({ id }) => id);
  const nothing = { test: undefined, views: ids.map(() => 0) };
  if (ids.length < 2) return nothing;
  const variants = { websiteId, kind: SUBJECT_KIND.variant, ids };
  const firstViews = await readFirstViews(database, variants, lastDay);
  const days = [...firstViews.values()];
  if (days.length === 0) return nothing;
  const afterChange = sharesChangedDay === undefined ? 0 : sharesChangedDay + 1;
  const since = Math.max(afterChange, days.length < ids.length ? Math.min(...days) : Math.max(...days));
  if (since > lastDay) return nothing;
  const window = { firstDay: since, lastDay };
  const query = { websiteId, kind: SUBJECT_KIND.variant, subjectIds: ids };
  if (days.length < ids.length) {
    const totals = await readCounts(database, { ...query, windows: [window], countType: 'total' });
    return { test: undefined, views: ids.map((id) => totals.get(id)![0]!.views) };
  }
  if (!segment) return readRun(database, query, window, sharesChangedDay);
  segment.requireDays(window);
  return readFilteredTest(database, { campaignId, ids, window, sharesChangedDay }, segment);
}

async function readRun(
  database: Reader,
  query: Pick<CountsQuery, 'websiteId' | 'kind' | 'subjectIds'>,
  window: Window,
  sharesChangedDay: number | undefined,
): Promise<Pick<Experiment, 'test' | 'views'>> {
  const ids = query.subjectIds;
  const slices = slicesOf(window);
  const contents = await readContents(database, {
    ...query,
    windows: slices,
    countType: 'distinct',
    visitorMetrics: METRICS,
  });
  const sums = ids.map(() => new RunningSum());
  const looks = slices.map(({ lastDay: day }, slice): Look => {
    for (const [arm, id] of ids.entries()) sums[arm]!.add(contents.get(id)![slice]!);
    return { day, counts: sums.map((sum) => sum.counts()) };
  });
  const test = {
    ...window,
    sharesChangedDay,
    looks,
    visitorsOfAny: visitorsOfAny(sums),
    dailyVisitors: dailyVisitors(looks, window),
    squaresFromDay: await readSquaresFrom(database, query.websiteId),
  } satisfies ObservedTest;
  return { test, views: sums.map(({ total }) => total.views) };
}

interface FilteredTest {
  readonly campaignId: number;
  readonly ids: readonly number[];
  readonly window: Window;
  readonly sharesChangedDay: number | undefined;
}

/** A sample is judged as it is: it is a smaller experiment, and the intervals are as wide as that of a smaller one. */
async function readFilteredTest(
  database: Reader,
  { campaignId, ids, window, sharesChangedDay }: FilteredTest,
  { log, filters }: ExperimentSegment,
): Promise<Pick<Experiment, 'test' | 'views'>> {
  const { firstDay } = window;
  const windows = slicesOf(window).map(({ lastDay }) => ({ firstDay, lastDay }));
  const variants = ids.map((id) => ({ kind: SUBJECT_KIND.variant, id }));
  const subjects = [...variants, { kind: SUBJECT_KIND.campaign, id: campaignId }];
  const { subjects: answers, sampled } = await askLog(database, log, {
    subjects,
    windows,
    filters,
    countType: 'distinct',
  });
  const looks = windows.map(({ lastDay: day }, look): Look => {
    return { day, counts: variants.map((_, arm) => exactCounts(answers[arm]![look]!.all)) };
  });
  const campaign = answers.at(-1)!.at(-1)!.all;
  const test = {
    ...window,
    sharesChangedDay,
    looks,
    // Those of variants without traffic, too: then fewer visitors seem to have seen several variants, never more.
    visitorsOfAny: exact(campaign.distinct.views),
    dailyVisitors: dailyVisitors(looks, window),
    squaresFromDay: firstDay,
    ...(sampled && { sampleRate: sampled.rate }),
  } satisfies ObservedTest;
  return { test, views: variants.map((_, arm) => answers[arm]!.at(-1)!.all.total.views) };
}

function exactCounts({ total, distinct }: WindowCounts): ArmCounts {
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

/** Consecutive windows of equal length, the first one possibly shorter. */
function slicesOf({ firstDay, lastDay }: Window): Window[] {
  const length = Math.ceil((lastDay - firstDay + 1) / LOOKS_MAX);
  const slices: Window[] = [];
  for (let end = lastDay; end >= firstDay; end -= length) {
    slices.unshift({ firstDay: Math.max(firstDay, end - length + 1), lastDay: end });
  }
  return slices;
}

/** Of one variant, from the first day on. */
class RunningSum {
  total: Totals = NO_TOTALS;
  readonly sketches = METRICS.map(() => new Sketch());

  add({ total, visitors }: WindowContent): void {
    const names = Object.keys(NO_TOTALS) as (keyof Totals)[];
    const sum = names.map((name) => [name, this.total[name] + total[name]]);
    this.total = Object.fromEntries(sum) as unknown as Totals;
    for (const [index, metric] of METRICS.entries()) {
      const sketch = visitors[metric];
      if (sketch) this.sketches[index]!.mergeBytes(sketch);
    }
  }

  counts(): ArmCounts {
    const [visitors, conversions, completions, subscribes] = METRICS.map((metric, index) =>
      // There can't be more visitors than events.
      distinctCount(Math.min(this.sketches[index]!.estimate(), this.total[metric])),
    );
    const { orders, revenue, revenue_squared: revenueSquared } = this.total;
    return {
      visitors: visitors!,
      conversions: conversions!,
      completions: completions!,
      subscribes: subscribes!,
      orders,
      revenue,
      revenueSquared,
    };
  }
}

function visitorsOfAny(sums: readonly RunningSum[]) {
  const union = new Sketch();
  for (const { sketches } of sums) union.merge(sketches[0]!);
  return distinctCount(union.estimate());
}

/** New visitors per day, over the last days of the test or all of it. */
function dailyVisitors(looks: readonly Look[], { firstDay, lastDay }: Window): number[] {
  const before = looks.findLast(({ day }) => day <= lastDay - TRAFFIC_DAYS);
  const days = lastDay - (before?.day ?? firstDay - 1);
  const now = looks.at(-1)!;
  return now.counts.map(({ visitors }, arm) => {
    const earlier = before?.counts[arm]?.visitors.count ?? 0;
    return Math.max(0, visitors.count - earlier) / days;
  });
}
