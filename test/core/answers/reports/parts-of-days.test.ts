// Reports whose window begins or ends within a day (since, until).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { campaignReport } from '../../../../src/core/answers/reports/subjects/campaign.ts';
import { campaignsReport } from '../../../../src/core/answers/reports/subjects/campaigns.ts';
import { stepReport } from '../../../../src/core/answers/reports/subjects/step.ts';
import { variantReport } from '../../../../src/core/answers/reports/subjects/variant.ts';
import { websiteReport } from '../../../../src/core/answers/reports/subjects/website.ts';
import { changeWebsiteSettings } from '../../../../src/core/engine/catalog/website-settings.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { countWithDimensions, startWithLog } from '../../../support/dimensions.ts';
import { mergeLog, switchLog } from '../../../support/event-log.ts';
import { eventWith } from '../../../support/events.ts';
import { TestClock } from '../../../support/test-clock.ts';
import type { Parameters as Asked, TestService } from '../../../support/test-service.ts';

const NOW = '2026-11-16T12:00:00Z';
const days = (range_start: string, range_end = range_start) => ({ timeframe: 'custom', range_start, range_end });

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await startWithLog(engine, [], { clock: new TestClock(NOW) });
    token = await service.token([1, 2]);
  });

  beforeEach(async () => {
    await service.ingestion.reset();
    await changeWebsiteSettings(service.database, 1, { event_log: true, timezone: 'UTC' }, service.clock.now);
  });

  afterAll(() => service.dispose());

  const report = (parameters: Asked) => service.report(websiteReport, { website_id: 1, ...parameters }, token);
  const refused = async (parameters: Asked) => {
    const { status, body } = await service.ask(websiteReport, parameters, token);
    return { status, ...(body as { code: string; param: string; detail: string }) };
  };
  const view = (visitor: string, at: string, device = 'mobile') => ({
    event: eventWith({ visitor, at, campaign_id: 10 }),
    dimensions: { device },
  });

  test('count what happened from then on and before, on the clock of the website', async () => {
    await changeWebsiteSettings(service.database, 1, { timezone: 'Australia/Sydney' }, service.clock.now);
    await countWithDimensions(service.ingestion, [
      view('a', '2026-11-13T22:29:59Z'),
      view('b', '2026-11-13T22:30:00Z'),
      view('c', '2026-11-15T03:34:59Z'),
    ]);
    await mergeLog(service.database, service.clock);
    await countWithDimensions(service.ingestion, [
      view('b', '2026-11-15T03:00:00Z'),
      view('d', '2026-11-15T03:35:00Z'),
    ]);
    const asked = { ...days('2026-11-14', '2026-11-15'), since: '09:30', until: '14:35' };
    const { timeframe, data, ...envelope } = await report(asked);
    expect(timeframe).toMatchObject({ range_start: '2026-11-13T22:30:00Z', range_end: '2026-11-15T03:34:59Z' });
    expect(envelope).toMatchObject({ sampled: false });
    expect(envelope).not.toHaveProperty('filter');
    expect(data.metrics.views).toBe(2);
    expect((await report({ ...asked, count_type: 'total' })).data.metrics.views).toBe(3);
    expect((await report({ ...days('2026-11-14', '2026-11-15'), until: '14:35' })).data.metrics.views).toBe(3);
    expect((await report({ ...days('2026-11-14', '2026-11-15'), since: '09:30' })).data.metrics.views).toBe(3);
  });

  test('with filters, a breakdown and a timeseries', async () => {
    await countWithDimensions(service.ingestion, [
      view('a', '2026-11-14T08:00:00Z'),
      view('a', '2026-11-15T08:00:00Z', 'desktop'),
      view('b', '2026-11-15T09:00:00Z'),
      view('c', '2026-11-15T09:30:00Z'),
    ]);
    const asked = { ...days('2026-11-14', '2026-11-15'), until: '09:30' };
    const { data } = await report({ ...asked, break_down_by: 'device', group_by: 'day' });
    expect(data.breakdown!.values.map(({ value, metrics }) => [value, metrics.views])).toEqual([
      ['mobile', 2],
      ['desktop', 1],
    ]);
    expect(data.timeseries!.points.map(({ views }) => views)).toEqual([1, 2]);
    const filtered = await report({ ...asked, filter: 'device:mobile', group_by: 'hour' });
    expect(filtered.data.metrics.views).toBe(2);
    expect(filtered.data.timeseries!.points.flatMap(({ views }, hour) => (views > 0 ? [hour] : []))).toEqual([8, 33]);
  });

  test('of campaigns, sorted by what they had until then, and of their parts', async () => {
    await service.ingestion.count(
      eventWith({ visitor: 'a', campaign_id: 11, at: '2026-11-15T08:00:00Z' }),
      eventWith({ visitor: 'a', step_id: 1000, at: '2026-11-15T10:00:00Z' }),
      eventWith({ visitor: 'b', step_id: 1000, at: '2026-11-15T11:00:00Z' }),
    );
    const asked = { website_id: 1, ...days('2026-11-15') };
    const order = async (until: object) =>
      (await service.report(campaignsReport, { ...asked, sort: 'views', ...until }, token)).data.campaigns
        .filter(({ metrics }) => metrics.views > 0)
        .map(({ id, metrics }) => [id, metrics.views]);
    expect(await order({ until: '11:00' })).toEqual([
      [11, 1],
      [10, 1],
    ]);
    expect(await order({})).toEqual([
      [10, 2],
      [11, 1],
    ]);
    for (const [operation, id] of [
      [campaignReport, 10],
      [variantReport, 100],
      [stepReport, 1000],
    ] as const) {
      const { data } = await service.report(operation as typeof stepReport, { ...asked, id, until: '11:00' }, token);
      expect(data.metrics.views).toBe(1);
    }
  });

  test('what was counted on a day in another time zone stays on it', async () => {
    await service.ingestion.count(eventWith({ at: '2026-11-15T22:00:00Z' }));
    await changeWebsiteSettings(service.database, 1, { timezone: 'Australia/Sydney' }, service.clock.now);
    expect((await report({ ...days('2026-11-15', '2026-11-16'), until: '23:00' })).data.metrics.views).toBe(1);
  });

  test.each<[string, Asked, string]>([
    ['no time', { until: '24:00' }, 'until'],
    ['no time', { since: '9:30' }, 'since'],
    ['nothing left', { until: '00:00' }, 'until'],
    ['nothing left', { since: '10:00', until: '10:00' }, 'until'],
    ['with the previous period', { until: '10:00', previous_period: true }, 'until'],
  ])('422: %s, %o', async (_, parameters, param) => {
    expect(await refused({ website_id: 1, timeframe: 'today', ...parameters })).toMatchObject({
      status: 422,
      code: `invalid_${param}`,
      param,
    });
  });

  test('only of days that the event log has', async () => {
    await switchLog(service.database, 2, false);
    expect(await refused({ website_id: 2, timeframe: 'today', until: '10:00' })).toMatchObject({
      status: 422,
      code: 'events_not_kept',
      param: 'until',
      detail: expect.stringContaining("can't begin or end within a day"),
    });
  });
});

describe.each(ANY_ENGINE)('more events than may be read, on %s', (engine) => {
  let service: TestService;

  beforeAll(async () => {
    const events = Array.from({ length: 2_000 }, (_, number) => ({
      event: eventWith({ visitor: `visitor-${number}`, at: `2026-11-16T${number % 4 === 0 ? '03' : '07'}:30:00Z` }),
      dimensions: {},
    }));
    service = await startWithLog(engine, events, { clock: new TestClock(NOW), config: { queryEventsMax: 500 } });
    await mergeLog(service.database, service.clock);
  });

  afterAll(() => service.dispose());

  test('numbers are the share that the sample has in this time, and say that they come from a sample', async () => {
    const asked = { website_id: 1, timeframe: 'today', until: '05:00', count_type: 'total' };
    const { sampled, sample_rate, data } = await service.report(websiteReport, asked, await service.token([1]));
    expect(sampled).toBe(true);
    expect(sample_rate).toBeCloseTo(25, 1);
    // A count that rests on 125 visitors of the sample has a standard error of its root.
    expect(Math.abs(data.metrics.views - 500) / 500).toBeLessThan(5 / Math.sqrt(125));
  });
});
