// Groups of websites, the reporting currency, and what needs attention, with the most at stake first.
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Sentence, sentence } from '../../../../languages/sentence.ts';
import { COMMAND_LINE } from '../../../../src/core/contract/access/principal.ts';
import { ReportingCurrencies, type ReportingCurrency } from '../../../../src/core/engine/catalog/reporting-currency.ts';
import { changeWebsiteSettings } from '../../../../src/core/engine/catalog/website-settings.ts';
import { dayFromIso } from '../../../../src/core/engine/rollups/calendar.ts';
import { accountOverviewReport } from '../../../../src/extensions/changes/reports/account-overview.ts';
import { startCountedShop } from '../../../support/counted-shop.ts';
import { ENGINES } from '../../../support/databases.ts';
import { eventWith } from '../../../support/events.ts';
import { DAY_MS } from '../../../support/test-clock.ts';
import type { TestService } from '../../../support/test-service.ts';

describe.each(ENGINES)('on %s', (engine) => {
  let service: TestService;
  let token: string;
  let today: number;

  beforeAll(async () => {
    service = await startCountedShop(engine);
    // There were orders on both websites in the weeks before.
    service.clock.nowMs = Date.parse('2024-03-10T12:00:00Z');
    token = await service.token([1, 2]);
    today = dayFromIso(service.clock.now().toISOString().slice(0, 10))!;
  });
  afterAll(() => service.dispose());
  beforeEach(async () => {
    await service.database.transaction((tx) => tx.query('DELETE FROM alerts'));
    await report(null);
  });

  const ask = async (asked = token) => (await service.report(accountOverviewReport, {}, asked)).data;
  const report = (reporting: ReportingCurrency | null) =>
    new ReportingCurrencies(service.database, service.clock.now).change(1, reporting, COMMAND_LINE);
  const rateOf = (currency: string, rate: number, date = '2024-01-01') => ({ currency, date, rate });

  const ORDERS = sentence('orders');
  const fewer = (count: number, expected: number, noun: Sentence = ORDERS) =>
    sentence('fewer', { change: { percent: 0.5 }, noun, day: { day: '2024-03-09' }, count, expected });

  async function writeAlerts(...alerts: readonly (readonly [websiteId: number, title: Sentence, daysAgo?: number])[]) {
    await service.database.transaction(async (tx) => {
      await tx.insertMany({
        into: 'alerts',
        columns: ['website_id', 'id', 'kind', 'cause', 'day', 'title', 'details', 'path', 'created_at'],
        rows: alerts.map(([websiteId, title, daysAgo = 1], index) => [
          ...[websiteId, index + 1, 'drop', `drop:${index}`, today - daysAgo, JSON.stringify(title), '[]'],
          ...[`/websites/${websiteId}`, '2024-03-10T00:00:00Z'],
        ]),
      });
      // What was cached is out of date, as when an alert is stored.
      await tx.query('UPDATE website_activity SET version = version + 1');
    });
  }

  test('names the group of each website', async () => {
    await changeWebsiteSettings(service.database, 2, { group_name: 'Quizzes' });
    expect((await ask()).websites).toEqual([
      { id: 1, account_id: 1, group: null },
      { id: 2, account_id: 1, group: 'Quizzes' },
    ]);
  });

  test('has the newest rate of each currency that a website of the caller has', async () => {
    const rates = [rateOf('EUR', 1.1), rateOf('EUR', 1.2, '2024-02-01'), rateOf('GBP', 1.3)];
    await report({ currency: 'USD', rates });
    expect((await ask()).reporting).toEqual([
      { account_id: 1, currency: 'USD', rates: [rateOf('EUR', 1.2, '2024-02-01')] },
    ]);
  });

  test('without a common currency, the larger number comes first; with one, the larger amount', async () => {
    await writeAlerts([1, fewer(5, 10)], [2, fewer(4, 10)]);
    const order = async () => (await ask()).attention.map(({ website_id: id }) => id);
    expect(await order()).toEqual([2, 1]);
    const worthOf = async () =>
      new Map((await ask()).attention.map(({ website_id: id, stake }) => [id, stake!.amount]));
    const worth = await worthOf();
    // A rate at which the second website is worth a little less, and one at which it is worth a little more.
    const even = worth.get(1)! / worth.get(2)!;
    await report({ currency: 'USD', rates: [rateOf('EUR', Math.round(even * 90) / 100)] });
    expect(await order()).toEqual([1, 2]);
    await report({ currency: 'USD', rates: [rateOf('EUR', Math.round(even * 110) / 100)] });
    expect(await order()).toEqual([2, 1]);
    // What has no rate can't be compared, and comes last.
    await report({ currency: 'USD', rates: [] });
    expect(await order()).toEqual([1, 2]);
  });

  test('a website that had less in a week than in the week before needs attention, unless an alert says so', async () => {
    const before = service.clock.nowMs;
    onTestFinished(() => {
      service.clock.nowMs = before;
    });
    // No other test looks at these days.
    service.clock.nowMs = Date.parse('2024-05-29T12:00:00Z');
    const views = Array.from({ length: 1_000 }, (_, view) => {
      const at = new Date(Date.parse('2024-05-20T10:00:00Z') - Math.floor(view / 100) * 7 * DAY_MS).toISOString();
      return eventWith({ website_id: 2, visitor: `v${view}`, at });
    });
    await service.ingestion.count(...views);
    const ofSecond = async () => (await ask()).attention.filter(({ website_id: id }) => id === 2);
    expect(await ofSecond()).toMatchObject([
      {
        ...{ kind: 'fell', day: '2024-05-28', path: '/websites/2?timeframe=last_7_days' },
        title: '100.0% fewer visitors in 7 days: 0 instead of 100 in the 7 days before.',
        stake: { of: 'visitors', count: 100, currency: 'EUR' },
      },
    ]);
    today = dayFromIso('2024-05-29')!;
    await writeAlerts([2, fewer(0, 40)]);
    expect((await ofSecond()).map(({ kind }) => kind)).toEqual(['drop']);
    today = dayFromIso('2024-03-10')!;
  });

  test('the visitors of such a week are counted where the website keeps its events, as on all other pages', async () => {
    const before = service.clock.nowMs;
    service.clock.nowMs = Date.parse('2024-08-28T12:00:00Z');
    onTestFinished(async () => {
      service.clock.nowMs = before;
      await changeWebsiteSettings(service.database, 2, { event_log: false });
    });
    await changeWebsiteSettings(service.database, 2, { event_log: true });
    const views = Array.from({ length: 1_000 }, (_, view) => {
      const at = new Date(Date.parse('2024-08-19T10:00:00Z') - Math.floor(view / 100) * 7 * DAY_MS).toISOString();
      return eventWith({ website_id: 2, visitor: `v${view}`, at });
    });
    await service.ingestion.count(...views);
    // Whatever estimates visitors finds none.
    await service.database.transaction((tx) => tx.query('DELETE FROM rollup_visitors WHERE website_id = 2'));
    const { attention } = await ask();
    expect(attention.find(({ kind }) => kind === 'fell')?.title).toBe(
      '100.0% fewer visitors in 7 days: 0 instead of 100 in the 7 days before.',
    );
  });

  test('says what is at stake, of the last days and of websites of the token alone', async () => {
    await writeAlerts([1, fewer(6, 10)], [1, fewer(0, 99), 8], [2, fewer(1, 3), 2]);
    const { attention } = await ask(await service.token([1]));
    expect(attention).toMatchObject([
      {
        ...{ website_id: 1, kind: 'drop', path: '/websites/1' },
        title: expect.stringContaining('6 instead of about 10'),
        stake: { of: 'orders', count: 4, currency: 'USD' },
      },
    ]);
  });
});
