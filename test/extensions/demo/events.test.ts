import { beforeAll, describe, expect, test } from 'vitest';
import { demoCatalog } from '../../../src/extensions/demo/catalog.ts';
import { DEMO_DAYS, demoEventChunks } from '../../../src/extensions/demo/events.ts';
import { IS_LONG } from '../../support/long.ts';
import { type DemoSummary, dateOf, type Funnel, summarise } from './event-summary.ts';

const DAY_MS = 86_400_000;
const JUNE = Date.UTC(2026, 5, 15) / DAY_MS;
// A demo of 400 days that ends here has two Novembers.
const DECEMBER = Date.UTC(2025, 11, 20) / DAY_MS;
const MONTHS: [string, number][] = [
  ['December', DECEMBER],
  ...(IS_LONG ? [['June', JUNE] satisfies [string, number]] : []),
];

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: number[]): number {
  return sum(values) / values.length;
}

/** The z value of the difference between two variants' shares of converting visitors. */
function zScore(one: Funnel, other: Funnel): number {
  const [n, m] = [one.viewers.size, other.viewers.size];
  const pooled = (one.converters.size + other.converters.size) / (n + m);
  const difference = other.converters.size / m - one.converters.size / n;
  return difference / Math.sqrt(pooled * (1 - pooled) * (1 / n + 1 / m));
}

describe.each(MONTHS)('the demo as seen in %s', (_month, today) => {
  const campaigns = demoCatalog(today).accounts[0]!.websites.flatMap((website) => website.campaigns);
  const nowMs = (today + 0.5) * DAY_MS;
  let summary: DemoSummary;

  beforeAll(() => {
    summary = summarise(today, nowMs);
  });

  function experiment(name: string): [Funnel, Funnel] {
    const { variants } = campaigns.find((campaign) => campaign.name === name)!;
    return [summary.lastMonth.get(`variant ${variants[0]!.id}`)!, summary.lastMonth.get(`variant ${variants[1]!.id}`)!];
  }

  function conversionRate(campaignId: number, fromDay: number, toDay: number): number {
    const { views, conversions } = summary.campaignDays.get(campaignId)!;
    return sum(conversions.slice(fromDay, toDay)) / sum(views.slice(fromDay, toDay));
  }

  test('the events of a day obey the rules and lie in its chunk’s day', () => {
    expect(summary.problems).toEqual([]);
    expect(summary.chunks).toBe(DEMO_DAYS);
  });

  test('is about a million events, of every type', () => {
    expect(summary.events).toBeGreaterThan(950_000);
    expect(summary.events).toBeLessThan(1_100_000);
    expect([...summary.countByType.keys()].sort()).toEqual(
      ['view', 'conversion', 'completion', 'submission', 'subscribe', 'order', 'selection'].sort(),
    );
  });

  test('page views of the last 30 days of the larger website: some visitors see no campaign', () => {
    const { pageViews, lastMonth } = summary;
    expect(new Set(pageViews.map(({ website_id }) => website_id))).toEqual(new Set([1]));
    expect(new Set(pageViews.map(({ at }) => at.slice(0, 10))).size).toBe(30);
    const visitors = new Set(pageViews.map(({ visitor }) => visitor));
    const { viewers } = lastMonth.get('website 1')!;
    const share = [...visitors].filter((visitor) => viewers.has(visitor)).length / visitors.size;
    expect(share).toBeGreaterThan(0.5);
    expect(share).toBeLessThan(0.8);
  });

  test('today ends now, and yesterday is whole', () => {
    const [yesterdayMs, todayMs] = summary.lastAt.slice(-2).map((at) => Date.parse(at)) as [number, number];
    expect(nowMs - todayMs).toBeGreaterThanOrEqual(0);
    expect(nowMs - todayMs).toBeLessThan(DAY_MS / 24);
    expect(today * DAY_MS - yesterdayMs).toBeLessThan(DAY_MS / 6);
  });

  test('the larger website has about 70 percent of the events', () => {
    const share = sum(summary.dailyEvents.get(1)!) / summary.events;
    expect(share).toBeGreaterThan(0.65);
    expect(share).toBeLessThan(0.75);
  });

  /** Returns the events of both websites, by day from the first. */
  const daily = () => summary.dailyEvents.get(1)!.map((count, day) => count + summary.dailyEvents.get(2)![day]!);

  test('the events of the last 100 days, and no others, say where their visits come from', () => {
    expect(summary.describedEvents).toEqual(daily().map((events, day) => (day < DEMO_DAYS - 100 ? 0 : events)));
  });

  test('the paid campaign works on desktops, and not on phones', () => {
    const rateOf = (device: string) => {
      const { viewers, converters } = summary.lastMonth.get(`autumn ${device}`)!;
      expect(viewers.size).toBeGreaterThan(500);
      return converters.size / viewers.size;
    };
    expect(rateOf('desktop')).toBeGreaterThan(0.05);
    // A few hundred visitors: by chance, some of the few who convert on phones may come at the same time.
    expect(rateOf('mobile')).toBeLessThan(rateOf('desktop') / 4);
  });

  test('traffic grows slowly', () => {
    const growth = mean(daily().slice(-56)) / mean(daily().slice(0, 56));
    expect(growth).toBeGreaterThan(1.05);
    expect(growth).toBeLessThan(1.6);
  });

  test('late November stands out', () => {
    const firstDay = today - DEMO_DAYS + 1;
    const weekOf = (date: number) => daily().slice(date / DAY_MS - firstDay, date / DAY_MS - firstDay + 7);
    expect(mean(weekOf(Date.UTC(2025, 10, 24)))).toBeGreaterThan(1.4 * mean(weekOf(Date.UTC(2025, 9, 13))));
  });

  test('weekends are busier on one website and quieter on the other', () => {
    const weekendAgainstWeekday = (websiteId: number) => {
      const days = summary.dailyEvents.get(websiteId)!;
      const isWeekend = (index: number) =>
        [0, 6].includes(new Date((today - DEMO_DAYS + 1 + index) * DAY_MS).getUTCDay());
      return mean(days.filter((_, index) => isWeekend(index))) / mean(days.filter((_, index) => !isWeekend(index)));
    };
    expect(weekendAgainstWeekday(1)).toBeGreaterThan(1.1);
    expect(weekendAgainstWeekday(2)).toBeLessThan(0.8);
  });

  test('visitors come back: a month has clearly fewer visitors than views', () => {
    for (const websiteId of [1, 2]) {
      const { views, viewers } = summary.lastMonth.get(`website ${websiteId}`)!;
      expect(viewers.size / views).toBeGreaterThan(0.65);
      expect(viewers.size / views).toBeLessThan(0.85);
    }
  });

  test('the decided experiment has a clear winner on even traffic', () => {
    const [original, winner] = experiment('Welcome offer popup');
    expect(zScore(original, winner)).toBeGreaterThan(5);
    expect(Math.abs(winner.views / original.views - 1)).toBeLessThan(0.15);
  });

  test('the undecided experiment is not significant', () => {
    expect(Math.abs(zScore(...experiment('Journal sign-up')))).toBeLessThan(1.96);
  });

  test('visitors buy more if they see the popup than those of its holdout, who buy as well', () => {
    const { variants } = campaigns.find((campaign) => campaign.name === 'First order popup')!;
    const [shown, holdout] = [variants[0]!, variants[2]!].map(({ id }) => {
      const orders = summary.orders.filter((order) => {
        return order.variant_id === id || Math.floor((order.step_id ?? 0) / 10) === id;
      });
      return orders.length / summary.lastMonth.get(`variant ${id}`)!.viewers.size;
    });
    // All orders of the demo, for each visitor of the last month.
    expect(holdout).toBeGreaterThan(0.05);
    expect(shown! / holdout!).toBeGreaterThan(1.4);
  });

  test('a visitor sees one variant only', () => {
    for (const name of ['Welcome offer popup', 'Journal sign-up']) {
      const [one, other] = experiment(name);
      expect([...one.viewers].filter((visitor) => other.viewers.has(visitor))).toEqual([]);
    }
  });

  test('one campaign has lost conversions in the last week, the other live ones keep theirs', () => {
    for (const { id, name } of campaigns.filter(({ status }) => status === 'live')) {
      const change = conversionRate(id, DEMO_DAYS - 7, DEMO_DAYS) / conversionRate(id, DEMO_DAYS - 90, DEMO_DAYS - 30);
      if (name === 'Cart reminder popup') expect(change).toBeLessThan(0.65);
      else expect(change).toBeGreaterThan(0.8);
    }
  });

  test('campaigns have visits on the whole days between publishing and archiving only', () => {
    for (const campaign of campaigns) {
      const { views } = summary.campaignDays.get(campaign.id)!;
      const activeDates = views.flatMap((count, index) => (count > 0 ? [dateOf(today - DEMO_DAYS + 1 + index)] : []));
      expect(activeDates[0]! > campaign.published_at.slice(0, 10)).toBe(true);
      const reachesToday = activeDates.at(-1) === dateOf(today);
      expect(reachesToday).toBe(campaign.status === 'live');
      if (!reachesToday) expect(activeDates.at(-1)! < campaign.updated_at.slice(0, 10)).toBe(true);
    }
  });

  test('each step is seen by fewer than the one before', () => {
    for (const variant of campaigns.flatMap(({ variants }) => variants).filter((v) => v.traffic_percentage > 0)) {
      const views = variant.steps.map((step) => summary.viewsByStep.get(step.id)!);
      for (const [index, count] of views.slice(1).entries()) expect(count).toBeLessThan(views[index]!);
    }
  });

  test('orders have ids of their own, and products that add up', () => {
    expect(new Set(summary.orders.map((order) => `${order.website_id} ${order.order_id}`)).size).toBe(
      summary.orders.length,
    );
    const withProducts = summary.orders.filter((order) => order.products !== undefined);
    expect(withProducts.length).toBeGreaterThan(1000);
    for (const { products, revenue } of withProducts) {
      expect(sum(products!.map((product) => Math.round(product.revenue * 100)))).toBe(Math.round(revenue! * 100));
    }
  });

  test('buyers come back: of coffee more than of furniture', () => {
    const repeatShare = (websiteId: number) => {
      const orders = summary.orders.filter((order) => order.website_id === websiteId);
      const byVisitor = Map.groupBy(orders, ({ visitor }) => visitor);
      // Who has ordered lately has not had the time to come back.
      const buyers = [...byVisitor.values()].filter(([first]) => Date.parse(first!.at) < (today - 90) * DAY_MS);
      return buyers.filter(({ length }) => length > 1).length / buyers.length;
    };
    const [furniture, coffee] = [repeatShare(1), repeatShare(2)];
    expect([furniture > 0.12 && furniture < 0.3, coffee > 0.35 && coffee < 0.6]).toEqual([true, true]);
  });

  test('some orders of the larger website are refunded later, half of them in full', () => {
    const orders = new Map(summary.orders.map((order) => [`${order.website_id} ${order.order_id}`, order]));
    const refunds = summary.refunds.map((refund) => ({ ...refund, order: orders.get(`1 ${refund.order_id}`)! }));
    expect(refunds.length / summary.orders.filter((order) => order.website_id === 1).length).toBeGreaterThan(0.02);
    for (const { at, revenue, order } of refunds) {
      expect(at > order.at && (revenue ?? 0) < order.revenue!).toBe(true);
    }
    const fullShare = refunds.filter(({ revenue }) => revenue === undefined).length / refunds.length;
    expect(Math.abs(fullShare - 0.5)).toBeLessThan(0.15);
  });

  test('order amounts lean to the right, with cents', () => {
    const amounts = summary.orders
      .filter((order) => order.products === undefined)
      .map((order) => order.revenue!)
      .sort((one, other) => one - other);
    expect(mean(amounts)).toBeGreaterThan(amounts[amounts.length >> 1]! * 1.05);
    expect(amounts.filter((amount) => !Number.isInteger(amount)).length / amounts.length).toBeGreaterThan(0.9);
  });

  test('answers are skewed', () => {
    const rooms = [...summary.selections].filter(([key]) => key.startsWith('13111 room ')).map(([, times]) => times);
    expect(rooms).toHaveLength(5);
    expect(Math.max(...rooms)).toBeGreaterThan(2 * Math.min(...rooms));
  });
});

test('the same day gives the same events, the next day others', () => {
  const [first, again, other] = [demoEventChunks(JUNE), demoEventChunks(JUNE), demoEventChunks(JUNE + 1)];
  for (let day = 0; day < (IS_LONG ? DEMO_DAYS : 5); day++) {
    const chunk = first.next().value;
    expect(again.next().value === chunk).toBe(true);
    expect(other.next().value === chunk).toBe(false);
  }
});
