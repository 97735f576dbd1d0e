// A fall or a rise that was found on a website, in the form in which the event log can be asked about it.
import type { SubjectReference } from '../../../core/engine/catalog/subject.ts';
import type { Answer, WindowAnswer } from '../../../core/engine/event-log/breakdowns/subject-counts.ts';
import { type Counts, NO_COUNTS } from '../../../core/engine/rollups/counts.ts';
import type { Window } from '../../../core/engine/rollups/window.ts';
import { NO_VALUE, OTHER_VALUES } from '../../../core/foundation/dimensions/dimension.ts';
import type { Counted, CountedSegment, Part } from './explain-move.ts';

/** What is counted of a subject: unique visitors, or orders. */
export interface Measure {
  readonly subject: SubjectReference;
  readonly metric: Exclude<keyof Counts, 'revenue'>;
}

interface Moved {
  readonly hits: Measure;
  /** What the hits are. */
  readonly noun: 'visitors' | 'visitorsWhoConverted' | 'visitorsWhoContinued' | 'orders';
  readonly now: Window;
  /** Comparable windows, newest first. */
  readonly before: readonly Window[];
}

/** The hits are a share of these. */
export interface RateMove extends Moved {
  readonly trials: Measure;
}

export interface CountMove extends Moved {
  /** The hits in the window, as the past leads to expect. */
  readonly expected: number;
}

export type Move = RateMove | CountMove;

/** What is compared, without a word for it. */
export type Comparison = Omit<RateMove, 'noun'> | Omit<CountMove, 'noun'>;

/** More values of a dimension are not looked at: each one makes the test of all others harder. */
const VALUES_MAX = 20;

export function windowsOf({ now, before }: Comparison): readonly Window[] {
  return [now, ...before];
}

/** Repeats none. */
export function subjectsOf(move: Comparison): readonly SubjectReference[] {
  const hits = move.hits.subject;
  if (!('trials' in move)) return [hits];
  const trials = move.trials.subject;
  return isSame(hits, trials) ? [hits] : [hits, trials];
}

function isSame(a: SubjectReference, b: SubjectReference): boolean {
  return a.kind === b.kind && a.id === b.id;
}

/** All events. `answer`: for the subjects and windows of the move. */
export function wholeOf(move: Comparison, answer: Answer): Part {
  return partOf(move, answer, ({ all }) => all.distinct);
}

/** The values of the dimension with the most hits, now and before together. */
export function segmentsOf<Kind extends string>(
  move: Comparison,
  answer: Answer,
  dimension: Kind,
): CountedSegment<Kind>[] {
  const whole = wholeOf(move, answer);
  const names = new Set(answer.subjects.flat().flatMap(({ values }) => [...values.keys()]));
  for (const none of [NO_VALUE, OTHER_VALUES]) names.delete(none);
  const segments = [...names].map((value) => {
    const own = partOf(move, answer, ({ values }) => values.get(value)?.distinct ?? NO_COUNTS);
    return { dimension, value, own, others: without(move, whole, own) };
  });
  return segments.sort((a, b) => hitsOf(b) - hitsOf(a) || (a.value < b.value ? -1 : 1)).slice(0, VALUES_MAX);
}

function hitsOf({ own: { now, before } }: CountedSegment<string>): number {
  return before.reduce((sum, { hits }) => sum + hits, now.hits);
}

function partOf(move: Comparison, { subjects }: Answer, countsOf: (answer: WindowAnswer) => Counts): Part {
  const all = windowsOf(move).map((_, window): Counted => {
    const hitsAnswer = subjects[0]![window]!;
    const hits = countsOf(hitsAnswer)[move.hits.metric];
    // Each segment is expected to have its usual share of all hits.
    if (!('trials' in move)) return { hits, trials: window === 0 ? move.expected : metricOf(hitsAnswer, move.hits) };
    return { hits, trials: countsOf(subjects.at(-1)![window]!)[move.trials.metric] };
  });
  return { now: all[0]!, before: all.slice(1) };
}

function metricOf({ all }: WindowAnswer, { metric }: Measure): number {
  return all.distinct[metric];
}

/** A visitor may have several values: the others are those who have not this one. */
function without(move: Comparison, whole: Part, own: Part): Part {
  const isRate = 'trials' in move;
  const difference = (of: Counted, part: Counted): Counted => ({
    hits: of.hits - part.hits,
    trials: isRate ? of.trials - part.trials : of.trials,
  });
  return {
    now: difference(whole.now, own.now),
    before: whole.before.map((of, index) => difference(of, own.before[index]!)),
  };
}
