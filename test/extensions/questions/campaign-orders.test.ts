// The orders of a campaign, divided by where they come from.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { campaignReport } from '../../../src/core/answers/reports/subjects/campaign.ts';
import { changeWebsiteSettings } from '../../../src/core/engine/catalog/website-settings.ts';
import { campaignOrdersReport } from '../../../src/extensions/questions/campaign-orders.ts';
import { ANY_ENGINE, ENGINES } from '../../support/databases.ts';
import { startWithLog } from '../../support/dimensions.ts';
import { eventWith, orderWith, refundWith } from '../../support/events.ts';
import { TestClock } from '../../support/test-clock.ts';
import type { TestService } from '../../support/test-service.ts';

describe.each(ENGINES)('on %s', (engine) => {
  /** The same numbers with other parameters. */
  const testOnce = test.runIf(ANY_ENGINE.includes(engine));
  let service: TestService;

  beforeAll(async () => {
    service = await startWithLog(engine, [], { clock: new TestClock('2026-11-16T12:00:00Z') });
    const settings = { credit_window_days: 30, credit_by: 'view' } as const;
    await changeWebsiteSettings(service.database, 1, settings, service.clock.now);
    await service.ingestion.count(
      eventWith({ visitor: 'v', campaign_id: 10 }),
      orderWith({ order_id: 'credited', visitor: 'v', revenue: '12.34' }),
      orderWith({ order_id: 'named', variant_id: 100, revenue: 100 }),
      orderWith({ order_id: 'gone', campaign_id: 10, revenue: 7 }),
    );
    await service.ingestion.count(
      refundWith({ order_id: 'gone' }),
      refundWith({ order_id: 'credited', revenue: 2 }),
      refundWith({ order_id: 'named', revenue: '0.5' }),
    );
  });

  afterAll(() => service.dispose());

  test('named and credited add up to what other reports count', async () => {
    const token = await service.token([1]);
    const { data } = await service.report(campaignOrdersReport, { id: 10 }, token);
    expect(data).toEqual({
      id: 10,
      counted: { orders: 2, revenue: 109.84 },
      named: { orders: 1, revenue: 99.5 },
      credited: { orders: 1, revenue: 10.34 },
      refunded: { orders: 1, revenue: 9.5 },
      credit_window_days: 30,
      credit_by: 'view',
    });
    const report = await service.report(campaignReport, { id: 10 }, token);
    expect(report.data.metrics).toMatchObject(data.counted);
  });

  testOnce('a campaign or a day without orders has none', async () => {
    const token = await service.token([1]);
    const nothing = { orders: 0, revenue: 0 };
    const parts = { counted: nothing, named: nothing, credited: nothing, refunded: nothing };
    expect((await service.report(campaignOrdersReport, { id: 11 }, token)).data).toMatchObject(parts);
    const before = { timeframe: 'custom', range_start: '2026-11-01', range_end: '2026-11-15' } as const;
    expect((await service.report(campaignOrdersReport, { id: 10, ...before }, token)).data).toMatchObject(parts);
  });

  test('credited revenue may be more than a number holds exactly', async () => {
    await service.ingestion.count(
      eventWith({ visitor: 'large', campaign_id: 11 }),
      ...Array.from({ length: 1_000 }, (_, place) =>
        orderWith({ order_id: `large-${place}`, visitor: 'large', revenue: 1_000_000_000 }),
      ),
    );
    const { data } = await service.report(campaignOrdersReport, { id: 11 }, await service.token([1]));
    expect(data).toMatchObject({ credited: { orders: 1_000, revenue: 1_000_000_000_000 }, named: { revenue: 0 } });
  });
});
