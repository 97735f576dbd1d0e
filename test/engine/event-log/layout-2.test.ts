// Runs that were stored in layout 2, the one before the present, are read and merged like others.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { countRuns } from '../../../src/engine/event-log/counting/count-runs.ts';
import type { Question } from '../../../src/engine/event-log/counting/question.ts';
import type { LogEvent, LogEventType } from '../../../src/engine/event-log/format/log-event.ts';
import { SELECTION } from '../../../src/engine/event-log/format/log-event.ts';
import { mergeRuns } from '../../../src/engine/event-log/format/merge-runs.ts';
import { ALL_VISITORS, lineOf, RUN_COLUMNS, type Run } from '../../../src/engine/event-log/format/run.ts';
import { METRIC } from '../../../src/engine/rollups/metric.ts';
import { encodeRuns, expectedAnswer, FIRST_DAY, LINE, plain } from './model.ts';

const EVENT_COUNT = 600;
/** Layout 2 had no holdouts. */
const SUBJECTS = LINE.filter((subject) => !lineOf(subject).some(({ isHoldout }) => isHoldout));

/** Some columns of these events were compressed, and there are more pages than a byte has values. */
const EVENTS: readonly LogEvent[] = Array.from({ length: EVENT_COUNT }, (_, n) => {
  const type = ((n * 5) % (SELECTION + 1)) as LogEventType;
  return {
    visitorHigh: Math.imul(n % 150, 0x9e3779b1),
    visitorLow: n % 150,
    day: FIRST_DAY,
    second: n * 97,
    type,
    subject: SUBJECTS[n % SUBJECTS.length]!,
    revenue: type === METRIC.orders ? n * 1_000 : 0,
    dimensions: { device: ['desktop', 'mobile', 'tablet'][n % 3]!, page: `/${(n * 7) % 300}` },
  };
});

/** As layout 2 has stored them: the bytes of each column. */
function storedRun(): Run {
  const file = new URL('layout-2.json', import.meta.url);
  const stored: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'));
  const columns = RUN_COLUMNS.filter((column) => column in stored).map(
    (column) => [column, new Uint8Array(Buffer.from(stored[column]!, 'base64'))] as const,
  );
  return { day: FIRST_DAY, eventCount: EVENT_COUNT, threshold: ALL_VISITORS, columns: new Map(columns) };
}

test.each(['device', 'page'] as const)('questions by %s', (by) => {
  const asked: Question = {
    subjects: LINE,
    windows: [{ firstDay: FIRST_DAY, lastDay: FIRST_DAY }],
    filters: [
      { dimension: 'device', value: 'mobile' },
      { dimension: 'page', value: '/7' },
    ],
    breakDown: { by, windows: 1 },
  };
  for (const filters of [[], asked.filters.slice(0, 1), asked.filters]) {
    const question = { ...asked, filters };
    expect(plain(countRuns([storedRun()], question).subjects)).toEqual(plain(expectedAnswer(EVENTS, question)));
  }
});

test('a merge writes the present layout', () => {
  expect(mergeRuns([storedRun()]).map(({ run }) => run)).toEqual(encodeRuns(EVENTS));
});
