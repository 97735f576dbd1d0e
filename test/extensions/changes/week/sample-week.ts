// Builders for a website's week, for tests of rules. Tests only specify what they are about.

import { type Counts, NO_COUNTS } from '../../../../src/core/engine/rollups/counts.ts';
import {
  type CampaignWeek,
  type ElementWeek,
  HISTORY_WEEKS,
  type StepWeek,
  sumOf,
  type VariantWeek,
  type WebsiteWeek,
} from '../../../../src/extensions/changes/rules/website-week.ts';
import { type Judgement, judge } from '../../../../src/extensions/experiments/judge.ts';
import { sampleExperiment } from '../../experiments/sample-experiment.ts';

/** Monday, 2025-03-03. */
export const MONDAY = 20_150;

export function counts(fields: Partial<Counts>): Counts {
  return { ...NO_COUNTS, ...fields };
}

/** This week, and eight equal weeks before. */
export function weeks(now: Partial<Counts>, before: Partial<Counts> = now): Counts[] {
  return [counts(now), ...Array.from({ length: HISTORY_WEEKS }, () => counts(before))];
}

export function campaign(fields: Partial<CampaignWeek> = {}): CampaignWeek {
  return {
    id: 10,
    name: 'Spring popup',
    ctaType: 'overlay',
    isLive: true,
    weeks: weeks({}),
    variants: [],
    experiment: undefined,
    ...fields,
  };
}

export function variant(fields: Partial<VariantWeek> = {}): VariantWeek {
  return {
    id: 100,
    name: null,
    variation: 'A',
    trafficPercentage: 100,
    weeks: weeks({}),
    steps: [],
    ...fields,
  };
}

/** The experiment of a campaign after two weeks, as the engine judges it. */
export function judgement(arms: readonly (readonly [visitors: number, conversions: number])[]): Judgement {
  const experiment = sampleExperiment(
    arms.map(([visitors, conversions]) => ({ visitors, conversions, orders: conversions, orderValue: 5 })),
  );
  return judge(experiment, { metric: 'conversion_rate', smallestLift: 0.1 });
}

export function step(
  id: number,
  now: Partial<Counts>,
  before: Partial<Counts>,
  elements: ElementWeek[] = [],
): StepWeek {
  return { id, weeks: weeks(now, before), elements };
}

export function websiteWeek(campaigns: CampaignWeek[], fields: Partial<WebsiteWeek> = {}): WebsiteWeek {
  const total = Array.from({ length: 1 + HISTORY_WEEKS }, (_, week) =>
    sumOf(campaigns.map(({ weeks: own }) => own[week] ?? NO_COUNTS)),
  );
  return {
    websiteId: 1,
    currency: 'USD',
    monday: MONDAY,
    firstDay: MONDAY - HISTORY_WEEKS * 7,
    weeks: total,
    days: Array.from({ length: 35 }, () => NO_COUNTS),
    campaigns,
    ...fields,
  };
}
