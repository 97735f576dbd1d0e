// What a period is compared with: compare=same_part and compare=year. The windows themselves are tested in windows.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountPerformanceReport } from '../../../../src/core/answers/reports/account/account-performance.ts';
import { campaignsReport } from '../../../../src/core/answers/reports/subjects/campaigns.ts';
import { elementReport } from '../../../../src/core/answers/reports/subjects/element.ts';
import { experimentsReport } from '../../../../src/core/answers/reports/subjects/experiments.ts';
import { websiteReport } from '../../../../src/core/answers/reports/subjects/website.ts';
import { funnelReport } from '../../../../src/extensions/questions/funnel.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { startWithLog } from '../../../support/dimensions.ts';
import { switchLog } from '../../../support/event-log.ts';
import { eventWith } from '../../../support/events.ts';
import { TestClock } from '../../../support/test-clock.ts';
import type { Parameters as Asked, TestService } from '../../../support/test-service.ts';

const NOW = '2026-11-16T12:00:00Z';
const SAME_PART = { previous_period: true, compare: 'same_part' };

const conversion = (visitor: string, at: string) => ({
  event: eventWith({ type: 'conversion', visitor, at, element_id: 10000 }),
  dimensions: { device: 'mobile' },
});
const view = (visitor: string, at: string, device = 'mobile') => ({
  event: eventWith({ visitor, at, step_id: 1000 }),
  dimensions: { device },
});

/** So many that unique visitors are estimated, and not counted as in the log. */
const CROWD = Array.from({ length: 4_000 }, (_, index) => view(`${index}`, '2026-11-12T09:00:00Z'));

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    const events = [
      view('a', '2026-11-16T09:00:00Z'),
      view('b', '2026-11-16T10:00:00Z'),
      view('c', '2026-11-15T11:59:59Z', 'desktop'),
      view('d', '2026-11-15T12:00:00Z'),
      view('e', '2026-11-15T23:00:00Z'),
      view('f', '2025-11-16T23:00:00Z'),
      view('g', '2025-11-16T11:59:59Z'),
      view('h', '2025-11-16T10:00:00Z'),
      ...CROWD,
      conversion('a', '2026-11-16T09:00:00Z'),
      conversion('d', '2026-11-15T11:00:00Z'),
      conversion('e', '2026-11-15T13:00:00Z'),
    ];
    service = await startWithLog(engine, events, { clock: new TestClock(NOW) });
    await switchLog(service.database, 2, false);
    token = await service.token([1, 2]);
  });

  afterAll(() => service.dispose());

  const report = (parameters: Asked) =>
    service.report(websiteReport, { website_id: 1, timeframe: 'today', ...parameters }, token);
  const refused = async (parameters: Asked) => {
    const { status, body } = await service.ask(
      websiteReport,
      { website_id: 1, timeframe: 'today', ...parameters },
      token,
    );
    return { status, ...(body as { code: string; param: string; detail: string }) };
  };

  test('previous is the default, and changes no byte', async () => {
    const without = await report({ previous_period: true });
    expect(without.data.metrics).toMatchObject({ views: 2, previous: { views: 3 } });
    expect(await report({ previous_period: true, compare: 'previous' })).toEqual(without);
  });

  test('same_part ends at the time that it is now', async () => {
    const { timeframe, data, ...envelope } = await report(SAME_PART);
    expect(data.metrics).toMatchObject({ views: 2, previous: { views: 1 }, changes: { views: 100 } });
    expect(timeframe).toMatchObject({
      range_end: '2026-11-16T23:59:59Z',
      previous_range_start: '2026-11-15T00:00:00Z',
      previous_range_end: '2026-11-15T11:59:59Z',
    });
    expect(envelope).toMatchObject({ sampled: false });
  });

  test('what is compared has the numbers that it has without a comparison', async () => {
    const asked = { timeframe: 'last_7_days', break_down_by: 'device', group_by: 'day' };
    const { data } = await report({ ...asked, ...SAME_PART });
    const { previous, changes, ...metrics } = data.metrics;
    expect(metrics).toEqual((await report(asked)).data.metrics);
    expect(data.timeseries).toEqual((await report(asked)).data.timeseries);
    expect([previous!.views, changes!.views]).toEqual([0, null]);
  });

  test('the answer of a minute is not that of the next', async () => {
    await report(SAME_PART);
    service.clock.nowMs += 60_000;
    try {
      expect((await report(SAME_PART)).data.metrics.previous!.views).toBe(2);
    } finally {
      service.clock.nowMs = Date.parse(NOW);
    }
  });

  test('with a filter, a breakdown and a timeseries', async () => {
    const { data } = await report({ ...SAME_PART, break_down_by: 'device', group_by: 'hour' });
    expect(data.breakdown!.values.map(({ value, metrics }) => [value, metrics.views, metrics.previous!.views])).toEqual(
      [
        ['mobile', 2, 0],
        ['desktop', 0, 1],
      ],
    );
    expect(data.timeseries!.points.reduce((sum, { views }) => sum + views, 0)).toBe(2);
    const filtered = await report({ ...SAME_PART, filter: 'device:desktop' });
    expect(filtered.data.metrics).toMatchObject({ views: 0, previous: { views: 1 } });
  });

  test('of campaigns, experiments, elements and funnels', async () => {
    const asked = { website_id: 1, timeframe: 'today', ...SAME_PART };
    const { data: campaigns } = await service.report(campaignsReport, { ...asked, sort: 'views' }, token);
    expect(campaigns.campaigns[0]).toMatchObject({ id: 10, metrics: { views: 2, previous: { views: 1 } } });
    const { data: experiments } = await service.report(experimentsReport, asked, token);
    expect(experiments.experiments[0]!.variants[0]).toMatchObject({
      id: 100,
      metrics: { views: 2, previous: { views: 1 } },
    });
    const { data: element, sampled } = await service.report(elementReport, { ...asked, id: 10000 }, token);
    expect([element.metrics.conversions, element.metrics.previous!.conversions, sampled]).toEqual([1, 1, false]);
    const { data: funnel } = await service.report(funnelReport, { ...asked, step: ['view', 'conversion'] }, token);
    expect(funnel.steps[0]).toMatchObject({ visitors: 2, previous: { visitors: 1 } });
  });

  test('of the websites of an account, each on its own clock', async () => {
    const asked = { website_id: 1, timeframe: 'today', compare: 'same_part' };
    const { timeframe, data } = await service.report(accountPerformanceReport, asked, token);
    expect(data.websites[0]!.conversions_change).toBe(0);
    const whole = await service.report(accountPerformanceReport, { ...asked, compare: 'previous' }, token);
    expect(whole.data.websites[0]!.conversions_change).toBe(-50);
    expect(timeframe).toMatchObject({
      previous_range_start: '2026-11-15T00:00:00Z',
      previous_range_end: '2026-11-15T11:59:59Z',
    });
    const { status, body } = await service.ask(accountPerformanceReport, { ...asked, website_id: 2 }, token);
    expect([status, body]).toMatchObject([422, { code: 'events_not_kept', param: 'compare' }]);
  });

  test('year has the same days of the year before, of any website', async () => {
    const { timeframe, data } = await report({ previous_period: true, compare: 'year' });
    expect(data.metrics).toMatchObject({ views: 2, previous: { views: 3 } });
    expect(timeframe).toMatchObject({
      previous_range_start: '2025-11-16T00:00:00Z',
      previous_range_end: '2025-11-16T23:59:59Z',
    });
    expect(
      (await report({ website_id: 2, previous_period: true, compare: 'year' })).data.metrics.changes,
    ).toBeDefined();
    const account = { website_id: 2, timeframe: 'today', compare: 'year' };
    expect((await service.report(accountPerformanceReport, account, token)).timeframe.previous_range_start).toBe(
      '2025-11-16T00:00:00Z',
    );
  });

  test('year and the same part of the day end at the time that it is now, a year before', async () => {
    const asked = { compare: 'year', same_part: true };
    const { timeframe, data, sampled } = await report(asked);
    expect(data.metrics).toMatchObject({ views: 2, previous: { views: 2 }, changes: { views: 0 } });
    expect([timeframe.previous_range_end, sampled]).toEqual(['2025-11-16T11:59:59Z', false]);
    const notes = { ...asked, notes: true };
    expect((await report(notes)).notes?.map(({ code }) => code) ?? []).not.toContain('period_not_over');
    const account = { website_id: 1, timeframe: 'today', ...asked };
    const { timeframe: days } = await service.report(accountPerformanceReport, account, token);
    expect(days.previous_range_end).toBe('2025-11-16T11:59:59Z');
  });

  test('whoever says what to compare with asks for a comparison', async () => {
    for (const asked of [{ compare: 'year' }, { compare: 'previous' }, { compare: 'same_part' }]) {
      expect(await report(asked)).toEqual(await report({ ...asked, previous_period: true }));
    }
    expect(await report({ same_part: true })).toEqual(await report(SAME_PART));
    expect(await report({ same_part: false })).toEqual(await report({}));
    expect((await report({ compare: 'previous', previous_period: false })).data.metrics.previous).toBeUndefined();
  });

  test('whole days that are compared with whole days need no kept events of them', async () => {
    const { data, timeframe } = await report({ ...SAME_PART, timeframe: 'last_month' });
    expect(data.metrics.previous).toBeDefined();
    expect(timeframe.previous_range_end).toBe('2026-09-30T23:59:59Z');
    expect(await report({ ...SAME_PART, timeframe: 'all_time' })).toEqual(await report({ timeframe: 'all_time' }));
  });

  test.each<[string, Asked, string, string]>([
    ['an unknown comparison', { previous_period: true, compare: 'month' }, 'invalid_compare', 'compare'],
    ['and nothing at once', { compare: 'year', previous_period: false }, 'invalid_compare', 'compare'],
    ['and nothing at once, in part', { same_part: true, previous_period: false }, 'invalid_same_part', 'same_part'],
    ['a website that keeps no events', { website_id: 2, ...SAME_PART }, 'events_not_kept', 'compare'],
    ['the same, with year', { website_id: 2, compare: 'year', same_part: true }, 'events_not_kept', 'same_part'],
  ])('422: %s', async (_, parameters, code, param) => {
    expect(await refused(parameters)).toMatchObject({ status: 422, code, param });
  });
});
