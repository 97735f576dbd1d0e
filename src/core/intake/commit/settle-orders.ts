// What a refund changes depends on what is stored of its order, and what an order without a subject counts for depends on the visitor's
// touches (credit-orders.ts), which are known only at the end of a file (deferred-orders.ts). So both are decided in the commit, after
// duplicates were dropped. The website is locked: all commits before have ended, and later ones wait. First come touches, then orders, then
// refunds, whatever their order in the batches:
//
// | the order is …                        | the refund is …                                                                      |
// |---------------------------------------|--------------------------------------------------------------------------------------|
// | counted, also by this commit          | applied: the order is taken back, and what is left of it is counted as an order again |
// | counted, and the amount is 0          | accepted, and changes nothing, also if nothing is left                               |
// | counted, and less is left of it       | rejected, `refund_exceeds_order`                                                     |
// | not there                             | kept. It is applied by the commit that counts the order, or ignored after seven days |
// | not there, and 10 refunds wait for it | rejected, `unknown_order`                                                            |
// | there, but nothing is known of it     | rejected, `unknown_order`                                                            |
//
// A refund that is rejected may be sent again. One that has waited can't be rejected any more, so it is ignored instead. Refunds that have
// waited come first, then those of the commit in their order.
// Why: docs/decisions/events.md, "Refunds and credit are settled in the commit".
import { randomUUID } from 'node:crypto';
import { isRecent, type NewFeedEntry } from '../../engine/rollups/order-feed.ts';
import type { LockedWebsites } from '../../engine/rollups/store.ts';
import type { Queries } from '../../foundation/database/database.ts';
import type { AcceptedBatch, Claim } from '../accept/accept-batch.ts';
import { refundOn } from '../accept/convert-order.ts';
import { type Rejection, reject } from '../events/event.ts';
import type { AcceptedOrder, AcceptedRefund, OrderChange, OrderPlace } from '../events/order.ts';
import type { VisitorTouch } from '../events/touches.ts';
import { creditOrders } from '../orders/credit-orders.ts';
import {
  addDeferred,
  addWaiting,
  countWaiting,
  readOrders,
  readWaiting,
  removeWaiting,
  type StoredOrder,
  type WaitingRefund,
  writeCredit,
  writeLeft,
} from '../orders/order-rows.ts';
import { EXCEEDS, isSameValue, refundOrder, withRefund } from '../orders/refund-order.ts';
import { noteImport } from '../orders/unsettled-imports.ts';
import { releaseRefunds } from './drop-duplicates.ts';

export interface Settled {
  readonly changes: readonly OrderChange[];
  readonly refused: readonly RefusedRefund[];
  /** What webhooks are to be told, if any wants it: orders that were counted, then those that were refunded. */
  readonly feed: readonly NewFeedEntry[];
}

/** A refund that was not applied. */
export interface RefusedRefund {
  /** Its batch, or that of the order that it has waited for. */
  readonly batch: AcceptedBatch;
  /** undefined: it has waited, so another batch has brought it. Its sender was told that it is accepted, so it is counted as ignored. */
  readonly claim: number | undefined;
  readonly reason: Rejection;
}

/**
 * The new claims of a website, as far as they are about orders, and those of orders that were counted before and now name their payment.
 * `claim` is the index within the batch.
 */
interface NewClaim {
  readonly batch: AcceptedBatch;
  readonly claim: number;
  readonly of: Claim;
}

type NewRefund = NewClaim & { readonly refund: AcceptedRefund };
type NewOrder = NewClaim & { readonly order: AcceptedOrder };

/** Stores what is left of orders. The value of a batch says for each of its claims whether the event is new (1). */
export async function settleOrders(
  tx: Queries,
  batches: ReadonlyMap<AcceptedBatch, Uint8Array>,
  locked: LockedWebsites,
  nowMs: number,
): Promise<Settled> {
  const changes: OrderChange[] = [];
  const refused: RefusedRefund[] = [];
  const feed: NewFeedEntry[] = [];
  const claims = Map.groupBy(newClaims(batches), ({ of }) => of.websiteId);
  const touches = newTouches(batches);
  await noteImports(tx, batches.keys(), nowMs);
  for (const websiteId of new Set([...claims.keys(), ...touches.keys()])) {
    const website = new WebsiteOrders(tx, websiteId, locked.get(websiteId)!.version, nowMs);
    await website.settle(claims.get(websiteId) ?? [], touches.get(websiteId) ?? []);
    // One by one: a commit may have more than a call takes arguments.
    for (const change of website.changes) changes.push(change);
    for (const refusal of website.refused) refused.push(refusal);
    if (locked.get(websiteId)!.orderFeed === null) continue;
    for (const entry of website.feed(claims.get(websiteId) ?? [])) feed.push(entry);
  }
  return { changes, refused, feed };
}

/** Those of the files that bring something that orders of the same file are credited by. */
async function noteImports(tx: Queries, batches: Iterable<AcceptedBatch>, nowMs: number): Promise<void> {
  const byImport = new Map<string, Set<number>>();
  for (const { importId, touches, claims } of batches) {
    if (importId === undefined) continue;
    const websiteIds = byImport.get(importId) ?? new Set();
    for (const { websiteId } of touches) websiteIds.add(websiteId);
    for (const { websiteId, order } of claims) if (order && order.creditDays > 0) websiteIds.add(websiteId);
    byImport.set(importId, websiteIds);
  }
  for (const [importId, websiteIds] of byImport) await noteImport(tx, importId, websiteIds, nowMs);
}

/** The touches of each website. */
function newTouches(batches: ReadonlyMap<AcceptedBatch, Uint8Array>): Map<number, VisitorTouch[]> {
  const byWebsite = new Map<number, VisitorTouch[]>();
  for (const [{ touches }, areNew] of batches) {
    for (const touch of touches) {
      if (touch.claim > 0 && areNew[touch.claim - 1] !== 1) continue;
      const ofWebsite = byWebsite.get(touch.websiteId);
      if (ofWebsite) ofWebsite.push(touch);
      else byWebsite.set(touch.websiteId, [touch]);
    }
  }
  return byWebsite;
}

function* newClaims(batches: ReadonlyMap<AcceptedBatch, Uint8Array>): Generator<NewClaim> {
  for (const [batch, areNew] of batches) {
    for (const [claim, of] of batch.claims.entries()) {
      if (areNew[claim] === 1 && (of.order || of.refund)) yield { batch, claim, of };
      else if (of.paymentId !== undefined) {
        // An order that was counted before may name its payment now, and refunds may wait for that. The order itself is not settled again.
        const { order: _, ...named } = of;
        yield { batch, claim, of: named };
      }
    }
  }
}

/** An order as it was before, what is left of it, and all its refunds. */
interface ChangedOrder extends Pick<StoredOrder, 'left' | 'refunds'> {
  readonly order: StoredOrder;
}

class WebsiteOrders {
  readonly changes: OrderChange[] = [];
  readonly refused: RefusedRefund[] = [];
  readonly #tx: Queries;
  readonly #websiteId: number;
  readonly #version: number;
  readonly #nowMs: number;
  /** Those that refunds name, by the id of the order or of its payment, as they were before. */
  readonly #stored = new Map<string, StoredOrder>();
  /** Those that have changed, by order_id. */
  readonly #changed = new Map<string, ChangedOrder>();
  /** Those whose refunds webhooks are to be told of: see order-feed.ts. */
  readonly #newlyRefunded = new Set<string>();

  constructor(tx: Queries, websiteId: number, version: number, nowMs: number) {
    this.#tx = tx;
    this.#websiteId = websiteId;
    this.#version = version;
    this.#nowMs = nowMs;
  }

  async settle(claims: readonly NewClaim[], touches: readonly VisitorTouch[]): Promise<void> {
    await this.#credit(claims, touches);
    await this.#refund(claims);
  }

  /** Call it when all is settled. */
  *feed(claims: readonly NewClaim[]): Generator<NewFeedEntry> {
    const websiteId = this.#websiteId;
    for (const { batch, of } of claims) {
      const { order, orderId } = of;
      if (!order || orderId === undefined || batch.importId !== undefined) continue;
      if (isRecent(order.day * SECONDS_PER_DAY + order.second, this.#nowMs))
        yield { websiteId, orderId, isRefund: false };
    }
    for (const orderId of this.#newlyRefunded) yield { websiteId, orderId, isRefund: true };
  }

  /**
   * Orders without a subject, or of a campaign alone, are counted here: nothing was counted of them before. Those of a file are counted
   * later.
   */
  async #credit(claims: readonly NewClaim[], touches: readonly VisitorTouch[]): Promise<void> {
    const creditable = claims.flatMap((claim): NewOrder[] => {
      const { order } = claim.of;
      return order && order.creditDays > 0 ? [{ ...claim, order }] : [];
    });
    const deferred = creditable.flatMap(({ batch: { importId }, of: { orderId }, order }) =>
      importId === undefined ? [] : [{ orderId, importId, order }],
    );
    await addDeferred(this.#tx, this.#websiteId, deferred);
    const orders = creditable.filter(({ batch }) => batch.importId === undefined);
    if (orders.length === 0 && touches.length === 0) return;
    const places = await creditOrders(
      this.#tx,
      { websiteId: this.#websiteId, version: this.#version, nowMs: this.#nowMs },
      touches,
      orders.map(({ order }) => order),
    );
    const credited = new Map<string, OrderPlace>();
    for (const [at, place] of places.entries()) {
      const { order, of } = orders[at]!;
      this.changes.push({ place, before: null, after: order });
      if (place.subject !== order.subject && of.orderId !== undefined) credited.set(of.orderId, place);
    }
    await writeCredit(this.#tx, this.#websiteId, credited);
  }

  async #refund(claims: readonly NewClaim[]): Promise<void> {
    if (claims.length === 0) return;
    const batchOfOrder = new Map(
      claims.flatMap(({ batch, of }) =>
        [of.orderId, of.paymentId].flatMap((name) => (name === undefined ? [] : [[name, batch] as const])),
      ),
    );
    await this.#applyWaiting(batchOfOrder);
    const refunds = claims.flatMap((claim): NewRefund[] =>
      claim.of.refund ? [{ ...claim, refund: claim.of.refund }] : [],
    );
    if (refunds.length === 0 && this.#changed.size === 0) return;
    await this.#readOrders(refunds.map(({ refund }) => refund.orderId));
    const { kept, released } = this.#applyNew(refunds, await this.#countWaiting(refunds));
    for (const change of this.#restated()) this.changes.push(change);
    await writeLeft(this.#tx, this.#websiteId, this.#changed);
    await addWaiting(this.#tx, this.#websiteId, kept, this.#nowMs);
    await releaseRefunds(this.#tx, this.#websiteId, released);
  }

  async #readOrders(names: readonly string[]): Promise<void> {
    const missing = [...new Set(names)].filter((name) => !this.#stored.has(name));
    for (const [name, order] of await readOrders(this.#tx, this.#websiteId, missing)) this.#stored.set(name, order);
  }

  *#restated(): Generator<OrderChange> {
    for (const { order, left } of this.#changed.values())
      if (!order.isDeferred) yield { place: order.place!, before: order.left, after: left };
  }

  /** The sender of a refund that has waited has got its answer, so one that can't be applied is only counted as ignored. */
  async #applyWaiting(batchOfOrder: ReadonlyMap<string, AcceptedBatch>): Promise<void> {
    for await (const waiting of readWaiting(this.#tx, this.#websiteId, [...batchOfOrder.keys()])) {
      const names = [...new Set(waiting.map(({ orderId }) => orderId))];
      await this.#readOrders(names);
      for (const refund of waiting) {
        const isKnown = this.#stored.get(refund.orderId)?.place;
        const batch = batchOfOrder.get(refund.orderId)!;
        if (isKnown && this.#apply(refund, batch) !== EXCEEDS) continue;
        const reason = isKnown ? REFUND_EXCEEDS : UNKNOWN_ORDER;
        this.refused.push({ batch, claim: undefined, reason });
      }
      await removeWaiting(this.#tx, this.#websiteId, names);
    }
  }

  /** How many refunds wait for each order that is not there. */
  async #countWaiting(refunds: readonly NewRefund[]): Promise<Map<string, number>> {
    const missing = new Set(refunds.map(({ refund }) => refund.orderId).filter((name) => !this.#stored.has(name)));
    return missing.size === 0 ? new Map() : countWaiting(this.#tx, this.#websiteId, [...missing]);
  }

  /** `released`: those that may be sent again. */
  #applyNew(refunds: readonly NewRefund[], waiting: Map<string, number>): { kept: WaitingRefund[]; released: Claim[] } {
    const kept: WaitingRefund[] = [];
    const released: Claim[] = [];
    for (const { batch, claim, of, refund } of refunds) {
      const order = this.#stored.get(refund.orderId);
      const before = waiting.get(refund.orderId) ?? 0;
      // Those of a file wait in any number: they would all be applied, too, if one commit had the whole file.
      if (!order && (before < WAITING_PER_ORDER_MAX || batch.importId !== undefined)) {
        kept.push({ ...refund, key: `${String(kept.length).padStart(KEY_DIGITS, '0')}/${randomUUID()}` });
        waiting.set(refund.orderId, before + 1);
        continue;
      }
      const reason = this.#refusalOf(refund, order, batch);
      if (!reason) continue;
      released.push(of);
      this.refused.push({ batch, claim, reason });
    }
    return { kept, released };
  }

  /** Applies the refund, or returns why it is rejected. */
  #refusalOf(
    refund: AcceptedRefund,
    order: StoredOrder | undefined,
    batch: Pick<AcceptedBatch, 'importId'>,
  ): Rejection | undefined {
    if (!order) return TOO_MANY_WAIT;
    if (!order.place) return UNKNOWN_ORDER;
    return this.#apply(refund, batch) === EXCEEDS ? REFUND_EXCEEDS : undefined;
  }

  /** Its order must be stored, and known. `batch`: the one that makes it possible to apply the refund. */
  #apply(
    asked: Pick<AcceptedRefund, 'orderId' | 'time' | 'revenue' | 'sent' | 'products'>,
    { importId }: Pick<AcceptedBatch, 'importId'>,
  ): typeof EXCEEDS | undefined {
    const order = this.#stored.get(asked.orderId)!;
    const changed = this.#changed.get(order.orderId);
    const { left, refunds } = changed ?? order;
    const refund = refundOn(asked, order.place!, left);
    const after = refundOrder(left, refund);
    if (after === EXCEEDS) return EXCEEDS;
    // Otherwise any number of refunds of 0 would restate the order, and each would be in the event log.
    if (isSameValue(left, after)) return undefined;
    const taken = { time: asked.time, revenue: (left?.revenue ?? 0) - (after?.revenue ?? 0) };
    this.#changed.set(order.orderId, { order, left: after, refunds: withRefund(refunds, taken) });
    const isTold = importId === undefined && !order.isDeferred && isRecent(asked.time, this.#nowMs);
    if (isTold) this.#newlyRefunded.add(order.orderId);
    return undefined;
  }
}

const SECONDS_PER_DAY = 86_400;

/** No order has more, apart from those of files. All of them are applied by one commit, for which others wait. */
const WAITING_PER_ORDER_MAX = 10;

/** The keys of waiting refunds begin with their places in the commit, so that they are applied in this order. */
const KEY_DIGITS = 7;

const REFUND_EXCEEDS = reject(
  'refund_exceeds_order',
  'the refund is more than what is left of its order, or of one of its products: nothing was changed',
);
const UNKNOWN_ORDER = reject('unknown_order', 'nothing is known of the order of this refund: nothing was changed');
const TOO_MANY_WAIT = reject(
  'unknown_order',
  `the order of this refund has not come, and ${WAITING_PER_ORDER_MAX} refunds wait for it: send this one again after the order`,
);
