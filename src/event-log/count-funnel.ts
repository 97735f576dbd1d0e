// Counts the visitors of runs who take the steps of a funnel in order.
//
// Visitors are counted range by range of their hashes, over all runs at once, as in count-runs.ts: in a range, a table finds for each
// visitor what the runs of all days have of it. These events are put in the order of time, and one pass over them shows how
// far the visitor gets (funnel-progress.ts, where the proof is). Each event is looked at once for its window.
//
// A visitor counts once in each window, for the value that the first event of its sequence has. If that second has several such events, it is
// the first value in alphabetical order: the answer does not depend on which runs the events are in.

import { OTHER_VALUES } from '../dimensions/dimension.ts';
import type { Window } from '../rollups/window.ts';
import { isInside, thresholdOf, VISITOR_TYPES } from './count-runs.ts';
import { FunnelProgress } from './funnel-progress.ts';
import type { FunnelAnswer, FunnelQuestion } from './funnel-question.ts';
import { type FunnelSlice, FunnelSliceOpener, maskOf } from './funnel-slices.ts';
import { FunnelTally } from './funnel-tally.ts';
import { ALL_VISITORS, type Run, type RunColumn } from './run.ts';
import { type EntryNumbers, outsideOfDictionary } from './slices.ts';
import { VisitorTable } from './visitor-table.ts';

const RANGES = 256;
const DAY_SECONDS = 86_400;

function dimensionsOf({ steps, breakDown }: FunnelQuestion) {
  const filtered = steps.flatMap(({ filters }) => filters.map(({ dimension }) => dimension));
  return new Set([...filtered, ...(breakDown ? [breakDown.by] : [])]);
}

/** The columns that a funnel needs of the days in its windows. */
export function columnsOfFunnel(question: FunnelQuestion): RunColumn[] {
  const stored = [...dimensionsOf(question)].filter((dimension) => dimension !== 'visitor_type');
  return ['visitor', 'second', 'type', 'subject', ...stored];
}

/** As `needsEarlierDays`. */
export function funnelNeedsEarlierDays(question: FunnelQuestion): boolean {
  return dimensionsOf(question).has('visitor_type');
}

/** The runs may be of any days and in any order; several may be of the same day. */
export function countFunnel(runs: Iterable<Run>, question: FunnelQuestion): FunnelAnswer {
  const given = [...runs].sort((a, b) => a.day - b.day);
  const threshold = thresholdOf(given, question);
  const opener = new FunnelSliceOpener(question);
  const slices = openSlices(given, question, opener, threshold);
  const values = question.breakDown?.by === 'visitor_type' ? VISITOR_TYPES : opener.values;
  const counter = new FunnelCounter(question, slices, values);
  counter.countBelow(threshold);
  const sampled = threshold === ALL_VISITORS ? false : { rate: threshold / ALL_VISITORS };
  return { ...answerOf(counter.tallies, values, question), sampled };
}

function openSlices(
  runs: readonly Run[],
  question: FunnelQuestion,
  opener: FunnelSliceOpener,
  threshold: number,
): FunnelSlice[] {
  const lastDay = question.windows.reduce((last, window) => Math.max(last, window.lastDay), 0);
  const needsEarlier = funnelNeedsEarlierDays(question);
  return runs.flatMap((run) => {
    if (question.windows.some((window) => isInside(run.day, window))) return [...opener.open(run, threshold)];
    return needsEarlier && run.day < lastDay ? [...opener.openVisitors(run, threshold)] : [];
  });
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

class FunnelCounter {
  /** For each window. */
  readonly tallies: readonly FunnelTally[];
  readonly #windows: readonly Window[];
  readonly #slices: readonly FunnelSlice[];
  readonly #values: readonly string[];
  readonly #progress: FunnelProgress;
  readonly #table = new VisitorTable();
  /** For `new` and `returning`: the steps that their events may match. */
  readonly #masksOfTypes: readonly number[];
  readonly #needsFirstDay: boolean;
  readonly #isByVisitorType: boolean;
  /** The events of a visitor that match a step. */
  readonly #events: FunnelEvent[] = [];

  constructor(question: FunnelQuestion, slices: readonly FunnelSlice[], values: readonly string[]) {
    const { steps, windows, withinSeconds, breakDown } = question;
    this.tallies = windows.map(() => new FunnelTally(steps.length));
    this.#windows = windows;
    this.#slices = slices;
    this.#values = values;
    this.#progress = new FunnelProgress(steps.length, withinSeconds);
    this.#masksOfTypes = VISITOR_TYPES.map((type) => maskOf(steps, 'visitor_type', type));
    this.#needsFirstDay = funnelNeedsEarlierDays(question);
    this.#isByVisitorType = breakDown?.by === 'visitor_type';
  }

  countBelow(threshold: number): void {
    const places = this.#slices.map(() => ({ visitor: 0, event: 0 }));
    for (let range = 1; range <= RANGES; range++) {
      const end = Math.ceil((threshold / RANGES) * range);
      this.#table.startRange();
      for (let slice = 0; slice < this.#slices.length; slice++) this.#addVisitors(slice, places[slice]!, end);
      const { first, end: last } = this.#table;
      for (let visitor = 0; visitor < last - first; visitor++) this.#countVisitor(visitor);
    }
  }

  /** Adds the visitors of a slice from a place on whose high half is below `end`, and moves the place. */
  #addVisitors(slice: number, place: { visitor: number; event: number }, end: number): void {
    const { high, low, counts } = this.#slices[slice]!.visitors;
    let last = place.visitor;
    while (last < high.length && high[last]! < end) last++;
    this.#table.reserve(last - place.visitor);
    for (; place.visitor < last; place.visitor++) {
      const count = counts[place.visitor]!;
      this.#table.add(high[place.visitor]! | 0, low[place.visitor]! | 0, slice, place.event, count);
      place.event += count;
    }
  }

  #countVisitor(index: number): void {
    const { firstAppearance, slice, event, count, next } = this.#table;
    // Slices are in the order of days.
    const firstDay = this.#slices[slice[firstAppearance[index]!]!]!.day;
    this.#events.length = 0;
    for (let at = firstAppearance[index]!; at >= 0; at = next[at]!) {
      this.#addEvents(this.#slices[slice[at]!]!, event[at]!, event[at]! + count[at]!, firstDay);
    }
    if (this.#events.length === 0) return;
    // Runs of the same day can have events of a visitor at any times.
    this.#events.sort((a, b) => a.time - b.time);
    for (let window = 0; window < this.#windows.length; window++) this.#countWindow(window);
  }

  /** Adds the events from `first` on and before `end` that match a step. */
  #addEvents({ day, events }: FunnelSlice, first: number, end: number, firstDay: number): void {
    if (!events) return;
    const { masks, seconds, values } = events;
    const type = day > firstDay ? 1 : 0;
    const allowed = this.#needsFirstDay ? this.#masksOfTypes[type]! : -1;
    for (let i = first; i < end; i++) {
      const mask = masks[i]! & allowed;
      if (mask === 0) continue;
      const value = this.#isByVisitorType ? type : values ? numberAt(values, i) : 0;
      this.#events.push({ time: day * DAY_SECONDS + seconds[i]!, mask, value });
    }
  }

  #countWindow(window: number): void {
    const { firstDay, lastDay } = this.#windows[window]!;
    const events = this.#events;
    const progress = this.#progress;
    progress.restart();
    let at = events.findIndex(({ time }) => time >= firstDay * DAY_SECONDS);
    if (at < 0) return;
    const endTime = (lastDay + 1) * DAY_SECONDS;
    while (at < events.length && events[at]!.time < endTime && !progress.isComplete) at = this.#addGroup(at);
    this.tallies[window]!.count(progress);
  }

  /** Adds the events of one second, and returns the place of the next one. */
  #addGroup(first: number): number {
    const { time } = this.#events[first]!;
    let value = -1;
    let at = first;
    for (; this.#events[at]?.time === time; at++) {
      const event = this.#events[at]!;
      this.#progress.add(event.mask);
      const isFirstStep = (event.mask & 1) === 1;
      if (isFirstStep && (value < 0 || this.#values[event.value]! < this.#values[value]!)) value = event.value;
    }
    this.#progress.endGroup(time, value);
    return at;
  }
}

function numberAt({ numbers, indexes }: EntryNumbers, event: number): number {
  const number = numbers[indexes ? indexes[event]! : 0];
  if (number === undefined) throw outsideOfDictionary();
  return number;
}

interface FunnelEvent {
  readonly time: number;
  /** The steps that it matches, as bits. */
  readonly mask: number;
  readonly value: number;
}
