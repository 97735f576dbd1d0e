// Reads an experiment: its variants from the catalog, its counts from the rollups. Exact ones, and those of segments, come from the event
// log: read-segments.ts.

import { TRAFFIC_SHARE } from '../../core/answers/experiments/read-experiment-ids.ts';
import { SUBJECT_KIND } from '../../core/engine/catalog/subject.ts';
import { readWebsiteSettings } from '../../core/engine/catalog/website-settings.ts';
import {
  chooseUniqueVisitors,
  ESTIMATED,
  type ExactBounds,
  type UniqueVisitors,
} from '../../core/engine/event-log/questions/unique-visitors.ts';
import { addTotals, NO_TOTALS, type Totals } from '../../core/engine/rollups/counts.ts';
import type { VisitorMetric } from '../../core/engine/rollups/metric.ts';
import { readOrderSources } from '../../core/engine/rollups/order-sources.ts';
import {
  type CountsQuery,
  readContents,
  readCounts,
  type WindowContent,
} from '../../core/engine/rollups/read-counts.ts';
import { readSeenDays } from '../../core/engine/rollups/seen-days.ts';
import type { Window } from '../../core/engine/rollups/window.ts';
import type { Database } from '../../core/foundation/database/database.ts';
import { Sketch } from '../../core/foundation/sketches/hyperloglog.ts';
import { type ArmCounts, distinctCount } from './arm.ts';
import { type Arm, type Experiment, hasHoldout, type Look, type ObservedTest } from './experiment.ts';
import { dailyVisitors, slicesOf } from './looks.ts';
import { type CountedSegments, countLooks, readSegments, type SegmentsQuery } from './read-segments.ts';

const METRICS = ['views', 'conversions', 'completions', 'subscribes'] as const satisfies readonly VisitorMetric[];

type Reader = Pick<Database, 'query'>;

interface ExperimentName {
  readonly websiteId: number;
  readonly campaignId: number;
  /** Later days don't count: today, or the Sunday of a week. */
  readonly lastDay: number;
}

export interface ReadExperiment extends Experiment {
  readonly campaign: { readonly id: number; readonly name: string; readonly ctaType: string; readonly status: string };
  readonly uniqueVisitors: UniqueVisitors;
  /** It is there if somebody asked for the parts of a dimension. */
  readonly breakdown?: BrokenDownExperiment;
}

export interface BrokenDownExperiment {
  readonly sampled: CountedSegments['sampled'];
  /** The value with the most visitors first, and `(other)` last. */
  readonly values: readonly { readonly value: string; readonly experiment: Experiment }[];
}

/** undefined: the website has no such campaign. */
export async function readExperiment(
  database: Reader,
  name: ExperimentName,
  bounds: ExactBounds,
  segments?: SegmentsQuery,
): Promise<ReadExperiment | undefined> {
  const { websiteId, campaignId } = name;
  const [campaign] = await database.query<CampaignRow>(
    `SELECT name, cta_type, status, (SELECT currency FROM websites WHERE id = $1) AS currency
     FROM campaigns WHERE website_id = $1 AND id = $2`,
    [websiteId, campaignId],
  );
  if (!campaign) return undefined;
  const rows = await database.query<VariantRow>(
    `SELECT id, name, variation, ${TRAFFIC_SHARE} AS traffic_percentage, is_holdout, share_changed_day FROM variants
     WHERE website_id = $1 AND campaign_id = $2 ORDER BY is_holdout DESC, variation, id`,
    [websiteId, campaignId],
  );
  const arms = rows.filter(({ traffic_percentage: share }) => share > 0).map(armOf);
  const read = { arms, sharesChangedDay: lastChange(rows, name.lastDay), bounds, segments };
  const { values, sampled, uniqueVisitors, ...observed } = await readTest(database, name, read);
  const isCreditUneven = await hasUnevenCredit(database, name, { arms, ...observed });
  const experiment = {
    ...(isCreditUneven && { isCreditUneven }),
    ...(campaign.status === 'archived' && { hasEnded: true }),
    campaign: { id: campaignId, name: campaign.name, ctaType: campaign.cta_type, status: campaign.status },
    currency: campaign.currency,
    uniqueVisitors,
    arms,
    ...observed,
  };
  if (!segments?.breakDownBy) return experiment;
  const ofValues = [...values].map(([value, counted]) => ({ value, experiment: { ...experiment, ...counted } }));
  return { ...experiment, breakdown: { sampled, values: ofValues } };
}

/** If orders are credited by conversion, none is credited to a holdout, where nobody converts. */
async function hasUnevenCredit(
  database: Reader,
  { websiteId, campaignId }: ExperimentName,
  { arms, test }: Pick<Experiment, 'arms' | 'test'>,
): Promise<boolean> {
  if (!test || !hasHoldout({ arms })) return false;
  const settings = await readWebsiteSettings(database, websiteId);
  if (settings?.credit_by !== 'conversion') return false;
  const campaign = { websiteId, kind: SUBJECT_KIND.campaign, id: campaignId };
  return (await readOrderSources(database, campaign, test)).credited_orders > 0;
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
  readonly is_holdout: number;
  readonly share_changed_day: number | null;
}

function armOf({ id, name, variation, traffic_percentage, is_holdout }: VariantRow): Arm {
  return { id, name, variation, trafficPercentage: traffic_percentage, isHoldout: is_holdout === 1 };
}

function lastChange(rows: readonly VariantRow[], lastDay: number): number | undefined {
  const days = rows.flatMap(({ share_changed_day: day }) => (day !== null && day <= lastDay ? day : []));
  return days.length > 0 ? Math.max(...days) : undefined;
}

interface TestOptions {
  readonly arms: readonly Arm[];
  readonly sharesChangedDay: number | undefined;
  readonly bounds: ExactBounds;
  readonly segments: SegmentsQuery | undefined;
}

async function readTest(
  database: Reader,
  { websiteId, campaignId, lastDay }: ExperimentName,
  { arms, sharesChangedDay, bounds, segments }: TestOptions,
): Promise<ObservedParts> {
  const ids = arms.map(({ id }) => id);
  const nothing = { test: undefined, views: ids.map(() => 0), uniqueVisitors: ESTIMATED, ...NO_SEGMENTS };
  if (ids.length < 2) return nothing;
  const variants = { websiteId, kind: SUBJECT_KIND.variant, ids };
  const seen = await readSeenDays(database, variants, lastDay);
  const days = [...seen.values()].map(({ firstDay }) => firstDay);
  if (days.length === 0) return nothing;
  const afterChange = sharesChangedDay === undefined ? 0 : sharesChangedDay + 1;
  const since = Math.max(afterChange, days.length < ids.length ? Math.min(...days) : Math.max(...days));
  if (since > lastDay) {
    return { ...nothing, ...(days.length === ids.length && { beginsAfter: sharesChangedDay! }) };
  }
  const window = { firstDay: since, lastDay };
  const query = { websiteId, kind: SUBJECT_KIND.variant, subjectIds: ids };
  if (days.length < ids.length) {
    const totals = await readCounts(database, { ...query, windows: [window], countType: 'total' });
    return { ...nothing, views: ids.map((id) => totals.get(id)![0]!.views) };
  }
  segments?.requireDays(window);
  const test = { websiteId, campaignId, ids, window, sharesChangedDay };
  const { filtered, ...broken } = segments
    ? await readSegments(database, test, segments)
    : { filtered: undefined, ...NO_SEGMENTS };
  if (filtered) return { ...filtered, ...broken, uniqueVisitors: ESTIMATED };
  const uniqueVisitors = await chooseUniqueVisitors(database, [{ websiteId, windows: [window] }], bounds);
  const log = uniqueVisitors.logs?.get(websiteId);
  const whole = log
    ? await countLooks(database, log, test)
    : await readLooks(database, query, window, sharesChangedDay);
  return { ...whole, ...broken, uniqueVisitors };
}

type ObservedParts = Pick<Experiment, 'test' | 'views' | 'beginsAfter'> &
  Pick<CountedSegments, 'values' | 'sampled'> &
  Pick<ReadExperiment, 'uniqueVisitors'>;

const NO_SEGMENTS: Pick<CountedSegments, 'values' | 'sampled'> = { values: new Map(), sampled: false };

/** Estimates them. */
async function readLooks(
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
  } satisfies ObservedTest;
  return { test, views: sums.map(({ total }) => total.views) };
}

/** What one variant has from the first day on. */
class RunningSum {
  total: Totals = NO_TOTALS;
  readonly sketches = METRICS.map(() => new Sketch());

  add({ total, visitors }: WindowContent): void {
    this.total = addTotals(this.total, total);
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
