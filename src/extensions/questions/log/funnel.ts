// The funnel: how many visitors take several steps in order, and how long they take.
//
// A visitor counts once in each window, for the value that the first event of its sequence has (funnel-sequence.ts, the plain form). Most
// visitors get no further than the first step, or do the same as many others: they are counted by pattern and path (funnel-patterns.ts).

import { breakdown } from '../../../core/engine/event-log/breakdowns/breakdown.ts';
import {
  countsFor,
  dimensionsOf,
  type EventKind,
  holdFor,
  isInside,
  type LogEvents,
  type LogQuestion,
} from '../../../core/engine/event-log/counting/log-question.ts';
import { VISITOR_METRICS } from '../../../core/engine/rollups/metric.ts';
import { OTHER_VALUES } from '../../../core/foundation/dimensions/dimension.ts';
import { countFunnelPatterns } from './funnel-patterns.ts';
import type { FunnelAnswer, FunnelCounts, FunnelQuestion, FunnelStep } from './funnel-question.ts';
import { furthestSequence } from './funnel-sequence.ts';
import { FunnelTally } from './funnel-tally.ts';

interface Counted extends FunnelAnswer {
  /**
   * Of what is scaled, for each window: how many of the visitors have events of the first step's type and subject. undefined: the rollups
   * don't know such visitors.
   */
  readonly ofFirstStep: readonly number[] | undefined;
}

/** Of a sample, or of what starts from an estimate, visitors are what the rollups lead to expect of all visitors. Times are not scaled. */
export function funnel(asked: FunnelQuestion): LogQuestion<Counted, FunnelAnswer> {
  const { steps, windows, breakDown, isEstimated = false } = asked;
  const [{ type, subject }] = steps as [FunnelStep];
  // The rollups know neither the visitors of orders nor those of selections.
  const metric = VISITOR_METRICS.find((_, number) => number === type);
  return {
    reads: {
      windows,
      dimensions: dimensionsOf(
        steps.flatMap(({ filters }) => filters),
        breakDown?.by,
      ),
      needsTimes: true,
    },
    count(log) {
      const tallies = countFunnelPatterns(log, asked) ?? countVisitors(log, asked);
      const all = { subjects: [subject], windows, filters: [], countType: 'distinct' } as const;
      const isScaled = log.sampled || (isEstimated && steps[0]!.filters.length === 0);
      const ofFirstStep = isScaled && metric ? breakdown(all).count(log).subjects[0]! : undefined;
      return {
        ...answerOf(tallies, asked),
        sampled: log.sampled,
        ofFirstStep: ofFirstStep?.map((counts) => counts.all.distinct[metric!]),
      };
    },
    rollups({ ofFirstStep }, websiteId) {
      if (!ofFirstStep) return [];
      const { kind, id } = subject;
      return [{ websiteId, kind, subjectIds: [id], windows, visitorMetrics: [metric!], countType: 'distinct' }];
    },
    answer({ ofFirstStep, ...answer }, [rollups]) {
      const { sampled } = answer;
      if (!sampled && !ofFirstStep) return answer;
      /** How many visitors one that was counted stands for. */
      const factors = windows.map((_, window) => {
        const counted = ofFirstStep?.[window] ?? 0;
        return counted === 0 ? 1 / (sampled ? sampled.rate : 1) : rollups!.get(subject.id)![window]![metric!] / counted;
      });
      const scaled = (counts: readonly FunnelCounts[]) =>
        counts.map(({ visitors, times }, window) => ({
          visitors: visitors.map((count) => Math.round(count * factors[window]!)),
          times,
        }));
      return {
        windows: scaled(answer.windows),
        values: answer.values.map(({ value, windows: ofValue }) => ({ value, windows: scaled(ofValue) })),
        sampled,
      };
    },
  };
}

export function matchesStep(kind: EventKind, { type, subject, filters }: FunnelStep): boolean {
  return kind.type === type && countsFor(kind, subject) && holdFor(filters, kind);
}

/** The plain form. Returns a tally for each window. */
function countVisitors(log: LogEvents, asked: FunnelQuestion): FunnelTally[] {
  const { steps, windows, withinSeconds, timeSpan, breakDown } = asked;
  const visitors = log.visitors(
    (kind) => {
      const mask = steps.reduce((bits, step, index) => (matchesStep(kind, step) ? bits | (1 << index) : bits), 0);
      return mask === 0 ? undefined : { steps: mask, value: breakDown ? kind.valueOf(breakDown.by) : '' };
    },
    { timeSpan },
  );
  const tallies = windows.map(() => new FunnelTally(steps.length));
  visitors.each(({ isNobody, events }) => {
    if (isNobody) return;
    for (const [index, window] of windows.entries()) {
      const inside = events.filter(({ day }) => isInside(day, window));
      const stepEvents = inside.map(({ time, meaning }) => ({ time, ...meaning }));
      const sequence = furthestSequence(stepEvents, steps.length, withinSeconds);
      if (sequence) tallies[index]!.count(sequence.times, sequence.times.length, sequence.value);
    }
  });
  return tallies;
}

function answerOf(
  tallies: readonly FunnelTally[],
  { breakDown }: FunnelQuestion,
): Pick<FunnelAnswer, 'windows' | 'values'> {
  const windows = tallies.map((tally) => tally.counts(() => 0, 1)[0]!);
  if (!breakDown) return { windows, values: [] };
  const { names, groupOf } = shownValues(tallies, breakDown.valuesMax);
  const byWindow = tallies.map((tally) => tally.counts(groupOf, names.length));
  return {
    windows,
    values: names.map((value, group) => ({ value, windows: byWindow.map((counts) => counts[group]!) })),
  };
}

/** Returns the values with the most visitors first, in the first window above all. The others are one group, `(other)`, as the last one. */
function shownValues(tallies: readonly FunnelTally[], valuesMax: number) {
  const visitors = tallies.map((tally) => tally.visitorsByValue);
  const values = [...new Set(visitors.flatMap((byValue) => [...byValue.keys()]))];
  const named = values
    .filter((value) => value !== OTHER_VALUES)
    .sort((a, b) => {
      const different = visitors.find((byValue) => (byValue.get(a) ?? 0) !== (byValue.get(b) ?? 0));
      if (different) return (different.get(b) ?? 0) - (different.get(a) ?? 0);
      return a < b ? -1 : 1;
    })
    .slice(0, valuesMax);
  const groups = new Map(named.map((value, group) => [value, group]));
  const others = values.length > named.length ? [OTHER_VALUES] : [];
  return { names: [...named, ...others], groupOf: (value: string) => groups.get(value) ?? named.length };
}
