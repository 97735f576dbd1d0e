// How far visitors get in a funnel: compared with trying all sequences of events, and by examples. That runs answer as plain arrays do is
// in questions.test.ts.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RunsLog } from '../../../../src/core/engine/event-log/counting/log-of-runs.ts';
import { columnsOf } from '../../../../src/core/engine/event-log/counting/log-question.ts';
import type { LogEvent, LogEventType } from '../../../../src/core/engine/event-log/format/log-event.ts';
import { VISITOR_EVENTS_MAX } from '../../../../src/core/engine/event-log/format/run.ts';
import { METRIC } from '../../../../src/core/engine/rollups/metric.ts';
import { NO_VALUE } from '../../../../src/core/foundation/dimensions/dimension.ts';
import { Random } from '../../../../src/core/foundation/statistics/random.ts';
import { funnel } from '../../../../src/extensions/questions/log/funnel.ts';
import { PATH_LENGTH_MAX } from '../../../../src/extensions/questions/log/funnel-paths.ts';
import type { FunnelQuestion } from '../../../../src/extensions/questions/log/funnel-question.ts';
import { furthestSequence, type StepEvent } from '../../../../src/extensions/questions/log/funnel-sequence.ts';
import { FunnelTally } from '../../../../src/extensions/questions/log/funnel-tally.ts';
import {
  encodeRuns,
  FIRST_DAY,
  mergedByDay,
  PlainLog,
  visitorByVisitor,
} from '../../../core/engine/event-log/model.ts';
import { examples } from '../../../support/long.ts';
import { subjectLine } from '../../../support/subjects.ts';

const DAY_SECONDS = 86_400;
const { website, campaign, firstStep, laterStep, holdout, holdoutStep } = subjectLine();

/** All sequences of events that take the steps from the first one on. */
function* sequences(
  events: readonly StepEvent[],
  stepCount: number,
  withinSeconds: number,
  before: readonly StepEvent[] = [],
): Generator<readonly StepEvent[]> {
  if (before.length > 0) yield before;
  if (before.length === stepCount) return;
  const [first, last] = [before[0], before.at(-1)];
  for (const event of events) {
    const isLate = first && event.time - first.time > withinSeconds;
    if (isLate || (last && event.time < last.time) || before.includes(event)) continue;
    if (((event.steps >> before.length) & 1) === 1) {
      yield* sequences(events, stepCount, withinSeconds, [...before, event]);
    }
  }
}

/** Of all sequences: the longest, that ends first, that began last, with each step as early as possible. */
function bestOf(events: readonly StepEvent[], stepCount: number, withinSeconds: number) {
  const compare = (a: readonly number[], b: readonly number[]) => {
    const order = b.length - a.length || a.at(-1)! - b.at(-1)! || b[0]! - a[0]!;
    return order || (a.map((time, index) => time - b[index]!).find((difference) => difference !== 0) ?? 0);
  };
  const [times] = [...sequences(events, stepCount, withinSeconds)]
    .map((sequence) => sequence.map(({ time }) => time))
    .sort(compare);
  const starts = events.filter(({ time, steps }) => times && time === times[0] && (steps & 1) === 1);
  return times && { times, value: starts.map(({ value }) => value).sort()[0]! };
}

test('for any events of a visitor, the furthest sequence is the best one of all', () => {
  const stepEvents = fc.record({
    time: fc.integer({ min: 0, max: 8 }),
    steps: fc.integer({ min: 1, max: 15 }),
    value: fc.constantFrom('desktop', 'mobile', 'tablet'),
  });
  const asked = fc.record({ stepCount: fc.integer({ min: 1, max: 4 }), withinSeconds: fc.nat(9) });
  fc.assert(
    fc.property(fc.array(stepEvents, { maxLength: 10 }), asked, (some, { stepCount, withinSeconds }) => {
      const events = some
        .map((event) => ({ ...event, steps: event.steps & ((1 << stepCount) - 1) }))
        .filter(({ steps }) => steps > 0)
        .sort((a, b) => a.time - b.time);
      expect(furthestSequence(events, stepCount, withinSeconds)).toEqual(bestOf(events, stepCount, withinSeconds));
    }),
    { numRuns: examples(1_000) },
  );
});

test('a second with very many events takes no longer than one with a few', () => {
  const events = Array.from({ length: 100_000 }, (_, n) => ({ time: 7, steps: n % 2 === 0 ? 1 : 2, value: `${n}` }));
  expect(furthestSequence(events, 8, 60)).toEqual({ times: [7, 7], value: '0' });
});

const VISITOR = { visitorHigh: 7, visitorLow: 7 };
const DAYS = { firstDay: FIRST_DAY, lastDay: FIRST_DAY };

function event(type: LogEventType, second: number, fields: Partial<LogEvent> = {}): LogEvent {
  return { ...VISITOR, day: FIRST_DAY, second, type, subject: website, revenue: 0, dimensions: {}, ...fields };
}

function expectSameAnswers(batches: readonly (readonly LogEvent[])[], asked: FunnelQuestion): void {
  const { reads, count } = funnel(asked);
  const expected = count(new PlainLog(batches.flat(), reads));
  const runs = batches.flatMap(encodeRuns);
  expect(count(new RunsLog(runs, reads))).toEqual(expected);
  expect(count(visitorByVisitor(new RunsLog(runs, reads)))).toEqual(expected);
  expect(count(new RunsLog(mergedByDay(runs), reads))).toEqual(expected);
}

test('a few visitors who do much in a few seconds are followed as the plain form does', () => {
  const TYPES = [METRIC.views, METRIC.conversions, METRIC.orders];
  const device = fc.constantFrom('desktop', 'mobile');
  const busyEvent = fc
    .record({
      type: fc.constantFrom(...TYPES),
      second: fc.integer({ min: 0, max: 8 }),
      visitorLow: fc.constantFrom(7, 8),
      device,
    })
    .map(({ type, second, visitorLow, device }) => event(type, second, { visitorLow, dimensions: { device } }));
  const busyStep = fc.record({
    type: fc.constantFrom(...TYPES),
    subject: fc.constant(website),
    filters: fc.oneof(
      fc.constant([]),
      device.map((value) => [{ dimension: 'device' as const, value }]),
    ),
  });
  const busyFunnel = fc.record(
    {
      steps: fc.array(busyStep, { minLength: 2, maxLength: 4 }),
      withinSeconds: fc.integer({ min: 0, max: 5 }),
      windows: fc.constant([DAYS]),
      breakDown: fc.constant({ by: 'device' as const, valuesMax: 50 }),
    },
    { requiredKeys: ['steps', 'withinSeconds', 'windows'] },
  );
  const batches = fc.array(fc.array(busyEvent, { minLength: 4, maxLength: 12 }), { minLength: 1, maxLength: 2 });
  fc.assert(fc.property(batches, busyFunnel, expectSameAnswers), { numRuns: examples(1_000) });
  // The same after so many orders that no path of these visitors is kept.
  const orders = [7, 8].flatMap((visitorLow) =>
    Array.from({ length: PATH_LENGTH_MAX + 1 }, (_, place) => event(METRIC.orders, place - 100, { visitorLow })),
  );
  fc.assert(
    fc.property(batches, busyFunnel, ([first, ...others], asked) =>
      expectSameAnswers([[...orders, ...first!], ...others], asked),
    ),
    { numRuns: examples(300) },
  );
});

function ask(events: readonly LogEvent[], types: readonly LogEventType[], asked: Partial<FunnelQuestion> = {}) {
  const steps = types.map((type) => ({ type, subject: website, filters: [] }));
  const { reads, count } = funnel({ steps, withinSeconds: 60, windows: [DAYS], ...asked });
  return count(new RunsLog(encodeRuns(events), reads));
}

const visitorsOf = (...asked: Parameters<typeof ask>) => ask(...asked).windows[0]!.visitors;

describe('a visitor reaches a step', () => {
  const { views, conversions, orders } = METRIC;

  test('if some sequence fits into the window, though not the one from the first event on', () => {
    const events = [
      event(views, 0),
      event(conversions, 50),
      event(views, 70),
      event(conversions, 90),
      event(orders, 130),
    ];
    expect(visitorsOf(events, [views, conversions, orders])).toEqual([1, 1, 1]);
    expect(visitorsOf(events, [views, conversions, orders], { withinSeconds: 59 })).toEqual([1, 1, 0]);
    expect(ask(events, [views, conversions, orders]).windows[0]!.times).toEqual([
      undefined,
      { lower: 20, median: 20, upper: 20 },
      { lower: 40, median: 40, upper: 40 },
    ]);
  });

  test('in the order of the steps alone, and with another event for each', () => {
    expect(visitorsOf([event(conversions, 1), event(views, 2)], [views, conversions])).toEqual([1, 0]);
    expect(visitorsOf([event(views, 1)], [views, views])).toEqual([1, 0]);
    expect(visitorsOf([event(views, 1), event(views, 1)], [views, views])).toEqual([1, 1]);
  });

  test('in the same second, in any order: a click and the page that it opens', () => {
    const steps = [
      { type: conversions, subject: firstStep, filters: [] },
      { type: views, subject: laterStep, filters: [] },
    ];
    const events = [event(views, 5, { subject: laterStep }), event(conversions, 5, { subject: firstStep })];
    expect(visitorsOf(events, [], { steps })).toEqual([1, 1]);
  });

  test('for a campaign only if it was shown: a holdout is a step of its own', () => {
    const steps = [campaign, holdout].map((subject) => ({ type: views, subject, filters: [] }));
    const events = [event(views, 1, { subject: firstStep }), event(views, 2, { subject: holdoutStep })];
    expect(visitorsOf(events, [], { steps })).toEqual([1, 1]);
    expect(visitorsOf(events.slice(1), [], { steps })).toEqual([0, 0]);
    expect(visitorsOf(events.slice(1), [views])).toEqual([1]);
  });

  test('across midnight, within one window of the report', () => {
    const events = [event(views, DAY_SECONDS - 10), event(orders, 20, { day: FIRST_DAY + 1 })];
    const days = { firstDay: FIRST_DAY, lastDay: FIRST_DAY + 1 };
    expect(visitorsOf(events, [views, orders], { windows: [days] })).toEqual([1, 1]);
    expect(visitorsOf(events, [views, orders], { windows: [days], withinSeconds: 29 })).toEqual([1, 0]);
    expect(visitorsOf(events, [views, orders])).toEqual([1, 0]);
  });
});

test('a window may begin long before the first event', () => {
  const { views, orders } = METRIC;
  // 2 ** 31 seconds after its beginning, it is 03:14:08.
  const windows = [{ firstDay: FIRST_DAY - 24_855, lastDay: FIRST_DAY }];
  const events = [event(views, 11_640), event(orders, 11_660)];
  expect(visitorsOf(events, [views, orders], { windows, withinSeconds: 20 })).toEqual([1, 1]);
  expect(visitorsOf(events, [views, orders], { windows, withinSeconds: 19 })).toEqual([1, 0]);
});

test('a funnel of as many steps as there may be', () => {
  const types = [0, 1, 2, 3, 4, 5, 6, 0] as LogEventType[];
  const events = types.map((type, index) => event(type, index));
  expect(visitorsOf(events, types)).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
  expect(visitorsOf(events.slice(0, -1), types)).toEqual([1, 1, 1, 1, 1, 1, 1, 0]);
});

test('a visitor who does more than others is followed to the end', () => {
  const { views, conversions, orders } = METRIC;
  const manyViews = Array.from({ length: 300 }, (_, second) => event(views, second));
  const events = [...manyViews, event(conversions, 300), event(orders, 310)];
  expect(ask(events, [views, conversions, orders]).windows[0]).toEqual({
    visitors: [1, 1, 1],
    times: [undefined, { lower: 1, median: 1, upper: 1 }, { lower: 10, median: 10, upper: 10 }],
  });
});

test('so is one who does more than others on several days', () => {
  const { views, conversions, orders } = METRIC;
  const onDay = (day: number, ...types: LogEventType[]) =>
    types.map((type, second) => event(type, second, { day: FIRST_DAY + day }));
  const manyViews = new Array<LogEventType>(20).fill(views);
  const events = [0, 1, 2].flatMap((day) => onDay(day, ...manyViews));
  const steps = [views, conversions, orders];
  const asked = { windows: [{ firstDay: FIRST_DAY, lastDay: FIRST_DAY + 4 }], withinSeconds: 2 * DAY_SECONDS };
  expect(visitorsOf([...events, ...onDay(3, conversions), ...onDay(4, orders)], steps, asked)).toEqual([1, 1, 1]);
  expect(visitorsOf([...events, ...onDay(3, orders), ...onDay(4, conversions)], steps, asked)).toEqual([1, 1, 0]);
});

test('a second is looked at as a whole, also where a run has the same visitor again', () => {
  const { views, conversions, orders } = METRIC;
  // A view stands before a conversion of the same second.
  const earlier = Array.from({ length: VISITOR_EVENTS_MAX - 1 }, (_, second) => event(orders, second));
  const events = [...earlier, event(views, 1_000), event(conversions, 1_000)];
  expect(visitorsOf(events, [conversions, views, orders])).toEqual([1, 1, 0]);
});

test('visitors who all do something else are all counted', () => {
  const { views, orders } = METRIC;
  // The bits of a visitor's number say what it does, one event after the other.
  const LENGTH = 13;
  const isView = (visitor: number, place: number) => ((visitor >>> place) & 1) === 1;
  const visitors = Array.from({ length: 2 ** LENGTH }, (_, visitor) => visitor);
  const places = Array.from({ length: LENGTH }, (_, place) => place);
  const events = visitors.flatMap((visitor) =>
    places.map((place) =>
      event(isView(visitor, place) ? views : orders, place, {
        visitorHigh: Math.imul(visitor, 0x9e3779b1),
        visitorLow: visitor,
      }),
    ),
  );
  // Not all orders come before all views.
  const reached = visitors.filter((visitor) =>
    places.slice(1).some((place) => isView(visitor, place - 1) && !isView(visitor, place)),
  );
  expect(visitorsOf(events, [views, orders])).toEqual([visitors.length - 1, reached.length]);
});

test.each([
  ['them', 3_000, 1],
  ['what each day has of them', 1_000, 20],
])('visitors with nearly the same hash are counted, although there is no room for %s', (_, visitorCount, days) => {
  const events = Array.from({ length: visitorCount * days }, (_, number) => {
    const own = { day: FIRST_DAY + Math.floor(number / visitorCount), visitorLow: 1 + (number % visitorCount) };
    return [event(METRIC.views, 1, own), ...(own.visitorLow <= 100 ? [] : [event(METRIC.orders, 2, own)])];
  }).flat();
  const windows = [{ firstDay: FIRST_DAY, lastDay: FIRST_DAY + days }];
  expect(visitorsOf(events, [METRIC.views, METRIC.orders], { windows })).toEqual([visitorCount, visitorCount - 100]);
});

test('a funnel needs its own columns alone', () => {
  const steps = [
    { type: METRIC.views, subject: website, filters: [{ dimension: 'device', value: NO_VALUE } as const] },
  ];
  const { reads } = funnel({ steps, withinSeconds: 60, windows: [DAYS] });
  expect(columnsOf(reads)).toEqual(['visitor', 'second', 'action', 'device']);
});

test('quartiles of many visitors, of whom some take very long', () => {
  const random = new Random(5);
  const seconds = Array.from({ length: 6_000 }, () => random.between(0, random.chance(0.3) ? 2_000_000 : 90));
  const tally = new FunnelTally(2);
  for (const time of seconds) tally.count([7, 7 + time], 2, '');
  const ascending = seconds.toSorted((a, b) => a - b);
  const [counts] = tally.counts(() => 0, 1);
  expect(counts!.visitors).toEqual([6_000, 6_000]);
  expect(counts!.times[1]).toEqual({ lower: ascending[1_499], median: ascending[2_999], upper: ascending[4_499] });
});
