// What users see of the events that arrive at their website.
import { randomBytes } from 'node:crypto';
import { readSubjectNames, referenceKey, type SubjectNames } from '../../engine/catalog/subject-names.ts';
import { readToday } from '../../engine/catalog/website-zones.ts';
import { isoOfDay } from '../../engine/rollups/calendar.ts';
import type { Database } from '../../foundation/database/database.ts';
import { type Clock, isoSeconds } from '../../foundation/time/clock.ts';
import { readKeyNames } from '../ingest-keys/ingest-keys.ts';
import { ARRIVAL_OUTCOMES } from './arrival.ts';
import { type CountedArrivals, readArrivalCounts } from './arrival-counts.ts';
import type { RecentArrival, RecentArrivals } from './recent-arrivals.ts';

export const COUNTED_DAYS = 30;
/** A cursor remembers this many nodes. */
const NODES_MAX = 16;

export class ArrivalReports {
  readonly #database: Pick<Database, 'query'>;
  readonly #recent: RecentArrivals;
  readonly #clock: Clock;
  /** Each node has its own arrivals, with numbers of their own. */
  readonly #node = randomBytes(4).toString('hex');

  constructor(database: Pick<Database, 'query'>, recent: RecentArrivals, clock: Clock) {
    this.#database = database;
    this.#recent = recent;
    this.#clock = clock;
  }

  /**
   * Returns the arrivals of this node after the cursor, oldest first. The cursor has a position for every node: a client that a load
   * balancer sends from node to node gets the arrivals of all of them, each once.
   */
  async latest(websiteId: number, cursor: string | undefined) {
    this.#recent.watch(websiteId);
    const places = readCursor(cursor);
    const place = places.get(this.#node) ?? 0;
    const arrivals = this.#recent.after(websiteId, place);
    places.delete(this.#node);
    places.set(this.#node, this.#recent.lastNumberOf(websiteId) ?? place);
    const subjects = arrivals.map(({ subject }) => subject).filter((subject) => typeof subject === 'object');
    const keyIds = arrivals.map(({ keyId }) => keyId).filter((id) => id !== undefined);
    const names = {
      subjects: await readSubjectNames(this.#database, websiteId, subjects),
      keys: await readKeyNames(this.#database, websiteId, new Set(keyIds)),
    };
    return {
      arrivals: arrivals.map((arrival) => ({ id: `${this.#node}:${arrival.number}`, ...shown(arrival, names) })),
      cursor: writeCursor(places),
    };
  }

  async counts(websiteId: number) {
    const today = await readToday(this.#database, websiteId, this.#clock());
    const firstDay = today - COUNTED_DAYS + 1;
    const counts = await readArrivalCounts(this.#database, websiteId, firstDay);
    const byDay = (some: readonly CountedArrivals[]) => eventsByDay(some, firstDay);
    return {
      dates: Array.from({ length: COUNTED_DAYS }, (_, index) => isoOfDay(firstDay + index)),
      outcomes: ARRIVAL_OUTCOMES.map((outcome) => ({
        outcome,
        ...byDay(counts.filter((count) => count.outcome === outcome)),
      })),
      reasons: reasonsIn(counts)
        .map(([{ source, outcome, code }, same]) => ({ source, outcome, code, ...byDay(same) }))
        .sort((a, b) => b.events - a.events),
    };
  }
}

function readCursor(cursor = ''): Map<string, number> {
  const places = cursor === '' ? [] : cursor.split(',').map((place) => place.split(':'));
  return new Map(places.map(([node, number]) => [node!, Number(number)]));
}

/** In the cursor, the node that answered last comes last. */
function writeCursor(places: ReadonlyMap<string, number>): string {
  return [...places]
    .slice(-NODES_MAX)
    .map((place) => place.join(':'))
    .join(',');
}

interface Names {
  readonly subjects: SubjectNames;
  readonly keys: ReadonlyMap<number, string | null>;
}

function shown(arrival: RecentArrival, names: Names) {
  const { at, source, keyId, origin, outcome, count = 1, code, message, type, subject } = arrival;
  return {
    at: isoSeconds(at),
    source,
    key_id: keyId ?? null,
    key_name: keyId === undefined ? null : (names.keys.get(keyId) ?? null),
    origin: origin ?? null,
    outcome,
    events: count,
    code: code ?? null,
    message: message ?? null,
    type: type ?? null,
    subject: typeof subject === 'string' ? [subject] : ((subject && names.subjects.get(referenceKey(subject))) ?? null),
  };
}

function reasonsIn(counts: readonly CountedArrivals[]) {
  const withCode = counts.filter(({ code }) => code !== '');
  const groups = Map.groupBy(withCode, ({ source, outcome, code }) => [source, outcome, code].join('/'));
  return [...groups.values()].map((same) => [same[0]!, same] as const);
}

function eventsByDay(counts: readonly CountedArrivals[], firstDay: number) {
  const byDay = new Array<number>(COUNTED_DAYS).fill(0);
  for (const { day, events } of counts) if (day - firstDay < COUNTED_DAYS) byDay[day - firstDay]! += events;
  return { events: byDay.reduce((sum, events) => sum + events, 0), by_day: byDay };
}
