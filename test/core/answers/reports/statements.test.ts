// How many statements a report sends. Each takes a round trip, and on a cluster two.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DirectReadRunner, type ReadRequest } from '../../../../src/core/server/api/read-runner.ts';
import type { TestDatabase } from '../../../support/databases.ts';
import { READ_OPERATIONS } from '../../../support/operations.ts';
import { DAY_MS, TestClock } from '../../../support/test-clock.ts';
import { createManyWebsites } from '../insights/many-websites.ts';

const WEBSITES = 5;
const ALL = Array.from({ length: WEBSITES }, (_, index) => index + 1);

let many: TestDatabase;

beforeAll(async () => {
  many = await createManyWebsites('sqlite', WEBSITES, new TestClock('2025-03-10T00:10:00Z').now);
});

afterAll(() => many.dispose());

async function statementsFor(operation: string, websites: ReadRequest['websites']): Promise<number> {
  let count = 0;
  const { database } = many;
  const counting = {
    query: <Row>(...args: Parameters<typeof database.query>) => {
      count++;
      return database.query<Row>(...args);
    },
  };
  const query = { timeframe: 'last_30_days', count_type: 'distinct', previous_period: true };
  await new DirectReadRunner(counting, READ_OPERATIONS).run({ operation, query, websites, nowMs: 20_157 * DAY_MS });
  return count;
}

test('a report on a website: one for the website, one for its zone, one for the counters, one for the visitors', async () => {
  expect(await statementsFor('get_website_report', { websiteId: 1 })).toBe(4);
});

test.each([
  'get_account_performance',
  'get_account_trends',
  'get_account_websites',
  'get_account_overview',
  'list_first_days',
])('%s: as many for five websites as for one', async (operation) => {
  expect(await statementsFor(operation, { websiteIds: ALL })).toBe(await statementsFor(operation, { websiteIds: [1] }));
});
