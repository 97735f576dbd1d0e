import { expect, test } from 'vitest';
import {
  ATTEMPTS_MAX,
  boundedRetryAfterMs,
  retryDelayMs,
} from '../../../../src/extensions/notifications/outbox/back-off.ts';
import { DAY_MS, HOUR_MS } from '../../../support/test-clock.ts';

const delays = (random: number) =>
  Array.from({ length: ATTEMPTS_MAX - 1 }, (_, failed) => retryDelayMs(failed + 1, random));
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

test('the delay doubles from a minute to eight hours', () => {
  const minutes = delays(0.5).map((ms) => Math.round(ms / 60_000));
  expect(minutes).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 480, 480, 480, 480, 480]);
});

test('all attempts take about two days, whatever the jitter', () => {
  expect(sum(delays(0))).toBeGreaterThan(1.5 * DAY_MS);
  expect(sum(delays(1))).toBeLessThan(2.5 * DAY_MS);
  expect(retryDelayMs(3, 0)).toBeLessThan(retryDelayMs(3, 1));
});

test('a receiver may ask for more time, within bounds, and not for less', () => {
  expect(retryDelayMs(1, 0.5, HOUR_MS)).toBe(HOUR_MS);
  expect(retryDelayMs(1, 0.5, 1)).toBe(60_000);
  expect(retryDelayMs(1, 0.5, 365 * DAY_MS)).toBe(8 * HOUR_MS);
  expect(boundedRetryAfterMs(365 * DAY_MS)).toBe(8 * HOUR_MS);
});
