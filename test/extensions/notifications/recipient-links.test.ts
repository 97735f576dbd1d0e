// How often an address is asked whether it wants a report: by one account, and by all together.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Problem } from '../../../src/core/foundation/problem/problem.ts';
import {
  createLink,
  requireFewConfirmations,
} from '../../../src/extensions/notifications/recipients/recipient-links.ts';
import { ENGINES } from '../../support/databases.ts';
import { DAY_MS } from '../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../support/test-ingestion.ts';

describe.each(ENGINES)('on %s', (engine) => {
  let world: TestIngestion;
  beforeAll(async () => {
    world = await createTestIngestion(engine);
  });
  afterAll(() => world.dispose());

  const now = () => world.clock.now();

  function ask(accountId: number, email: string): Promise<string> {
    return world.database.transaction(async (tx) => {
      const refusal = await requireFewConfirmations(tx, accountId, [email], now()).catch((error: unknown) => error);
      if (refusal instanceof Problem) return refusal.message;
      await createLink(tx, 'confirm', { id: 1, websiteId: 1, email }, { accountId, now: now() });
      return 'asked';
    });
  }
  async function askTimes(times: number, accountId: number, email: string): Promise<string[]> {
    const answers = [];
    for (let time = 0; time < times; time++) answers.push(await ask(accountId, email));
    return answers;
  }
  const asked = (times: number) => Array<string>(times).fill('asked');

  test('one account does not use up the right of another one, and all together ask an address 12 times a week', async () => {
    const [first, second] = ['first@customer.example', 'second@customer.example'];
    const tooOften = `Your account has asked ${first} 3 times in 7 days whether it wants a report. Wait before you ask again.`;
    expect(await askTimes(5, 1, first)).toEqual([...asked(3), tooOften, tooOften]);
    expect(await askTimes(1, 1, second)).toEqual(asked(1));
    // What was refused does not count.
    for (const accountId of [2, 3, 4]) expect(await askTimes(3, accountId, first)).toEqual(asked(3));
    const byAll = `${first} gets at most 12 such questions in 7 days. Wait before you ask again.`;
    expect(await ask(5, first)).toBe(byAll);
    expect(await ask(5, second)).toBe('asked');

    world.clock.advance(7 * DAY_MS - 1000);
    expect([await ask(1, first), await ask(5, first)]).toEqual([tooOften, byAll]);
    world.clock.advance(1000);
    expect([await ask(1, first), await ask(5, first)]).toEqual(asked(2));
  });

  test('an account asks 50 people a day; mails with reports, which have a link to unsubscribe, are no questions', async () => {
    const accountId = 9;
    await world.database.transaction(async (tx) => {
      for (let index = 0; index < 60; index++) {
        const recipient = { id: 100 + index, websiteId: 1, email: `reader${index}@customer.example` };
        await createLink(tx, 'unsubscribe', recipient, { accountId, now: now() });
      }
    });
    for (let index = 0; index < 50; index++) {
      expect(await ask(accountId, `reader${index}@customer.example`)).toBe('asked');
    }
    const tooMany = 'An account may ask 50 people a day whether they want a report. Add the others tomorrow.';
    expect(await ask(accountId, 'reader50@customer.example')).toBe(tooMany);
    expect(await ask(10, 'reader50@customer.example')).toBe('asked');
    world.clock.advance(DAY_MS);
    expect(await ask(accountId, 'reader50@customer.example')).toBe('asked');
  });
});
