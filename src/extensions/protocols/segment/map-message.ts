// Turns a message of Segment's protocol into an event as sent. Only the fields that count are taken over: names, traits and the rest of
// the context of a visitor go no further than this file. What the event says is checked by the steps of every event.
// Why: docs/decisions/events.md, "Segment's messages become events at the door".
// Why: docs/decisions/events.md, "A clock of an SDK is only set back".
import { createHash } from 'node:crypto';
import { hostOf } from '../../../core/foundation/dimensions/referrer.ts';
import {
  ID_LENGTH_MAX,
  isObject,
  PRODUCTS_MAX,
  type Rejection,
  type SentEvent,
} from '../../../core/intake/events/event.ts';
import { parseTimestampMs } from '../../../core/intake/events/timestamp.ts';
import { countedName } from './event-names.ts';

/** A sender's clock that is at most this much ahead counts as right. */
const CLOCK_AHEAD_MS_MAX = 60_000;
const NAME_SHOWN_MAX = 50;
/** What is longer is cut before it is stored anyway. */
const CONTEXT_LENGTH_MAX = 2_000;

interface MessageContext {
  readonly websiteId: number;
  readonly nowMs: number;
  /** When the sender sent it, by the sender's clock. */
  readonly sentAt?: unknown;
}

export type MappedMessage =
  | { readonly event: SentEvent; readonly userAgent?: string | undefined }
  | { readonly ignored: Rejection };

type Fields = Readonly<Record<string, unknown>>;

export function mapMessage(message: Fields, context: MessageContext): MappedMessage {
  const properties = isObject(message.properties) ? message.properties : {};
  if (message.type === 'page') return pageView(message, properties, context);
  if (message.type !== 'track') return ignoredType(message.type);
  const counted = countedName(message.event);
  if (counted === undefined) return ignoredEvent(message.event);
  if (counted.type === 'refund') return { event: refundEvent(message, properties, context) };
  const subjects = subjectFields(properties);
  if (counted.needsSubject && Object.keys(subjects).length === 0) return ignoredWithoutSubject(message.event);
  const common = { type: counted.type, ...commonFields(message, context), ...subjects };
  const userAgent = userAgentOf(message);
  if (counted.type === 'order') return { event: { ...common, ...orderFields(properties, subjects) }, userAgent };
  if (counted.type === 'selection') return { event: { ...common, ...selectionFields(properties) }, userAgent };
  return { event: common, userAgent };
}

/** The properties of a page call name the page. The context, which names it too, may be missing. */
function pageView(message: Fields, properties: Fields, context: MessageContext): MappedMessage {
  const page = contextText(properties.path) ?? contextText(properties.url);
  const event = { type: 'page_view', ...commonFields(message, context), ...(page !== undefined && { page }) };
  return { event, userAgent: userAgentOf(message) };
}

function commonFields(message: Fields, context: MessageContext): SentEvent {
  return {
    website_id: context.websiteId,
    id: eventId(message.messageId),
    visitor: visitorOf(message),
    at: timeOf(message, context),
    ...visitFields(objectIn(message.context)),
  };
}

function userAgentOf(message: Fields): string | undefined {
  return contextText(objectIn(message.context).userAgent);
}

/** What the context says about the visit. Its IP address is not used. What is not a string is left out: the event counts all the same. */
function visitFields(context: Fields): SentEvent {
  const [campaign, page] = [objectIn(context.campaign), objectIn(context.page)];
  const referrer = contextText(objectIn(context.referrer).url) ?? contextText(page.referrer);
  const fields = {
    utm_source: contextText(campaign.source),
    utm_medium: contextText(campaign.medium),
    utm_campaign: contextText(campaign.name),
    referrer: referrer !== undefined && isOnSameHost(referrer, contextText(page.url)) ? undefined : referrer,
    language: contextText(context.locale),
    page: contextText(page.path),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function isOnSameHost(referrer: string, pageUrl = ''): boolean {
  const host = hostOf(referrer);
  return host !== undefined && host === hostOf(pageUrl);
}

function objectIn(value: unknown): Fields {
  return isObject(value) ? value : {};
}

function contextText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, CONTEXT_LENGTH_MAX) : undefined;
}

/** An id that is too long for us is replaced by its hash, which is as good for recognizing a repeat. */
function eventId(messageId: unknown): unknown {
  if (typeof messageId !== 'string' || messageId.length <= ID_LENGTH_MAX) return messageId;
  return createHash('sha256').update(messageId).digest('base64url');
}

/** RudderStack sends '' for what it does not know. */
function visitorOf({ anonymousId, userId }: Fields): unknown {
  return asText(anonymousId) || asText(userId) || undefined;
}

/**
 * A message that was sent in the future came from a clock that is ahead, so its time is set back. A message that was sent in the
 * past may just have been on its way for long, so its time is right.
 */
function timeOf({ timestamp, originalTimestamp, sentAt }: Fields, context: MessageContext): unknown {
  const at = timestamp ?? originalTimestamp;
  const aheadMs = (timestampMs(context.sentAt ?? sentAt) ?? 0) - context.nowMs;
  const atMs = timestampMs(at);
  if (atMs === undefined || aheadMs <= CLOCK_AHEAD_MS_MAX) return at;
  return new Date(atMs - aheadMs).toISOString();
}

function timestampMs(value: unknown): number | undefined {
  return typeof value === 'string' ? parseTimestampMs(value) : undefined;
}

const SUBJECT_KINDS = ['campaign', 'variant', 'step', 'element'] as const;

/** Subjects are named by id (`campaign_id`) or by key (`campaign`). */
function subjectFields(properties: Fields): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const kind of SUBJECT_KINDS) {
    const id = properties[`${kind}_id`];
    if (isGiven(id)) fields[`${kind}_id`] = asNumber(id);
    if (isGiven(properties[kind])) fields[kind] = asText(properties[kind]);
  }
  return fields;
}

/** The order says what a refund counts for, so neither its subject nor its visitor is handed on. */
function refundEvent(message: Fields, properties: Fields, context: MessageContext): SentEvent {
  return {
    type: 'refund',
    website_id: context.websiteId,
    id: eventId(message.messageId),
    at: timeOf(message, context),
    refund_id: asText(properties.refund_id),
    ...amountFields(properties),
  };
}

function amountFields({ order_id: orderId, revenue, total, currency }: Fields): SentEvent {
  return {
    order_id: asText(orderId),
    revenue: revenue ?? total,
    currency: typeof currency === 'string' ? currency.toUpperCase() : currency,
  };
}

function orderFields(properties: Fields, subjects: Fields): SentEvent {
  const { products } = properties;
  const isOnElement = 'element_id' in subjects || 'element' in subjects;
  return {
    ...amountFields(properties),
    // Products are counted only on an element. An order of another subject is not refused because of its products.
    ...(isOnElement && Array.isArray(products) && { products: products.slice(0, PRODUCTS_MAX).map(productSale) }),
  };
}

function productSale(product: unknown): unknown {
  if (!isObject(product)) return product;
  const { sku, product_id: productId, name, price, quantity } = product;
  const value = asText(sku) || asText(productId) || asText(name) || null;
  return { value, revenue: numberOf(price) * numberOf(quantity ?? 1) };
}

function selectionFields({ product, field, value }: Fields): SentEvent {
  return { product, field, value };
}

function ignoredType(type: unknown): MappedMessage {
  return ignore('unmapped_type', `${shown(type)} calls are not counted, only track and page calls are`);
}

function ignoredEvent(event: unknown): MappedMessage {
  return ignore('unmapped_event', `${shown(event)} is not one of the event names that are counted`);
}

function ignoredWithoutSubject(event: unknown): MappedMessage {
  const kinds = SUBJECT_KINDS.join(', ');
  return ignore('no_subject', `${shown(event)} is counted only where its properties name a subject: ${kinds}`);
}

function ignore(code: string, message: string): MappedMessage {
  return { ignored: { code, message } };
}

function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, NAME_SHOWN_MAX)) : 'a message without a name';
}

/** Ids are often numbers. A number that was rounded would be the id of something else, so it stays a number and is rejected. */
function asText(value: unknown): unknown {
  return Number.isSafeInteger(value) ? String(value) : value;
}

function asNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
}

/** Returns NaN, which JSON cannot express, for what is not a number. Converting an object could even throw. */
function numberOf(value: unknown): number {
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}
