// An erased visitor leaves nothing but counts.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LogEvent } from '../../../../src/core/engine/event-log/format/log-event.ts';
import { secondsOf, visitorsOf } from '../../../../src/core/engine/event-log/format/run.ts';
import { countVisitor, withoutVisitor } from '../../../../src/core/engine/event-log/format/without-visitor.ts';
import { METRIC } from '../../../../src/core/engine/rollups/metric.ts';
import { NOBODY_LOW } from '../../../../src/core/foundation/sketches/visitor-hash.ts';
import { subjectLine } from '../../../support/subjects.ts';
import { breakdowns, countRuns, encodeRuns, logEvents } from './model.ts';

const NO_TIME = 43_200;
const VIEW = { day: 20_000, second: 7, type: METRIC.views, subject: subjectLine().website, revenue: 0 };

test('an erased visitor is not in the run any more; totals are as before, and so are the other visitors', () => {
  fc.assert(
    fc.property(logEvents, breakdowns, fc.nat(), (events, { subjects, windows }, chosen) => {
      fc.pre(events.length > 0);
      const { visitorLow, visitorHigh } = events[chosen % events.length]!;
      fc.pre(visitorLow !== NOBODY_LOW);
      const runs = encodeRuns(events);
      const left = runs.flatMap((run) => {
        const erased = withoutVisitor(run, visitorLow, visitorHigh, NO_TIME);
        expect(erased === undefined).toBe(countVisitor(run, visitorLow, visitorHigh) === 0);
        return erased ? [...(erased.others ? [erased.others] : []), erased.anonymous] : [run];
      });
      expect(left.some((run) => countVisitor(run, visitorLow, visitorHigh) > 0)).toBe(false);
      const asked = { subjects, windows, filters: [] };
      const totals = (some: typeof runs) =>
        countRuns(some, asked).subjects.map((ofSubject) => ofSubject.map(({ all }) => all.total));
      expect(totals(left)).toEqual(totals(runs));
      const others = events.filter((event) => event.visitorLow !== visitorLow || event.visitorHigh !== visitorHigh);
      const seconds = left.flatMap((run) => [...secondsOf(run)]).filter((second) => second !== NO_TIME);
      expect(seconds.sort()).toEqual(others.flatMap(({ second }) => (second !== NO_TIME ? [second] : [])).sort());
    }),
  );
});

test('what is left of erased visitors is in all samples alike, and tells of no two events that they were of the same one', () => {
  const view = { ...VIEW, visitorLow: 1, visitorHigh: 1, dimensions: {} };
  const [run] = encodeRuns(Array.from({ length: 400 }, (_, second) => ({ ...view, second })));
  const { anonymous } = withoutVisitor({ ...run!, threshold: 2 ** 31 }, 1, 1, NO_TIME)!;
  const { high, low } = visitorsOf(anonymous);
  expect([new Set(low), high.every((half) => half < 2 ** 31)]).toEqual([new Set([NOBODY_LOW]), true]);
  // Hardly any two are in the same samples; and a half has half of them, give or take ten standard deviations.
  expect(high.length).toBeGreaterThan(390);
  expect(Math.abs(high.filter((half) => half < 2 ** 30).length - 200)).toBeLessThan(100);
});

test('values that only an erased visitor had are gone', () => {
  const events: LogEvent[] = [
    { ...VIEW, visitorLow: 1, visitorHigh: 1, dimensions: { page: '/her-own-page' } },
    { ...VIEW, visitorLow: 2, visitorHigh: 2, dimensions: { page: '/' } },
  ];
  const [run] = encodeRuns(events);
  const { others, anonymous } = withoutVisitor(run!, 1, 1, NO_TIME)!;
  for (const { columns } of [others!, anonymous]) {
    for (const bytes of columns.values()) expect(Buffer.from(bytes).includes('/her-own-page')).toBe(false);
  }
  expect(anonymous.columns.has('page')).toBe(false);
});
