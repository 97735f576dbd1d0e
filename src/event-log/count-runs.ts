// Counts the events of runs: totals, and distinct visitors exactly, by subject, window and value of a dimension.
//
// Visitors are counted range by range of their hashes, over all runs at once. In a range, a table finds for each visitor what the runs
// have of it. Then the visitors are counted one after the other: a cell remembers the last visitor that it has counted, so it
// counts each visitor once. That is exact, because a visitor is in one range alone, and all its events are counted before those
// of the next one. Beside the events, this takes the memory of the cells and of one range.
//
// `visitor_type` is a property of a visitor's day: `new` on the first day that the runs have of the visitor, `returning` on later ones. So
// it is the same in every window, and the values of a breakdown add up. The caller also gives the runs of earlier days, as far
// as the log goes back, with the column of visitors alone (`needsEarlierDays`). They count as events that are read: like
// everything that a question reads, they are limited by sampling.
import { OTHER_VALUES } from '../dimensions/dimension.ts';
import { METRIC } from '../rollups/metric.ts';
import type { Window } from '../rollups/window.ts';
import { AnswerCells } from './answer-cells.ts';
import { VALUES_MAX } from './encode-runs.ts';
import { grown } from './event-table.ts';
import type { Answer, Question } from './question.ts';
import { ALL_VISITORS, type Run, type RunColumn } from './run.ts';
import { isWanted, type Slice, type SliceEvents, SliceOpener, TYPE_BITS, writeCodes, writeNumbers } from './slices.ts';
import { VisitorTable } from './visitor-table.ts';

/** Values that are counted one by one: all that a day can have. If there are more, those with the fewest events become `(other)`. */
const VALUES_COUNTED_MAX = VALUES_MAX + 2;
/** Of all subjects, windows and values: it limits the memory. */
const CELLS_MAX = 2 ** 20;
const RANGES = 256;
const TYPE_MASK = (1 << TYPE_BITS) - 1;

export const VISITOR_TYPES = ['new', 'returning'];

/** The columns that a question needs of the days in its windows. */
export function columnsOf({ filters, breakDown }: Question): RunColumn[] {
  const asked = [...filters.map(({ dimension }) => dimension), ...(breakDown ? [breakDown.by] : [])];
  const dimensions = new Set(asked.filter((dimension) => dimension !== 'visitor_type'));
  return ['visitor', 'type', 'subject', 'revenue', ...dimensions];
}

/** Whether a question also needs the visitors (this column alone) of all days of the log before the end of its windows. */
export function needsEarlierDays({ filters, breakDown }: Question): boolean {
  return breakDown?.by === 'visitor_type' || filters.some(({ dimension }) => dimension === 'visitor_type');
}

/** The runs may be of any days and in any order; several may be of the same day. */
export function countRuns(runs: Iterable<Run>, question: Question): Answer {
  const given = [...runs];
  const threshold = thresholdOf(given, question);
  const opener = new SliceOpener(question);
  const slices = openSlices(given, question, opener, threshold);
  const brokenDown = Math.min(question.breakDown?.windows ?? 0, question.windows.length);
  const cells = new AnswerCells(question, brokenDown, valuesOf(question, brokenDown, opener, slices));
  new VisitorCounter(question, slices, opener.subjectLists, cells).countBelow(threshold);
  return { subjects: cells.answer(), sampled: threshold === ALL_VISITORS ? false : { rate: threshold / ALL_VISITORS } };
}

/** Below it, every run has all visitors. */
export function thresholdOf(runs: readonly Run[], { sampleRate = 1 }: Pick<Question, 'sampleRate'>): number {
  const asked = Math.max(1, Math.round(sampleRate * ALL_VISITORS));
  return runs.reduce((lowest, run) => Math.min(lowest, run.threshold), asked);
}

function openSlices(runs: readonly Run[], question: Question, opener: SliceOpener, threshold: number): Slice[] {
  const { windows } = question;
  const lastDay = windows.reduce((last, window) => Math.max(last, window.lastDay), 0);
  const needsEarlier = needsEarlierDays(question);
  return runs.flatMap((run) => {
    if (windows.some((window) => isInside(run.day, window))) return [...opener.open(run, threshold)];
    return needsEarlier && run.day < lastDay ? [...opener.openVisitors(run, threshold)] : [];
  });
}

export function isInside(day: number, { firstDay, lastDay }: Window): boolean {
  return firstDay <= day && day <= lastDay;
}

function valuesOf(
  { breakDown, subjects }: Question,
  brokenDown: number,
  opener: SliceOpener,
  slices: readonly Slice[],
): readonly string[] {
  if (breakDown?.by === 'visitor_type') return [...new Set(visitorTypesAskedFor(breakDown.values))];
  const valuesMax = Math.floor(CELLS_MAX / Math.max(1, subjects.length * brokenDown));
  return opener.limitValues(slices, Math.max(2, Math.min(VALUES_COUNTED_MAX, valuesMax)));
}

/** What each of `VISITOR_TYPES` is counted as. */
function visitorTypesAskedFor(wanted: ReadonlySet<string> | undefined): readonly string[] {
  return VISITOR_TYPES.map((type) => (isWanted(type, wanted) ? type : OTHER_VALUES));
}

class VisitorCounter {
  readonly #slices: readonly Slice[];
  /** For each slice the indexes of the windows that its day is in. */
  readonly #windowsOf: readonly (readonly number[])[];
  readonly #subjectLists: readonly (readonly number[])[];
  readonly #cells: AnswerCells;
  /** For `new` and `returning`: whether the filters let them through. */
  readonly #isTypeCounted: readonly boolean[];
  readonly #needsFirstDay: boolean;
  readonly #isByVisitorType: boolean;
  /** For `new` and `returning`: the number of the value. */
  readonly #valueOfType: readonly number[];
  readonly #table = new VisitorTable();
  /** Of the events in the range, one slice after the other: what they count for, the numbers of their values, and their revenue. */
  #codes = new Uint32Array(0);
  #values = new Uint32Array(0);
  #amounts = new Float64Array(0);
  #eventCount = 0;

  constructor(
    question: Question,
    slices: readonly Slice[],
    subjectLists: readonly (readonly number[])[],
    cells: AnswerCells,
  ) {
    this.#slices = slices;
    this.#windowsOf = windowsOfSlices(slices, question.windows);
    this.#subjectLists = subjectLists;
    this.#cells = cells;
    this.#isTypeCounted = VISITOR_TYPES.map((type) =>
      question.filters.every(({ dimension, value }) => dimension !== 'visitor_type' || value === type),
    );
    this.#needsFirstDay = needsEarlierDays(question);
    this.#isByVisitorType = question.breakDown?.by === 'visitor_type';
    const names = visitorTypesAskedFor(question.breakDown?.values);
    this.#valueOfType = names.map((name) => [...new Set(names)].indexOf(name));
  }

  countBelow(threshold: number): void {
    const places = this.#slices.map(() => ({ visitor: 0, event: 0, amount: 0 }));
    const width = Math.ceil(threshold / RANGES);
    /** For each range the slices that have visitors in it, as far as is known: most slices of single commits have one visitor. */
    const slicesIn: number[][] = Array.from({ length: RANGES }, () => []);
    const wait = (slice: number) => {
      const high = this.#slices[slice]!.visitors.high[places[slice]!.visitor];
      if (high !== undefined && high < threshold) slicesIn[Math.floor(high / width)]!.push(slice);
    };
    for (const slice of this.#slices.keys()) wait(slice);
    for (const [range, slices] of slicesIn.entries()) {
      this.#table.startRange();
      this.#eventCount = 0;
      for (const slice of slices) {
        this.#addVisitors(slice, places[slice]!, Math.min(threshold, width * (range + 1)));
        wait(slice);
      }
      if (this.#needsFirstDay) this.#setVisitorTypes();
      this.#countVisitors();
    }
  }

  /** Adds the visitors of a slice from a place on whose high half is below `end`, with their events, and moves the place. */
  #addVisitors(slice: number, place: Place, end: number): void {
    const { visitors, events } = this.#slices[slice]!;
    const { high, low, counts } = visitors;
    const first = place.visitor;
    let last = first;
    while (last < high.length && high[last]! < end) last++;
    const table = this.#table;
    table.reserve(last - first);
    const firstEvent = this.#eventCount;
    for (let i = first; i < last; i++) {
      const count = events ? counts[i]! : 0;
      table.add(high[i]! | 0, low[i]! | 0, slice, this.#eventCount, count);
      this.#eventCount += count;
    }
    place.visitor = last;
    if (events) this.#addEvents(events, firstEvent, place);
  }

  #addEvents(events: SliceEvents, at: number, place: Place): void {
    this.#reserve(this.#eventCount);
    const first = place.event;
    const end = first + this.#eventCount - at;
    writeCodes(this.#codes, at, events, first, end);
    if (events.values) writeNumbers(this.#values, at, events.values, first, end);
    this.#amounts.fill(0, at, this.#eventCount);
    const { positions, amounts } = events.revenue;
    for (; place.amount < positions.length && positions[place.amount]! < end; place.amount++) {
      this.#amounts[at + positions[place.amount]! - first] = amounts[place.amount]!;
    }
    place.event = end;
  }

  #reserve(events: number): void {
    if (events <= this.#codes.length) return;
    const size = 2 * events;
    this.#codes = grown(this.#codes, new Uint32Array(size));
    this.#values = grown(this.#values, new Uint32Array(size));
    this.#amounts = grown(this.#amounts, new Float64Array(size));
  }

  /** Filters and breaks down by `visitor_type`: it is known only when all appearances of a visitor are. */
  #setVisitorTypes(): void {
    const { firstAppearance, slice, event, count, next, first, end } = this.#table;
    for (let visitor = first; visitor < end; visitor++) {
      let firstDay = Number.POSITIVE_INFINITY;
      for (let at = firstAppearance[visitor - first]!; at >= 0; at = next[at]!) {
        firstDay = Math.min(firstDay, this.#slices[slice[at]!]!.day);
      }
      for (let at = firstAppearance[visitor - first]!; at >= 0; at = next[at]!) {
        const type = this.#slices[slice[at]!]!.day > firstDay ? 1 : 0;
        if (!this.#isTypeCounted[type]) count[at] = 0;
        if (this.#isByVisitorType) this.#values.fill(this.#valueOfType[type]!, event[at]!, event[at]! + count[at]!);
      }
    }
  }

  #countVisitors(): void {
    const { firstAppearance, slice, event, count, next, first, end } = this.#table;
    for (let visitor = first; visitor < end; visitor++) {
      for (let at = firstAppearance[visitor - first]!; at >= 0; at = next[at]!) {
        const windows = this.#windowsOf[slice[at]!]!;
        for (let w = 0; w < windows.length; w++) {
          this.#countEvents(visitor, windows[w]!, event[at]!, event[at]! + count[at]!);
        }
      }
    }
  }

  /** Counts the events from `first` on and before `end`, all of one visitor. The loop over everything: what it reads has local names. */
  #countEvents(visitor: number, window: number, first: number, end: number): void {
    const codes = this.#codes;
    const values = this.#values;
    const subjectLists = this.#subjectLists;
    const { all, byValue, windowCount, brokenDown, valueCount } = this.#cells;
    for (let event = first; event < end; event++) {
      const code = codes[event]!;
      if (code === 0) continue;
      const type = code & TYPE_MASK;
      const subjects = subjectLists[code >>> TYPE_BITS]!;
      for (let s = 0; s < subjects.length; s++) {
        const cell = subjects[s]! * windowCount + window;
        all.count(cell, type, visitor);
        if (type === METRIC.orders) all.addRevenue(cell, this.#amounts[event]!);
        if (window >= brokenDown) continue;
        const valueCell = (subjects[s]! * brokenDown + window) * valueCount + values[event]!;
        byValue.count(valueCell, type, visitor);
        if (type === METRIC.orders) byValue.addRevenue(valueCell, this.#amounts[event]!);
      }
    }
  }
}

/** How far the slice has been counted. */
interface Place {
  visitor: number;
  event: number;
  /** In its revenue. */
  amount: number;
}

function windowsOfSlices(slices: readonly Slice[], windows: readonly Window[]): (readonly number[])[] {
  const byDay = new Map<number, readonly number[]>();
  return slices.map(({ day }) => {
    let indexes = byDay.get(day);
    if (!indexes) {
      indexes = windows.flatMap((window, index) => (isInside(day, window) ? [index] : []));
      byDay.set(day, indexes);
    }
    return indexes;
  });
}
