// The rhythm of a website over the API, and what reports say of changes that random variation explains.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { campaignsReport } from '../../../../src/core/answers/reports/subjects/campaigns.ts';
import { rhythmReport } from '../../../../src/core/answers/reports/subjects/rhythm.ts';
import { websiteReport } from '../../../../src/core/answers/reports/subjects/website.ts';
import { dayFromIso, isoOfDay } from '../../../../src/core/engine/rollups/calendar.ts';
import { goalsReport } from '../../../../src/core/manage/resources/goal-progress.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import type { SentEvent } from '../../../support/events.ts';
import { TestClock } from '../../../support/test-clock.ts';
import { type Parameters, TestService } from '../../../support/test-service.ts';

const TODAY = '2026-06-01';
const DAYS = 110;
const POPUP = 10;
const BAR = 11;
const CATALOG = {
  accounts: [
    {
      id: 1,
      name: 'Acme',
      websites: [
        {
          ...{ id: 1, name: 'acme.example', currency: 'USD', event_log: true },
          campaigns: [
            { id: POPUP, name: 'Popup' },
            { id: BAR, name: 'Bar' },
          ],
        },
        { id: 2, name: 'empty.example', currency: 'USD', campaigns: [{ id: 20, name: 'Quiz' }] },
        { id: 3, name: 'crowd.example', currency: 'USD', event_log: true },
      ],
    },
  ],
};

/** 28 to 32 visitors a day in the popup, and a bar that is seen three times as often in the last week. */
function events(): SentEvent[] {
  const first = dayFromIso(TODAY)! - DAYS;
  return Array.from({ length: DAYS }, (_, day) => {
    const at = `${isoOfDay(first + day)}T${String(8 + (day % 3)).padStart(2, '0')}:00:00Z`;
    const seen = (campaign_id: number, count: number): SentEvent[] =>
      Array.from({ length: count }, (_, visitor) => ({
        ...{ type: 'view', website_id: 1, campaign_id, at },
        visitor: `${campaign_id}-${day}-${visitor}`,
      }));
    return [...seen(POPUP, 28 + (day % 5)), ...seen(BAR, day >= DAYS - 7 ? 30 : 10)];
  }).flat();
}

/** 30 visitors at eight, nine and ten on each of 28 days, and then a day on which a crowd comes at twenty. */
function eventsBeforeACrowd(day: string): SentEvent[] {
  const seen = (at: string, count: number): SentEvent[] =>
    Array.from({ length: count }, (_, visitor) => ({ type: 'view', website_id: 3, visitor: `${at} ${visitor}`, at }));
  const before = Array.from({ length: 28 }, (_, ago) => isoOfDay(dayFromIso(day)! - 1 - ago));
  const usual = before.flatMap((date) => ['08', '09', '10'].flatMap((hour) => seen(`${date}T${hour}:00:00Z`, 30)));
  return [...usual, ...seen(`${day}T20:00:00Z`, 400)];
}

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await TestService.start(engine, { catalog: CATALOG, clock: new TestClock(`${TODAY}T12:00:00Z`) });
    token = await service.token([1, 2, 3], { scopes: ['reports'] });
    await service.ingestion.count(...events(), ...eventsBeforeACrowd('2026-05-30'));
  });
  afterAll(() => service.dispose());

  const rhythm = async (query: Parameters) =>
    (await service.report(rhythmReport, { website_id: 1, timeframe: 'custom', ...query }, token)).data;
  const lastWeek = { range_start: '2026-05-25', range_end: '2026-05-31' };

  test('a day is expected to have what the weeks before had', async () => {
    const { points, group_by } = await rhythm({ range_start: '2026-05-18', range_end: '2026-05-24' });
    expect(group_by).toBe('day');
    expect(points.map(({ date }) => date)).toEqual([18, 19, 20, 21, 22, 23, 24].map((day) => `2026-05-${day}`));
    for (const { views } of points) {
      expect(views!.expected).toBeGreaterThanOrEqual(38);
      expect(views!.expected).toBeLessThanOrEqual(42);
      expect(views!.low).toBeGreaterThan(15);
      expect(views!.high).toBeLessThan(80);
    }
    // Too little is expected of conversions.
    expect(points[0]!.conversions).toBeUndefined();
  });

  test('a campaign has its own, and the first weeks of a website have none', async () => {
    const { points } = await rhythm({ ...lastWeek, id: POPUP });
    expect(points[0]!.views!.expected).toBeLessThan(33);
    expect((await rhythm({ range_start: '2026-02-20', range_end: '2026-02-22' })).points.map(Object.keys)).toEqual([
      ['date'],
      ['date'],
      ['date'],
    ]);
    await expect(rhythm({ ...lastWeek, id: 20 })).rejects.toThrow();
  });

  test('92 days have expectations, and no longer period', async () => {
    const count = async (range_start: string) => (await rhythm({ range_start, range_end: '2026-05-31' })).points.length;
    expect([await count('2026-03-01'), await count('2026-02-28')]).toEqual([92, 0]);
  });

  test('hours are those of the clock, with what is expected where enough is', async () => {
    const { points, group_by } = await rhythm({ ...lastWeek, range_start: '2026-05-31', group_by: 'hour' });
    expect(group_by).toBe('hour');
    expect(points).toHaveLength(24);
    expect(points.filter(({ views }) => views).map(({ date }) => date)).toEqual(['08', '09', '10']);
  });

  test('hours are expected from the days before, whatever came on the day itself', async () => {
    const hoursWithExpectations = async (day: string) => {
      const { points } = await rhythm({ website_id: 3, range_start: day, range_end: day, group_by: 'hour' });
      return points.flatMap(({ date, views }) => (views ? [[date, views.expected]] : []));
    };
    expect(await hoursWithExpectations('2026-05-30')).toEqual(['08', '09', '10'].map((hour) => [hour, 30]));
    expect((await hoursWithExpectations('2026-05-31')).map(([hour]) => hour)).toEqual(['08', '09', '10', '20']);
  });

  test('the variation comes from the days before the period, and from nothing in it', async () => {
    const { variation } = await rhythm(lastWeek);
    expect(variation.metrics.views).toMatchObject({ pairs: expect.any(Number), week: 0.02 ** 2 });
    expect(variation.metrics.views!.pairs).toBeGreaterThan(5);
    const empty = await service.report(rhythmReport, { website_id: 2, timeframe: 'last_7_days' }, token);
    expect(empty.data).toMatchObject({ points: [], variation: { metrics: { views: { pairs: 0 } } } });
  });

  test('a goal is looked ahead to, from the days of its website or campaign', async () => {
    const writer = await service.token([1], { scopes: ['reports', 'ctas:write'] });
    for (const [name, campaign_id] of [
      ['Reach', null],
      ['Popups', POPUP],
    ] as const) {
      const body = JSON.stringify({ name, metric: 'views', target: 1_000, campaign_id });
      const headers = { authorization: `Bearer ${writer}`, 'content-type': 'application/json' };
      const sent = await fetch(`${service.url}/api/v1/goals?website_id=1`, { method: 'POST', headers, body });
      expect(sent.status).toBe(201);
    }
    const { goals } = (await service.report(goalsReport, { website_id: 1 }, writer)).data;
    expect(goals[0]!.over).toBe(1.67);
    expect(goals.map(({ name, reached }) => [name, reached])).toEqual([
      ['Popups', 0],
      ['Reach', 0],
    ]);
    // About 30 a day on 29 days; all hours of today with visitors are over.
    const popups = goals[0]!.forecast!;
    expect(popups.value).toBeGreaterThan(29 * 28);
    expect(popups.value).toBeLessThan(29 * 32);
    expect(popups.low).toBeLessThan(popups.value);
    expect(popups.high).toBeGreaterThan(popups.value);
    expect(goals[1]!.forecast!.value).toBeGreaterThan(popups.value + 29 * 10);
  });

  describe('a report with a comparison', () => {
    const compared = { website_id: 1, timeframe: 'custom', previous_period: true };
    const quiet = { range_start: '2026-05-18', range_end: '2026-05-24' };
    const noteIn = (report: { readonly notes?: { readonly code: string; readonly message: string }[] | undefined }) =>
      report.notes?.find(({ code }) => code === 'within_noise')?.message;

    test('says which changes random variation explains', async () => {
      const report = await service.report(websiteReport, { ...compared, ...quiet, notes: true }, token);
      expect(report.data.metrics.changes!.views).not.toBe(0);
      expect(noteIn(report)).toContain('Random variation explains the changes of views:');
    });

    test('says nothing if all changes are news, or if nobody asks', async () => {
      const report = await service.report(websiteReport, { ...compared, ...lastWeek, notes: true }, token);
      expect(noteIn(report)).toBeUndefined();
      const plain = await service.report(websiteReport, { ...compared, ...quiet }, token);
      expect(plain).not.toHaveProperty('notes');
    });

    test('a list names the changes that are news', async () => {
      const list = await service.report(campaignsReport, { ...compared, ...lastWeek, notes: true }, token);
      expect(noteIn(list)).toContain('all changes but these: views of “Bar”.');
      const all = await service.report(campaignsReport, { ...compared, ...quiet, notes: true }, token);
      expect(noteIn(all)).toContain('Random variation explains all changes of this list');
    });
  });
});
