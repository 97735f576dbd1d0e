// A step that loses more visitors than before, or than the same step of the campaign's other variants.

import { rateOf, type Share } from '@funnel/report-files/statistics.ts';
import { sentence } from '../../../../languages/sentence.ts';
import { SUBJECT_KIND } from '../../../core/engine/catalog/subject.ts';
import type { Counts } from '../../../core/engine/rollups/counts.ts';
import { money } from '../../../core/engine/rollups/money.ts';
import { funnelWords, variantInList } from '../../../core/foundation/text/wording.ts';
import type { Measure, RateMove } from '../segments/move.ts';
import { canCompare, differenceP, overdispersionOf, RELEVANT_CHANGE, relativeChange } from './compare-shares.ts';
import { type Finding, PRECEDENCE, type Stake, type TestedFinding } from './finding.ts';
import {
  BASELINE_WEEKS,
  baseline,
  type CampaignWeek,
  comparedWeeks,
  experimentArms,
  sumOf,
  thisWeek,
  type VariantWeek,
  type WebsiteWeek,
  type Weeks,
} from './website-week.ts';

/** If as many visitors convert as pass the first step, within this tolerance, the campaign's rate covers the step. */
const SAME_VISITORS_WITHIN = 0.1;

interface Funnel {
  readonly campaign: CampaignWeek;
  readonly variant: VariantWeek;
  readonly currency: string;
  readonly monday: number;
}

export function funnelSteps(week: WebsiteWeek): Finding[] {
  const overdispersion = overdispersionOf(week);
  const live = week.campaigns.filter(({ isLive }) => isLive);
  return live.flatMap((campaign) => {
    const withTraffic = campaign.variants.filter(({ trafficPercentage }) => trafficPercentage > 0);
    const funnels = withTraffic.map((variant) => ({
      campaign,
      variant,
      currency: week.currency,
      monday: week.monday,
    }));
    return [
      ...funnels.flatMap((funnel) => againstOwnPast(funnel, overdispersion)),
      ...funnels.flatMap((funnel) => againstSiblings(funnel)),
    ];
  });
}

/** The share of a step's visitors who continue, and the share that it is compared with. */
interface Comparison {
  readonly own: Share;
  readonly other: Share;
  readonly overdispersion: number;
  /** The variants that have the other share. Default: it is that of the past. */
  readonly siblings?: readonly VariantWeek[];
  /** A comparison with the past has it. */
  readonly move?: RateMove;
}

function againstOwnPast(funnel: Funnel, overdispersion: number): Finding[] {
  return funnel.variant.steps.flatMap((_, index) => {
    if (index === 0 && firstStepIsTheConversion(funnel.variant)) return [];
    const own = passing(funnel.variant, index, thisWeek);
    const other = passing(funnel.variant, index, baseline);
    if (!canCompare(own, other)) return [];
    const move = moveOf(funnel, index);
    return [loss(funnel, index, { own, other, overdispersion, move })];
  });
}

/**
 * Includes the baseline weeks, because few visitors reach the later steps. Starts at the second step, because the first
 * one is what the experiment is about.
 */
function againstSiblings(funnel: Funnel): Finding[] {
  const { campaign, variant } = funnel;
  const siblings = experimentArms(campaign).filter((other) => other.id !== variant.id);
  const comparable = siblings.filter((other) => other.steps.length === variant.steps.length);
  if (comparable.length === 0) return [];
  return variant.steps.slice(1).flatMap((_, place) => {
    const index = place + 1;
    const own = passing(variant, index, allWeeks);
    const other = together(comparable.map((sibling) => passing(sibling, index, allWeeks)));
    // Only the worse one of two variants can lose visitors: one test, not two.
    if (!canCompare(own, other) || (comparable.length === 1 && rateOf(own) > rateOf(other))) return [];
    return [loss(funnel, index, { own, other, overdispersion: 0, siblings: comparable })];
  });
}

function loss({ campaign, variant, currency }: Funnel, index: number, comparison: Comparison): TestedFinding {
  const { own, other, overdispersion, siblings, move } = comparison;
  const step = variant.steps[index]!;
  const isLoss = relativeChange(rateOf(own), rateOf(other)) <= -RELEVANT_CHANGE;
  const lost = thisWeek(step.weeks).views * (rateOf(other) - rateOf(own));
  const stake = stakeOfLost(variant, index, lost);
  return {
    kind: 'claim',
    question: `the steps of campaign ${campaign.id}`,
    pValue: isLoss ? differenceP(own, other, overdispersion) : 1,
    about: [`campaign ${campaign.id}`, `step ${step.id}`],
    campaignId: campaign.id,
    precedence: index === 0 ? PRECEDENCE.firstStep : PRECEDENCE.laterStep,
    stake,
    ...(move && { move }),
    sentences: () => {
      const compared = {
        step: index + 1,
        funnel: funnelWords(campaign, variant),
        rate: { percent: rateOf(own) },
        visitors: own.trials,
        before: { percent: rateOf(other) },
      };
      return [
        siblings
          ? sentence('stepLosesMoreThanOthers', {
              ...compared,
              variants: { all: siblings.map(variantInList) },
              weeks: 1 + BASELINE_WEEKS,
            })
          : sentence('stepLosesMore', { ...compared, weeks: BASELINE_WEEKS }),
        stake.revenue > 0
          ? sentence('lostMoneyAWeek', { visitors: lost, money: money(stake.revenue, currency) })
          : sentence('lostAWeek', { visitors: lost }),
        sentence('checkStep'),
      ];
    },
  };
}

type Period = (weeks: Weeks) => Counts;

function allWeeks(weeks: Weeks): Counts {
  return sumOf([thisWeek(weeks), baseline(weeks)]);
}

/** The share of a step's viewers who see the next step or, for the last step, who complete. */
function passing(variant: VariantWeek, index: number, period: Period): Share {
  const trials = period(variant.steps[index]!.weeks).views;
  const next = variant.steps[index + 1];
  const hits = next ? period(next.weeks).views : finishers(variant, index, period);
  return { hits: Math.min(hits, trials), trials };
}

/** Not every funnel sends completions. Without them, a conversion on the last step counts as passing it. */
function finishers(variant: VariantWeek, index: number, period: Period): number {
  return sendsCompletions(variant)
    ? period(variant.weeks).completions
    : period(variant.steps[index]!.weeks).conversions;
}

function sendsCompletions({ weeks }: VariantWeek): boolean {
  return weeks.some(({ completions }) => completions > 0);
}

function moveOf({ variant, monday }: Funnel, index: number): RateMove {
  const subject = { kind: SUBJECT_KIND.step, id: variant.steps[index]!.id };
  return {
    hits: passingMeasure(variant, index),
    trials: { subject, metric: 'views' },
    noun: 'visitorsWhoContinued',
    ...comparedWeeks(monday),
  };
}

/** What `passing` counts as hits. */
function passingMeasure(variant: VariantWeek, index: number): Measure {
  const next = variant.steps[index + 1];
  if (next) return { subject: { kind: SUBJECT_KIND.step, id: next.id }, metric: 'views' };
  if (sendsCompletions(variant)) {
    return { subject: { kind: SUBJECT_KIND.variant, id: variant.id }, metric: 'completions' };
  }
  return { subject: { kind: SUBJECT_KIND.step, id: variant.steps[index]!.id }, metric: 'conversions' };
}

function firstStepIsTheConversion(variant: VariantWeek): boolean {
  const { hits } = passing(variant, 0, baseline);
  return Math.abs(baseline(variant.weeks).conversions - hits) <= SAME_VISITORS_WITHIN * hits;
}

function together(shares: readonly Share[]): Share {
  return shares.reduce((a, b) => ({ hits: a.hits + b.hits, trials: a.trials + b.trials }));
}

/** What the lost visitors would usually have brought. */
function stakeOfLost(variant: VariantWeek, index: number, lost: number): Stake {
  const { hits } = passing(variant, index, baseline);
  const usual = baseline(variant.weeks);
  if (hits === 0) return { conversions: lost, revenue: 0 };
  const goals = usual.completions > 0 ? usual.completions : usual.conversions;
  return { conversions: lost * Math.min(1, goals / hits), revenue: (lost * usual.revenue) / hits };
}
