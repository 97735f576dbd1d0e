// What is counted goes to the event log as well, with time and dimensions, where the website has one.
import { expect, test } from 'vitest';
import type { CatalogCache } from '../../../../src/core/engine/catalog/load-catalog.ts';
import { PAGE_VIEW, SELECTION } from '../../../../src/core/engine/event-log/format/log-event.ts';
import { runOfPending } from '../../../../src/core/engine/event-log/format/pending.ts';
import { actionsOf, dimensionColumn, secondsOf } from '../../../../src/core/engine/event-log/format/run.ts';
import { METRIC } from '../../../../src/core/engine/rollups/metric.ts';
import { EventCounter } from '../../../../src/core/intake/commit/count-events.ts';
import { AcceptedEvent } from '../../../../src/core/intake/events/event.ts';
import { acceptedDimensions } from '../../../support/dimensions.ts';
import { subjectLine } from '../../../support/subjects.ts';

/** Website 1 has a log. */
const catalog = { get: (id: number) => ({ settings: { event_log: id === 1 } }) } as unknown as CatalogCache;

test('events of a website with a log, by day', () => {
  const counter = new EventCounter(catalog);
  const add = (websiteId: number, fields: Partial<AcceptedEvent>) =>
    counter.add(subjectLine(websiteId).element, Object.assign(new AcceptedEvent(), fields));
  const dimensions = acceptedDimensions({ device: 'mobile', page: '/' });
  add(1, { type: METRIC.views, day: 20_000, second: 86_399, ...dimensions });
  add(1, { type: SELECTION, day: 20_001, second: 5, list: 'size', value: 'L' });
  add(2, { type: METRIC.views, day: 20_000 });
  const { log, rollups } = counter.rows();
  expect([...log.websiteIds]).toEqual([1]);
  expect(log.rows.map(({ websiteId, day, eventCount }) => [websiteId, day, eventCount])).toEqual([
    [1, 20_000, 1],
    [1, 20_001, 1],
  ]);
  const [view, selection] = log.rows.map(({ day, content }) => runOfPending(day, [content as Uint8Array]));
  expect([...secondsOf(view!)]).toEqual([86_399]);
  expect(dimensionColumn(view!, 'device')!.dictionary).toEqual(['mobile']);
  expect([...actionsOf(selection!).types]).toEqual([SELECTION]);
  expect(rollups.counters.length).toBeGreaterThan(0);
});

test('a page view is in the log alone', () => {
  const counter = new EventCounter(catalog);
  for (const id of [1, 2]) {
    const pageView = Object.assign(new AcceptedEvent(), { type: PAGE_VIEW, day: 20_000 });
    counter.add(subjectLine(id).website, pageView);
  }
  const { log, rollups } = counter.rows();
  expect(log.rows.map(({ websiteId, eventCount }) => [websiteId, eventCount])).toEqual([[1, 1]]);
  expect([rollups.counters.length, rollups.visitors.length, rollups.valueLists.length]).toEqual([0, 0, 0]);
});
