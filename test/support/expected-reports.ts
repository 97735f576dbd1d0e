// The expected reports, computed from the reference model in the simplest way: no SQL, no sketches, money and
// percentages as exact integers.
import { isoSeconds } from '../../src/core/foundation/time/clock.ts';
import { localDay, startOfLocalDay } from './local-days.ts';
import type {
  RandomCampaign,
  RandomCatalog,
  RandomElement,
  RandomStep,
  RandomVariant,
  RandomWebsite,
} from './random-catalog.ts';
import type { Counts, ModelGroupBy, ModelKind, ReferenceModel } from './reference-model.ts';
import { DAY_MS } from './test-clock.ts';

/** The parameters as sent. Missing ones have their defaults. */
export interface Asked {
  readonly timeframe?: string;
  readonly range_start?: string;
  readonly range_end?: string;
  readonly count_type?: 'distinct' | 'total';
  readonly previous_period?: boolean;
  readonly group_by?: ModelGroupBy;
  readonly page?: number;
  readonly per_page?: number;
  readonly sort?: string;
  readonly cta_type?: string;
  readonly status?: string;
  readonly limit?: number;
}

export interface Days {
  readonly first: number;
  readonly last: number;
}

type Block = Record<string, number>;

export class ExpectedReports {
  readonly #model: ReferenceModel;
  readonly #website: RandomWebsite;
  readonly #today: number;

  /** There is no insights snapshot. */
  constructor(model: ReferenceModel, website: RandomWebsite, now: string) {
    this.#model = model;
    this.#website = website;
    this.#today = localDay(zoneOf(website), Date.parse(now));
  }

  website(asked: Asked) {
    const { metrics, ...rest } = this.#single('website', this.#website.id, asked);
    return this.#envelope('website', asked, { metrics: withoutSubmissions(metrics), ...rest });
  }

  campaigns(asked: Asked) {
    const { page = 1, per_page = 25, sort = 'created_at', cta_type, status } = asked;
    const size = Math.min(per_page, 50);
    const found = this.#website.campaigns
      .filter((campaign) => cta_type === undefined || campaign.cta_type === cta_type)
      .filter((campaign) => status === undefined || campaign.status === status)
      .map((campaign) => ({ campaign, metrics: this.#compared('campaign', campaign.id, asked) }))
      .map((row) => ({ ...row, key: sortKey(row.campaign, row.metrics, sort) }))
      .toSorted((a, b) => (a.key > b.key ? -1 : a.key < b.key ? 1 : b.campaign.id - a.campaign.id));
    return this.#envelope('campaigns', asked, {
      campaigns: found
        .slice((page - 1) * size, page * size)
        .map(({ campaign: { id, name, cta_type, status }, metrics }) => ({
          id,
          name,
          cta_type,
          status,
          metrics,
        })),
      pagination: { page, per_page: size, total_entries: found.length, total_pages: Math.ceil(found.length / size) },
    });
  }

  campaign({ id, name, cta_type, status, variants }: RandomCampaign, asked: Asked) {
    const data = { id, name, cta_type, status, ...this.#single('campaign', id, asked) };
    return this.#envelope('campaign', asked, { ...data, variants: this.#variants(variants, asked) });
  }

  experiments(asked: Asked) {
    const running = this.#website.campaigns
      .filter(({ status, variants }) => status === 'live' && variants.filter(splitsTraffic).length >= 2)
      .toSorted((a, b) => (a.created_at > b.created_at ? -1 : a.created_at < b.created_at ? 1 : b.id - a.id));
    return this.#envelope('experiments', asked, {
      experiments: running.slice(0, Math.min(asked.limit ?? 25, 50)).map(({ id, name, cta_type, variants }) => ({
        campaign_id: id,
        campaign_name: name,
        cta_type,
        variants: this.#variants(variants, asked),
      })),
    });
  }

  variant({ id, name, variation, traffic_percentage, steps }: RandomVariant, asked: Asked) {
    const data = { id, name, variation, traffic_percentage, ...this.#single('variant', id, asked) };
    const funnelSteps = steps
      .toSorted(byPosition)
      .map((step) => ({ id: step.id, position: step.position, metrics: this.#compared('step', step.id, asked) }));
    return this.#envelope('variant', asked, { ...data, funnel_steps: funnelSteps });
  }

  step({ id, position, elements }: RandomStep, asked: Asked) {
    const ofElements = elements
      .toSorted(byPosition)
      .map((element) => ({ ...element, metrics: this.#compared('element', element.id, asked) }));
    return this.#envelope('step', asked, { id, position, ...this.#single('step', id, asked), elements: ofElements });
  }

  element({ id, element_type, position }: RandomElement, asked: Asked) {
    const { first, last } = this.window(asked);
    const { fields, products } = this.#model.values(id, first, last);
    return this.#envelope('element', asked, {
      id,
      element_type,
      position,
      ...this.#single('element', id, asked),
      fields: fields
        .toSorted((a, b) => compareText(a.name, b.name))
        .map(({ name, values }) => ({
          name,
          values: values.toSorted((a, b) => b.count - a.count || compareText(a.value, b.value)),
        })),
      products: products
        .toSorted((a, b) => b.revenue - a.revenue || b.selections - a.selections || compareText(a.value, b.value))
        .map((row) => ({ ...row, revenue: row.revenue / 10_000 })),
    });
  }

  #envelope(report: string, asked: Asked, data: object) {
    const { id, name, currency } = this.#website;
    const window = this.window(asked);
    const previous = this.previous(asked);
    return {
      report,
      website: { id, name, currency },
      timeframe: {
        selected: asked.timeframe ?? 'last_30_days',
        range_start: startOf(this.#website, window),
        range_end: endOf(this.#website, window),
        timezone: zoneOf(this.#website),
        ...(previous && {
          previous_range_start: startOf(this.#website, previous),
          previous_range_end: endOf(this.#website, previous),
        }),
      },
      data,
    };
  }

  #variants(variants: readonly RandomVariant[], asked: Asked) {
    return variants
      .toSorted((a, b) => compareText(a.variation, b.variation) || a.id - b.id)
      .map(({ id, name, variation, traffic_percentage }) => ({
        id,
        name,
        variation,
        traffic_percentage,
        metrics: this.#compared('variant', id, asked),
      }));
  }

  #single(kind: ModelKind, id: number, asked: Asked) {
    const metrics = this.#compared(kind, id, asked);
    const { group_by } = asked;
    if (!group_by) return { metrics };
    const { first, last } = this.window(asked);
    const points = this.#model
      .points(kind, id, first, last, group_by, countTypeOf(asked))
      .map((point) => ({ ...point, revenue: point.revenue / 10_000 }));
    return { metrics, timeseries: { group_by, points } };
  }

  #compared(kind: ModelKind, id: number, asked: Asked) {
    const countsIn = ({ first, last }: Days) => this.#model.counts(kind, id, first, last, countTypeOf(asked));
    const counts = countsIn(this.window(asked));
    const window = this.previous(asked);
    if (!window) return metricsBlock(counts);
    const before = countsIn(window);
    return { ...metricsBlock(counts), previous: metricsBlock(before), changes: changesBlock(counts, before) };
  }

  previous(asked: Asked): Days | undefined {
    const hasNone = asked.timeframe === 'all_time' || asked.timeframe === 'insights_week';
    if (!asked.previous_period || hasNone) return undefined;
    const { first, last } = this.window(asked);
    return { first: first - (last - first + 1), last: first - 1 };
  }

  window(asked: Asked): Days {
    const today = this.#today;
    const date = new Date(today * DAY_MS);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    const monday = today - ((date.getUTCDay() + 6) % 7);
    const since = (first: number): Days => ({ first, last: today });
    switch (asked.timeframe ?? 'last_30_days') {
      case 'today':
        return since(today);
      case 'this_week':
        return since(monday);
      case 'this_month':
        return since(Date.UTC(year, month, 1) / DAY_MS);
      case 'this_quarter':
        return since(Date.UTC(year, month - (month % 3), 1) / DAY_MS);
      case 'this_year':
        return since(Date.UTC(year, 0, 1) / DAY_MS);
      case 'last_24_hours':
        return since(today - 1);
      case 'all_time':
        return since(this.earliestDay());
      case 'insights_week':
        return { first: monday - 7, last: monday - 1 };
      case 'custom':
        return { first: dayOf(asked.range_start!), last: dayOf(asked.range_end!) };
      default:
        return since(today - Number(/^last_(\d+)_days$/.exec(asked.timeframe ?? 'last_30_days')![1]) + 1);
    }
  }

  earliestDay(): number {
    const ids = (kind: ModelKind) =>
      this.#model.subjects().filter((subject) => subject.kind === kind && subject.websiteId === this.#website.id);
    const kinds = ['website', 'campaign', 'variant', 'step', 'element'] as const;
    const days = kinds.flatMap((kind) => ids(kind).flatMap(({ id }) => this.#model.activeDays(kind, id)));
    return Math.min(this.#today, localDay(zoneOf(this.#website), Date.parse(this.#website.created_at)), ...days);
  }
}

/** The windows of a website in a report on several. */
export interface AccountWindows {
  readonly window: Days;
  readonly previous: Days | undefined;
}

/** The `data` of account performance. `together` is the model of what the windows of all websites have, as events of one with id 1. */
export function expectedAccountData(
  model: ReferenceModel,
  together: ReferenceModel,
  websites: readonly RandomWebsite[],
  windowsOf: (website: RandomWebsite) => AccountWindows,
) {
  const countsIn = (id: number, { first, last }: Days, of = model) => of.counts('website', id, first, last, 'distinct');
  const rowOf = (website: RandomWebsite) => {
    const { id, name, currency } = website;
    const { window, previous } = windowsOf(website);
    const counts = countsIn(id, window);
    const change = previous && changesBlock(counts, countsIn(id, previous));
    const { views, conversions, conversion_rate, subscribes, orders, revenue, aov } = metricsBlock(counts);
    const changes = { conversions_change: change?.conversions ?? null, revenue_change: change?.revenue ?? null };
    return {
      id,
      name,
      viewers: views,
      conversions,
      conversion_rate,
      ...changes,
      subscribes,
      orders,
      revenue,
      aov,
      currency,
    };
  };
  const revenueOf = (website: RandomWebsite) => countsIn(website.id, windowsOf(website).window).revenue;
  const { views, completions, submissions, completion_rate, ...sums } = metricsBlock(countsIn(1, ALWAYS, together));
  return {
    aggregate: { website_count: websites.length, viewers: views, ...sums, ...currenciesOf(websites, revenueOf) },
    websites: websites.map(rowOf),
  };
}

function currenciesOf(websites: readonly RandomWebsite[], revenueOf: (website: RandomWebsite) => number) {
  const currencies = [...new Set(websites.map(({ currency }) => currency))];
  if (currencies.length === 1) return { currency: currencies[0] };
  const sumOf = (currency: string) =>
    websites.filter((website) => website.currency === currency).reduce((sum, website) => sum + revenueOf(website), 0);
  return {
    currency: null,
    revenue_by_currency: Object.fromEntries(currencies.map((currency) => [currency, sumOf(currency) / 10_000])),
  };
}

const ALWAYS: Days = { first: Number.NEGATIVE_INFINITY, last: Number.POSITIVE_INFINITY };

function zoneOf({ timezone = 'UTC' }: RandomWebsite): string {
  return timezone;
}

export function startOf(website: RandomWebsite, { first }: Days): string {
  return isoSeconds(new Date(startOfLocalDay(zoneOf(website), first)));
}

export function endOf(website: RandomWebsite, { last }: Days): string {
  return isoSeconds(new Date(startOfLocalDay(zoneOf(website), last + 1) - 1_000));
}

function metricsBlock(counts: Counts): Block {
  const { views, conversions, completions, submissions, subscribes, orders, revenue } = counts;
  const rate = (count: number) => (views === 0 ? 0 : percent(BigInt(count), BigInt(views)));
  return {
    views,
    conversions,
    completions,
    submissions,
    subscribes,
    orders,
    revenue: revenue / 10_000,
    conversion_rate: rate(conversions),
    completion_rate: rate(completions),
    subscribe_rate: rate(subscribes),
    order_rate: rate(orders),
    aov: orders === 0 ? 0 : percent(BigInt(revenue), BigInt(orders) * 1_000_000n),
  };
}

/** From the counts, not from the rates that are shown. */
function changesBlock(counts: Counts, before: Counts): Record<string, number | null> {
  const change = (part: keyof Counts, whole?: 'views' | 'orders') => {
    const of = (from: Counts) => (whole ? BigInt(from[whole]) : 1n);
    if (before[part] === 0 || of(before) === 0n) return null;
    if (of(counts) === 0n) return -100;
    const [now, then] = [BigInt(counts[part]) * of(before), BigInt(before[part]) * of(counts)];
    return percent(now - then, then);
  };
  return {
    views: change('views'),
    conversions: change('conversions'),
    completions: change('completions'),
    submissions: change('submissions'),
    subscribes: change('subscribes'),
    orders: change('orders'),
    revenue: change('revenue'),
    conversion_rate: change('conversions', 'views'),
    completion_rate: change('completions', 'views'),
    subscribe_rate: change('subscribes', 'views'),
    order_rate: change('orders', 'views'),
    aov: change('revenue', 'orders'),
  };
}

/** part / whole x 100 with two decimals, half away from zero. */
function percent(part: bigint, whole: bigint): number {
  const size = part < 0n ? -part : part;
  const hundredths = Number((2n * size * 10_000n + whole) / (2n * whole)) / 100;
  return part < 0n && hundredths !== 0 ? -hundredths : hundredths;
}

function countTypeOf({ timeframe, count_type }: Asked): 'distinct' | 'total' {
  return timeframe === 'insights_week' ? 'distinct' : (count_type ?? 'distinct');
}

function sortKey(campaign: RandomCampaign, metrics: object, sort: string): string | number {
  if (sort === 'created_at' || sort === 'published_at') return campaign[sort] ?? '';
  return (metrics as Block)[sort]!;
}

function splitsTraffic({ traffic_percentage }: RandomVariant): boolean {
  return traffic_percentage > 0;
}

function withoutSubmissions(metrics: object): object {
  const entries = Object.entries(metrics).filter(([name]) => name !== 'submissions');
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      value !== null && typeof value === 'object' ? withoutSubmissions(value) : value,
    ]),
  );
}

function byPosition(a: { id: number; position: number }, b: { id: number; position: number }): number {
  return a.position - b.position || a.id - b.id;
}

/** Compares by code unit; null is last. */
function compareText(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -1 : 1;
}

function dayOf(date: string): number {
  return Date.parse(date) / DAY_MS;
}

export function allWebsites(catalog: RandomCatalog): RandomWebsite[] {
  return catalog.accounts.flatMap(({ websites }) => websites).toSorted((a, b) => a.id - b.id);
}
