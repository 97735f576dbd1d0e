// Attribution by a dimension, conversions and costs beside orders, against a model that is written from docs/revenue.md: plain maps and
// sorts over what was sent.
import { describe, expect, test } from 'vitest';
import { websiteReport } from '../../../src/core/answers/reports/subjects/website.ts';
import { COMMAND_LINE } from '../../../src/core/contract/access/principal.ts';
import { changeWebsiteSettings } from '../../../src/core/engine/catalog/website-settings.ts';
import { monthFromIso } from '../../../src/core/engine/rollups/calendar.ts';
import { Random } from '../../../src/core/foundation/statistics/random.ts';
import { forgetEvents } from '../../../src/core/manage/erasure/forget-visitor.ts';
import { attributionReport } from '../../../src/extensions/questions/attribution.ts';
import { Costs } from '../../../src/extensions/questions/costs.ts';
import { ANY_ENGINE } from '../../support/databases.ts';
import { killMerge, mergeLog, switchLog } from '../../support/event-log.ts';
import type { SentEvent } from '../../support/events.ts';
import { localDay } from '../../support/local-days.ts';
import { IS_LONG } from '../../support/long.ts';
import { createTestIngestion } from '../../support/test-ingestion.ts';
import { TestService } from '../../support/test-service.ts';

const CATALOG = {
  accounts: [
    {
      id: 1,
      name: 'Acme',
      websites: [
        {
          id: 1,
          name: 'acme.example',
          currency: 'USD',
          campaigns: [
            {
              id: 10,
              name: 'Bar',
              variants: [
                { id: 100, traffic_percentage: 50, steps: [{ id: 1000 }] },
                { id: 101, traffic_percentage: 50, is_holdout: true, steps: [{ id: 1010 }] },
              ],
            },
            { id: 11, name: 'Popup', variants: [{ id: 110 }] },
          ],
        },
      ],
    },
  ],
};
const SUBJECTS: readonly SentEvent[] = [
  {},
  { campaign_id: 10 },
  { variant_id: 101 },
  { step_id: 1000 },
  { campaign_id: 11 },
  { variant_id: 110 },
];
/** Clocks change on 9 March in the first one. A website moves from one to the next. */
const ZONES = ['America/New_York', 'Pacific/Auckland', 'UTC', 'Asia/Kolkata'];
/** So many come before it moves. */
const EARLY = { events: 100, orders: 60 };
const SOURCES: readonly SentEvent[] = [
  {},
  { utm_medium: 'email' },
  { utm_medium: 'organic', utm_source: 'b', referrer: 'b.example' },
];
const WINDOW = { timeframe: 'custom', range_start: '2025-03-05', range_end: '2025-03-09' };
/** It covers parts of two months. */
const TWO_MONTHS = { timeframe: 'custom', range_start: '2025-02-20', range_end: '2025-03-08' };
const MODELS = ['last', 'first', 'linear', 'any'] as const;
const VALUES_MAX = 50;
const PARTS = 10_000;
const NONE = '(none)';
const OTHER = '(other)';
const DAY_MS = 86_400_000;

interface Sent extends SentEvent {
  readonly type: string;
  readonly at: string;
  readonly visitor?: string;
  readonly order_id?: string;
  /** The amount in 1/10,000 of a unit. */
  readonly amount: number;
  /** The day of the website. */
  readonly day: number;
}

interface SentCost {
  readonly channel?: string;
  readonly utm_campaign?: string;
  readonly month: string;
  readonly amount: number;
}

class World {
  readonly zones: readonly [string, string];
  readonly events: Sent[];
  readonly orders: Sent[];
  readonly refunds: { readonly order_id: string; readonly amount: number }[];
  readonly forgotten: readonly string[] = ['v1', 'v2'];
  readonly costs: readonly SentCost[];
  readonly random: Random;

  constructor(seed: number) {
    this.random = new Random(seed);
    this.zones = [ZONES[seed % ZONES.length]!, ZONES[(seed + 1) % ZONES.length]!];
    this.events = Array.from({ length: 240 }, (_, number) =>
      this.#event(this.#one(['view', 'view', 'conversion', 'submission']), number < EARLY.events),
    );
    this.orders = Array.from({ length: 90 }, (_, number) => this.#order(number));
    // Some of all of an order, some of half of it.
    this.refunds = this.orders
      .filter(({ amount }) => amount > 1 && this.random.chance(0.3))
      .map(({ order_id, amount }) => ({
        order_id: order_id!,
        amount: this.random.chance(0.3) ? amount : Math.floor(amount / 2),
      }));
    // Some values have no events at all, and some campaigns no costs.
    const campaigns = Array.from({ length: 100 }, (_, number) => ({ utm_campaign: `c${number}` }));
    const paid = [{ channel: 'email' }, { channel: 'paid_search' }, ...campaigns];
    this.costs = paid.flatMap((of) =>
      ['2025-01', '2025-02', '2025-03', '2025-04']
        .filter(() => this.random.chance(0.4))
        .map((month) => ({ ...of, month, amount: this.random.between(1, 99_999) / PARTS })),
    );
  }

  #one<Item>(items: readonly Item[]): Item {
    return items[this.random.between(0, items.length - 1)]!;
  }

  #event(type: string, isEarly: boolean): Sent {
    // In steps of seven hours, so that there are many events in the same second.
    const at = Date.parse('2025-03-01T00:30:00Z') + this.random.between(0, 30) * 7 * 3_600_000;
    return {
      type,
      at: new Date(at).toISOString(),
      // One of them has many orders and touches.
      visitor: `v${this.random.chance(0.4) ? 3 : this.random.between(1, 14)}`,
      amount: 0,
      day: localDay(this.zones[isEarly ? 0 : 1], at),
      ...this.#one(SUBJECTS),
      ...this.#source(),
      ...(this.random.chance(0.6) && { device: this.#one(['mobile', 'desktop', 'tablet']) }),
      ...(this.random.chance(0.9) && { page: `/${this.random.between(1, 90)}` }),
      ...(this.random.chance(0.7) && { country: this.#one(['DE', 'FR', 'US']) }),
    };
  }

  #source(): SentEvent {
    const source = this.#one(SOURCES);
    return { ...source, ...(source.utm_medium !== undefined && { utm_campaign: `c${this.random.between(1, 90)}` }) };
  }

  #order(number: number): Sent {
    const { visitor, ...order } = this.#event('order', number < EARLY.orders);
    const isNobody = this.random.chance(0.1);
    return { ...order, ...(!isNobody && { visitor }), order_id: `o${number}`, amount: this.random.between(1, 99_999) };
  }
}

const sentOf = ({ amount, day: _, ...event }: Sent): SentEvent => {
  return { website_id: 1, ...event, ...(event.type === 'order' && { revenue: amount / PARTS }) };
};

/** What belongs to the holdout counts for no campaign. */
function valueIn(event: Sent, by: string): string | undefined {
  if (by === 'campaign') {
    if (event.campaign_id === 10 || event.step_id) return 'Bar';
    return event.campaign_id === 11 || event.variant_id === 110 ? 'Popup' : undefined;
  }
  if (by !== 'channel') return event[by] as string | undefined;
  // An event of a server that names neither a source nor a device says nothing about its visit.
  if (event.utm_medium === undefined)
    return event.device === undefined && event.page === undefined ? undefined : 'direct';
  return event.utm_medium === 'email' ? 'email' : 'organic_search';
}

/** The touches of one second are ranked by this: by text; or the deepest subject, and of equal ones that with the smallest id. */
function rankOf({ campaign_id, variant_id, step_id }: Sent, by: string, value: string): string {
  if (by !== 'campaign') return value;
  const depth = ['step', 'variant', 'campaign'].findIndex((_, place) => [step_id, variant_id, campaign_id][place]);
  return `${depth} ${step_id ?? variant_id ?? campaign_id}`;
}

type Sums = Map<string, { orders: number; revenue: number }>;

function add(sums: Sums, value: string, orders: number, revenue: number): void {
  const sum = sums.get(value) ?? { orders: 0, revenue: 0 };
  sums.set(value, { orders: sum.orders + orders, revenue: sum.revenue + revenue });
}

/** What is asked: `isTouch` is what the model takes for a touch. */
interface Asked {
  readonly by: string;
  readonly window_days: number;
  readonly window?: typeof WINDOW;
  isTouch?(event: Sent): boolean;
}

const dayOf = (date: string) => Date.parse(date) / DAY_MS;

/** What each order that is left, or each conversion, was worth, its own value, and the values of its touches, the oldest first. */
function creditedOf(world: World, type: 'order' | 'conversion', asked: Asked) {
  const { by, window_days: windowDays, window = WINDOW, isTouch = () => true } = asked;
  const isKnown = ({ visitor }: Sent) => visitor !== undefined && !world.forgotten.includes(visitor);
  const all = type === 'order' ? world.orders : world.events.filter((event) => event.type === type);
  return all.flatMap((order) => {
    const { day } = order;
    if (day < dayOf(window.range_start) || day > dayOf(window.range_end)) return [];
    const refunded = world.refunds.filter(({ order_id }) => order_id === order.order_id);
    const amount = refunded.reduce((left, refund) => left - refund.amount, order.amount);
    if (type === 'order' && amount === 0) return [];
    const touches = world.events
      .filter((event) => isTouch(event) && isKnown(order) && event.visitor === order.visitor && event.at <= order.at)
      .filter((event) => event.day >= day - windowDays)
      .flatMap((event) => {
        const value = valueIn(event, by);
        return value === undefined ? [] : [{ at: event.at, value, rank: rankOf(event, by, value) }];
      });
    // Of people who were forgotten, the dimensions are erased, too.
    const isErased = by !== 'campaign' && order.visitor !== undefined && !isKnown(order);
    const own = isErased ? NONE : (valueIn(order, by) ?? NONE);
    return [{ amount, own, touches }];
  });
}

type Credited = ReturnType<typeof creditedOf>[number];
const NAMES = ['stored', ...MODELS] as const;

function creditsOf(credited: readonly Credited[]) {
  const sums = Object.fromEntries(NAMES.map((name) => [name, new Map() as Sums])) as Record<
    (typeof NAMES)[number],
    Sums
  >;
  for (const { amount, own, touches } of credited) {
    add(sums.stored, own, PARTS, amount);
    const values = touches.length === 0 ? [NONE] : [...new Set(touches.map(({ value }) => value))].sort();
    const times = touches.map(({ at }) => at).sort();
    const ofTime = (at: string | undefined) =>
      touches.filter((touch) => touch.at === at).sort((a, b) => (a.rank < b.rank ? -1 : 1))[0]?.value ?? NONE;
    add(sums.first, ofTime(times[0]), PARTS, amount);
    add(sums.last, ofTime(times.at(-1)), PARTS, amount);
    for (const [place, value] of values.entries()) {
      const part = (whole: number) => Math.floor(whole / values.length) + (place < whole % values.length ? 1 : 0);
      add(sums.linear, value, part(PARTS), part(amount));
      add(sums.any, value, PARTS, amount);
    }
  }
  return sums;
}

function group(sums: ReturnType<typeof creditsOf>, credited: readonly Credited[], others: readonly string[]): void {
  for (const name of ['stored', 'last', 'first', 'linear'] as const) {
    for (const value of others) {
      const { orders, revenue } = sums[name].get(value) ?? { orders: 0, revenue: 0 };
      add(sums[name], OTHER, orders, revenue);
    }
  }
  for (const { amount, touches } of credited) {
    if (touches.some(({ value }) => others.includes(value))) add(sums.any, OTHER, PARTS, amount);
  }
}

/** Day by day: what a month costs up to a day is rounded down. In 1/10,000. */
function costsOf({ costs }: World, { by, window = WINDOW }: Asked): Map<string, number> {
  const byValue = new Map<string, number>();
  for (const cost of costs) {
    const value = cost[by as 'channel' | 'utm_campaign'];
    const [year, month] = cost.month.split('-').map(Number) as [number, number];
    const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
    const until = (day: number) => Math.floor((Math.round(cost.amount * PARTS) * day) / days);
    for (let day = 1; day <= days; day++) {
      const date = `${cost.month}-${String(day).padStart(2, '0')}`;
      if (value === undefined || date < window.range_start || date > window.range_end) continue;
      byValue.set(value, (byValue.get(value) ?? 0) + until(day) - until(day - 1));
    }
  }
  return byValue;
}

/**
 * `conversions`: undefined if they are not asked for. `costs`: undefined if they are not of the dimension. `only`: undefined if all models
 * are asked for.
 */
function rowsOf(
  orders: readonly Credited[],
  conversions?: readonly Credited[],
  costs?: Map<string, number>,
  only?: (typeof MODELS)[number],
) {
  const first = only ?? 'last';
  const names = only ? (['stored', only] as const) : NAMES;
  const sums = creditsOf(orders);
  const converted = creditsOf(conversions ?? []);
  type Name = (typeof NAMES)[number];
  const creditOf = (name: Name, value: string) => {
    const { orders: count = 0, revenue = 0 } = sums[name].get(value) ?? {};
    return { count, revenue, conversions: converted[name].get(value)?.orders ?? 0 };
  };
  const costOf = (value: string) => costs?.get(value) ?? 0;
  const credited = new Set(names.flatMap((name) => [...sums[name].keys(), ...converted[name].keys()]));
  credited.delete(NONE);
  const byText = (a: string, b: string) => (a < b ? -1 : 1);
  const byCredit = (a: string, b: string) =>
    creditOf(first, b).revenue - creditOf(first, a).revenue ||
    creditOf('stored', b).revenue - creditOf('stored', a).revenue ||
    creditOf(first, b).conversions - creditOf(first, a).conversions ||
    creditOf('stored', b).conversions - creditOf('stored', a).conversions;
  const costly = [...(costs?.keys() ?? [])].sort((a, b) => costOf(b) - costOf(a) || byText(a, b)).slice(0, VALUES_MAX);
  const listed = [...credited].sort((a, b) => byCredit(a, b) || byText(a, b));
  const shown = new Set([...listed.slice(0, VALUES_MAX), ...costly]);
  const others = listed.filter((value) => !shown.has(value));
  const otherCosts = [...(costs?.keys() ?? [])].filter((value) => !shown.has(value));
  const sorted = [...shown].sort((a, b) => byCredit(a, b) || costOf(b) - costOf(a) || byText(a, b));
  group(sums, orders, others);
  group(converted, conversions ?? [], others);
  if (otherCosts.length > 0)
    costs!.set(
      OTHER,
      otherCosts.reduce((sum, value) => sum + costOf(value), 0),
    );
  const hasOthers = others.length + otherCosts.length > 0;
  const rounded = (hundredths: number) => Math.round(hundredths) / 100;
  return [...sorted, ...(hasOthers ? [OTHER] : []), NONE].map((value) => {
    const shownCredit = (name: Name) => {
      const { count, revenue, conversions: number } = creditOf(name, value);
      return [
        name,
        { orders: count / PARTS, revenue: revenue / PARTS, ...(conversions && { conversions: number / PARTS }) },
      ];
    };
    const cost = costs?.get(value);
    const { count, revenue } = creditOf(first, value);
    const costFields = {
      cost: cost === undefined ? null : cost / PARTS,
      cost_per_order: cost === undefined || count === 0 ? null : rounded((cost * 100) / count),
      return_on_spend: !cost ? null : rounded((revenue * 100) / cost),
    };
    return { value, ...Object.fromEntries(names.map(shownCredit)), ...(costs && costFields) };
  });
}

describe.each(ANY_ENGINE)('on %s', (engine) => {
  const seeds = Array.from({ length: IS_LONG ? 20 : 2 }, (_, number) => number);

  test.each(seeds)('values get what the model says, in world %i', async (seed) => {
    const world = new World(seed);
    const ingestion = await createTestIngestion(engine, CATALOG);
    const { database, clock } = ingestion;
    const [timezone, nextZone] = world.zones;
    await changeWebsiteSettings(database, 1, { event_log: true, timezone, credit_window_days: 0 }, clock.now);
    // Orders come before many of their touches, and some of it is merged.
    const early = [...world.events.slice(0, EARLY.events), ...world.orders.slice(0, EARLY.orders)];
    const late = [...world.events.slice(EARLY.events), ...world.orders.slice(EARLY.orders)];
    await ingestion.count(...early.slice(0, EARLY.events).map(sentOf));
    await mergeLog(database, clock);
    await ingestion.count(...early.slice(EARLY.events).map(sentOf));
    await killMerge(database, clock, 5);
    await changeWebsiteSettings(database, 1, { timezone: nextZone }, clock.now);
    await ingestion.count(...late.map(sentOf));
    await killMerge(database, clock, 8);
    const refunds = world.refunds.map(({ order_id, amount }) => {
      return { type: 'refund', website_id: 1, order_id, revenue: amount / PARTS };
    });
    await ingestion.count(...refunds.slice(0, 9));
    for (const visitor of world.forgotten) {
      await forgetEvents(database, { websiteId: 1, visitor, isErasing: true });
    }
    expect((await ingestion.count(...refunds.slice(9))).rejected).toBe(0);
    const service = await TestService.over(ingestion);
    const token = await service.token([1], { scopes: ['reports', 'ctas:write'] });
    const ask = async (parameters: object) =>
      (await service.report(attributionReport, { ...WINDOW, ...parameters }, token)).data;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ costs: world.costs });
    expect(await service.request('/api/v1/costs', { method: 'PUT', headers, body })).toMatchObject({ status: 200 });
    for (const [by, window_days] of [
      ['device', 1],
      ['utm_source', 2],
      ['utm_medium', 2],
      ['referrer', 5],
      ['country', 90],
      ['page', 2],
    ] as const) {
      const orders = creditedOf(world, 'order', { by, window_days });
      expect(await ask({ by, window_days }), by).toEqual({
        by,
        window_days,
        window_days_from: 'request',
        rows: rowsOf(orders),
      });
      const conversions = creditedOf(world, 'conversion', { by, window_days });
      const { rows } = await ask({ by, window_days, conversions: true });
      expect(rows, by).toEqual(rowsOf(orders, conversions));
    }
    for (const [by, window] of [
      ['channel', WINDOW],
      ['channel', TWO_MONTHS],
      ['utm_campaign', TWO_MONTHS],
    ] as const) {
      const asked = { by, window_days: 3, window };
      const orders = creditedOf(world, 'order', asked);
      const parameters = { by, window_days: 3, ...window };
      expect((await ask(parameters)).rows, by).toEqual(rowsOf(orders, undefined, costsOf(world, asked)));
      const conversions = creditedOf(world, 'conversion', asked);
      const { rows } = await ask({ ...parameters, conversions: true });
      expect(rows, by).toEqual(rowsOf(orders, conversions, costsOf(world, asked)));
    }
    const ofCampaigns = { by: 'utm_campaign', window_days: 3, window: TWO_MONTHS };
    const linear = await ask({ by: 'utm_campaign', window_days: 3, ...TWO_MONTHS, model: 'linear' });
    const costs = costsOf(world, ofCampaigns);
    expect(linear.rows).toEqual(rowsOf(creditedOf(world, 'order', ofCampaigns), undefined, costs, 'linear'));
    const all = await ask({ by: 'utm_campaign', window_days: 3, ...TWO_MONTHS, costs_by: 'linear' });
    const costsIn = (rows: typeof all.rows) =>
      new Map(rows!.map((row) => [row.value, [row.cost, row.cost_per_order, row.return_on_spend]]));
    const ofLinear = costsIn(linear.rows);
    for (const [value, costsOfRow] of costsIn(all.rows)) {
      // The lists have other values where there are more than 50.
      if (value !== OTHER) expect([value, costsOfRow]).toEqual([value, ofLinear.get(value) ?? costsOfRow]);
    }
    const ofConversions = { window_days: 4, isTouch: ({ type }: Sent) => type === 'conversion' };
    const byConversion = { window_days: 4, credit_by: 'conversion' };
    const { rows, credit_by } = await ask({ ...byConversion, by: 'device' });
    const orders = creditedOf(world, 'order', { ...ofConversions, by: 'device' });
    expect([credit_by, rows]).toEqual(['conversion', rowsOf(orders)]);
    for (const [credit_by, touches] of [
      ['conversion', ['conversion']],
      ['view', ['conversion', 'view']],
    ] as const) {
      const { campaigns } = await ask({ window_days: 4, credit_by, conversions: true });
      const isTouch = ({ type }: Sent) => touches.some((touch) => touch === type);
      const ofCampaign = (type: 'order' | 'conversion') =>
        creditedOf(world, type, { window_days: 4, isTouch, by: 'campaign' });
      const shown = campaigns!.map(({ id: _, name, ...row }) => ({ value: name, ...row }));
      expect(shown, credit_by).toEqual(rowsOf(ofCampaign('order'), ofCampaign('conversion')));
    }
    const breakdown = { ...WINDOW, break_down_by: 'channel', count_type: 'total' };
    const { data } = await service.report(websiteReport, breakdown, token);
    for (const { value, stored } of (await ask({ by: 'channel' })).rows!) {
      const own = data.breakdown!.values.find((row) => row.value === value)?.metrics;
      expect([value, own?.orders ?? 0, own?.revenue ?? 0]).toEqual([value, stored.orders, stored.revenue]);
    }
    await service.dispose();
  });
});

test('costs are compared with one of the models that are asked for', async () => {
  const ingestion = await createTestIngestion('sqlite', CATALOG);
  await switchLog(ingestion.database, 1, true);
  const service = await TestService.over(ingestion);
  const token = await service.token([1]);
  const asked = { website_id: 1, ...WINDOW, by: 'channel' };
  await service.report(attributionReport, { ...asked, model: 'linear', costs_by: 'linear' }, token);
  const refused = await service.ask(attributionReport, { ...asked, model: 'linear', costs_by: 'first' }, token);
  expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_costs_by', param: 'costs_by' } });
  expect((await service.ask(attributionReport, { ...asked, costs_by: 'x' }, token)).status).toBe(422);
  await service.dispose();
});

test('a sample is scaled to what was counted: sums of all but any are exact', async () => {
  const ingestion = await createTestIngestion('sqlite', CATALOG);
  await switchLog(ingestion.database, 1, true);
  const visit = (number: number) => {
    const common = { website_id: 1, visitor: `v${number}` };
    const device = number % 4 === 0 ? 'mobile' : 'desktop';
    return [
      { ...common, type: 'conversion', at: '2025-03-05T10:00:00Z', device },
      { ...common, type: 'order', at: '2025-03-05T11:00:00Z', device, order_id: `o${number}`, revenue: 0.0007 },
    ];
  };
  await ingestion.count(...Array.from({ length: 400 }, (_, number) => visit(number)).flat());
  const service = await TestService.over(ingestion, { config: { queryEventsMax: 200 } });
  const token = await service.token([1]);
  const parameters = { ...WINDOW, by: 'device', conversions: true };
  const { data, ...head } = await service.report(attributionReport, parameters, token);
  expect(head).toMatchObject({ sampled: true, sample_rate: 25 });
  expect(data.rows!.map(({ value }) => value)).toEqual(['desktop', 'mobile', '(none)']);
  for (const name of ['stored', 'last', 'first', 'linear'] as const) {
    const sum = (of: 'orders' | 'revenue' | 'conversions') =>
      data.rows!.reduce((all, row) => all + Math.round(row[name]![of]! * PARTS), 0);
    const sums = [sum('orders'), sum('conversions'), sum('revenue')];
    expect([name, ...sums]).toEqual([name, 400 * PARTS, 400 * PARTS, 2_800]);
  }
  await service.dispose();
});

test('days after today have cost nothing yet, and what was entered is in the next report', async () => {
  const ingestion = await createTestIngestion('sqlite', CATALOG);
  await switchLog(ingestion.database, 1, true);
  const service = await TestService.over(ingestion);
  const token = await service.token([1]);
  const today = service.clock.now().toISOString().slice(0, 'YYYY-MM-DD'.length);
  const month = today.slice(0, 'YYYY-MM'.length);
  const day = Number(today.slice(-'DD'.length));
  const cost = { dimension: 'channel', value: 'email', month: monthFromIso(month)!, amount: 31 * PARTS } as const;
  const daysOfMonth = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(-2)), 0)).getUTCDate();
  const costs = new Costs(service.database, service.clock.now);
  const ask = async (range_start: string, range_end: string) => {
    const parameters = { timeframe: 'custom', range_start, range_end, by: 'channel', model: 'last' };
    const { rows } = (await service.report(attributionReport, parameters, token)).data;
    return rows!.map(({ value, cost: spent }) => [value, spent]);
  };
  expect(await ask(`${month}-01`, today)).toEqual([['(none)', null]]);
  await costs.set(1, [cost], COMMAND_LINE);
  const spent = Math.floor((cost.amount * day) / daysOfMonth) / PARTS;
  for (const end of [today, '2099-12-31']) {
    expect(await ask(`${month}-01`, end)).toEqual([
      ['email', spent],
      ['(none)', null],
    ]);
  }
  expect(await ask('2099-01-01', '2099-12-31')).toEqual([['(none)', null]]);
  await service.dispose();
});
