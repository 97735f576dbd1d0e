// The events of runs, visitor by visitor, for the plain form of a question (log-question.ts).
//
// What events mean is looked up once for each kind of events (event-kinds.ts), not for each event. Then visitors are found
// range by range of their hashes (visitor-ranges.ts), and the events of each are put in the order of time.
import { NO_VALUE } from '../../../foundation/dimensions/dimension.ts';
import {
  type Actions,
  ALL_VISITORS,
  actionsOf,
  type Revenue,
  type Run,
  secondsAt,
  secondsOf,
  type Visitors,
  visitorsBefore,
} from '../format/run.ts';
import { placesOfNumbers } from '../kernels/event-loops.ts';
import { EventKinds } from './event-kinds.ts';
import {
  type AskedVisitors,
  DAY_SECONDS,
  type LogEvents,
  type LogReads,
  type LogVisitors,
  type MeaningOf,
  needsEarlierDays,
  type RunsBelow,
  type Sampled,
  secondsWithin,
  type Visitor,
} from './log-question.ts';
import { NeededEvents } from './needed-events.ts';
import { type AskedEvents, type OpenRun, openRuns } from './open-runs.ts';
import { pageViewsAmong } from './page-views.ts';
import { pagesToldApart } from './pages-told-apart.ts';
import { APPEARANCE, countRanges, NOBODY } from './visitor-ranges.ts';
import { writeNumbers } from './write-numbers.ts';

/**
 * `visitor_type` is a property of a visitor's day: `new` on the first day that the runs have of the visitor, `returning` on later ones. So
 * it is the same in every window, and the values of a breakdown add up. Nobody is neither new nor returning. Page views change nothing of
 * what reports count: whoever has seen pages before is returning to other pages, but not to what the other events tell of.
 */
export const VISITOR_TYPES = ['new', 'returning', NO_VALUE] as const;
const NEW = 0;
const RETURNING = 1;
const NONE = 2;

export class RunsLog implements LogEvents {
  readonly runs: RunsBelow;
  readonly sampled: Sampled;
  readonly #reads: LogReads;

  /**
   * The runs may be of any days and in any order; several may be of the same day. `sampleRate`: count only this share of the visitors,
   * above 0 and at most 1, the same ones on every day.
   */
  constructor(all: readonly Run[], reads: LogReads, sampleRate = 1) {
    const threshold = all.reduce((lowest, run) => Math.min(lowest, run.threshold), visitorsBefore(sampleRate));
    this.runs = { all, threshold };
    this.sampled = threshold === ALL_VISITORS ? false : { rate: threshold / ALL_VISITORS };
    this.#reads = reads;
  }

  visitors<Meaning>(meaningOf: MeaningOf<Meaning>, asked: AskedVisitors<Meaning> = {}): LogVisitors<Meaning> {
    return new VisitorsOfRuns(this.runs, this.#reads, { meaningOf, ...asked });
  }
}

/** Which events mean something. */
interface Meant<Meaning> extends AskedVisitors<Meaning> {
  readonly meaningOf: MeaningOf<Meaning>;
}

class VisitorsOfRuns<Meaning> implements LogVisitors<Meaning> {
  readonly #reads: LogReads;
  readonly #threshold: number;
  readonly #runs: readonly OpenRun[];
  readonly #events: MeantEvents<Meaning>;

  constructor({ all, threshold }: RunsBelow, reads: LogReads, meant: Meant<Meaning>) {
    let events: MeantEvents<Meaning> | undefined;
    this.#reads = reads;
    this.#threshold = threshold;
    this.#runs = openRuns(all, {
      windows: reads.windows,
      threshold,
      needsEarlierDays: needsEarlierDays(reads),
      collect: (eventCount, asked) =>
        (events = new MeantEvents(reads, meant, eventCount, pagesToldApart(asked, reads))),
    });
    this.#events = events!;
  }

  get meanings(): readonly Meaning[] {
    return this.#events.meanings.filter((meaning) => meaning !== undefined);
  }

  /** The loop over everything: what it reads has local names, and the objects of events are used again. */
  each(count: (visitor: Visitor<Meaning>) => void): void {
    const { run: RUN, firstEvent: FIRST_EVENT, endEvent: END_EVENT, next: NEXT } = APPEARANCE;
    const { numbers, width, paid, meanings } = this.#events;
    const { needsTimes } = this.#reads;
    const runs = this.#runs;
    const days = Int32Array.from(runs, ({ day }) => day);
    const needsTypes = needsEarlierDays(this.#reads);
    const known: { day: number; time: number; revenue: number; meaning: Meaning }[] = [];
    /** By its length: the first ones of the known ones. Changing the length of an array takes longer than filling it. */
    const lists: (typeof known)[] = [];
    countRanges(runs, this.#threshold, (range) => {
      const { visitorCount } = range;
      const { appearances, first, nobody } = range.appearances();
      const { daily } = range;
      for (let visitor = NOBODY; visitor < visitorCount; visitor++) {
        const isNobody = visitor === NOBODY;
        let size = 0;
        let last = Number.NEGATIVE_INFINITY;
        let isInOrder = true;
        let firstDay = NO_DAY;
        let firstSeen = NO_DAY;
        for (let at = isNobody ? nobody : first[visitor]!; at >= 0; at = appearances[at + NEXT]!) {
          const run = appearances[at + RUN]!;
          const day = days[run]!;
          let ofDay = 0;
          if (needsTypes) {
            const { isEarlier, isPageViews } = runs[run]!;
            // Runs are in the order of days.
            if (firstSeen === NO_DAY) firstSeen = day;
            if (firstDay === NO_DAY && !isPageViews) firstDay = day;
            if (isEarlier) continue;
            ofDay = typeOn(day, isPageViews ? firstSeen : firstDay, isNobody);
          }
          const end = width * appearances[at + END_EVENT]!;
          for (let event = width * appearances[at + FIRST_EVENT]!; event < end; event += width) {
            const number = numbers[event]!;
            const isPaid = number < 0;
            const meaning = meanings[(isPaid ? paid.places[-1 - number]! : number) + ofDay];
            if (meaning === undefined) continue;
            const time = day * DAY_SECONDS + (needsTimes ? numbers[event + 1]! : 0);
            const amount = isPaid ? paid.amounts[-1 - number]! : 0;
            if (size === known.length) known.push({ day, time, revenue: amount, meaning });
            const own = known[size++]!;
            own.day = day;
            own.time = time;
            own.revenue = amount;
            own.meaning = meaning;
            if (time < last) isInOrder = false;
            last = time;
          }
        }
        if (size === 0) continue;
        const all = lists[size] ?? known.slice(0, size);
        if (size <= LIST_MAX) lists[size] = all;
        const events = needsTimes && !isInOrder ? all.toSorted((a, b) => a.time - b.time) : all;
        count({ isNobody, isDaily: daily[visitor] === 1, events });
      }
    });
  }
}

const NO_DAY = -1;
/** Most visitors have fewer events. */
const LIST_MAX = 100;

function typeOn(day: number, firstDay: number, isNobody: boolean): number {
  if (isNobody) return NONE;
  return day > firstDay ? RETURNING : NEW;
}

/** What is kept of a run between looking at it and adding its events. */
interface LookedAt {
  readonly actions: Actions;
  /** See `EventKinds.ofActions`. */
  readonly kinds: readonly number[];
}

/** Events of a run: all, or some. */
interface SomeEvents {
  readonly visitors: Visitors;
  /** The places of the events in the run. undefined: these are all. */
  readonly events: Int32Array | undefined;
  /** The place of the meaning of each event. */
  readonly written: Int32Array;
  /** The second of each event. It is empty if nobody needs them. */
  readonly seconds: Int32Array;
  readonly revenue: Revenue;
  /** It has a number for each event of the run: only those with the wanted one are kept. undefined: all are kept. */
  readonly arePageViews: Uint8Array | undefined;
}

/** The events that mean something, run after run. */
class MeantEvents<Meaning> implements AskedEvents {
  /**
   * The place of each event's meaning. Of an event with revenue, it is less than 0: -1 is the first one in `paid`, -2 the second one. If
   * times are needed, the seconds since 00:00 UTC of the date of the run's day follow it: they are read together.
   */
  readonly numbers: Int32Array;
  /** How many numbers an event has. */
  readonly width: 1 | 2;
  /** The place of the meaning, and the revenue, of each event that has some. */
  readonly paid: { readonly places: number[]; readonly amounts: number[] } = { places: [], amounts: [] };
  /** If the type of the visitor matters: one after the other for each type, from the place on. At the place 0 there is none. */
  readonly meanings: (Meaning | undefined)[] = [undefined];
  readonly #reads: LogReads;
  readonly #meant: Meant<Meaning>;
  readonly #meaningsPerKind: number;
  readonly #kinds: EventKinds;
  /** The place of the meaning of each kind, by its number. */
  readonly #places: number[] = [];
  readonly #areNeeded: (0 | 1)[] = [];
  /** undefined: all are needed. */
  readonly #needed: NeededEvents | undefined;
  readonly #lookedAt: LookedAt[] = [];
  #count = 0;

  constructor(reads: LogReads, meant: Meant<Meaning>, eventCount: number, toldApart: ReadonlySet<string> | undefined) {
    this.#reads = reads;
    this.#meant = meant;
    this.#meaningsPerKind = needsEarlierDays(reads) ? VISITOR_TYPES.length : 1;
    this.#kinds = new EventKinds(reads, toldApart);
    // The type of a visitor depends on all days.
    this.#needed = meant.needed && new NeededEvents(needsEarlierDays(reads) ? {} : meant.needed);
    this.width = reads.needsTimes ? 2 : 1;
    this.numbers = new Int32Array(this.width * eventCount);
  }

  /** Finds the events that visitors are needed for. */
  look(run: Run, visitors: Visitors, eventCount: number): void {
    const actions = actionsOf(run);
    const ofActions = this.#kinds.ofActions(run, actions);
    this.#lookedAt.push({ actions, kinds: ofActions });
    if (!this.#needed) return;
    const events = eventsOfTypes(actions, eventCount, this.#meant.needed!.types);
    const { places, kinds } = this.#kinds.ofRun(run, events, actions, ofActions);
    const areNeeded = new Uint8Array(kinds.length);
    for (let place = 0; place < kinds.length; place++) areNeeded[place] = this.#isNeededFor(kinds[place]!);
    let size = 0;
    for (let place = 0; place < events.length; place++) {
      events[size] = events[place]!;
      size += areNeeded[places[place]!]!;
    }
    this.#needed.add(run.day, visitors, events.subarray(0, size));
  }

  /** 1: visitors are needed for events of this kind. */
  #isNeededFor(kind: number): 0 | 1 {
    let isNeeded = this.#areNeeded[kind];
    if (isNeeded === undefined) {
      const place = this.#placeOf(kind);
      const meanings = place === 0 ? [] : this.meanings.slice(place, place + this.#meaningsPerKind);
      const { isNeededFor } = this.#meant.needed!;
      isNeeded = meanings.some((meaning) => meaning !== undefined && isNeededFor(meaning)) ? 1 : 0;
      this.#areNeeded[kind] = isNeeded;
    }
    return isNeeded;
  }

  add(run: Run, visitors: Visitors, eventCount: number): ReturnType<AskedEvents['add']> {
    const events = this.#someEvents(run, visitors, eventCount);
    if (!events.arePageViews) return this.#keepMeant(run.day, events);
    return { ...this.#keepMeant(run.day, events, 0), pageViews: this.#keepMeant(run.day, events, 1) };
  }

  #someEvents(run: Run, visitors: Visitors, eventCount: number): SomeEvents {
    const { actions, kinds: ofActions } = this.#lookedAt.shift()!;
    const { visitors: own, events } = this.#needed?.of(run.day, visitors, eventCount) ?? { visitors };
    const { places, kinds } = this.#kinds.ofRun(run, events ?? eventCount, actions, ofActions);
    const written = new Int32Array(events?.length ?? eventCount);
    const meant = new Int32Array(kinds.length);
    for (let place = 0; place < kinds.length; place++) meant[place] = this.#placeOf(kinds[place]!);
    writeNumbers(written, places, meant);
    const secondsIn = () => (events ? secondsAt(run, events) : secondsOf(run));
    return {
      visitors: own,
      events,
      written,
      seconds: this.#reads.needsTimes ? secondsIn() : NO_SECONDS,
      revenue: actions.revenue,
      arePageViews: needsEarlierDays(this.#reads) ? pageViewsAmong(run, eventCount) : undefined,
    };
  }

  /** Keeps the events that mean something. Returns their visitors; all visitors, if those of other events matter, too. */
  #keepMeant(
    day: number,
    { visitors: { high, low, counts }, events, written, seconds: ofEvents, revenue, arePageViews }: SomeEvents,
    wanted?: 0 | 1,
  ): Pick<OpenRun, 'visitors' | 'firstEvent' | 'endEvent'> {
    const { length } = counts;
    const { places: paidEvents, amounts } = revenue;
    const own = { high: new Uint32Array(length), low: new Uint32Array(length), counts: new Uint8Array(length) };
    const { numbers, width } = this;
    const hasTimes = width === 2;
    const { start = Number.NEGATIVE_INFINITY, end = Number.POSITIVE_INFINITY } =
      secondsWithin(this.#meant.timeSpan, day) ?? {};
    const keepsAll = needsEarlierDays(this.#reads);
    const firstEvent = this.#count;
    let [event, paidCount, visitorCount, added] = [0, 0, 0, firstEvent];
    let nextPaid = paidEvents[0] ?? NONE_PAID;
    for (let visitor = 0; visitor < length; visitor++) {
      const before = added;
      const endEvent = event + counts[visitor]!;
      let isLookedAt = arePageViews === undefined;
      for (; event < endEvent; event++) {
        let number = written[event]!;
        const ofRun = events ? events[event]! : event;
        while (nextPaid < ofRun) nextPaid = paidEvents[++paidCount] ?? NONE_PAID;
        if (arePageViews) {
          if (arePageViews[ofRun] !== wanted) continue;
          isLookedAt = true;
        }
        if (number === 0) continue;
        if (hasTimes) {
          const second = ofEvents[event]!;
          if (second < start || second >= end) continue;
          numbers[width * added + 1] = second;
        }
        if (nextPaid === ofRun) {
          this.paid.amounts.push(amounts[paidCount]!);
          number = -this.paid.places.push(number);
        }
        numbers[width * added++] = number;
      }
      if (added === before && !(keepsAll && isLookedAt)) continue;
      own.high[visitorCount] = high[visitor]!;
      own.low[visitorCount] = low[visitor]!;
      own.counts[visitorCount++] = added - before;
    }
    this.#count = added;
    const visitors = {
      high: own.high.subarray(0, visitorCount),
      low: own.low.subarray(0, visitorCount),
      counts: own.counts.subarray(0, visitorCount),
    };
    return { visitors, firstEvent, endEvent: added };
  }

  /** 0: events of this kind mean nothing, whoever the visitor is. */
  #placeOf(kind: number): number {
    let place = this.#places[kind];
    if (place === undefined) {
      place = this.#newPlaceOf(kind);
      this.#places[kind] = place;
    }
    return place;
  }

  #newPlaceOf(kind: number): number {
    const meaningOf = (visitorType?: string) => this.#meant.meaningOf(this.#kinds.kindOf(kind, visitorType));
    const meanings = this.#meaningsPerKind > 1 ? VISITOR_TYPES.map(meaningOf) : [meaningOf()];
    return meanings.every((meaning) => meaning === undefined) ? 0 : this.meanings.push(...meanings) - meanings.length;
  }
}

const NO_SECONDS = new Int32Array(0);
/** A place after all events. */
const NONE_PAID = 2 ** 31 - 1;

/** The places of the events of these types among the first events of a run. */
function eventsOfTypes(
  { types, numbers, subjects }: Actions,
  eventCount: number,
  wanted: readonly number[],
): Int32Array {
  const isWanted = Uint8Array.from({ length: subjects.heads.length * types.length }, (_, action) =>
    Number(wanted.includes(types[action % types.length]!)),
  );
  return placesOfNumbers(numbers.numbers(eventCount).subarray(0, eventCount), isWanted);
}
