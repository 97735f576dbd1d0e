// Merging must not block the thread that answers requests.
import { afterEach, expect, test } from 'vitest';
import { SUBJECT_KIND } from '../../../../src/core/engine/catalog/subject.ts';
import { collectDays } from '../../../../src/core/engine/event-log/format/day-events.ts';
import { writePending } from '../../../../src/core/engine/event-log/format/pending.ts';
import { MergeThread } from '../../../../src/core/engine/event-log/upkeep/merge-thread.ts';
import { METRIC } from '../../../../src/core/engine/rollups/metric.ts';

const merger = new MergeThread();

afterEach(() => merger.stop());

const subject = { kind: SUBJECT_KIND.website, id: 1, viewsCountForParent: false, isHoldout: false, parent: null };

function rowOf(events: number, first = 0) {
  const logged = Array.from({ length: events }, (_, number) => {
    const visitorHigh = (first + number) * 1_000_003;
    return {
      visitorLow: 7,
      visitorHigh,
      day: 20_000,
      second: 1,
      type: METRIC.views,
      subject,
      revenue: 0,
      dimensions: {},
    };
  });
  return { eventCount: events, content: writePending(collectDays(logged)[0]!) };
}

test.each([
  ['a few rows of a few events', Array.from({ length: 20 }, (_, row) => rowOf(2, row)), 0],
  ['one row of many events', [rowOf(5_000)], 1],
  ['many rows of one event', Array.from({ length: 2_000 }, (_, row) => rowOf(1, row)), 1],
])('%s', async (_, rows, turns) => {
  let turnsMeanwhile = 0;
  setImmediate(() => turnsMeanwhile++);
  const eventCount = rows.reduce((sum, row) => sum + row.eventCount, 0);
  const pending = rows.map(({ content }) => content);
  const parts = await merger.merge({ day: 20_000, runs: [], pending, eventCount });
  // Nothing else gets a turn while a merge runs in this thread.
  expect(turnsMeanwhile).toBe(turns);
  expect(parts.reduce((sum, { run }) => sum + run.eventCount, 0)).toBe(eventCount);
});
