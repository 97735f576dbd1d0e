// Turns an event as sent into an accepted event, by a list of named steps that every event passes. Each step checks and
// fills in some fields, or rejects the event with a code and a message that names the field and the fix.
// Why: docs/decisions/events.md, "Every event takes one path, in four stages".
// Why: docs/decisions/events.md, "Unknown and misplaced fields reject an event".
// Why: docs/decisions/events.md, "The events of a commit are garbage at its end".
// Why: docs/decisions/events.md, "Refunds from browsers are rejected".
import { SUBJECT_KIND, type WebsiteCatalog } from '../../engine/catalog/subject.ts';
import { PAGE_VIEW, SELECTION } from '../../engine/event-log/format/log-event.ts';
import { PRODUCT_LIST } from '../../engine/rollups/fold.ts';
import { METRIC } from '../../engine/rollups/metric.ts';
import type { DimensionReader, VisitDimensions } from '../../foundation/dimensions/event-dimensions.ts';
import { type DimensionField, wrongField } from '../../foundation/dimensions/fields.ts';
import type { SipKey } from '../../foundation/sketches/sip-hash.ts';
import { hashVisitor, NOBODY_LOW } from '../../foundation/sketches/visitor-hash.ts';
import { nearestName } from '../../foundation/text/nearest-name.ts';
import { UTC, type Zone } from '../../foundation/time/zone.ts';
import type { EventDefaults } from '../events/batch.ts';
import {
  type AcceptedEvent,
  type CountedType,
  EVENT_FIELDS,
  type EventField,
  ID_LENGTH_MAX,
  isGiven,
  isId,
  isObject,
  PRODUCTS_MAX,
  type ProductSale,
  type Rejection,
  reject,
  type SentEvent,
} from '../events/event.ts';
import { parseRevenue, REVENUE_MAX } from '../events/revenue.ts';
import { parseTimestampMs } from '../events/timestamp.ts';
import { convertOrder, convertRefund } from './convert-order.ts';
import { resolveDimensions } from './resolve-dimensions.ts';
import { resolveSubject } from './resolve-subject.ts';

const VISITOR_LENGTH_MAX = 128;
const ORDER_ID_LENGTH_MAX = 100;
const VALUE_LENGTH_MAX = 255;
const FIELD_NAME_SHOWN_MAX = 50;
const SECONDS_PER_DAY = 24 * 60 * 60;
const AHEAD_MS_MAX = SECONDS_PER_DAY * 1000;

export interface StepContext {
  readonly nowMs: number;
  /** The maximum age of an event in days. If it is undefined, there is no limit. */
  readonly ageDaysMax?: number | undefined;
  /** The only website that the sender may write to. If it is undefined, the sender may write to all. */
  readonly onlyWebsiteId: number | undefined;
  readonly isFromBrowser?: boolean | undefined;
  readonly defaults?: EventDefaults | undefined;
  /** What is known about the visit of the event, if its website keeps its events. */
  readonly visit?: VisitDimensions | undefined;
  /** The user agent of the visitor, as the message of an SDK says. */
  readonly userAgent?: string;
  /** Reads the dimensions of all events of the batch. */
  readonly read?: DimensionReader;
  /** Visitors are hashed with it. */
  readonly visitorKey: SipKey;
  /** The website that the event names. null: there is no such website. */
  website: WebsiteCatalog | null;
}

/**
 * Fills in the event, or returns why it is rejected: by the first step that finds something. The steps are written out, because calling
 * them in a loop over a list takes longer.
 */
export function runSteps(sent: SentEvent, event: AcceptedEvent, context: StepContext): Rejection | undefined {
  return (
    checkFields(sent) ??
    checkType(sent, event) ??
    checkWebsite(sent, event, context) ??
    checkTime(sent, event, context) ??
    checkVisitor(sent, event, context) ??
    checkId(sent, event, context) ??
    checkOrder(sent, event) ??
    checkRefund(sent, event) ??
    checkPayment(sent, event) ??
    checkSelection(sent, event) ??
    checkPageView(sent, event) ??
    resolveSubject(sent, event, context) ??
    checkBrowserOrder(event, context) ??
    checkCurrency(sent, event, context) ??
    checkNeedsElement(event) ??
    resolveDimensions(sent, event, context)
  );
}

/** A misspelled field must not be ignored silently. `properties` may contain anything. */
function checkFields(sent: SentEvent): Rejection | undefined {
  for (const name in sent) {
    const kind = kindOfField(name as EventField);
    if (kind === undefined) return unknownField(name);
    const wrong = kind === 'dimension' ? wrongField(name as DimensionField, sent[name]) : undefined;
    if (wrong) return reject(`invalid_${name}`, wrong);
  }
  const { properties } = sent;
  if (!isGiven(properties) || isObject(properties)) return undefined;
  return reject('invalid_properties', 'properties must be an object');
}

/**
 * The cases are written out, because that takes a third of the time of a look-up in a map. The compiler checks that no field is missing.
 */
function kindOfField(name: EventField): 'dimension' | 'other' | undefined {
  switch (name) {
    case 'type':
    case 'website_id':
    case 'campaign_id':
    case 'variant_id':
    case 'step_id':
    case 'element_id':
    case 'campaign':
    case 'variant':
    case 'step':
    case 'element':
    case 'visitor':
    case 'at':
    case 'id':
    case 'order_id':
    case 'payment_id':
    case 'refund_id':
    case 'revenue':
    case 'currency':
    case 'products':
    case 'product':
    case 'field':
    case 'value':
    case 'properties':
      return 'other';
    case 'utm_source':
    case 'utm_medium':
    case 'utm_campaign':
    case 'referrer':
    case 'device':
    case 'browser':
    case 'os':
    case 'country':
    case 'language':
    case 'page':
      return 'dimension';
    default:
      name satisfies never;
      return undefined;
  }
}

/** Creates the message on demand, because that takes much longer than all steps together. */
function unknownField(name: string): Rejection {
  return {
    code: 'unknown_field',
    get message() {
      return unknownFieldMessage(name);
    },
  };
}

function unknownFieldMessage(name: string): string {
  const nearest = nearestName(name, EVENT_FIELDS);
  const hint = nearest === undefined ? 'put your own fields into properties' : `did you mean ${nearest}?`;
  return `${JSON.stringify(name.slice(0, FIELD_NAME_SHOWN_MAX))} is not a field of an event: ${hint}`;
}

const REFUND = 'refund';

const TYPES = new Map<unknown, CountedType>([
  ['view', METRIC.views],
  ['conversion', METRIC.conversions],
  ['completion', METRIC.completions],
  ['submission', METRIC.submissions],
  ['subscribe', METRIC.subscribes],
  ['order', METRIC.orders],
  ['selection', SELECTION],
  [REFUND, METRIC.orders],
  ['page_view', PAGE_VIEW],
]);

function checkType(sent: SentEvent, event: AcceptedEvent): Rejection | undefined {
  const type = TYPES.get(sent.type);
  if (type === undefined) return reject('invalid_type', `type must be one of ${[...TYPES.keys()].join(', ')}`);
  event.type = type;
  event.isRefund = sent.type === REFUND;
  return undefined;
}

/** An ingest key is for one website, so its events need not name it. */
export function websiteIdOf(sent: SentEvent, { defaults, onlyWebsiteId }: StepContext): unknown {
  return sent.website_id ?? defaults?.websiteId ?? onlyWebsiteId;
}

function checkWebsite(sent: SentEvent, event: AcceptedEvent, context: StepContext): Rejection | undefined {
  const id = websiteIdOf(sent, context);
  if (!isId(id)) return reject('invalid_website_id', 'website_id must be a positive integer');
  if (context.onlyWebsiteId !== undefined && id !== context.onlyWebsiteId) {
    return reject('website_not_allowed', `website_id ${id} is not the website that this key is for`);
  }
  event.websiteId = id;
  return undefined;
}

const INVALID_AT = reject('invalid_at', 'at must be an ISO 8601 date-time since 1970, such as 2026-01-31T12:00:00Z');

function checkTime(sent: SentEvent, event: AcceptedEvent, context: StepContext): Rejection | undefined {
  const { at } = sent;
  const zone = context.website?.zone ?? UTC;
  if (!isGiven(at)) {
    setTime(event, context.nowMs, zone);
    return undefined;
  }
  const ms = typeof at === 'string' ? parseTimestampMs(at) : undefined;
  if (ms === undefined || ms < 0) return INVALID_AT;
  if (ms > context.nowMs + AHEAD_MS_MAX) return reject('at_in_future', 'at is more than 24 hours in the future');
  setTime(event, ms, zone);
  // West of Greenwich, 1970 begins later.
  if (event.day < 0) return INVALID_AT;
  const { ageDaysMax } = context;
  if (ageDaysMax === undefined || event.day >= zone.dayAt(context.nowMs) - ageDaysMax) return undefined;
  return reject('at_too_old', `at is more than ${ageDaysMax} days ago: import older events from a file`);
}

function setTime(event: AcceptedEvent, ms: number, zone: Zone): void {
  event.day = zone.dayAt(ms);
  event.second = Math.floor(ms / 1_000) - event.day * SECONDS_PER_DAY;
}

const visitorHash = new Int32Array(2);

function checkVisitor(sent: SentEvent, event: AcceptedEvent, context: StepContext): Rejection | undefined {
  const visitor = sent.visitor ?? defaultVisitor(event, context);
  if (!isGiven(visitor)) {
    if (event.type !== METRIC.orders) {
      return reject('visitor_required', 'visitor is required, except for orders and refunds');
    }
    event.hasVisitor = false;
    setVisitor(event, nameOfOrder(sent, event), context);
    event.visitorLow = NOBODY_LOW;
    return undefined;
  }
  if (!isText(visitor, VISITOR_LENGTH_MAX)) {
    return reject('invalid_visitor', `visitor must be a string of 1 to ${VISITOR_LENGTH_MAX} characters`);
  }
  setVisitor(event, visitor, context);
  return undefined;
}

function setVisitor(event: AcceptedEvent, visitor: string, { visitorKey }: StepContext): void {
  hashVisitor(visitor, visitorKey, visitorHash);
  event.visitorLow = visitorHash[0]!;
  event.visitorHigh = visitorHash[1]!;
}

/**
 * It says which samples of visitors an order without a visitor is in. If that were the same for all of them, a sample would have all of
 * these orders or none.
 */
function nameOfOrder({ order_id, id }: SentEvent, { day, second }: AcceptedEvent): string {
  const name = isText(order_id, ORDER_ID_LENGTH_MAX) ? order_id : isText(id, ID_LENGTH_MAX) ? id : `${day}/${second}`;
  return `order without visitor: ${name}`;
}

/** The ids of daily visitors are those of UTC days. */
function defaultVisitor({ day, second }: AcceptedEvent, { defaults }: StepContext): unknown {
  if (isGiven(defaults?.visitor)) return defaults?.visitor;
  const daily = defaults?.dailyVisitor;
  return daily?.yesterday.day === day + Math.floor(second / SECONDS_PER_DAY)
    ? daily.yesterday.visitor
    : daily?.otherwise;
}

/**
 * Without the prefix, anybody could send the id that a server will use, such as the number of the next order, and so keep that event from
 * being counted.
 */
const BROWSER_ID_PREFIX = 'browser/';

function checkId(sent: SentEvent, event: AcceptedEvent, { isFromBrowser }: StepContext): Rejection | undefined {
  const { id } = sent;
  if (!isGiven(id)) return undefined;
  if (!isStorableText(id, ID_LENGTH_MAX)) {
    return reject('invalid_id', `id must be a string of 1 to ${ID_LENGTH_MAX} characters`);
  }
  event.id = isFromBrowser ? BROWSER_ID_PREFIX + id : id;
  return undefined;
}

function checkOrder(sent: SentEvent, event: AcceptedEvent): Rejection | undefined {
  const { order_id: orderId, revenue, currency, products } = sent;
  if (event.type !== METRIC.orders) {
    if (!isGiven(orderId) && !isGiven(revenue) && !isGiven(currency) && !isGiven(products)) return undefined;
    return reject('order_only', 'order_id, revenue, currency and products are only for events of type order or refund');
  }
  if (isGiven(orderId)) {
    if (!isStorableText(orderId, ORDER_ID_LENGTH_MAX)) {
      return reject('invalid_order_id', `order_id must be a string of 1 to ${ORDER_ID_LENGTH_MAX} characters`);
    }
    event.orderId = orderId;
  }
  const parsed = isGiven(revenue) ? parseRevenue(revenue) : 0;
  if (parsed === undefined) return reject('invalid_revenue', `revenue ${REVENUE_RULE}`);
  event.revenue = parsed;
  return isGiven(products) ? checkProducts(event, products) : undefined;
}

const SUBJECT_FIELDS = ['campaign', 'variant', 'step', 'element'].flatMap((name) => [`${name}_id`, name]);

/** The order says what a refund counts for. A refund that names it again could only contradict it. */
function checkRefund(sent: SentEvent, event: AcceptedEvent): Rejection | undefined {
  const { refund_id: refundId, order_id: orderId, revenue, products } = sent;
  if (!event.isRefund) {
    return isGiven(refundId) ? reject('refund_only', 'refund_id is only for events of type refund') : undefined;
  }
  if (!isGiven(orderId)) return reject('order_id_required', 'order_id is required: it names the order of the refund');
  if (isGiven(refundId)) {
    if (!isStorableText(refundId, ORDER_ID_LENGTH_MAX)) {
      return reject('invalid_refund_id', `refund_id must be a string of 1 to ${ORDER_ID_LENGTH_MAX} characters`);
    }
    event.refundId = refundId;
  }
  event.isOfAllLeft = !isGiven(revenue);
  if (event.isOfAllLeft && isGiven(products)) {
    return reject('revenue_required', 'a refund with products needs revenue, the amount of the whole refund');
  }
  const subject = subjectFieldOf(sent);
  if (subject === undefined) return undefined;
  return reject('subject_not_allowed', `a refund counts for the subject of its order: leave out ${subject}`);
}

function subjectFieldOf(sent: SentEvent): string | undefined {
  return SUBJECT_FIELDS.find((name) => isGiven(sent[name]));
}

function checkPageView(sent: SentEvent, event: AcceptedEvent): Rejection | undefined {
  if (event.type !== PAGE_VIEW) return undefined;
  const subject = subjectFieldOf(sent);
  if (subject === undefined) return undefined;
  return reject('subject_not_allowed', `a page_view is of the website alone: leave out ${subject}, or send a view`);
}

function checkPayment(sent: SentEvent, event: AcceptedEvent): Rejection | undefined {
  const { payment_id: paymentId } = sent;
  if (!isGiven(paymentId)) return undefined;
  if (sent.type !== 'order') return reject('order_only', 'payment_id is only for events of type order');
  if (!isStorableText(paymentId, ORDER_ID_LENGTH_MAX)) {
    return reject('invalid_payment_id', `payment_id must be a string of 1 to ${ORDER_ID_LENGTH_MAX} characters`);
  }
  if (event.orderId === undefined) return reject('order_id_required', 'an order with a payment_id needs an order_id');
  if (paymentId !== event.orderId) event.paymentId = paymentId;
  return undefined;
}

const REVENUE_RULE = `must be a number or a decimal string from 0 to ${REVENUE_MAX}`;

function checkProducts(event: AcceptedEvent, products: unknown): Rejection | undefined {
  if (!Array.isArray(products) || products.length > PRODUCTS_MAX) {
    return reject('invalid_products', `products must be an array of at most ${PRODUCTS_MAX} objects`);
  }
  const sales: ProductSale[] = [];
  for (const [index, product] of products.entries()) {
    if (!isObject(product)) return reject('invalid_products', `products[${index}] must be an object`);
    const { value = null, revenue } = product;
    if (value !== null && !isStorableText(value, VALUE_LENGTH_MAX)) {
      return reject('invalid_products', `products[${index}].value must be null or 1 to ${VALUE_LENGTH_MAX} characters`);
    }
    const parsed = isGiven(revenue) ? parseRevenue(revenue) : 0;
    if (parsed === undefined) return reject('invalid_products', `products[${index}].revenue ${REVENUE_RULE}`);
    sales.push({ value, revenue: parsed });
  }
  event.products = sales;
  return undefined;
}

function checkSelection(sent: SentEvent, event: AcceptedEvent): Rejection | undefined {
  if (event.type !== SELECTION) return undefined;
  const { product, field, value } = sent;
  // A product of null means that none of the offered products was chosen.
  const isProduct = isGiven(product) || (product === null && !isGiven(field));
  if (isProduct === isGiven(field)) {
    return reject('invalid_selection', 'a selection needs either product, or field and value');
  }
  if (!isProduct && !isStorableText(field, VALUE_LENGTH_MAX)) {
    return reject('invalid_field', `field must be a string of 1 to ${VALUE_LENGTH_MAX} characters`);
  }
  const chosen = asValue(isProduct ? product : value);
  if (chosen === undefined) {
    const name = isProduct ? 'product' : 'value';
    return reject(
      `invalid_${name}`,
      `${name} must be null, a number, true, false or 1 to ${VALUE_LENGTH_MAX} characters`,
    );
  }
  event.list = isProduct ? PRODUCT_LIST : (field as string);
  event.value = chosen;
  return undefined;
}

/** Numbers and booleans are stored as strings. Returns undefined for what is not a value. */
function asValue(value: unknown): string | null | undefined {
  if (value === null) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return isStorableText(value, VALUE_LENGTH_MAX) ? value : undefined;
}

/**
 * By default, orders from browsers are rejected, because anybody could invent revenue. Refunds always are: anybody who guesses the number
 * of an order could take back what a server or a shop has told of it.
 */
function checkBrowserOrder(event: AcceptedEvent, context: StepContext): Rejection | undefined {
  if (event.type !== METRIC.orders || !context.isFromBrowser) return undefined;
  if (event.isRefund) return BROWSER_REFUND;
  if (context.website?.settings.browser_orders) return undefined;
  return reject(
    'orders_not_allowed',
    'orders from browsers are not counted: send them from a server, or turn on the setting browser_orders of the website',
  );
}

const BROWSER_REFUND = reject('orders_not_allowed', 'refunds from browsers are not counted: send them from a server');

function checkCurrency(sent: SentEvent, event: AcceptedEvent, context: StepContext): Rejection | undefined {
  const { currency } = sent;
  const website = context.website!;
  if (!isGiven(currency) || currency === website.currency) return undefined;
  return event.isRefund ? convertRefund(event, currency, website) : convertOrder(event, currency, website);
}

function checkNeedsElement(event: AcceptedEvent): Rejection | undefined {
  const needsElement = event.type === SELECTION || (event.products.length > 0 && !event.isRefund);
  if (!needsElement || event.subject.kind === SUBJECT_KIND.element) return undefined;
  return reject('element_required', 'element_id or element is required for a selection and for an order with products');
}

function isText(value: unknown, lengthMax: number): value is string {
  if (typeof value !== 'string' || value.length === 0) return false;
  // Characters outside the basic multilingual plane have length 2. Count them only if it matters.
  return value.length <= lengthMax || (value.length <= 2 * lengthMax && [...value].length <= lengthMax);
}

/** PostgreSQL can't store U+0000, and no database can store a lone surrogate: two different ones would read back equal. */
function isStorableText(value: unknown, lengthMax: number): value is string {
  return isText(value, lengthMax) && !value.includes('\u0000') && value.isWellFormed();
}
