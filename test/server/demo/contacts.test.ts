import { expect, test } from 'vitest';
import { readChanges } from '../../../src/manage/contacts/read-changes.ts';
import { demoCatalog } from '../../../src/server/demo/catalog.ts';
import { DemoBuyers, demoContacts } from '../../../src/server/demo/contacts.ts';

const TODAY = Date.UTC(2026, 5, 15) / 86_400_000;
const websiteIds = demoCatalog(TODAY).accounts.flatMap(({ websites }) => websites.map(({ id }) => id));

test.each(websiteIds)('website %i has more contacts than fit on a page, each of them valid', (id) => {
  const contacts = demoContacts(id, TODAY);
  expect(contacts.length).toBeGreaterThan(25);
  const keys = contacts.map(({ body }) => readChanges(body).emailKey);
  expect(new Set(keys).size).toBe(contacts.length);
  for (const key of keys) expect(key).toMatch(/@example\.(com|org|net)$/);
});

test.each(websiteIds)('most of website %i came from a campaign of it', (id) => {
  const campaigns = demoCatalog(TODAY)
    .accounts.flatMap(({ websites }) => websites)
    .find((one) => one.id === id)!.campaigns;
  const sources = demoContacts(id, TODAY).map(({ body }) => body.data as { source: object } | undefined);
  const known = sources.filter((data) => data !== undefined).map(({ source }) => source);
  expect(known.length).toBeGreaterThan(sources.length / 2);
  expect(known.length).toBeLessThan(sources.length);
  for (const source of known) {
    expect(campaigns.map((campaign) => ({ campaign_id: campaign.id, campaign: campaign.name }))).toContainEqual(source);
  }
});

test.each(websiteIds)('those of website %i are in order, in the past, and the same for the same day', (id) => {
  const contacts = demoContacts(id, TODAY);
  const times = contacts.map(({ createdAt }) => createdAt.getTime());
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times.at(-1)! < TODAY * 86_400_000).toBe(true);
  expect(demoContacts(id, TODAY)).toEqual(contacts);
});

test('contacts are buyers of their day, each of them once', () => {
  const buyers = new DemoBuyers();
  const order = (visitor: string) =>
    `{"type":"order","website_id":1,"visitor":"${visitor}","at":"2026-06-14T10:00:00Z"}\n`;
  buyers.note(
    `{"type":"view","website_id":1,"visitor":"c","at":"2026-06-14T09:00:00Z"}\n${order('a')}${order('b')}${order('a')}`,
  );
  const day = new Date('2026-06-14T23:00:00Z');
  expect([buyers.take(1, day), buyers.take(2, day), buyers.take(1, day), buyers.take(1, day)]).toEqual([
    ...['a', undefined, 'b', undefined],
  ]);
});
