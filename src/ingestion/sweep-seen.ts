// Deletes old event ids and idempotency keys in small steps, so that no lock or statement takes long and, on SQLite,
// requests run in between.
import { forEachReachableWebsite } from '../catalog/list-websites.ts';
import type { Database } from '../database/database.ts';
import { dayOfTimestampMs } from '../rollups/calendar.ts';
import { EVENT_ID_KEPT_MS } from './drop-duplicates.ts';
import { REQUEST_RECEIPT_KEPT_MS } from './receipts.ts';

const PIECE_ROWS = 5_000;

export interface SeenTable {
  readonly table: string;
  readonly key: string;
  /** A column of milliseconds, or of days. */
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

export const SEEN_TABLES: readonly SeenTable[] = [RECEIPTS, EVENTS, ORDERS];

/** Orders are kept forever unless `orderRetentionDays` is set. */
export async function sweepSeen(database: Database, now: Date, orderDays?: number): Promise<void> {
  const nowMs = now.getTime();
  // One website at a time, so that each statement runs on one shard.
  await forEachReachableWebsite(database, async (id) => {
    await sweepWebsite(database, RECEIPTS, id, nowMs - REQUEST_RECEIPT_KEPT_MS);
    await sweepWebsite(database, EVENTS, id, nowMs - EVENT_ID_KEPT_MS);
    if (orderDays !== undefined) {
      const lastDay = dayOfTimestampMs(nowMs) - orderDays - 1;
      // Day 0: written by an older version, which did not store the day.
      await sweepWebsite(database, ORDERS, id, lastDay, 1);
    }
  });
}

/** Deletes the rows from `first` to `last`, in the unit of the table's column. */
export async function sweepWebsite(
  database: Database,
  seen: SeenTable,
  websiteId: number,
  last: number,
  first = 0,
): Promise<void> {
  const { table, key, seenAt } = seen;
  for (let before = ''; ; ) {
    const [piece] = await database.query<{ last_key: string | null; oldest: number | null }>(
      `SELECT MAX(${key}) AS last_key, MIN(${seenAt}) AS oldest FROM (
         SELECT ${key}, ${seenAt} FROM ${table} WHERE website_id = $1 AND ${key} > $2 ORDER BY ${key} LIMIT ${PIECE_ROWS}
       ) AS piece`,
      [websiteId, before],
    );
    if (!piece || piece.last_key === null) return;
    const range = [websiteId, before, piece.last_key, first, last];
    if (piece.oldest! <= last) {
      await database.transaction((tx) =>
        tx.query(
          `DELETE FROM ${table}
           WHERE website_id = $1 AND ${key} > $2 AND ${key} <= $3 AND ${seenAt} >= $4 AND ${seenAt} <= $5`,
          range,
        ),
      );
    }
    before = piece.last_key;
    await new Promise(setImmediate);
  }
}
