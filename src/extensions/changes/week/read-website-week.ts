// Reads a website's week and the weeks before, with the names from the catalog.

import { readExperimentIds, TRAFFIC_SHARE } from '../../../core/answers/experiments/read-experiment-ids.ts';
import { DAYS_PER_WEEK } from '../../../core/answers/insights/week.ts';
import { SUBJECT_KIND, type SubjectKind } from '../../../core/engine/catalog/subject.ts';
import { readWebsiteSettings } from '../../../core/engine/catalog/website-settings.ts';
import {
  chooseUniqueVisitors,
  type ExactBounds,
  readUniqueCounts,
} from '../../../core/engine/event-log/questions/unique-visitors.ts';
import type { Counts } from '../../../core/engine/rollups/counts.ts';
import type { VisitorMetric } from '../../../core/engine/rollups/metric.ts';
import type { CountType } from '../../../core/engine/rollups/read-counts.ts';
import { readFirstDays } from '../../../core/engine/rollups/read-first-days.ts';
import type { Window } from '../../../core/engine/rollups/window.ts';
import type { Database } from '../../../core/foundation/database/database.ts';
import { type Judgement, judge, readExperiment, usualMetric } from '../../experiments/index.ts';
import {
  BASELINE_WEEKS,
  type CampaignWeek,
  type ElementUse,
  type ElementWeek,
  HISTORY_WEEKS,
  type StepWeek,
  type VariantWeek,
  type WebsiteWeek,
  weekWindows,
} from '../rules/website-week.ts';

type Reader = Pick<Database, 'query'>;
type Read = (
  kind: SubjectKind,
  ids: readonly number[],
  what: WhatToRead,
) => Promise<ReadonlyMap<number, readonly Counts[]>>;

interface WhatToRead {
  readonly windows: readonly Window[];
  readonly countType?: CountType;
  readonly visitorMetrics?: readonly VisitorMetric[];
}

/** Undefined: there is no such website. */
export async function readWebsiteWeek(
  database: Reader,
  websiteId: number,
  monday: number,
  bounds: ExactBounds,
): Promise<WebsiteWeek | undefined> {
  const [website] = await database.query<{ currency: string }>('SELECT currency FROM websites WHERE id = $1', [
    websiteId,
  ]);
  if (!website) return undefined;
  const windows = weekWindows(monday, 1 + HISTORY_WEEKS);
  const [week, ...compared] = windows;
  const uniqueVisitors = await chooseUniqueVisitors(database, [{ websiteId, windows: [week!], compared }], bounds);
  const read: Read = async (kind, subjectIds, what) => {
    const query = { websiteId, kind, subjectIds, countType: 'distinct', ...what } as const;
    return (await readUniqueCounts(database, uniqueVisitors, [query]))[0]!;
  };
  const weeks = await read(SUBJECT_KIND.website, [websiteId], { windows });
  const days = await read(SUBJECT_KIND.website, [websiteId], { windows: dayWindows(monday), countType: 'total' });
  return {
    websiteId,
    currency: website.currency,
    monday,
    firstDay: (await readFirstDays(database, [websiteId])).get(websiteId),
    weeks: weeks.get(websiteId)!,
    days: days.get(websiteId)!,
    campaigns: await readCampaigns(database, read, websiteId, monday, bounds),
  };
}

function spanOf(firstMonday: number, weeks: number): Window {
  return { firstDay: firstMonday, lastDay: firstMonday + weeks * DAYS_PER_WEEK - 1 };
}

/** Every day of the baseline and of the week, oldest first. */
function dayWindows(monday: number): Window[] {
  const firstDay = monday - BASELINE_WEEKS * DAYS_PER_WEEK;
  return Array.from({ length: (BASELINE_WEEKS + 1) * DAYS_PER_WEEK }, (_, index) => ({
    firstDay: firstDay + index,
    lastDay: firstDay + index,
  }));
}

interface CampaignRow {
  id: number;
  name: string;
  cta_type: string;
  status: string;
}

async function readCampaigns(
  database: Reader,
  read: Read,
  websiteId: number,
  monday: number,
  bounds: ExactBounds,
): Promise<CampaignWeek[]> {
  const rows = await database.query<CampaignRow>(
    'SELECT id, name, cta_type, status FROM campaigns WHERE website_id = $1 ORDER BY id',
    [websiteId],
  );
  const windows = weekWindows(monday, 1 + HISTORY_WEEKS);
  const counts = await read(SUBJECT_KIND.campaign, idsOf(rows), { windows });
  const variants = await readVariants(database, read, websiteId, monday);
  const judgements = await judgeExperiments(database, { websiteId, monday, bounds });
  return rows.map(({ id, name, cta_type, status }) => ({
    id,
    name,
    ctaType: cta_type,
    isLive: status === 'live',
    weeks: counts.get(id)!,
    variants: variants.get(id) ?? [],
    experiment: judgements.get(id),
  }));
}

/** Judges the experiments of the website, as they stood at the end of the week. */
async function judgeExperiments(
  database: Reader,
  { websiteId, monday, bounds }: { websiteId: number; monday: number; bounds: ExactBounds },
): Promise<Map<number, Judgement>> {
  const smallestLift = ((await readWebsiteSettings(database, websiteId))?.smallest_lift ?? 0) / 100;
  const judgements = new Map<number, Judgement>();
  for (const campaignId of await readExperimentIds(database, websiteId)) {
    const name = { websiteId, campaignId, lastDay: monday + DAYS_PER_WEEK - 1 };
    const experiment = await readExperiment(database, name, bounds);
    if (experiment) judgements.set(campaignId, judge(experiment, { metric: usualMetric(experiment), smallestLift }));
  }
  return judgements;
}

interface VariantRow {
  id: number;
  campaign_id: number;
  name: string | null;
  variation: string;
  traffic_percentage: number;
  is_holdout: number;
}

async function readVariants(
  database: Reader,
  read: Read,
  websiteId: number,
  monday: number,
): Promise<Map<number, VariantWeek[]>> {
  const rows = await database.query<VariantRow>(
    `SELECT id, campaign_id, name, variation, ${TRAFFIC_SHARE} AS traffic_percentage, is_holdout FROM variants
     WHERE website_id = $1 ORDER BY variation, id`,
    [websiteId],
  );
  const weeks = await read(SUBJECT_KIND.variant, idsOf(rows), { windows: weekWindows(monday, HISTORY_WEEKS) });
  const steps = await readSteps(database, read, websiteId, monday);
  const variants = rows.map(({ id, campaign_id, name, variation, traffic_percentage, is_holdout }) => ({
    campaign_id,
    variant: {
      id,
      name,
      variation,
      trafficPercentage: traffic_percentage,
      isHoldout: is_holdout === 1,
      weeks: weeks.get(id)!,
      steps: steps.get(id) ?? [],
    },
  }));
  return mapValues(
    Map.groupBy(variants, ({ campaign_id }) => campaign_id),
    ({ variant }) => variant,
  );
}

async function readSteps(
  database: Reader,
  read: Read,
  websiteId: number,
  monday: number,
): Promise<Map<number, StepWeek[]>> {
  const rows = await database.query<{ id: number; variant_id: number }>(
    'SELECT id, variant_id FROM steps WHERE website_id = $1 ORDER BY position, id',
    [websiteId],
  );
  const windows = weekWindows(monday, 1 + BASELINE_WEEKS);
  const counts = await read(SUBJECT_KIND.step, idsOf(rows), { windows, visitorMetrics: ['views', 'conversions'] });
  const elements = await readElements(database, read, websiteId, monday);
  const steps = rows.map(({ id, variant_id }) => ({
    variant_id,
    step: { id, weeks: counts.get(id)!, elements: elements.get(id) ?? [] },
  }));
  return mapValues(
    Map.groupBy(steps, ({ variant_id }) => variant_id),
    ({ step }) => step,
  );
}

async function readElements(
  database: Reader,
  read: Read,
  websiteId: number,
  monday: number,
): Promise<Map<number, ElementWeek[]>> {
  const rows = await database.query<{ id: number; step_id: number; element_type: string }>(
    'SELECT id, step_id, element_type FROM elements WHERE website_id = $1 ORDER BY position, id',
    [websiteId],
  );
  const windows = [spanOf(monday, 1), spanOf(monday - BASELINE_WEEKS * DAYS_PER_WEEK, BASELINE_WEEKS)];
  const counts = await read(SUBJECT_KIND.element, idsOf(rows), { windows, visitorMetrics: ['views'] });
  const choices = await Promise.all(windows.map((window) => readChoices(database, websiteId, window)));
  const elements = rows.map(({ id, step_id, element_type }) => {
    const [thisWeek, before] = counts.get(id)!.map((one, index) => useOf(one, choices[index]!.get(id) ?? 0));
    return { step_id, element: { id, type: element_type, thisWeek: thisWeek!, before: before! } };
  });
  return mapValues(
    Map.groupBy(elements, ({ step_id }) => step_id),
    ({ element }) => element,
  );
}

/** Products chosen, fields filled in and answers given, by element. */
async function readChoices(database: Reader, websiteId: number, window: Window): Promise<Map<number, number>> {
  const rows = await database.query<{ element_id: number; selections: number }>(
    `SELECT element_id, CAST(SUM(selections) AS bigint) AS selections FROM rollup_values
     WHERE website_id = $1 AND day BETWEEN $2 AND $3 GROUP BY element_id`,
    [websiteId, window.firstDay, window.lastDay],
  );
  return new Map(rows.map(({ element_id, selections }) => [element_id, selections]));
}

function useOf(counts: Counts, choices: number): ElementUse {
  const { views, conversions, completions, submissions, subscribes, orders } = counts;
  return { viewers: views, uses: Math.max(conversions, completions, submissions, subscribes, orders, choices) };
}

function idsOf(rows: readonly { readonly id: number }[]): number[] {
  return rows.map(({ id }) => id);
}

function mapValues<Value, Result>(
  groups: ReadonlyMap<number, readonly Value[]>,
  change: (value: Value) => Result,
): Map<number, Result[]> {
  return new Map([...groups].map(([key, values]) => [key, values.map(change)]));
}
