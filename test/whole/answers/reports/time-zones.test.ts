// Websites in time zones: on which day an event counts, what "today" is, what a report says about it, and what a changed zone does.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountPerformanceReport } from '../../../../src/core/answers/reports/account/account-performance.ts';
import { accountTrendsReport } from '../../../../src/core/answers/reports/account/account-trends.ts';
import { websiteReport } from '../../../../src/core/answers/reports/subjects/website.ts';
import { websitesReport } from '../../../../src/core/answers/reports/subjects/websites.ts';
import { importCatalog } from '../../../../src/core/engine/catalog/records/import-catalog.ts';
import { changeWebsiteSettings } from '../../../../src/core/engine/catalog/website-settings.ts';
import { campaignExperiment } from '../../../../src/extensions/experiments/campaign-experiment.ts';
import { funnelReport } from '../../../../src/extensions/questions/funnel.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { mergeLog } from '../../../support/event-log.ts';
import { eventWith } from '../../../support/events.ts';
import { SAMPLE_CATALOG } from '../../../support/sample-catalog.ts';
import { TestClock } from '../../../support/test-clock.ts';
import { TestService } from '../../../support/test-service.ts';

const SYDNEY = 'Australia/Sydney';
const NEW_YORK = 'America/New_York';
/** 23:00 on Monday in Sydney, 07:00 in New York. */
const NOW = '2026-11-16T12:00:00Z';

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await TestService.start(engine, { clock: new TestClock(NOW) });
    token = await service.token([1, 2]);
  });

  beforeEach(async () => {
    await service.ingestion.reset();
    await setZone(1, SYDNEY);
    await setZone(2, NEW_YORK);
    await service.database.transaction((tx) => tx.query('UPDATE website_settings SET timezone_changed_day = NULL'));
  });

  afterAll(() => service.dispose());

  const setZone = (websiteId: number, timezone: string) =>
    changeWebsiteSettings(service.database, websiteId, { timezone }, service.clock.now);
  const count = (websiteId: number, ...times: string[]) =>
    service.ingestion.count(...times.map((at) => eventWith({ website_id: websiteId, at })));
  const report = (parameters: object) => service.report(websiteReport, { website_id: 1, ...parameters }, token);
  const viewsOn = async (date: string) => {
    const { data } = await report({ timeframe: 'custom', range_start: date, range_end: date, count_type: 'total' });
    return data.metrics.views;
  };

  test('a day of a website in Sydney is written as instants in UTC', async () => {
    expect((await report({ timeframe: 'today', previous_period: true })).timeframe).toEqual({
      selected: 'today',
      range_start: '2026-11-15T13:00:00Z',
      range_end: '2026-11-16T12:59:59Z',
      timezone: SYDNEY,
      previous_range_start: '2026-11-14T13:00:00Z',
      previous_range_end: '2026-11-15T12:59:59Z',
    });
  });

  test('an event counts on the local date of its time, however it is written', async () => {
    await count(1, '2026-11-15T12:59:59.999Z', '2026-11-15T13:00:00Z', '2026-11-16T00:30:00+11:00');
    expect(await viewsOn('2026-11-15')).toBe(1);
    expect(await viewsOn('2026-11-16')).toBe(2);
  });

  test('today begins at midnight of the website, also in cached reports', async () => {
    await count(1, '2026-11-16T11:00:00Z');
    const today = async () => (await report({ timeframe: 'today' })).data.metrics.views;
    expect(await today()).toBe(1);
    service.clock.nowMs = Date.parse('2026-11-16T12:59:59Z');
    expect(await today()).toBe(1);
    service.clock.nowMs = Date.parse('2026-11-16T13:00:00Z');
    expect(await today()).toBe(0);
    expect((await report({ timeframe: 'last_24_hours' })).data.metrics.views).toBe(1);
  });

  test('the points of a series are local dates', async () => {
    await count(1, '2026-11-13T13:30:00Z', '2026-11-15T12:30:00Z', '2026-11-15T13:30:00Z');
    const { data } = await report({ timeframe: 'this_month', group_by: 'week', count_type: 'total' });
    expect(data.timeseries!.points.map(({ date, views }) => [date, views])).toEqual([
      ['2026-10-26', 0],
      ['2026-11-02', 0],
      ['2026-11-09', 2],
      ['2026-11-16', 1],
    ]);
  });

  test.each([
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T21:59:59Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T22:59:59Z'],
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00Z', '2026-04-05T13:29:59Z'],
  ])('where clocks change in %s, %s is from %s to %s', async (timezone, date, range_start, range_end) => {
    await setZone(1, timezone);
    const [startMs, endMs] = [Date.parse(range_start), Date.parse(range_end)];
    const around = [startMs - 1_000, startMs, endMs, endMs + 1_000];
    await count(1, ...around.map((ms) => new Date(ms).toISOString()));
    const day = { timeframe: 'custom', range_start: date, range_end: date, count_type: 'total' };
    const { data, timeframe } = await report(day);
    expect(timeframe).toMatchObject({ range_start, range_end, timezone });
    expect(data.metrics.views).toBe(2);
  });

  test('a date that a country skipped has no events, and none is lost', async () => {
    await setZone(1, 'Pacific/Apia');
    await count(1, '2011-12-30T09:59:59Z', '2011-12-30T10:00:00Z');
    const days = { timeframe: 'custom', range_start: '2011-12-29', range_end: '2011-12-31', group_by: 'day' };
    const { data, timeframe } = await report({ ...days, count_type: 'total' });
    expect(timeframe).toMatchObject({ range_start: '2011-12-29T10:00:00Z', range_end: '2011-12-31T09:59:59Z' });
    expect(data.timeseries!.points.map(({ date, views }) => [date, views])).toEqual([
      ['2011-12-29', 1],
      ['2011-12-30', 0],
      ['2011-12-31', 1],
    ]);
    const skipped = { timeframe: 'custom', range_start: '2011-12-30', range_end: '2011-12-30', previous_period: true };
    for (const parameters of [skipped, { ...skipped, group_by: 'day' }]) {
      const { data, timeframe: block } = await report({ ...parameters, count_type: 'total' });
      expect(block).toMatchObject({ range_start: '2011-12-30T10:00:00Z', range_end: '2011-12-30T09:59:59Z' });
      expect(data.metrics).toMatchObject({ views: 0, previous: { views: 1 } });
    }
  });

  test('in a zone that this version of Node does not know, events count on UTC days, and reports say so', async () => {
    await setZone(1, 'Mars/Olympus_Mons');
    expect(await count(1, '2026-11-15T23:59:59Z', '2026-11-16T00:00:00Z')).toMatchObject({ accepted: 2 });
    expect([await viewsOn('2026-11-15'), await viewsOn('2026-11-16')]).toEqual([1, 1]);
    const { timeframe } = await report({ timeframe: 'today' });
    expect(timeframe).toMatchObject({ range_start: '2026-11-16T00:00:00Z', timezone: 'UTC' });
    // A newer node goes on with the name that is stored.
    const changed = await changeWebsiteSettings(service.database, 1, { smallest_lift: 20 }, service.clock.now);
    expect(changed).toMatchObject({ timezone: 'Mars/Olympus_Mons' });
  });

  test('an event of 1969 on the website is rejected', async () => {
    expect(await count(1, '1970-01-01T00:00:00Z')).toMatchObject({ accepted: 1 });
    expect(await count(2, '1970-01-01T04:59:59Z')).toMatchObject({ reasons: { invalid_at: 1 } });
    expect(await count(2, '1970-01-01T05:00:00Z')).toMatchObject({ accepted: 1 });
  });

  test('a changed zone holds for events that arrive from then on, and reports over that day say so', async () => {
    await count(1, '2026-11-15T22:00:00Z');
    expect((await report({ timeframe: 'today' })).timeframe).not.toHaveProperty('timezone_changed_on');
    await setZone(1, NEW_YORK);
    await count(1, '2026-11-15T22:00:00Z');
    expect(await viewsOn('2026-11-16')).toBe(1);
    expect(await viewsOn('2026-11-15')).toBe(1);
    const changed = { timezone: NEW_YORK, timezone_changed_on: '2026-11-16' };
    expect((await report({ timeframe: 'today' })).timeframe).toMatchObject(changed);
    service.clock.nowMs = Date.parse('2026-11-17T12:00:00Z');
    expect((await report({ timeframe: 'today' })).timeframe).not.toHaveProperty('timezone_changed_on');
    expect((await report({ timeframe: 'today', previous_period: true })).timeframe).toMatchObject(changed);
  });

  test('a zone that is set before the first event is no change', async () => {
    await setZone(1, 'Asia/Tokyo');
    await count(1, '2026-11-15T22:00:00Z');
    expect((await report({})).timeframe).not.toHaveProperty('timezone_changed_on');
  });

  test('several websites count each in its own days', async () => {
    // 2026-11-16 in Sydney and in New York, then 2026-11-17 in Sydney alone.
    service.clock.nowMs = Date.parse('2026-11-16T14:00:00Z');
    await count(1, '2026-11-16T12:30:00Z', '2026-11-16T13:30:00Z');
    await count(2, '2026-11-16T12:30:00Z', '2026-11-16T13:30:00Z');
    const performance = await service.report(accountPerformanceReport, { timeframe: 'today' }, token);
    expect(performance.timeframe).toMatchObject({
      range_start: '2026-11-16T05:00:00Z',
      range_end: '2026-11-17T12:59:59Z',
      timezone: 'mixed',
      first_date: '2026-11-16',
      last_date: '2026-11-17',
    });
    const trends = await service.report(accountTrendsReport, { timeframe: 'last_7_days' }, token);
    expect(trends.timeframe).toMatchObject({ timezone: 'mixed', first_date: '2026-11-10', last_date: '2026-11-17' });
    expect(trends.data.dates).toHaveLength(8);
    expect(trends.data.websites.map(({ viewers }) => viewers)).toEqual([
      [0, 0, 0, 0, 0, 0, 1, 1],
      [0, 0, 0, 0, 0, 0, 1, 0],
    ]);
    await setZone(2, SYDNEY);
    const common = await service.report(accountPerformanceReport, { timeframe: 'today' }, token);
    expect(common.timeframe.timezone).toBe(SYDNEY);
    expect(common.timeframe).not.toHaveProperty('first_date');
  });

  test('the list of websites names the zones that are not UTC', async () => {
    await setZone(2, 'UTC');
    const { websites } = await service.report(websitesReport, {}, token);
    expect(websites.map(({ timezone }) => timezone)).toEqual([SYDNEY, undefined]);
  });

  test('the traffic shares of an experiment change on a day of the website', async () => {
    service.clock.nowMs = Date.parse('2026-11-15T14:00:00Z');
    const shares = (first: number) => importCatalog(service.database, withShares(first), service.clock.now);
    await shares(60);
    await service.ingestion.count(
      ...[100, 101].map((variant_id) => eventWith({ variant_id, at: '2026-11-15T14:30:00Z' })),
    );
    await shares(50);
    const [row] = await service.database.query(
      'SELECT share_changed_day FROM variants WHERE website_id = 1 AND id = 100',
    );
    expect(row!.share_changed_day).toBe(Date.parse('2026-11-16') / 86_400_000);
    const { timeframe } = await service.report(campaignExperiment, { website_id: 1, id: 10 }, token);
    expect(timeframe.timezone).toBe(SYDNEY);
  });

  test('a funnel keeps the order of time, also across a change of the zone', async () => {
    await changeWebsiteSettings(service.database, 1, { event_log: true }, service.clock.now);
    const step = (type: string, at: string) => eventWith({ type, at, visitor: 'v' });
    await service.ingestion.count(step('view', '2026-11-15T13:30:00Z'));
    await mergeLog(service.database, service.clock);
    await setZone(1, NEW_YORK);
    // This is later, but on an earlier date.
    await service.ingestion.count(
      step('conversion', '2026-11-15T14:30:00Z'),
      step('completion', '2026-11-15T13:00:00Z'),
    );
    const visitors = async (...steps: string[]) => {
      const range = { timeframe: 'custom', range_start: '2026-11-15', range_end: '2026-11-16' };
      const { data } = await service.report(funnelReport, { website_id: 1, step: steps, ...range }, token);
      return data.steps.map((one) => one.visitors);
    };
    expect(await visitors('view', 'conversion')).toEqual([1, 1]);
    expect(await visitors('view', 'completion')).toEqual([1, 0]);
    await mergeLog(service.database, service.clock);
    expect(await visitors('completion', 'view', 'conversion')).toEqual([1, 1, 1]);
  });
});

/** The sample catalog with another division of the traffic of campaign 10. */
function withShares(first: number) {
  const catalog = structuredClone(SAMPLE_CATALOG);
  const websites = catalog.accounts[0]!.websites as { campaigns: { variants: object[] }[] }[];
  const [one, other] = websites[0]!.campaigns[0]!.variants;
  Object.assign(one!, { traffic_percentage: first });
  Object.assign(other!, { traffic_percentage: 100 - first });
  return catalog;
}
