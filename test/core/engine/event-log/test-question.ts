// What holds for every question of the event log: runs, merged and not, in parts and as a sample, fast or visitor by visitor, answer as the
// plain form does over plain arrays.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SUBJECT_KIND } from '../../../../src/core/engine/catalog/subject.ts';
import { RunsLog } from '../../../../src/core/engine/event-log/counting/log-of-runs.ts';
import {
  columnsOf,
  type LogEvents,
  type LogQuestion,
} from '../../../../src/core/engine/event-log/counting/log-question.ts';
import { collectDays } from '../../../../src/core/engine/event-log/format/day-events.ts';
import {
  type LogEvent,
  type LogEventType,
  PAGE_VIEW,
  RESTATED_ORDER,
} from '../../../../src/core/engine/event-log/format/log-event.ts';
import { mergeRuns } from '../../../../src/core/engine/event-log/format/merge-runs.ts';
import { runOfPending, writePending } from '../../../../src/core/engine/event-log/format/pending.ts';
import { ALL_VISITORS, type Run } from '../../../../src/core/engine/event-log/format/run.ts';
import { METRIC } from '../../../../src/core/engine/rollups/metric.ts';
import { Random } from '../../../../src/core/foundation/statistics/random.ts';
import { examples } from '../../../support/long.ts';
import { subjectLine } from '../../../support/subjects.ts';
import { encodeRuns, FIRST_DAY, logEvents, mergedByDay, PlainLog, visitorByVisitor } from './model.ts';

type Question = LogQuestion<unknown, unknown>;

/** Some events are of other campaigns, so that visitors touch several; and some orders are restated. */
const batches = fc
  .record({
    some: fc.array(logEvents, { maxLength: 3 }),
    ids: fc.array(fc.constantFrom(10, 11, 12, 13), { minLength: 1 }),
    signs: fc.array(fc.constantFrom(1, 1, -1, 0, 0), { minLength: 1 }),
  })
  .map(({ some, ids, signs }) => {
    const changed = (event: LogEvent, index: number): LogEvent => {
      const sign = signs[index % signs.length]!;
      if (event.type === METRIC.orders && sign !== 0) {
        return { ...event, type: RESTATED_ORDER, revenue: sign * event.revenue };
      }
      const isCampaign = event.subject.kind === SUBJECT_KIND.campaign;
      return isCampaign ? { ...event, subject: { ...event.subject, id: ids[index % ids.length]! } } : event;
    };
    return some.map((batch) => batch.map(changed));
  });

/**
 * So many campaigns, and so many values, that their numbers take several bytes in a run. Page views alone are of one kind, whose number
 * takes none.
 */
function manyValues(campaigns: number): LogEvent[] {
  const random = new Random(campaigns);
  const { website, campaign } = subjectLine();
  const value = () => (random.chance(0.3) ? 'mobile' : `value ${random.between(1, 400)}`);
  return Array.from({ length: 600 }, (): LogEvent => {
    const type = campaigns === 1 ? PAGE_VIEW : (random.between(0, PAGE_VIEW) as LogEventType);
    return {
      ...{ visitorHigh: random.between(0, 40) * 50_000_000, visitorLow: 7, type, revenue: 0 },
      ...{ day: FIRST_DAY, second: random.between(0, 86_399) },
      subject: type === PAGE_VIEW ? website : { ...campaign, id: random.between(10, 9 + campaigns) },
      dimensions: { device: value(), channel: value(), page: value() },
    };
  });
}

/** Each batch as the rows of a commit, and the rows of a day as one run, as a question reads them. */
function pendingRuns(some: readonly (readonly LogEvent[])[]): Run[] {
  const days = Map.groupBy(some.flatMap(collectDays), ({ day }) => day);
  return Array.from(days, ([day, ofDay]) => runOfPending(day, ofDay.map(writePending)));
}

function inParts(runs: readonly Run[]): Run[] {
  return runs.flatMap((run) => mergeRuns([run], { partEventsMax: 7 })).map(({ run: part }) => part);
}

/** The squares of very large amounts are more than a number holds exactly, so their sum depends on the order. */
function comparable(counted: unknown): unknown {
  if (counted instanceof Map) return new Map(Array.from(counted, ([key, value]) => [key, comparable(value)]));
  if (Array.isArray(counted)) return counted.map(comparable);
  if (typeof counted !== 'object' || counted === null) return counted;
  return Object.fromEntries(
    Object.entries(counted).map(([key, value]) => [
      key,
      key === 'revenue_squared' ? Number((value as number).toPrecision(12)) : comparable(value),
    ]),
  );
}

/** `asked`: anything that the question can be asked. */
export function testQuestion<Asked>(questionOf: (asked: Asked) => Question, asked: fc.Arbitrary<Asked>): void {
  const plainAnswer = (events: readonly LogEvent[], question: Question, sampled: LogEvents['sampled'] = false) =>
    comparable(question.count(new PlainLog(events, question.reads, sampled)));

  /** The runs have no columns but those that the question reads. */
  const logOf = (runs: readonly Run[], question: Question, sampleRate?: number) => {
    const needed = new Set(columnsOf(question.reads));
    const read = runs.map((run) => ({
      ...run,
      columns: new Map([...run.columns].filter(([column]) => needed.has(column))),
    }));
    return new RunsLog(read, question.reads, sampleRate);
  };

  test('for any events, runs, merged and not, and in parts, answer as the plain form does', () => {
    fc.assert(
      fc.property(batches, asked, (some, any) => {
        const question = questionOf(any);
        const expected = plainAnswer(some.flat(), question);
        const runs = some.flatMap(encodeRuns);
        for (const [form, own] of Object.entries({
          pending: pendingRuns(some),
          runs,
          merged: mergedByDay(runs),
          parts: inParts(mergedByDay(runs)),
        })) {
          const log = logOf(own, question);
          expect(comparable(question.count(log)), form).toEqual(expected);
          expect(comparable(question.count(visitorByVisitor(log))), form).toEqual(expected);
        }
      }),
      { numRuns: examples(100) },
    );
  });

  test.each([1, 60])('%i campaigns and hundreds of values of a dimension in a run are told apart', (campaigns) => {
    const events = manyValues(campaigns);
    fc.assert(
      fc.property(asked, (any) => {
        const question = questionOf(any);
        const log = logOf(encodeRuns(events), question);
        expect(comparable(question.count(log))).toEqual(plainAnswer(events, question));
        expect(comparable(question.count(visitorByVisitor(log)))).toEqual(plainAnswer(events, question));
      }),
      { numRuns: examples(20) },
    );
  });

  test('a sample has the same visitors on every day, with all their events', () => {
    fc.assert(
      fc.property(batches, asked, fc.constantFrom(0.004, 0.25, 0.5, 0.75), (some, any, sampleRate) => {
        const question = questionOf(any);
        const events = some.flat();
        const sample = events.filter((event) => event.visitorHigh >>> 0 < sampleRate * ALL_VISITORS);
        const log = logOf(encodeRuns(events), question, sampleRate);
        expect((log.sampled as { rate: number }).rate).toBeCloseTo(sampleRate, 9);
        expect(comparable(question.count(log))).toEqual(plainAnswer(sample, question, log.sampled));
      }),
    );
  });
}

export function testWithoutPageViews<Asked>(questionOf: (asked: Asked) => Question, asked: fc.Arbitrary<Asked>): void {
  test('page views change no number', () => {
    fc.assert(
      fc.property(batches, asked, (some, any) => {
        const question = questionOf(any);
        const events = some.flat();
        const others = events.filter(({ type }) => type !== PAGE_VIEW);
        const counted = (own: readonly LogEvent[]) =>
          comparable(question.count(new RunsLog(encodeRuns(own), question.reads)));
        expect(counted(events)).toEqual(counted(others));
      }),
    );
  });
}
