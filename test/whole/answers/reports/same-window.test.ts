// The number of a window is the same whatever it is compared with and however it is divided, just below and just above EXACT_EVENTS_MAX.
import type { CallToolResult } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_BOUNDS } from '../../../../src/core/engine/event-log/questions/unique-visitors.ts';
import { dayFromIso } from '../../../../src/core/engine/rollups/calendar.ts';
import { readWebsiteDays } from '../../../../src/extensions/changes/alerts/read-website-days.ts';
import { DAY_MS, HOUR_MS, TestClock } from '../../../support/test-clock.ts';
import { TestService } from '../../../support/test-service.ts';

const FIRST_MS = Date.parse('2025-03-03T10:00:00Z');
/** More than 1,280, so that estimates differ from what is counted. */
const VISITORS = 1_900;
/** Their events are fewer than any bound here. */
const FEWER_VISITORS = 1_500;
const DAYS = 2;
const [WINDOW_MS, BEFORE_MS, YEAR_BEFORE_MS] = [FIRST_MS, FIRST_MS - DAYS * DAY_MS, Date.parse('2024-03-03T10:00:00Z')];
const RANGE = { timeframe: 'custom', range_start: '2025-03-03', range_end: '2025-03-04' };

const CATALOG = {
  accounts: [
    {
      id: 1,
      name: 'Acme',
      websites: [1, 2].map((id) => ({
        ...{ id, name: `site-${id}.example`, currency: 'USD', event_log: true },
        campaigns: [
          {
            ...{ id: 10 * id, name: 'Popup' },
            variants: [0, 1].map((place) => ({ id: 100 * id + place, traffic_percentage: 50 })),
          },
        ],
      })),
    },
  ],
};

/** Each visitor views variant A twice on both days: an estimate is never above the number of events. */
function viewsFrom(ms: number, website = 1, visitors = VISITORS) {
  return Array.from({ length: visitors }, (_, visitor) =>
    [0, 1, 24, 25].map((hour) => ({
      ...{ type: 'view', website_id: website, variant_id: 100 * website, visitor: `${website}-${visitor}` },
      at: new Date(ms + hour * HOUR_MS).toISOString(),
    })),
  ).flat();
}

/** The window has so many. */
const EVENTS = VISITORS * 4;
const COMPARED: readonly Readonly<Record<string, string>>[] = [
  {},
  { previous_period: 'true' },
  { previous_period: 'true', compare: 'year' },
  { group_by: 'day' },
  { previous_period: 'true', group_by: 'week' },
];

describe.each([
  ['as many events as the bound', EVENTS, true],
  ['one event more than the bound', EVENTS - 1, false],
])('%s', (_name, bound, isCounted) => {
  let service: TestService;
  let token: string;
  let number: number;

  beforeAll(async () => {
    service = await TestService.start('sqlite', {
      catalog: CATALOG,
      clock: new TestClock('2025-03-05T12:00:00Z'),
      events: [
        ...viewsFrom(WINDOW_MS),
        ...viewsFrom(BEFORE_MS),
        ...viewsFrom(YEAR_BEFORE_MS, 1, FEWER_VISITORS),
        ...viewsFrom(WINDOW_MS, 2, FEWER_VISITORS),
        ...viewsFrom(YEAR_BEFORE_MS, 2),
      ],
      env: { EXACT_EVENTS_MAX: String(bound), MCP_TOOLS: 'extended' },
    });
    token = await service.token([1]);
    number = await viewsOf('/reports/website', {});
    expect(number === VISITORS).toBe(isCounted);
  });

  afterAll(() => service.dispose());

  // biome-ignore lint/suspicious/noExplicitAny: answers of several reports.
  const ask = async (path: string, parameters: Readonly<Record<string, string>>, by = token): Promise<any> => {
    const { status, body } = await service.get(`${path}?${new URLSearchParams({ ...RANGE, ...parameters })}`, by);
    expect(status).toBe(200);
    return body;
  };

  const viewsOf = async (path: string, parameters: Readonly<Record<string, string>>): Promise<number> => {
    const { data } = await ask(path, parameters);
    return data.metrics.views;
  };

  test.each(COMPARED)('reports with %j', async (parameters) => {
    for (const path of ['/reports/website', '/reports/campaigns/10', '/reports/variants/100']) {
      expect(await viewsOf(path, parameters), path).toBe(number);
    }
    const campaign = await ask('/reports/campaigns/10', parameters);
    expect(campaign.data.variants[0].metrics.views).toBe(number);
    const { group_by: _, ...list } = parameters;
    expect((await ask('/reports/campaigns', list)).data.campaigns[0].metrics.views).toBe(number);
    expect((await ask('/reports/experiments', list)).data.experiments[0].variants[0].metrics.views).toBe(number);
  });

  test('buckets and the compared period follow the window', async () => {
    const { data } = await ask('/reports/website', { previous_period: 'true', group_by: 'day' });
    const numbers = [
      data.metrics.previous.views,
      ...data.timeseries.points.map(({ views }: { views: number }) => views),
    ];
    // All of them are the same visitors, whose estimate is the same, too.
    expect(numbers).toEqual([number, number, number]);
  });

  test('the account', async () => {
    const { data } = await ask('/reports/account/performance', {});
    expect([data.aggregate.viewers, data.websites[0].viewers]).toEqual([number, number]);
  });

  test.each([1, 2])('the overview of website %i, with a comparison of its own', async (id) => {
    const own = await service.token([id]);
    const year = { previous_period: 'true', compare: 'year' };
    const { metrics } = (await ask('/reports/website', year, own)).data;
    const rowWith = async (compare_with: string) =>
      (await ask('/reports/account/websites', { compare_with }, own)).data.websites[0];
    expect((await rowWith('off')).viewers).toBe(metrics.views);
    expect(await rowWith('year')).toMatchObject({ viewers: metrics.views, viewers_change: metrics.changes.views });
  });

  test('an overview of several websites has the same numbers with and without its comparison', async () => {
    const both = await service.token([1, 2]);
    const viewers = async (path: string, parameters: Readonly<Record<string, string>>): Promise<number[]> =>
      (await ask(path, parameters, both)).data.websites.map((row: { viewers: number }) => row.viewers);
    const numbers = await viewers('/reports/account/performance', {});
    for (const compare_with of ['off', 'previous', 'year']) {
      expect(await viewers('/reports/account/websites', { compare_with }), compare_with).toEqual(numbers);
    }
    for (const compare of ['previous', 'year']) {
      expect(await viewers('/reports/account/performance', { compare }), compare).toEqual(numbers);
    }
  });

  test('the day that alerts judge has the number of its report, however many days it is judged by', async () => {
    const bounds = { ...NO_BOUNDS, exactEventsMax: bound };
    const { viewers } = await readWebsiteDays(service.database, 1, dayFromIso('2025-03-04')!, bounds);
    expect(viewers.at(-1)).toBe(await viewsOf('/reports/website', { range_start: '2025-03-04' }));
  });

  test('several websites together have a bound, and say that they are estimates above it', async () => {
    const both = await service.token([1, 2]);
    const { notes, data } = await ask('/reports/account/performance', { notes: 'true' }, both);
    expect(notes.map(({ code }: { code: string }) => code)).toContain('estimated');
    expect(data.websites[0].viewers).not.toBe(VISITORS);
  });

  test('tools', async () => {
    const client = await service.connectMcp('2026-07-28', await service.toolToken([1]));
    for (const { previous_period, ...parameters } of COMPARED) {
      const asked = { ...RANGE, ...parameters, ...(previous_period && { previous_period: true }) };
      for (const [name, id] of [
        ['get_website_report'],
        ['get_campaign_report', 10],
        ['get_variant_report', 100],
      ] as const) {
        const answer = (await client.callTool({ name, arguments: { ...asked, ...(id && { id }) } })) as CallToolResult;
        // biome-ignore lint/suspicious/noExplicitAny: answers of several reports.
        const { data, notes = [] } = answer.structuredContent as any;
        expect(data.metrics.views, name).toBe(number);
        expect(notes.some(({ code }: { code: string }) => code === 'estimated')).toBe(!isCounted);
      }
    }
    await client.close();
  });
});
