// Which values of a dimension a day keeps if it has too many.
import { describe, expect, test } from 'vitest';
import { collectDays } from '../../../../src/core/engine/event-log/format/day-events.ts';
import { VALUES_MAX, ValueVisitors } from '../../../../src/core/engine/event-log/format/kept-values.ts';
import type { LogEvent } from '../../../../src/core/engine/event-log/format/log-event.ts';
import { mergeRuns } from '../../../../src/core/engine/event-log/format/merge-runs.ts';
import { runOfPending, writePending } from '../../../../src/core/engine/event-log/format/pending.ts';
import type { Run } from '../../../../src/core/engine/event-log/format/run.ts';
import { METRIC } from '../../../../src/core/engine/rollups/metric.ts';
import { OTHER_VALUES } from '../../../../src/core/foundation/dimensions/dimension.ts';
import { subjectLine } from '../../../support/subjects.ts';
import { countRuns, FIRST_DAY } from './model.ts';

const { website } = subjectLine();

function view(visitor: number, page: string): LogEvent {
  return {
    ...{ visitorHigh: visitor, visitorLow: visitor, day: FIRST_DAY, second: 0, type: METRIC.views },
    ...{ subject: website, revenue: 0, dimensions: { page } },
  };
}

const flood = (count: number, visitor = 1) => Array.from({ length: count }, (_, n) => view(visitor, `/invented/${n}`));
const visits = (page: string, ...visitors: number[]) => visitors.map((visitor) => view(visitor, page));

/** What commits have written, collected. */
const collected = (...commits: LogEvent[][]) =>
  runOfPending(
    FIRST_DAY,
    commits.map((events) => writePending(collectDays(events)[0]!)),
  );
/** What commits have written, each merged into a run before all of these are. */
const merged = (...commits: LogEvent[][]) =>
  mergeRuns(
    commits.map((events) => collected(events)),
    { partEventsMax: Number.POSITIVE_INFINITY },
  )[0]!.run;

/** The views of each page. */
function pagesOf(run: Run): Map<string, number> {
  const windows = [{ firstDay: FIRST_DAY, lastDay: FIRST_DAY }];
  const question = {
    subjects: [website],
    windows,
    filters: [],
    breakDown: { by: 'page', windows: 1, valuesMax: Number.POSITIVE_INFINITY } as const,
  };
  const { all, values } = countRuns([run], question).subjects[0]![0]!;
  const views = new Map(Array.from(values, ([page, { total }]) => [page, total.views]));
  expect([...views.values()].reduce((sum, count) => sum + count)).toBe(all.total.views);
  return views;
}

describe.each([
  ['rows of commits', collected],
  ['runs', merged],
])('when %s are merged', (_, merge) => {
  test('values that were invented before push out no later one with more visitors', () => {
    const views = pagesOf(merge(flood(VALUES_MAX), visits('/real', 2, 3)));
    expect(views.get('/real')).toBe(2);
    expect(views.get(OTHER_VALUES)).toBe(1);
    expect(views.size).toBe(VALUES_MAX + 1);
  });

  test('values that are invented later push out none with as many visitors', () => {
    const views = pagesOf(merge(visits('/real', 2), flood(VALUES_MAX + 5)));
    expect(views.get('/real')).toBe(1);
    expect(views.get(OTHER_VALUES)).toBe(6);
  });

  test('a visitor counts once for a value, in however many commits', () => {
    const floods = Array.from({ length: 4 }, () => flood(VALUES_MAX));
    expect(pagesOf(merge(...floods, visits('/real', 2, 3))).get('/real')).toBe(2);
  });

  test('what was counted as (other) before stays so', () => {
    const views = pagesOf(merge([...flood(VALUES_MAX), view(1, OTHER_VALUES)], visits('/real', 2, 3)));
    expect(views.get(OTHER_VALUES)).toBe(2);
  });
});

test('one commit keeps those of the most visitors, too', () => {
  expect(pagesOf(collected([...flood(VALUES_MAX), ...visits('/real', 2, 3)])).get('/real')).toBe(2);
});

test('a value that has hundreds of visitors is equal to one that has more', () => {
  const visitors = new ValueVisitors(3);
  for (let n = 0; n < 1_000; n++) visitors.add(1, (n * 0x9e37_79b9) | 0);
  for (let n = 0; n < 100_000; n++) visitors.add(2, (n * 0x9e37_79b9) | 0);
  expect([0, 1, 2].map((value) => visitors.countOf(value))).toEqual([0, 64, 64]);
});
