// The events of runs, visitor by visitor, for the plain form of a question (log-question.ts).
//
// What events mean is looked up once for each kind of events (event-kinds.ts), not for each event. Then visitors are found
// range by range of their hashes (gather-visitors.ts), and the events of each are put in the order of time.
// Why: docs/decisions/reports.md, "New and returning are properties of a visitor's day".
import { NO_VALUE } from '../../../foundation/dimensions/dimension.ts';
import {
  type Actions,
  ALL_VISITORS,
  actionsOf,
  outsideOfDictionary,
  type Revenue,
  type Run,
  secondBytesOf,
  type Visitors,
  visitorsBefore,
} from '../format/run.ts';
import { keepEvents, placesOfNumbers, selectVisitors } from '../kernels/event-loops.ts';
import { EventKinds } from './event-kinds.ts';
import { gatherVisitors, NO_STEP } from './gather-visitors.ts';
import { GatheredVisitor } from './gathered-visitor.ts';
import {
  type AskedFollowing,
  type AskedVisitors,
  type Followed,
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
import { type AskedEvents, type OpenRun, type OwnEvents, openRuns } from './open-runs.ts';
import { pageViewsAmong } from './page-views.ts';
import { pagesToldApart } from './pages-told-apart.ts';

/**
 * `visitor_type` is a property of a visitor's day: `new` on the first day that the runs have of the visitor, `returning` on later ones. So
 * it is the same in every window, and the values of a breakdown add up. Nobody is neither new nor returning. Page views change nothing of
 * what reports count: whoever has seen pages before is returning to other pages, but not to what the other events tell of.
 */
export const VISITOR_TYPES = ['new', 'returning', NO_VALUE] as const;

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
      collect: (_, asked) => (events = new MeantEvents(reads, meant, pagesToldApart(asked, reads))),
    });
    this.#events = events!;
  }

  get meanings(): readonly Meaning[] {
    return this.#events.meanings.filter((meaning) => meaning !== undefined);
  }

  each(count: (visitor: Visitor<Meaning>) => void): void {
    const { meanings } = this.#events;
    gatherVisitors(this.#runs, this.#asked(), this.#threshold, (range) => {
      const visitor = new GatheredVisitor(range, meanings);
      for (let number = 0; number < range.visitorCount; number++) if (visitor.goTo(number)) count(visitor);
    });
  }

  follow(asked: AskedFollowing<Meaning>, followed: Followed<Meaning>): void {
    const { withinSeconds, depth, isBackwards } = asked;
    const { meanings } = this.#events;
    const following = {
      ...{ withinSeconds, depth, isBackwards },
      matches: Uint8Array.from(meanings, (meaning) => Number(meaning !== undefined && asked.matches(meaning))),
      steps: Int32Array.from(meanings, (meaning) =>
        meaning === undefined ? NO_STEP : (asked.stepOf(meaning) ?? NO_STEP),
      ),
    };
    gatherVisitors(this.#runs, { ...this.#asked(), following }, this.#threshold, (range) => {
      const { paths, dailyCount, others } = range.followed!;
      followed.addPaths(paths);
      followed.addDaily(dailyCount);
      const visitor = new GatheredVisitor(range, meanings);
      for (const number of others) if (visitor.goTo(number)) followed.add(visitor);
    });
  }

  #asked() {
    const { meanings } = this.#events;
    const isMeant = needsEarlierDays(this.#reads)
      ? Uint8Array.from(meanings, (meaning) => Number(meaning !== undefined))
      : undefined;
    return { hasTimes: this.#reads.needsTimes === true, isMeant };
  }
}

/** What is kept of a run between looking at it and adding its events. */
interface LookedAt {
  readonly actions: Actions;
  /** See `EventKinds.ofActions`. */
  readonly kinds: readonly number[];
}

/** Events of a run, all or some, and their revenue. */
interface SomeEvents
  extends Pick<
    Parameters<typeof keepEvents>[0],
    'visitors' | 'needed' | 'kinds' | 'meanings' | 'events' | 'seconds' | 'secondBytes' | 'runEvents' | 'arePageViews'
  > {
  readonly revenue: Revenue;
}

const NO_REVENUE: Revenue = { places: new Int32Array(0), amounts: new Float64Array(0) };

/** The events that mean something, run after run. */
class MeantEvents<Meaning> implements AskedEvents {
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

  constructor(reads: LogReads, meant: Meant<Meaning>, toldApart: ReadonlySet<string> | undefined) {
    this.#reads = reads;
    this.#meant = meant;
    this.#meaningsPerKind = needsEarlierDays(reads) ? VISITOR_TYPES.length : 1;
    this.#kinds = new EventKinds(reads, toldApart);
    // The type of a visitor depends on all days.
    this.#needed = meant.needed && new NeededEvents(needsEarlierDays(reads) ? {} : meant.needed);
  }

  /** Finds the events that visitors are needed for. */
  look(run: Run, visitors: Visitors, eventCount: number): void {
    const actions = actionsOf(run);
    const ofActions = this.#kinds.ofActions(run, actions);
    this.#lookedAt.push({ actions, kinds: ofActions });
    if (!this.#needed) return;
    const { types, isNeededFor } = this.#meant.needed!;
    const events = eventsOfTypes(actions, eventCount, types);
    const needed = isNeededFor ? this.#neededAmong(events, run, actions, ofActions) : events;
    this.#needed.add(run.day, visitors, needed);
  }

  #neededAmong(events: Int32Array, run: Run, actions: Actions, ofActions: readonly number[]): Int32Array {
    const { places, kinds } = this.#kinds.ofRun(run, events, actions, ofActions);
    const areNeeded = new Uint8Array(kinds.length);
    for (let place = 0; place < kinds.length; place++) {
      const kind = kinds[place];
      if (kind !== undefined) areNeeded[place] = this.#isNeededFor(kind);
    }
    const { length } = events;
    let size = 0;
    for (let place = 0; place < length; place++) {
      events[size] = events[place]!;
      size += areNeeded[places[place]!]!;
    }
    return events.subarray(0, size);
  }

  /** 1: visitors are needed for events of this kind. */
  #isNeededFor(kind: number): 0 | 1 {
    let isNeeded = this.#areNeeded[kind];
    if (isNeeded === undefined) {
      const place = this.#placeOf(kind);
      const meanings = place === 0 ? [] : this.meanings.slice(place, place + this.#meaningsPerKind);
      const { isNeededFor } = this.#meant.needed!;
      isNeeded = meanings.some((meaning) => meaning !== undefined && isNeededFor!(meaning)) ? 1 : 0;
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
    const needed = this.#needed?.visitorsOn(run.day);
    // Values are looked up, and columns decoded, for needed events alone. If there is nothing of both, one loop does everything.
    const isChosenBefore = needed !== undefined && (run.decoded === undefined || this.#kinds.haveValues(actions));
    const { visitors: own, events } = isChosenBefore ? selectVisitors(visitors, eventCount, needed) : { visitors };
    const { places, kinds } = this.#kinds.ofRun(run, events ?? eventCount, actions, ofActions);
    // Runs have hundreds of kinds: `Int32Array.from` takes several times as long.
    const meanings = new Int32Array(kinds.length);
    for (let place = 0; place < kinds.length; place++) {
      const kind = kinds[place];
      if (kind !== undefined) meanings[place] = this.#placeOf(kind);
    }
    return {
      visitors: own,
      needed: isChosenBefore ? undefined : needed,
      events,
      kinds: places.subarray(0, events?.length ?? eventCount),
      meanings,
      ...this.#secondsOf(run),
      runEvents: run.eventCount,
      revenue: this.#reads.needsRevenue === false ? NO_REVENUE : actions.revenue,
      arePageViews: needsEarlierDays(this.#reads) ? pageViewsAmong(run, eventCount) : undefined,
    };
  }

  /** Seconds that are not decoded are read of the events alone that matter. */
  #secondsOf(run: Run): Pick<SomeEvents, 'seconds' | 'secondBytes'> {
    const seconds = this.#reads.needsTimes ? run.decoded?.seconds : undefined;
    return { seconds, secondBytes: this.#reads.needsTimes && !seconds ? secondBytesOf(run) : undefined };
  }

  /** Keeps the events that mean something. Returns their visitors; all visitors, if those of other events matter, too. */
  #keepMeant(
    day: number,
    { revenue, ...some }: SomeEvents,
    wanted: 0 | 1 = 0,
  ): Pick<OpenRun, 'visitors' | 'firstEvent' | 'endEvent' | 'events'> {
    const { start = Number.NEGATIVE_INFINITY, end = Number.POSITIVE_INFINITY } =
      secondsWithin(this.#meant.timeSpan, day) ?? {};
    const kept = keepEvents({
      ...some,
      ...{ startSecond: start, endSecond: end, paidEvents: revenue.places, wanted },
      keepsVisitors: needsEarlierDays(this.#reads),
    });
    if (!kept) throw outsideOfDictionary();
    const { visitors, places, seconds, paid } = kept;
    const events: OwnEvents = {
      places: places.slice(),
      seconds: this.#reads.needsTimes ? seconds.slice() : undefined,
      amounts: numbersAt(revenue.amounts, paid),
    };
    return { visitors, firstEvent: 0, endEvent: events.places.length, events };
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

/** A loop: `Float64Array.from` takes several times as long. */
function numbersAt(numbers: Float64Array, places: Int32Array): Float64Array {
  const { length } = places;
  const own = new Float64Array(length);
  for (let index = 0; index < length; index++) own[index] = numbers[places[index]!]!;
  return own;
}

/** The places of the events of these types among the first events of a run. */
function eventsOfTypes(
  { types, numbers, subjects }: Actions,
  eventCount: number,
  wanted: readonly number[],
): Int32Array {
  const isWanted = new Uint8Array(subjects.heads.length * types.length);
  for (const [place, type] of types.entries()) {
    if (!wanted.includes(type)) continue;
    for (let action = place; action < isWanted.length; action += types.length) isWanted[action] = 1;
  }
  return placesOfNumbers(numbers.numbers(eventCount).subarray(0, eventCount), isWanted);
}
