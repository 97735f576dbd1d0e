// How orders are credited. That runs answer as plain arrays do is in questions.test.ts.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attribution, creditOrders } from '../../../src/engine/event-log/attribution/attribution.ts';
import {
  ATTRIBUTION_MODELS,
  type AttributionQuestion,
  type Credits,
  ORDER_PARTS,
} from '../../../src/engine/event-log/attribution/attribution-question.ts';
import { CreditTally, type Order, type Touch } from '../../../src/engine/event-log/attribution/credit-tally.ts';
import { compareTouched } from '../../../src/engine/event-log/attribution/touch-order.ts';
import { creditManyOrders } from '../../../src/engine/event-log/attribution/touched-campaigns.ts';
import { RunsLog } from '../../../src/engine/event-log/counting/log-of-runs.ts';
import {
  type LogEvent,
  type LogEventType,
  type LogSubject,
  RESTATED_ORDER,
} from '../../../src/engine/event-log/format/log-event.ts';
import { METRIC } from '../../../src/engine/rollups/metric.ts';
import { subjectLine } from '../../support/subjects.ts';
import { encodeRuns, FIRST_DAY } from './model.ts';

const DAY_SECONDS = 86_400;
const { website, campaign, firstStep } = subjectLine();
const CONVERSIONS: readonly LogEventType[] = [METRIC.conversions];
const VIEWS: readonly LogEventType[] = [METRIC.conversions, METRIC.views];

function campaignWith(id: number): LogSubject {
  return { ...campaign, id };
}

const times = fc.record({ day: fc.nat(9), second: fc.nat(5) }).map(({ day, second }) => ({
  day,
  time: day * DAY_SECONDS + second,
}));
const touches = fc
  .array(fc.record({ at: times, campaignId: fc.integer({ min: 1, max: 40 }), kind: fc.constantFrom(2, 4) }))
  .map((some) =>
    some
      .map(
        ({ at, campaignId, kind }): Touch => ({ ...at, campaignId, subject: { kind, id: campaignId } as LogSubject }),
      )
      .sort((a, b) => a.time - b.time || compareTouched(a.subject, b.subject)),
  );
const orders = fc
  .array(
    fc.record({
      at: times,
      revenue: fc.oneof(fc.nat(50), fc.nat(10 ** 9)),
      sign: fc.constantFrom<(1 | -1)[]>(1, 1, -1),
    }),
  )
  .map((some) => some.map(({ at, ...order }): Order => ({ ...at, ...order })).sort((a, b) => a.time - b.time));

function sumOf(credits: Credits) {
  const all = [...credits.values()];
  return {
    orders: all.reduce((sum, credit) => sum + credit.orders, 0),
    revenue: all.reduce((sum, credit) => sum + credit.revenue, 0),
  };
}

test('many orders of a visitor are credited as if each was compared with all touches, and all models but any add up', () => {
  fc.assert(
    fc.property(orders, touches, fc.nat(4), (ofVisitor, touched, creditDays) => {
      const [plain, fast] = [new CreditTally(), new CreditTally()];
      creditOrders(plain, ofVisitor, touched, creditDays);
      creditManyOrders(fast, ofVisitor, touched, creditDays);
      expect(fast.models).toEqual(plain.models);
      expect(sumOf(plain.models.first)).toEqual(sumOf(plain.models.last));
      expect(sumOf(plain.models.linear)).toEqual(sumOf(plain.models.last));
    }),
    { numRuns: 500 },
  );
});

test('a visitor with many orders who touched many campaigns: no order goes through all of them', () => {
  const COUNT = 5_000;
  const all = Array.from({ length: COUNT }, (_, id) => id);
  const events = [
    ...all.map((id) => touch(id + 1, 1)),
    ...all.flatMap((n) => [order(2 + n, 10_007), order(2 + n, 10_007)]),
  ];
  const { linear, any } = ask(events);
  expect(linear![1]).toEqual({ orders: 2 * 2 * COUNT, revenue: 2 * 3 * COUNT });
  expect(any![1]).toEqual({ orders: 2 * COUNT * ORDER_PARTS, revenue: 2 * COUNT * 10_007 });
});

const DAYS = { firstDay: FIRST_DAY, lastDay: FIRST_DAY };

function event(type: LogEventType, second: number, fields: Partial<LogEvent> = {}): LogEvent {
  const visitor = { visitorHigh: 7, visitorLow: 7 };
  return { ...visitor, day: FIRST_DAY, second, type, subject: website, revenue: 0, dimensions: {}, ...fields };
}

const touch = (id: number, second: number, fields: Partial<LogEvent> = {}) =>
  event(METRIC.conversions, second, { subject: campaignWith(id), ...fields });
const order = (second: number, revenue: number, fields: Partial<LogEvent> = {}) =>
  event(METRIC.orders, second, { revenue, ...fields });

function ask(events: readonly LogEvent[], asked: Partial<AttributionQuestion> = {}) {
  const all = { window: DAYS, touchesFrom: FIRST_DAY - 9, touchTypes: CONVERSIONS, creditDays: 1, ...asked };
  const { reads, count } = attribution(all);
  const { models } = count(new RunsLog(encodeRuns(events), reads));
  return Object.fromEntries(ATTRIBUTION_MODELS.map((model) => [model, Object.fromEntries(models[model])]));
}

const whole = (revenue: number) => ({ orders: ORDER_PARTS, revenue });

describe('an order', () => {
  test('is credited to the last and to the first touch, in equal parts, and to every campaign that was touched', () => {
    expect(ask([touch(12, 1), touch(11, 2), touch(11, 3), touch(10, 4), order(5, 100)])).toEqual({
      last: { 10: whole(100) },
      first: { 12: whole(100) },
      linear: {
        10: { orders: 3_334, revenue: 34 },
        11: { orders: 3_333, revenue: 33 },
        12: { orders: 3_333, revenue: 33 },
      },
      any: { 10: whole(100), 11: whole(100), 12: whole(100) },
    });
  });

  test('without a touch in the days before it is credited to nobody: not to a later one, nor to that of somebody else', () => {
    const others = [touch(10, 6), touch(11, 4, { visitorLow: 8 }), event(METRIC.views, 4, { subject: firstStep })];
    const { last } = ask([...others, order(5, 100), touch(12, 9, { day: FIRST_DAY - 2 })]);
    expect(last).toEqual({ null: whole(100) });
    expect(ask([...others, order(5, 100), touch(12, 1, { day: FIRST_DAY - 1 })]).last).toEqual({ 12: whole(100) });
  });

  test('may have touches of its own second, and of days before the window', () => {
    expect(ask([touch(10, 5), order(5, 1)]).last).toEqual({ 10: whole(1) });
    const yesterday = touch(10, DAY_SECONDS - 10, { day: FIRST_DAY - 1 });
    expect(ask([yesterday, order(5, 1)]).last).toEqual({ 10: whole(1) });
    expect(ask([yesterday, order(5, 1, { day: FIRST_DAY - 1 })])).toEqual({ last: {}, first: {}, linear: {}, any: {} });
  });

  test('of two campaigns in the same second, the one with the smaller id is the first and the last', () => {
    expect(ask([touch(11, 5), touch(10, 5), order(6, 1)])).toMatchObject({
      last: { 10: whole(1) },
      first: { 10: whole(1) },
    });
    // The step is one of the campaign 10, and says more than a campaign alone.
    const ofStep = event(METRIC.conversions, 5, { subject: firstStep });
    expect(ask([touch(9, 5), ofStep, order(6, 1)]).last).toEqual({ 10: whole(1) });
  });
});

test('an order that was taken back leaves no credit, and what is left of it gets that of the order', () => {
  const touches = [touch(10, 1), touch(11, 2), touch(12, 3)];
  const takenBack = (revenue: number) => event(RESTATED_ORDER, 5, { revenue: -revenue });
  const nothing = { orders: 0, revenue: 0 };
  const expected = ask([...touches, order(5, 34)]);
  const left = ask([...touches, order(5, 100), takenBack(100), event(RESTATED_ORDER, 5, { revenue: 34 })]);
  expect(left).toEqual(expected);
  for (const revenue of [100, 0]) {
    const { last, linear } = ask([...touches, order(5, revenue), takenBack(revenue)]);
    expect(last).toEqual({ 12: nothing });
    expect(linear).toEqual({ 10: nothing, 11: nothing, 12: nothing });
  }
});

test('views are touches only if they are asked for, also those of later steps', () => {
  const { laterStep } = subjectLine();
  const events = [event(METRIC.views, 1, { subject: laterStep }), event(METRIC.views, 1), order(2, 1)];
  expect(ask(events).last).toEqual({ null: whole(1) });
  expect(ask(events, { touchTypes: VIEWS }).last).toEqual({ 10: whole(1) });
});
