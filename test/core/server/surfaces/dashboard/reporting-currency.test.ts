// The reporting currency of an account, over HTTP. Who may change it is in test/security/roles.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DashboardCaller } from '../../../../support/dashboard-caller.ts';
import { ANY_ENGINE } from '../../../../support/databases.ts';
import { EMAIL, PASSWORD, startLoginService } from '../../../../support/login-service.ts';
import type { TestService } from '../../../../support/test-service.ts';

const PATH = '/dashboard/reporting-currency';
const RATE = { currency: 'EUR', date: '2026-01-31', rate: 1.08 };

describe.each(ANY_ENGINE)('the reporting currency on %s', (engine) => {
  let app: TestService;
  let caller: DashboardCaller;
  let owner: string;
  beforeAll(async () => {
    app = await startLoginService(engine, { components: ['rest', 'auth', 'dashboard'] });
    caller = new DashboardCaller(app);
    owner = await caller.logIn({ email: EMAIL, password: PASSWORD }, [1, 2]);
  });
  afterAll(() => app.dispose());

  const change = (body: unknown) => caller.call(owner, 'PATCH', PATH, body);

  test('is set, read, shown by the overview at once, and ended', async () => {
    const reporting = async () => {
      const { body } = await caller.call(owner, 'GET', '/api/v1/reports/account/overview');
      return (body.data as { reporting: unknown }).reporting;
    };
    expect((await caller.call(owner, 'GET', PATH)).body).toEqual({ currency: null, rates: [] });
    // No website of the caller is in crowns.
    expect(await reporting()).toEqual([]);
    const wanted = { currency: 'USD', rates: [{ ...RATE, currency: 'SEK' }, { ...RATE, date: '2026-02-28' }, RATE] };
    expect(await change(wanted)).toMatchObject({
      status: 200,
      body: { currency: 'USD', rates: wanted.rates.toReversed() },
    });
    expect(await reporting()).toEqual([{ account_id: 1, currency: 'USD', rates: [wanted.rates[1]] }]);
    expect(await change({ currency: null, rates: [] })).toMatchObject({ body: { currency: null, rates: [] } });
    expect(await reporting()).toEqual([]);
    const log = (await caller.call(owner, 'GET', '/dashboard/audit-log?action=reporting_currency_changed')).body
      .entries;
    expect(log.map(({ subject }) => subject)).toEqual(['none', 'USD (3)']);
  });

  test.each([
    ['no currency', { currency: 'dollars', rates: [] }, 'invalid_currency'],
    ['a rate of itself', { currency: 'EUR', rates: [RATE] }, 'invalid_rates'],
    ['two rates of a day', { currency: 'USD', rates: [RATE, RATE] }, 'invalid_rates'],
    ['a rate of nothing', { currency: 'USD', rates: [{ ...RATE, rate: 0 }] }, 'invalid_rates'],
    ['no rates', { currency: 'USD' }, 'invalid_rates'],
  ])('%s is refused', async (_what, body, code) => {
    expect(await change(body)).toMatchObject({ status: 422, body: { code } });
  });
});
