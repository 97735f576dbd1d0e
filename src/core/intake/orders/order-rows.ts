// Orders that can be refunded, those that are not counted yet, and refunds that wait for their order, in the database.
import { randomUUID } from 'node:crypto';
import type { SubjectKind } from '../../engine/catalog/subject.ts';
import type { Window } from '../../engine/rollups/window.ts';
import { type Database, placeholders, type Queries, type SqlValue } from '../../foundation/database/database.ts';
import type { DimensionValues } from '../../foundation/dimensions/dimension.ts';
import { hashVisitor, NOBODY_LOW } from '../../foundation/sketches/visitor-hash.ts';
import { visitorIn, visitorText } from '../../foundation/sketches/visitor-text.ts';
import type { Claim } from '../accept/accept-batch.ts';
import type { BatchSource } from '../events/batch.ts';
import type { ProductSale } from '../events/event.ts';
import type { AcceptedOrder, AcceptedRefund, OrderPlace, OrderRefund, OrderValue } from '../events/order.ts';

const ORDERS_PER_QUERY_MAX = 500;
/** How many orders have their refunds read at once, each with up to 100 products. */
const ORDERS_WITH_WAITING = 50;
const ORDERS_PER_PIECE = 5_000;

/** The columns that say what an order counts for, in the order of `orderColumns`. */
export const ORDER_COLUMNS = [
  'day',
  'second',
  'subject_kind',
  'subject_id',
  'revenue',
  'products',
  'visitor',
  'dimensions',
  'is_credited',
  'currency',
  'rate',
] as const;

export function orderColumns(order: AcceptedOrder): SqlValue[] {
  const { day, second, subject, revenue, products, visitorLow, visitorHigh, dimensions } = order;
  return [
    day,
    second,
    subject.kind,
    subject.id,
    revenue,
    writeProducts(products),
    visitorText(visitorLow, visitorHigh),
    dimensions && JSON.stringify(dimensions),
    Number(order.isCredited),
    order.converted?.currency ?? null,
    order.converted?.rate ?? null,
  ];
}

/** Stores what these orders, which exist, count for since they were credited. */
export async function writeCredit(
  tx: Queries,
  websiteId: number,
  credited: ReadonlyMap<string, Pick<OrderPlace, 'subject' | 'isCredited'>>,
): Promise<void> {
  await tx.insertMany({
    into: 'seen_orders',
    columns: ['website_id', 'order_id', 'subject_kind', 'subject_id', 'is_credited'],
    rows: Array.from(credited, ([orderId, { subject, isCredited }]) => [
      websiteId,
      orderId,
      subject.kind,
      subject.id,
      Number(isCredited),
    ]),
    // An upsert, because it takes any number of rows.
    onConflict: `ON CONFLICT (website_id, order_id) DO UPDATE SET subject_kind = excluded.subject_kind,
      subject_id = excluded.subject_id, is_credited = excluded.is_credited`,
  });
}

/** An order that is stored, and what is left of it. */
export interface StoredOrder {
  readonly orderId: string;
  /** null: nothing is known of it, because its day was erased. */
  readonly place: OrderPlace | null;
  readonly left: OrderValue | null;
  /** The first one that was counted comes first. */
  readonly refunds: readonly OrderRefund[];
  /** It is not counted yet: see deferred-orders.ts. */
  readonly isDeferred: boolean;
}

interface OrderRow {
  /** The name that was asked for: the id of the order or of its payment. */
  readonly name: string;
  readonly order_id: string;
  readonly day: number | null;
  readonly second: number;
  readonly subject_kind: SubjectKind;
  readonly subject_id: number;
  readonly revenue: number | null;
  readonly refunds: string | null;
  readonly products: string | null;
  readonly visitor: string;
  readonly dimensions: string | null;
  readonly is_credited: number | null;
  readonly currency: string | null;
  readonly rate: number | null;
  readonly is_deferred: number;
}

/** Those of these orders that have been counted, by the order_id or payment_id that was asked for. */
export async function readOrders(
  tx: Pick<Queries, 'query'>,
  websiteId: number,
  names: readonly string[],
): Promise<Map<string, StoredOrder>> {
  const columns = ['order_id', 'refunds', ...ORDER_COLUMNS].map((column) => `o.${column}`).join(', ');
  const orders = new Map<string, StoredOrder>();
  for (const ids of piecesOf(names)) {
    const rows = await tx.query<OrderRow>(
      `SELECT named.order_id AS name, ${columns}, CASE WHEN d.order_key IS NULL THEN 0 ELSE 1 END AS is_deferred
       FROM seen_orders AS named
       JOIN seen_orders AS o ON o.website_id = named.website_id AND o.order_id = COALESCE(named.payment_of, named.order_id)
       LEFT JOIN deferred_orders AS d ON d.website_id = o.website_id AND d.order_key = '${DEFERRED_BY_ID}' || o.order_id
       WHERE named.website_id = $1 AND named.order_id IN (${placeholders(ids.length, 1)})`,
      [websiteId, ...ids],
    );
    for (const row of rows) orders.set(row.name, storedOrder(websiteId, row));
  }
  return orders;
}

function storedOrder(websiteId: number, row: OrderRow): StoredOrder {
  const { order_id: orderId, day } = row;
  if (day === null) return { orderId, place: null, left: null, refunds: [], isDeferred: false };
  const place = placeIn(websiteId, { ...row, day }, orderId);
  return { orderId, place, left: valueIn(row), refunds: readRefunds(row.refunds), isDeferred: row.is_deferred === 1 };
}

type PlaceRow = Omit<OrderRow, 'name' | 'order_id' | 'day' | 'refunds' | 'is_deferred'> & { readonly day: number };

/** `name`: one that no other order has. */
function placeIn(websiteId: number, row: PlaceRow, name: string): OrderPlace {
  return {
    websiteId,
    subject: { kind: row.subject_kind, id: row.subject_id },
    day: row.day,
    second: row.second,
    ...visitorOf(row.visitor, name),
    dimensions: row.dimensions === null ? null : (JSON.parse(row.dimensions) as DimensionValues),
    isCredited: row.is_credited === 1,
    converted: row.currency === null ? undefined : { currency: row.currency, rate: row.rate! },
  };
}

function valueIn({ revenue, products }: Pick<OrderRow, 'revenue' | 'products'>): OrderValue | null {
  return revenue === null ? null : { revenue, products: readProducts(products) };
}

/** How the keys of deferred orders begin that have an order_id, and how the others do. */
const DEFERRED_BY_ID = 'id ';
const DEFERRED_WITHOUT_ID = 'no ';

/** An order of a file that is not counted yet, as it was sent. */
export interface DeferredOrder {
  readonly orderId: string | undefined;
  readonly importId: string;
  readonly order: AcceptedOrder;
}

export async function addDeferred(tx: Queries, websiteId: number, orders: readonly DeferredOrder[]): Promise<void> {
  await tx.insertMany({
    into: 'deferred_orders',
    columns: ['website_id', 'order_key', 'import_id', 'credit_days', ...ORDER_COLUMNS],
    rows: orders.map(({ orderId, importId, order }) => [
      websiteId,
      orderId === undefined ? DEFERRED_WITHOUT_ID + randomUUID() : DEFERRED_BY_ID + orderId,
      importId,
      order.creditDays,
      ...orderColumns(order),
    ]),
  });
}

/** Reads and deletes some of the orders that an import has deferred. */
export async function takeDeferred(
  tx: Queries,
  { websiteId, importId }: { readonly websiteId: number; readonly importId: string },
  max: number,
): Promise<DeferredOrder[]> {
  const rows = await tx.query<PlaceRow & { order_key: string; credit_days: number }>(
    `SELECT order_key, credit_days, ${ORDER_COLUMNS.join(', ')} FROM deferred_orders
     WHERE website_id = $1 AND import_id = $2 ORDER BY order_key LIMIT ${max}`,
    [websiteId, importId],
  );
  for (const keys of piecesOf(rows.map((row) => row.order_key))) {
    await tx.query(
      `DELETE FROM deferred_orders WHERE website_id = $1 AND order_key IN (${placeholders(keys.length, 1)})`,
      [websiteId, ...keys],
    );
  }
  return rows.map((row) => {
    const { order_key: key, credit_days: creditDays } = row;
    const orderId = key.startsWith(DEFERRED_BY_ID) ? key.slice(DEFERRED_BY_ID.length) : undefined;
    return { orderId, importId, order: { ...placeIn(websiteId, row, orderId ?? key), ...valueIn(row)!, creditDays } };
  });
}

/** Lets refunds name the orders of these claims by their payments. An order that has this id itself stays. */
export async function addPayments(
  tx: Queries,
  claims: readonly Pick<Claim, 'websiteId' | 'orderId' | 'paymentId'>[],
  seenDay: number,
): Promise<void> {
  await tx.insertMany({
    into: 'seen_orders',
    columns: ['website_id', 'order_id', 'seen_day', 'payment_of'],
    rows: claims.flatMap(({ websiteId, orderId, paymentId }) =>
      paymentId === undefined ? [] : [[websiteId, paymentId, seenDay, orderId!]],
    ),
    onConflict: 'ON CONFLICT (website_id, order_id) DO NOTHING',
  });
}

/** Stores what is left of these orders, which exist, and their refunds. */
export async function writeLeft(
  tx: Queries,
  websiteId: number,
  orders: ReadonlyMap<string, Pick<StoredOrder, 'left' | 'refunds'>>,
): Promise<void> {
  await tx.insertMany({
    into: 'seen_orders',
    columns: ['website_id', 'order_id', 'revenue', 'products', 'refunds'],
    rows: Array.from(orders, ([orderId, { left, refunds }]) => [
      websiteId,
      orderId,
      left?.revenue ?? null,
      writeProducts(left?.products ?? []),
      writeRefunds(refunds),
    ]),
    // An upsert, because it takes any number of rows.
    onConflict: `ON CONFLICT (website_id, order_id) DO UPDATE
      SET revenue = excluded.revenue, products = excluded.products, refunds = excluded.refunds`,
  });
}

/** A refund whose order has not come yet. */
export interface WaitingRefund
  extends Pick<AcceptedRefund, 'orderId' | 'refundId' | 'time' | 'revenue' | 'sent' | 'products' | 'source'> {
  readonly key: string;
}

interface WaitingRow {
  readonly order_id: string;
  readonly refund_key: string;
  readonly refund_id: string | null;
  readonly refunded_at: number;
  readonly revenue: number | null;
  readonly products: string | null;
  readonly source: BatchSource;
  readonly currency: string | null;
  readonly sent: number | null;
}

/**
 * The refunds that wait for these orders, those of a few orders at a time, and of each in the order of their arrival: all of them together
 * could be far more than the batch of the orders. Nearly always there are none, which takes one statement.
 */
export async function* readWaiting(
  tx: Queries,
  websiteId: number,
  orderIds: readonly string[],
): AsyncGenerator<WaitingRefund[]> {
  if (orderIds.length === 0) return;
  const isAny = await tx.query('SELECT 1 FROM waiting_refunds WHERE website_id = $1 LIMIT 1', [websiteId]);
  if (isAny.length === 0) return;
  for (const ids of piecesOf([...(await countWaiting(tx, websiteId, orderIds)).keys()], ORDERS_WITH_WAITING)) {
    const rows = await tx.query<WaitingRow>(
      `SELECT order_id, refund_key, refund_id, refunded_at, revenue, products, source, currency, sent FROM waiting_refunds
       WHERE website_id = $1 AND order_id IN (${placeholders(ids.length, 1)})
       ORDER BY waiting_from_ms, refund_key`,
      [websiteId, ...ids],
    );
    yield rows.map(waitingRefund);
  }
}

function waitingRefund(row: WaitingRow): WaitingRefund {
  return {
    orderId: row.order_id,
    refundId: row.refund_id ?? undefined,
    time: row.refunded_at,
    revenue: row.revenue ?? undefined,
    sent: row.currency === null ? undefined : { currency: row.currency, sent: row.sent! },
    products: readProducts(row.products),
    source: row.source,
    key: row.refund_key,
  };
}

const WAITING_COLUMNS = [
  'website_id',
  'order_id',
  'refund_key',
  'refund_id',
  'waiting_from_ms',
  'refunded_at',
  'revenue',
  'products',
  'source',
  'currency',
  'sent',
] as const;

/** How many refunds wait for each of these orders, without those that none waits for. */
export async function countWaiting(
  tx: Queries,
  websiteId: number,
  orderIds: readonly string[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const ids of piecesOf(orderIds)) {
    const rows = await tx.query<{ order_id: string; count: number }>(
      `SELECT order_id, COUNT(*) AS count FROM waiting_refunds
       WHERE website_id = $1 AND order_id IN (${placeholders(ids.length, 1)}) GROUP BY order_id`,
      [websiteId, ...ids],
    );
    for (const { order_id: orderId, count } of rows) counts.set(orderId, count);
  }
  return counts;
}

export async function addWaiting(
  tx: Queries,
  websiteId: number,
  refunds: readonly WaitingRefund[],
  nowMs: number,
): Promise<void> {
  await tx.insertMany({
    into: 'waiting_refunds',
    columns: [...WAITING_COLUMNS],
    rows: refunds.map(({ orderId, refundId, time, revenue, sent, products, source, key }) => [
      websiteId,
      orderId,
      key,
      refundId ?? null,
      nowMs,
      time,
      revenue ?? null,
      writeProducts(products),
      source,
      sent?.currency ?? null,
      sent?.sent ?? null,
    ]),
  });
}

/** Deletes the refunds that wait for these orders. */
export async function removeWaiting(tx: Queries, websiteId: number, orderIds: readonly string[]): Promise<void> {
  for (const ids of piecesOf(orderIds)) {
    await tx.query(
      `DELETE FROM waiting_refunds WHERE website_id = $1 AND order_id IN (${placeholders(ids.length, 1)})`,
      [websiteId, ...ids],
    );
  }
}

const CLEARED = [...ORDER_COLUMNS, 'refunds'].map((column) => `${column} = NULL`).join(', ');

/**
 * Orders of these days can't be refunded any more: their counts are erased. In the caller's transaction, which has locked the website. No
 * index helps to find them: it would be written with every order, and this search is rare.
 */
export async function forgetOrdersIn(tx: Queries, websiteId: number, { firstDay, lastDay }: Window): Promise<void> {
  const isIn = 'website_id = $1 AND day BETWEEN $2 AND $3';
  await tx.query(`UPDATE seen_orders SET ${CLEARED} WHERE ${isIn}`, [websiteId, firstDay, lastDay]);
  await tx.query(`DELETE FROM deferred_orders WHERE ${isIn}`, [websiteId, firstDay, lastDay]);
}

/** The same in small steps. */
export async function forgetOrders(
  database: Database,
  websiteId: number,
  { firstDay, lastDay }: Window,
): Promise<void> {
  const isOld = 'day BETWEEN $4 AND $5';
  // First: an order that is counted in between can be found among the others.
  await database.transaction((tx) =>
    tx.query('DELETE FROM deferred_orders WHERE website_id = $1 AND day BETWEEN $2 AND $3', [
      websiteId,
      firstDay,
      lastDay,
    ]),
  );
  for await (const { after, last, count } of orderPieces(database, websiteId, { firstDay, lastDay })) {
    if (count === 0) continue;
    await database.transaction((tx) =>
      tx.query(
        `UPDATE seen_orders SET ${CLEARED} WHERE website_id = $1 AND order_id > $2 AND order_id <= $3 AND ${isOld}`,
        [websiteId, after, last, firstDay, lastDay],
      ),
    );
  }
}

/**
 * The order stays, without visitor, time and dimensions, as it does in the event log (engine/event-log/format/without-visitor.ts). Returns
 * how many there are.
 */
export async function forgetVisitorOfOrders(
  database: Database,
  visitor: Pick<OrderPlace, 'websiteId' | 'visitorLow' | 'visitorHigh' | 'second'> & { readonly isErasing: boolean },
): Promise<number> {
  const { websiteId, visitorLow, visitorHigh, second, isErasing } = visitor;
  const hash = visitorText(visitorLow, visitorHigh);
  // First, as above. It is an order that can be refunded, too, if it has an order_id.
  if (isErasing) {
    await database.transaction((tx) =>
      tx.query(
        `UPDATE deferred_orders SET visitor = $3, second = $4, dimensions = NULL
         WHERE website_id = $1 AND visitor = $2`,
        [websiteId, hash, NOBODY, second],
      ),
    );
  }
  const [counted] = await database.query<{ orders: number }>(
    'SELECT COUNT(*) AS orders FROM seen_orders WHERE website_id = $1 AND visitor = $2',
    [websiteId, hash],
  );
  for (let left = isErasing ? counted!.orders : 0; left > 0; left -= ORDERS_PER_PIECE) {
    await database.transaction((tx) =>
      tx.query(
        `UPDATE seen_orders SET visitor = $3, second = $4, dimensions = NULL, refunds = NULL
         WHERE website_id = $1 AND order_id IN (
           SELECT order_id FROM seen_orders WHERE website_id = $1 AND visitor = $2 LIMIT ${ORDERS_PER_PIECE}
         )`,
        [websiteId, hash, NOBODY, second],
      ),
    );
  }
  return counted!.orders;
}

interface OrderPiece {
  /** The orders of the piece come after this one. */
  readonly after: string;
  readonly last: string;
  /** How many of them are of the days. */
  readonly count: number;
}

/** Goes through all orders of a website, some at a time, because no index helps to find those of some days. */
async function* orderPieces(
  database: Pick<Queries, 'query'>,
  websiteId: number,
  { firstDay, lastDay }: Window,
): AsyncGenerator<OrderPiece> {
  for (let after = ''; ; ) {
    const [piece] = await database.query<{ last: string | null; count: number }>(
      `SELECT MAX(order_id) AS last, COALESCE(SUM(CASE WHEN day BETWEEN $3 AND $4 THEN 1 ELSE 0 END), 0) AS count FROM (
         SELECT order_id, day FROM seen_orders WHERE website_id = $1 AND order_id > $2
         ORDER BY order_id LIMIT ${ORDERS_PER_PIECE}
       ) AS piece`,
      [websiteId, after, firstDay, lastDay],
    );
    const { last, count } = piece!;
    if (last === null) return;
    yield { after, last, count };
    after = last;
    // Let other work run, because SQLite blocks the thread.
    await new Promise(setImmediate);
  }
}

export function* piecesOf<Item>(items: readonly Item[], length = ORDERS_PER_QUERY_MAX): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += length) yield items.slice(start, start + length);
}

/** null: none. */
function writeProducts(products: readonly ProductSale[]): string | null {
  return products.length === 0 ? null : JSON.stringify(products.map(({ value, revenue }) => [value, revenue]));
}

function readProducts(text: string | null): ProductSale[] {
  if (text === null) return [];
  return (JSON.parse(text) as [string | null, number][]).map(([value, revenue]) => ({ value, revenue }));
}

/** Returns JSON with the time and the amount of each. null: none. */
function writeRefunds(refunds: readonly OrderRefund[]): string | null {
  return refunds.length === 0 ? null : JSON.stringify(refunds.map(({ time, revenue }) => [time, revenue]));
}

function readRefunds(text: string | null): OrderRefund[] {
  if (text === null) return [];
  return (JSON.parse(text) as [number, number][]).map(([time, revenue]) => ({ time, revenue }));
}

/** Stands for visitors who were erased. */
const NOBODY = visitorText(NOBODY_LOW, 0);

/** The hash of a name only spreads orders evenly, so its key need not be secret. */
const NO_SECRET = new Int32Array(4);

/** If the visitor of an order was erased, its name says which samples of visitors its refunds are in. */
function visitorOf(visitor: string, name: string): Pick<OrderPlace, 'visitorLow' | 'visitorHigh'> {
  if (visitor !== NOBODY) return visitorIn(visitor);
  const hash = new Int32Array(2);
  hashVisitor(name, NO_SECRET, hash);
  return { visitorLow: NOBODY_LOW, visitorHigh: hash[1]! };
}
