// What was stored once is read forever, also after a dimension or a type of events was added.
import { describe, expect, test } from 'vitest';
import { contentOf } from '../../../../src/core/engine/event-log/format/bytes.ts';
import { collectDays } from '../../../../src/core/engine/event-log/format/day-events.ts';
import type { LogEvent, LogEventType } from '../../../../src/core/engine/event-log/format/log-event.ts';
import { mergeRuns } from '../../../../src/core/engine/event-log/format/merge-runs.ts';
import { runOfPending, writePending } from '../../../../src/core/engine/event-log/format/pending.ts';
import { dimensionColumn } from '../../../../src/core/engine/event-log/format/run.ts';
import { COLUMN_NUMBERS, TYPE_NUMBERS } from '../../../../src/core/engine/event-log/format/stored-numbers.ts';
import { pendingContent, runsOf } from '../../../../src/core/engine/event-log/storage/run-rows.ts';
import { METRIC, VISITOR_METRICS } from '../../../../src/core/engine/rollups/metric.ts';
import { checksumOf } from '../../../../src/core/foundation/database/checksum.ts';
import { NO_VALUE, STORED_DIMENSIONS } from '../../../../src/core/foundation/dimensions/dimension.ts';
import { subjectLine } from '../../../support/subjects.ts';
import {
  eventsOfRun,
  type GoldenRun,
  goldenRuns,
  namesWithoutGolden,
  WEBSITE_ID,
  writtenToday,
} from './golden-runs.ts';
import { countRuns, encodeRuns } from './model.ts';

const GOLDEN = goldenRuns();

/** What events are expected to be today: those of before a dimension have no value of it. */
function expectedEvents({ events }: GoldenRun): Readonly<Record<string, string>>[] {
  const noValues = Object.fromEntries(STORED_DIMENSIONS.map((name) => [name, NO_VALUE]));
  return events.map((event) => ({ ...noValues, ...event }));
}

function sorted(events: readonly Readonly<Record<string, string>>[]): string[] {
  const names = Object.keys(events[0]!).sort();
  return events.map((event) => JSON.stringify(names.map((name) => [name, event[name]]))).sort();
}

function storedRun({ rows }: GoldenRun) {
  return runsOf(WEBSITE_ID, rows)[0]!.run;
}

describe.each(GOLDEN)('$name', (golden) => {
  test('its numbers mean the same', () => {
    expect(COLUMN_NUMBERS).toMatchObject(golden.columns);
    expect(TYPE_NUMBERS).toMatchObject(golden.types);
  });

  test('the run has the events that were stored in it', () => {
    expect(sorted(eventsOfRun(storedRun(golden)))).toEqual(sorted(expectedEvents(golden)));
  });

  test('the pending row has the events that were stored in it', () => {
    const { day } = golden.pending;
    const run = runOfPending(day, [pendingContent(WEBSITE_ID, golden.pending)]);
    expect(sorted(eventsOfRun(run))).toEqual(sorted(expectedEvents(golden)));
  });

  test('the same events are stored as the same bytes today', () => {
    const today = writtenToday(golden.events);
    const stored = storedRun(golden);
    expect([...today.columns.keys()].sort()).toEqual([...stored.columns.keys()].sort());
    // How far they are compressed is up to the library.
    for (const [column, bytes] of today.columns) {
      expect(contentOf(bytes), column).toEqual(contentOf(stored.columns.get(column)!));
    }
  });
});

test('all of them can be merged', () => {
  const [merged] = mergeRuns(GOLDEN.map(storedRun), { partEventsMax: Number.POSITIVE_INFINITY });
  expect(sorted(eventsOfRun(merged!.run))).toEqual(sorted(GOLDEN.flatMap(expectedEvents)));
});

test('every dimension and every type is in a golden file, so that its number can not change', () => {
  expect(namesWithoutGolden(), 'run: npm run golden').toEqual([]);
});

test('no number is given twice', () => {
  for (const numbers of [Object.values(COLUMN_NUMBERS), Object.values(TYPE_NUMBERS)]) {
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers.every((number) => Number.isInteger(number) && number >= 0 && number < 256)).toBe(true);
  }
  expect(VISITOR_METRICS.map((name) => METRIC[name])).toEqual([0, 1, 2, 3, 4]);
});

describe('what a later version has stored', () => {
  const { website } = subjectLine();
  const view: LogEvent = {
    ...{ visitorHigh: 1, visitorLow: 1, day: 20_000, second: 0, type: METRIC.views, subject: website, revenue: 0 },
    dimensions: { device: 'mobile' },
  };
  const later = { ...view, type: 200 as LogEventType };
  const question = {
    ...{ subjects: [website], windows: [{ firstDay: 20_000, lastDay: 20_000 }], filters: [] },
    breakDown: { by: 'device', windows: 1, valuesMax: 50 } as const,
  };

  test('events of its types count for nothing, and are kept', () => {
    const [run] = encodeRuns([view, later]);
    const { all } = countRuns([run!], question).subjects[0]![0]!;
    expect([all.total.views, all.distinct.views]).toEqual([1, 1]);
    expect(mergeRuns([run!])[0]!.run).toEqual(run);
  });

  test('its dimensions are left out of answers, but a merge would lose them', () => {
    const row = writePending(collectDays([view])[0]!);
    const columnAt = row.indexOf(COLUMN_NUMBERS.device);
    const unknown = row.with(columnAt, 200);
    expect(dimensionColumn(runOfPending(20_000, [row], ['device']), 'device')?.dictionary).toEqual(['mobile']);
    expect(dimensionColumn(runOfPending(20_000, [unknown], ['device']), 'device')).toBeUndefined();
    expect(() => runOfPending(20_000, [unknown])).toThrow('a later version of the service has stored column 200');
    const content = new Uint8Array([2]);
    const numbers = { day: 20_000, visitors_from: 0, column_number: 200, event_count: 1, threshold: 1 };
    const checksum = checksumOf(content, [WEBSITE_ID, ...Object.values(numbers)]);
    const rows = [{ ...numbers, run: 1, content, checksum }];
    expect(() => runsOf(WEBSITE_ID, rows)).toThrow('a later version of the service has stored column 200');
  });
});
