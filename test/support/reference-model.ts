// The counting rules, implemented a second time in the simplest way: raw events in arrays, visitors in Sets. It knows
// nothing about sketches, rollup tables or SQL. The service must return the same numbers.
import { localDay } from './local-days.ts';

export const VISITOR_METRIC_NAMES = ['views', 'conversions', 'completions', 'submissions', 'subscribes'] as const;
type VisitorMetricName = (typeof VISITOR_METRIC_NAMES)[number];
export type ModelKind = 'website' | 'campaign' | 'variant' | 'step' | 'element';
export type ModelGroupBy = 'day' | 'week' | 'month' | 'quarter' | 'year';

/** The fields of the catalog document that counting depends on. */
export interface ModelCatalog {
  readonly accounts: readonly { readonly websites?: readonly ModelWebsite[] | undefined }[];
}
interface ModelWebsite {
  readonly id: number;
  readonly timezone?: string | undefined;
  readonly campaigns?: readonly ModelCampaign[] | undefined;
}
interface ModelCampaign {
  readonly id: number;
  readonly variants?: readonly ModelVariant[] | undefined;
}
interface ModelVariant {
  readonly id: number;
  readonly is_holdout?: boolean | undefined;
  readonly steps?: readonly ModelStep[] | undefined;
}
interface ModelStep {
  readonly id: number;
  readonly position?: number | undefined;
  readonly elements?: readonly { readonly id: number }[] | undefined;
}

/** A valid event as sent. */
export interface ModelEvent {
  readonly type:
    | 'view'
    | 'conversion'
    | 'completion'
    | 'submission'
    | 'subscribe'
    | 'order'
    | 'selection'
    | 'page_view';
  readonly website_id: number;
  readonly campaign_id?: number;
  readonly variant_id?: number;
  readonly step_id?: number;
  readonly element_id?: number;
  readonly visitor?: string;
  readonly at?: string;
  readonly id?: string;
  readonly order_id?: string;
  readonly revenue?: number | string;
  readonly currency?: string;
  readonly products?: readonly { readonly value?: string | null; readonly revenue?: number | string }[];
  readonly product?: string | number | boolean | null;
  readonly field?: string;
  readonly value?: string | number | boolean | null;
}

export type VisitorCounts = Record<VisitorMetricName, number>;

/** All revenue in this file is in 1/10,000 of a currency unit. */
export interface Totals extends VisitorCounts {
  orders: number;
  revenue: number;
  /** Each order rounded to 1/10,000 of a squared currency unit. */
  revenue_squared: number;
}

/** What a report shows of them. */
export type Counts = Omit<Totals, 'revenue_squared'>;

export interface ProductRow {
  readonly value: string | null;
  selections: number;
  orders: number;
  revenue: number;
}

export interface ElementValues {
  /** Every value that was chosen or bought, in no particular order. */
  readonly products: ProductRow[];
  readonly fields: { readonly name: string; readonly values: { readonly value: string | null; count: number }[] }[];
}

interface CountedEvent {
  readonly day: number;
  readonly metric: VisitorMetricName | 'orders';
  /** undefined: nobody, because the visitor was forgotten or the order came without one. */
  readonly visitor: string | undefined;
  readonly revenue: number;
}

interface Place {
  readonly kind: ModelKind;
  readonly id: number;
  readonly websiteId: number;
  readonly parent: Place | undefined;
  readonly isFirstStep: boolean;
  readonly isHoldout: boolean;
}

const METRIC_OF_TYPE = {
  view: 'views',
  conversion: 'conversions',
  completion: 'completions',
  submission: 'submissions',
  subscribe: 'subscribes',
  order: 'orders',
} as const;
const DAY_MS = 86_400_000;
const ID_REMEMBERED_MS = 7 * DAY_MS;
const VALUES_PER_LIST_MAX = 200;
const PRODUCTS = Symbol('the list of products, which no field name can collide with');

export class ReferenceModel {
  readonly #places = new Map<string, Place>();
  readonly #counted = new Map<string, CountedEvent[]>();
  readonly #values = new Map<number, ValueDay[]>();
  readonly #idSeenAtMs = new Map<string, number>();
  readonly #orders = new Set<string>();
  readonly #zones = new Map<number, string>();

  constructor(catalog: ModelCatalog) {
    for (const account of catalog.accounts) {
      for (const website of account.websites ?? []) this.#addWebsite(website);
    }
  }

  /** `receivedAtMs` is the service's clock when the event arrived. The event must be valid. */
  add(event: ModelEvent, receivedAtMs: number): 'accepted' | 'duplicate' {
    if (this.#isDuplicate(event, receivedAtMs)) return 'duplicate';
    // No report counts it.
    if (event.type === 'page_view') return 'accepted';
    const day = this.dayOf(event, receivedAtMs);
    const place = this.#placeOf(event);
    if (event.type === 'selection') this.#addSelection(place, event, day);
    else this.#addMetric(place, event, day);
    return 'accepted';
  }

  /** Events that are added from now on are of days of this time zone. */
  changeZone(websiteId: number, timeZone: string): void {
    this.#zones.set(websiteId, timeZone);
  }

  /** The local date of the website. */
  dayOf({ website_id, at }: Pick<ModelEvent, 'website_id' | 'at'>, receivedAtMs: number): number {
    return localDay(this.#zones.get(website_id) ?? 'UTC', at === undefined ? receivedAtMs : Date.parse(at));
  }

  /** Every subject of the catalog. */
  subjects(): { readonly kind: ModelKind; readonly id: number; readonly websiteId: number }[] {
    return [...this.#places.values()].map(({ kind, id, websiteId }) => ({ kind, id, websiteId }));
  }

  /** The days on which anything was counted for the subject, ascending. */
  activeDays(kind: ModelKind, id: number): number[] {
    return [...new Set(this.#eventsOf(kind, id).map(({ day }) => day))].sort((a, b) => a - b);
  }

  totals(kind: ModelKind, id: number, firstDay: number, lastDay: number): Totals {
    const totals = zeroTotals();
    for (const { metric, revenue } of this.#eventsBetween(kind, id, firstDay, lastDay)) {
      totals[metric] += 1;
      totals.revenue += revenue;
      totals.revenue_squared += Math.round(revenue ** 2 / 10_000);
    }
    return totals;
  }

  distinct(kind: ModelKind, id: number, firstDay: number, lastDay: number): VisitorCounts {
    const visitors = new Map(VISITOR_METRIC_NAMES.map((metric) => [metric, new Set<string>()]));
    for (const { metric, visitor } of this.#eventsBetween(kind, id, firstDay, lastDay)) {
      if (metric !== 'orders' && visitor !== undefined) visitors.get(metric)!.add(visitor);
    }
    return Object.fromEntries([...visitors].map(([metric, set]) => [metric, set.size])) as VisitorCounts;
  }

  /** What a report shows: events or visitors, with orders and revenue summed either way. */
  counts(kind: ModelKind, id: number, firstDay: number, lastDay: number, countType: 'total' | 'distinct'): Counts {
    const { revenue_squared: _, ...totals } = this.totals(kind, id, firstDay, lastDay);
    return countType === 'total' ? totals : { ...totals, ...this.distinct(kind, id, firstDay, lastDay) };
  }

  /** One point per calendar bucket of the window, including empty ones. */
  points(
    kind: ModelKind,
    id: number,
    firstDay: number,
    lastDay: number,
    groupBy: ModelGroupBy,
    countType: 'total' | 'distinct',
  ): (Counts & { date: string })[] {
    const buckets = new Map<string, { first: number; last: number }>();
    for (let day = firstDay; day <= lastDay; day++) {
      const date = bucketStart(day, groupBy);
      buckets.set(date, { first: buckets.get(date)?.first ?? day, last: day });
    }
    return [...buckets].map(([date, { first, last }]) => ({ date, ...this.counts(kind, id, first, last, countType) }));
  }

  values(elementId: number, firstDay: number, lastDay: number): ElementValues {
    const products = new Map<string | null, ProductRow>();
    const fields = new Map<string, Map<string | null, { value: string | null; count: number }>>();
    for (const { day, list, rows } of this.#values.get(elementId) ?? []) {
      if (day < firstDay || day > lastDay) continue;
      for (const row of rows.values()) {
        if (list === PRODUCTS) addProduct(products, row);
        else addFieldValue(fields, list as string, row);
      }
    }
    return {
      products: [...products.values()],
      fields: [...fields].map(([name, values]) => ({ name, values: [...values.values()] })),
    };
  }

  #addWebsite(website: ModelWebsite): void {
    if (website.timezone !== undefined) this.#zones.set(website.id, website.timezone);
    const place = this.#addPlace('website', website.id, undefined);
    for (const campaign of website.campaigns ?? []) {
      const campaignPlace = this.#addPlace('campaign', campaign.id, place);
      for (const variant of campaign.variants ?? []) this.#addVariant(variant, campaignPlace);
    }
  }

  #addVariant(variant: ModelVariant, campaign: Place): void {
    const place = this.#addPlace('variant', variant.id, campaign, { isHoldout: variant.is_holdout });
    const steps = (variant.steps ?? []).map((step, index) => ({ ...step, position: step.position ?? index + 1 }));
    const [first] = steps.toSorted((a, b) => a.position - b.position || a.id - b.id);
    for (const step of steps) {
      const stepPlace = this.#addPlace('step', step.id, place, { isFirstStep: step.id === first?.id });
      for (const element of step.elements ?? []) this.#addPlace('element', element.id, stepPlace);
    }
  }

  #addPlace(
    kind: ModelKind,
    id: number,
    parent: Place | undefined,
    { isFirstStep = false, isHoldout = false }: { isFirstStep?: boolean; isHoldout?: boolean | undefined } = {},
  ): Place {
    const place = { kind, id, websiteId: parent?.websiteId ?? id, parent, isFirstStep, isHoldout };
    this.#places.set(`${kind} ${id}`, place);
    return place;
  }

  #placeOf(event: ModelEvent): Place {
    const [kind, id] = deepest(event);
    const place = this.#places.get(`${kind} ${id}`);
    if (place?.websiteId !== event.website_id) throw new Error(`website ${event.website_id} has no ${kind} ${id}`);
    return place;
  }

  #isDuplicate({ website_id, id, order_id }: ModelEvent, receivedAtMs: number): boolean {
    if (id !== undefined) {
      const key = `${website_id} ${id}`;
      if (receivedAtMs - (this.#idSeenAtMs.get(key) ?? Number.NEGATIVE_INFINITY) < ID_REMEMBERED_MS) return true;
      this.#idSeenAtMs.set(key, receivedAtMs);
    }
    if (order_id === undefined) return false;
    const key = `${website_id} ${order_id}`;
    const isKnown = this.#orders.has(key);
    this.#orders.add(key);
    return isKnown;
  }

  #addMetric(place: Place, event: ModelEvent, day: number): void {
    const metric = METRIC_OF_TYPE[event.type as keyof typeof METRIC_OF_TYPE];
    const counted = { day, metric, visitor: event.visitor, revenue: partsOf(event.revenue ?? 0) };
    for (const subject of countedPlaces(place, event.type)) this.#eventsOf(subject.kind, subject.id).push(counted);
    const bought = new Set<string | null>();
    for (const { value = null, revenue = 0 } of event.products ?? []) {
      const row = this.#valueRow(place, day, PRODUCTS, value);
      if (!bought.has(value)) row.orders += 1;
      bought.add(value);
      row.revenue += partsOf(revenue);
    }
  }

  #addSelection(place: Place, event: ModelEvent, day: number): void {
    const chosen = event.field === undefined ? event.product : event.value;
    const value = chosen === null || chosen === undefined ? null : String(chosen);
    this.#valueRow(place, day, event.field ?? PRODUCTS, value).selections += 1;
  }

  /** Beyond the limit of a list and day, in order of arrival, values are counted under null. */
  #valueRow(element: Place, day: number, list: string | symbol, value: string | null): ProductRow {
    const days = getOrAdd(this.#values, element.id, () => []);
    let valueDay = days.find((known) => known.day === day && known.list === list);
    if (!valueDay) {
      valueDay = { day, list, rows: new Map() };
      days.push(valueDay);
    }
    const { rows } = valueDay;
    const isFull = [...rows.keys()].filter((known) => known !== null).length >= VALUES_PER_LIST_MAX;
    const kept = isFull && !rows.has(value) ? null : value;
    return getOrAdd(rows, kept, () => ({ value: kept, selections: 0, orders: 0, revenue: 0 }));
  }

  #eventsOf(kind: ModelKind, id: number): CountedEvent[] {
    return getOrAdd(this.#counted, `${kind} ${id}`, () => []);
  }

  #eventsBetween(kind: ModelKind, id: number, firstDay: number, lastDay: number): CountedEvent[] {
    return this.#eventsOf(kind, id).filter(({ day }) => day >= firstDay && day <= lastDay);
  }
}

interface ValueDay {
  readonly day: number;
  readonly list: string | symbol;
  readonly rows: Map<string | null, ProductRow>;
}

function deepest(event: ModelEvent): [ModelKind, number] {
  if (event.element_id !== undefined) return ['element', event.element_id];
  if (event.step_id !== undefined) return ['step', event.step_id];
  if (event.variant_id !== undefined) return ['variant', event.variant_id];
  if (event.campaign_id !== undefined) return ['campaign', event.campaign_id];
  return ['website', event.website_id];
}

/**
 * The subject and all its ancestors. A view of an element or of a later step only counts for itself, and nothing of a holdout for its
 * campaign.
 */
function countedPlaces(place: Place, type: ModelEvent['type']): Place[] {
  const staysHere = place.kind === 'element' || (place.kind === 'step' && !place.isFirstStep);
  if (type === 'view' && staysHere) return [place];
  const above = place.isHoldout ? place.parent?.parent : place.parent;
  return above ? [place, ...countedPlaces(above, type)] : [place];
}

function zeroTotals(): Totals {
  return {
    views: 0,
    conversions: 0,
    completions: 0,
    submissions: 0,
    subscribes: 0,
    orders: 0,
    revenue: 0,
    revenue_squared: 0,
  };
}

/** String arithmetic, to avoid floating-point errors. */
function partsOf(revenue: number | string): number {
  const text = typeof revenue === 'number' ? revenue.toFixed(4) : revenue;
  const [, whole, decimals = ''] = /^(\d+)(?:\.(\d{1,4}))?$/.exec(text) ?? [];
  if (whole === undefined) throw new Error(`the model knows no revenue such as ${text}`);
  return Number(whole + decimals.padEnd(4, '0'));
}

function addProduct(products: Map<string | null, ProductRow>, row: ProductRow): void {
  const sum = getOrAdd(products, row.value, () => ({ value: row.value, selections: 0, orders: 0, revenue: 0 }));
  sum.selections += row.selections;
  sum.orders += row.orders;
  sum.revenue += row.revenue;
}

function addFieldValue(
  fields: Map<string, Map<string | null, { value: string | null; count: number }>>,
  name: string,
  { value, selections }: ProductRow,
): void {
  const values = getOrAdd(fields, name, () => new Map());
  getOrAdd(values, value, () => ({ value, count: 0 })).count += selections;
}

function bucketStart(day: number, groupBy: ModelGroupBy): string {
  const date = new Date(day * DAY_MS);
  if (groupBy === 'week') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  if (groupBy === 'month' || groupBy === 'quarter' || groupBy === 'year') date.setUTCDate(1);
  if (groupBy === 'quarter') date.setUTCMonth(date.getUTCMonth() - (date.getUTCMonth() % 3));
  if (groupBy === 'year') date.setUTCMonth(0);
  return date.toISOString().slice(0, 10);
}

function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = create();
    map.set(key, value);
  }
  return value;
}
