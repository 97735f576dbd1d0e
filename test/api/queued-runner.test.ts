import { expect, test } from 'vitest';
import { estimateCost } from '../../src/api/queued-runner.ts';
import { READ_OPERATIONS } from '../../src/api/read-operations.ts';

const TODAY = 20_000;

function costOf(operation: string, query: Record<string, unknown>, websiteIds = [1]): number {
  return estimateCost({ operation, query, websites: { websiteIds }, today: TODAY });
}

test('more days, more subjects and more to compare cost more', () => {
  const ascending = [
    costOf('get_website_report', { timeframe: 'today' }),
    costOf('get_website_report', { timeframe: 'last_30_days' }),
    costOf('get_website_report', { timeframe: 'last_30_days', previous_period: true }),
    costOf('get_website_report', { timeframe: 'custom', range_start: '2024-01-01', range_end: '2025-02-03' }),
    costOf('list_campaigns', { timeframe: 'custom', range_start: '2024-01-01', range_end: '2025-02-03' }),
    costOf('list_campaigns', { timeframe: 'all_time' }),
  ];
  expect(ascending).toEqual(ascending.toSorted((a, b) => a - b));
  expect(new Set(ascending).size).toBe(ascending.length);
  const account = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  expect(costOf('get_account_performance', { timeframe: 'today' }, account(50))).toBeGreaterThan(
    costOf('get_account_performance', { timeframe: 'today' }, account(5)),
  );
});

test('every read operation has a cost, whatever is asked for', () => {
  const inputs = [
    {},
    { timeframe: 'insights_week' },
    { timeframe: 'custom' },
    { timeframe: 'custom', range_start: 'x', range_end: '' },
  ];
  for (const { name } of READ_OPERATIONS) {
    for (const input of inputs) expect(costOf(name, input)).toBeGreaterThanOrEqual(0);
  }
});
