// The truth that answers are graded by: events, read and counted one by one, with maps and sets. Written from docs/definitions.md and
// docs/events.md, and on its own: nothing here comes from the code that it judges.
import { dayAfter, type Window } from './windows.ts';

interface Parent {
  readonly id: number;
}
export interface PlainCatalog {
  readonly accounts: readonly { readonly websites: readonly PlainWebsite[] }[];
}
export interface PlainWebsite extends Parent {
  readonly name: string;
  readonly currency: string;
  readonly timezone?: string;
  readonly campaigns: readonly PlainCampaign[];
}
export interface PlainCampaign extends Parent {
  readonly name: string;
  readonly cta_type: string;
  readonly status: string;
  readonly created_at: string;
  readonly variants: readonly PlainVariant[];
}
interface PlainVariant extends Parent {
  readonly name: string | null;
  readonly is_holdout?: boolean;
  readonly steps: readonly (Parent & { readonly position: number; readonly elements: readonly Parent[] })[];
}

const DIMENSIONS = [
  ...['utm_source', 'utm_medium', 'utm_campaign', 'referrer', 'channel'],
  ...['device', 'browser', 'os', 'country', 'language', 'page'],
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** The subject that an event names, and all above it. */
export interface Place {
  readonly website: number;
  readonly campaign?: number;
  readonly variant?: number;
  readonly step?: number;
  readonly element?: number;
}

export interface PlainEvent {
  /** An order that was refunded in full becomes `refunded`. */
  type: string;
  readonly place: Place;
  /** Whether a view of the place is a view of what is above it. */
  readonly isFirst: boolean;
  readonly isHoldout: boolean;
  readonly visitor: string;
  readonly atMs: number;
  /** The date in the time zone of the website. */
  readonly day: string;
  /** The hour of that day, from 0. */
  readonly hour: number;
  readonly visit: Readonly<Partial<Record<Dimension, string>>>;
  readonly orderId?: string;
  /** What is left of an order after refunds, in hundredths of the currency. */
  cents: number;
  readonly products?: readonly { readonly value: string | null; readonly revenue: number }[];
  readonly product?: string;
  readonly field?: string;
  readonly value?: string;
}

const HOUR_MS = 3_600_000;
const KEYS = ['element', 'step', 'variant', 'campaign'] as const;

type Sent = Readonly<Record<string, unknown>> & { readonly type: string; readonly website_id: number };

/** Reads lines of NDJSON. Orders have what is left of them after refunds. */
export class PlainEvents {
  readonly #places = new Map<string, Pick<PlainEvent, 'place' | 'isFirst' | 'isHoldout'>>();
  readonly #zones: ReadonlyMap<number, Zone>;
  /** Events of a website and day, by `1 2026-11-18`. */
  readonly #days = new Map<string, PlainEvent[]>();
  readonly #orders = new Map<string, PlainEvent>();
  readonly #refunds: Sent[] = [];
  readonly #visits = new Map<string, PlainEvent['visit']>();
  /** The first day of each visitor on each website. */
  readonly #firstDays = new Map<string, string>();

  constructor(catalog: PlainCatalog, chunks: Iterable<string>) {
    const websites = catalog.accounts.flatMap((account) => account.websites);
    this.#zones = new Map(websites.map(({ id, timezone }) => [id, new Zone(timezone ?? 'UTC')]));
    for (const website of websites) this.#index(website);
    for (const chunk of chunks) {
      for (const line of chunk.split('\n')) if (line) this.#read(JSON.parse(line));
    }
    for (const refund of this.#refunds) this.#refund(refund);
  }

  /** What is counted for a subject (the deepest one given) in a window. */
  counted(subject: Place, window: Window): PlainEvent[] {
    const depth = KEYS.find((key) => subject[key] !== undefined) ?? 'website';
    const found: PlainEvent[] = [];
    for (let day = window.from; day <= window.to; day = dayAfter(day, 1)) {
      for (const event of this.#days.get(`${subject.website} ${day}`) ?? []) {
        if (event.place[depth] === subject[depth] && countsFor(event, depth)) found.push(event);
      }
    }
    return found;
  }

  /** New on the first day, returning on later ones. */
  visitorType({ place, visitor, day }: PlainEvent): 'new' | 'returning' {
    return this.#firstDays.get(`${place.website} ${visitor}`) === day ? 'new' : 'returning';
  }

  firstDay(websiteId: number): string {
    return [...this.#days.keys()]
      .filter((key) => key.startsWith(`${websiteId} `))
      .sort()[0]!
      .split(' ')[1]!;
  }

  dayAt(websiteId: number, atMs: number): string {
    return this.#zones.get(websiteId)!.localIso(atMs).slice(0, 10);
  }

  #index(website: PlainWebsite): void {
    const inWebsite = { website: website.id };
    this.#places.set(`website ${website.id}`, { place: inWebsite, isFirst: true, isHoldout: false });
    for (const campaign of website.campaigns) {
      const inCampaign = { ...inWebsite, campaign: campaign.id };
      this.#places.set(`campaign ${campaign.id}`, { place: inCampaign, isFirst: true, isHoldout: false });
      for (const variant of campaign.variants) {
        const isHoldout = variant.is_holdout === true;
        const inVariant = { ...inCampaign, variant: variant.id };
        this.#places.set(`variant ${variant.id}`, { place: inVariant, isFirst: true, isHoldout });
        for (const step of variant.steps) {
          const inStep = { ...inVariant, step: step.id };
          this.#places.set(`step ${step.id}`, { place: inStep, isFirst: step.position === 1, isHoldout });
          for (const { id } of step.elements) {
            this.#places.set(`element ${id}`, { place: { ...inStep, element: id }, isFirst: false, isHoldout });
          }
        }
      }
    }
  }

  #read(sent: Sent): void {
    if (sent.type === 'refund') {
      this.#refunds.push(sent);
      return;
    }
    const key = KEYS.find((kind) => sent[`${kind}_id`] !== undefined);
    const named = this.#places.get(key ? `${key} ${sent[`${key}_id`]}` : `website ${sent.website_id}`);
    if (!named) throw new Error(`The catalog has no subject for ${JSON.stringify(sent)}.`);
    const atMs = Date.parse(String(sent.at));
    const local = this.#zones.get(sent.website_id)!.localIso(atMs);
    const event = {
      ...named,
      type: sent.type,
      visitor: String(sent.visitor),
      atMs,
      day: local.slice(0, 10),
      hour: Number(local.slice(11, 13)),
      visit: this.#visitOf(sent),
      cents: Math.round(Number(sent.revenue ?? 0) * 100),
      ...(sent.type === 'order' && { orderId: String(sent.order_id) }),
      ...pick(sent, 'products', 'product', 'field', 'value'),
    } as PlainEvent;
    this.#add(event);
  }

  #add(event: PlainEvent): void {
    const { day, place, visitor } = event;
    const key = `${place.website} ${day}`;
    const events = this.#days.get(key);
    if (events) events.push(event);
    else this.#days.set(key, [event]);
    if (event.orderId) this.#orders.set(`${place.website} ${event.orderId}`, event);
    const known = `${place.website} ${visitor}`;
    const first = this.#firstDays.get(known);
    if (first === undefined || day < first) this.#firstDays.set(known, day);
  }

  #refund({ website_id, order_id, revenue }: Sent): void {
    const order = this.#orders.get(`${website_id} ${order_id}`);
    if (!order) return;
    order.cents -= revenue === undefined ? order.cents : Math.round(Number(revenue) * 100);
    if (order.cents <= 0) order.type = 'refunded';
  }

  /** Visits that are alike share an object. */
  #visitOf(sent: Sent): PlainEvent['visit'] {
    const key = DIMENSIONS.map((dimension) => sent[dimension] ?? '').join('\n');
    let visit = this.#visits.get(key);
    if (!visit) {
      visit = visitOf(sent);
      this.#visits.set(key, visit);
    }
    return visit;
  }
}

function countsFor({ type, place, isFirst, isHoldout }: PlainEvent, depth: keyof Place): boolean {
  if (isHoldout && depth === 'campaign') return false;
  if (type !== 'view' || isFirst) return true;
  // It counts only for the subject itself: an element, or a later step.
  return depth === (place.element === undefined ? 'step' : 'element');
}

function visitOf(sent: Sent): PlainEvent['visit'] {
  const fields = Object.fromEntries(
    DIMENSIONS.filter((dimension) => sent[dimension] !== undefined).map((dimension) => [dimension, sent[dimension]]),
  ) as Partial<Record<Dimension, string>>;
  const referrer = fields.referrer?.replace(/^www\./, '');
  return { ...fields, ...(referrer && { referrer }), channel: channelOf(fields.utm_medium, referrer) };
}

/** The default channel group of GA4, as far as the demo has sources. */
function channelOf(medium: string | undefined, referrer: string | undefined): string {
  if (medium === 'email') return 'email';
  if (medium === 'cpc') return 'paid_search';
  if (medium === 'paid_social') return 'paid_social';
  if (medium !== undefined) throw new Error(`Which channel has ${medium}?`);
  if (referrer === undefined) return 'direct';
  if (/^(google|bing)\.com$/.test(referrer)) return 'organic_search';
  return referrer === 'instagram.com' ? 'organic_social' : 'referral';
}

function pick(sent: Sent, ...names: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(names.filter((name) => sent[name] !== undefined).map((name) => [name, sent[name]]));
}

/** Local times, with the offset of each hour computed once. */
class Zone {
  readonly #format: Intl.DateTimeFormat;
  readonly #offsets = new Map<number, number>();

  constructor(timeZone: string) {
    const digits = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' } as const;
    this.#format = new Intl.DateTimeFormat('sv-SE', { timeZone, ...digits, minute: '2-digit', second: '2-digit' });
  }

  /** YYYY-MM-DDTHH:MM:SS. */
  localIso(atMs: number): string {
    const hour = Math.floor(atMs / HOUR_MS);
    let offset = this.#offsets.get(hour);
    if (offset === undefined) {
      offset = Date.parse(`${this.#format.format(hour * HOUR_MS).replace(' ', 'T')}Z`) - hour * HOUR_MS;
      this.#offsets.set(hour, offset);
    }
    return new Date(atMs + offset).toISOString().slice(0, 19);
  }
}
