// What an assistant is told of a website at first, and how many contacts it has: right after each change, although results are kept.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sentence } from '../../../../languages/sentence.ts';
import { markCatalogChanged, nextCatalogChange } from '../../../../src/core/engine/catalog/catalog-changes.ts';
import { dayFromIso } from '../../../../src/core/engine/rollups/calendar.ts';
import { countContacts } from '../../../../src/core/manage/resources/count-contacts.ts';
import { websiteContext } from '../../../../src/core/manage/resources/website-context.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { TestClock } from '../../../support/test-clock.ts';
import { TestService } from '../../../support/test-service.ts';

/** In Sydney, it is the next day. */
const NOW = '2025-03-09T14:00:00Z';
const TODAY = '2025-03-10';
const SYDNEY = 'Australia/Sydney';
const CAMPAIGNS = [
  { id: 10, name: 'Popup', cta_type: 'overlay' },
  { id: 11, name: 'Bar', cta_type: 'bar' },
  { id: 12, name: 'Old popup', cta_type: 'overlay', status: 'archived' },
];
const CATALOG = {
  accounts: [
    {
      id: 1,
      name: 'Acme',
      websites: [
        { id: 1, name: 'acme.example', currency: 'AUD', timezone: SYDNEY, event_log: true, campaigns: CAMPAIGNS },
        { id: 2, name: 'empty.example', currency: 'USD', campaigns: [{ id: 20, name: 'Secret' }] },
      ],
    },
  ],
};
const REPORTS_ONLY = { scopes: ['reports'] as const };

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let service: TestService;
  let reader: string;
  let writer: string;

  beforeAll(async () => {
    service = await TestService.start(engine, { catalog: CATALOG, clock: new TestClock(NOW) });
    reader = await service.token([1, 2], { scopes: [...REPORTS_ONLY.scopes] });
    writer = await service.token([1], { scopes: ['reports', 'ctas:write', 'contacts:read', 'contacts:write'] });
    const view = (visitor: string, at: string, fields: object = {}) => {
      return { type: 'view', website_id: 1, visitor, at, ...fields };
    };
    await service.ingestion.count(
      // The last day of February in Sydney.
      view('a', '2025-02-27T15:00:00Z', { device: 'mobile' }),
      view('a', '2025-03-01T01:00:00Z', { device: 'mobile', campaign_id: 10 }),
      view('b', '2025-03-02T01:00:00Z', { device: 'desktop', country: 'AU' }),
      view('c', '2025-03-02T01:00:00Z', { campaign_id: 10 }),
    );
  });
  afterAll(() => service.dispose());

  const context = async (website_id = 1) => (await service.report(websiteContext, { website_id }, reader)).data;

  async function send(method: string, path: string, body?: unknown): Promise<{ id: number }> {
    const response = await fetch(`${service.url}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${writer}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect(response.ok).toBe(true);
    return response.status === 204 ? { id: 0 } : ((await response.json()) as { id: number });
  }

  test('the day, the first days, formats and coverage', async () => {
    const { goals: _, annotations: __, alerts: ___, dimensions, ...rest } = await context();
    expect(rest).toEqual({
      today: TODAY,
      timezone: SYDNEY,
      currency: 'AUD',
      first_day: '2025-02-28',
      kept_from: '2025-02-28',
      cta_types: [
        { value: 'overlay', campaigns: 2 },
        { value: 'bar', campaigns: 1 },
      ],
    });
    const known = new Map(dimensions.map((one) => [one.dimension, one.known]));
    expect([known.get('device'), known.get('country'), known.get('page')]).toEqual([75, 25, 0]);
  });

  test('a website without anything', async () => {
    expect(await context(2)).toEqual({
      today: '2025-03-09',
      timezone: 'UTC',
      currency: 'USD',
      first_day: null,
      kept_from: null,
      goals: [],
      annotations: [],
      alerts: [],
      cta_types: [expect.objectContaining({ campaigns: 1 })],
      dimensions: [],
    });
  });

  test('goals of the month with their pace, of the website and of a campaign, as soon as they are set', async () => {
    expect((await context()).goals).toEqual([]);
    const website = await send('POST', 'goals', { name: 'Reach', metric: 'views', target: 31 });
    const campaign = await send('POST', 'goals', { name: 'Popup', metric: 'views', target: 4, campaign_id: 10 });
    // A third of the tenth of 31 days is over. Of the website, three people came in March, of the campaign two. That is too little to
    // look ahead.
    expect((await context()).goals).toEqual([
      {
        name: 'Popup',
        metric: 'views',
        campaign_id: 10,
        target: 4,
        reached: 2,
        share: 50,
        over: 29.17,
        pace: expect.closeTo(171, 0),
        forecast: null,
      },
      {
        name: 'Reach',
        metric: 'views',
        target: 31,
        reached: 3,
        share: 9.68,
        over: 29.17,
        pace: expect.closeTo(33.2, 0),
        forecast: null,
      },
    ]);
    for (const { id } of [website, campaign]) await send('DELETE', `goals/${id}?website_id=1`);
    expect((await context()).goals).toEqual([]);
  });

  test('annotations of the last 90 days, newest first, as soon as they are made', async () => {
    expect((await context()).annotations).toEqual([]);
    for (const date of ['2025-03-01', '2024-12-10', '2025-03-08'])
      await send('POST', 'annotations', { name: 'New', date });
    expect((await context()).annotations.map(({ date }) => date)).toEqual(['2025-03-08', '2025-03-01']);
  });

  test('alerts of the last seven days', async () => {
    const title = JSON.stringify(sentence('checkDrop'));
    const alert = (id: number, website: number, date: string) => {
      const day = dayFromIso(date)!;
      return [website, id, 'drop', `drop:${day}`, day, title, '[]', '/', null, NOW];
    };
    await service.database.transaction((tx) =>
      tx.insertMany({
        into: 'alerts',
        columns: ['website_id', 'id', 'kind', 'cause', 'day', 'title', 'details', 'path', 'segment', 'created_at'],
        rows: [alert(1, 1, '2025-03-03'), alert(2, 1, '2025-03-04'), alert(3, 2, '2025-03-09')],
      }),
    );
    // Storing an alert raises the version of the data; this did not, so another write has to.
    await send('POST', 'annotations', { name: 'Other', date: '2020-01-01' });
    expect((await context()).alerts).toEqual([expect.objectContaining({ id: 2, kind: 'drop', day: '2025-03-04' })]);
  });

  test('the five newest alerts, and the 20 most frequent types of campaigns', async () => {
    const title = JSON.stringify(sentence('checkDrop'));
    const day = dayFromIso('2025-03-08')!;
    await service.database.transaction(async (tx) => {
      await tx.insertMany({
        into: 'alerts',
        columns: ['website_id', 'id', 'kind', 'cause', 'day', 'title', 'details', 'path', 'segment', 'created_at'],
        rows: [11, 12, 13, 14, 15, 16].map((id) => [2, id, 'drop', `drop:${id}`, day, title, '[]', '/', null, NOW]),
      });
      await tx.insertMany({
        into: 'campaigns',
        columns: [
          ...['website_id', 'id', 'name', 'cta_type', 'test_type', 'page_path', 'status', 'created_at', 'updated_at'],
        ],
        rows: Array.from({ length: 22 }, (_, index) => [
          // The last two have the same type, which comes first.
          ...[2, 101 + index, 'Popup', `type ${Math.min(index, 20)}`, '', '', 'live', NOW, NOW],
        ]),
      });
    });
    await service.database.transaction(async (tx) => {
      await markCatalogChanged(tx, 2, await nextCatalogChange(tx));
    });
    const { alerts, cta_types: types } = await context(2);
    expect(alerts.map(({ id }) => id)).toEqual([16, 15, 14, 13, 12]);
    expect([types.length, types[0]]).toEqual([20, { value: 'type 20', campaigns: 2 }]);
    await service.database.transaction(async (tx) => {
      await tx.query('DELETE FROM alerts WHERE website_id = 2');
      await tx.query('DELETE FROM campaigns WHERE website_id = 2 AND id > 100');
      await markCatalogChanged(tx, 2, await nextCatalogChange(tx));
    });
  });

  test('contacts are counted in days of the website, as soon as they exist, and nothing else is said about them', async () => {
    const count = async (asked: object = {}) => {
      return (await service.report(countContacts, { website_id: 1, ...asked }, reader)).data.contacts;
    };
    const yesterday = { timeframe: 'custom', range_start: '2025-03-09', range_end: '2025-03-09' };
    expect(await count()).toBe(0);
    await send('POST', 'contacts', { email: 'ada@example.com' });
    await send('POST', 'contacts', { email: 'bob@example.com', data: { source: { campaign_id: 10 } } });
    expect([await count(), await count({ timeframe: 'today' }), await count(yesterday)]).toEqual([2, 2, 0]);
    expect([await count({ campaign_id: 10 }), await count({ campaign_id: 11 })]).toEqual([1, 0]);
    await send('DELETE', 'contacts?email=bob@example.com');
    expect(await count()).toBe(1);
    const { text } = await service.ask(countContacts, { website_id: 1 }, reader);
    expect(text).not.toContain('ada');
    expect(await service.ask(countContacts, { website_id: 1, campaign_id: 20 }, reader)).toMatchObject({ status: 404 });
  });
});
