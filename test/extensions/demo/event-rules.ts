// The event rules of the specification, written down a second time and on their own: what the demo is checked against.
import type { DemoCatalog } from '../../../src/extensions/demo/catalog.ts';

export interface DemoEvent {
  type: string;
  website_id: number;
  campaign_id?: number;
  variant_id?: number;
  step_id?: number;
  element_id?: number;
  visitor: string;
  at: string;
  device?: string;
  utm_campaign?: string;
  id?: string;
  refund_id?: string;
  order_id?: string;
  revenue?: number;
  currency?: string;
  products?: { value: string | null; revenue: number }[];
  product?: string;
  field?: string;
  value?: string;
}

/** A subject with all its ancestors; `first` where a view of it is a view of its campaign. */
export interface Place {
  website_id: number;
  campaign_id: number;
  variant_id?: number;
  step_id?: number;
  element_id?: number;
  first: boolean;
}

export interface CatalogIndex {
  currencies: Map<number, string>;
  places: Record<SubjectKey, Map<number, Place>>;
}

const SUBJECT_KEYS = ['element_id', 'step_id', 'variant_id', 'campaign_id'] as const;
type SubjectKey = (typeof SUBJECT_KEYS)[number];

const TYPES = [
  ...['view', 'conversion', 'completion', 'submission', 'subscribe', 'order', 'selection', 'refund', 'page_view'],
];
const VISIT_KEYS = [
  'page',
  'referrer',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'device',
  'browser',
  'os',
  'country',
  'language',
];
const COMMON_KEYS = ['type', 'website_id', ...SUBJECT_KEYS, 'visitor', 'at', 'id', ...VISIT_KEYS];
const ORDER_KEYS = new Set([...COMMON_KEYS, 'order_id', 'revenue', 'currency', 'products']);
const SELECTION_KEYS = new Set([...COMMON_KEYS, 'product', 'field', 'value']);
const PAGE_VIEW_KEYS = new Set(['type', 'website_id', 'visitor', 'at', ...VISIT_KEYS]);
const REFUND_KEYS = new Set(['type', 'website_id', 'at', 'order_id', 'refund_id', 'revenue']);
const OTHER_KEYS = new Set(COMMON_KEYS);
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export function indexCatalog(catalog: DemoCatalog): CatalogIndex {
  const places = { element_id: new Map(), step_id: new Map(), variant_id: new Map(), campaign_id: new Map() };
  const currencies = new Map<number, string>();
  for (const website of catalog.accounts.flatMap((account) => account.websites)) {
    currencies.set(website.id, website.currency);
    for (const campaign of website.campaigns) {
      const inCampaign = { website_id: website.id, campaign_id: campaign.id, first: false };
      places.campaign_id.set(campaign.id, inCampaign);
      for (const variant of campaign.variants) {
        const inVariant = { ...inCampaign, variant_id: variant.id };
        places.variant_id.set(variant.id, { ...inVariant, first: true });
        for (const step of variant.steps) {
          const inStep = { ...inVariant, step_id: step.id };
          places.step_id.set(step.id, { ...inStep, first: step.position === 1 });
          for (const element of step.elements) places.element_id.set(element.id, { ...inStep, element_id: element.id });
        }
      }
    }
  }
  return { currencies, places };
}

/** The deepest subject that an event names, if the catalog has it. */
export function placeOf(event: DemoEvent, { places }: CatalogIndex): Place | undefined {
  const deepest = SUBJECT_KEYS.find((key) => event[key] !== undefined);
  return deepest && places[deepest].get(event[deepest]!);
}

/** What is wrong with an event that is said to be of `date` (YYYY-MM-DD); null where nothing is. */
export function eventProblem(event: DemoEvent, date: string, index: CatalogIndex): string | null {
  if (event.type === 'refund') return keysProblem(event) ?? timeProblem(event, date) ?? refundProblem(event);
  return (
    keysProblem(event) ??
    subjectProblem(event, index) ??
    visitorProblem(event) ??
    timeProblem(event, date) ??
    (event.type === 'order' ? orderProblem(event, index) : null) ??
    (event.type === 'selection' ? selectionProblem(event) : null)
  );
}

const ALLOWED_KEYS: Readonly<Record<string, ReadonlySet<string>>> = {
  order: ORDER_KEYS,
  selection: SELECTION_KEYS,
  refund: REFUND_KEYS,
  page_view: PAGE_VIEW_KEYS,
};

function keysProblem(event: DemoEvent): string | null {
  if (!TYPES.includes(event.type)) return `unknown type ${event.type}`;
  const allowed = ALLOWED_KEYS[event.type] ?? OTHER_KEYS;
  const stray = Object.keys(event).find((key) => !allowed.has(key));
  if (stray !== undefined) return `${stray} on a ${event.type}`;
  return event.id === undefined || isText(event.id, 64) ? null : 'id';
}

function subjectProblem(event: DemoEvent, index: CatalogIndex): string | null {
  if (!index.currencies.has(event.website_id)) return 'unknown website';
  if (event.type === 'page_view') return null;
  const place = placeOf(event, index);
  // Whoever orders again does so on their own.
  if (event.type === 'order' && SUBJECT_KEYS.every((key) => event[key] === undefined)) return null;
  if (place === undefined) return 'unknown subject';
  if (place.website_id !== event.website_id) return 'subject of another website';
  const contradicts = SUBJECT_KEYS.some((key) => event[key] !== undefined && event[key] !== place[key]);
  return contradicts ? 'ancestor contradicts the catalog' : null;
}

function visitorProblem({ visitor }: DemoEvent): string | null {
  return isText(visitor, 128) && UUID_V4.test(visitor) ? null : 'visitor';
}

function timeProblem({ at }: DemoEvent, date: string): string | null {
  if (!/^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/.test(at)) return 'malformed time';
  return at.startsWith(date) ? null : 'another day';
}

function orderProblem(event: DemoEvent, { currencies }: CatalogIndex): string | null {
  if (!isText(event.order_id, 100)) return 'order_id';
  if (!isAmount(event.revenue)) return 'revenue';
  if (event.currency !== currencies.get(event.website_id)) return 'currency';
  if (event.products === undefined) return null;
  if (event.element_id === undefined) return 'products without an element';
  const sound = event.products.every(
    ({ value, revenue }) => (value === null || isText(value, 100)) && isAmount(revenue),
  );
  return sound && event.products.length > 0 ? null : 'products';
}

function refundProblem({ order_id, refund_id, revenue }: DemoEvent): string | null {
  if (!isText(order_id, 100)) return 'order_id';
  if (!isText(refund_id, 100)) return 'refund_id';
  return revenue === undefined || isAmount(revenue) ? null : 'revenue';
}

function selectionProblem({ element_id, product, field, value }: DemoEvent): string | null {
  if (element_id === undefined) return 'selection without an element';
  const isProduct = isText(product, 100) && field === undefined && value === undefined;
  const isAnswer = product === undefined && isText(field, 100) && isText(value, 100);
  return isProduct || isAnswer ? null : 'selection';
}

function isText(text: unknown, lengthMax: number): boolean {
  return typeof text === 'string' && text.length >= 1 && text.length <= lengthMax;
}

function isAmount(amount: unknown): boolean {
  return typeof amount === 'number' && amount >= 0 && Number(amount.toFixed(4)) === amount;
}
