// Events that come with rows of dimensions are the same in the log as events that come with their values.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { collectDays, EventsByDay } from '../../../../src/core/engine/event-log/format/day-events.ts';
import { writePending } from '../../../../src/core/engine/event-log/format/pending.ts';
import { GrowingRows } from '../../../../src/core/foundation/dimensions/dimension-rows.ts';
import { acceptedDimensions } from '../../../support/dimensions.ts';
import { logEvents } from './model.ts';

test('rows of several batches, and events without rows in between', () => {
  const ways = fc.array(fc.constantFrom('first batch', 'second batch', 'values'), { minLength: 80, maxLength: 80 });
  fc.assert(
    fc.property(logEvents, ways, (events, wayOf) => {
      const batches = { 'first batch': rowsWithManyValues(), 'second batch': new GrowingRows() };
      const byDay = new EventsByDay();
      for (const [index, { dimensions: values, ...event }] of events.entries()) {
        const way = wayOf[index]!;
        if (way === 'values') byDay.add({ ...event, dimensions: values });
        else {
          const { dimensions, dimensionRow } = acceptedDimensions(values, batches[way]);
          byDay.addRow(event, dimensions, dimensionRow);
        }
      }
      expect(byDay.days().map(writePending)).toEqual(collectDays(events).map(writePending));
    }),
  );
});

/** A day has far fewer events than the batch has values. */
function rowsWithManyValues(): GrowingRows {
  const rows = new GrowingRows();
  for (let page = 0; page < 200; page++) acceptedDimensions({ page: `/of-another-day/${page}` }, rows);
  return rows;
}
