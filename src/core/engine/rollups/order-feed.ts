// The order feed of a website: which orders were counted and which were refunded, in the order of their commits, so that webhooks can be
// told of them (src/extensions/notifications/records/). It is noted only while a webhook wants it; otherwise a commit does nothing
// for it.
//
// - An entry is written by the transaction that counts the order or applies the refund. So there is one entry for each, and none for a
//   duplicate, whatever is killed when.
// - The website is locked until that transaction ends, so places are in the order of commits: who has read up to a place misses nothing.
// - An entry names the order. What there is to say about it is read when it is sent.
// - What happened more than a week ago is not noted, and no imported file is: otherwise old orders would flood whoever is told.
import { type Database, placeholders, type Queries } from '../../foundation/database/database.ts';
import { existingWebsites } from '../catalog/list-websites.ts';
import { holdWebsite, type LockedWebsites, lockWebsites, removeWebsiteRows } from './store.ts';

const RECENT_DAYS = 7;
const SECONDS_PER_DAY = 86_400;
const WEBSITES_PER_QUERY_MAX = 500;

/** What is noted, before it has a place. */
export interface NewFeedEntry {
  readonly websiteId: number;
  readonly orderId: string;
  readonly isRefund: boolean;
}

export interface FeedEntry extends Omit<NewFeedEntry, 'websiteId'> {
  readonly place: number;
  readonly countedAtMs: number;
}

/** `seconds`: when it happened, since 1970. */
export function isRecent(seconds: number, nowMs: number): boolean {
  return seconds >= nowMs / 1_000 - RECENT_DAYS * SECONDS_PER_DAY;
}

/** Entries of websites that note nothing are left out. The websites are locked. */
export async function addToOrderFeed(
  tx: Queries,
  locked: LockedWebsites,
  entries: readonly NewFeedEntry[],
  nowMs: number,
): Promise<void> {
  const noted = Map.groupBy(entries, ({ websiteId }) => websiteId);
  for (const [websiteId, ofWebsite] of noted) {
    const last = locked.get(websiteId)?.orderFeed ?? null;
    if (last === null) continue;
    await tx.insertMany({
      into: 'order_feed',
      columns: ['website_id', 'place', 'order_id', 'is_refund', 'counted_at_ms'],
      rows: ofWebsite.map(({ orderId, isRefund }, index) => [
        ...[websiteId, last + 1 + index, orderId, Number(isRefund), nowMs],
      ]),
    });
    await tx.query('UPDATE website_activity SET order_feed = $2 WHERE website_id = $1', [
      websiteId,
      last + ofWebsite.length,
    ]);
  }
}

/** From the next commit on, orders are noted. Returns the place after which they are. undefined: the website is gone. */
export async function openOrderFeed(tx: Queries, websiteId: number): Promise<number | undefined> {
  const locked = await lockWebsites(tx, [websiteId]);
  // An erased website must not get a row again.
  if ((await existingWebsites(tx, [websiteId])).size === 0) {
    await removeWebsiteRows(tx, [websiteId]);
    return undefined;
  }
  const { orderFeed } = locked.get(websiteId)!;
  if (orderFeed !== null) return orderFeed;
  await tx.query('UPDATE website_activity SET order_feed = 0 WHERE website_id = $1', [websiteId]);
  return 0;
}

/** From the next commit on, none are noted. The website must be locked. */
async function closeOrderFeed(tx: Queries, websiteId: number): Promise<void> {
  await tx.query('UPDATE website_activity SET order_feed = NULL WHERE website_id = $1', [websiteId]);
  await tx.query('DELETE FROM order_feed WHERE website_id = $1', [websiteId]);
}

/** The last place of each. Websites that note nothing are left out. */
export async function lastFeedPlaces(
  database: Pick<Queries, 'query'>,
  websiteIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const places = new Map<number, number>();
  for (let start = 0; start < websiteIds.length; start += WEBSITES_PER_QUERY_MAX) {
    const ids = websiteIds.slice(start, start + WEBSITES_PER_QUERY_MAX);
    const rows = await database.query<{ website_id: number; order_feed: number }>(
      `SELECT website_id, order_feed FROM website_activity
       WHERE order_feed IS NOT NULL AND website_id IN (${placeholders(ids.length)})`,
      ids,
    );
    for (const { website_id: id, order_feed: place } of rows) places.set(id, place);
  }
  return places;
}

export async function readOrderFeed(
  database: Pick<Queries, 'query'>,
  websiteId: number,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<FeedEntry[]> {
  const rows = await database.query<{ place: number; order_id: string; is_refund: number; counted_at_ms: number }>(
    `SELECT place, order_id, is_refund, counted_at_ms FROM order_feed
     WHERE website_id = $1 AND place > $2 ORDER BY place LIMIT $3`,
    [websiteId, after, limit],
  );
  return rows.map(({ place, order_id: orderId, is_refund: isRefund, counted_at_ms: countedAtMs }) => ({
    ...{ place, orderId, isRefund: isRefund === 1, countedAtMs },
  }));
}

/** Deletes what everybody has read who wants it. */
async function trimOrderFeed(tx: Queries, websiteId: number, through: number): Promise<void> {
  await tx.query('DELETE FROM order_feed WHERE website_id = $1 AND place <= $2', [websiteId, through]);
}

/** The place from which on somebody has still to read the order feed of a website. undefined: nobody wants its orders. */
export type FeedNeed = (tx: Queries, websiteId: number) => Promise<number | undefined>;

/** Deletes what nobody needs of the order feed of a website. If nobody wants its orders, none are noted any more. */
export function sweepOrderFeed(needs: readonly FeedNeed[]) {
  return async (database: Database, websiteId: number): Promise<undefined> => {
    if (!(await lastFeedPlaces(database, [websiteId])).has(websiteId)) return;
    await database.transaction(async (tx) => {
      if (!(await holdWebsite(tx, websiteId))) return;
      // Asked here: whoever subscribes now waits for the website, and opens the feed again.
      const needed = await Promise.all(needs.map((need) => need(tx, websiteId)));
      const places = needed.filter((place) => place !== undefined);
      if (places.length === 0) await closeOrderFeed(tx, websiteId);
      else await trimOrderFeed(tx, websiteId, Math.min(...places));
    });
  };
}
