// Credits of runs, merged and not, compared with looking at all events before each order.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SUBJECT_KIND } from '../../../src/engine/catalog/subject.ts';
import {
  ATTRIBUTION_MODELS,
  type AttributionModel,
  type AttributionQuestion,
  type Credit,
  type Credits,
  ORDER_PARTS,
} from '../../../src/engine/event-log/attribution/attribution-question.ts';
import { ATTRIBUTION_COLUMNS, countAttribution } from '../../../src/engine/event-log/attribution/count-attribution.ts';
import {
  type LogEvent,
  type LogEventType,
  type LogSubject,
  RESTATED_ORDER,
} from '../../../src/engine/event-log/format/log-event.ts';
import type { Run } from '../../../src/engine/event-log/format/run.ts';
import { METRIC } from '../../../src/engine/rollups/metric.ts';
import { subjectLine } from '../../support/subjects.ts';
import { encodeRuns, FIRST_DAY, isNobodys, logEvents, mergedByDay, visitorOf } from './model.ts';

const DAY_SECONDS = 86_400;
const { website, campaign, firstStep } = subjectLine();
const CONVERSIONS: readonly LogEventType[] = [METRIC.conversions];
const VIEWS: readonly LogEventType[] = [METRIC.conversions, METRIC.views];

function campaignWith(id: number): LogSubject {
  return { ...campaign, id };
}

const timeOf = ({ day, second }: LogEvent) => day * DAY_SECONDS + second;

function campaignOf({ subject }: LogEvent): number | undefined {
  for (let place: LogSubject | null = subject; place; place = place.parent) {
    if (place.isHoldout) return undefined;
    if (place.kind === SUBJECT_KIND.campaign) return place.id;
  }
  return undefined;
}

/** The campaigns that get an order, and how many parts of how many. */
function expectedCredits(events: readonly LogEvent[], question: AttributionQuestion) {
  const { window, touchesFrom, touchTypes, windowDays } = question;
  const sums = Object.fromEntries(ATTRIBUTION_MODELS.map((model) => [model, new Map()])) as Record<
    AttributionModel,
    Map<number | null, Credit>
  >;
  const isOrder = ({ type, day }: LogEvent) =>
    (type === METRIC.orders || type === RESTATED_ORDER) && day >= window.firstDay && day <= window.lastDay;
  for (const order of events.filter(isOrder)) {
    const whole = Math.abs(order.revenue);
    const sign = order.type === RESTATED_ORDER && order.revenue <= 0 ? -1 : 1;
    const add = (model: AttributionModel, id: number | null, orders: number, revenue: number) => {
      const before = sums[model].get(id) ?? { orders: 0, revenue: 0 };
      sums[model].set(id, { orders: before.orders + sign * orders, revenue: before.revenue + sign * revenue });
    };
    const touches = events
      .filter((event) => !isNobodys(event) && visitorOf(event) === visitorOf(order) && touchTypes.includes(event.type))
      .filter((event) => campaignOf(event) !== undefined && event.day >= touchesFrom && event.day <= window.lastDay)
      .filter((event) => timeOf(event) <= timeOf(order) && event.day >= order.day - windowDays)
      .sort((a, b) => timeOf(a) - timeOf(b) || b.subject.kind - a.subject.kind || a.subject.id - b.subject.id);
    const ids = [...new Set(touches.map((event) => campaignOf(event)!))].sort((a, b) => a - b);
    if (ids.length === 0) {
      for (const model of ATTRIBUTION_MODELS) add(model, null, ORDER_PARTS, whole);
      continue;
    }
    const lastTime = timeOf(touches.at(-1)!);
    add('last', campaignOf(touches.find((event) => timeOf(event) === lastTime)!)!, ORDER_PARTS, whole);
    add('first', campaignOf(touches[0]!)!, ORDER_PARTS, whole);
    for (const id of ids) add('any', id, ORDER_PARTS, whole);
    let [orders, revenue] = [ORDER_PARTS, whole];
    for (const [place, id] of ids.entries()) {
      // The largest part that leaves no less for the others.
      const [ownOrders, ownRevenue] = [orders, revenue].map((left) => Math.ceil(left / (ids.length - place)));
      add('linear', id, ownOrders!, ownRevenue!);
      orders -= ownOrders!;
      revenue -= ownRevenue!;
    }
  }
  return sums;
}

/** A run has these columns alone. */
function withColumns(runs: readonly Run[]): Run[] {
  const needed = new Set(ATTRIBUTION_COLUMNS);
  return runs.map((run) => ({ ...run, columns: new Map([...run.columns].filter(([column]) => needed.has(column))) }));
}

function sumOf(credits: Credits): Credit {
  const all = [...credits.values()];
  return {
    orders: all.reduce((sum, { orders }) => sum + orders, 0),
    revenue: all.reduce((sum, { revenue }) => sum + revenue, 0),
  };
}

const question = fc.record({
  window: fc.constantFrom(
    { firstDay: FIRST_DAY + 1, lastDay: FIRST_DAY + 3 },
    { firstDay: FIRST_DAY, lastDay: FIRST_DAY + 9 },
  ),
  touchesFrom: fc.constantFrom(FIRST_DAY - 1, FIRST_DAY, FIRST_DAY + 1).map((day) => Math.min(day, FIRST_DAY)),
  touchTypes: fc.constantFrom(CONVERSIONS, VIEWS),
  windowDays: fc.constantFrom(0, 1, 3),
});

/** Some events are of other campaigns, so that visitors touch several; and some orders are restated. */
const events = fc
  .record({
    batches: fc.array(logEvents, { minLength: 1, maxLength: 3 }),
    ids: fc.array(fc.constantFrom(10, 11, 12, 13), { minLength: 1 }),
    signs: fc.array(fc.constantFrom(1, 1, -1, 0), { minLength: 1 }),
  })
  .map(({ batches, ids, signs }) => {
    const changed = (event: LogEvent, index: number): LogEvent => {
      const sign = signs[index % signs.length]!;
      if (event.type === METRIC.orders && sign !== 0) {
        return { ...event, type: RESTATED_ORDER, revenue: sign * event.revenue };
      }
      const isCampaign = event.subject.kind === SUBJECT_KIND.campaign;
      return isCampaign ? { ...event, subject: campaignWith(ids[index % ids.length]!) } : event;
    };
    return batches.map((batch) => batch.map(changed));
  });

test('for any events, runs, merged and not, give the credits of the plain model, and all but any add up', () => {
  fc.assert(
    fc.property(events, question, (batches, asked) => {
      const expected = expectedCredits(batches.flat(), asked);
      const runs = batches.flatMap(encodeRuns);
      for (const some of [runs, mergedByDay(runs)]) {
        const { models, sampled } = countAttribution(withColumns(some), asked);
        expect(models).toEqual(expected);
        expect(sampled).toBe(false);
      }
      expect(sumOf(expected.first)).toEqual(sumOf(expected.last));
      expect(sumOf(expected.linear)).toEqual(sumOf(expected.last));
    }),
    { numRuns: 300 },
  );
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
  const all = { window: DAYS, touchesFrom: FIRST_DAY - 9, touchTypes: CONVERSIONS, windowDays: 1, ...asked };
  const { models } = countAttribution(encodeRuns(events), all);
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

test('a sample has all touches of its visitors, and says its rate', () => {
  const events = Array.from({ length: 400 }, (_, number) => {
    const visitor = { visitorHigh: Math.imul(number, 0x9e3779b1), visitorLow: 1 + number };
    return [touch(10, 1, visitor), order(2, 5, visitor)];
  }).flat();
  const asked = { window: DAYS, touchesFrom: FIRST_DAY, touchTypes: CONVERSIONS, windowDays: 1, sampleRate: 0.25 };
  const { models, sampled } = countAttribution(encodeRuns(events), asked);
  const inSample = events.filter(({ visitorHigh }) => visitorHigh >>> 0 < 2 ** 30).length / 2;
  expect(models.last.get(10)).toEqual({ orders: inSample * ORDER_PARTS, revenue: inSample * 5 });
  expect(sampled).toEqual({ rate: 0.25 });
});
