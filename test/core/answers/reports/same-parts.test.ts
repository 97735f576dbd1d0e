// How many websites are compared with the same part of the period before: each is a question to its log.
import { expect, test } from 'vitest';
import { readSameParts } from '../../../../src/core/answers/reports/account/same-parts.ts';

type Asked = Parameters<typeof readSameParts>;

/** What becomes of a comparison of so many websites, and of others that have nothing to compare with. */
async function outcome(compared: number, others: number): Promise<string> {
  const group = (count: number, previous: object | undefined) => ({
    websites: Array.from({ length: count }, (_, index) => ({ id: index + 1 })),
    ...{ window: { firstDay: 100, lastDay: 106 }, previous },
  });
  const database = { query: () => Promise.reject(new Error('the log is asked')) };
  const groups = [group(compared, { firstDay: 93, lastDay: 99 }), group(others, undefined)];
  try {
    await readSameParts(
      { database } as unknown as Asked[0],
      { timeframe: 'last_7_days' } as Asked[1],
      groups as unknown as Asked[2],
    );
    return 'nothing is asked';
  } catch (error) {
    return (error as Error).message;
  }
}

test('20 websites are compared, and not one more', async () => {
  expect(await outcome(20, 5)).toBe('the log is asked');
  expect(await outcome(21, 0)).toBe('compare=same_part compares at most 20 websites: name them in website_ids.');
  expect(await outcome(0, 21)).toBe('nothing is asked');
});
