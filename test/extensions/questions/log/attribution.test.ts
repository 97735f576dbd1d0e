// How orders are credited. That runs answer as plain arrays do is in questions.test.ts.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RunsLog } from '../../../../src/core/engine/event-log/counting/log-of-runs.ts';
import { compareTouched } from '../../../../src/core/engine/event-log/counting/touch-order.ts';
import {
  type LogEvent,
  type LogEventType,
  type LogSubject,
  RESTATED_ORDER,
} from '../../../../src/core/engine/event-log/format/log-event.ts';
import type { Counts } from '../../../../src/core/engine/rollups/counts.ts';
import { METRIC } from '../../../../src/core/engine/rollups/metric.ts';
import { attribution } from '../../../../src/extensions/questions/log/attribution.ts';
import {
  ATTRIBUTION_MODELS,
  type AttributionQuestion,
  type Credits,
  type CreditsByName,
  ORDER_PARTS,
} from '../../../../src/extensions/questions/log/attribution-question.ts';
import { CreditTally, type Order, Targets } from '../../../../src/extensions/questions/log/credit-tally.ts';
import { creditOrder, type TouchColumns } from '../../../../src/extensions/questions/log/credit-visitor.ts';
import { creditManyOrders } from '../../../../src/extensions/questions/log/many-orders.ts';
import { encodeRuns, FIRST_DAY } from '../../../core/engine/event-log/model.ts';
import { subjectLine } from '../../../support/subjects.ts';

const DAY_SECONDS = 86_400;
const { website, campaign, firstStep } = subjectLine();
const CONVERSIONS: readonly LogEventType[] = [METRIC.conversions];
const VIEWS: readonly LogEventType[] = [METRIC.conversions, METRIC.views];

function campaignWith(id: number): LogSubject {
  return { ...campaign, id };
}

/** Where the time zone of the website was changed, a later event may be of an earlier day. */
const second = fc.oneof(fc.nat(5), fc.integer({ min: -50_400, max: 129_599 }));
const times = fc.record({ day: fc.nat(9), second }).map(({ day, second: ofDay }) => ({
  day,
  time: day * DAY_SECONDS + ofDay,
}));
const touches = fc.array(fc.record({ at: times, id: fc.integer({ min: 1, max: 40 }), kind: fc.constantFrom(2, 4) }));
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

test.each([
  // The order of these texts is not that of the numbers in them.
  { what: 'values', touchedOf: (id: number) => `value ${id}`, areCampaigns: false },
  { what: 'campaigns', touchedOf: (id: number) => id, areCampaigns: true },
])(
  'many orders of a visitor are credited to $what as if each was compared with all touches, and all models but any add up',
  ({ touchedOf, areCampaigns }) => {
    fc.assert(
      fc.property(orders, touches, fc.nat(4), (ofVisitor, some, creditDays) => {
        const targets = new Targets();
        const touched = some
          .map(({ at, id, kind }) => ({
            ...{ ...at, target: targets.numberOf(touchedOf(id)) },
            subject: areCampaigns ? ({ kind, id } as LogSubject) : undefined,
          }))
          .sort((a, b) => a.time - b.time);
        const columns: TouchColumns = {
          ...{ first: 0, end: touched.length },
          days: Int32Array.from(touched, ({ day }) => day),
          times: Float64Array.from(touched, ({ time }) => time),
          places: Int32Array.from(touched.keys()),
          meanings: touched,
        };
        const inOrder = touched.toSorted(
          (a, b) =>
            a.time - b.time ||
            (areCampaigns ? compareTouched(a.subject!, b.subject!) : targets.compare(a.target, b.target)),
        );
        const [plain, fast] = [new CreditTally(targets), new CreditTally(targets)];
        for (const one of ofVisitor) creditOrder(plain, one, columns, creditDays);
        creditManyOrders(fast, ofVisitor, inOrder, creditDays);
        expect(fast.credits).toEqual(plain.credits);
        expect(sumOf(plain.credits.first)).toEqual(sumOf(plain.credits.last));
        expect(sumOf(plain.credits.linear)).toEqual(sumOf(plain.credits.last));
      }),
      { numRuns: 250 },
    );
  },
);

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
  const { credits } = count(new RunsLog(encodeRuns(events), reads));
  return Object.fromEntries(ATTRIBUTION_MODELS.map((model) => [model, Object.fromEntries(credits[model])]));
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

describe('values of a dimension', () => {
  const values = { by: 'channel', valuesMax: 9, rankedBy: 'last' } as const;
  const visit = (channel: string, second: number, fields: Partial<LogEvent> = {}) =>
    event(METRIC.views, second, { dimensions: { channel }, ...fields });
  const askValues = (events: readonly LogEvent[], asked: Partial<AttributionQuestion['values']> = {}) => {
    const question = { window: DAYS, touchesFrom: FIRST_DAY - 9, touchTypes: VIEWS, creditDays: 1 };
    const { reads, count } = attribution({ ...question, values: { ...values, ...asked } });
    const { credits } = count(new RunsLog(encodeRuns(events), reads));
    return Object.fromEntries(Object.entries(credits).map(([name, own]) => [name, Object.fromEntries(own)]));
  };

  test('get the credit as campaigns do, and the order itself counts for its own one', () => {
    const ordered = order(4, 100, { dimensions: { channel: 'direct' } });
    expect(askValues([visit('social', 1), visit('email', 2), visit('search', 3), ordered])).toEqual({
      stored: { direct: whole(100) },
      last: { search: whole(100) },
      first: { social: whole(100) },
      linear: {
        email: { orders: 3_334, revenue: 34 },
        search: { orders: 3_333, revenue: 33 },
        social: { orders: 3_333, revenue: 33 },
      },
      any: { email: whole(100), search: whole(100), social: whole(100) },
    });
  });

  test('of two values in the same second, the first one by text is the first and the last', () => {
    expect(askValues([visit('b10', 5), visit('a9', 5), visit('b9', 5), order(6, 1)])).toMatchObject({
      last: { a9: whole(1) },
      first: { a9: whole(1) },
    });
  });

  test('an event without a value is no touch, and one that belongs to a holdout is', () => {
    const holdout = { ...firstStep, isHoldout: true };
    expect(askValues([event(METRIC.views, 1), order(2, 1)])).toMatchObject({
      stored: { null: whole(1) },
      last: { null: whole(1) },
    });
    expect(askValues([visit('email', 1, { subject: holdout }), order(2, 1)]).last).toEqual({ email: whole(1) });
  });

  test('beyond the most that are listed, they are one value: an order with touches of several of these is one order', () => {
    const events = [visit('a', 1), visit('b', 2), visit('c', 3), order(4, 90)];
    expect(askValues(events, { valuesMax: 1 })).toEqual({
      stored: { null: whole(90) },
      last: { c: whole(90) },
      first: { '(other)': whole(90) },
      linear: { c: { orders: 3_333, revenue: 30 }, '(other)': { orders: 6_667, revenue: 60 } },
      any: { c: whole(90), '(other)': whole(90) },
    });
  });

  test('those that are asked for are credited one by one, whatever their revenue is', () => {
    const events = [visit('a', 1), visit('b', 2), visit('c', 3), order(4, 90)];
    expect(askValues(events, { valuesMax: 1, alwaysShown: ['a'] }).linear).toEqual({
      a: { orders: 3_334, revenue: 30 },
      c: { orders: 3_333, revenue: 30 },
      '(other)': { orders: 3_333, revenue: 30 },
    });
  });

  test('which of equal values of a sample gets what can not be divided does not depend on the order in which they were found', () => {
    const question = attribution({ window: DAYS, touchesFrom: FIRST_DAY, touchTypes: VIEWS, creditDays: 1, values });
    const events = ['search', 'email'].flatMap((channel, place) => [
      visit(channel, 1, { visitorLow: 7 + place }),
      order(2, 10, { visitorLow: 7 + place }),
    ]);
    const counted = question.count(new RunsLog(encodeRuns(events), question.reads));
    const backwards = { ...counted.credits, last: new Map([...counted.credits.last].reverse()) };
    const ordersOf = (credits: CreditsByName) => {
      const rollups = [new Map([[1, [{ orders: 3, revenue: 20 } as Counts]]])];
      return question.answer({ ...counted, credits }, rollups).credits.last.get('email')!.orders / ORDER_PARTS;
    };
    expect([counted.credits, backwards].map(ordersOf)).toEqual([2, 2]);
  });

  test('what was given up for (other) and is refunded by its value is less than nothing nowhere', () => {
    const given = { dimensions: { channel: '(other)' } };
    const takenBack = event(RESTATED_ORDER, 5, { revenue: -100, dimensions: { channel: 'email' } });
    const question = attribution({ window: DAYS, touchesFrom: FIRST_DAY, touchTypes: VIEWS, creditDays: 1, values });
    const events = [order(5, 100, given), takenBack, order(6, 7, given)];
    const counted = question.count(new RunsLog(encodeRuns(events), question.reads));
    const { credits } = question.answer(counted, [new Map([[1, [{ orders: 1, revenue: 7 } as Counts]]])]);
    expect(credits.stored.get('(other)')).toEqual(whole(7));
    expect([...credits.stored.values()].every(({ orders, revenue }) => orders >= 0 && revenue >= 0)).toBe(true);
  });
});

test('views are touches only if they are asked for, also those of later steps', () => {
  const { laterStep } = subjectLine();
  const events = [event(METRIC.views, 1, { subject: laterStep }), event(METRIC.views, 1), order(2, 1)];
  expect(ask(events).last).toEqual({ null: whole(1) });
  expect(ask(events, { touchTypes: VIEWS }).last).toEqual({ 10: whole(1) });
});

test('a conversion is credited as an order without revenue, and is a touch of itself', () => {
  const converted = (second: number, channel: string, fields: Partial<LogEvent> = {}) =>
    touch(11, second, { dimensions: { channel }, ...fields });
  const yesterday = converted(1, 'social', { day: FIRST_DAY - 1 });
  const events = [yesterday, event(METRIC.views, 1, { dimensions: { channel: 'email' } }), converted(2, 'search')];
  const asked = { window: DAYS, touchesFrom: FIRST_DAY - 9, touchTypes: VIEWS, creditDays: 1, withConversions: true };
  const conversionsOf = (question: AttributionQuestion) => {
    const { reads, count } = attribution(question);
    const { credits, conversions } = count(new RunsLog(encodeRuns(events), reads));
    expect(Object.values(credits).every(({ size }) => size === 0)).toBe(true);
    return Object.fromEntries(Object.entries(conversions).map(([name, own]) => [name, Object.fromEntries(own)]));
  };
  expect(conversionsOf({ ...asked, values: { by: 'channel', valuesMax: 9, rankedBy: 'last' } })).toEqual({
    stored: { search: whole(0) },
    last: { search: whole(0) },
    first: { social: whole(0) },
    linear: {
      email: { orders: 3_334, revenue: 0 },
      search: { orders: 3_333, revenue: 0 },
      social: { orders: 3_333, revenue: 0 },
    },
    any: { email: whole(0), search: whole(0), social: whole(0) },
  });
  expect(conversionsOf({ ...asked, touchTypes: CONVERSIONS }).last).toEqual({ 11: whole(0) });
  expect(conversionsOf({ ...asked, withConversions: false }).last).toEqual({});
});
