// Deletes what nobody needs of the order feed of a website. If no webhook wants its orders, none are noted any more.
import { closeOrderFeed, lastFeedPlaces, trimOrderFeed } from '../../../engine/rollups/order-feed.ts';
import { holdWebsite } from '../../../engine/rollups/store.ts';
import type { Database } from '../../../foundation/database/database.ts';
import { placeNeeded } from './record-subscriptions.ts';

export async function sweepOrderFeed(database: Database, websiteId: number): Promise<undefined> {
  if (!(await lastFeedPlaces(database, [websiteId])).has(websiteId)) return;
  await database.transaction(async (tx) => {
    if (!(await holdWebsite(tx, websiteId))) return;
    // Asked here: whoever subscribes now waits for the website, and opens the feed again.
    const needed = await placeNeeded(tx, websiteId);
    if (needed === undefined) await closeOrderFeed(tx, websiteId);
    else await trimOrderFeed(tx, websiteId, needed);
  });
}
