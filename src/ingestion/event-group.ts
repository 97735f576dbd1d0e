// The events of one commit: batches are accepted one by one, then counted together.
import { CatalogCache } from '../catalog/load-catalog.ts';
import type { Database } from '../database/database.ts';
import { Fold, PRODUCT_LIST } from '../rollups/fold.ts';
import { METRIC, type Metric } from '../rollups/metric.ts';
import { type RollupRows, rowsOf } from '../rollups/rows.ts';
import { type AcceptedBatch, acceptBatch } from './accept-batch.ts';
import type { Batch, ListedEvent } from './batch.ts';
import { type AcceptedEvent, type EventType, needsClaim } from './event.ts';

export interface EventGroup {
  /** Once it resolves, the batch's bytes are not needed any more. Throws `UnregisteredKeys`. */
  accept(batch: Batch, nowMs: number): Promise<AcceptedBatch>;
  /** Call it when keys were registered. Groups that read the catalog anew for each batch don't have it. */
  readNewKeys?(): Promise<void>;
  /** Counts the events of these batches. The value of a batch says for each claim whether its event is new (1). */
  count(batches: ReadonlyMap<AcceptedBatch, Uint8Array>): Iterable<RollupRows> | AsyncIterable<RollupRows>;
  /** The first `max` events of a batch, to be shown to people. Files have no use for it. */
  list?(batch: AcceptedBatch, areNew: Uint8Array, max: number): ListedEvent[];
}

/** Creates groups that keep their events as objects. Files have many more events and use bulk/. */
export function eventGroups(database: Database, catalogSubjectsMax?: number): () => Promise<EventGroup> {
  const catalog = new CatalogCache(database, catalogSubjectsMax);
  return async () => {
    await catalog.refresh();
    return new SimpleGroup(catalog);
  };
}

class SimpleGroup implements EventGroup {
  readonly #catalog: CatalogCache;
  readonly #events = new Map<AcceptedBatch, AcceptedEvent[]>();

  constructor(catalog: CatalogCache) {
    this.#catalog = catalog;
  }

  async accept(batch: Batch, nowMs: number): Promise<AcceptedBatch> {
    const events: AcceptedEvent[] = [];
    const accepted = await acceptBatch(batch, this.#catalog, nowMs, (event) => events.push(event));
    this.#events.set(accepted, events);
    return accepted;
  }

  /** Subjects are compared by identity, so the events that were accepted before get those of the new catalog. */
  async readNewKeys(): Promise<void> {
    await this.#catalog.refresh();
    const events = [...this.#events.values()].flat();
    const websiteIds = new Set(events.map(({ websiteId }) => websiteId));
    await this.#catalog.load([...websiteIds].filter((id) => this.#catalog.get(id) === undefined));
    for (const event of events) {
      const { kind, id } = event.subject;
      event.subject = this.#catalog.get(event.websiteId)?.subjects[kind].get(id) ?? event.subject;
    }
  }

  count(batches: ReadonlyMap<AcceptedBatch, Uint8Array>): RollupRows[] {
    const fold = new Fold();
    for (const [batch, areNew] of batches) {
      let claim = 0;
      for (const event of this.#events.get(batch)!) {
        if (!needsClaim(event) || areNew[claim++]) countEvent(fold, event);
      }
    }
    fold.rollUp();
    return [rowsOf(fold)];
  }

  list(batch: AcceptedBatch, areNew: Uint8Array, max: number): ListedEvent[] {
    let claim = 0;
    return this.#events
      .get(batch)!
      .slice(0, max)
      .map((event) => ({
        type: event.metric === undefined ? 'selection' : TYPE_OF_METRIC[event.metric],
        subject: { kind: event.subject.kind, id: event.subject.id },
        isDuplicate: needsClaim(event) && !areNew[claim++],
      }));
  }
}

const TYPE_OF_METRIC: Readonly<Record<Metric, EventType>> = {
  [METRIC.views]: 'view',
  [METRIC.conversions]: 'conversion',
  [METRIC.completions]: 'completion',
  [METRIC.submissions]: 'submission',
  [METRIC.subscribes]: 'subscribe',
  [METRIC.orders]: 'order',
};

export function countEvent(fold: Fold, event: AcceptedEvent): void {
  const { subject, day, metric } = event;
  if (metric === undefined) fold.valueCell(subject, day, event.list, event.value).selections++;
  else if (metric !== METRIC.orders) fold.count(subject, day, metric, event.visitorLow, event.visitorHigh);
  else {
    fold.countOrder(subject, day, event.revenue);
    countProducts(fold, event);
  }
}

/** An order counts once per product, whatever the quantity. */
function countProducts(fold: Fold, { subject, day, products }: AcceptedEvent): void {
  const counted = new Set<string | null>();
  for (const { value, revenue } of products) {
    const cell = fold.valueCell(subject, day, PRODUCT_LIST, value);
    if (!counted.has(value)) cell.orders++;
    counted.add(value);
    cell.revenue += revenue;
  }
}
