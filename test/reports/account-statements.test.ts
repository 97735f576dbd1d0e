// A report on many websites asks for all of them together: one statement for each website would take a round trip each.
import { expect, test } from 'vitest';
import { DirectReadRunner } from '../../src/api/read-runner.ts';
import { createManyWebsites } from '../insights/many-websites.ts';
import { TestClock } from '../support/test-clock.ts';

const WEBSITES = 5;

test.each(['get_account_performance', 'get_account_trends'])(
  '%s sends as many statements for five websites as for one',
  async (operation) => {
    const clock = new TestClock('2025-03-10T00:10:00Z');
    const { database, dispose } = await createManyWebsites('sqlite', WEBSITES, clock.now);
    const statementsFor = async (websiteIds: readonly number[]) => {
      let count = 0;
      const counting = {
        query: <Row>(...args: Parameters<typeof database.query>) => {
          count++;
          return database.query<Row>(...args);
        },
      };
      await new DirectReadRunner(counting).run({
        operation,
        query: { timeframe: 'last_30_days' },
        websites: { websiteIds },
        today: 20_157,
      });
      return count;
    };
    const all = Array.from({ length: WEBSITES }, (_, index) => index + 1);
    expect(await statementsFor(all)).toBe(await statementsFor([1]));
    await dispose();
  },
);
