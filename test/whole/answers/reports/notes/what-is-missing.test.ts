// What a list or a 0 does not show: orders outside campaigns, elements without views, contacts that never were, days that are not watched.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { campaignsReport } from '../../../../../src/core/answers/reports/subjects/campaigns.ts';
import { elementReport } from '../../../../../src/core/answers/reports/subjects/element.ts';
import { stepReport } from '../../../../../src/core/answers/reports/subjects/step.ts';
import type { ReadOperation } from '../../../../../src/core/contract/operations/define-operation.ts';
import { changeWebsiteSettings } from '../../../../../src/core/engine/catalog/website-settings.ts';
import { countContacts } from '../../../../../src/core/manage/resources/count-contacts.ts';
import { websiteAlerts } from '../../../../../src/extensions/changes/reports/website-alerts.ts';
import { attributionReport } from '../../../../../src/extensions/questions/attribution.ts';
import { ANY_ENGINE } from '../../../../support/databases.ts';
import type { SentEvent } from '../../../../support/events.ts';
import { TestClock } from '../../../../support/test-clock.ts';
import { createTestIngestion } from '../../../../support/test-ingestion.ts';
import { type Parameters, TestService } from '../../../../support/test-service.ts';

const ELEMENTS = [
  { id: 1000, element_type: 'form', name: 'Email field', position: 1 },
  { id: 1001, element_type: 'text', position: 2 },
  { id: 1002, element_type: 'button', key: 'send', position: 3 },
];
const CATALOG = {
  accounts: [
    {
      id: 1,
      name: 'Acme',
      websites: [
        {
          ...{ id: 1, name: 'acme.example', currency: 'EUR' },
          campaigns: [
            {
              ...{ id: 10, name: 'Popup' },
              variants: [
                { id: 100, traffic_percentage: 50, steps: [{ id: 500, position: 1, elements: ELEMENTS }] },
                { id: 101, traffic_percentage: 50, is_holdout: true },
              ],
            },
            { id: 11, name: 'Quiz', variants: [{ id: 110 }] },
          ],
        },
        { ...{ id: 2, name: 'acme-two.example', currency: 'USD' }, campaigns: [{ id: 20, name: 'Bar' }] },
        { id: 3, name: 'acme-three.example' },
      ],
    },
  ],
};

let orders = 0;
const order = (revenue: number, fields: SentEvent, day = '2026-11-10'): SentEvent => {
  const order_id = `${orders++}`;
  return {
    ...{ type: 'order', website_id: 1, visitor: `v${order_id}`, at: `${day}T09:00:00Z` },
    order_id,
    revenue,
    ...fields,
  };
};
const on = (type: string, element_id: number): SentEvent => {
  return { type, website_id: 1, visitor: 'v', at: '2026-11-10T09:00:00Z', element_id };
};

const EVENTS = [
  order(40, { campaign_id: 10, device: 'mobile' }),
  order(60, { campaign_id: 11, device: 'tablet' }),
  order(50, { campaign_id: 11 }),
  order(7, {}),
  order(8.5, { device: 'mobile' }),
  order(3, { variant_id: 101 }),
  // On another day, and of another website.
  order(1_000, {}, '2026-11-11'),
  order(70, { website_id: 2, campaign_id: 20 }),
  on('view', 1000),
  on('submission', 1002),
];
const DAY = { timeframe: 'custom', range_start: '2026-11-10', range_end: '2026-11-10' };

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    const ingestion = await createTestIngestion(engine, CATALOG, new TestClock('2026-11-18T12:00:00Z'));
    for (const id of [1, 2]) await changeWebsiteSettings(ingestion.database, id, { event_log: true });
    expect((await ingestion.count(...EVENTS)).accepted).toBe(EVENTS.length);
    service = await TestService.over(ingestion);
    token = await service.token([1, 2, 3]);
  });
  afterAll(() => service.dispose());

  async function notesOf(report: ReadOperation, given: Parameters, code: string): Promise<string[]> {
    const { body } = await service.ask(report, { website_id: 1, ...given, notes: true }, token);
    const { notes = [] } = body as { notes?: { code: string; message: string }[] };
    return notes.filter((note) => note.code === code).map(({ message }) => message);
  }

  const OUTSIDE =
    '2 orders with €15.50 on these days belong to no campaign. ' +
    '1 order with €3.00 is that of holdouts, whose visitors were shown nothing: no campaign earned this.';

  const OUTSIDE_MOBILE =
    '1 order with €8.50 on these days belongs to no campaign. Only what matches the filters and times of the list counts here.';

  test.each<[string, ReadOperation, Parameters, string[]]>([
    ['of a list', campaignsReport, DAY, [OUTSIDE]],
    ['of one page of it', campaignsReport, { ...DAY, per_page: 1 }, [OUTSIDE]],
    ['of attribution', attributionReport, DAY, [OUTSIDE]],
    ['of no attribution by values', attributionReport, { ...DAY, by: 'channel' }, []],
    ['of a filtered list', campaignsReport, { ...DAY, filter: ['device:mobile'] }, [OUTSIDE_MOBILE]],
    ['of no filtered list that has all of them', campaignsReport, { ...DAY, filter: ['device:tablet'] }, []],
    ['of none, where each has its campaign', campaignsReport, { ...DAY, website_id: 2 }, []],
  ])('orders that belong to no campaign are said %s', async (_, report, asked, expected) => {
    expect(await notesOf(report, asked, 'outside_campaigns')).toEqual(expected);
  });

  test('elements without views are named', async () => {
    const [message] = await notesOf(stepReport, { ...DAY, id: 500 }, 'no_views');
    expect(message).toMatch(/^No views were sent for “send”, so 0 views/);
    expect(await notesOf(elementReport, { ...DAY, id: 1002 }, 'no_views')).toHaveLength(1);
    for (const id of [1000, 1001]) expect(await notesOf(elementReport, { ...DAY, id }, 'no_views')).toEqual([]);
  });

  test('a website that never had a contact says so, and one whose contact was deleted does not', async () => {
    expect(await notesOf(countContacts, {}, 'none_stored')).toEqual([
      expect.stringMatching(/^No contact of this website was ever stored/),
    ]);
    const writing = await service.token([1], { scopes: ['contacts:write'] });
    const headers = { authorization: `Bearer ${writing}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ email: 'a@example.com' });
    expect((await service.request('/api/v1/contacts', { method: 'POST', headers, body })).status).toBeLessThan(300);
    expect(await notesOf(countContacts, DAY, 'none_stored')).toEqual([]);
    const { status } = await service.request('/api/v1/contacts?email=a@example.com', { method: 'DELETE', headers });
    expect([status, await notesOf(countContacts, {}, 'none_stored')]).toEqual([200, []]);
    expect(await notesOf(countContacts, { website_id: 2 }, 'none_stored')).toHaveLength(1);
  });

  test('alerts say since when a website is watched, and what that takes', async () => {
    expect(await notesOf(websiteAlerts, {}, 'watched')).toEqual([
      expect.stringMatching(/ are found from 2026-12-22 on, .* at least 20 visitors/),
    ]);
    expect(await notesOf(websiteAlerts, { website_id: 3 }, 'watched')).toEqual([
      'Nothing is watched yet: this website has no events.',
    ]);
  });

  test('the model that costs are compared with is named', async () => {
    const costsBy = async (asked: Parameters) =>
      (await service.report(attributionReport, { website_id: 1, ...DAY, ...asked }, token)).data.costs_by;
    expect(await costsBy({ by: 'channel', notes: true })).toBe('last');
    expect(await costsBy({ by: 'channel', notes: true, costs_by: 'linear' })).toBe('linear');
    expect(await costsBy({ by: 'channel', notes: true, model: 'first' })).toBe('first');
    expect(await costsBy({ by: 'channel' })).toBeUndefined();
    expect(await costsBy({ by: 'device', notes: true })).toBeUndefined();
  });
});
