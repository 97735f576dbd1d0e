// Orders of a file that name no subject. What they are credited to must not depend on how the file is cut into commits, so they are
// credited when all touches of the file are known:
//
// - A commit of the file stores such an order as deferred, and its claim, so that it counts once. It also notes the import as unsettled
//   (unsettled-imports.ts), all in one transaction. A refund lowers what is stored of the order; nothing of it is counted yet.
// - At the end of the file, its deferred orders are credited and counted, some at a time. Each transaction deletes what it counts, and the
//   last one of a website the note. An import that was killed has its notes and orders still: run again, it goes on, and finishes.
// - While an import is unsettled, the website's touches are not swept. If it is not continued within a day, the daily sweep finishes it,
//   with the touches that are known by then. So an order that was accepted is always counted.
// Why: docs/decisions/imports.md, "Orders of a file are credited when all of it is counted".
import { CatalogCache } from '../../engine/catalog/load-catalog.ts';
import { storeLog } from '../../engine/event-log/storage/store.ts';
import { storeOrderSources } from '../../engine/rollups/order-sources.ts';
import { holdWebsite, type LockedWebsites, lockWebsites, storeRows } from '../../engine/rollups/store.ts';
import type { Database, Queries } from '../../foundation/database/database.ts';
import type { Clock } from '../../foundation/time/clock.ts';
import type { OrderChange, OrderPlace } from '../events/order.ts';
import { creditOrders } from '../orders/credit-orders.ts';
import { type DeferredOrder, readOrders, takeDeferred, writeCredit } from '../orders/order-rows.ts';
import { isSameValue } from '../orders/refund-order.ts';
import { importsBefore, removeImport, websitesOfImport } from '../orders/unsettled-imports.ts';
import { EventCounter, subjectOf } from './count-events.ts';

/** Others wait while so many are credited and counted. */
const ORDERS_PER_PIECE = 2_000;
/** When an import that was not continued is given up. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

/** Call it when the whole file is counted. */
export async function settleImport(
  database: Database,
  clock: Clock,
  importId: string,
  ordersPerPiece = ORDERS_PER_PIECE,
): Promise<void> {
  const settler = new Settler(database, clock, ordersPerPiece);
  for (const websiteId of await websitesOfImport(database, importId)) {
    while (await settler.settlePiece({ websiteId, importId }));
  }
}

/** Finishes imports of a website that were not continued, some orders at a time. */
export async function settleAbandoned(database: Database, websiteId: number, now: Date): Promise<string | undefined> {
  const [importId] = await importsBefore(database, websiteId, now.getTime() - ABANDONED_AFTER_MS);
  if (importId === undefined) return undefined;
  await new Settler(database, () => now).settlePiece({ websiteId, importId });
  // The next piece begins where this one did: what is done is gone.
  return importId;
}

interface Unsettled {
  readonly websiteId: number;
  readonly importId: string;
}

class Settler {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #catalog: CatalogCache;
  readonly #ordersPerPiece: number;

  constructor(database: Database, clock: Clock, ordersPerPiece = ORDERS_PER_PIECE) {
    this.#database = database;
    this.#clock = clock;
    this.#catalog = new CatalogCache(database);
    this.#ordersPerPiece = ordersPerPiece;
  }

  /** Returns whether there may be more. */
  async settlePiece(unsettled: Unsettled): Promise<boolean> {
    const { websiteId, importId } = unsettled;
    await this.#catalog.refresh();
    if (this.#catalog.get(websiteId) === undefined) await this.#catalog.load([websiteId]);
    return this.#database.transaction(async (tx) => {
      // An erased website must not get a row again.
      const orders = (await holdWebsite(tx, websiteId)) ? await takeDeferred(tx, unsettled, this.#ordersPerPiece) : [];
      if (orders.length > 0) await this.#count(tx, websiteId, orders);
      const isMore = orders.length === this.#ordersPerPiece;
      if (!isMore) await removeImport(tx, importId, websiteId);
      return isMore;
    });
  }

  async #count(tx: Queries, websiteId: number, orders: readonly DeferredOrder[]): Promise<void> {
    const locked = await lockWebsites(tx, [websiteId]);
    const { version } = locked.get(websiteId)!;
    const places = await creditOrders(
      tx,
      { websiteId, version, nowMs: this.#clock().getTime() },
      [],
      orders.map(({ order }) => order),
    );
    await this.#store(tx, locked, await changesOf(tx, websiteId, orders, places));
    const credited = orders.flatMap(({ orderId, order }, at) => {
      const place = places[at]!;
      return place.subject !== order.subject && orderId !== undefined ? [[orderId, place] as const] : [];
    });
    await writeCredit(tx, websiteId, new Map(credited));
  }

  async #store(tx: Queries, locked: LockedWebsites, changes: readonly OrderChange[]): Promise<void> {
    const counter = new EventCounter(this.#catalog);
    for (const change of changes) counter.change(subjectOf(change.place, this.#catalog), change);
    const { rollups, log, orderSources = [] } = counter.rows();
    await storeRows(tx, rollups, locked, log.websiteIds);
    await storeOrderSources(tx, orderSources);
    await storeLog(tx, log, locked, 0);
  }
}

/** An order is counted as it was sent. If it was refunded meanwhile, it is restated at once. */
async function changesOf(
  tx: Queries,
  websiteId: number,
  orders: readonly DeferredOrder[],
  places: readonly OrderPlace[],
): Promise<OrderChange[]> {
  const stored = await readOrders(
    tx,
    websiteId,
    orders.flatMap(({ orderId }) => orderId ?? []),
  );
  return orders.flatMap(({ orderId, order }, at) => {
    const place = places[at]!;
    const counted: OrderChange = { place, before: null, after: order };
    const known = orderId === undefined ? undefined : stored.get(orderId);
    if (!known?.place || isSameValue(order, known.left)) return [counted];
    return [counted, { place, before: order, after: known.left }];
  });
}
