// The touches of a visitor: which are kept, and which one an order is credited to.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SUBJECT_KIND } from '../../src/catalog/subject.ts';
import { addTouches, lastTouch, TOUCHES_MAX, type Touch } from '../../src/ingestion/touches.ts';

const touch = (day: number, second: number, id = 1): Touch => ({ day, second, kind: SUBJECT_KIND.campaign, id });

test('the last touch at the time of the order or before is credited', () => {
  const touches = [touch(10, 100, 1), touch(10, 200, 2), touch(11, 0, 3)];
  const credited = (day: number, second: number, windowDays = 7) => lastTouch(touches, { day, second }, windowDays)?.id;
  expect([credited(10, 99), credited(10, 100), credited(10, 199), credited(10, 200), credited(12, 0)]).toEqual([
    undefined,
    1,
    1,
    2,
    3,
  ]);
  // Where a day of the website begins before that of UTC.
  expect([credited(11, -1), credited(11, 0)]).toEqual([2, 3]);
});

test('a touch of the day of the order, or at most so many days before it', () => {
  const credited = (windowDays: number, day: number) => lastTouch([touch(10, 5)], { day, second: 0 }, windowDays)?.id;
  expect([credited(1, 11), credited(1, 12), credited(7, 17), credited(7, 18)]).toEqual([1, undefined, 1, undefined]);
});

describe('of a visitor', () => {
  test('the last ones are kept, in the order of time', () => {
    const many = Array.from({ length: TOUCHES_MAX + 5 }, (_, index) => touch(10, index, index));
    expect(addTouches(many.slice(10).reverse(), many.slice(0, 10))).toEqual(many.slice(5));
  });

  test('of the same second, the one that was added later is the last', () => {
    const touches = addTouches([touch(10, 5, 1)], [touch(10, 5, 2)]);
    expect(lastTouch(touches, { day: 10, second: 5 }, 7)?.id).toBe(2);
  });

  test('of those of a subject that follow each other on a day, the first and the last are kept', () => {
    const [a, b, c] = [touch(10, 1), touch(10, 2), touch(10, 3)];
    const other = touch(10, 4, 2);
    expect(addTouches([a, b, c], [other, touch(10, 5)])).toEqual([a, c, other, touch(10, 5)]);
    // A day of its own may be the only one within the window.
    expect(addTouches([a], [touch(11, 0), touch(12, 0)])).toHaveLength(3);
  });
});

test('what is kept credits every order as all touches would', () => {
  const anyTouch = fc.record({
    day: fc.integer({ min: 10, max: 13 }),
    second: fc.integer({ min: 0, max: 6 }),
    kind: fc.constant(SUBJECT_KIND.campaign),
    id: fc.integer({ min: 1, max: 3 }),
  });
  const time = fc.record({ day: fc.integer({ min: 9, max: 16 }), second: fc.integer({ min: 0, max: 7 }) });
  const commits = fc.array(fc.array(anyTouch, { maxLength: 6 }), { maxLength: 6 });
  fc.assert(
    fc.property(commits, fc.array(time), fc.integer({ min: 1, max: 5 }), (added, orders, windowDays) => {
      const kept = added.reduce<readonly Touch[]>(addTouches, []);
      const all = added.flat().map((one, at) => ({ one, at, time: one.day * 86_400 + one.second }));
      for (const order of orders) {
        const before = all.filter((entry) => entry.time <= order.day * 86_400 + order.second);
        const last = before.sort((a, b) => a.time - b.time || a.at - b.at).at(-1)?.one;
        const expected = last && last.day >= order.day - windowDays ? last.id : undefined;
        expect(lastTouch(kept, order, windowDays)?.id).toBe(expected);
      }
    }),
    { seed: 3 },
  );
});
