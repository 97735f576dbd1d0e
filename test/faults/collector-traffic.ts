// Batches for the collector that can be told apart afterwards: each was counted as a whole, or not at all.
import { expect } from 'vitest';
import { isoOfDay } from '../../src/core/engine/rollups/calendar.ts';
import type { Database } from '../../src/core/foundation/database/database.ts';
import { placeholders } from '../../src/core/foundation/database/database.ts';
import type { Random } from '../../src/core/foundation/statistics/random.ts';
import type { ModelEvent } from '../support/reference-model.ts';
import { storedTotals } from '../support/stored-days.ts';
import { randomEvent } from './traffic.ts';

/** Where plain batches go, so that all other numbers are certain. */
export const PLAIN_WEBSITE_ID = 3;

export interface CollectorAnswer {
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: readonly unknown[];
}

export interface SentBatch {
  readonly websiteId: number;
  readonly idempotencyKey?: string;
  readonly events: readonly ModelEvent[];
  /** Has neither a key nor ids, so it is not sent again. It has a day of its own, to see whether it was counted. */
  readonly plainDay?: number;
  answer?: CollectorAnswer;
  /** The service said that nothing of it was counted. */
  isRefused?: boolean;
}

/** One event or several; with a key, with an id in each event, or plain. */
export function randomBatch(random: Random, number: number): SentBatch {
  const count = random.chance(0.5) ? 1 : random.between(2, 30);
  const events = (withId: boolean) =>
    Array.from({ length: count }, (_, index) => randomEvent(random, number * 100 + index, withId));
  if (random.chance(0.2)) {
    const at = `${isoOfDay(number)}T12:00:00Z`;
    const plain = events(false).map(({ visitor }) => ({ type: 'view' as const, visitor: visitor!, at }));
    const websiteId = PLAIN_WEBSITE_ID;
    return { websiteId, plainDay: number, events: plain.map((event) => ({ ...event, website_id: websiteId })) };
  }
  if (random.chance(0.5)) return { websiteId: 1, idempotencyKey: `request-${number}`, events: events(false) };
  return { websiteId: 1, events: events(true) };
}

export function requestOf({ idempotencyKey, events }: SentBatch, ingestKey: string): RequestInit {
  return {
    method: 'POST',
    headers: {
      authorization: `Bearer ${ingestKey}`,
      'content-type': 'application/x-ndjson',
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    body: events.map((event) => `${JSON.stringify(event)}\n`).join(''),
  };
}

/** Whatever became of it, it must be whole. */
export async function wasCounted(database: Database, batch: SentBatch): Promise<boolean> {
  const { events, answer } = batch;
  const counted = await countedEvents(database, batch);
  if (answer || counted !== 0) expect(counted, `events counted of a batch of ${events.length}`).toBe(events.length);
  return counted > 0;
}

async function countedEvents(database: Database, batch: SentBatch): Promise<number> {
  const { websiteId, idempotencyKey, plainDay, events } = batch;
  if (plainDay !== undefined) {
    const window = { firstDay: plainDay, lastDay: plainDay };
    return (await storedTotals(database, { websiteId, kind: 'website', id: websiteId }, window)).views;
  }
  if (idempotencyKey !== undefined) {
    const [receipt] = await database.query<{ answer: string }>(
      'SELECT answer FROM collector_receipts WHERE website_id = $1 AND idempotency_key = $2',
      [websiteId, idempotencyKey],
    );
    return receipt ? (JSON.parse(receipt.answer) as CollectorAnswer).accepted : 0;
  }
  const seen = await database.query(
    `SELECT event_id FROM seen_events WHERE website_id = $1 AND event_id IN (${placeholders(events.length, 1)})`,
    [websiteId, ...events.map((event) => event.id!)],
  );
  return seen.length;
}
