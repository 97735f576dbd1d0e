// The fast form of retention. Of each day of a visitor, two times say all: that of the first event with which a visitor can begin, and that
// of the last event with which a visitor can come back. If any event of the day is after the visitor's first one, the last one is.
//
// The loops are in retention.as.ts. First they write the days of the visitors, run after run, then they count visitors range by range of
// their hashes (visitor-ranges.ts says why).

import { EventKinds } from '../../../core/engine/event-log/counting/event-kinds.ts';
import {
  DAY_SECONDS,
  isInside,
  type LogEvents,
  type MeaningOf,
} from '../../../core/engine/event-log/counting/log-question.ts';
import { type AskedEvents, type OpenRun, openRuns } from '../../../core/engine/event-log/counting/open-runs.ts';
import { shiftOf } from '../../../core/engine/event-log/counting/visitor-ranges.ts';
import { type Run, secondBytesOf, type Visitors } from '../../../core/engine/event-log/format/run.ts';
import { MULTIPLIERS } from '../../../core/engine/event-log/kernels/first-slot.ts';
import { DAILY_BIT } from '../../../core/foundation/sketches/visitor-hash.ts';
import { type Constant, Kernel } from '../../../core/foundation/web-assembly/kernel.ts';
import { Places } from '../../../core/foundation/web-assembly/places.ts';
import { daysOf, type RetentionQuestion } from './retention-question.ts';
import type { RetentionMeaning, RetentionTally } from './retention-tally.ts';
import { RETENTION_WASM } from './retention-wasm.ts';

/** See retention.as.ts. Arrays and objects are places in the memory. */
interface Loops {
  readonly FREE: Constant;
  writeSeconds(to: number, toEnd: number, bytes: number): void;
  addDaysOfBytes(run: number, days: number): number;
  addDaysOfNumbers(run: number, days: number): number;
  begin(layout: number): void;
  countRange(layout: number, lastHigh: number): number;
}

const kernel = new Kernel<Loops>(RETENTION_WASM);
const { FREE } = kernel.constants;

const NUMBER_BYTES = 4;
/** The sizes of `Slot`, `RunDays` and `Layout` in retention.as.ts. */
const SLOT_BYTES = 32;
const RUN_BYTES = 6 * NUMBER_BYTES;
const LAYOUT_BYTES = 17 * NUMBER_BYTES;

/** How many days of visitors a range has, roughly. The slots of so many visitors stay in a near cache of the processor. */
const DAYS_PER_RANGE = 2_048;
/** How many of them each run has at least. If there are many runs, going from one to the next takes long, too. */
const DAYS_PER_RUN = 16;
/** How many times as many as expected a range has room for. A visitor with thousands of events is in a run many times. */
const ROOM = { visitors: 1.25, days: 16 };

/** Returns false if this form can't count it: if values or revenue matter, or the types of visitors; or if too many hashes are alike. */
export function countDays(
  { runs }: LogEvents,
  asked: RetentionQuestion,
  meaningOf: MeaningOf<RetentionMeaning>,
  tally: RetentionTally,
): boolean {
  const dimensions = asked.filters.map(({ dimension }) => dimension);
  if (!runs || asked.breakDown || asked.buyersAfter || dimensions.includes('visitor_type')) return false;
  const { all, threshold } = runs;
  const days = new VisitorDays(new EventKinds({ dimensions }), meaningOf);
  const opened = openRuns(all, { windows: [daysOf(asked)], threshold, collect: () => days });
  return countRanges(opened, days, threshold, asked, tally);
}

/** What visitors did on each of their days, run after run. Visitors without events that matter, and nobody, are left out. */
class VisitorDays implements AskedEvents {
  high = new Uint32Array(0);
  low = new Uint32Array(0);
  firsts = new Int32Array(0);
  lasts = new Int32Array(0);
  readonly #kinds: EventKinds;
  readonly #meaningOf: MeaningOf<RetentionMeaning>;
  #countMax = 0;
  #count = 0;

  constructor(kinds: EventKinds, meaningOf: MeaningOf<RetentionMeaning>) {
    this.#kinds = kinds;
    this.#meaningOf = meaningOf;
  }

  look(_run: Run, { high }: Visitors): void {
    this.#countMax += high.length;
  }

  add(run: Run, { high, low, counts }: Visitors, eventCount: number): ReturnType<AskedEvents['add']> {
    const { places: kinds, kinds: ofRun } = this.#kinds.ofRun(run, eventCount);
    const meanings = Uint8Array.from(ofRun, (kind) =>
      meaningNumber(kind === undefined ? undefined : this.#meaningOf(this.#kinds.kindOf(kind))),
    );
    const size = high.length;
    const seconds = run.decoded?.seconds ?? secondBytesOf(run);
    const places = new Places(FREE.value);
    const at = {
      run: places.take(8 * NUMBER_BYTES),
      days: places.take(4 * NUMBER_BYTES),
      ...{ high: places.take(high.byteLength), low: places.take(low.byteLength), counts: places.take(size) },
      ...{ kinds: places.take(kinds.byteLength), meanings: places.take(meanings.length) },
      ...{ seconds: places.take(NUMBER_BYTES * run.eventCount), secondBytes: places.take(seconds.byteLength) },
      ...{ ownHigh: places.take(high.byteLength), ownLow: places.take(low.byteLength) },
      ...{ firsts: places.take(high.byteLength), lasts: places.take(high.byteLength) },
    };
    const { loops, bytes, words } = kernel.withMemory(places.end);
    const write = (place: number, numbers: Uint8Array | Int32Array | Uint32Array) => {
      if (numbers instanceof Uint8Array) bytes.set(numbers, place);
      else words.set(numbers, place / NUMBER_BYTES);
    };
    write(at.high, high);
    write(at.low, low);
    write(at.counts, counts);
    write(at.kinds, kinds);
    write(at.meanings, meanings);
    if (seconds instanceof Uint8Array) {
      write(at.secondBytes, seconds);
      loops.writeSeconds(at.seconds, at.seconds + NUMBER_BYTES * run.eventCount, at.secondBytes);
    } else write(at.seconds, seconds);
    // These are the orders of the fields of `RunEvents` and `VisitorDays` in retention.as.ts.
    words.set(
      [at.high, at.low, at.counts, size, at.seconds, at.kinds, at.meanings, meanings.length],
      at.run / NUMBER_BYTES,
    );
    words.set([at.ownHigh, at.ownLow, at.firsts, at.lasts], at.days / NUMBER_BYTES);
    const addDays = kinds instanceof Uint8Array ? loops.addDaysOfBytes : loops.addDaysOfNumbers;
    const count = addDays(at.run, at.days);
    if (this.high.length === 0) this.#reserve();
    const firstEvent = this.#count;
    this.#count += count;
    const written = (place: number) => words.subarray(place / NUMBER_BYTES, place / NUMBER_BYTES + count);
    this.high.set(written(at.ownHigh), firstEvent);
    this.low.set(written(at.ownLow), firstEvent);
    this.firsts.set(written(at.firsts), firstEvent);
    this.lasts.set(written(at.lasts), firstEvent);
    // What is counted of a visitor is one day.
    const visitors = {
      high: this.high.subarray(firstEvent, this.#count),
      low: this.low.subarray(firstEvent, this.#count),
      counts: new Uint8Array(count).fill(1),
    };
    return { visitors, firstEvent, endEvent: this.#count };
  }

  #reserve(): void {
    const count = this.#countMax;
    [this.high, this.low] = [new Uint32Array(count), new Uint32Array(count)];
    [this.firsts, this.lasts] = [new Int32Array(count), new Int32Array(count)];
  }
}

/** See `RunEvents.meanings` in retention.as.ts. */
function meaningNumber(meaning: RetentionMeaning | undefined): number {
  return meaning ? Number(meaning.isFirst) + 2 * Number(meaning.isThen) : 0;
}

/** Returns false if a range has no room for its visitors: hashes are random, so somebody has chosen them. */
function countRanges(
  runs: readonly OpenRun[],
  { high, low, firsts, lasts }: VisitorDays,
  threshold: number,
  asked: RetentionQuestion,
  tally: RetentionTally,
): boolean {
  const dayCount = runs.at(-1)?.endEvent ?? 0;
  const daysPerRange = Math.max(DAYS_PER_RANGE, DAYS_PER_RUN * runs.length);
  const daysMax = Math.min(dayCount, ROOM.days * daysPerRange);
  const visitorsMax = Math.min(dayCount, ROOM.visitors * daysPerRange);
  const slotCount = 2 ** Math.ceil(Math.log2(2 * Math.max(1, visitorsMax)));
  const tableSize = tally.cohortCount * (asked.periods + 2);
  const places = new Places(FREE.value);
  const at = {
    layout: places.take(LAYOUT_BYTES),
    days: places.take(4 * NUMBER_BYTES),
    ...{ high: places.take(NUMBER_BYTES * dayCount), low: places.take(NUMBER_BYTES * dayCount) },
    ...{ firsts: places.take(NUMBER_BYTES * dayCount), lasts: places.take(NUMBER_BYTES * dayCount) },
    runs: places.take(RUN_BYTES * runs.length),
    slots: places.take(SLOT_BYTES * slotCount),
    ...{ visitors: places.take(NUMBER_BYTES * (visitorsMax + 1)), ofDays: places.take(NUMBER_BYTES * daysMax) },
    table: places.take(NUMBER_BYTES * tableSize),
  };
  const { loops, words } = kernel.withMemory(places.end);
  words.set([at.high, at.low, at.firsts, at.lasts], at.days / NUMBER_BYTES);
  const { firstDay } = daysOf(asked);
  for (const [place, numbers] of [
    [at.high, high],
    [at.low, low],
    [at.firsts, firsts],
    [at.lasts, lasts],
  ] as const) {
    words.set(numbers.subarray(0, dayCount), place / NUMBER_BYTES);
  }
  for (const [index, { day, firstEvent, endEvent }] of runs.entries()) {
    const isCounted = Number(isInside(day, asked.window));
    // This is the order of the fields of `RunDays` in retention.as.ts.
    const startTime = (day - firstDay) * DAY_SECONDS;
    const fields = [firstEvent, endEvent, firstEvent, startTime, tally.periodOf(day), isCounted];
    words.set(fields, (at.runs + RUN_BYTES * index) / NUMBER_BYTES);
  }
  const table = words.subarray(at.table / NUMBER_BYTES, at.table / NUMBER_BYTES + tableSize).fill(0);
  const layout = words.subarray(at.layout / NUMBER_BYTES, (at.layout + LAYOUT_BYTES) / NUMBER_BYTES);
  // This is the order of the fields of `Layout` in retention.as.ts.
  layout.set([
    ...[at.days, at.runs, at.runs + RUN_BYTES * runs.length, at.slots, slotCount - 1],
    ...[at.visitors, visitorsMax, at.ofDays, daysMax, MULTIPLIERS.low, MULTIPLIERS.high, DAILY_BIT],
    ...[tally.firstPeriod, asked.periods, at.table, 0, 0],
  ]);
  loops.begin(at.layout);
  const shift = shiftOf(dayCount / daysPerRange, threshold);
  for (let number = 0; number <= (threshold - 1) >>> shift; number++) {
    if (loops.countRange(at.layout, (number + 1) * 2 ** shift - 1) !== 0) return false;
  }
  tally.addTable(table, { followable: layout[15]!, unfollowable: layout[16]! });
  return true;
}
