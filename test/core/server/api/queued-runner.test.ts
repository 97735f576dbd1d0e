import { expect, test, vi } from 'vitest';
import { type Database, WebsitesUnreachableError } from '../../../../src/core/foundation/database/database.ts';
import { estimateCost, QueuedRunner } from '../../../../src/core/server/api/queued-runner.ts';
import { findRead, idsOf, type ReadAnswer, type ReadRequest } from '../../../../src/core/server/api/read-runner.ts';
import { READ_OPERATIONS } from '../../../support/operations.ts';
import { DAY_MS } from '../../../support/test-clock.ts';

const TODAY = 20_000;
const ANSWER: ReadAnswer = { json: 'answer', fromMs: 0, untilMs: 1 };

function costOf(operation: string, query: Record<string, unknown>, websiteIds = [1]): number {
  return estimateCost(findRead(READ_OPERATIONS, { operation }), {
    operation,
    query,
    websites: { websiteIds },
    nowMs: TODAY * DAY_MS,
  });
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

test('what reads the event log costs more: the more, the more days it reads', () => {
  const device = [{ dimension: 'device', value: 'mobile' }];
  const ascending = [
    costOf('get_website_report', { timeframe: 'last_30_days' }),
    costOf('get_website_report', { timeframe: 'last_30_days', since: '12:00' }),
    costOf('get_website_report', { timeframe: 'last_30_days', group_by: 'hour' }),
    costOf('get_website_report', { timeframe: 'last_30_days', filter: device, previous_period: true }),
    costOf('get_website_report', { timeframe: 'last_365_days', filter: device }),
    // Whether a visitor is new depends on all days before.
    costOf('get_website_report', { timeframe: 'today', break_down_by: 'visitor_type' }),
    costOf('get_experiment', { filter: device }),
  ];
  expect(ascending).toEqual(ascending.toSorted((a, b) => a - b));
  expect(new Set(ascending).size).toBe(ascending.length);
  const funnel = (dimension: string) => ({ timeframe: 'today', step: [{ filters: [] }, { filters: [{ dimension }] }] });
  expect(costOf('get_funnel', funnel('device'))).toBe(
    costOf('get_website_report', { timeframe: 'today', filter: device }),
  );
  expect(costOf('get_funnel', funnel('visitor_type'))).toBe(
    costOf('get_website_report', { timeframe: 'today', break_down_by: 'visitor_type' }),
  );
  const attribution = (asked: object) => costOf('get_attribution', { timeframe: 'today', ...asked });
  expect(attribution({ window_days: 30 })).toBeGreaterThan(attribution({ window_days: 7 }));
  expect(attribution({})).toBeGreaterThan(costOf('get_website_report', { timeframe: 'today' }));
  // Whether an event is a visitor's first one depends on all days before.
  expect(costOf('get_retention', { timeframe: 'today', first: 'view' })).toBe(
    costOf('get_website_report', { timeframe: 'today', break_down_by: 'visitor_type' }),
  );
  expect(costOf('get_paths', { timeframe: 'today', from: { filters: [] } })).toBe(attribution({}));
  expect(costOf('get_website_report', { timeframe: 'today', filter: [] })).toBe(
    costOf('get_website_report', { timeframe: 'today' }),
  );
});

test('every read operation has a cost, whatever is asked for', () => {
  for (const { name } of READ_OPERATIONS) {
    for (const input of [{}, { timeframe: 'insights_week' }, { timeframe: 'custom' }]) {
      expect(costOf(name, input), name).toBeGreaterThan(0);
    }
    // The report rejects it, so it reads no days.
    const malformed = { timeframe: 'custom', range_start: 'x', range_end: '' };
    expect(costOf(name, malformed), name).toBeGreaterThanOrEqual(0);
    expect(costOf(name, malformed), name).toBeLessThan(costOf(name, {}));
  }
});

test('a website that can no longer be reached when its turn comes is refused, and keeps nobody waiting', async () => {
  const unreachable = new Set<number>();
  const first = Promise.withResolvers<ReadAnswer>();
  const started: string[] = [];
  const run = ({ operation, websites }: ReadRequest) => {
    started.push(`${operation} ${idsOf(websites)}`);
    return started.length === 1 ? first.promise : Promise.resolve(ANSWER);
  };
  const database: Pick<Database, 'unreachable'> = {
    unreachable: async (ids) => new Map(ids.filter((id) => unreachable.has(id)).map((id) => [id, 'worker-1'])),
  };
  const queue = new QueuedRunner(database, READ_OPERATIONS, { run }, 1);
  const read = (operation: string, websiteIds: readonly number[]) => {
    const websites = websiteIds.length === 1 ? { websiteId: websiteIds[0]! } : { websiteIds };
    return queue.run({ operation, query: { timeframe: 'today' }, websites, nowMs: TODAY * DAY_MS }, { tenant: 'a' });
  };
  const answers = [
    read('get_website_report', [1]),
    read('get_website_report', [2]),
    read('get_account_performance', [2, 3]),
    read('get_website_report', [3]),
    // It reads from the coordinator alone.
    read('list_websites', [2, 3]),
  ];
  await expect.poll(() => started).toHaveLength(1);
  unreachable.add(2);
  first.resolve(ANSWER);
  const refused = { reason: expect.any(WebsitesUnreachableError) };
  const answered = { value: ANSWER };
  expect(await Promise.allSettled(answers)).toMatchObject([answered, refused, refused, answered, answered]);
  expect(started.toSorted()).toEqual(['get_website_report 1', 'get_website_report 3', 'list_websites 2,3']);
});

test('the workers are asked before a read that has waited for long', async () => {
  vi.useFakeTimers();
  try {
    const delays: (boolean | undefined)[] = [];
    const unreachable: Database['unreachable'] = async (_ids, options) => {
      delays.push(options?.isDelayed);
      return new Map();
    };
    const first = Promise.withResolvers<ReadAnswer>();
    const queue = new QueuedRunner({ unreachable }, READ_OPERATIONS, { run: () => first.promise }, 1);
    const read = () =>
      queue.run(
        { operation: 'get_website_report', query: {}, websites: { websiteId: 1 }, nowMs: TODAY * DAY_MS },
        { tenant: 'a' },
      );
    const reads = [read(), read()];
    await vi.advanceTimersByTimeAsync(1_000);
    first.resolve(ANSWER);
    await Promise.all(reads);
    expect(delays).toEqual([false, true]);
  } finally {
    vi.useRealTimers();
  }
});
