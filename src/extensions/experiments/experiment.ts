// The input of the engine: plain data, read once. Everything else in this folder computes from it.
import { type Sentence, sentence } from '../../../languages/sentence.ts';
import { isoOfDay } from '../../core/engine/rollups/calendar.ts';
import type { ArmCounts, DistinctCount } from './arm.ts';
import { type Rules, WHOLE_TEST } from './rules.ts';

export interface Experiment {
  readonly campaign: { readonly id: number; readonly name: string };
  readonly currency: string;
  /** The variants that get traffic, the control first. That is the holdout, if there is one. */
  readonly arms: readonly Arm[];
  /** It is undefined until all variants have had visitors. */
  readonly test: ObservedTest | undefined;
  /** The traffic shares changed on this day, and the test begins on the day after, which has not come. Every variant has visitors. */
  readonly beginsAfter?: number;
  /** Orders of the test were credited by conversion: those of the holdout are missing. Default: false. */
  readonly isCreditUneven?: boolean;
  /** The campaign is archived. Default: false. */
  readonly hasEnded?: boolean;
  /** All views since each variant got its first one; to find variants without traffic. */
  readonly views: readonly number[];
}

/** One whose test has begun. */
export type TestedExperiment = Experiment & { readonly test: ObservedTest };

export function isTested(experiment: Experiment): experiment is TestedExperiment {
  return experiment.test !== undefined;
}

export interface Arm {
  readonly id: number;
  readonly name: string | null;
  readonly variation: string;
  readonly trafficPercentage: number;
  /** It shows nothing. */
  readonly isHoldout?: boolean;
}

/** The test: from the first day on which every variant has visitors, or from the day after the shares changed. */
export interface ObservedTest {
  readonly firstDay: number;
  readonly lastDay: number;
  /** The last change of the traffic shares that is known. */
  readonly sharesChangedDay: number | undefined;
  /** Each over all days from the first one on, in ascending order; the last look is at all days. */
  readonly looks: readonly Look[];
  /** Visitors of any variant: fewer than the sum if some have seen several. */
  readonly visitorsOfAny: DistinctCount;
  /** New visitors per day, by arm, over the last days. */
  readonly dailyVisitors: readonly number[];
  /** Default: those of a whole test. */
  readonly rules?: Rules;
  /** The share of the visitors that was counted: all counts here are of these. Default: 1. */
  readonly sampleRate?: number;
}

export interface Look {
  readonly day: number;
  /** The counts of each arm. */
  readonly counts: readonly ArmCounts[];
}

/** Why there is no test yet. */
export function beginningOf({ beginsAfter }: Pick<Experiment, 'beginsAfter'>): Sentence {
  if (beginsAfter === undefined) return sentence('testStarts');
  return sentence('sharesChanged', { day: { day: isoOfDay(beginsAfter) } });
}

export function hasHoldout({ arms }: Pick<Experiment, 'arms'>): boolean {
  return arms.length > 1 && arms[0]!.isHoldout === true;
}

export function rulesOf({ arms, test }: Pick<Experiment, 'arms' | 'test'>): Rules {
  return { ...(test?.rules ?? WHOLE_TEST), hasHoldout: hasHoldout({ arms }) };
}

export function daysOf({ firstDay, lastDay }: ObservedTest): number {
  return lastDay - firstDay + 1;
}

/** The variants that show something, as an experiment of their own. */
export function withoutHoldout(experiment: Experiment): Experiment {
  const { arms, views, test } = experiment;
  if (!hasHoldout(experiment)) return experiment;
  const looks = test?.looks.map(({ day, counts }) => ({ day, counts: counts.slice(1) }));
  return {
    ...experiment,
    arms: arms.slice(1),
    views: views.slice(1),
    test: test && { ...test, looks: looks!, dailyVisitors: test.dailyVisitors.slice(1) },
  };
}
