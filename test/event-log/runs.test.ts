// Runs of the event log, merged or not, give the same answers as plain arrays and sets.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DIMENSIONS, OTHER_VALUES } from '../../src/dimensions/dimension.ts';
import { columnsOf, countRuns, needsEarlierDays } from '../../src/event-log/count-runs.ts';
import { encodeRuns, VALUES_MAX } from '../../src/event-log/encode-runs.ts';
import type { LogEvent } from '../../src/event-log/log-event.ts';
import { DAY_EVENTS_MAX, mergeRuns } from '../../src/event-log/merge-runs.ts';
import { packRuns, RUN_COLUMNS, type Run, unpackRuns } from '../../src/event-log/run.ts';
import { METRIC } from '../../src/rollups/metric.ts';
import { subjectLine } from '../support/subjects.ts';
import { expectedAnswer, FIRST_DAY, logEvents, plain, question } from './model.ts';

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

/** Each batch as the pending run of a commit. */
function pendingRuns(batches: readonly (readonly LogEvent[])[]): Run[] {
  return batches.flatMap((events) => unpackRuns(packRuns(encodeRuns(events))));
}

function mergedByDay(runs: readonly Run[]): Run[] {
  return [...Map.groupBy(runs, ({ day }) => day).values()].map((ofDay) => mergeRuns(ofDay as [Run, ...Run[]]));
}

describe('for any events', () => {
  const batches = fc.array(logEvents, { maxLength: 4 });

  test('runs, merged and not, answer as plain arrays do', () => {
    fc.assert(
      fc.property(batches, question, (some, asked) => {
        const expected = plain(expectedAnswer(some.flat(), asked));
        const runs = pendingRuns(some);
        expect(plain(countRuns(runs, asked).subjects)).toEqual(expected);
        expect(plain(countRuns(mergedByDay(runs), asked).subjects)).toEqual(expected);
      }),
    );
  });
});

test('a question needs its own columns alone', () => {
  const asked = { subjects: [website], windows: [], filters: [{ dimension: 'device', value: 'x' } as const] };
  expect(columnsOf(asked)).toEqual(['visitor', 'type', 'subject', 'revenue', 'device']);
  expect(needsEarlierDays(asked)).toBe(false);
  expect(needsEarlierDays({ ...asked, breakDown: { by: 'visitor_type', windows: 1 } })).toBe(true);
  expect(RUN_COLUMNS).toEqual(['visitor', 'second', 'type', 'subject', 'revenue', ...DIMENSIONS.slice(0, -1)]);
});

test('values that are there are not displaced by later ones', () => {
  const views = Array.from({ length: VALUES_MAX + 5 }, (_, n) => ({ ...VIEW, dimensions: { page: `/${n}` } }));
  const run = mergeRuns(pendingRuns([[views.at(-1)!], views]) as [Run, ...Run[]]);
  const asked = {
    subjects: [website],
    windows: [{ firstDay: FIRST_DAY, lastDay: FIRST_DAY }],
    filters: [],
    breakDown: { by: 'page', windows: 1 } as const,
  };
  const { values } = countRuns([run], asked).subjects[0]![0]!;
  expect(values.get(`/${VALUES_MAX + 4}`)!.total.views).toBe(1);
  expect(values.get(OTHER_VALUES)!.total.views).toBe(6);
  expect(DAY_EVENTS_MAX).toBe(2_000_000);
});
