// Runs of the event log: merged, in parts, of many events and values, and damaged. That they answer as plain arrays do is in
// questions.test.ts.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BreakdownQuestion, breakdown } from '../../../../src/core/engine/event-log/breakdowns/breakdown.ts';
import { columnsOf, needsEarlierDays } from '../../../../src/core/engine/event-log/counting/log-question.ts';
import { compressed, InvalidRunError } from '../../../../src/core/engine/event-log/format/bytes.ts';
import { collectDays } from '../../../../src/core/engine/event-log/format/day-events.ts';
import { VALUES_MAX } from '../../../../src/core/engine/event-log/format/kept-values.ts';
import type { LogEvent } from '../../../../src/core/engine/event-log/format/log-event.ts';
import { mergeRuns } from '../../../../src/core/engine/event-log/format/merge-runs.ts';
import { runOfPending, writePending } from '../../../../src/core/engine/event-log/format/pending.ts';
import {
  ALL_VISITORS,
  type Run,
  secondsOf,
  VISITOR_EVENTS_MAX,
  visitorsOf,
} from '../../../../src/core/engine/event-log/format/run.ts';
import { PART_EVENTS_MAX, type RunPart } from '../../../../src/core/engine/event-log/format/run-parts.ts';
import { METRIC, VISITOR_METRICS } from '../../../../src/core/engine/rollups/metric.ts';
import { OTHER_VALUES } from '../../../../src/core/foundation/dimensions/dimension.ts';
import { subjectLine } from '../../../support/subjects.ts';
import { breakdowns, countRuns, encodeRuns, FIRST_DAY, logEvents, mergedByDay, PlainLog } from './model.ts';

const { website } = subjectLine();
const VIEW: LogEvent = {
  visitorHigh: 1,
  visitorLow: 1,
  day: FIRST_DAY,
  second: 0,
  type: METRIC.views,
  subject: website,
  revenue: 0,
  dimensions: {},
};
type Asked = Parameters<typeof countRuns>[1];

const FIRST_DAY_ALONE: Asked = {
  subjects: [website],
  windows: [{ firstDay: FIRST_DAY, lastDay: FIRST_DAY }],
  filters: [],
};

/** Each batch as the rows of a commit, and the rows of a day as one run, as a question reads them. */
function pendingRuns(batches: readonly (readonly LogEvent[])[]): Run[] {
  const rows = batches.flatMap((events) =>
    collectDays(events).map((ofDay) => ({ day: ofDay.day, content: writePending(ofDay) })),
  );
  const days = Map.groupBy(rows, ({ day }) => day);
  return Array.from(days, ([day, ofDay]) =>
    runOfPending(
      day,
      ofDay.map(({ content }) => content),
    ),
  );
}

/** Views of visitors whose hashes are evenly spread, one after the other. */
function viewsOfVisitors(count: number): LogEvent[] {
  return Array.from({ length: count }, (_, n) => ({
    ...VIEW,
    visitorHigh: Math.floor((n / count) * ALL_VISITORS) | 0,
    second: n % 86_400,
    dimensions: { page: `/${n % 300}` },
  }));
}

describe('for any events', () => {
  const batches = fc.array(logEvents, { maxLength: 4 });

  test('merged runs are, byte by byte, the runs of all events in any order', () => {
    fc.assert(
      fc.property(batches, (some) => {
        const merged = mergedByDay([...some.slice(0, 2).flatMap(encodeRuns), ...pendingRuns(some.slice(2))]);
        expect(merged.sort((a, b) => a.day - b.day)).toEqual(encodeRuns(some.flat().reverse()));
      }),
    );
  });

  test('the parts of a run have the visitors of their range', () => {
    fc.assert(
      fc.property(logEvents, fc.integer({ min: 1, max: 20 }), (events, partEventsMax) => {
        const parts = encodeRuns(events).flatMap((run) => mergeRuns([run], { partEventsMax }));
        for (const [index, { visitorsFrom, run }] of parts.entries()) {
          const next = parts[index + 1];
          const before = next?.run.day === run.day ? next.visitorsFrom : run.threshold;
          expect(visitorsOf(run).high.every((half) => half >= visitorsFrom && half < before)).toBe(true);
        }
      }),
    );
  });

  test('the totals of the values add up to those of all events', () => {
    fc.assert(
      fc.property(logEvents, breakdowns, (events, asked) => {
        for (const { all, values } of countRuns(encodeRuns(events), asked).subjects.flat()) {
          if (values.size === 0) continue;
          for (const name of Object.keys(all.total) as (keyof typeof all.total)[]) {
            const sum = [...values.values()].reduce((total, counts) => total + counts.total[name], 0);
            expect(sum).toBe(all.total[name]);
          }
        }
      }),
    );
  });
});

describe('many events', () => {
  const COUNT = 2 * PART_EVENTS_MAX + 5;

  test('of one visitor are in the same order, whether they came in the order of time or in another one', () => {
    const inOrder = Array.from(
      { length: 60 },
      (_, i): LogEvent => ({
        ...VIEW,
        second: Math.floor(i / 3),
        dimensions: { device: `device ${i % 3}` },
      }),
    );
    const runs = [inOrder, inOrder.toReversed(), [...inOrder.slice(1), inOrder[0]!]].map((events) =>
      encodeRuns(events),
    );
    expect(Array.from(secondsOf(runs[0]![0]!))).toEqual(inOrder.map(({ second }) => second));
    for (const others of runs.slice(1)) expect(others).toEqual(runs[0]);
  });

  test('of one visitor count for one visitor', () => {
    const views = Array.from({ length: 2 * VISITOR_EVENTS_MAX + 1 }, (_, second) => ({ ...VIEW, second }));
    const [run] = encodeRuns([...views, { ...VIEW, visitorLow: 2 }]);
    const { all } = countRuns([run!], FIRST_DAY_ALONE).subjects[0]![0]!;
    expect([all.total.views, all.distinct.views]).toEqual([2 * VISITOR_EVENTS_MAX + 2, 2]);
    expect(mergeRuns([run!])).toEqual([{ visitorsFrom: 0, run }]);
  });

  test('are divided into parts, and counted in several ranges', () => {
    const runs = mergedByDay(encodeRuns(viewsOfVisitors(COUNT)));
    expect(runs).toHaveLength(3);
    const { all } = countRuns(runs, FIRST_DAY_ALONE).subjects[0]![0]!;
    expect([all.total.views, all.distinct.views]).toEqual([COUNT, COUNT]);
  });

  test('are counted if all filters hold, whether these leave all, some, one or none of them', () => {
    const events = viewsOfVisitors(COUNT).map((view, n) => ({
      ...view,
      // Some visitors have several events, and one has more than are counted together.
      visitorHigh: n < 700 ? 9 : view.visitorHigh & ~0xffff,
      ...(n % 97 === 0 && { type: METRIC.orders, revenue: n + 1 }),
      dimensions: { ...view.dimensions, device: n === 20_001 ? 'one' : 'all', ...(n % 3 === 0 && { os: 'third' }) },
    }));
    events.push({ ...VIEW, day: FIRST_DAY - 1, dimensions: { page: '', device: '', os: 'of another day' } });
    const runs = encodeRuns(events);
    const parts = mergedByDay(runs);
    const [all, one] = ['all', 'one'].map((value) => ({ dimension: 'device' as const, value }));
    const [third, never] = ['third', 'of another day'].map((value) => ({ dimension: 'os' as const, value }));
    const page = { dimension: 'page' as const, value: '/6' };
    for (const filters of [[all!], [one!], [page], [third!, page], [third!, one!], [never!]]) {
      const asked: Asked = {
        ...FIRST_DAY_ALONE,
        filters,
        breakDown: { by: 'os', windows: 1, valuesMax: VALUES_MAX + 5 },
      };
      const { reads, count } = breakdown({ ...asked, countType: 'total' });
      const expected = count(new PlainLog(events, reads));
      expect(countRuns(runs, asked), JSON.stringify(filters)).toEqual(expected);
      expect(countRuns(parts, asked), JSON.stringify(filters)).toEqual(expected);
    }
  });

  test.each([
    ['in many ranges', (visitor: number) => Math.imul(visitor, 0x9e3779b1)],
    ['all in one range, which has no room for them', () => VIEW.visitorHigh],
  ])('of visitors with very many patterns of events, %s', (_, visitorHigh) => {
    const kinds = [METRIC.views, METRIC.conversions, METRIC.completions, METRIC.submissions, METRIC.subscribes].flatMap(
      (type) => ['desktop', 'mobile', 'tablet'].map((device) => ({ type, device })),
    );
    // The bits of a visitor's number say which kinds of events it has.
    const visitors = Array.from({ length: 17_000 }, (_, n) => n + 1);
    const hasKind = (visitor: number, kind: number) => ((visitor >>> kind) & 1) === 1;
    const events = visitors.flatMap((visitor) =>
      kinds
        .filter((_, kind) => hasKind(visitor, kind))
        .map(({ type, device }) => ({
          ...VIEW,
          visitorHigh: visitorHigh(visitor),
          visitorLow: visitor,
          type,
          dimensions: { device },
        })),
    );
    const answer = countRuns(encodeRuns(events), {
      ...FIRST_DAY_ALONE,
      breakDown: { by: 'device', windows: 1, valuesMax: VALUES_MAX + 5 },
    });
    const { values } = answer.subjects[0]![0]!;
    for (const [kind, { type, device }] of kinds.entries()) {
      const expected = visitors.filter((visitor) => hasKind(visitor, kind)).length;
      const { total, distinct } = values.get(device)!;
      const metric = VISITOR_METRICS[type]!;
      expect([total[metric], distinct[metric]], `${metric} of ${device}`).toEqual([expected, expected]);
    }
  });

  test('beyond the limit of a day leave whole visitors below a threshold', () => {
    const views = viewsOfVisitors(COUNT);
    const runs = [0, 1].flatMap((rest) => encodeRuns(views.filter((_, n) => n % 2 === rest)));
    const [{ run }] = mergeRuns(runs, { eventsMax: 10_000 }) as [RunPart];
    expect(run.eventCount).toBeLessThanOrEqual(10_000);
    expect(run.eventCount).toBeGreaterThan(9_990);
    expect(run.eventCount).toBe(views.filter(({ visitorHigh }) => visitorHigh >>> 0 < run.threshold).length);
    // Later events of other visitors are not kept either, and the answer says which share was.
    const [later] = encodeRuns([{ ...VIEW, visitorHigh: -1 }]);
    expect(mergeRuns([run, later!])[0]!.run.eventCount).toBe(run.eventCount);
    const { subjects, sampled } = countRuns([run, later!], FIRST_DAY_ALONE);
    expect(subjects[0]![0]!.all.total.views).toBe(run.eventCount);
    expect(sampled).toEqual({ rate: run.threshold / ALL_VISITORS });
  });
});

test('a question needs its own columns alone', () => {
  const asked = { subjects: [website], windows: [], filters: [{ dimension: 'device', value: 'x' } as const] };
  const readsOf = (more: Partial<BreakdownQuestion>) => breakdown({ ...asked, countType: 'total', ...more }).reads;
  expect(columnsOf(readsOf({}))).toEqual(['visitor', 'action', 'device']);
  expect(columnsOf(readsOf({ timeSpan: { start: 0, end: 1 } }))).toContain('second');
  expect(needsEarlierDays(readsOf({}))).toBe(false);
  const byType = readsOf({ breakDown: { by: 'visitor_type', windows: 1, valuesMax: 50 } });
  expect([columnsOf(byType), needsEarlierDays(byType)]).toEqual([['visitor', 'action', 'device'], true]);
});

test('the type of a visitor does not depend on other filters', () => {
  const before = { ...VIEW, dimensions: { device: 'desktop' } };
  const later = { ...VIEW, day: FIRST_DAY + 1, dimensions: { device: 'mobile' } };
  const asked: Asked = {
    subjects: [website],
    windows: [{ firstDay: FIRST_DAY, lastDay: FIRST_DAY + 1 }],
    filters: [{ dimension: 'device', value: 'mobile' }],
    breakDown: { by: 'visitor_type', windows: 1, valuesMax: VALUES_MAX + 5 },
  };
  const { values } = countRuns(encodeRuns([before, later]), asked).subjects[0]![0]!;
  expect([...values.keys()]).toEqual(['returning']);
});

test('values that are there are not displaced by later ones', () => {
  const views = Array.from({ length: VALUES_MAX + 5 }, (_, n) => ({ ...VIEW, dimensions: { page: `/${n}` } }));
  const runs = mergedByDay([[views.at(-1)!], views].flatMap(encodeRuns));
  const asked: Asked = { ...FIRST_DAY_ALONE, breakDown: { by: 'page', windows: 1, valuesMax: VALUES_MAX + 5 } };
  const { values } = countRuns(runs, asked).subjects[0]![0]!;
  expect(values.get(`/${VALUES_MAX + 4}`)!.total.views).toBe(1);
  expect(values.get(OTHER_VALUES)!.total.views).toBe(6);
});

test('if several days have too many values, those with the fewest events are counted together', () => {
  const views = [0, 1].flatMap((day) =>
    Array.from({ length: VALUES_MAX }, (_, n) => ({
      ...VIEW,
      day: FIRST_DAY + day,
      dimensions: { page: `/${day}/${n}` },
    })),
  );
  const often = Array.from({ length: 3 }, () => ({ ...VIEW, day: FIRST_DAY + 1, dimensions: { page: '/1/7' } }));
  const asked: Asked = {
    ...FIRST_DAY_ALONE,
    windows: [{ firstDay: FIRST_DAY, lastDay: FIRST_DAY + 1 }],
    breakDown: { by: 'page', windows: 1, valuesMax: VALUES_MAX + 5 },
  };
  const { values } = countRuns(encodeRuns([...views, ...often]), asked).subjects[0]![0]!;
  expect(values.size).toBe(VALUES_MAX + 2);
  expect(values.get('/1/7')!.total.views).toBe(4);
  expect(values.get(OTHER_VALUES)!.total.views).toBe(2 * VALUES_MAX + 3 - 4 - VALUES_MAX);
});

test('columns may begin anywhere in the memory of a driver', () => {
  const [run] = encodeRuns(viewsOfVisitors(1_000));
  const moved = Array.from(run!.columns, ([name, bytes]) => {
    const memory = new Uint8Array(bytes.length + 1);
    memory.set(bytes, 1);
    return [name, memory.subarray(1)] as const;
  });
  expect(countRuns([{ ...run!, columns: new Map(moved) }], FIRST_DAY_ALONE)).toEqual(
    countRuns([run!], FIRST_DAY_ALONE),
  );
});

test('damaged bytes are an error of their own', () => {
  const [run] = encodeRuns(viewsOfVisitors(1_000));
  const asked: Asked = { ...FIRST_DAY_ALONE, breakDown: { by: 'page', windows: 1, valuesMax: VALUES_MAX + 5 } };
  for (const column of ['visitor', 'action', 'page'] as const) {
    const bytes = run!.columns.get(column)!;
    // The last byte says how the others are stored.
    const last = bytes.length - 1;
    const cut = new Map(run!.columns).set(column, bytes.slice(0, last - 2).with(last - 3, bytes[last]!));
    expect(() => countRuns([{ ...run!, columns: cut }], asked)).toThrow(InvalidRunError);
  }
  const counts = new Uint8Array(run!.columns.get('visitor')!);
  counts.set([2, 0], counts.length - 3);
  const noEvents = new Map(run!.columns).set('visitor', counts);
  expect(() => countRuns([{ ...run!, columns: noEvents }], asked)).toThrow('a visitor has no events');
  const noValues = new Map(run!.columns).set('page', compressed(new Uint8Array(10_000)));
  expect(() => countRuns([{ ...run!, columns: noValues }], asked)).toThrow('a dictionary has no values');
  const row = writePending(collectDays(viewsOfVisitors(10))[0]!);
  expect(() => runOfPending(FIRST_DAY, [row.slice(0, 99).with(98, row.at(-1)!)])).toThrow(InvalidRunError);
  expect(() => runOfPending(FIRST_DAY, [row.with(-1, 4)])).toThrow('layout is unknown');
  expect(() => runOfPending(FIRST_DAY, [new Uint8Array(0)])).toThrow('layout is unknown');
});
