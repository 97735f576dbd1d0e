import { METRIC_NAMES } from '@funnel/report-files/metrics.ts';
import { expect, it } from 'vitest';
import { metricDetail, metricLabel } from '../../dashboard/src/format/metric.ts';
import { changeDirection, formatChange, formatMoney, formatMoneyCompact } from '../../dashboard/src/format/numbers.ts';
import { signedPercent } from '../../src/core/foundation/text/wording.ts';

it.each([
  [0, 'USD', '$0.00'],
  [9_999.99, 'USD', '$9,999.99'],
  [10_000, 'USD', '$10,000.00'],
  [1_234_567.891, 'EUR', '€1,234,567.89'],
  [12_345, 'JPY', '¥12,345'],
])('%d %s is written as %s, with as many digits as any other amount', (value, currency, text) => {
  expect(formatMoney(value, currency)).toBe(text);
});

it.each([
  [999, '$999'],
  [12_345, '$12.3K'],
  [-5, '\u2212$5'],
  [-12_345, '\u2212$12.3K'],
  [-0.4, '$0'],
])('%d is %s where there is little room', (value, text) => {
  expect(formatMoneyCompact(value, 'USD')).toBe(text);
});

it('unique counts of views are visitors, everywhere; only events are views', () => {
  expect(metricLabel('views', 'distinct')).toBe('Visitors');
  expect(metricLabel('views', 'total')).toBe('Views');
  const metrics = Object.fromEntries(METRIC_NAMES.map((name) => [name, 1])) as unknown as Parameters<
    typeof metricDetail
  >[1];
  expect(metricDetail('conversions', metrics, 'USD', 'distinct')).toBe('1.00% of visitors');
  expect(metricDetail('conversions', metrics, 'USD', 'total')).toBe('1.00% of views');
});

it('a number below zero has a minus sign, as in the sentences of the service', () => {
  expect(formatChange(-12.34)).toBe('\u221212.3%');
  expect(formatChange(-12.34)).toBe(signedPercent(-0.1234));
  expect(formatChange(12.34)).toBe('+12.3%');
  expect(formatMoney(-5, 'USD')).toBe('\u2212$5.00');
});

it('a number that is shown as zero has no sign, nor in the sentences of the service', () => {
  expect(formatChange(-0.04)).toBe('0.0%');
  expect(signedPercent(-0.0004)).toBe('0.0%');
  expect(formatMoney(-0.004, 'USD')).toBe('$0.00');
});

it.each([
  [0.05, 'up'],
  [0.049, 'flat'],
  [0, 'flat'],
  [-0.049, 'flat'],
  [-0.05, 'down'],
  [-40, 'down'],
])('a change of %d percent is shown as %s', (percent, direction) => {
  expect(changeDirection(percent)).toBe(direction);
});
