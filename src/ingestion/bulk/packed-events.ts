// Accepted events as plain numbers, sorted by subject. Objects would take five times the memory and would be copied one
// by one between threads; numbers are transferred.
import type { CatalogCache } from '../../catalog/load-catalog.ts';
import type { Subject, SubjectKind } from '../../catalog/subject.ts';
import type { DimensionValues } from '../../dimensions/dimension.ts';
import type { Metric } from '../../rollups/metric.ts';
import type { EventKeeper } from '../accept-batch.ts';
import type { CountedEvent } from '../count-events.ts';
import { AcceptedEvent, needsClaim } from '../event.ts';

/** An event is its seconds since 1970 (unsigned), its metric with the index of its dimensions, the halves of the visitor's hash, its revenue and its claim. */
const NUMBERS_PER_EVENT = 6;
const METRIC_AND_DIMENSIONS = 1;
const CLAIM = 5;
/** The lowest bits are the metric, the others are the index. */
const METRIC_BITS = 3;
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
  /** The dimensions of the packed events, each combination once. */
  readonly dimensions: readonly DimensionValues[];
  /** Events that do not fit into the numbers: selections, orders with products or with very high revenue. */
  readonly objects: readonly ObjectEvent[];
}

export class EventPacker implements EventKeeper<PackedEvents> {
  readonly #numbers = new Map<Subject, number[]>();
  readonly #dimensions = new DimensionList();
  readonly #objects: ObjectEvent[] = [];
  #claimCount = 0;

  keep(event: AcceptedEvent): void {
    const { subject, metric, revenue } = event;
    const claim = needsClaim(event) ? ++this.#claimCount : 0;
    const seconds = event.day * SECONDS_PER_DAY + event.second;
    if (metric === undefined || event.products.length > 0 || revenue > INT32_MAX || seconds > UINT32_MAX) {
      this.#objects.push({ ...event, subject: keyOf(subject), claim });
      return;
    }
    let numbers = this.#numbers.get(subject);
    if (!numbers) {
      numbers = [];
      this.#numbers.set(subject, numbers);
    }
    const metricAndDimensions = metric + (this.#dimensions.indexOf(event.dimensions) << METRIC_BITS);
    numbers.push(seconds, metricAndDimensions, event.visitorLow, event.visitorHigh, revenue, claim);
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
    return { slices, numbers, dimensions: this.#dimensions.list, objects: this.#objects };
  }
}

/** Each combination of dimensions once. */
class DimensionList {
  readonly list: DimensionValues[] = [];
  readonly #indexes = new Map<string, number>();
  #last: DimensionValues | undefined;
  #lastIndex = 0;

  indexOf(dimensions: DimensionValues): number {
    // Events without dimensions share one object.
    if (dimensions !== this.#last) {
      this.#lastIndex = this.#findIndex(dimensions);
      this.#last = dimensions;
    }
    return this.#lastIndex;
  }

  #findIndex(dimensions: DimensionValues): number {
    const key = JSON.stringify(dimensions);
    const known = this.#indexes.get(key);
    if (known !== undefined) return known;
    this.#indexes.set(key, this.list.length);
    return this.list.push(dimensions) - 1;
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
  if (objects.length > 0) yield { slices: [], numbers: new Int32Array(), dimensions: [], objects };

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
  const dimensions = new DimensionList();
  const slices: SubjectSlice[] = [];
  let end = 0;
  for (const { slice, batch } of entries) {
    const [events, areNew] = batch;
    const start = end;
    for (let at = slice.start; at < slice.end; at += NUMBERS_PER_EVENT) {
      if (!counts(areNew, events.numbers[at + CLAIM]!)) continue;
      const both = events.numbers[at + METRIC_AND_DIMENSIONS]!;
      const index = dimensions.indexOf(events.dimensions[both >>> METRIC_BITS]!);
      for (let offset = 0; offset < NUMBERS_PER_EVENT; offset++) numbers[end + offset] = events.numbers[at + offset]!;
      numbers[end + METRIC_AND_DIMENSIONS] = metricOf(both) + (index << METRIC_BITS);
      end += NUMBERS_PER_EVENT;
    }
    slices.push({ subject: slice.subject, start, end });
  }
  return { slices, numbers, dimensions: dimensions.list, objects: [] };
}

function metricOf(metricAndDimensions: number): Metric {
  return (metricAndDimensions & ((1 << METRIC_BITS) - 1)) as Metric;
}

function counts(areNew: Uint8Array, claim: number): boolean {
  return claim === 0 || areNew[claim - 1] === 1;
}

function compareSubjects(a: SubjectKey, b: SubjectKey): number {
  return a.websiteId - b.websiteId || a.campaignId - b.campaignId || a.kind - b.kind || a.id - b.id;
}

/** Calls `add` with each event. It is the same object each time, because they are many. */
export async function eachPacked(
  { slices, numbers, dimensions, objects }: PackedEvents,
  catalog: CatalogCache,
  add: (subject: Subject, event: CountedEvent) => void,
): Promise<void> {
  await loadSubjects([...slices, ...objects], catalog);
  const event = new AcceptedEvent();
  for (const { subject: key, start, end } of slices) {
    const subject = findSubject(key, catalog);
    for (let at = start; at < end; at += NUMBERS_PER_EVENT) {
      const seconds = numbers[at]! >>> 0;
      const both = numbers[at + METRIC_AND_DIMENSIONS]!;
      event.day = Math.floor(seconds / SECONDS_PER_DAY);
      event.second = seconds % SECONDS_PER_DAY;
      event.metric = metricOf(both);
      event.dimensions = dimensions[both >>> METRIC_BITS]!;
      event.visitorLow = numbers[at + 2]!;
      event.visitorHigh = numbers[at + 3]!;
      event.revenue = numbers[at + 4]!;
      add(subject, event);
    }
  }
  for (const object of objects) add(findSubject(object.subject, catalog), object);
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
