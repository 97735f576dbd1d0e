import { beforeAll, expect, test } from 'vitest';
import { readChanges } from '../../../src/core/manage/contacts/read-changes.ts';
import { demoCatalog } from '../../../src/extensions/demo/catalog.ts';
import { DemoSubscribers } from '../../../src/extensions/demo/contacts.ts';
import { demoEventChunks } from '../../../src/extensions/demo/events.ts';

const TODAY = Date.UTC(2026, 5, 15) / 86_400_000;
const DAYS = 8;
const websites = demoCatalog(TODAY).accounts.flatMap((account) => account.websites);
const websiteIds = websites.map(({ id }) => id);

interface Subscribe {
  readonly website_id: number;
  readonly element_id: number;
  readonly visitor: string;
  readonly at: string;
}

const subscribers = new DemoSubscribers();
const subscribes: Subscribe[] = [];
beforeAll(() => {
  for (const lines of demoEventChunks(TODAY, undefined, DAYS)) {
    subscribers.note(lines);
    subscribes.push(...lines.split('\n').flatMap((line) => (line.includes('"subscribe"') ? [JSON.parse(line)] : [])));
  }
});

test.each(websiteIds)('website %i has more contacts than fit on a page, each of them valid', (id) => {
  const contacts = subscribers.contacts(id, TODAY);
  expect(contacts.length).toBeGreaterThan(25);
  const keys = contacts.map(({ body }) => readChanges(body).emailKey);
  expect(new Set(keys).size).toBe(contacts.length);
  for (const key of keys) expect(key).toMatch(/@example\.(com|org|net)$/);
});

test.each(websiteIds)(
  'each contact of website %i is somebody who subscribed, at that time and in a live campaign',
  (id) => {
    const ofWebsite = subscribes.filter(({ website_id }) => website_id === id);
    const contacts = subscribers.contacts(id, TODAY);
    expect(contacts).toHaveLength(new Set(ofWebsite.map(({ visitor }) => visitor)).size);
    const { campaigns } = websites.find((website) => website.id === id)!;
    for (const { createdAt, body } of contacts) {
      const { campaign_id, campaign } = (body.data as { source: { campaign_id: number; campaign: string } }).source;
      const found = campaigns.find((one) => one.id === campaign_id)!;
      expect([found.name, found.status]).toEqual([campaign, 'live']);
      const elements = found.variants.flatMap(({ steps }) => steps.flatMap((step) => step.elements));
      const isOwn = ({ visitor, at, element_id }: Subscribe) =>
        visitor === body.visitor_token &&
        Date.parse(at) === createdAt.getTime() &&
        elements.some((element) => element.id === element_id);
      expect(ofWebsite.some(isOwn)).toBe(true);
    }
  },
);

test.each(websiteIds)('those of website %i are in order, and the same for the same events', (id) => {
  const contacts = subscribers.contacts(id, TODAY);
  const times = contacts.map(({ createdAt }) => createdAt.getTime());
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(subscribers.contacts(id, TODAY)).toEqual(contacts);
});

test('whoever subscribes twice is one contact, since the first time', () => {
  const twice = new DemoSubscribers();
  const line = (hour: number) =>
    `{"type":"subscribe","website_id":1,"element_id":11211,"visitor":"a","at":"2026-06-14T${hour}:00:00Z"}\n`;
  twice.note(line(12) + line(11) + line(13));
  expect(twice.contacts(1, TODAY).map(({ createdAt }) => createdAt.toISOString())).toEqual([
    '2026-06-14T11:00:00.000Z',
  ]);
});
