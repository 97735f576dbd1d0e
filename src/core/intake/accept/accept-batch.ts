// The first stage of a batch: its bytes become accepted events. It needs no transaction.
// Why: docs/decisions/events.md, "A batch over HTTP may name at most 2,000 days of subjects".
import type { CatalogCache } from '../../engine/catalog/load-catalog.ts';
import { REGISTERED_PER_HOUR_MAX } from '../../engine/catalog/record-limits.ts';
import type { NewKeys } from '../../engine/catalog/records/register-keys.ts';
import type { Subject } from '../../engine/catalog/subject.ts';
import { PAGE_VIEW, SELECTION } from '../../engine/event-log/format/log-event.ts';
import { DimensionReader } from '../../foundation/dimensions/event-dimensions.ts';
import { Problem } from '../../foundation/problem/problem.ts';
import {
  type Batch,
  type BatchOutcome,
  type BatchSource,
  batchSourceOf,
  type DecodeProtocol,
  emptyOutcome,
  type ListedEvent,
} from '../events/batch.ts';
import {
  AcceptedEvent,
  EVENT_TYPES,
  type EventType,
  isId,
  nameOfType,
  type Rejection,
  weightOf,
} from '../events/event.ts';
import { type AcceptedOrder, type AcceptedRefund, orderOf } from '../events/order.ts';
import { type Receipt, receiptOf } from '../events/receipts.ts';
import { isCreditable, isTouch, type VisitorTouch } from '../events/touches.ts';
import { type DecodedEvent, decodeBatch } from './decode.ts';
import { type KnownVisits, resolveVisit } from './resolve-dimensions.ts';
import { isUnknownKey, tooManyNewKeys } from './resolve-subject.ts';
import { runSteps, type StepContext, websiteIdOf } from './steps.ts';

const SECONDS_PER_DAY = 86_400;
/** What a touch adds to the weight of its event (`weightOf`). */
const TOUCH_WEIGHT = 3;

/** An event with a claim is counted only if neither its id nor its order has been stored before. Every refund has one. */
export interface Claim {
  readonly websiteId: number;
  readonly id: string | undefined;
  readonly orderId: string | undefined;
  /** Another id of the order, by which a refund may name it. */
  readonly paymentId?: string | undefined;
  /** What is stored of an order that has an order_id, or what is credited. An order that is credited is not among the events. */
  readonly order?: AcceptedOrder;
  /** It is settled in the commit (settle-orders.ts), and not among the events. */
  readonly refund?: AcceptedRefund;
}

/** What the later stages need to know about a batch. Plain data, because it may come from another thread. */
export interface AcceptedBatch<Events = unknown> {
  /** The accepted events, in the form that they are counted from. */
  readonly events: Events;
  /** Events with a claim are not included yet. */
  readonly outcome: BatchOutcome;
  readonly receipt: Receipt | undefined;
  /** The websites that the batch writes events or a receipt to. */
  readonly websiteIds: readonly number[];
  /** The claims are in the order of their events. */
  readonly claims: readonly Claim[];
  /** What orders can be credited to: only of websites that credit orders. */
  readonly touches: readonly AcceptedTouch[];
  /** The sum of the weights of its events: see `weightOf`. */
  readonly weight: number;
  /** The number of different subject days and chosen values; 0 if the batch has no `subjectDaysMax`. */
  readonly rows: number;
  /** The first accepted events, up to the batch's `acceptedListedMax`. It is undefined if the batch lists none. */
  readonly listed: readonly AcceptedListing[] | undefined;
  /** The limit of the batch: more may be rejected in the commit. */
  readonly rejectionsKeptMax: number;
  /** The import that the batch is part of. */
  readonly importId?: string;
}

interface AcceptedTouch extends VisitorTouch {
  readonly websiteId: number;
  /** The number of the event's claim; 0: it has none. */
  readonly claim: number;
}

interface AcceptedListing extends Omit<ListedEvent, 'isDuplicate'> {
  /** The number of the event's claim; 0: it has none. */
  readonly claim: number;
}

/** Keeps accepted events in the form that they are counted from. Their claims are numbered already. */
export interface EventKeeper<Events> {
  keep(event: AcceptedEvent): void;
  kept(): Events;
}

/** What the batches of a file do without. */
interface AcceptOptions {
  readonly visits?: KnownVisits | undefined;
  readonly read?: DimensionReader;
  /** Needed for batches in the format of another service's protocol. */
  readonly decodeProtocol?: DecodeProtocol | undefined;
}

/** Returns the batch itself, with `newKeys`, if it names keys that have to be registered first. */
export async function acceptBatch<Events>(
  batch: Batch,
  catalog: CatalogCache,
  nowMs: number,
  keeper: EventKeeper<Events>,
  { visits, read = new DimensionReader(), decodeProtocol }: AcceptOptions = {},
): Promise<AcceptedBatch<Events> | Batch> {
  if (batch.isFromBot) return botsOf(batch, keeper.kept(), decodeProtocol);
  const { onlyWebsiteId, isFromBrowser, defaults, ageDaysMax, subjectDaysMax, rejectionsKeptMax, importId } = batch;
  const receipt = batch.receipt && receiptOf(batch.receipt, batch);
  const subjectDays = subjectDaysMax === undefined ? undefined : new SubjectDays(subjectDaysMax);
  const visit = await resolveVisit(batch, catalog, visits);
  const { visitorKey } = catalog;
  const of = { nowMs, onlyWebsiteId, isFromBrowser, defaults, ageDaysMax };
  const context: StepContext = { ...of, visitorKey, visit, read, website: null };
  const source = batchSourceOf(batch);
  const outcome = emptyOutcome();
  const websiteIds = new Set(receipt?.kind === 'request' ? [receipt.websiteId] : []);
  const claims: Claim[] = [];
  const touches: AcceptedTouch[] = [];
  const listedMax = batch.acceptedListedMax;
  const listed: AcceptedListing[] | undefined = listedMax === undefined ? undefined : [];
  const newKeys = new NewKeysOfBatch();
  let weight = 0;
  for (const decoded of decodeBatch(batch, decodeProtocol)) {
    if ('ignored' in decoded) {
      addIgnored(outcome, decoded, rejectionsKeptMax);
      continue;
    }
    const event = new AcceptedEvent();
    if ('sent' in decoded) {
      const id = websiteIdOf(decoded.sent, context);
      // Nearly all events of a batch are of one website.
      if (id !== context.website?.website.id) {
        if (isMissing(id, catalog, context)) await catalog.load([id]);
        context.website = (isId(id) && catalog.get(id)) || null;
      }
    }
    const rejection =
      'sent' in decoded ? runSteps(decoded.sent, event, contextOf(decoded, context)) : decoded.rejection;
    if (rejection && isUnknownKey(rejection) && !batch.newKeys) {
      newKeys.add(rejection.newKeys);
      continue;
    }
    if (rejection) {
      addRejection(outcome, { ...decoded, type: typeIn(decoded) }, rejection, rejectionsKeptMax);
      continue;
    }
    const { settings } = context.website!;
    if (event.type === PAGE_VIEW && !settings.event_log) {
      // There is nothing to store: not even its id, because it can't be counted twice.
      outcome.accepted++;
      if (listed && listed.length < listedMax!) listed.push(listing(event));
      continue;
    }
    subjectDays?.add(event);
    websiteIds.add(event.websiteId);
    const creditDays = isCreditable(event, settings) ? settings.credit_window_days : 0;
    const claim = claimOf(event, decoded, creditDays, source);
    if (claim) event.claim = claims.push(claim);
    else outcome.accepted++;
    weight += weightOf(event);
    if (isTouch(event, settings)) {
      touches.push(touchOf(event));
      weight += TOUCH_WEIGHT;
    }
    if (listed && listed.length < listedMax!) listed.push(listing(event));
    // What others count for is decided in the commit.
    if (!event.isRefund && creditDays === 0) keeper.keep(event);
  }
  if (newKeys.size > 0) return { ...batch, newKeys: newKeys.list() };
  return {
    events: keeper.kept(),
    outcome,
    receipt,
    websiteIds: [...websiteIds],
    claims,
    touches,
    weight,
    rows: subjectDays?.rows ?? 0,
    listed,
    rejectionsKeptMax,
    ...(importId !== undefined && { importId }),
  };
}

/** Messages of SDKs may be about different visitors. */
function contextOf({ userAgent }: { readonly userAgent?: string | undefined }, context: StepContext): StepContext {
  return userAgent === undefined ? context : { ...context, userAgent };
}

function listing(event: AcceptedEvent): AcceptedListing {
  const { kind, id } = event.subject;
  return { type: nameOfType(event), subject: { kind, id }, claim: event.claim };
}

function touchOf({ websiteId, visitorLow, visitorHigh, day, second, subject, claim }: AcceptedEvent): AcceptedTouch {
  return { websiteId, visitorLow, visitorHigh, day, second, kind: subject.kind, id: subject.id, claim };
}

/** undefined: the event needs none. */
function claimOf(
  event: AcceptedEvent,
  { index, line }: Exclude<DecodedEvent, Ignored>,
  creditDays: number,
  source: BatchSource,
): Claim | undefined {
  const { websiteId, id, orderId, paymentId, refundId, isRefund, isOfAllLeft, conversion, products } = event;
  if (isRefund) {
    const revenue = isOfAllLeft ? undefined : event.revenue;
    const sent = conversion && { currency: conversion.currency, sent: conversion.sent };
    const time = event.day * SECONDS_PER_DAY + event.second;
    const refund = { orderId: orderId!, refundId, time, revenue, sent, products, source, index, line };
    return { websiteId, id, orderId: undefined, refund };
  }
  if (orderId !== undefined || creditDays > 0) {
    return { websiteId, id, orderId, paymentId, order: orderOf(event, creditDays) };
  }
  return id === undefined ? undefined : { websiteId, id, orderId };
}

/** Whether the website of an event has to be loaded before the steps run, because the steps are synchronous. */
function isMissing(id: unknown, catalog: CatalogCache, { onlyWebsiteId }: StepContext): id is number {
  return isId(id) && (onlyWebsiteId === undefined || id === onlyWebsiteId) && catalog.get(id) === undefined;
}

/** Bots get no error if they send too many events: there is nobody to read it. */
function botsOf<Events>(batch: Batch, events: Events, decodeProtocol?: DecodeProtocol): AcceptedBatch<Events> {
  const sent = decodeBatch({ ...batch, eventsMax: Number.POSITIVE_INFINITY }, decodeProtocol);
  const outcome = { ...emptyOutcome(), bots: [...sent].length };
  const { rejectionsKeptMax } = batch;
  const nothing = {
    receipt: undefined,
    websiteIds: [],
    claims: [],
    touches: [],
    weight: 0,
    rows: 0,
    listed: undefined,
  };
  return { ...nothing, events, outcome, rejectionsKeptMax };
}

type Ignored = Extract<DecodedEvent, { readonly ignored: Rejection }>;

export function addIgnored(
  outcome: BatchOutcome,
  { ignored: { code, message }, type }: Omit<Ignored, 'index' | 'line'>,
  keptMax: number,
): void {
  outcome.ignored ??= { count: 0, reasons: {}, listed: [] };
  const { ignored } = outcome;
  ignored.count++;
  ignored.reasons[code] = (ignored.reasons[code] ?? 0) + 1;
  if (ignored.listed.length < keptMax) ignored.listed.push({ code, message, type });
}

/** Where in the batch an event stands that is rejected, and which type it has, if that is known. */
interface RejectedPlace {
  readonly index: number;
  readonly line: number;
  readonly type?: EventType | undefined;
}

export function addRejection(
  outcome: BatchOutcome,
  { index, line, type }: RejectedPlace,
  given: Rejection,
  keptMax: number,
): void {
  // If keys are still unknown after registration, the limits left no room for them.
  const rejection = isUnknownKey(given) ? tooManyNewKeys(given.newKeys) : given;
  const { code } = rejection;
  outcome.rejected++;
  outcome.reasons[code] = (outcome.reasons[code] ?? 0) + 1;
  // Beyond the limit, the message is not created: that saves time.
  if (outcome.rejections.length >= keptMax) return;
  outcome.rejections.push({ index, line, code, message: rejection.message, ...(type && { type }) });
}

/** undefined: none of the types. */
function typeIn(decoded: Exclude<DecodedEvent, Ignored>): EventType | undefined {
  return 'sent' in decoded ? EVENT_TYPES.find((known) => decoded.sent.type === known) : decoded.type;
}

/** The new keys that a batch names: each path once, and no more than can be registered in an hour. */
class NewKeysOfBatch {
  readonly #paths = new Map<string, NewKeys>();

  get size(): number {
    return this.#paths.size;
  }

  add(newKeys: NewKeys): void {
    if (this.#paths.size >= REGISTERED_PER_HOUR_MAX) return;
    const { websiteId, parentKind, parentId, keys } = newKeys;
    this.#paths.set([websiteId, parentKind, parentId, ...keys].join('/'), newKeys);
  }

  list(): NewKeys[] {
    return [...this.#paths.values()];
  }
}

/** The different subject days in a batch. Too many would make the commit so long that all other senders have to wait. */
class SubjectDays {
  readonly #max: number;
  readonly #daysBySubject = new Map<Subject, Set<number>>();
  readonly #values = new Set<string>();
  #count = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get rows(): number {
    return this.#count + this.#values.size;
  }

  add({ subject, day, type, list, value, isRefund }: AcceptedEvent): void {
    if (isRefund) {
      // Its order may be of any subject and day.
      this.#addRow();
      return;
    }
    let days = this.#daysBySubject.get(subject);
    if (!days) {
      days = new Set();
      this.#daysBySubject.set(subject, days);
    }
    if (!days.has(day)) {
      days.add(day);
      this.#addRow();
    }
    if (type === SELECTION) this.#values.add(JSON.stringify([subject.id, day, list, value]));
  }

  #addRow(): void {
    if (++this.#count > this.#max) throw tooManyDays(this.#max);
  }
}

function tooManyDays(max: number): Problem {
  const detail =
    `The events of a batch may cover at most ${max} different days of subjects. ` +
    'Nothing was counted. Send fewer days per batch, or import a file.';
  return new Problem(413, detail, { code: 'too_many_days' });
}
