// The input of the rules: a website's week and the weeks before, with names. Plain data, read once.

import type { Share } from '@funnel/report-files/statistics.ts';
import { DAYS_PER_WEEK, type KnownWeek } from '../../../core/answers/insights/week.ts';
import type { Counts } from '../../../core/engine/rollups/counts.ts';
import { NO_COUNTS } from '../../../core/engine/rollups/counts.ts';
import type { Window } from '../../../core/engine/rollups/window.ts';
import type { Judgement } from '../../experiments/index.ts';

/** A week is compared with this many before it. */
export const BASELINE_WEEKS = 4;
/** How many weeks are read, for the usual variation. */
export const HISTORY_WEEKS = 8;

/** The counts of each week: this one first, then the one before, and so on. Visitors are unique within their week. */
export type Weeks = readonly Counts[];

export interface WebsiteWeek extends KnownWeek {
  readonly websiteId: number;
  readonly currency: string;
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
  /** undefined: the campaign is no experiment. */
  readonly experiment: Judgement | undefined;
}

export interface VariantWeek {
  readonly id: number;
  readonly name: string | null;
  readonly variation: string;
  /** 0 for an archived variant. */
  readonly trafficPercentage: number;
  /** It shows nothing. Default: false. */
  readonly isHoldout?: boolean;
  readonly weeks: Weeks;
  /** The steps in the order of the funnel. */
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
  /** All baseline weeks together. */
  readonly before: ElementUse;
}

export interface ElementUse {
  readonly viewers: number;
  /** Counts any kind of use: conversions, submissions, orders, choices. */
  readonly uses: number;
}

/** The days of so many weeks: this one first, then the ones before. */
export function weekWindows(monday: number, count: number): Window[] {
  return Array.from({ length: count }, (_, weeksAgo) => {
    const firstDay = monday - weeksAgo * DAYS_PER_WEEK;
    return { firstDay, lastDay: firstDay + DAYS_PER_WEEK - 1 };
  });
}

/** The days of the week, and those of the weeks that it is compared with. */
export function comparedWeeks(monday: number): { readonly now: Window; readonly before: readonly Window[] } {
  const [now, ...before] = weekWindows(monday, 1 + BASELINE_WEEKS);
  return { now: now!, before };
}

export function thisWeek(weeks: Weeks): Counts {
  return weeks[0] ?? NO_COUNTS;
}

/** The sum over the baseline weeks. A visitor counts once per week, as in the week that it is compared with. */
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

/** Converting visitors among the viewers. At most 1, although a conversion may come without a view. */
export function conversionShare({ conversions, views }: Counts): Share {
  return { hits: Math.min(conversions, views), trials: views };
}

/** The variants that share the traffic. Empty if the campaign is no experiment. */
export function experimentArms({ experiment, variants }: CampaignWeek): readonly VariantWeek[] {
  return experiment ? variants.filter(({ trafficPercentage }) => trafficPercentage > 0) : [];
}
