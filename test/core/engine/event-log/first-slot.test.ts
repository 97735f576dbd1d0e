import { expect, test } from 'vitest';
import { MULTIPLIERS, slotOf } from '../../../../src/core/engine/event-log/kernels/first-slot.ts';

const SIZE = 2 ** 14;

test('visitors whose hashes were chosen are searched for at many places', () => {
  const [multipliers, others] = [
    { low: 0x9e3779b1, high: 0x85ebca6b },
    { low: 0xc2b2ae35, high: 0x27d4eb2f },
  ];
  const visitors = Array.from({ length: SIZE / 2 }, (_, n) => ({ low: n, high: n ^ 5 }));
  const slots = visitors.map(({ low, high }) => slotOf(high, low, SIZE, multipliers));
  expect(new Set(slots).size).toBeGreaterThan(SIZE / 4);
  expect(slots.every((slot) => slot >= 0 && slot < SIZE)).toBe(true);
  // Visitors who are searched for at one place with some numbers are not with others.
  const [crowded] = [...Map.groupBy(visitors, ({ low, high }) => slotOf(high, low, 64, multipliers)).values()];
  expect(crowded!.length).toBeGreaterThan(SIZE / 2 / 64 / 2);
  expect(new Set(crowded!.map(({ low, high }) => slotOf(high, low, 64, others))).size).toBeGreaterThan(16);
});

test('each process has random numbers of its own for that', () => {
  expect([MULTIPLIERS.low % 2, MULTIPLIERS.high % 2]).toEqual([1, 1]);
  expect(MULTIPLIERS.low).not.toBe(MULTIPLIERS.high);
});
