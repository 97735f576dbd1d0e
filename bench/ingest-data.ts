// The catalog and the events that ingestion is measured with. Every event names an element, so it counts on five levels.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { Random, scramble } from '../src/core/foundation/statistics/random.ts';
import { fieldsOf } from './dimension-data.ts';

const WEBSITES_BY_DEFAULT = 3;
const CAMPAIGNS_PER_WEBSITE = 4;
const VARIANTS_PER_CAMPAIGN = 2;
const STEPS_PER_VARIANT = 3;
const ELEMENTS_PER_STEP = 3;
const ELEMENTS_PER_WEBSITE = CAMPAIGNS_PER_WEBSITE * VARIANTS_PER_CAMPAIGN * STEPS_PER_VARIANT * ELEMENTS_PER_STEP;
const VISITORS = 200_000;
const FIRST_DAY_MS = Date.UTC(2025, 8, 1);
const DAYS = 60;
const SPAN_MS = DAYS * 86_400_000;
/** The last day of the imported events. */
export const LAST_EVENT_DAY = FIRST_DAY_MS / 86_400_000 + DAYS - 1;
const WRITE_AT_LENGTH = 1_000_000;

/** How many of a hundred events have each type. */
const TYPE_SHARES = {
  view: 60,
  conversion: 15,
  completion: 8,
  submission: 6,
  subscribe: 4,
  order: 2,
  selection: 5,
} as const;
const TYPES = Object.entries(TYPE_SHARES).flatMap(([type, share]) => Array<string>(share).fill(type));

/** Each kind (website, campaign, …) is numbered from 1. */
export function ingestCatalog(
  websiteCount = WEBSITES_BY_DEFAULT,
  { withLog = false, timezone = 'UTC', credit = {} } = {},
): object {
  const websites = numbered(0, websiteCount).map((website) => ({
    id: website,
    name: `site-${website}.example`,
    event_log: withLog,
    timezone,
    ...credit,
    currency: 'USD',
    created_at: '2025-01-01T00:00:00Z',
    campaigns: numbered(website - 1, CAMPAIGNS_PER_WEBSITE).map((campaign) => ({
      id: campaign,
      name: `Campaign ${campaign}`,
      cta_type: 'overlay',
      variants: numbered(campaign - 1, VARIANTS_PER_CAMPAIGN).map((variant) => ({
        id: variant,
        steps: numbered(variant - 1, STEPS_PER_VARIANT).map((step) => ({
          id: step,
          elements: numbered(step - 1, ELEMENTS_PER_STEP).map((element) => ({ id: element, element_type: 'form' })),
        })),
      })),
    })),
  }));
  return { accounts: [{ id: 1, name: 'Bench', websites }] };
}

/** The numbers of a parent's children, if every parent has `count` of them. */
function numbered(parentIndex: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => parentIndex * count + index + 1);
}

export interface EventFile {
  readonly eventCount: number;
  /** Whether events are sorted by time, as in a log. Otherwise every part of the file has all days, which is harder. */
  readonly inOrder: boolean;
  readonly withIds: boolean;
  /** Every event has all dimensions. */
  readonly withDimensions?: boolean;
  /** All events have this type. Default: many types. */
  readonly only?: 'view' | 'page_view';
  /** Default: as many as in the catalog. */
  readonly websites?: number;
}

export async function writeIngestEvents(path: string, options: EventFile): Promise<void> {
  const { eventCount, inOrder, withIds, withDimensions, only, websites = WEBSITES_BY_DEFAULT } = options;
  const random = new Random(7);
  const visitors = Array.from({ length: VISITORS }, () => uuid(random));
  const file = createWriteStream(path);
  let text = '';
  for (let index = 0; index < eventCount; index++) {
    const share = inOrder ? index / eventCount : random.next();
    const visitorIndex = random.between(0, VISITORS - 1);
    const at = new Date(FIRST_DAY_MS + Math.floor(share * SPAN_MS)).toISOString();
    const event = {
      ...randomEvent(random, index, websites, only),
      visitor: visitors[visitorIndex]!,
      at,
      ...(withIds && { id: uuid(random) }),
      ...(withDimensions && fieldsOf(visitorIndex, scramble(visitorIndex + Math.floor(share * DAYS)), index)),
    };
    text += `${JSON.stringify(event)}\n`;
    if (text.length < WRITE_AT_LENGTH) continue;
    if (!file.write(text)) await once(file, 'drain');
    text = '';
  }
  file.end(text);
  await once(file, 'finish');
}

/** Events of website 1 as a client sends them, each with another visitor. */
export function collectorEvents(eventCount: number, { withDimensions = false } = {}): { readonly visitor?: string }[] {
  const random = new Random(8);
  return Array.from({ length: eventCount }, (_, index) => ({
    type: 'view',
    website_id: 1,
    element_id: random.between(1, 20),
    visitor: uuid(random),
    ...(withDimensions && fieldsOf(index, index, index)),
  }));
}

function randomEvent(random: Random, index: number, websites: number, only?: EventFile['only']): object {
  const type = only ?? TYPES[random.between(0, TYPES.length - 1)]!;
  const element = random.between(1, websites * ELEMENTS_PER_WEBSITE);
  const step = Math.ceil(element / ELEMENTS_PER_STEP);
  const variant = Math.ceil(step / STEPS_PER_VARIANT);
  const campaign = Math.ceil(variant / VARIANTS_PER_CAMPAIGN);
  const chain = {
    website_id: Math.ceil(campaign / CAMPAIGNS_PER_WEBSITE),
    campaign_id: campaign,
    variant_id: variant,
    step_id: step,
    element_id: element,
  };
  if (type === 'page_view') return { type, website_id: chain.website_id };
  if (type === 'order')
    return { type, ...chain, order_id: `order-${index}`, revenue: random.between(100, 20_000) / 100 };
  if (type === 'selection') return { type, ...chain, field: 'size', value: `size ${random.between(1, 5)}` };
  return { type, ...chain };
}

function uuid(random: Random): string {
  const hex = Array.from({ length: 4 }, () => random.between(0, 0xffffffff).toString(16).padStart(8, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}
