// Which touch of a visitor an order is credited to.
import { expect, test } from 'vitest';
import { SUBJECT_KIND } from '../../../../src/core/engine/catalog/subject.ts';
import { lastTouch, type Touch } from '../../../../src/core/intake/events/touches.ts';

const touch = (day: number, second: number, id = 1): Touch => ({ day, second, kind: SUBJECT_KIND.campaign, id });

test('the last touch at the time of the order or before is credited', () => {
  const touches = [touch(10, 100, 1), touch(10, 200, 2), touch(11, 0, 3)];
  const credited = (day: number, second: number, creditDays = 7) => lastTouch(touches, { day, second }, creditDays)?.id;
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
  const credited = (creditDays: number, day: number) => lastTouch([touch(10, 5)], { day, second: 0 }, creditDays)?.id;
  expect([credited(1, 11), credited(1, 12), credited(7, 17), credited(7, 18)]).toEqual([1, undefined, 1, undefined]);
});

test('of the same second, the deepest subject is the last, then the smallest id; the order of arrival does not matter', () => {
  const step = { ...touch(10, 5, 9), kind: SUBJECT_KIND.step };
  const credited = (...touches: Touch[]) =>
    [touches, touches.toReversed()].map((some) => lastTouch(some, { day: 10, second: 5 }, 7)?.id);
  expect(credited(touch(10, 5, 2), touch(10, 5, 1))).toEqual([1, 1]);
  expect(credited(touch(10, 5, 1), step)).toEqual([9, 9]);
  expect(credited(touch(10, 5, 2), touch(10, 4, 1))).toEqual([2, 2]);
});
