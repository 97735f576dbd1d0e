// Merging must not block the thread that answers requests.
import { afterEach, expect, test } from 'vitest';
import { SUBJECT_KIND } from '../../src/catalog/subject.ts';
import { encodeRuns } from '../../src/event-log/encode-runs.ts';
import { MergeThread, type RunsToMerge } from '../../src/event-log/merge-thread.ts';
import { METRIC } from '../../src/rollups/metric.ts';

const merger = new MergeThread();

afterEach(() => merger.stop());

const subject = { kind: SUBJECT_KIND.website, id: 1, viewsCountForParent: false, parent: null };

function runOf(events: number, first = 0) {
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
  return encodeRuns(logged)[0]!;
}

test.each([
  ['a few runs of a few events', Array.from({ length: 20 }, (_, run) => runOf(2, run)), 0],
  ['one run of many events', [runOf(5_000)], 1],
  ['many runs of one event', Array.from({ length: 2_000 }, (_, run) => runOf(1, run)), 1],
])('%s', async (_, runs, turns) => {
  let turnsMeanwhile = 0;
  setImmediate(() => turnsMeanwhile++);
  const parts = await merger.merge(runs as unknown as RunsToMerge);
  // Nothing else gets a turn while a merge runs in this thread.
  expect(turnsMeanwhile).toBe(turns);
  expect(parts.reduce((sum, { run }) => sum + run.eventCount, 0)).toBe(
    runs.reduce((sum, { eventCount }) => sum + eventCount, 0),
  );
});
