// Funnels of runs, merged and not, compared with trying all sequences of events.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LogEvent, type LogEventType, SELECTION } from '../../../src/engine/event-log/format/log-event.ts';
import { type Run, VISITOR_EVENTS_MAX } from '../../../src/engine/event-log/format/run.ts';
import {
  columnsOfFunnel,
  countFunnel,
  funnelNeedsEarlierDays,
} from '../../../src/engine/event-log/funnels/count-funnel.ts';
import { PATH_LENGTH_MAX } from '../../../src/engine/event-log/funnels/funnel-paths.ts';
import type {
  FunnelCounts,
  FunnelQuestion,
  FunnelStep,
} from '../../../src/engine/event-log/funnels/funnel-question.ts';
import { FunnelTally } from '../../../src/engine/event-log/funnels/funnel-tally.ts';
import { METRIC } from '../../../src/engine/rollups/metric.ts';
import { NO_VALUE, OTHER_VALUES } from '../../../src/foundation/dimensions/dimension.ts';
import { Random } from '../../../src/server/demo/random.ts';
import { subjectLine } from '../../support/subjects.ts';
import {
  countsFor,
  dimension,
  encodeRuns,
  FIRST_DAY,
  filter,
  isNobodys,
  LINE,
  logEvents,
  mergedByDay,
  timeSpans,
  valueIn,
  visitorOf,
} from './model.ts';

const DAY_SECONDS = 86_400;
const { website, campaign, firstStep, laterStep, holdout, holdoutStep } = subjectLine();

const step: fc.Arbitrary<FunnelStep> = fc.record({
  // Few types, so that there are sequences at all.
  type: fc.constantFrom<LogEventType[]>(METRIC.views, METRIC.views, METRIC.conversions, METRIC.orders, SELECTION),
  subject: fc.constantFrom(website, website, ...LINE),
  filters: fc.oneof(fc.constant([]), fc.constant([]), fc.array(filter, { maxLength: 2 })),
});

const funnel: fc.Arbitrary<FunnelQuestion> = fc
  .record({
    steps: fc.array(step, { minLength: 2, maxLength: 4 }),
    withinSeconds: fc.constantFrom(1, 2, 60_000, DAY_SECONDS, 30 * DAY_SECONDS),
    windows: fc.constantFrom(
      [{ firstDay: FIRST_DAY - 1, lastDay: FIRST_DAY + 6 }],
      [
        { firstDay: FIRST_DAY + 2, lastDay: FIRST_DAY + 3 },
        { firstDay: FIRST_DAY, lastDay: FIRST_DAY + 1 },
      ],
    ),
    timeSpan: fc.option(timeSpans),
    by: fc.option(dimension),
    valuesMax: fc.constantFrom(1, 50),
  })
  .map(({ timeSpan, by, valuesMax, ...question }) => ({
    ...question,
    ...(timeSpan && { timeSpan }),
    ...(by !== null && { breakDown: { by, valuesMax } }),
  }));

const timeOf = ({ day, second }: LogEvent) => day * DAY_SECONDS + second;

interface Taken {
  readonly times: readonly number[];
  readonly value: string;
}

/** The events that a funnel is about, as plain arrays. */
class Model {
  readonly #all: readonly LogEvent[];
  readonly #question: FunnelQuestion;

  constructor(all: readonly LogEvent[], question: FunnelQuestion) {
    this.#all = all;
    this.#question = question;
  }

  answer() {
    const { windows, timeSpan, breakDown } = this.#question;
    const isCounted = (time: number) => !timeSpan || (timeSpan.start <= time && time < timeSpan.end);
    const taken = windows.map(({ firstDay, lastDay }) => {
      const inside = this.#all.filter(
        (event) => firstDay <= event.day && event.day <= lastDay && isCounted(timeOf(event)),
      );
      const byVisitor = Map.groupBy(
        inside.filter((event) => !isNobodys(event)),
        visitorOf,
      );
      return [...byVisitor.values()].flatMap((events) => this.#best(events) ?? []);
    });
    const values = breakDown ? this.#byValue(taken, breakDown.valuesMax) : [];
    return { windows: taken.map((visitors) => this.#counts(visitors)), values, sampled: false };
  }

  #byValue(taken: readonly (readonly Taken[])[], valuesMax: number) {
    const has = (value: string) =>
      taken.map((visitors) => visitors.filter((visitor) => visitor.value === value).length);
    const names = [...new Set(taken.flat().map(({ value }) => value))].sort((a, b) => {
      const [first, second = 0] = has(a).map((count, window) => has(b)[window]! - count);
      return first || second || (a < b ? -1 : 1);
    });
    const shown = names.slice(0, valuesMax);
    const rows = shown.map((name) => ({ name, holds: (value: string) => value === name }));
    const others = { name: OTHER_VALUES, holds: (value: string) => !shown.includes(value) };
    return [...rows, ...(names.length > shown.length ? [others] : [])].map(({ name, holds }) => ({
      value: name,
      windows: taken.map((visitors) => this.#counts(visitors.filter(({ value }) => holds(value)))),
    }));
  }

  #counts(visitors: readonly Taken[]): FunnelCounts {
    return {
      visitors: this.#question.steps.map((_, index) => visitors.filter(({ times }) => times.length > index).length),
      times: this.#question.steps.map((_, index) => {
        const seconds = visitors
          .filter(({ times }) => index > 0 && times.length > index)
          .map(({ times }) => times[index]! - times[index - 1]!)
          .sort((a, b) => a - b);
        // The least time that at least this share of the visitors did not exceed.
        const within = (share: number) =>
          seconds.find((limit) => seconds.filter((time) => time <= limit).length >= share * seconds.length)!;
        return seconds.length === 0 ? undefined : { lower: within(0.25), median: within(0.5), upper: within(0.75) };
      }),
    };
  }

  #matches(event: LogEvent, { type, subject, filters }: FunnelStep): boolean {
    return (
      event.type === type &&
      countsFor(event, subject) &&
      filters.every(({ dimension, value }) => valueIn(this.#all, event, dimension) === value)
    );
  }

  /** Of all sequences: the longest, that ends first, that began last, with each step as early as possible. */
  #best(events: readonly LogEvent[]): Taken | undefined {
    const compare = (a: readonly number[], b: readonly number[]) => {
      const order = b.length - a.length || a.at(-1)! - b.at(-1)! || b[0]! - a[0]!;
      return order || (a.map((time, index) => time - b[index]!).find((difference) => difference !== 0) ?? 0);
    };
    let times: readonly number[] | undefined;
    for (const sequence of this.#sequences(events, [])) {
      const own = sequence.map(timeOf);
      if (!times || compare(own, times) < 0) times = own;
    }
    if (!times) return undefined;
    const starts = events.filter(
      (event) => timeOf(event) === times[0] && this.#matches(event, this.#question.steps[0]!),
    );
    const { breakDown } = this.#question;
    const values = starts.map((event) => (breakDown ? valueIn(this.#all, event, breakDown.by) : '')).sort();
    return { times, value: values[0]! };
  }

  *#sequences(events: readonly LogEvent[], before: readonly LogEvent[]): Generator<readonly LogEvent[]> {
    if (before.length > 0) yield before;
    const step = this.#question.steps[before.length];
    if (!step) return;
    const [first, last] = [before[0], before.at(-1)];
    for (const event of events) {
      const isLate = first && timeOf(event) - timeOf(first) > this.#question.withinSeconds;
      if (isLate || (last && timeOf(event) < timeOf(last)) || before.includes(event)) continue;
      if (this.#matches(event, step)) yield* this.#sequences(events, [...before, event]);
    }
  }
}

/** A run has these columns alone. */
function withColumns(runs: readonly Run[], question: FunnelQuestion): Run[] {
  const needed = new Set(columnsOfFunnel(question));
  return runs.map((run) => ({ ...run, columns: new Map([...run.columns].filter(([column]) => needed.has(column))) }));
}

const VISITOR = { visitorHigh: 7, visitorLow: 7 };
const DAYS = { firstDay: FIRST_DAY, lastDay: FIRST_DAY };

function event(type: LogEventType, second: number, fields: Partial<LogEvent> = {}): LogEvent {
  return { ...VISITOR, day: FIRST_DAY, second, type, subject: website, revenue: 0, dimensions: {}, ...fields };
}

function expectSameAnswers(batches: readonly (readonly LogEvent[])[], question: FunnelQuestion): void {
  const expected = new Model(batches.flat(), question).answer();
  const runs = batches.flatMap(encodeRuns);
  expect(countFunnel(withColumns(runs, question), question)).toEqual(expected);
  expect(countFunnel(withColumns(mergedByDay(runs), question), question)).toEqual(expected);
}

test('for any events, runs, merged and not, answer as trying all sequences does', () => {
  const batches = fc.array(logEvents, { maxLength: 3 });
  fc.assert(fc.property(batches, funnel, expectSameAnswers));
});

test('so they do for a few visitors who do much in a few seconds', () => {
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
  fc.assert(fc.property(batches, busyFunnel, expectSameAnswers), { numRuns: 1_000 });
  // The same after so many orders that no path of these visitors is kept.
  const orders = [7, 8].flatMap((visitorLow) =>
    Array.from({ length: PATH_LENGTH_MAX + 1 }, (_, place) => event(METRIC.orders, place - 100, { visitorLow })),
  );
  fc.assert(
    fc.property(batches, busyFunnel, ([first, ...others], asked) =>
      expectSameAnswers([[...orders, ...first!], ...others], asked),
    ),
    { numRuns: 300 },
  );
});

function ask(events: readonly LogEvent[], types: readonly LogEventType[], asked: Partial<FunnelQuestion> = {}) {
  const steps = types.map((type) => ({ type, subject: website, filters: [] }));
  return countFunnel(encodeRuns(events), { steps, withinSeconds: 60, windows: [DAYS], ...asked });
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

test('a sample has the same visitors on each day, and says its rate', () => {
  const events = Array.from({ length: 400 }, (_, number) => {
    const visitor = { visitorHigh: Math.imul(number, 0x9e3779b1), visitorLow: 1 + number };
    return [event(METRIC.views, 1, visitor), event(METRIC.orders, 1, { ...visitor, day: FIRST_DAY + 1 })];
  }).flat();
  const windows = [{ firstDay: FIRST_DAY, lastDay: FIRST_DAY + 1 }];
  const asked = { windows, withinSeconds: DAY_SECONDS, sampleRate: 0.25 };
  const { windows: counts, sampled } = ask(events, [METRIC.views, METRIC.orders], asked);
  const inSample = events.filter(
    ({ visitorHigh, type }) => type === METRIC.views && visitorHigh >>> 0 < 2 ** 30,
  ).length;
  expect(counts[0]!.visitors).toEqual([inSample, inSample]);
  expect(sampled).toEqual({ rate: 0.25 });
});

test('a funnel needs its own columns alone', () => {
  const steps = [
    { type: METRIC.views, subject: website, filters: [{ dimension: 'device', value: NO_VALUE } as const] },
  ];
  const asked: FunnelQuestion = { steps, withinSeconds: 60, windows: [DAYS] };
  expect(columnsOfFunnel(asked)).toEqual(['visitor', 'second', 'action', 'device']);
  expect(funnelNeedsEarlierDays(asked)).toBe(false);
  expect(funnelNeedsEarlierDays({ ...asked, breakDown: { by: 'visitor_type', valuesMax: 50 } })).toBe(true);
});

test('quartiles of many visitors, of whom some take very long', () => {
  const random = new Random(5);
  const seconds = Array.from({ length: 6_000 }, () => random.between(0, random.chance(0.3) ? 2_000_000 : 90));
  const tally = new FunnelTally(2, 0);
  for (const time of seconds) tally.count(2, 0, Int32Array.of(7, 7 + time));
  const ascending = seconds.toSorted((a, b) => a - b);
  const [counts] = tally.counts(() => 0, 1);
  expect(counts!.visitors).toEqual([6_000, 6_000]);
  expect(counts!.times[1]).toEqual({ lower: ascending[1_499], median: ascending[2_999], upper: ascending[4_499] });
});
