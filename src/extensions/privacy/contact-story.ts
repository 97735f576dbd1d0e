// What is known of a contact, in the order of time: where visits came from, which campaigns were seen, what was answered, ordered and
// refunded. It is made of the events of its visitor in the log, of the visitor's orders, and of the contact itself.
// Why: docs/decisions/contacts.md, "A story is read, not stored".

import { SUBJECT_KIND, type SubjectReference } from '../../core/engine/catalog/subject.ts';
import { lineOf } from '../../core/engine/event-log/format/run.ts';
import { TYPE_NUMBERS } from '../../core/engine/event-log/format/stored-numbers.ts';
import type { VisitorEvent } from '../../core/engine/event-log/storage/read-visitor.ts';
import { REVENUE_SCALE } from '../../core/engine/rollups/metric.ts';
import { NO_VALUE, type StoredDimension } from '../../core/foundation/dimensions/dimension.ts';

/** A visit ends when nothing has happened for so long. */
const VISIT_ENDS_AFTER_SECONDS = 30 * 60;
const SECONDS_PER_DAY = 86_400;

/** What an event in the log is called. */
export const KIND_OF_TYPE = {
  [TYPE_NUMBERS.views]: 'view',
  [TYPE_NUMBERS.conversions]: 'conversion',
  [TYPE_NUMBERS.completions]: 'completion',
  [TYPE_NUMBERS.submissions]: 'submission',
  [TYPE_NUMBERS.subscribes]: 'subscribe',
  [TYPE_NUMBERS.selections]: 'selection',
  [TYPE_NUMBERS.page_views]: 'page_view',
} as const;

export const STORY_KINDS = [
  'visit',
  ...Object.values(KIND_OF_TYPE),
  'order',
  'refund',
  'contact_added',
  'answered',
  'form_sent',
] as const;
export type StoryKind = (typeof STORY_KINDS)[number];

/** Where a visit, or the form of a contact, came from. */
export const STORY_SOURCES = [
  'channel',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'referrer',
] as const satisfies StoredDimension[];
type StorySource = Readonly<Partial<Record<(typeof STORY_SOURCES)[number], string>>>;

export interface StoryEntry {
  /** Seconds since 1970. */
  readonly time: number;
  readonly kind: StoryKind;
  /** How often it happened one after the other. */
  readonly count: number;
  readonly source?: StorySource;
  readonly device?: string | undefined;
  readonly country?: string | undefined;
  readonly page?: string | undefined;
  /** undefined: the website, or what is not known. */
  readonly subject?: SubjectReference | undefined;
  readonly campaignId?: number | undefined;
  /** The name of a campaign that the catalog may not have. */
  readonly campaign?: string | undefined;
  readonly orderId?: string | undefined;
  /** The unit is that of the currency. */
  readonly revenue?: number;
  readonly refunded?: number;
  readonly products?: readonly string[];
  readonly fields?: Readonly<Record<string, string>>;
}

/** A contact, with the fields that were set. */
export interface StoryContact {
  readonly createdAt: string;
  readonly fields: Readonly<Record<string, unknown>> & { readonly visitor_token: string };
}

/** A form that was sent with the address of the contact, and waits to be confirmed. */
export interface SentForm {
  readonly createdAt: string;
  readonly source_url: string | null;
  readonly campaign: string | null;
  readonly fields: Readonly<Record<string, string>>;
}

/** `revenue` is as ordered; `products` are without what was refunded. */
export interface OrderOfVisitor {
  readonly orderId: string;
  readonly subject: SubjectReference;
  readonly day: number;
  readonly second: number;
  readonly revenue: number;
  readonly products: readonly string[];
  readonly refunds: readonly { readonly time: number; readonly revenue: number }[];
}

export interface KnownOfContact {
  readonly contact: StoryContact;
  readonly forms: readonly SentForm[];
  /** They are in the order of time. */
  readonly events: readonly VisitorEvent[];
  readonly orders: readonly OrderOfVisitor[];
}

export function storyOf({ contact, forms, events, orders }: KnownOfContact): StoryEntry[] {
  const entries = [
    ...answered(contact),
    contactAdded(contact),
    ...forms.map(formSent),
    ...entriesOfEvents(events),
    ...ordersWithoutId(events, orders),
    ...orders.flatMap(entriesOfOrder),
  ];
  // Sorting is stable: a visit stays before the event that began it.
  return joined(entries.sort((a, b) => a.time - b.time));
}

function contactAdded({ createdAt, fields }: StoryContact): StoryEntry {
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : undefined);
  const { source } = (fields.data ?? {}) as { readonly source?: { campaign_id?: unknown; campaign?: unknown } };
  const { campaign_id: campaignId, campaign } = source ?? {};
  const tags = { utm_source: text('utm_source'), utm_medium: text('utm_medium'), utm_campaign: text('utm_campaign') };
  return {
    time: secondsOf(createdAt),
    kind: 'contact_added',
    count: 1,
    source: withoutNone({ ...tags, referrer: text('referral_source') }),
    page: text('source_url'),
    ...campaignOf(campaignId, campaign),
    fields: answersOf(fields),
  };
}

/** What was answered before a form was sent, as core/manage/contacts/form-contacts.ts stores it. Clients may have stored something else. */
function answered({ fields }: StoryContact): StoryEntry[] {
  const { answers } = (fields.data ?? {}) as { readonly answers?: unknown };
  return (Array.isArray(answers) ? answers : []).flatMap((each): StoryEntry[] => {
    const { at, campaign_id: campaignId, campaign, answers: given } = (each ?? {}) as Partial<Record<string, unknown>>;
    const time = typeof at === 'string' ? secondsOf(at) : Number.NaN;
    if (!Number.isFinite(time) || typeof given !== 'object' || given === null) return [];
    return [
      { time, kind: 'answered', count: 1, ...campaignOf(campaignId, campaign), fields: textsOf(Object.entries(given)) },
    ];
  });
}

function campaignOf(campaignId: unknown, campaign: unknown): Pick<StoryEntry, 'campaignId' | 'campaign'> {
  return {
    campaignId: Number.isSafeInteger(campaignId) ? (campaignId as number) : undefined,
    campaign: typeof campaign === 'string' ? campaign : undefined,
  };
}

/** What tells where the contact came from, or who it is. */
const NO_ANSWERS: ReadonlySet<string> = new Set([
  ...['visitor_token', 'email', 'phone', 'name', 'last_name', 'data', 'extra'],
  ...['source_url', 'referral_source', 'utm_source', 'utm_medium', 'utm_campaign'],
]);

function answersOf(fields: StoryContact['fields']): Record<string, string> {
  const own = Object.entries(fields).filter(([name]) => !NO_ANSWERS.has(name));
  return textsOf([...own, ...Object.entries(fields.extra ?? {})]);
}

function textsOf(fields: readonly (readonly [string, unknown])[]): Record<string, string> {
  const given = fields.filter(([, value]) => value !== null && value !== '');
  return Object.fromEntries(
    given.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}

function formSent({ createdAt, source_url: page, campaign, fields }: SentForm): StoryEntry {
  return {
    time: secondsOf(createdAt),
    kind: 'form_sent',
    count: 1,
    page: page ?? undefined,
    campaign: campaign ?? undefined,
    fields,
  };
}

function* entriesOfEvents(events: readonly VisitorEvent[]): Generator<StoryEntry> {
  let last: { readonly time: number; readonly source: string } | undefined;
  for (const event of events) {
    // Orders come from elsewhere, and mostly from servers, so that they tell of no visit.
    if (event.type === TYPE_NUMBERS.restated_orders || event.type === TYPE_NUMBERS.orders) continue;
    const { time, dimensions } = event;
    const source = withoutNone(Object.fromEntries(STORY_SOURCES.map((name) => [name, dimensions[name]])));
    const isSourceKnown = Object.keys(source).length > 0;
    const isNew = !last || time - last.time > VISIT_ENDS_AFTER_SECONDS || last.source !== JSON.stringify(source);
    if (isSourceKnown) {
      const { device, country, page } = withoutNone(dimensions);
      if (isNew) yield { time, kind: 'visit', count: 1, source, device, country, page };
      last = { time, source: JSON.stringify(source) };
    }
    const { page } = withoutNone(dimensions);
    yield { time, kind: KIND_OF_TYPE[event.type], count: 1, page, ...placeOf(event.subject) };
  }
}

function placeOf(subject: VisitorEvent['subject']): Pick<StoryEntry, 'subject' | 'campaignId'> {
  if (subject.kind === SUBJECT_KIND.website) return {};
  const { kind, id } = subject;
  return {
    subject: { kind, id },
    campaignId: lineOf(subject).find((place) => place.kind === SUBJECT_KIND.campaign)?.id,
  };
}

/** Orders that only the log has: those that were sent without an id, or whose id is not kept any more. */
function ordersWithoutId(events: readonly VisitorEvent[], orders: readonly OrderOfVisitor[]): StoryEntry[] {
  const known = Map.groupBy(orders, timeOf);
  const found: StoryEntry[] = [];
  for (const event of events) {
    if (event.type !== TYPE_NUMBERS.orders) continue;
    const atThisTime = known.get(event.time) ?? [];
    const same = atThisTime.findIndex(({ revenue }) => revenue === event.revenue);
    if (atThisTime.length > 0) atThisTime.splice(Math.max(0, same), 1);
    else found.push(orderOf(event, refundedOf(event, events)));
  }
  return found;
}

function orderOf(event: VisitorEvent, refunded: number): StoryEntry {
  const { time, revenue } = event;
  return { time, kind: 'order', count: 1, ...placeOf(event.subject), ...amounts(revenue, refunded), products: [] };
}

/** What refunds have taken from an order, as the log tells: each took it back, and counted what was left. */
function refundedOf({ time, subject }: VisitorEvent, events: readonly VisitorEvent[]): number {
  const changes = events.filter(
    (event) => event.type === TYPE_NUMBERS.restated_orders && event.time === time && event.subject.id === subject.id,
  );
  return changes.reduce((sum, { revenue }) => sum - revenue, 0);
}

function entriesOfOrder(order: OrderOfVisitor): StoryEntry[] {
  const { orderId, subject, revenue, refunds, products } = order;
  const refunded = refunds.reduce((sum, refund) => sum + refund.revenue, 0);
  return [
    {
      time: timeOf(order),
      kind: 'order',
      count: 1,
      orderId,
      subject: subject.kind === SUBJECT_KIND.website ? undefined : subject,
      campaignId: subject.kind === SUBJECT_KIND.campaign ? subject.id : undefined,
      ...amounts(revenue, refunded),
      products,
    },
    ...refunds.map((refund): StoryEntry => {
      return { time: refund.time, kind: 'refund', count: 1, orderId, revenue: refund.revenue / REVENUE_SCALE };
    }),
  ];
}

function amounts(revenue: number, refunded: number): Pick<StoryEntry, 'revenue' | 'refunded'> {
  return { revenue: revenue / REVENUE_SCALE, refunded: refunded / REVENUE_SCALE };
}

function timeOf({ day, second }: Pick<OrderOfVisitor, 'day' | 'second'>): number {
  return day * SECONDS_PER_DAY + second;
}

function secondsOf(timestamp: string): number {
  return Date.parse(timestamp) / 1_000;
}

function withoutNone<Name extends string>(
  values: Readonly<Partial<Record<Name, string | null | undefined>>>,
): Partial<Record<Name, string>> {
  const known = Object.entries<string | null | undefined>(values).filter(([, value]) => value && value !== NO_VALUE);
  return Object.fromEntries(known) as Partial<Record<Name, string>>;
}

const JOINED: ReadonlySet<StoryKind> = new Set(Object.values(KIND_OF_TYPE));

/** What happened several times one after the other, on the same page and for the same subject, is one entry. */
function joined(entries: readonly StoryEntry[]): StoryEntry[] {
  const all: StoryEntry[] = [];
  for (const entry of entries) {
    const last = all.at(-1);
    if (last && JOINED.has(entry.kind) && keyOf(last) === keyOf(entry))
      all[all.length - 1] = { ...last, count: last.count + 1 };
    else all.push(entry);
  }
  return all;
}

function keyOf({ kind, page, subject }: StoryEntry): string {
  return JSON.stringify([kind, page, subject]);
}
