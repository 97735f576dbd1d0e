// Forgets event ids and idempotency keys that are too old to matter: piece by piece, so that neither a lock nor a statement
// is held for long, and on SQLite requests get their turn in between.
import type { Database } from '../database/database.ts';
import { EVENT_ID_KEPT_MS } from './drop-duplicates.ts';
import { REQUEST_RECEIPT_KEPT_MS } from './receipts.ts';

const PIECE_ROWS = 5_000;

interface Seen {
  readonly table: string;
  readonly key: string;
  readonly seenAt: string;
  readonly keptMs: number;
}

const SEEN: readonly Seen[] = [
  {
    table: 'collector_receipts',
    key: 'idempotency_key',
    seenAt: 'received_at_ms',
    keptMs: REQUEST_RECEIPT_KEPT_MS,
  },
  { table: 'seen_events', key: 'event_id', seenAt: 'seen_at_ms', keptMs: EVENT_ID_KEPT_MS },
];

export async function sweepSeen(database: Database, now: Date): Promise<void> {
  // Website by website, so that each statement stays on one shard.
  const websites = await database.query<{ id: number }>('SELECT id FROM websites');
  for (const { id } of websites) {
    for (const seen of SEEN) await sweepWebsite(database, seen, id, now.getTime() - seen.keptMs);
  }
}

/** `lastMs`: what was seen by then is forgotten. */
async function sweepWebsite(database: Database, seen: Seen, websiteId: number, lastMs: number): Promise<void> {
  const { table, key, seenAt } = seen;
  for (let before = ''; ; ) {
    const [piece] = await database.query<{ last: string | null; oldest_ms: number | null }>(
      `SELECT MAX(${key}) AS last, MIN(${seenAt}) AS oldest_ms FROM (
         SELECT ${key}, ${seenAt} FROM ${table} WHERE website_id = $1 AND ${key} > $2 ORDER BY ${key} LIMIT ${PIECE_ROWS}
       ) AS piece`,
      [websiteId, before],
    );
    if (!piece || piece.last === null) return;
    const range = [websiteId, before, piece.last, lastMs];
    if (piece.oldest_ms! <= lastMs) {
      await database.transaction((tx) =>
        tx.query(
          `DELETE FROM ${table} WHERE website_id = $1 AND ${key} > $2 AND ${key} <= $3 AND ${seenAt} <= $4`,
          range,
        ),
      );
    }
    before = piece.last;
    await new Promise(setImmediate);
  }
}
