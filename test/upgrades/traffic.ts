// Made-up visitors of the stored websites, the same in every run.
import type { SentEvent } from '../support/events.ts';

/** A number from 0 to 1, again and again. */
type Chance = () => number;

function chanceFrom(seed: number): Chance {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Variant {
  readonly id: number;
  readonly share: number;
  /** How many of those who see the first step convert; undefined: a holdout. */
  readonly rate?: number;
}

interface Site {
  readonly id: number;
  readonly visits: number;
  /** Whether its events are kept. */
  readonly hasLog: boolean;
  readonly variants: readonly Variant[];
}

export const SITES: readonly Site[] = [
  {
    ...{ id: 1, visits: 34, hasLog: true },
    variants: [
      { id: 100, share: 0.27, rate: 0.2 },
      { id: 101, share: 0.27, rate: 0.45 },
      { id: 102, share: 0.16 },
      { id: 110, share: 0.2, rate: 0.5 },
      { id: 120, share: 0.1, rate: 0.1 },
    ],
  },
  {
    ...{ id: 2, visits: 22, hasLog: false },
    variants: [
      { id: 200, share: 0.65, rate: 0.3 },
      { id: 201, share: 0.35, rate: 0.3 },
    ],
  },
  { id: 3, visits: 18, hasLog: true, variants: [{ id: 300, share: 1, rate: 0.35 }] },
  { id: 4, visits: 2, hasLog: true, variants: [{ id: 400, share: 1, rate: 0.5 }] },
];

const SOURCES: readonly SentEvent[] = [
  { utm_source: 'newsletter', utm_medium: 'email', utm_campaign: 'autumn' },
  { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'brand' },
  { referrer: 'https://www.google.com/' },
  { referrer: 'https://blog.partner.example/post' },
  {},
];
const DEVICES: readonly SentEvent[] = [
  { device: 'mobile', browser: 'Safari', os: 'iOS', country: 'DE', language: 'de' },
  { device: 'desktop', browser: 'Chrome', os: 'Windows', country: 'US', language: 'en-US' },
  { device: 'tablet', browser: 'Firefox', os: 'Android', country: 'FR', language: 'fr' },
];
const PAGES = ['/', '/pricing', '/shop', '/about'];
const ANSWERS = ['espresso', 'filter', null];
const SKUS = ['MUG-1', 'BAG-2', 'CUP-3'];
const DAY_SECONDS = 86_400;

/** A visitor of a website who came on that day. Contacts name them. */
export function visitorOf(siteId: number, daysAgo: number, number: number): string {
  const digits = siteId * 1_000_000 + daysAgo * 1_000 + number;
  return `00000000-0000-4000-8000-${String(digits).padStart(12, '0')}`;
}

/** How busy a day is, by its distance from the last one. */
function busyness(siteId: number, daysAgo: number): number {
  if (siteId === 1 && daysAgo === 5) return 4;
  if (siteId === 2 && daysAgo === 8) return 0.1;
  if (siteId === 3 && daysAgo < 2) return 0;
  return 1;
}

/** The events of a website on one UTC day, in their order. `before`: nothing happens later. */
export function eventsOfDay(site: Site, startMs: number, daysAgo: number, before = startMs + DAY_SECONDS * 1000) {
  const chance = chanceFrom(site.id * 1_000 + daysAgo);
  const visits = Math.round(site.visits * busyness(site.id, daysAgo) * (0.8 + 0.4 * chance()));
  const events: { atMs: number; event: SentEvent }[] = [];
  for (let number = 0; number < visits; number++) {
    // A fifth of them were here in the days before.
    const firstDay = chance() < 0.2 ? daysAgo + 1 + Math.floor(chance() * 9) : daysAgo;
    const visitor = visitorOf(site.id, firstDay, firstDay === daysAgo ? number : number % 10);
    const beginsMs = startMs + Math.floor(chance() * (DAY_SECONDS - 3_600)) * 1000;
    for (const [place, event] of visit(site, visitor, `${site.id}-${daysAgo}-${number}`, chance).entries()) {
      const atMs = beginsMs + place * 37_000;
      if (atMs >= before) break;
      events.push({ atMs, event: { ...event, website_id: site.id, at: new Date(atMs).toISOString() } });
    }
  }
  return events.sort((a, b) => a.atMs - b.atMs).map(({ event }) => event);
}

function visit({ hasLog, variants }: Site, visitor: string, key: string, chance: Chance): SentEvent[] {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(chance() * items.length)]!;
  const seen = { visitor, page: pick(PAGES), ...pick(SOURCES), ...pick(DEVICES) };
  const events: SentEvent[] = [];
  const add = (type: string, fields: SentEvent) => events.push({ type, ...seen, ...fields });
  if (hasLog) add('page_view', {});
  const variant = pickVariant(variants, chance());
  const step = variant.id * 10;
  if (variant.rate === undefined) {
    add('view', { variant_id: variant.id });
    if (chance() < 0.1) add('order', { variant_id: variant.id, order_id: `H-${key}`, revenue: 25 });
    return events;
  }
  add('view', { step_id: step, id: `view-${key}` });
  add('view', { element_id: step * 10 });
  if (chance() >= variant.rate) return events;
  add('conversion', { step_id: step });
  add('selection', { element_id: step * 10, field: 'coffee', value: pick(ANSWERS) });
  add('submission', { element_id: step * 10 });
  if (chance() < 0.6) add('subscribe', { step_id: step });
  if (hasLog) events.push({ type: 'page_view', ...seen, page: '/thanks' });
  if (chance() < 0.3) return events;
  add('view', { step_id: step + 1 });
  add('completion', { step_id: step + 1 });
  const sku = pick(SKUS);
  add('selection', { element_id: step * 10 + 10, product: sku });
  if (chance() < 0.5) return events;
  const revenue = 10 + Math.floor(chance() * 9_000) / 100;
  const order = { order_id: `O-${key}`, revenue };
  const kind = chance();
  if (kind < 0.4) add('order', { ...order, element_id: step * 10 + 10, products: [{ value: sku, revenue }] });
  else if (kind < 0.6) add('order', { ...order, step_id: step + 1, payment_id: `P-${key}` });
  // It is credited to a touch.
  else if (kind < 0.9) add('order', order);
  else add('order', { ...order, campaign_id: Math.floor(variant.id / 10) });
  const back = chance();
  if (back < 0.1) events.push({ type: 'refund', order_id: order.order_id });
  else if (back < 0.2) events.push({ type: 'refund', order_id: order.order_id, revenue: 5, refund_id: `R-${key}` });
  return events;
}

function pickVariant(variants: readonly Variant[], chance: number): Variant {
  let left = chance;
  for (const variant of variants) {
    left -= variant.share;
    if (left < 0) return variant;
  }
  return variants.at(-1)!;
}
