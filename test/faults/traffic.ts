// Seeded events on the sample catalog, of all types and all over its places.
import type { Random } from '../../src/core/foundation/statistics/random.ts';
import type { ModelEvent } from '../support/reference-model.ts';

/** Few enough that every sketch counts them exactly. */
const VISITORS = 1_000;
const DAYS = 70;
const FIRST_DAY_MS = Date.UTC(2025, 0, 10);
const DAY_MS = 86_400_000;

const PLACES: readonly Pick<ModelEvent, 'campaign_id' | 'variant_id' | 'step_id' | 'element_id'>[] = [
  {},
  { campaign_id: 11 },
  { campaign_id: 10, variant_id: 101 },
  { step_id: 1000 },
  { step_id: 1001 },
  { campaign_id: 10, variant_id: 100, step_id: 1000, element_id: 10000 },
  { element_id: 10001 },
  { element_id: 10010 },
  { element_id: 10110 },
];
const METRIC_TYPES = ['view', 'view', 'view', 'conversion', 'completion', 'submission', 'subscribe'] as const;

/** An event of website 1. `number` makes it different from all others: as its id, or as its order's. */
export function randomEvent(random: Random, number: number, withId: boolean): ModelEvent {
  const event = {
    website_id: 1,
    visitor: `visitor-${random.between(1, VISITORS)}`,
    at: new Date(FIRST_DAY_MS + random.next() * DAYS * DAY_MS).toISOString(),
    ...(withId && { id: `event-${number}` }),
  };
  if (random.chance(0.05)) {
    return {
      ...event,
      type: 'order',
      order_id: `order-${number}`,
      revenue: random.between(1, 999) / 100,
      element_id: 10001,
    };
  }
  if (random.chance(0.05)) {
    return { ...event, type: 'selection', element_id: 10010, field: 'colour', value: `colour ${random.between(1, 9)}` };
  }
  return { ...event, type: pick(random, METRIC_TYPES), ...pick(random, PLACES) };
}

export function pick<T>(random: Random, items: readonly T[]): T {
  return items[random.between(0, items.length - 1)]!;
}
