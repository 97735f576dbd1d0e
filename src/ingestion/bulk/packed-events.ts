// Accepted events as plain numbers, sorted by subject. Objects would take five times the memory and would be copied one
// by one between threads; numbers are transferred.
import type { CatalogCache } from '../../catalog/load-catalog.ts';
import type { Subject, SubjectKind } from '../../catalog/subject.ts';
import { Fold } from '../../rollups/fold.ts';
import { METRIC, type Metric } from '../../rollups/metric.ts';
import type { EventKeeper } from '../accept-batch.ts';
import { countEvent } from '../count-events.ts';
import { type AcceptedEvent, needsClaim } from '../event.ts';

/** An event is its day, its metric, two numbers (the halves of the visitor's hash; or an order's revenue and 0) and its claim. */
const NUMBERS_PER_EVENT = 5;
const CLAIM = 4;
const INT32_MAX = 2 ** 31 - 1;
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
  readonly start: number;
  readonly end: number;
}

/** Claims are numbered from 1 within their batch. An event that needs no claim has 0. */
interface ObjectEvent extends AcceptedEvent<SubjectKey> {
  readonly claim: number;
}

export interface PackedEvents {
  readonly slices: readonly SubjectSlice[];
  readonly numbers: Int32Array<ArrayBuffer>;
  /** Events that do not fit into five int32: selections, orders with products or with very high revenue. */
  readonly objects: readonly ObjectEvent[];
}

export class EventPacker implements EventKeeper<PackedEvents> {
  readonly #numbers = new Map<Subject, number[]>();
  readonly #objects: ObjectEvent[] = [];
  #claimCount = 0;

  keep(event: AcceptedEvent): void {
    const { subject, day, metric } = event;
    const claim = needsClaim(event) ? ++this.#claimCount : 0;
    if (metric === undefined || event.products.length > 0 || event.revenue > INT32_MAX) {
      this.#objects.push({ ...event, subject: keyOf(subject), claim });
      return;
    }
    let numbers = this.#numbers.get(subject);
    if (!numbers) {
      numbers = [];
      this.#numbers.set(subject, numbers);
    }
    if (metric === METRIC.orders) numbers.push(day, metric, event.revenue, 0, claim);
    else numbers.push(day, metric, event.visitorLow, event.visitorHigh, claim);
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
      slices.push({ subject: keyOf(subject), start, end });
    }
    return { slices, numbers, objects: this.#objects };
  }
}

function keyOf(subject: Subject): SubjectKey {
  const { websiteId, kind, id } = subject;
  let campaignId = 0;
  for (let above = subject; above.parent; above = above.parent) campaignId = above.id;
  return { websiteId, campaignId, kind, id };
}

/** The events of a batch, and for each of its claims whether the event is new (1). */
export type BatchToCount = readonly [events: PackedEvents, areNew: Uint8Array];

/**
 * Divides the new events of all batches into parts that can be counted one after the other in little memory.
 * The subjects of a campaign stay together, because parts that share a subject write the same rows twice.
 */
export function* partsOf(batches: readonly BatchToCount[], eventsPerPart = EVENTS_PER_PART): Generator<PackedEvents> {
  const objects = batches.flatMap(([events, areNew]) => events.objects.filter(({ claim }) => counts(areNew, claim)));
  if (objects.length > 0) yield { slices: [], numbers: new Int32Array(), objects };

  const slices = batches.flatMap((batch) => batch[0].slices.map((slice) => ({ slice, batch })));
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

function joined(entries: readonly { slice: SubjectSlice; batch: BatchToCount }[], lengthMax: number): PackedEvents {
  const numbers = new Int32Array(lengthMax);
  const slices: SubjectSlice[] = [];
  let end = 0;
  for (const { slice, batch } of entries) {
    const [events, areNew] = batch;
    const start = end;
    for (let at = slice.start; at < slice.end; at += NUMBERS_PER_EVENT) {
      if (!counts(areNew, events.numbers[at + CLAIM]!)) continue;
      for (let offset = 0; offset < NUMBERS_PER_EVENT; offset++) numbers[end++] = events.numbers[at + offset]!;
    }
    slices.push({ subject: slice.subject, start, end });
  }
  return { slices, numbers, objects: [] };
}

function counts(areNew: Uint8Array, claim: number): boolean {
  return claim === 0 || areNew[claim - 1] === 1;
}

function compareSubjects(a: SubjectKey, b: SubjectKey): number {
  return a.websiteId - b.websiteId || a.campaignId - b.campaignId || a.kind - b.kind || a.id - b.id;
}

/** Counts the events of each subject. The counts are not added to the ancestors yet. */
export async function foldPacked({ slices, numbers, objects }: PackedEvents, catalog: CatalogCache): Promise<Fold> {
  const fold = new Fold();
  await loadSubjects([...slices, ...objects], catalog);
  for (const { subject: key, start, end } of slices) {
    const subject = findSubject(key, catalog);
    for (let at = start; at < end; at += NUMBERS_PER_EVENT) {
      const day = numbers[at]!;
      const metric = numbers[at + 1]! as Metric;
      if (metric === METRIC.orders) fold.countOrder(subject, day, numbers[at + 2]!);
      else fold.count(subject, day, metric, numbers[at + 2]!, numbers[at + 3]!);
    }
  }
  for (const event of objects) countEvent(fold, findSubject(event.subject, catalog), event);
  return fold;
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
