// Accepted events as plain numbers, sorted by subject. Objects would take five times the memory and would be copied one
// by one between threads; numbers are transferred.
// Why: docs/decisions/imports.md, "Events wait as packed numbers, and two threads share the work".
import type { CatalogCache } from '../../engine/catalog/load-catalog.ts';
import type { Subject, SubjectKind } from '../../engine/catalog/subject.ts';
import { SELECTION } from '../../engine/event-log/format/log-event.ts';
import { type DimensionRows, NO_DIMENSIONS, packedRows } from '../../foundation/dimensions/dimension-rows.ts';
import { zoneOf } from '../../foundation/time/zone.ts';
import type { EventKeeper } from '../accept/accept-batch.ts';
import type { CountedEvent } from '../commit/count-events.ts';
import { AcceptedEvent, type CountedType } from '../events/event.ts';

/**
 * An event is its seconds since 1970 (unsigned), its type with the row of its dimensions, the halves of the visitor's hash, its revenue
 * and its claim.
 */
const NUMBERS_PER_EVENT = 6;
const CLAIM = 5;
/** The lowest bits are the type, the others are the row. */
const TYPE_BITS = 4;
const SECONDS_PER_DAY = 86_400;
const INT32_MAX = 2 ** 31 - 1;
const UINT32_MAX = 2 ** 32 - 1;
/** Counting an event takes up to a few hundred bytes. */
const EVENTS_PER_PART = 75_000;

interface SubjectKey {
  readonly websiteId: number;
  /** It is 0 if the subject is the website itself. */
  readonly campaignId: number;
  readonly kind: SubjectKind;
  readonly id: number;
}

/** The numbers from `start` to `end` are events of one subject. */
interface SubjectSlice {
  readonly subject: SubjectKey;
  /** The zone of the website when the events were accepted: they are counted and logged on the same day, even if it changes in between. */
  readonly timezone: string;
  readonly start: number;
  readonly end: number;
}

type ObjectEvent = AcceptedEvent<SubjectKey>;

/** The events of a batch, or a part of the events of several batches. */
export interface PackedEvents {
  readonly slices: readonly SubjectSlice[];
  readonly numbers: Int32Array<ArrayBuffer>;
  /**
   * Events that do not fit into the numbers: selections, orders with products or with very high revenue. Their dimensions are those below.
   */
  readonly objects: readonly ObjectEvent[];
  /** Only the event log needs them. */
  readonly dimensions: DimensionRows;
  /** The websites of the batch that keep their events, and the others. */
  readonly loggedIds: ReadonlySet<number>;
  readonly unloggedIds: ReadonlySet<number>;
}

/** A part that is only counted for the rollups, which need no dimensions. */
const WITHOUT_DIMENSIONS: Pick<PackedEvents, 'dimensions' | 'loggedIds' | 'unloggedIds'> = {
  dimensions: NO_DIMENSIONS,
  loggedIds: new Set(),
  unloggedIds: new Set(),
};

export class EventPacker implements EventKeeper<PackedEvents> {
  readonly #numbers = new Map<Subject, number[]>();
  /** Those of the batch, if events of it are logged. */
  #dimensions = NO_DIMENSIONS;
  readonly #loggedIds = new Set<number>();
  readonly #unloggedIds = new Set<number>();
  readonly #objects: ObjectEvent[] = [];
  readonly #catalog: Pick<CatalogCache, 'get'>;

  /** The catalog that the events are accepted with. */
  constructor(catalog: Pick<CatalogCache, 'get'>) {
    this.#catalog = catalog;
  }

  keep(event: AcceptedEvent): void {
    const { subject, type, revenue, dimensions } = event;
    const isLogged = dimensions !== NO_DIMENSIONS;
    if (isLogged) this.#dimensions = dimensions;
    (isLogged ? this.#loggedIds : this.#unloggedIds).add(subject.websiteId);
    const seconds = event.day * SECONDS_PER_DAY + event.second;
    if (type === SELECTION || event.products.length > 0 || revenue > INT32_MAX || seconds > UINT32_MAX) {
      this.#objects.push({ ...event, subject: keyOf(subject), dimensions: NO_DIMENSIONS });
      return;
    }
    let numbers = this.#numbers.get(subject);
    if (!numbers) {
      numbers = [];
      this.#numbers.set(subject, numbers);
    }
    const typeAndRow = type + (event.dimensionRow << TYPE_BITS);
    numbers.push(seconds, typeAndRow, event.visitorLow, event.visitorHigh, revenue, event.claim);
  }

  kept(): PackedEvents {
    const lists = [...this.#numbers.values()];
    const numbers = new Int32Array(lists.reduce((sum, { length }) => sum + length, 0));
    const slices: SubjectSlice[] = [];
    let end = 0;
    for (const [subject, list] of this.#numbers) {
      const start = end;
      end += list.length;
      numbers.set(list, start);
      const timezone = this.#catalog.get(subject.websiteId)!.zone.name;
      slices.push({ subject: keyOf(subject), timezone, start, end });
    }
    return {
      slices,
      numbers,
      objects: this.#objects,
      dimensions: packedRows(this.#dimensions),
      loggedIds: this.#loggedIds,
      unloggedIds: this.#unloggedIds,
    };
  }
}

function keyOf(subject: Subject): SubjectKey {
  const { websiteId, kind, id } = subject;
  let campaignId = 0;
  for (let above = subject; above.parent; above = above.parent) campaignId = above.id;
  return { websiteId, campaignId, kind, id };
}

/** Leaves out duplicates. `areNew` says for each claim of the batch whether its event is new (1). */
export function newOf(events: PackedEvents, areNew: Uint8Array): PackedEvents {
  if (!areNew.includes(0)) return events;
  const isNew = (claim: number) => claim === 0 || areNew[claim - 1] === 1;
  const numbers = new Int32Array(events.numbers.length);
  const slices: SubjectSlice[] = [];
  let end = 0;
  for (const slice of events.slices) {
    const start = end;
    for (let at = slice.start; at < slice.end; at += NUMBERS_PER_EVENT) {
      if (!isNew(events.numbers[at + CLAIM]!)) continue;
      for (let offset = 0; offset < NUMBERS_PER_EVENT; offset++) numbers[end + offset] = events.numbers[at + offset]!;
      end += NUMBERS_PER_EVENT;
    }
    slices.push({ ...slice, start, end });
  }
  const objects = events.objects.filter(({ claim }) => isNew(claim));
  return { ...events, slices, numbers: numbers.slice(0, end), objects };
}

/**
 * Divides the events of all batches into parts that can be counted one after the other in little memory.
 * The subjects of a campaign stay together, because parts that share a subject write the same rows twice.
 */
export function* partsOf(batches: readonly PackedEvents[], eventsPerPart = EVENTS_PER_PART): Generator<PackedEvents> {
  const objects = batches.flatMap((batch) => batch.objects);
  if (objects.length > 0) yield { ...WITHOUT_DIMENSIONS, slices: [], numbers: new Int32Array(), objects };

  const slices = batches.flatMap(({ slices: ofBatch, numbers }) => ofBatch.map((slice) => ({ slice, numbers })));
  slices.sort((a, b) => compareSubjects(a.slice.subject, b.slice.subject));
  let part: typeof slices = [];
  let length = 0;
  for (const entry of slices) {
    part.push(entry);
    length += entry.slice.end - entry.slice.start;
    if (length < eventsPerPart * NUMBERS_PER_EVENT) continue;
    yield joined(part, length);
    part = [];
    length = 0;
  }
  if (length > 0) yield joined(part, length);
}

function joined(entries: readonly { slice: SubjectSlice; numbers: Int32Array }[], length: number): PackedEvents {
  const numbers = new Int32Array(length);
  const slices: SubjectSlice[] = [];
  let end = 0;
  for (const { slice, numbers: ofBatch } of entries) {
    const start = end;
    end += slice.end - slice.start;
    numbers.set(ofBatch.subarray(slice.start, slice.end), start);
    slices.push({ ...slice, start, end });
  }
  return { ...WITHOUT_DIMENSIONS, slices, numbers, objects: [] };
}

/**
 * The websites whose events are logged. One that has switched its log on or off while the batches were accepted is not among them: then
 * only some of its events have dimensions, and the log must have all events of a commit.
 */
export function loggedIdsOf(batches: readonly PackedEvents[]): Set<number> {
  const logged = new Set(batches.flatMap(({ loggedIds }) => [...loggedIds]));
  for (const { unloggedIds } of batches) for (const id of unloggedIds) logged.delete(id);
  return logged;
}

/** The batches in the order of the file, because neighbours mostly have the same days. */
export function* logPartsOf(
  batches: readonly PackedEvents[],
  loggedIds: ReadonlySet<number>,
  eventsPerPart = EVENTS_PER_PART,
): Generator<readonly PackedEvents[]> {
  let part: PackedEvents[] = [];
  let events = 0;
  for (const batch of batches) {
    const { numbers, objects, loggedIds: ofBatch } = batch;
    if (![...ofBatch].some((id) => loggedIds.has(id))) continue;
    part.push(batch);
    events += numbers.length / NUMBERS_PER_EVENT + objects.length;
    if (events < eventsPerPart) continue;
    yield part;
    part = [];
    events = 0;
  }
  if (part.length > 0) yield part;
}

function compareSubjects(a: SubjectKey, b: SubjectKey): number {
  return a.websiteId - b.websiteId || a.campaignId - b.campaignId || a.kind - b.kind || a.id - b.id;
}

/** Calls `add` with each event. Most times it is the same object, because they are many. */
export async function eachPacked(
  { slices, numbers, objects, dimensions }: PackedEvents,
  catalog: CatalogCache,
  add: (subject: Subject, event: CountedEvent) => void,
): Promise<void> {
  await loadSubjects([...slices, ...objects], catalog);
  const event = new AcceptedEvent();
  event.dimensions = dimensions;
  for (const { subject: key, start, end, timezone } of slices) {
    const subject = findSubject(key, catalog);
    const zone = zoneOf(timezone);
    for (let at = start; at < end; at += NUMBERS_PER_EVENT) {
      const seconds = numbers[at]! >>> 0;
      const typeAndRow = numbers[at + 1]!;
      event.day = zone.dayAt(seconds * 1_000);
      event.second = seconds - event.day * SECONDS_PER_DAY;
      event.type = (typeAndRow & ((1 << TYPE_BITS) - 1)) as CountedType;
      event.dimensionRow = typeAndRow >>> TYPE_BITS;
      event.visitorLow = numbers[at + 2]!;
      event.visitorHigh = numbers[at + 3]!;
      event.revenue = numbers[at + 4]!;
      add(subject, event);
    }
  }
  for (const object of objects) add(findSubject(object.subject, catalog), { ...object, dimensions });
}

async function loadSubjects(named: readonly { subject: SubjectKey }[], catalog: CatalogCache): Promise<void> {
  const websiteIds = new Set(named.map(({ subject }) => subject.websiteId));
  await catalog.load([...websiteIds].filter((id) => catalog.get(id) === undefined));
}

function findSubject({ websiteId, kind, id }: SubjectKey, catalog: CatalogCache): Subject {
  const subject = catalog.get(websiteId)?.subjects[kind].get(id);
  if (!subject) throw new Error('the catalog changed while events were being counted');
  return subject;
}
