// Counts the visitors of runs who take the steps of a funnel in order.
//
// Visitors are counted range by range of their hashes (visitor-ranges.ts). Most of them get no further than the first step, which their patterns show
// (pattern-ranges.ts). The events of the others are looked at, in the order of time (funnel-counter.ts).
//
// A visitor counts once in each window, for the value that the first event of its sequence has. If that second has several such events, it is
// the first value in alphabetical order: the answer does not depend on which runs the events are in.

import { OTHER_VALUES } from '../../../foundation/dimensions/dimension.ts';
import { thresholdOf } from '../counting/count-runs.ts';
import { isInside, type OpenRun, openRuns } from '../counting/open-runs.ts';
import { patternRanges } from '../counting/pattern-ranges.ts';
import { countRanges } from '../counting/visitor-ranges.ts';
import { findVisitorTypes } from '../counting/visitor-types.ts';
import { ALL_VISITORS, type Run, type RunColumn } from '../format/run.ts';
import { FunnelCounter } from './funnel-counter.ts';
import { FunnelMasks } from './funnel-masks.ts';
import type { FunnelAnswer, FunnelQuestion } from './funnel-question.ts';
import type { FunnelTally } from './funnel-tally.ts';

function dimensionsOf({ steps, breakDown }: FunnelQuestion) {
  const filtered = steps.flatMap(({ filters }) => filters.map(({ dimension }) => dimension));
  return new Set([...filtered, ...(breakDown ? [breakDown.by] : [])]);
}

/** The columns that a funnel needs of the days in its windows. */
export function columnsOfFunnel(question: FunnelQuestion): RunColumn[] {
  const stored = [...dimensionsOf(question)].filter((dimension) => dimension !== 'visitor_type');
  return ['visitor', 'second', 'action', ...stored];
}

/** As `needsEarlierDays`. */
export function funnelNeedsEarlierDays(question: FunnelQuestion): boolean {
  return dimensionsOf(question).has('visitor_type');
}

/** The runs may be of any days and in any order; several may be of the same day. */
export function countFunnel(runs: Iterable<Run>, question: FunnelQuestion): FunnelAnswer {
  const given = [...runs];
  const threshold = thresholdOf(given, question);
  let collected: FunnelMasks | undefined;
  const opened = openRuns(given, {
    windows: question.windows,
    threshold,
    needsEarlierDays: funnelNeedsEarlierDays(question),
    collect: (eventCount) => (collected = new FunnelMasks(question, eventCount)),
  });
  const events = collected!;
  if (funnelNeedsEarlierDays(question)) {
    findVisitorTypes(opened, threshold, (type, first, end) => events.setVisitorType(type, first, end));
  }
  // All steps of a visitor are in the same window, so each window is counted apart from the others.
  const tallies = question.windows.map((window) => {
    const inside = opened.filter(({ day, isEarlier }) => !isEarlier && isInside(day, window));
    return countByPattern(inside, threshold, question, events) ?? countOneByOne(inside, threshold, question, events);
  });
  const sampled = threshold === ALL_VISITORS ? false : { rate: threshold / ALL_VISITORS };
  return { ...answerOf(tallies, events.valueNames, question), sampled };
}

function answerOf(
  tallies: readonly FunnelTally[],
  values: readonly string[],
  { breakDown }: FunnelQuestion,
): Pick<FunnelAnswer, 'windows' | 'values'> {
  const windows = tallies.map((tally) => tally.counts(() => 0, 1)[0]!);
  if (!breakDown) return { windows, values: [] };
  const { names, groupOf } = shownValues(tallies, values, breakDown.valuesMax);
  const byWindow = tallies.map((tally) => tally.counts(groupOf, names.length));
  return {
    windows,
    values: names.map((value, group) => ({ value, windows: byWindow.map((counts) => counts[group]!) })),
  };
}

/** Those with the most visitors first, in the first window above all. The others are one group, `(other)`, as the last one. */
function shownValues(tallies: readonly FunnelTally[], values: readonly string[], valuesMax: number) {
  const visitors = tallies.map((tally) => tally.visitorsByValue);
  const numbers = [...new Set(visitors.flatMap((byValue) => [...byValue.keys()]))];
  const named = numbers
    .filter((number) => values[number] !== OTHER_VALUES)
    .sort((a, b) => {
      const different = visitors.find((byValue) => (byValue.get(a) ?? 0) !== (byValue.get(b) ?? 0));
      if (different) return (different.get(b) ?? 0) - (different.get(a) ?? 0);
      return values[a]! < values[b]! ? -1 : 1;
    })
    .slice(0, valuesMax);
  const groups = new Map(named.map((number, group) => [number, group]));
  const others = numbers.length > named.length ? [OTHER_VALUES] : [];
  return {
    names: [...named.map((number) => values[number]!), ...others],
    groupOf: (number: number) => groups.get(number) ?? named.length,
  };
}

/**
 * The kind of an event says which of the first five steps it matches, a bit for each: there are 32 kinds. An event with an odd kind matches the first step. These are the kinds that match the
 * first step and the second one, as bits of a pattern.
 */
const FIRST_STEP_KINDS = 0xaaaaaaaa;
const SECOND_STEP_KINDS = 0xcccccccc;

/** The visitors of one window, by their patterns. undefined: WebAssembly can't run, or there is no room for visitors with nearly the same hash. */
function countByPattern(
  runs: readonly OpenRun[],
  threshold: number,
  question: FunnelQuestion,
  events: FunnelMasks,
): FunnelTally | undefined {
  const counter = new FunnelCounter(question, events);
  const ranges = patternRanges(runs, threshold);
  ranges?.place((to, { firstEvent, endEvent }) => to.set(events.masks.subarray(firstEvent, endEvent)));
  // The value of a breakdown is that of an event, so there everybody's events are looked at.
  const others = question.breakDown ? FIRST_STEP_KINDS : SECOND_STEP_KINDS;
  const isDone = ranges?.countRanges(() => {
    counter.tally.countFirstStep(ranges.countVisitorsWith(FIRST_STEP_KINDS, others));
    const linked = ranges.linkAppearances(FIRST_STEP_KINDS, others);
    if (linked) counter.countVisitors(linked.appearances, linked.first);
    return linked !== undefined;
  });
  return isDone ? counter.tally : undefined;
}

/** The same without patterns. */
function countOneByOne(
  runs: readonly OpenRun[],
  threshold: number,
  question: FunnelQuestion,
  events: FunnelMasks,
): FunnelTally {
  const counter = new FunnelCounter(question, events);
  countRanges(runs, threshold, (range) => {
    const { appearances, first } = range.appearances();
    counter.countVisitors(appearances, first.subarray(0, range.visitorCount));
  });
  return counter.tally;
}
