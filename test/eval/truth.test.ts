// The plain counting that answers are graded by, on events that can be counted by hand.
import { describe, expect, test } from 'vitest';
import {
  averageOrder,
  by,
  change,
  funnel,
  most,
  orders,
  ordersByLastChannel,
  rate,
  revenue,
  revenueByLastTouch,
  total,
  unique,
  withVisit,
} from '../../eval/truth/count.ts';
import { type PlainEvent, PlainEvents } from '../../eval/truth/plain-events.ts';
import { Calendar, windowBefore, yearBefore } from '../../eval/truth/windows.ts';

const campaign = { name: 'Popup', cta_type: 'overlay', status: 'live', created_at: '2026-01-01T00:00:00Z' };
const steps = [
  { id: 1111, position: 1, elements: [{ id: 11111 }] },
  { id: 1112, position: 2, elements: [] },
];
const catalog = {
  accounts: [
    {
      websites: [
        {
          ...{ id: 1, name: 'one.example', currency: 'USD' },
          campaigns: [
            {
              ...{ id: 11, ...campaign },
              variants: [
                { id: 111, name: 'A', steps },
                { id: 112, name: 'Nothing', is_holdout: true, steps: [] },
              ],
            },
            { id: 12, ...campaign, variants: [{ id: 121, name: 'A', steps: [] }] },
          ],
        },
        { id: 2, name: 'two.example', currency: 'EUR', timezone: 'Europe/Berlin', campaigns: [] },
      ],
    },
  ],
};

const DAY = { from: '2026-11-10', to: '2026-11-10' };
const DAYS = { from: '2026-11-01', to: '2026-11-30' };

function read(...events: readonly object[]): PlainEvents {
  const lines = events.map((event) =>
    JSON.stringify({ website_id: 1, visitor: 'v1', at: '2026-11-10T12:00:00Z', ...event }),
  );
  return new PlainEvents(catalog, [`${lines.join('\n')}\n`]);
}

describe('what is counted', () => {
  test('a visitor counts once, each view counts', () => {
    const events = read({ type: 'view' }, { type: 'view' }, { type: 'view', visitor: 'v2' }).counted(
      { website: 1 },
      DAY,
    );
    expect([unique(events, 'view'), total(events, 'view')]).toEqual([2, 3]);
  });

  test('a view of the first step counts for all above it, of a later step or an element for itself alone', () => {
    const events = read(
      { type: 'view', step_id: 1111 },
      { type: 'view', step_id: 1112 },
      { type: 'view', element_id: 11111 },
    );
    const views = (subject: object) => total(events.counted({ website: 1, ...subject }, DAY), 'view');
    expect([{}, { campaign: 11 }, { variant: 111 }].map(views)).toEqual([1, 1, 1]);
    expect([{ step: 1111 }, { step: 1112 }, { element: 11111 }].map(views)).toEqual([1, 1, 1]);
  });

  test('other events count for all above them', () => {
    const events = read({ type: 'conversion', element_id: 11111 }, { type: 'completion', step_id: 1112 });
    const counted = (subject: object) => events.counted({ website: 1, ...subject }, DAY).length;
    expect([{}, { campaign: 11 }, { variant: 111 }, { step: 1111 }, { step: 1112 }].map(counted)).toEqual([
      2, 2, 2, 1, 1,
    ]);
  });

  test('a holdout counts for itself and the website, not for its campaign', () => {
    const order = { type: 'order', variant_id: 112, order_id: 'o1', revenue: 10 };
    const events = read({ type: 'view', variant_id: 112 }, order);
    const counted = (subject: object) => events.counted({ website: 1, ...subject }, DAY).length;
    expect([{}, { campaign: 11 }, { variant: 112 }].map(counted)).toEqual([2, 0, 2]);
  });

  test('a refund lowers its order on the day of the order; nothing left, no order', () => {
    const events = read(
      { type: 'order', order_id: 'o1', revenue: 60.5 },
      { type: 'order', order_id: 'o2', revenue: 40 },
      { type: 'refund', order_id: 'o1', revenue: 10.25, at: '2026-11-20T00:00:00Z' },
      { type: 'refund', order_id: 'o2', at: '2026-11-20T00:00:00Z' },
    ).counted({ website: 1 }, DAY);
    expect([orders(events), revenue(events), averageOrder(events)]).toEqual([1, 50.25, 50.25]);
  });

  test('a day is that of the website', () => {
    const events = read({ type: 'view', website_id: 2, at: '2026-11-09T23:30:00Z' });
    expect(events.counted({ website: 2 }, DAY)).toMatchObject([{ day: '2026-11-10', hour: 0 }]);
    expect(events.counted({ website: 1 }, DAYS)).toEqual([]);
    expect(events.dayAt(2, Date.parse('2026-07-01T22:00:00Z'))).toBe('2026-07-02');
    expect(events.firstDay(2)).toBe('2026-11-10');
  });

  test('a visitor is new on the first day, and returning later', () => {
    const events = read({ type: 'view' }, { type: 'view', at: '2026-11-12T00:00:00Z' });
    const types = events.counted({ website: 1 }, DAYS).map((event) => events.visitorType(event));
    expect(types).toEqual(['new', 'returning']);
  });

  test('the source of a visit says its channel', () => {
    const sources = [
      {},
      { referrer: 'www.google.com' },
      { referrer: 'blog.example' },
      { referrer: 'www.instagram.com' },
      { utm_source: 'google', utm_medium: 'cpc' },
      { utm_source: 'newsletter', utm_medium: 'email' },
      { utm_source: 'facebook', utm_medium: 'paid_social' },
    ];
    const events = read(...sources.map((source) => ({ type: 'view', ...source }))).counted({ website: 1 }, DAY);
    expect(events.map(({ visit }) => visit.channel)).toEqual([
      'direct',
      'organic_search',
      'referral',
      'organic_social',
      'paid_search',
      'email',
      'paid_social',
    ]);
    expect(withVisit(events, { referrer: 'google.com' })).toHaveLength(1);
  });
});

test('rates are percent of the visitors, and orders count each', () => {
  const order = { type: 'order', revenue: 1 };
  const events = read(
    ...['v1', 'v2', 'v3', 'v4'].map((visitor) => ({ type: 'view', visitor })),
    ...[{ type: 'conversion' }, { type: 'conversion' }],
    ...[
      { ...order, order_id: 'o1' },
      { ...order, order_id: 'o2' },
    ],
  ).counted({ website: 1 }, DAY);
  expect([rate(events, 'conversion'), rate(events, 'order')]).toEqual([25, 50]);
  expect(change(120, 100)).toBeCloseTo(20);
  expect(
    most(
      by(events, ({ type }) => type),
      (list) => list.length,
    ),
  ).toBe('view');
});

describe('a funnel', () => {
  const of = (type: string) => (event: PlainEvent) => event.type === type;
  const at = (minute: number) => `2026-11-10T12:${String(minute).padStart(2, '0')}:00Z`;
  const visitor = (name: string, ...typed: readonly [string, number][]) =>
    typed.map(([type, minute], index) => {
      return {
        type,
        visitor: name,
        at: at(minute),
        ...(type === 'order' && { order_id: `${name}${index}`, revenue: 1 }),
      };
    });

  test('is taken in order, in time, from any beginning', () => {
    const events = read(
      ...visitor('all', ['view', 0], ['conversion', 1], ['order', 2]),
      ...visitor('late', ['view', 0], ['conversion', 1], ['order', 30]),
      ...visitor('again', ['view', 0], ['view', 25], ['conversion', 26], ['order', 30]),
      ...visitor('backwards', ['order', 0], ['conversion', 1], ['view', 2]),
    ).counted({ website: 1 }, DAY);
    expect(funnel(events, [of('view'), of('conversion'), of('order')], 10 * 60_000)).toEqual([4, 3, 2]);
    expect(funnel(events, [of('view'), of('view')], 60 * 60_000)).toEqual([4, 1]);
  });
});

test('the last conversion before an order gets it, if it is not too old', () => {
  const order = { type: 'order', revenue: 5 };
  const events = read(
    { type: 'conversion', variant_id: 111, at: '2026-11-03T10:00:00Z' },
    { type: 'conversion', variant_id: 121, at: '2026-11-05T10:00:00Z' },
    { ...order, order_id: 'o1' },
    { ...order, order_id: 'o2', at: '2026-11-04T10:00:00Z' },
    { ...order, order_id: 'o3', visitor: 'v2' },
    { ...order, order_id: 'o4', at: '2026-11-20T00:00:00Z' },
  ).counted({ website: 1 }, DAYS);
  expect(revenueByLastTouch(events, events, 7)).toEqual(
    new Map([
      [12, 5],
      [11, 5],
      [undefined, 10],
    ]),
  );
});

test('the last touch within the days gives its channel the order; page views and orders are none', () => {
  const order = { type: 'order', revenue: 5, at: '2026-11-12T12:00:00Z' };
  const events = read(
    { type: 'conversion', utm_medium: 'cpc', at: '2026-11-10T12:00:00Z' },
    { type: 'view', utm_medium: 'email', at: '2026-11-11T12:00:00Z' },
    { type: 'page_view', utm_medium: 'cpc', at: '2026-11-11T13:00:00Z' },
    { ...order, order_id: 'o1' },
    { ...order, order_id: 'o2', revenue: 7, at: '2026-11-12T13:00:00Z' },
    { ...order, order_id: 'o3', visitor: 'v2' },
  ).counted({ website: 1 }, DAYS);
  const { orders: numbers, revenue: sums } = ordersByLastChannel(events, events, 7);
  const expected = (email: number, none: number) => new Map([['email', email] as const, [undefined, none] as const]);
  expect([numbers, sums]).toEqual([expected(2, 1), expected(12, 5)]);
});

test('windows are whole days, weeks from Monday', () => {
  const days = new Calendar('2026-11-18');
  expect(days.last(7)).toEqual({ from: '2026-11-12', to: '2026-11-18' });
  expect(days.yesterday).toEqual({ from: '2026-11-17', to: '2026-11-17' });
  expect(days.thisWeek).toEqual({ from: '2026-11-16', to: '2026-11-18' });
  expect(days.lastWeek).toEqual({ from: '2026-11-09', to: '2026-11-15' });
  expect(days.thisMonth).toEqual({ from: '2026-11-01', to: '2026-11-18' });
  expect(days.lastMonth).toEqual({ from: '2026-10-01', to: '2026-10-31' });
  expect(days.lastQuarter).toEqual({ from: '2026-07-01', to: '2026-09-30' });
  expect(new Calendar('2026-02-01').lastMonth).toEqual({ from: '2026-01-01', to: '2026-01-31' });
  expect(new Calendar('2026-02-01').lastQuarter).toEqual({ from: '2025-10-01', to: '2025-12-31' });
  expect(windowBefore(days.lastWeek)).toEqual({ from: '2026-11-02', to: '2026-11-08' });
  expect(yearBefore(days.last(7))).toEqual({ from: '2025-11-12', to: '2025-11-18' });
});
