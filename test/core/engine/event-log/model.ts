// Events of the log as plain arrays: what the plain form of a question counts, and any events and questions.
import fc from 'fast-check';
import { type BreakdownQuestion, breakdown } from '../../../../src/core/engine/event-log/breakdowns/breakdown.ts';
import type { Hours, HoursQuestion } from '../../../../src/core/engine/event-log/breakdowns/hours.ts';
import type { TrafficQuestion } from '../../../../src/core/engine/event-log/breakdowns/traffic.ts';
import { RunsLog } from '../../../../src/core/engine/event-log/counting/log-of-runs.ts';
import {
  type AskedSubject,
  type AskedVisitors,
  type Filter,
  isInside,
  type LogEvents,
  type LogReads,
  type LogVisitors,
  type MeaningOf,
  type Sampled,
  type Visitor,
  type VisitorEvent,
} from '../../../../src/core/engine/event-log/counting/log-question.ts';
import { collectDays } from '../../../../src/core/engine/event-log/format/day-events.ts';
import type { LogEvent, LogEventType } from '../../../../src/core/engine/event-log/format/log-event.ts';
import { PAGE_VIEW, RESTATED_ORDER } from '../../../../src/core/engine/event-log/format/log-event.ts';
import { mergeRuns } from '../../../../src/core/engine/event-log/format/merge-runs.ts';
import type { Run } from '../../../../src/core/engine/event-log/format/run.ts';
import { writeRun } from '../../../../src/core/engine/event-log/format/write-run.ts';
import { METRIC } from '../../../../src/core/engine/rollups/metric.ts';
import type { Window } from '../../../../src/core/engine/rollups/window.ts';
import { type Dimension, NO_VALUE, OTHER_VALUES } from '../../../../src/core/foundation/dimensions/dimension.ts';
import { isDailyHigh, NOBODY_LOW } from '../../../../src/core/foundation/sketches/visitor-hash.ts';
import { subjectLine } from '../../../support/subjects.ts';

export const DAY_SECONDS = 86_400;
export const FIRST_DAY = 20_000;
const LINE = Object.values(subjectLine());
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
    type: fc.integer({ min: 0, max: PAGE_VIEW }) as fc.Arbitrary<LogEventType>,
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
export const window = fc
  .tuple(fc.integer({ min: -1, max: 6 }), fc.integer({ min: 0, max: 4 }))
  .map(([start, length]) => ({ firstDay: FIRST_DAY + start, lastDay: FIRST_DAY + start + length }));

/** Spans from some time of a day to another, of a later day or of the same. */
export const timeSpans = fc
  .tuple(
    fc.integer({ min: 0, max: 5 * DAY_SECONDS }),
    fc.integer({ min: 1, max: 3 * DAY_SECONDS }),
    fc.option(window, { nil: undefined }),
  )
  .map(([start, length, days]) => ({
    start: FIRST_DAY * DAY_SECONDS + start,
    end: FIRST_DAY * DAY_SECONDS + start + length,
    ...(days && { days }),
  }));

/** What runs answer. Nothing is scaled. */
export function countRuns(runs: readonly Run[], asked: Omit<BreakdownQuestion, 'countType'>, sampleRate?: number) {
  const question = breakdown({ ...asked, countType: 'total' });
  return question.count(new RunsLog(runs, question.reads, sampleRate));
}

/** Runs as the plain form counts them. */
export function visitorByVisitor(log: RunsLog): LogEvents {
  return { sampled: log.sampled, visitors: (...asked) => log.visitors(...asked) };
}

export const breakdowns: fc.Arbitrary<BreakdownQuestion> = fc
  .record({
    subjects: fc.uniqueArray(fc.constantFrom(...ASKED), { minLength: 1 }),
    windows: fc.array(window, { minLength: 1, maxLength: 5 }),
    filters: fc.oneof(fc.constant([]), fc.array(filter, { maxLength: 2 })),
    timeSpan: fc.option(timeSpans, { nil: undefined, freq: 2 }),
    countType: fc.constantFrom('total', 'distinct'),
    by: fc.option(dimension),
    brokenDown: fc.integer({ min: 1, max: 5 }),
    valuesMax: fc.constantFrom(1, 2, 50),
    isByFirstWindow: fc.boolean(),
  })
  .map(({ by, brokenDown, valuesMax, isByFirstWindow, ...question }) => ({
    ...question,
    ...(by !== null && { breakDown: { by, windows: brokenDown, valuesMax, isByFirstWindow } }),
  }));

/** Those that tell few kinds of events apart, as those of a report do. */
export const simpleBreakdowns: fc.Arbitrary<BreakdownQuestion> = fc
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
      countType: 'distinct',
      ...(isBrokenDown && { breakDown: { by: 'device', windows: 2, valuesMax: 1 } }),
    };
  });

/** Whole and half hours, with a gap, that do not begin and end with a day. */
const hours: fc.Arbitrary<Hours> = fc
  .array(fc.constantFrom(1_800, 3_600, 5_400), { minLength: 1, maxLength: 60 })
  .chain((lengths) => fc.record({ lengths: fc.constant(lengths), gap: fc.nat(lengths.length - 1) }))
  .map(({ lengths, gap }) => {
    const times = [(FIRST_DAY + 1) * DAY_SECONDS - 39_600];
    for (const length of lengths) times.push(times.at(-1)! + length);
    return { starts: times.slice(0, -1).toSpliced(gap, 1), ends: times.slice(1).toSpliced(gap, 1) };
  });

export const questionsByHour: fc.Arbitrary<HoursQuestion> = fc.record({
  subject: fc.constantFrom(...ASKED),
  window,
  filters: fc.array(filter, { maxLength: 2 }),
  timeSpan: fc.option(timeSpans, { nil: undefined }),
  hours,
});

export const trafficQuestions: fc.Arbitrary<TrafficQuestion> = fc.record({
  windows: fc.array(window, { minLength: 1, maxLength: 2 }),
  by: fc.option(
    fc.record({
      dimension: fc.constantFrom<Dimension[]>('device', 'visitor_type'),
      window,
      except: fc.constantFrom(new Set<number>(), new Set([FIRST_DAY + 1, FIRST_DAY + 3])),
    }),
    { nil: undefined },
  ),
});

const timeOf = ({ day, second }: LogEvent) => day * DAY_SECONDS + second;
const visitorOf = ({ visitorHigh, visitorLow }: LogEvent) => `${visitorHigh}/${visitorLow}`;

/** Counted by the plain form alone: no runs, no ranges, no numbers for anything. */
export class PlainLog implements LogEvents {
  readonly sampled: Sampled;
  readonly #events: readonly LogEvent[];
  readonly #reads: LogReads;
  #toldApart: ReadonlySet<string> | undefined;

  constructor(events: readonly LogEvent[], reads: LogReads, sampled: Sampled = false) {
    this.sampled = sampled;
    this.#events = events;
    this.#reads = reads;
  }

  visitors<Meaning>(meaningOf: MeaningOf<Meaning>, { timeSpan }: AskedVisitors<Meaning> = {}): LogVisitors<Meaning> {
    const { windows } = this.#reads;
    const isRead = (event: LogEvent) =>
      windows.some((window) => isInside(event.day, window)) &&
      (!timeSpan ||
        (timeSpan.days && !isInside(event.day, timeSpan.days)) ||
        (timeSpan.start <= timeOf(event) && timeOf(event) < timeSpan.end));
    const eventOf = (event: LogEvent): VisitorEvent<Meaning>[] => {
      const { type, subject, day, revenue } = event;
      const meaning = meaningOf({ type, subject, valueOf: (dimension) => this.#valueIn(event, dimension) });
      return meaning === undefined ? [] : [{ day, time: timeOf(event), revenue, meaning }];
    };
    const inOrder = this.#events.filter(isRead).sort((a, b) => timeOf(a) - timeOf(b));
    const visitors = [...Map.groupBy(inOrder, visitorOf).values()].map((ofVisitor): Visitor<Meaning> => {
      const events = ofVisitor.flatMap(eventOf);
      return {
        isNobody: ofVisitor[0]!.visitorLow === NOBODY_LOW,
        isDaily: isDailyHigh(ofVisitor[0]!.visitorHigh),
        events,
        columns: {
          ...{ first: 0, end: events.length },
          days: Int32Array.from(events, ({ day }) => day),
          times: Float64Array.from(events, ({ time }) => time),
          revenues: Float64Array.from(events, ({ revenue }) => revenue),
          places: Int32Array.from(events.keys()),
          meanings: events.map(({ meaning }) => meaning),
        },
      };
    });
    return {
      meanings: visitors.flatMap(({ events }) => events.map(({ meaning }) => meaning)),
      each: (count) => {
        for (const visitor of visitors) count(visitor);
      },
    };
  }

  /** The pages of page views that are told apart, from docs/rest.md: all, or the most viewed ones of each day. */
  #pagesToldApart(max: number): ReadonlySet<string> {
    const [{ firstDay, lastDay }] = this.#reads.windows as [Window];
    const viewed = this.#events.filter(
      ({ type, day, dimensions: { page = NO_VALUE } }) =>
        type === PAGE_VIEW && isInside(day, { firstDay, lastDay }) && page !== NO_VALUE,
    );
    const pages = new Set(viewed.map(({ dimensions }) => dimensions.page!));
    if (pages.size <= max) return pages;
    const perDay = Math.max(1, Math.floor(max / (lastDay - firstDay + 1)));
    return new Set(
      [...Map.groupBy(viewed, ({ day }) => day).values()].flatMap((ofDay) =>
        [...Map.groupBy(ofDay, ({ dimensions }) => dimensions.page!)]
          .sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || (a < b ? -1 : 1))
          .slice(0, perDay)
          .map(([page]) => page),
      ),
    );
  }

  #valueIn(event: LogEvent, dimension: Dimension): string {
    const { pages } = this.#reads;
    const page = event.dimensions.page ?? NO_VALUE;
    if (dimension === 'page' && pages && event.type === PAGE_VIEW && page !== NO_VALUE) {
      this.#toldApart ??= this.#pagesToldApart(pages.max);
      return pages.always.includes(page) || this.#toldApart.has(page) ? page : OTHER_VALUES;
    }
    if (dimension !== 'visitor_type') return event.dimensions[dimension] ?? NO_VALUE;
    if (event.visitorLow === NOBODY_LOW) return NO_VALUE;
    const counts = (other: LogEvent) => other.type !== PAGE_VIEW || event.type === PAGE_VIEW;
    const isEarlier = this.#events.some(
      (other) => visitorOf(other) === visitorOf(event) && other.day < event.day && counts(other),
    );
    return isEarlier ? 'returning' : 'new';
  }
}
