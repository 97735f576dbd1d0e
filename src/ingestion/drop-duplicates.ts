// An event that carries an id is counted once per website within seven days; an order once for ever.
import type { Queries } from '../database/database.ts';
import type { EventDraft } from './event.ts';

export const EVENT_ID_KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** The events that are new. Remembers them, in the caller's transaction. */
export async function dropDuplicates(tx: Queries, events: readonly EventDraft[], nowMs: number): Promise<EventDraft[]> {
  const withNewIds = await keepNew(
    events,
    (event) => event.id,
    (claims) => claimEventIds(tx, claims, nowMs),
  );
  return keepNew(
    withNewIds,
    (event) => event.orderId,
    (claims) => claimOrderIds(tx, claims),
  );
}

interface Claim {
  readonly websiteId: number;
  readonly key: string;
}

async function keepNew(
  events: readonly EventDraft[],
  keyOf: (event: EventDraft) => string | undefined,
  claimKeys: (claims: readonly Claim[]) => Promise<Claim[]>,
): Promise<EventDraft[]> {
  const firstByClaim = new Map<string, { event: EventDraft; claim: Claim }>();
  for (const event of events) {
    const key = keyOf(event);
    if (key === undefined) continue;
    const claim = { websiteId: event.websiteId, key };
    const name = nameOf(claim);
    if (!firstByClaim.has(name)) firstByClaim.set(name, { event, claim });
  }
  // In the same order everywhere, so that two transactions can't wait for each other.
  const names = [...firstByClaim.keys()].sort();
  const granted = new Set((await claimKeys(names.map((name) => firstByClaim.get(name)!.claim))).map(nameOf));
  const isNew = (event: EventDraft, key: string): boolean => {
    const name = nameOf({ websiteId: event.websiteId, key });
    return granted.has(name) && firstByClaim.get(name)?.event === event;
  };
  return events.filter((event) => {
    const key = keyOf(event);
    return key === undefined || isNew(event, key);
  });
}

function nameOf({ websiteId, key }: Claim): string {
  return `${websiteId}/${key}`;
}

async function claimEventIds(tx: Queries, claims: readonly Claim[], nowMs: number): Promise<Claim[]> {
  const rows = await tx.insertMany<{ website_id: number; event_id: string }>({
    into: 'seen_events',
    columns: ['website_id', 'event_id', 'seen_at_ms'],
    rows: claims.map(({ websiteId, key }) => [websiteId, key, nowMs]),
    onConflict: `ON CONFLICT (website_id, event_id) DO UPDATE SET seen_at_ms = excluded.seen_at_ms
      WHERE seen_events.seen_at_ms <= excluded.seen_at_ms - ${EVENT_ID_KEPT_MS}`,
    returning: 'website_id, event_id',
  });
  return rows.map((row) => ({ websiteId: row.website_id, key: row.event_id }));
}

async function claimOrderIds(tx: Queries, claims: readonly Claim[]): Promise<Claim[]> {
  const rows = await tx.insertMany<{ website_id: number; order_id: string }>({
    into: 'seen_orders',
    columns: ['website_id', 'order_id'],
    rows: claims.map(({ websiteId, key }) => [websiteId, key]),
    onConflict: 'ON CONFLICT (website_id, order_id) DO NOTHING',
    returning: 'website_id, order_id',
  });
  return rows.map((row) => ({ websiteId: row.website_id, key: row.order_id }));
}
