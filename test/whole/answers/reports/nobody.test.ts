// Reports about people who were forgotten, and about orders that came without a visitor: their events still count, but they are nobody's.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { websiteReport } from '../../../../src/core/answers/reports/subjects/website.ts';
import { ContactStore } from '../../../../src/core/manage/contacts/contact-store.ts';
import { forgetEvents, forgetVisitor } from '../../../../src/core/manage/erasure/forget-visitor.ts';
import { attributionReport } from '../../../../src/extensions/questions/attribution.ts';
import { funnelReport } from '../../../../src/extensions/questions/funnel.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { mergeLog, switchLog } from '../../../support/event-log.ts';
import { eventWith, orderWith, type SentEvent } from '../../../support/events.ts';
import { createTestIngestion } from '../../../support/test-ingestion.ts';
import { type Parameters, TestService } from '../../../support/test-service.ts';

const ALL = { timeframe: 'all_time' };
const at = (time: string) => ({ at: `2025-03-09T${time}Z` });
const touch = (visitor: string, campaign_id: number, time: string): SentEvent =>
  eventWith({ type: 'conversion', visitor, campaign_id, ...at(time) });
const order = (visitor: string | undefined, revenue: number, time: string): SentEvent =>
  orderWith({ ...(visitor && { visitor }), order_id: `${visitor} ${time}`, revenue, ...at(time) });

/**
 * a, b and d have touched a campaign and ordered, and so has c, who is not forgotten. One order came without a visitor. e came the day
 * before.
 */
const EVENTS = [
  touch('a', 10, '09:00:00'),
  order('a', 10, '09:01:00'),
  touch('b', 11, '09:02:00'),
  order('b', 20, '09:03:00'),
  touch('c', 11, '09:04:00'),
  order('c', 40, '09:05:00'),
  order(undefined, 80, '09:06:00'),
  touch('d', 10, '09:07:00'),
  order('d', 160, '09:08:00'),
];

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let service: TestService;
  let token: string;

  /** a and d are in the log as it was merged, b is pending; d is refunded in part after it was forgotten. */
  beforeAll(async () => {
    const ingestion = await createTestIngestion(engine);
    const { database } = ingestion;
    await switchLog(database, 1, true);
    await ingestion.count(...EVENTS.slice(0, 2), ...EVENTS.slice(4));
    service = await TestService.over(ingestion);
    await mergeLog(database, service.clock);
    await ingestion.count(...EVENTS.slice(2, 4), eventWith({ visitor: 'e', at: '2025-03-08T09:00:00Z' }));
    const contacts = new ContactStore(database, service.clock.now);
    for (const visitor of ['a', 'b']) {
      await forgetVisitor(database, contacts, { websiteId: 1, visitor, isErasing: true });
    }
    for (const visitor of ['d', 'e']) await forgetEvents(database, { websiteId: 1, visitor, isErasing: true });
    await ingestion.count(
      { type: 'refund', website_id: 1, order_id: 'd 09:08:00', revenue: 60 },
      { type: 'refund', website_id: 1, order_id: 'undefined 09:06:00', revenue: 70 },
    );
    token = await service.token([1]);
  });
  afterAll(() => service.dispose());

  /** What is merged and what is pending must not make a difference. */
  async function twice(check: () => Promise<void>): Promise<void> {
    await check();
    await mergeLog(service.database, service.clock);
    await check();
  }

  const report = async (parameters: Parameters) =>
    (await service.report(websiteReport, { website_id: 1, ...ALL, ...parameters }, token)).data;
  const conversions = async (count_type: string, parameters: Parameters) => {
    const { breakdown } = await report({ count_type, ...parameters });
    return Object.fromEntries(
      breakdown!.values.map(({ value, metrics }) => [value, [metrics.conversions, metrics.orders, metrics.revenue]]),
    );
  };

  test('their orders have no touches', () =>
    twice(async () => {
      const { data } = await service.report(attributionReport, { website_id: 1, ...ALL }, token);
      const credits = data.campaigns!.map(({ id, last, first, linear, any }) => ({ id, last, first, linear, any }));
      const all = (orders: number, revenue: number) => {
        const credit = { orders, revenue };
        return { last: credit, first: credit, linear: credit, any: credit };
      };
      expect(credits.filter(({ last }) => last?.orders !== 0)).toEqual([
        { id: 11, ...all(1, 40) },
        { id: null, ...all(4, 140) },
      ]);
    }));

  test('they take no steps, neither alone nor together', () =>
    twice(async () => {
      const reached = async (...step: string[]) => {
        const { data } = await service.report(funnelReport, { website_id: 1, ...ALL, step }, token);
        return data.steps.map(({ visitors }) => visitors);
      };
      expect(await reached('conversion', 'order')).toEqual([1, 1]);
      expect(await reached('conversion;campaign:10', 'conversion;campaign:11')).toEqual([0, 0]);
      expect(await reached('order', 'order')).toEqual([1, 0]);
    }));

  test('a breakdown has their events, but no visitors', () =>
    twice(async () => {
      const byDevice = { break_down_by: 'device' };
      expect(await conversions('distinct', byDevice)).toEqual({ '(none)': [1, 5, 180] });
      expect(await conversions('total', byDevice)).toEqual({ '(none)': [4, 5, 180] });
      const byType = { break_down_by: 'visitor_type' };
      expect(await conversions('distinct', byType)).toEqual({ new: [1, 1, 40], '(none)': [0, 4, 140] });
      expect(await conversions('total', byType)).toEqual({ new: [1, 1, 40], '(none)': [3, 4, 140] });
    }));

  test('a value that nothing is counted for is not listed', async () => {
    const dayOfE = { timeframe: 'custom', range_start: '2025-03-08', range_end: '2025-03-08' };
    expect((await report({ ...dayOfE, break_down_by: 'device' })).breakdown!.values).toEqual([]);
    expect((await report({ ...dayOfE, filter: 'device:(none)' })).metrics).toMatchObject({ views: 0 });
    expect((await report({ ...dayOfE, filter: 'device:(none)', count_type: 'total' })).metrics.views).toBe(1);
  });

  test('filters count their events, but no visitors', () =>
    twice(async () => {
      const metrics = async (filter: string, count_type: string) => (await report({ filter, count_type })).metrics;
      expect(await metrics('visitor_type:(none)', 'distinct')).toMatchObject({ conversions: 0, orders: 4 });
      expect(await metrics('visitor_type:(none)', 'total')).toMatchObject({ conversions: 3, orders: 4 });
      expect(await metrics('visitor_type:new', 'total')).toMatchObject({ conversions: 1, orders: 1, revenue: 40 });
      expect(await metrics('device:(none)', 'distinct')).toMatchObject({ conversions: 1, orders: 5, revenue: 180 });
    }));

  test('hours have all of their events, at no time of their own', async () => {
    const { timeseries } = await report({
      ...{ timeframe: 'custom', range_start: '2025-03-09', range_end: '2025-03-09' },
      ...{ group_by: 'hour', count_type: 'total' },
    });
    const seen = timeseries!.points.filter(({ orders }) => orders > 0);
    expect(seen.map((point) => [point.date, point.conversions, point.orders, point.revenue])).toEqual([
      ['2025-03-09T09:00:00+00:00', 1, 2, 50],
      ['2025-03-09T12:00:00+00:00', 3, 3, 130],
    ]);
  });
});
