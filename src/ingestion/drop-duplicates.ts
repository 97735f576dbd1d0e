// An event that carries an id is counted once per website within seven days; an order once for ever.
import type { Queries } from '../database/database.ts';
import type { Claim } from './prepare.ts';

export const EVENT_ID_KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** The claims that hold: of events that are new. Remembers them, in the caller's transaction. */
export async function dropDuplicates(tx: Queries, claims: readonly Claim[], nowMs: number): Promise<readonly Claim[]> {
  const withNewIds = await keepNew(
    claims,
    (claim) => claim.id,
    (keys) => rememberEventIds(tx, keys, nowMs),
  );
  return keepNew(
    withNewIds,
    (claim) => claim.orderId,
    (keys) => rememberOrderIds(tx, keys),
  );
}

interface WebsiteKey {
  readonly websiteId: number;
  readonly key: string;
}

async function keepNew(
  claims: readonly Claim[],
  keyOf: (claim: Claim) => string | undefined,
  remember: (keys: readonly WebsiteKey[]) => Promise<WebsiteKey[]>,
): Promise<readonly Claim[]> {
  // In no order: the websites are locked, so nobody else can be waiting for these keys.
  const firsts = new Map<number, Map<string, Claim>>();
  const keys: WebsiteKey[] = [];
  for (const claim of claims) {
    const key = keyOf(claim);
    if (key === undefined) continue;
    const { websiteId } = claim;
    let ofWebsite = firsts.get(websiteId);
    if (!ofWebsite) {
      ofWebsite = new Map();
      firsts.set(websiteId, ofWebsite);
    }
    if (ofWebsite.has(key)) continue;
    ofWebsite.set(key, claim);
    keys.push({ websiteId, key });
  }
  // Most batches have claims by ids or by orders, and not by both.
  if (keys.length === 0) return claims;
  const unseen = new Set<Claim>();
  for (const { websiteId, key } of await remember(keys)) unseen.add(firsts.get(websiteId)!.get(key)!);
  return claims.filter((claim) => keyOf(claim) === undefined || unseen.has(claim));
}

/** Those that were not seen before. */
async function rememberEventIds(tx: Queries, keys: readonly WebsiteKey[], nowMs: number): Promise<WebsiteKey[]> {
  const rows = await tx.insertMany<{ website_id: number; event_id: string }>({
    into: 'seen_events',
    columns: ['website_id', 'event_id', 'seen_at_ms'],
    rows: keys.map(({ websiteId, key }) => [websiteId, key, nowMs]),
    onConflict: `ON CONFLICT (website_id, event_id) DO UPDATE SET seen_at_ms = excluded.seen_at_ms
      WHERE seen_events.seen_at_ms <= excluded.seen_at_ms - ${EVENT_ID_KEPT_MS}`,
    returning: 'website_id, event_id',
  });
  return rows.map((row) => ({ websiteId: row.website_id, key: row.event_id }));
}

async function rememberOrderIds(tx: Queries, keys: readonly WebsiteKey[]): Promise<WebsiteKey[]> {
  const rows = await tx.insertMany<{ website_id: number; order_id: string }>({
    into: 'seen_orders',
    columns: ['website_id', 'order_id'],
    rows: keys.map(({ websiteId, key }) => [websiteId, key]),
    onConflict: 'ON CONFLICT (website_id, order_id) DO NOTHING',
    returning: 'website_id, order_id',
  });
  return rows.map((row) => ({ websiteId: row.website_id, key: row.order_id }));
}
