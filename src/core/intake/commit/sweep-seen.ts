// Deletes old event ids, idempotency keys and refunds without an order in small steps, so that no lock or statement takes long and, on
// SQLite, requests run in between.

import { dayOfTimestampMs } from '../../engine/rollups/calendar.ts';
import { holdWebsite } from '../../engine/rollups/store.ts';
import type { Database, Queries } from '../../foundation/database/database.ts';
import type { BatchSource } from '../events/batch.ts';
import { REQUEST_RECEIPT_KEPT_MS } from '../events/receipts.ts';
import { EVENT_ID_KEPT_MS, forgetRefunds } from './drop-duplicates.ts';

const PIECE_ROWS = 5_000;

interface SeenTable {
  readonly table: string;
  readonly key: string;
  /** The column that says when the row was stored, in milliseconds or in days. */
  readonly seenAt: string;
  /** The largest value of the column. */
  readonly latest: number;
}

const RECEIPTS: SeenTable = {
  table: 'collector_receipts',
  key: 'idempotency_key',
  seenAt: 'received_at_ms',
  latest: Number.MAX_SAFE_INTEGER,
};
const EVENTS: SeenTable = {
  table: 'seen_events',
  key: 'event_id',
  seenAt: 'seen_at_ms',
  latest: Number.MAX_SAFE_INTEGER,
};
const ORDERS: SeenTable = { table: 'seen_orders', key: 'order_id', seenAt: 'seen_day', latest: 2 ** 31 - 1 };
/** All refunds of an order are deleted with the last one of them. */
const REFUNDS: SeenTable = { ...ORDERS, table: 'seen_refunds' };

export const SEEN_TABLES: readonly SeenTable[] = [RECEIPTS, EVENTS, ORDERS, REFUNDS];

/** Deletes some of the old rows after this key. Returns the last key that it has seen, or undefined if there are no more. */
type SweepPiece = (database: Database, websiteId: number, now: Date, after: string) => Promise<string | undefined>;

export const sweepReceipts: SweepPiece = (database, websiteId, now, after) =>
  sweepPiece(database, RECEIPTS, websiteId, { after, last: now.getTime() - REQUEST_RECEIPT_KEPT_MS });

export const sweepEventIds: SweepPiece = (database, websiteId, now, after) =>
  sweepPiece(database, EVENTS, websiteId, { after, last: now.getTime() - EVENT_ID_KEPT_MS });

export function sweepOrdersAfter(days: number): SweepPiece {
  return (database, websiteId, now, after) =>
    sweepPiece(database, ORDERS, websiteId, { after, last: dayOfTimestampMs(now.getTime()) - days - 1 });
}

export function sweepRefundsAfter(days: number): SweepPiece {
  return (database, websiteId, now, after) =>
    sweepPiece(database, REFUNDS, websiteId, { after, last: dayOfTimestampMs(now.getTime()) - days - 1 });
}

/** How long a refund waits for its order. */
export const REFUND_WAITS_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * How many rows a piece has, and the others of the last order: see `WAITING_PER_ORDER_MAX`. A commit of the website may wait for the piece.
 */
const WAITING_PIECE_ROWS = 1_000;

/** `noteIgnored` counts the refunds that are given up, by the sources of each of them, in the same transaction. They may be sent again. */
export function sweepWaitingRefunds(
  noteIgnored: (tx: Queries, websiteId: number, sources: readonly BatchSource[], now: Date) => Promise<void>,
): SweepPiece {
  return async (database, websiteId, now, after) => {
    const latestMs = now.getTime() - REFUND_WAITS_MS;
    const [piece] = await database.query<{ last: string; oldest: number; count: number }>(
      `SELECT MAX(order_id) AS last, MIN(waiting_from_ms) AS oldest, COUNT(*) AS count FROM (
         SELECT order_id, waiting_from_ms FROM waiting_refunds WHERE website_id = $1 AND order_id > $2
         ORDER BY order_id LIMIT ${WAITING_PIECE_ROWS}
       ) AS piece`,
      [websiteId, after],
    );
    const { last, oldest, count } = piece!;
    if (count > 0 && oldest <= latestMs) {
      await database.transaction(async (tx) => {
        // A commit may be about to apply one.
        await holdWebsite(tx, websiteId);
        const givenUp = await tx.query<{ order_id: string; refund_id: string | null; source: BatchSource }>(
          `DELETE FROM waiting_refunds
           WHERE website_id = $1 AND order_id > $2 AND order_id <= $3 AND waiting_from_ms <= $4
           RETURNING order_id, refund_id, source`,
          [websiteId, after, last, latestMs],
        );
        const refunds = givenUp.map((row) => ({ orderId: row.order_id, refundId: row.refund_id ?? undefined }));
        await forgetRefunds(tx, websiteId, refunds);
        const sources = givenUp.map(({ source }) => source);
        await noteIgnored(tx, websiteId, sources, now);
      });
    }
    return count === WAITING_PIECE_ROWS ? last : undefined;
  };
}

export async function eraseSeen(database: Database, websiteId: number): Promise<void> {
  for (const seen of SEEN_TABLES) {
    let after: string | undefined = '';
    while (after !== undefined) {
      after = await sweepPiece(database, seen, websiteId, { after, last: seen.latest });
      // Let other work run, because SQLite blocks the thread.
      await new Promise(setImmediate);
    }
  }
}

interface Range {
  readonly after: string;
  /** The newest value that is deleted, in the unit of the table's column. */
  readonly last: number;
}

async function sweepPiece(
  database: Database,
  { table, key, seenAt }: SeenTable,
  websiteId: number,
  { after, last }: Range,
): Promise<string | undefined> {
  const [piece] = await database.query<{ last_key: string; oldest: number; count: number }>(
    `SELECT MAX(${key}) AS last_key, MIN(${seenAt}) AS oldest, COUNT(*) AS count FROM (
       SELECT ${key}, ${seenAt} FROM ${table} WHERE website_id = $1 AND ${key} > $2 ORDER BY ${key} LIMIT ${PIECE_ROWS}
     ) AS piece`,
    [websiteId, after],
  );
  const { last_key: lastKey, oldest, count } = piece!;
  // Usually there is nothing to do, and a transaction would make others wait.
  if (count > 0 && oldest <= last) {
    await database.transaction((tx) =>
      tx.query(
        `DELETE FROM ${table}
         WHERE website_id = $1 AND ${key} > $2 AND ${key} <= $3 AND ${seenAt} <= $4`,
        [websiteId, after, lastKey, last],
      ),
    );
  }
  return count === PIECE_ROWS ? lastKey : undefined;
}
