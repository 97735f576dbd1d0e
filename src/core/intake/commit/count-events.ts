// The third stage of a batch: its accepted events are counted, before anything is locked. This file is for the events of the
// collector, which stay objects. File imports have many more events, and pack them: see bulk/.
import { CatalogCache } from '../../engine/catalog/load-catalog.ts';
import type { Subject } from '../../engine/catalog/subject.ts';
import type { EventsByDay } from '../../engine/event-log/format/day-events.ts';
import { type LogEventType, PAGE_VIEW, RESTATED_ORDER, SELECTION } from '../../engine/event-log/format/log-event.ts';
import { EventLogger, type LogRows } from '../../engine/event-log/storage/log-rows.ts';
import { Fold, PRODUCT_LIST } from '../../engine/rollups/fold.ts';
import { METRIC } from '../../engine/rollups/metric.ts';
import { OrderSourceCounts, type OrderSourceRow, type OrderSources } from '../../engine/rollups/order-sources.ts';
import { type RollupRows, rowsOf } from '../../engine/rollups/rows.ts';
import type { Database } from '../../foundation/database/database.ts';
import { DimensionReader } from '../../foundation/dimensions/event-dimensions.ts';
import { type AcceptedBatch, acceptBatch } from '../accept/accept-batch.ts';
import type { KnownVisits } from '../accept/resolve-dimensions.ts';
import type { Batch, DecodeProtocol } from '../events/batch.ts';
import type { AcceptedEvent } from '../events/event.ts';
import type { OrderChange, OrderPlace, OrderValue } from '../events/order.ts';

/** What is stored of some events. */
export interface CountedRows {
  readonly rollups: RollupRows;
  readonly log: LogRows;
  /** The rows of orders that have changed. undefined: none has. */
  readonly orderSources?: readonly OrderSourceRow[];
}

/** Counts the events of these batches. The value of a batch says for each of its claims whether the event is new (1). */
export type CountEvents<Events> = (
  batches: ReadonlyMap<AcceptedBatch<Events>, Uint8Array>,
) => AsyncIterable<CountedRows>;

/** Counts orders that count for something else than before. The batches are those of the commit, as in `CountEvents`. */
export type CountChanges<Events> = (
  changes: readonly OrderChange[],
  batches: ReadonlyMap<AcceptedBatch<Events>, Uint8Array>,
) => Promise<CountedRows>;

interface CollectedEventsOptions {
  /** How many subjects of the catalog are kept in memory. */
  readonly catalogSubjectsMax?: number | undefined;
  readonly visits?: KnownVisits;
  /** Needed for batches in the format of another service's protocol. */
  readonly decodeProtocol?: DecodeProtocol | undefined;
}

/** Accepts and counts events that stay objects in memory. */
export class CollectedEvents {
  readonly #catalog: CatalogCache;
  readonly #options: CollectedEventsOptions;
  /** Serves the batches that are accepted with the same state of the catalog, which are about those of one commit. */
  #read = new DimensionReader();

  constructor(database: Database, options: CollectedEventsOptions = {}) {
    this.#catalog = new CatalogCache(database, options.catalogSubjectsMax);
    this.#options = options;
  }

  /** Call it before `accept`, once for several batches. */
  refreshCatalog(): Promise<void> {
    this.#read = new DimensionReader();
    return this.#catalog.refresh();
  }

  accept(batch: Batch, nowMs: number): Promise<AcceptedBatch<AcceptedEvent[]> | Batch> {
    const events: AcceptedEvent[] = [];
    const keeper = { keep: (event: AcceptedEvent) => events.push(event), kept: () => events };
    const { visits, decodeProtocol } = this.#options;
    return acceptBatch(batch, this.#catalog, nowMs, keeper, { visits, read: this.#read, decodeProtocol });
  }

  readonly count: CountEvents<AcceptedEvent[]> = (batches) => this.#count(batches);

  async *#count(batches: Parameters<CountEvents<AcceptedEvent[]>>[0]): AsyncGenerator<CountedRows> {
    await this.#loadWebsites(batches.keys());
    const counter = new EventCounter(this.#catalog);
    for (const [{ events }, areNew] of batches) {
      for (const event of events) {
        if (event.claim === 0 || areNew[event.claim - 1]) counter.add(this.#currentSubject(event), event);
      }
    }
    yield counter.rows();
  }

  /** The websites are loaded: `count` has counted the same batches before. */
  readonly countChanges: CountChanges<AcceptedEvent[]> = async (changes) => {
    const counter = new EventCounter(this.#catalog);
    for (const change of changes) counter.change(subjectOf(change.place, this.#catalog), change);
    return counter.rows();
  };

  /** Loads the websites of batches that were accepted with an earlier state of the catalog. */
  async #loadWebsites(batches: Iterable<AcceptedBatch>): Promise<void> {
    const websiteIds = new Set(Array.from(batches, (batch) => batch.websiteIds).flat());
    await this.#catalog.load([...websiteIds].filter((id) => this.#catalog.get(id) === undefined));
  }

  /**
   * Returns the subject's object in the current catalog, because a fold compares subjects by identity. An erased website has no such
   * object, but then the commit refuses the batch.
   */
  #currentSubject({ websiteId, subject }: AcceptedEvent): Subject {
    return this.#catalog.get(websiteId)?.subjects[subject.kind].get(subject.id) ?? subject;
  }
}

/** Records of the catalog are never deleted or moved, as long as their website is there. */
export function subjectOf({ websiteId, subject }: OrderPlace, catalog: Pick<CatalogCache, 'get'>): Subject {
  const found = catalog.get(websiteId)?.subjects[subject.kind].get(subject.id);
  if (!found) throw new Error('the catalog changed while orders were being counted');
  return found;
}

/** What is counted of an accepted event, apart from its subject. */
export type CountedEvent = Pick<
  AcceptedEvent,
  | 'type'
  | 'day'
  | 'second'
  | 'visitorLow'
  | 'visitorHigh'
  | 'revenue'
  | 'products'
  | 'list'
  | 'value'
  | 'dimensions'
  | 'dimensionRow'
>;

/** Counts events for the rollups, and keeps those of websites that have an event log. */
export class EventCounter {
  readonly #fold = new Fold();
  readonly #log: EventLogger;
  readonly #sources = new OrderSourceCounts();

  constructor(catalog: Pick<CatalogCache, 'get'>, hasLog?: (websiteId: number) => boolean) {
    const isLogged = hasLog ?? ((websiteId: number) => catalog.get(websiteId)?.settings.event_log ?? false);
    this.#log = new EventLogger(isLogged, 'collector');
  }

  add(subject: Subject, event: CountedEvent): void {
    countEvent(this.#fold, subject, event);
    const events = this.#log.eventsOf(subject.websiteId);
    if (events) logEvent(events, subject, event);
  }

  /** What was counted of the order is taken back, and what is left of it is counted as an order again. */
  change(subject: Subject, { place, before, after }: OrderChange): void {
    if (before) {
      countOrder(this.#fold, subject, place.day, before, -1);
      this.#logOrder(subject, place, RESTATED_ORDER, -before.revenue);
    }
    if (after) {
      countOrder(this.#fold, subject, place.day, after, 1);
      this.#logOrder(subject, place, before ? RESTATED_ORDER : METRIC.orders, after.revenue);
    }
    this.#sources.add(subject, place.day, sourcesOf(place, before, after));
  }

  #logOrder(subject: Subject, place: OrderPlace, type: LogEventType, revenue: number): void {
    const { visitorLow, visitorHigh, day, second } = place;
    const dimensions = place.dimensions ?? {};
    const event = { visitorLow, visitorHigh, day, second, type, subject, revenue, dimensions };
    this.#log.eventsOf(subject.websiteId)?.add(event);
  }

  /** Call it once, after the last event. */
  rows(): CountedRows {
    this.#fold.rollUp();
    return { rollups: rowsOf(this.#fold), log: this.#log.rows(), orderSources: this.#sources.rows() };
  }
}

/** An order that was counted before has changed because of refunds. */
function sourcesOf({ isCredited }: OrderPlace, before: OrderValue | null, after: OrderValue | null): OrderSources {
  const orders = Number(after !== null) - Number(before !== null);
  const revenue = (after?.revenue ?? 0) - (before?.revenue ?? 0);
  return {
    credited_orders: isCredited ? orders : 0,
    credited_revenue: isCredited ? revenue : 0,
    refunded_orders: before ? Math.abs(orders) : 0,
    refunded_revenue: before ? Math.abs(revenue) : 0,
  };
}

export function logEvent(events: EventsByDay, subject: Subject, event: CountedEvent): void {
  const { visitorLow, visitorHigh, day, second, type, revenue, dimensions, dimensionRow } = event;
  events.addRow({ visitorLow, visitorHigh, day, second, type, subject, revenue }, dimensions, dimensionRow);
}

export function countEvent(fold: Fold, subject: Subject, event: CountedEvent): void {
  const { day, type } = event;
  if (type === PAGE_VIEW) return;
  if (type === SELECTION) fold.valueCell(subject, day, event.list, event.value).selections++;
  else if (type !== METRIC.orders) fold.count(subject, day, type, event.visitorLow, event.visitorHigh);
  else countOrder(fold, subject, day, event, 1);
}

/** `sign`: -1 takes it back. An order counts once per product, whatever the quantity. */
function countOrder(fold: Fold, subject: Subject, day: number, { revenue, products }: OrderValue, sign: 1 | -1): void {
  fold.countOrder(subject, day, revenue, sign);
  const counted = new Set<string | null>();
  for (const product of products) {
    const cell = fold.valueCell(subject, day, PRODUCT_LIST, product.value);
    if (!counted.has(product.value)) cell.orders += sign;
    counted.add(product.value);
    cell.revenue += sign * product.revenue;
  }
}
