// The event log as plain arrays and sets: slow, and simple enough to be right.
import fc from 'fast-check';
import { SUBJECT_KIND } from '../../../src/engine/catalog/subject.ts';
import type {
  AskedSubject,
  Filter,
  Hours,
  Question,
  WindowAnswer,
  WindowCounts,
} from '../../../src/engine/event-log/counting/question.ts';
import { collectDays } from '../../../src/engine/event-log/format/day-events.ts';
import type { LogEvent, LogEventType, LogSubject } from '../../../src/engine/event-log/format/log-event.ts';
import { RESTATED_ORDER, SELECTION } from '../../../src/engine/event-log/format/log-event.ts';
import { mergeRuns } from '../../../src/engine/event-log/format/merge-runs.ts';
import type { Run } from '../../../src/engine/event-log/format/run.ts';
import { writeRun } from '../../../src/engine/event-log/format/write-run.ts';
import { METRIC, REVENUE_SCALE, VISITOR_METRICS } from '../../../src/engine/rollups/metric.ts';
import { type Dimension, NO_VALUE, OTHER_VALUES } from '../../../src/foundation/dimensions/dimension.ts';
import { NOBODY_LOW } from '../../../src/foundation/sketches/visitor-hash.ts';
import { subjectLine } from '../../support/subjects.ts';

const DAY_SECONDS = 86_400;
export const FIRST_DAY = 20_000;
export const LINE = Object.values(subjectLine());
const ASKED: readonly AskedSubject[] = [...LINE, { ...subjectLine().campaign, withHoldout: true }];

/** Few visitors, so that they come back, some of whom differ in one half of their hash alone; and nobody, in several samples. */
const visitor = fc.constantFrom(
  { visitorHigh: 0, visitorLow: NOBODY_LOW },
  { visitorHigh: 0x7fffffff, visitorLow: NOBODY_LOW },
  { visitorHigh: -0x80000000, visitorLow: NOBODY_LOW },
  { visitorHigh: 0, visitorLow: -1 },
  { visitorHigh: 1 << 24, visitorLow: 7 },
  { visitorHigh: 0x7fffffff, visitorLow: 7 },
  { visitorHigh: 0x7fffffff, visitorLow: 8 },
  { visitorHigh: -0x80000000, visitorLow: 8 },
  { visitorHigh: -1, visitorLow: -1 },
);

const value = fc.constantFrom('desktop', 'mobile', 'ä/☃', NO_VALUE, '');

const logEvent: fc.Arbitrary<LogEvent> = fc
  .record({
    visitor,
    day: fc.integer({ min: FIRST_DAY, max: FIRST_DAY + 4 }),
    second: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: -50_400, max: 129_599 })),
    type: fc.integer({ min: 0, max: RESTATED_ORDER }) as fc.Arbitrary<LogEventType>,
    subject: fc.constantFrom(...LINE),
    amount: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 10_000 }), fc.constant(2 ** 40 + 1)),
    restated: fc.integer({ min: -10_000, max: 10_000 }),
    dimensions: fc.record({ device: value, channel: value, page: value }, { requiredKeys: [] }),
  })
  .map(({ visitor, amount, restated, ...event }) => {
    const ofRestated = event.type === RESTATED_ORDER ? restated : 0;
    return { ...visitor, ...event, revenue: event.type === METRIC.orders ? amount : ofRestated };
  });

export const logEvents = fc.array(logEvent, { maxLength: 80 });

/** The runs of these events, one for each day, the first day first. */
export function encodeRuns(events: readonly LogEvent[]): Run[] {
  return collectDays(events).map((ofDay) => writeRun(ofDay.sorted()));
}

export function mergedByDay(runs: readonly Run[], partEventsMax?: number): Run[] {
  const days = [...Map.groupBy(runs, ({ day }) => day).values()];
  return days.flatMap((ofDay) => mergeRuns(ofDay, { partEventsMax })).map(({ run }) => run);
}

export const dimension = fc.constantFrom<Dimension[]>('device', 'channel', 'page', 'os', 'visitor_type');
export const filter: fc.Arbitrary<Filter> = fc.record({
  dimension,
  value: fc.constantFrom('desktop', 'mobile', NO_VALUE, 'new', 'returning', 'never seen'),
});
const window = fc
  .tuple(fc.integer({ min: -1, max: 6 }), fc.integer({ min: 0, max: 4 }))
  .map(([start, length]) => ({ firstDay: FIRST_DAY + start, lastDay: FIRST_DAY + start + length }));

/** From some time of a day to another, of a later day or of the same. */
export const timeSpans = fc
  .tuple(fc.integer({ min: 0, max: 5 * DAY_SECONDS }), fc.integer({ min: 1, max: 3 * DAY_SECONDS }))
  .map(([start, length]) => ({
    start: FIRST_DAY * DAY_SECONDS + start,
    end: FIRST_DAY * DAY_SECONDS + start + length,
  }));

export const question: fc.Arbitrary<Question> = fc
  .record({
    subjects: fc.uniqueArray(fc.constantFrom(...ASKED), { minLength: 1 }),
    windows: fc.array(window, { minLength: 1, maxLength: 5 }),
    filters: fc.oneof(fc.constant([]), fc.array(filter, { maxLength: 2 })),
    timeSpan: fc.option(timeSpans),
    by: fc.option(dimension),
    brokenDown: fc.integer({ min: 1, max: 5 }),
    values: fc.option(fc.constantFrom(new Set(['desktop', 'new']), new Set([NO_VALUE, 'mobile']))),
  })
  .map(({ timeSpan, by, brokenDown, values, ...question }) => ({
    ...question,
    ...(timeSpan && { timeSpan }),
    ...(by !== null && { breakDown: { by, windows: brokenDown, ...(values && { values }) } }),
  }));

/** Whole and half hours, with a gap, that do not begin and end with a day. */
const hours: fc.Arbitrary<Hours> = fc
  .array(fc.constantFrom(1_800, 3_600, 5_400), { minLength: 1, maxLength: 60 })
  .chain((lengths) => fc.record({ lengths: fc.constant(lengths), gap: fc.nat(lengths.length - 1) }))
  .map(({ lengths, gap }) => {
    const times = [(FIRST_DAY + 1) * DAY_SECONDS - 39_600];
    for (const length of lengths) times.push(times.at(-1)! + length);
    return { starts: times.slice(0, -1).toSpliced(gap, 1), ends: times.slice(1).toSpliced(gap, 1) };
  });

/** Questions that tell few kinds of events apart, as those of a report do. */
export const simpleQuestion: fc.Arbitrary<Question> = fc
  .record({
    subject: fc.constantFrom(...ASKED),
    start: fc.integer({ min: -1, max: 4 }),
    days: fc.integer({ min: 1, max: 3 }),
    filters: fc.array(fc.record({ dimension: fc.constantFrom('device', 'channel'), value }), { maxLength: 1 }),
    isBrokenDown: fc.boolean(),
  })
  .map(({ subject, start, days, filters, isBrokenDown }) => {
    const firstDay = FIRST_DAY + start;
    return {
      subjects: [subject],
      windows: [
        { firstDay, lastDay: firstDay + days - 1 },
        { firstDay: firstDay - days, lastDay: firstDay - 1 },
      ],
      filters,
      ...(isBrokenDown && { breakDown: { by: 'device', windows: 2, values: new Set(['mobile']) } }),
    };
  });

export const questionByHour: fc.Arbitrary<Question> = fc
  .record({ asked: question, by: hours })
  .map(({ asked, by }) => ({ ...asked, breakDown: { by, windows: 1 } }));

/** As plain data, so that two can be compared: the values by their names. */
export function plain(answer: readonly (readonly WindowAnswer[])[]) {
  return answer.map((windows) =>
    windows.map(({ all, values }) => ({
      all: rounded(all),
      values: [...values]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([value, counts]) => [value, rounded(counts)] as const),
    })),
  );
}

/** The squares of very large amounts are more than a number holds exactly, so their sum depends on the order. */
function rounded({ total, distinct }: WindowCounts): WindowCounts {
  return { total: { ...total, revenue_squared: Number(total.revenue_squared.toPrecision(12)) }, distinct };
}

export function expectedAnswer(events: readonly LogEvent[], question: Question): WindowAnswer[][] {
  const { subjects, windows, filters, timeSpan, breakDown } = question;
  const isWithin = (time: number) => !timeSpan || (timeSpan.start <= time && time < timeSpan.end);
  const holds = (event: LogEvent) =>
    isWithin(event.day * DAY_SECONDS + event.second) &&
    filters.every((filter) => valueIn(events, event, filter.dimension) === filter.value);
  const counted = events.filter((event) => event.type !== SELECTION && holds(event));
  return subjects.map((subject) =>
    windows.map(({ firstDay, lastDay }, index) => {
      const inside = counted.filter(
        (event) => firstDay <= event.day && event.day <= lastDay && countsFor(event, subject),
      );
      const isBrokenDown = breakDown && index < breakDown.windows;
      const shown = (value: string) => (breakDown?.values?.has(value) === false ? OTHER_VALUES : value);
      const byValue = isBrokenDown
        ? Map.groupBy(inside, (event) => shown(brokenDownValue(events, event, breakDown.by)))
        : new Map();
      return {
        all: countsOf(inside),
        values: new Map([...byValue].map(([value, some]) => [value, countsOf(some)])),
      };
    }),
  );
}

function brokenDownValue(events: readonly LogEvent[], event: LogEvent, by: Dimension | Hours): string {
  if (typeof by !== 'object') return valueIn(events, event, by);
  const time = event.day * DAY_SECONDS + event.second;
  const hour = by.starts.findIndex((start, place) => start <= time && time < by.ends[place]!);
  return hour < 0 ? OTHER_VALUES : String(hour);
}

export function valueIn(events: readonly LogEvent[], event: LogEvent, dimension: Dimension): string {
  if (dimension !== 'visitor_type') return event.dimensions[dimension] ?? NO_VALUE;
  if (isNobodys(event)) return NO_VALUE;
  const isEarlier = events.some((other) => visitorOf(other) === visitorOf(event) && other.day < event.day);
  return isEarlier ? 'returning' : 'new';
}

export function countsFor(event: LogEvent, { kind, id, withHoldout }: AskedSubject): boolean {
  let isHeldOut = false;
  for (let place: LogSubject | null = event.subject; place; place = place.parent) {
    if (place.kind === kind && place.id === id) return withHoldout || !(isHeldOut && kind === SUBJECT_KIND.campaign);
    isHeldOut ||= place.isHoldout;
    if (event.type === METRIC.views && !place.viewsCountForParent) return false;
  }
  return false;
}

/** Of somebody who was forgotten, or an order without a visitor. */
export function isNobodys({ visitorLow }: LogEvent): boolean {
  return visitorLow === NOBODY_LOW;
}

export function visitorOf({ visitorHigh, visitorLow }: LogEvent): string {
  return `${visitorHigh}/${visitorLow}`;
}

function countsOf(events: readonly LogEvent[]): WindowCounts {
  const ofType = (type: number) => events.filter((event) => event.type === type);
  const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
  const restated = ofType(RESTATED_ORDER);
  const paid = [...ofType(METRIC.orders), ...restated];
  const sums = {
    orders: ofType(METRIC.orders).length + sum(restated.map(({ revenue }) => (revenue > 0 ? 1 : -1))),
    revenue: sum(paid.map(({ revenue }) => revenue)),
  };
  const counts = (count: (some: readonly LogEvent[]) => number) =>
    Object.fromEntries(VISITOR_METRICS.map((name, type) => [name, count(ofType(type))]));
  return {
    total: {
      ...counts((some) => some.length),
      ...sums,
      revenue_squared: sum(paid.map(({ revenue }) => Math.sign(revenue) * Math.round(revenue ** 2 / REVENUE_SCALE))),
    } as WindowCounts['total'],
    distinct: {
      ...counts((some) => new Set(some.filter((event) => !isNobodys(event)).map(visitorOf)).size),
      ...sums,
    } as WindowCounts['distinct'],
  };
}
