// Attribution by a dimension, against a model that is written from docs/revenue.md: plain maps and sorts over what was sent.
import { describe, expect, test } from 'vitest';
import { attributionReport } from '../../../src/answers/reports/attribution/attribution.ts';
import { websiteReport } from '../../../src/answers/reports/subjects/website.ts';
import { changeWebsiteSettings } from '../../../src/engine/catalog/website-settings.ts';
import { forgetEvents } from '../../../src/manage/erasure/forget-visitor.ts';
import { Random } from '../../../src/server/demo/random.ts';
import { ENGINES } from '../../support/databases.ts';
import { mergeLog, switchLog } from '../../support/event-log.ts';
import type { SentEvent } from '../../support/events.ts';
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
              name: 'Popup',
              variants: [
                { id: 100, traffic_percentage: 50, steps: [{ id: 1000 }] },
                { id: 101, traffic_percentage: 50, is_holdout: true, steps: [{ id: 1010 }] },
              ],
            },
          ],
        },
      ],
    },
  ],
};
const SUBJECTS: readonly SentEvent[] = [{}, { campaign_id: 10 }, { variant_id: 101 }, { step_id: 1000 }];
/** In the first one of these, clocks change on 9 March. */
const ZONES = ['America/New_York', 'Pacific/Auckland', 'UTC', 'Asia/Kolkata'];
const SOURCES: readonly SentEvent[] = [{}, { utm_medium: 'email' }, { utm_medium: 'organic', utm_source: 'b' }];
const WINDOW = { timeframe: 'custom', range_start: '2025-03-05', range_end: '2025-03-09' };
const MODELS = ['last', 'first', 'linear', 'any'] as const;
const VALUES_MAX = 50;
const PARTS = 10_000;
const DAY_MS = 86_400_000;

interface Sent extends SentEvent {
  readonly type: string;
  readonly at: string;
  readonly visitor?: string;
  readonly order_id?: string;
  /** In 1/10,000. */
  readonly amount: number;
  /** The day of the website. */
  readonly day: number;
}

class World {
  readonly zone: string;
  readonly events: Sent[];
  readonly orders: Sent[];
  readonly refunds: { readonly order_id: string; readonly amount: number }[];
  readonly forgotten: readonly string[] = ['v1', 'v2'];
  readonly random: Random;
  readonly #date: Intl.DateTimeFormat;

  constructor(seed: number) {
    this.random = new Random(seed);
    this.zone = ZONES[seed % ZONES.length]!;
    this.#date = new Intl.DateTimeFormat('en-CA', { timeZone: this.zone });
    this.events = Array.from({ length: 240 }, () =>
      this.#event(this.#one(['view', 'view', 'conversion', 'submission'])),
    );
    this.orders = Array.from({ length: 90 }, (_, number) => this.#order(number));
    // Some of all of an order, some of half of it.
    this.refunds = this.orders
      .filter(({ amount }) => amount > 1 && this.random.chance(0.3))
      .map(({ order_id, amount }) => ({
        order_id: order_id!,
        amount: this.random.chance(0.3) ? amount : Math.floor(amount / 2),
      }));
  }

  #one<Item>(items: readonly Item[]): Item {
    return items[this.random.between(0, items.length - 1)]!;
  }

  #event(type: string): Sent {
    // In steps of seven hours, so that there are many events in the same second.
    const at = Date.parse('2025-03-01T00:30:00Z') + this.random.between(0, 30) * 7 * 3_600_000;
    return {
      type,
      at: new Date(at).toISOString(),
      visitor: `v${this.random.between(1, 14)}`,
      amount: 0,
      day: Date.parse(this.#date.format(at)) / DAY_MS,
      ...this.#one(SUBJECTS),
      ...this.#one(SOURCES),
      ...(this.random.chance(0.6) && { device: this.#one(['mobile', 'desktop', 'tablet']) }),
      ...(this.random.chance(0.9) && { page: `/${this.random.between(1, 90)}` }),
    };
  }

  #order(number: number): Sent {
    const { visitor, ...order } = this.#event('order');
    const isNobody = this.random.chance(0.1);
    return { ...order, ...(!isNobody && { visitor }), order_id: `o${number}`, amount: this.random.between(1, 99_999) };
  }
}

const sentOf = ({ amount, day: _, ...event }: Sent): SentEvent => {
  return { website_id: 1, ...event, ...(event.type === 'order' && { revenue: amount / PARTS }) };
};

function valueIn(event: Sent, by: string): string | undefined {
  if (by !== 'channel') return event[by] as string | undefined;
  if (event.utm_medium === undefined) return 'direct';
  return event.utm_medium === 'email' ? 'email' : 'organic_search';
}

type Sums = Map<string, { orders: number; revenue: number }>;

function add(sums: Sums, value: string, orders: number, revenue: number): void {
  const sum = sums.get(value) ?? { orders: 0, revenue: 0 };
  sums.set(value, { orders: sum.orders + orders, revenue: sum.revenue + revenue });
}

/** What each order that is left was worth, its own value, and the values of its touches, the oldest first. */
function ordersOf(world: World, by: string, windowDays: number, isTouch: (event: Sent) => boolean) {
  const isKnown = ({ visitor }: Sent) => visitor !== undefined && !world.forgotten.includes(visitor);
  return world.orders.flatMap((order) => {
    const { day } = order;
    if (day < Date.parse(WINDOW.range_start) / DAY_MS || day > Date.parse(WINDOW.range_end) / DAY_MS) return [];
    const refunded = world.refunds.filter(({ order_id }) => order_id === order.order_id);
    const amount = refunded.reduce((left, refund) => left - refund.amount, order.amount);
    if (amount === 0) return [];
    const touches = world.events
      .filter((event) => isTouch(event) && isKnown(order) && event.visitor === order.visitor && event.at <= order.at)
      .filter((event) => event.day >= day - windowDays)
      .flatMap(({ at, ...event }) => {
        const value = valueIn({ at, ...event } as Sent, by);
        return value === undefined ? [] : [{ at, value }];
      });
    // Of people who were forgotten, the dimensions are erased, too.
    const isForgotten = order.visitor !== undefined && !isKnown(order);
    const own = isForgotten ? '(none)' : (valueIn(order, by) ?? '(none)');
    return [{ amount, own, touches }];
  });
}

type Order = ReturnType<typeof ordersOf>[number];

function creditsOf(orders: readonly Order[]) {
  const sums: Record<string, Sums> = { stored: new Map() };
  for (const model of MODELS) sums[model] = new Map();
  for (const { amount, own, touches } of orders) {
    add(sums.stored!, own, PARTS, amount);
    const values = touches.length === 0 ? ['(none)'] : [...new Set(touches.map(({ value }) => value))].sort();
    const times = touches.map(({ at }) => at).sort();
    const ofTime = (at: string | undefined) =>
      touches
        .filter((touch) => touch.at === at)
        .map(({ value }) => value)
        .sort()[0] ?? '(none)';
    add(sums.first!, ofTime(times[0]), PARTS, amount);
    add(sums.last!, ofTime(times.at(-1)), PARTS, amount);
    for (const [place, value] of values.entries()) {
      const part = (whole: number) => Math.floor(whole / values.length) + (place < whole % values.length ? 1 : 0);
      add(sums.linear!, value, part(PARTS), part(amount));
      add(sums.any!, value, PARTS, amount);
    }
  }
  return sums as Record<'stored' | (typeof MODELS)[number], Sums>;
}

function rowsOf(orders: readonly Order[]) {
  const sums = creditsOf(orders);
  const names = ['stored', ...MODELS] as const;
  const creditOf = (name: (typeof names)[number], value: string) => sums[name].get(value) ?? { orders: 0, revenue: 0 };
  const values = [...new Set(names.flatMap((name) => [...sums[name].keys()]))].filter((value) => value !== '(none)');
  const byRevenue = (a: string, b: string) =>
    creditOf('last', b).revenue - creditOf('last', a).revenue ||
    creditOf('stored', b).revenue - creditOf('stored', a).revenue ||
    (a < b ? -1 : 1);
  const shown = values.sort(byRevenue).slice(0, VALUES_MAX);
  const others = values.slice(VALUES_MAX);
  for (const name of ['stored', 'last', 'first', 'linear'] as const) {
    for (const value of others) add(sums[name], '(other)', creditOf(name, value).orders, creditOf(name, value).revenue);
  }
  for (const { amount, touches } of orders) {
    if (touches.some(({ value }) => others.includes(value))) add(sums.any, '(other)', PARTS, amount);
  }
  return [...shown, ...(others.length > 0 ? ['(other)'] : []), '(none)'].map((value) => {
    const shownCredit = (name: (typeof names)[number]) => {
      const { orders: count, revenue } = creditOf(name, value);
      return [name, { orders: count / PARTS, revenue: revenue / PARTS }];
    };
    return { value, ...Object.fromEntries(names.map(shownCredit)) };
  });
}

describe.each(ENGINES)('on %s', (engine) => {
  const seeds = Array.from({ length: IS_LONG ? 20 : 2 }, (_, number) => number);

  test.each(seeds)('values get what the model says, in world %i', async (seed) => {
    const world = new World(seed);
    const ingestion = await createTestIngestion(engine, CATALOG);
    const settings = { event_log: true, timezone: world.zone, credit_window_days: 0 };
    await changeWebsiteSettings(ingestion.database, 1, settings, ingestion.clock.now);
    // Orders come before many of their touches, and some of it is merged.
    const late = [...world.events.slice(100), ...world.orders.slice(60)];
    await ingestion.count(...[...world.events.slice(0, 100), ...world.orders.slice(0, 60)].map(sentOf));
    await mergeLog(ingestion.database, ingestion.clock);
    await ingestion.count(...late.map(sentOf));
    const refunds = world.refunds.map(({ order_id, amount }) => {
      return { type: 'refund', website_id: 1, order_id, revenue: amount / PARTS };
    });
    await ingestion.count(...refunds.slice(0, 9));
    for (const visitor of world.forgotten) {
      await forgetEvents(ingestion.database, { websiteId: 1, visitor, isErasing: true });
    }
    expect((await ingestion.count(...refunds.slice(9))).rejected).toBe(0);
    const service = await TestService.over(ingestion);
    const token = await service.token([1]);
    const ask = async (parameters: object) =>
      (await service.report(attributionReport, { ...WINDOW, ...parameters }, token)).data;
    for (const [by, window_days] of [
      ['channel', 3],
      ['device', 1],
      ['utm_source', 2],
      ['page', 2],
    ] as const) {
      const orders = ordersOf(world, by, window_days, () => true);
      expect(await ask({ by, window_days }), by).toEqual({ by, window_days, rows: rowsOf(orders) });
    }
    const ofConversions = ordersOf(world, 'device', 4, ({ type }) => type === 'conversion');
    const { rows, credit_by } = await ask({ by: 'device', window_days: 4, credit_by: 'conversion' });
    expect([credit_by, rows]).toEqual(['conversion', rowsOf(ofConversions)]);
    const breakdown = { ...WINDOW, break_down_by: 'channel', count_type: 'total' };
    const { data } = await service.report(websiteReport, breakdown, token);
    for (const { value, stored } of (await ask({ by: 'channel' })).rows!) {
      const own = data.breakdown!.values.find((row) => row.value === value)?.metrics;
      expect([value, own?.orders ?? 0, own?.revenue ?? 0]).toEqual([value, stored.orders, stored.revenue]);
    }
    await service.dispose();
  });
});

test('a sample is scaled to what was counted: sums of all but any are exact', async () => {
  const ingestion = await createTestIngestion('sqlite', CATALOG);
  await switchLog(ingestion.database, 1, true);
  const visit = (number: number) => {
    const common = { website_id: 1, visitor: `v${number}` };
    const device = number % 4 === 0 ? 'mobile' : 'desktop';
    return [
      { ...common, type: 'view', at: '2025-03-05T10:00:00Z', device },
      { ...common, type: 'order', at: '2025-03-05T11:00:00Z', device, order_id: `o${number}`, revenue: 0.0007 },
    ];
  };
  await ingestion.count(...Array.from({ length: 400 }, (_, number) => visit(number)).flat());
  const service = await TestService.over(ingestion, { config: { queryEventsMax: 200 } });
  const token = await service.token([1]);
  const { data, ...head } = await service.report(attributionReport, { ...WINDOW, by: 'device' }, token);
  expect(head).toMatchObject({ sampled: true, sample_rate: 25 });
  expect(data.rows!.map(({ value }) => value)).toEqual(['desktop', 'mobile', '(none)']);
  for (const name of ['stored', 'last', 'first', 'linear'] as const) {
    const sum = (of: 'orders' | 'revenue') =>
      data.rows!.reduce((all, row) => all + Math.round(row[name]![of] * PARTS), 0);
    expect([name, sum('orders'), sum('revenue')]).toEqual([name, 400 * PARTS, 2_800]);
  }
  await service.dispose();
});
