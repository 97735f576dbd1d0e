// An event as sent and as accepted. The third shape, as counted, is a fold (engine/rollups/fold.ts).
import type { Subject } from '../../engine/catalog/subject.ts';
import { PAGE_VIEW, SELECTION } from '../../engine/event-log/format/log-event.ts';
import { METRIC, type Metric } from '../../engine/rollups/metric.ts';
import { type DimensionRows, NO_DIMENSIONS } from '../../foundation/dimensions/dimension-rows.ts';
import { DIMENSION_FIELDS } from '../../foundation/dimensions/fields.ts';

export const EVENT_TYPES = [
  'view',
  'conversion',
  'completion',
  'submission',
  'subscribe',
  'order',
  'selection',
  'refund',
  'page_view',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** The fields that an event may have. The collector's schema describes them; the compiler checks that it has the same ones. */
export const EVENT_FIELDS = [
  'type',
  'website_id',
  'campaign_id',
  'variant_id',
  'step_id',
  'element_id',
  'campaign',
  'variant',
  'step',
  'element',
  'visitor',
  'at',
  'id',
  'order_id',
  'payment_id',
  'refund_id',
  'revenue',
  'currency',
  'products',
  'product',
  'field',
  'value',
  ...DIMENSION_FIELDS,
  'properties',
] as const;
export type EventField = (typeof EVENT_FIELDS)[number];

/** How long the field `id` can be. */
export const ID_LENGTH_MAX = 64;
/** How many products an order can have. */
export const PRODUCTS_MAX = 100;

/** The JSON object as sent. Nothing has been checked yet. */
export type SentEvent = Readonly<Record<string, unknown>>;

export interface Rejection {
  readonly code: string;
  readonly message: string;
}

/** What a message of Segment's protocol or the order of a shop becomes: an event as sent, or the reason why there is none. */
export type MappedEvent =
  | { readonly event: unknown; readonly userAgent?: string | undefined }
  | { readonly ignored: Rejection; readonly type?: EventType }
  | { readonly rejection: Rejection; readonly type?: EventType };

export interface RejectedEvent extends Rejection {
  /** The type that was sent. It is absent if it is not one of the types. */
  readonly type?: EventType;
  /** The event's position in its batch, from 0. */
  readonly index: number;
}

/** A product that was bought with an order. */
export interface ProductSale {
  readonly value: string | null;
  /** The revenue in 1/10,000 of a currency unit. */
  readonly revenue: number;
}

/** What an event is counted as: for a metric, or as a selection or page view, which count for none. */
export type CountedType = Metric | typeof SELECTION | typeof PAGE_VIEW;

/** An event as accepted. Each step fills in its fields. */
export class AcceptedEvent<EventSubject = Subject> {
  /** A refund has that of orders. */
  type: CountedType = METRIC.views;
  /** A refund is not counted itself: it changes what its order counts for (settle-orders.ts). */
  isRefund = false;
  websiteId = 0;
  subject!: EventSubject;
  /** A day of the website. */
  day = 0;
  /** When it happened, in seconds since 00:00 UTC of the date `day`: negative if the website's day began before that. */
  second = 0;
  /** The two halves of the visitor's hash. */
  visitorLow = 0;
  visitorHigh = 0;
  /** false: an order without a visitor. Its hash is nobody's (`NOBODY_LOW`). */
  hasVisitor = true;
  id: string | undefined;
  orderId: string | undefined;
  /** Another id of the order, by which a refund may name it. */
  paymentId: string | undefined;
  refundId: string | undefined;
  /** The revenue in 1/10,000 of a currency unit. */
  revenue = 0;
  /** How the revenue was converted, if it was sent in another currency. */
  conversion: Conversion | undefined;
  /** A refund of all that is left of its order, because it names no amount. */
  isOfAllLeft = false;
  products: readonly ProductSale[] = NO_PRODUCTS;
  /** A selection has the list, and the value that was chosen from it. */
  list = '';
  value: string | null = null;
  /**
   * What the event log needs: the dimensions of the batch, and which row of them is this event's. It is `NO_DIMENSIONS` if the website does
   * not keep its events.
   */
  dimensions: DimensionRows = NO_DIMENSIONS;
  dimensionRow = 0;
  /** The number of its claim within the batch, from 1; 0: it needs none. */
  claim = 0;
}

/** How revenue was converted that was sent in another currency than the website's. */
export interface Conversion {
  readonly currency: string;
  /** Units of the website's currency for one unit of this one. */
  readonly rate: number;
  /** The revenue as sent, in 1/10,000 of a unit of this currency. */
  readonly sent: number;
}

const NO_PRODUCTS: readonly ProductSale[] = [];

const NAMES: Readonly<Record<CountedType, EventType>> = {
  [METRIC.views]: 'view',
  [METRIC.conversions]: 'conversion',
  [METRIC.completions]: 'completion',
  [METRIC.submissions]: 'submission',
  [METRIC.subscribes]: 'subscribe',
  [METRIC.orders]: 'order',
  [SELECTION]: 'selection',
  [PAGE_VIEW]: 'page_view',
};

/** The type that it was sent with. */
export function nameOfType({ type, isRefund }: Pick<AcceptedEvent, 'type' | 'isRefund'>): EventType {
  return isRefund ? 'refund' : NAMES[type];
}

const CLAIM_WEIGHT = 6;
const ORDER_WEIGHT = 6;
const SELECTION_WEIGHT = 5;
const PRODUCT_WEIGHT = 10;
const CHARACTERS_PER_WEIGHT = 40;

/** Returns roughly how much memory an event takes until it is counted, relative to a view without an id. */
export function weightOf(event: AcceptedEvent): number {
  const { type, products, list, value } = event;
  const claim = event.claim > 0 ? CLAIM_WEIGHT : 0;
  if (type === METRIC.orders) return 1 + claim + ORDER_WEIGHT + products.length * PRODUCT_WEIGHT;
  if (type !== SELECTION) return 1 + claim;
  return SELECTION_WEIGHT + claim + (list.length + (value?.length ?? 0)) / CHARACTERS_PER_WEIGHT;
}

export function reject(code: string, message: string): Rejection {
  return { code, message };
}

/** Whether a field was given. A field that is null counts as left out. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

export function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
