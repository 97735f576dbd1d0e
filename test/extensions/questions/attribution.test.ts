// The attribution report: what it makes of the parameters and of the credits. How orders are credited is in
// test/extensions/questions/log/attribution.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { websiteReport } from '../../../src/core/answers/reports/subjects/website.ts';
import { changeWebsiteSettings } from '../../../src/core/engine/catalog/website-settings.ts';
import { Random } from '../../../src/core/foundation/statistics/random.ts';
import { attributionReport } from '../../../src/extensions/questions/attribution.ts';
import { ANY_ENGINE, ENGINES } from '../../support/databases.ts';
import { mergeLog, switchLog } from '../../support/event-log.ts';
import type { SentEvent } from '../../support/events.ts';
import { createTestIngestion } from '../../support/test-ingestion.ts';
import { type Parameters, TestService } from '../../support/test-service.ts';

const WEEK = { timeframe: 'custom', range_start: '2025-03-04', range_end: '2025-03-10' };
const POPUP = 10;
const BAR = 11;

const event = (type: string, visitor: string, at: string, fields: SentEvent = {}): SentEvent => {
  return { type, website_id: 1, visitor, at: `2025-${at}Z`, ...fields };
};
const order = (visitor: string, at: string, revenue: number, fields: SentEvent = {}) =>
  event('order', visitor, at, { order_id: `${visitor} ${at}`, revenue, ...fields });

/** The orders of a name the popup, which b has converted on; c has only seen the bar, ten days before. */
const EVENTS = [
  event('conversion', 'a', '03-01T10:00:00', { campaign_id: BAR }),
  event('conversion', 'a', '03-04T10:00:00', { step_id: 1000 }),
  order('a', '03-05T10:00:00', 10.0001, { campaign_id: POPUP }),
  event('conversion', 'b', '03-09T10:00:00', { campaign_id: POPUP }),
  event('view', 'b', '03-09T11:00:00', { campaign_id: BAR }),
  order('b', '03-09T12:00:00', 5, { campaign_id: BAR }),
  event('view', 'c', '02-27T12:00:00', { campaign_id: BAR }),
  order('c', '03-09T12:00:00', 2.5),
  order('c', '02-28T12:00:00', 100),
];

const credit = (orders: number, revenue: number) => ({ orders, revenue });
const NOTHING = credit(0, 0);
const NO_COST = { cost: null, cost_per_order: null, return_on_spend: null };

describe.each(ENGINES)('on %s', (engine) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    const ingestion = await createTestIngestion(engine);
    await switchLog(ingestion.database, 1, true);
    await ingestion.count(...EVENTS.slice(0, 4));
    service = await TestService.over(ingestion);
    await mergeLog(service.database, service.clock);
    await ingestion.count(...EVENTS.slice(4));
    token = await service.token([1]);
  });
  afterAll(() => service.dispose());

  const ask = (parameters: Parameters = {}) => service.report(attributionReport, { ...WEEK, ...parameters }, token);

  test('each campaign as it was counted, and by every model', async () => {
    expect(await ask()).toMatchObject({ report: 'attribution', website: { id: 1, currency: 'USD' }, sampled: false });
    expect((await ask()).data).toEqual({
      window_days: 7,
      window_days_from: 'default',
      credit_by: 'conversion',
      campaigns: [
        {
          ...{ id: POPUP, name: 'Spring popup', stored: credit(1, 10.0001) },
          ...{ last: credit(2, 15.0001), first: credit(1, 5), linear: credit(1.5, 10.0001), any: credit(2, 15.0001) },
        },
        {
          ...{ id: BAR, name: 'Without steps', stored: credit(1, 5) },
          ...{ last: NOTHING, first: credit(1, 10.0001), linear: credit(0.5, 5), any: credit(1, 10.0001) },
        },
        {
          ...{ id: null, name: '(none)', stored: credit(1, 2.5) },
          ...{ last: credit(1, 2.5), first: credit(1, 2.5), linear: credit(1, 2.5), any: credit(1, 2.5) },
        },
      ],
    });
  });

  test('campaigns are what it is by, unless a dimension is asked for', async () => {
    expect(await ask({ by: 'campaign' })).toEqual(await ask());
    // No event says anything about its visit, so none has a channel that could be touched.
    const last = await ask({ by: 'channel', model: 'last', window_days: 3 });
    expect(last.data).toEqual({
      ...{ by: 'channel', window_days: 3, window_days_from: 'request' },
      rows: [{ value: '(none)', stored: credit(3, 17.5001), last: credit(3, 17.5001), ...NO_COST }],
    });
  });

  test('one model alone, other touches and another window', async () => {
    const { campaigns } = (await ask({ model: 'last', credit_by: 'view', window_days: 30 })).data;
    expect(campaigns).toEqual([
      { id: POPUP, name: 'Spring popup', stored: credit(1, 10.0001), last: credit(1, 10.0001) },
      { id: BAR, name: 'Without steps', stored: credit(1, 5), last: credit(2, 7.5) },
      { id: null, name: '(none)', stored: credit(1, 2.5), last: NOTHING },
    ]);
  });
});

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    const ingestion = await createTestIngestion(engine);
    await ingestion.count(event('view', 'a', '02-20T12:00:00'));
    service = await TestService.over(ingestion);
    token = await service.token([1, 2]);
    // From the next day on, because that day has events before.
    await switchLog(service.database, 1, true);
    await ingestion.count(...EVENTS);
  });
  afterAll(() => service.dispose());

  async function expectRefused(parameters: Parameters, code: string, param: string, detail: string): Promise<void> {
    const answer = await service.ask(attributionReport, { website_id: 1, ...WEEK, ...parameters }, token);
    expect(answer).toMatchObject({ status: 422, body: { code, param, detail: expect.stringContaining(detail) } });
  }

  test('touches before the window must have been kept, too', async () => {
    await service.report(attributionReport, { website_id: 1, ...WEEK, window_days: 11 }, token);
    await expectRefused({ window_days: 12 }, 'events_not_kept', 'window_days', 'kept since 2025-02-21');
    await expectRefused({ range_start: '2025-02-20' }, 'events_not_kept', 'range_start', 'kept since 2025-02-21');
    await expectRefused({ website_id: 2 }, 'events_not_kept', 'window_days', 'does not keep its events');
  });

  test('parameters are checked', async () => {
    await expectRefused({ model: 'best' }, 'invalid_model', 'model', 'must be one of last, first, linear, any');
    const dimensions = 'channel, utm_source, utm_medium, utm_campaign, referrer, device, country, page';
    for (const by of ['browser', 'visitor_type', '']) {
      await expectRefused({ by }, 'invalid_by', 'by', `must be one of campaign, ${dimensions}`);
    }
    await expectRefused({ by: 'channel', website_id: 2 }, 'events_not_kept', 'window_days', 'does not keep its events');
    await expectRefused({ conversions: 'yes' }, 'invalid_conversions', 'conversions', 'must be true or false');
    await expectRefused({ credit_by: 'order' }, 'invalid_credit_by', 'credit_by', 'must be conversion or view');
    for (const window_days of [0, 91, 1.5, 'x']) {
      await expectRefused({ window_days }, 'invalid_window_days', 'window_days', 'from 1 to 90');
    }
  });

  test('what it calls stored is what other reports have', async () => {
    const { data } = await service.report(attributionReport, { website_id: 1, ...WEEK }, token);
    const { metrics } = (await service.report(websiteReport, { website_id: 1, ...WEEK }, token)).data;
    expect(data.campaigns!.reduce((sum, { stored }) => sum + stored.orders, 0)).toBe(metrics.orders);
  });
});

test('without parameters it asks as the website credits orders, so `last` is what was credited, in the same second, too', async () => {
  const ingestion = await createTestIngestion('sqlite');
  const settings = { event_log: true, credit_window_days: 2, credit_by: 'view', timezone: 'Pacific/Auckland' } as const;
  await changeWebsiteSettings(ingestion.database, 1, settings, ingestion.clock.now);
  const random = new Random(7);
  const SUBJECTS = [{ campaign_id: POPUP }, { campaign_id: BAR }, { variant_id: 100 }, { step_id: 1001 }] as const;
  // Two days around a midnight of the website, in steps of eight hours: there are many touches in the same second.
  const when = () => new Date(Date.parse('2025-03-05T03:00:00Z') + random.between(0, 11) * 8 * 3_600_000).toISOString();
  const visitor = () => `v${random.between(1, 12)}`;
  for (let batch = 0; batch < 10; batch++) {
    const touches = Array.from({ length: 12 }, () => ({
      ...event(random.chance(0.5) ? 'view' : 'conversion', visitor(), ''),
      at: when(),
      ...SUBJECTS[random.between(0, SUBJECTS.length - 1)],
    }));
    await ingestion.count(...touches);
  }
  const orders = Array.from({ length: 60 }, (_, number) => ({
    ...order(visitor(), '', random.between(1, 999) / 100),
    order_id: `o-${number}`,
    at: when(),
  }));
  await ingestion.count(...orders);
  const service = await TestService.over(ingestion);
  const { data } = await service.report(attributionReport, { timeframe: 'all_time' }, await service.token([1]));
  expect(data).toMatchObject({ window_days: 2, window_days_from: 'website', credit_by: 'view' });
  expect(data.campaigns!.map(({ name, last }) => [name, last])).toEqual(
    data.campaigns!.map(({ name, stored }) => [name, stored]),
  );
  expect(data.campaigns!.map(({ stored }) => stored.orders > 0)).toEqual([true, true, true]);
  await service.dispose();
});

test('a sample is scaled to what was counted: sums of the models are exact', async () => {
  const ingestion = await createTestIngestion('sqlite');
  await switchLog(ingestion.database, 1, true);
  const events = Array.from({ length: 400 }, (_, number) => [
    event('conversion', `v${number}`, '03-05T10:00:00', { campaign_id: number % 4 === 0 ? BAR : POPUP }),
    order(`v${number}`, '03-05T11:00:00', 0.0007),
  ]).flat();
  await ingestion.count(...events);
  const service = await TestService.over(ingestion, { config: { queryEventsMax: 200 } });
  const answer = await service.report(attributionReport, WEEK, await service.token([1]));
  expect(answer).toMatchObject({ sampled: true, sample_rate: 25 });
  const [popup, bar] = answer.data.campaigns!;
  for (const model of ['stored', 'last', 'first', 'linear', 'any'] as const) {
    const sum = (name: 'orders' | 'revenue') =>
      answer.data.campaigns!.reduce((all, row) => all + Math.round(row[model]![name] * 10_000), 0);
    expect([sum('orders'), sum('revenue')]).toEqual([4_000_000, 2_800]);
  }
  expect([popup!.name, bar!.name]).toEqual(['Spring popup', 'Without steps']);
  expect(popup!.last!.orders).toBeGreaterThan(bar!.last!.orders);
  expect(Number.isInteger(popup!.last!.orders)).toBe(true);
  await service.dispose();
});
