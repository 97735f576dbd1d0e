// What the rules look at: a website's week and the weeks before, with names. Plain data, read once.
import type { Counts } from '../rollups/counts.ts';
import { NO_COUNTS } from '../rollups/counts.ts';
import type { Share } from './statistics.ts';

export const DAYS_PER_WEEK = 7;
/** A week is compared with this many before it. */
export const BASELINE_WEEKS = 4;
/** How far back the usual swing is measured, and an experiment is followed. */
export const HISTORY_WEEKS = 8;

/** By week: this one first, then the one before, and so on. Visitors are unique within their week. */
export type Weeks = readonly Counts[];

export interface WebsiteWeek {
  readonly currency: string;
  /** The day number of its Monday. */
  readonly monday: number;
  readonly weeks: Weeks;
  /** Totals by day, oldest first: the baseline's days, then the week's. */
  readonly days: readonly Counts[];
  readonly campaigns: readonly CampaignWeek[];
}

export interface CampaignWeek {
  readonly id: number;
  readonly name: string;
  readonly ctaType: string;
  readonly isLive: boolean;
  readonly weeks: Weeks;
  readonly variants: readonly VariantWeek[];
  /** For how many weeks in a row, up to this one, every variant with traffic was seen; at most `HISTORY_WEEKS`. */
  readonly runWeeks: number;
}

export interface VariantWeek {
  readonly id: number;
  readonly name: string | null;
  readonly variation: string;
  readonly trafficPercentage: number;
  readonly weeks: Weeks;
  /** All views, Monday to Sunday of this week. */
  readonly viewsByDay: readonly number[];
  /** Over the campaign's `runWeeks` together: whoever came in two weeks is one visitor. */
  readonly run: Counts;
  /** In their order. */
  readonly steps: readonly StepWeek[];
}

export interface StepWeek {
  readonly id: number;
  readonly weeks: Weeks;
  readonly elements: readonly ElementWeek[];
}

export interface ElementWeek {
  readonly id: number;
  readonly type: string;
  readonly thisWeek: ElementUse;
  /** The baseline weeks together. */
  readonly before: ElementUse;
}

export interface ElementUse {
  readonly viewers: number;
  /** Of whatever kind: conversions, submissions, orders, choices. */
  readonly uses: number;
}

export function thisWeek(weeks: Weeks): Counts {
  return weeks[0] ?? NO_COUNTS;
}

/** The sum over the baseline weeks: a visitor counts once for each week, as in the week that it is compared with. */
export function baseline(weeks: Weeks): Counts {
  return sumOf(weeks.slice(1, 1 + BASELINE_WEEKS));
}

export function sumOf(counts: readonly Counts[]): Counts {
  const sum: Record<keyof Counts, number> = { ...NO_COUNTS };
  for (const one of counts) {
    for (const name of Object.keys(sum) as (keyof Counts)[]) sum[name] += one[name];
  }
  return sum;
}

/** Converting visitors among the viewers. A conversion may come without a view, so the share is kept in bounds. */
export function conversionShare({ conversions, views }: Counts): Share {
  return { hits: Math.min(conversions, views), trials: views };
}

/** Live campaigns that split their traffic, as the experiments report has them. */
export function experimentArms(campaign: CampaignWeek): readonly VariantWeek[] {
  const arms = campaign.variants.filter(({ trafficPercentage }) => trafficPercentage > 0);
  return campaign.isLive && arms.length >= 2 ? arms : [];
}
