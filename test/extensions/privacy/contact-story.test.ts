// The story of a contact: what is known of it in the order of time, what is not known and why, and that erasing takes all of it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeWebsiteSettings } from '../../../src/core/engine/catalog/website-settings.ts';
import { ContactStore } from '../../../src/core/manage/contacts/contact-store.ts';
import { readChanges } from '../../../src/core/manage/contacts/read-changes.ts';
import { ContactErasure } from '../../../src/core/manage/erasure/forget-contact.ts';
import { ContactData } from '../../../src/extensions/privacy/contact-data.ts';
import { getContactStory } from '../../../src/extensions/privacy/get-contact-story.ts';
import { readKnownOfContact } from '../../../src/extensions/privacy/known-of-contact.ts';
import { ENGINES } from '../../support/databases.ts';
import { mergeLog, switchLog } from '../../support/event-log.ts';
import { eventWith, orderWith, refundWith, type SentEvent, selectionWith } from '../../support/events.ts';
import { createTestIngestion, type TestIngestion } from '../../support/test-ingestion.ts';

type Asked = Parameters<typeof getContactStory.read>[1];

const DAY_BEFORE_MS = Date.parse('2025-03-09T00:00:00Z');
const VISITOR = '6f1c1d5e-8f5f-4b6a-9c57-2f8c35a3d1b0';
const ACTOR = { userId: null, via: 'command_line' } as const;

const byVisitor = (fields: SentEvent) => eventWith({ visitor: VISITOR, ...fields });
const NEWSLETTER = { utm_source: 'newsletter', utm_medium: 'email', device: 'mobile', country: 'DE', page: '/pricing' };
const VISITS = [
  byVisitor({ ...NEWSLETTER, type: 'page_view', at: '2025-03-08T10:00:00Z' }),
  byVisitor({ ...NEWSLETTER, campaign_id: 10, at: '2025-03-08T10:01:00Z' }),
  byVisitor({ ...NEWSLETTER, campaign_id: 10, at: '2025-03-08T10:02:00Z' }),
  {
    ...selectionWith({ ...NEWSLETTER, element_id: 10010, field: 'size', value: 'M' }),
    visitor: VISITOR,
    at: '2025-03-08T10:03:00Z',
  },
  byVisitor({ type: 'submission', element_id: 10000, referrer: 'https://search.example', at: '2025-03-09T08:00:00Z' }),
];
const ORDERS = [
  orderWith({ order_id: 'o', visitor: VISITOR, revenue: 100, campaign_id: 10, at: '2025-03-09T09:00:00Z' }),
  orderWith({ visitor: VISITOR, revenue: 7, at: '2025-03-09T09:30:00Z' }),
];
const REFUND = refundWith({ revenue: 40, at: '2025-03-10T11:00:00Z' });
const OF_OTHERS = [
  eventWith({ campaign_id: 10, at: '2025-03-08T10:01:30Z' }),
  orderWith({ order_id: 'other', visitor: 'v' }),
];

describe.each(ENGINES)('on %s', (engine) => {
  let ingestion: TestIngestion;
  let contacts: ContactStore;

  beforeAll(async () => {
    ingestion = await createTestIngestion(engine);
    contacts = new ContactStore(ingestion.database, ingestion.clock.now);
  });
  beforeEach(async () => {
    await ingestion.reset();
    await ingestion.database.transaction(async (tx) => {
      for (const table of ['contacts', 'contact_lists', 'contact_blocks', 'contact_search'])
        await tx.query(`DELETE FROM ${table}`);
    });
    await switchLog(ingestion.database, 1, true);
  });
  afterAll(() => ingestion.dispose());

  const contact = async (fields: Readonly<Record<string, unknown>> = {}) =>
    (await contacts.upsert(1, readChanges({ email: 'ada@example.com', visitor_token: VISITOR, ...fields }))).contact;
  const story = (id: number, { queryEventsMax = 1_000, page = 1, websiteId = 1, language = 'en' } = {}) => {
    const context = { database: ingestion.database, queryEventsMax, websiteId } as unknown as Asked;
    return getContactStory.read({ id, page, language }, context);
  };
  const told = async (id: number) =>
    (await story(id)).entries.map(({ at, kind, count, subject }) => [
      at.slice(5, 16),
      kind,
      count,
      subject.join(' > '),
    ]);
  const codes = async (...asked: Parameters<typeof story>) => (await story(...asked)).notes.map(({ code }) => code);

  test('tells where visits came from, what was seen, answered, ordered and refunded, in the order of time', async () => {
    const { id } = await contact({ shoe_size: 42, data: { source: { campaign_id: 10, campaign: 'Spring popup' } } });
    await ingestion.count(...VISITS, ...ORDERS, ...OF_OTHERS);
    const expected = [
      ['03-08T10:00', 'visit', 1, ''],
      ['03-08T10:00', 'page_view', 1, ''],
      ['03-08T10:01', 'view', 2, 'Spring popup'],
      ['03-08T10:03', 'selection', 1, 'Spring popup > Variant A > Step 2 > quiz'],
      ['03-09T08:00', 'visit', 1, ''],
      ['03-09T08:00', 'submission', 1, 'Spring popup > Variant A > Step 1 > form'],
      ['03-09T09:00', 'order', 1, 'Spring popup'],
      ['03-09T09:30', 'order', 1, ''],
      ['03-10T12:00', 'contact_added', 1, 'Spring popup'],
    ];
    expect(await told(id)).toEqual(expected);
    await mergeLog(ingestion.database, ingestion.clock);
    expect(await told(id)).toEqual(expected);
    await ingestion.count(REFUND);
    const { entries, notes, currency, timezone } = await story(id);
    expect({ notes, currency, timezone }).toEqual({ notes: [], currency: 'USD', timezone: 'UTC' });
    expect(entries[0]).toMatchObject({
      source: { channel: 'email', utm_source: 'newsletter', utm_medium: 'email', utm_campaign: null, referrer: null },
      ...{ device: 'mobile', country: 'DE', page: '/pricing' },
    });
    expect(entries.filter(({ revenue }) => revenue !== null)).toMatchObject([
      { kind: 'order', order_id: 'o', revenue: 100, refunded: 40, campaign_id: 10 },
      { kind: 'order', order_id: null, revenue: 7, refunded: 0 },
      { at: '2025-03-10T11:00:00Z', kind: 'refund', order_id: 'o', revenue: 40 },
    ]);
    expect(entries.at(-1)).toMatchObject({ kind: 'contact_added', fields: { shoe_size: '42' } });
  });

  test('tells what was answered, at the form that it came with, and nothing that a client has stored in another shape', async () => {
    const answers = { taste: 'Fruity', size: 'M' };
    const sent = { at: '2025-03-09T08:00:05Z', campaign_id: 10, campaign: 'Spring popup', answers };
    const { id } = await contact({ data: { answers: [sent, null, { at: 'yesterday', answers }, { at: sent.at }] } });
    await ingestion.count(...VISITS);
    const { entries } = await story(id);
    const place = entries.findIndex(({ kind }) => kind === 'submission');
    expect(entries[place + 1]).toMatchObject({
      ...{ at: sent.at, kind: 'answered', campaign_id: 10, subject: ['Spring popup'], fields: answers },
    });
    expect(entries.filter(({ kind }) => kind === 'answered')).toHaveLength(1);
    const other = await contact({ email: 'bob@example.com', visitor_token: undefined, data: { answers: 'none' } });
    expect(await told(other.id)).toEqual([['03-10T12:00', 'contact_added', 1, '']]);
  });

  test('a refund that came before its order, and a second one, keep their times', async () => {
    const { id } = await contact();
    await ingestion.count(REFUND);
    await ingestion.count(ORDERS[0]!);
    await ingestion.count(refundWith({ at: '2025-03-10T11:30:00Z' }));
    const amounts = (await story(id)).entries.map(({ at, kind, revenue, refunded }) => [
      at.slice(11, 16),
      kind,
      revenue,
      refunded,
    ]);
    expect(amounts.slice(0, 3)).toEqual([
      ['09:00', 'order', 100, 100],
      ['11:00', 'refund', 40, null],
      ['11:30', 'refund', 60, null],
    ]);
  });

  test('without a log it tells the orders, and without consent only the contact, and says so', async () => {
    const { id } = await contact();
    await ingestion.count(eventWith({ visitor: 'somebody' }));
    expect(await told(id)).toEqual([['03-10T12:00', 'contact_added', 1, '']]);
    expect(await codes(id)).toEqual(['visitor_unknown']);
    await switchLog(ingestion.database, 1, false);
    await ingestion.count(...VISITS, ...ORDERS);
    expect((await told(id)).map(([, kind]) => kind)).toEqual(['order', 'contact_added']);
    expect(await codes(id)).toEqual(['events_not_kept']);
    const [note] = (await story(id, { language: 'de' })).notes;
    expect(note!.message).toContain('Die Website speichert ihre Ereignisse nicht');
  });

  test('events from before the log are said to be missing', async () => {
    await switchLog(ingestion.database, 1, false);
    await ingestion.count(byVisitor({ at: '2025-03-01T10:00:00Z' }));
    await switchLog(ingestion.database, 1, true);
    await ingestion.count(byVisitor({ at: '2025-03-10T10:00:00Z', campaign_id: 10 }));
    const { id } = await contact();
    const { notes } = await story(id);
    expect(notes).toEqual([
      { code: 'kept_from', message: expect.stringMatching(/^Events before Mar \d+, 2025 are not kept\.$/) },
    ]);
  });

  test('reads the newest days up to the limit, one part of each run, and says where it ends', async () => {
    const { id } = await contact();
    await ingestion.count(...VISITS, ...OF_OTHERS);
    await ingestion.count(...ORDERS);
    await mergeLog(ingestion.database, ingestion.clock);
    expect((await told(id)).map(([at]) => at!.toString().slice(0, 5))).toContain('03-08');
    const limited = await story(id, { queryEventsMax: 5 });
    expect(limited.notes).toMatchObject([{ code: 'not_all_read', message: expect.stringContaining('Mar 9, 2025') }]);
    expect(limited.entries.map(({ at }) => at.slice(5, 10))).not.toContain('03-08');
    expect(await codes(id, { queryEventsMax: 0 })).toEqual(['not_all_read']);
  });

  test('has the newest 500 orders', async () => {
    const { id } = await contact();
    await switchLog(ingestion.database, 1, false);
    const orderAt = (at: number) =>
      orderWith({
        order_id: `o-${at}`,
        visitor: VISITOR,
        revenue: at,
        at: new Date(DAY_BEFORE_MS + at * 60_000).toISOString(),
      });
    await ingestion.count(...Array.from({ length: 501 }, (_, at) => orderAt(at)));
    const limits = { queryEventsMax: 1, eventsMax: 1, ordersMax: 1_000 };
    const all = await readKnownOfContact(ingestion.database, { websiteId: 1, contactId: id }, limits);
    expect(all!.orders).toHaveLength(501);
    const orders = [];
    for (let page = 1; ; page++) {
      const { entries } = await story(id, { page });
      if (entries.length === 0) break;
      orders.push(...entries.filter(({ kind }) => kind === 'order'));
    }
    expect(orders).toHaveLength(500);
    expect(orders.map(({ at }) => at).sort()[0]).toBe('2025-03-09T00:01:00Z');
  });

  test.each([
    [5_000, []],
    [5_001, ['not_all_read']],
  ])('reads 5,000 events of the visitor, and says so if there are more: %i', async (count, expected) => {
    const { id } = await contact();
    await ingestion.count(...Array.from({ length: count }, () => byVisitor({ at: '2025-03-10T10:00:00Z' })));
    expect(await codes(id, { queryEventsMax: 10_000 })).toEqual(expected);
  });

  test('what is stored of a contact has the newest 2,000 orders and 20,000 events', async () => {
    const { database, clock } = ingestion;
    const { id: contactId } = await contact();
    const at = (minute: number) => new Date(DAY_BEFORE_MS + minute * 60_000).toISOString();
    const few = Array.from({ length: 2_001 }, (_, n) => orderWith({ order_id: `o-${n}`, visitor: VISITOR, at: at(n) }));
    await ingestion.count(...few);
    const many = (count: number) => Array.from({ length: count }, () => byVisitor({ at: at(3_000) }));
    await ingestion.count(...many(9_000));
    await ingestion.count(...many(9_000));
    const data = new ContactData({ database, clock: clock.now, queryEventsMax: 100_000 });
    const { orders, events } = (await data.read({ websiteId: 1, contactId, actor: ACTOR }))!;
    expect(orders).toHaveLength(2_000);
    expect(orders.map((order) => order.order_id)).not.toContain('o-0');
    // 20,001 are stored: the first order is the oldest of them.
    expect([events.length, events[0]!.at]).toEqual([20_000, '2025-03-09T00:01:00Z']);
  });

  test('is gone with the contact: nothing of it is found again', async () => {
    const { id } = await contact();
    await ingestion.count(...VISITS, ...ORDERS);
    await ingestion.count(REFUND);
    await mergeLog(ingestion.database, ingestion.clock);
    const erasure = new ContactErasure(ingestion.database, ingestion.clock.now);
    await erasure.forget({ websiteId: 1, filter: { id }, actor: ACTOR, isErasing: true });
    await expect(story(id)).rejects.toMatchObject({ status: 404 });
    const again = await contact();
    expect(await told(again.id)).toEqual([['03-10T12:00', 'contact_added', 1, '']]);
    expect(await codes(again.id)).toEqual(['visitor_unknown']);
    const stored = await ingestion.database.query<{ refunds: string | null }>('SELECT refunds FROM seen_orders');
    expect(stored).toEqual([{ refunds: null }]);
  });

  test('is that of the website alone, in its time zone', async () => {
    const { id } = await contact();
    await changeWebsiteSettings(ingestion.database, 1, { timezone: 'Europe/Berlin' }, ingestion.clock.now);
    expect((await story(id)).timezone).toBe('Europe/Berlin');
    await expect(story(id, { websiteId: 2 })).rejects.toMatchObject({ status: 404 });
    await changeWebsiteSettings(ingestion.database, 1, { timezone: 'UTC' }, ingestion.clock.now);
  });
});
