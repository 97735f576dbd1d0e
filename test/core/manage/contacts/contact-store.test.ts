// The store: concurrent writers, and pages far down the list.

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importCatalog } from '../../../../src/core/engine/catalog/records/import-catalog.ts';
import type { Database, SqlValue } from '../../../../src/core/foundation/database/database.ts';
import { openDatabase } from '../../../../src/core/foundation/database/open/open.ts';
import {
  ContactStore,
  EXPORT_BYTES_MAX,
  EXPORT_SIZE,
  PAGE_SIZE,
  SEARCHED_MAX,
} from '../../../../src/core/manage/contacts/contact-store.ts';
import { readChanges, readFields } from '../../../../src/core/manage/contacts/read-changes.ts';
import { createTestDatabase, ENGINES, type TestDatabase } from '../../../support/databases.ts';
import { fillContacts, filledEmail, filledId } from '../../../support/fill-contacts.ts';
import { examples } from '../../../support/long.ts';
import { SAMPLE_CATALOG } from '../../../support/sample-catalog.ts';
import { TestClock } from '../../../support/test-clock.ts';

const clock = new TestClock('2025-03-10T12:00:00Z');

describe.each(ENGINES)('contacts on %s', (engine) => {
  let test: TestDatabase;
  let store: ContactStore;

  beforeAll(async () => {
    test = await createTestDatabase(engine);
    await importCatalog(test.database, SAMPLE_CATALOG, clock.now);
    store = new ContactStore(test.database, clock.now);
  });
  afterAll(() => test.dispose());

  const upsert = (body: unknown, websiteId = 1) => store.upsert(websiteId, readChanges(body));

  it('creates one contact for 100 concurrent requests with the same new email', async () => {
    const spellings = ['Same@Example.com', 'same@example.com', ' SAME@EXAMPLE.COM '];
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, i) => upsert({ email: spellings[i % 3], [`f${i}`]: i })),
    );
    expect(results.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(results.map(({ contact }) => contact.id)).size).toBe(1);
    const [found] = await store.find(1, { emailKey: 'same@example.com' });
    expect(Object.keys(found!.extra)).toHaveLength(100);
  });

  it('creates one contact for concurrent requests with the same new phone, with and without the same email', async () => {
    const bodies = [
      { phone: '+49 30 9999' },
      { phone: '0049 30 9999', email: 'nine@example.com' },
      { phone: '+49 (0)30/9999' },
    ];
    const results = await Promise.all(Array.from({ length: 60 }, (_, i) => upsert(bodies[i % 3])));
    expect(new Set(results.map(({ contact }) => contact.id)).size).toBe(1);
  });

  it('keeps two fields that are sent concurrently, also over two connections', async () => {
    const other = await openDatabase(test.url, { connectionsMax: 5 });
    try {
      const stores = [store, new ContactStore(other, clock.now)];
      const results = await Promise.all(
        Array.from({ length: 40 }, (_, i) =>
          stores[i % 2]!.upsert(
            1,
            readChanges({ email: 'both@example.com', [i % 2 ? 'city' : 'bio']: 'x', [`k${i}`]: i }),
          ),
        ),
      );
      expect(results.filter(({ isNew }) => isNew)).toHaveLength(1);
      const [found] = await store.find(1, { emailKey: 'both@example.com' });
      expect(found).toMatchObject({ city: 'x', bio: 'x' });
      expect(Object.keys(found!.extra)).toHaveLength(40);
    } finally {
      await other.close();
    }
  });

  it('gives every contact a unique id, across websites and connections', async () => {
    const other = await openDatabase(test.url, { connectionsMax: 5 });
    try {
      const stores = [store, new ContactStore(other, clock.now)];
      const results = await Promise.all(
        Array.from({ length: 250 }, (_, i) =>
          stores[i % 2]!.upsert(i % 4 < 2 ? 1 : 2, readChanges({ email: `id-${i}@example.com` })),
        ),
      );
      expect(new Set(results.map(({ contact }) => contact.id)).size).toBe(250);
    } finally {
      await other.close();
    }
  });

  it('creates and deletes concurrently without losing count', async () => {
    const before = (await store.page(2, 1)).total;
    await Promise.all(Array.from({ length: 50 }, (_, i) => upsert({ email: `churn-${i}@example.com` }, 2)));
    await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        i % 2 ? store.remove(2, `churn-${i}@example.com`) : upsert({ email: `churn-${i + 100}@example.com` }, 2),
      ),
    );
    expect((await store.page(2, 1)).total).toBe(before + 50);
  });

  describe('by email or phone', () => {
    const match = async (body: object) => (await upsert(body, 2)).contact.id;

    it('matches by email first, whatever the phone', async () => {
      const a = await match({ email: 'a@m.example', phone: '+4930111111' });
      const b = await match({ email: 'b@m.example', phone: '+4930222222' });
      expect(await match({ email: 'A@m.example', phone: '+4930222222' })).toBe(a);
      expect(await match({ email: 'b@m.example' })).toBe(b);
    });

    it('matches by phone if the email is new, unless that contact has another email', async () => {
      const c = await match({ phone: '+4930333333' });
      expect(await match({ email: 'c@m.example', phone: '+49 30 333333' })).toBe(c);
      const d = await match({ email: 'd@m.example', phone: '+4930333333' });
      expect(d).not.toBe(c);
      expect(await match({ phone: '+4930333333' })).toBe(c);
    });

    it('ignores other websites', async () => {
      const here = await upsert({ email: 'one@m.example', phone: '+4930444444' }, 1);
      const there = await upsert({ email: 'one@m.example', phone: '+4930444444' }, 2);
      expect(there.isNew).toBe(true);
      expect(there.contact.id).not.toBe(here.contact.id);
    });
  });

  it('is exported in parts: each contact once, whatever is added or deleted meanwhile', async () => {
    const own = await createTestDatabase(engine);
    try {
      await importCatalog(own.database, SAMPLE_CATALOG, clock.now);
      await fillContacts(own.database, 1, 250);
      const filled = new ContactStore(own.database, clock.now);
      const emails: (string | null)[] = [];
      const totals: number[] = [];
      for (let after: number | null = 0, parts = 0; after !== null; parts++) {
        const part = await filled.part(1, after);
        expect(part.contacts.length).toBeLessThanOrEqual(EXPORT_SIZE);
        emails.push(...part.contacts.map(({ email }) => email));
        totals.push(part.total);
        after = part.next;
        if (parts === 0) {
          // One that was exported already, one that was not, and a new one.
          await filled.remove(1, filledEmail(1));
          await filled.remove(1, filledEmail(200));
          await filled.upsert(1, readChanges({ email: 'late@example.com' }));
        }
      }
      const expected = Array.from({ length: 250 }, (_, index) => filledEmail(index + 1)).filter(
        (email) => email !== filledEmail(200),
      );
      expect(emails).toEqual([...expected, 'late@example.com']);
      expect(totals).toEqual([250, 249, 249]);
      expect(await filled.part(2, 0)).toEqual({ contacts: [], next: null, total: 0 });
    } finally {
      await own.dispose();
    }
  });

  it('is exported in smaller parts if the contacts are large: no statement reads more than a part', async () => {
    const own = await createTestDatabase(engine);
    try {
      await importCatalog(own.database, SAMPLE_CATALOG, clock.now);
      await fillContacts(own.database, 1, 30);
      const large = JSON.stringify({ extra: { text: 'ä'.repeat(60_000) } });
      await own.database.transaction((tx) => tx.query('UPDATE contacts SET fields = $1 WHERE place <= 25', [large]));
      const bytesRead: number[] = [];
      const query: Database['query'] = async <Row>(sql: string, params?: readonly SqlValue[]) => {
        const rows = await own.database.query<Row>(sql, params);
        bytesRead.push(
          rows.reduce((all, row) => all + Buffer.byteLength((row as { fields?: string }).fields ?? ''), 0),
        );
        return rows;
      };
      const reading = new ContactStore({ ...own.database, query }, clock.now);
      const ids: number[] = [];
      for (let after: number | null = 0; after !== null; ) {
        const part = await reading.part(1, after);
        expect(part.contacts.length).toBeGreaterThan(0);
        ids.push(...part.contacts.map(({ id }) => id));
        after = part.next;
      }
      expect(ids).toEqual(Array.from({ length: 30 }, (_, index) => filledId(index + 1)));
      expect(Math.max(...bytesRead)).toBeLessThanOrEqual(EXPORT_BYTES_MAX);
      expect(Math.max(...bytesRead)).toBeGreaterThan(EXPORT_BYTES_MAX / 2);
    } finally {
      await own.dispose();
    }
  });

  it('has no part after the last, even if that was full', async () => {
    const own = await createTestDatabase(engine);
    try {
      await importCatalog(own.database, SAMPLE_CATALOG, clock.now);
      await fillContacts(own.database, 1, EXPORT_SIZE);
      expect((await new ContactStore(own.database, clock.now).part(1, 0)).next).toBeNull();
    } finally {
      await own.dispose();
    }
  });

  it('sets updated_at when a contact changes, and only then', async () => {
    const { contact } = await upsert({ email: 'time@example.com', city: 'Rome' });
    clock.advance(60_000);
    expect((await upsert({ email: 'time@example.com', city: ' Rome' })).contact.updated_at).toBe(contact.updated_at);
    const changed = (await upsert({ email: 'time@example.com', city: 'Oslo' })).contact;
    expect(Date.parse(changed.updated_at) - Date.parse(contact.updated_at)).toBe(60_000);
    expect(changed.created_at).toBe(contact.created_at);
  });

  describe('search', () => {
    const search = async (query: string, more: { campaignId?: number; before?: number } = {}, websiteId = 2) => {
      const { contacts, next } = await store.search(websiteId, {
        query,
        campaignId: more.campaignId,
        before: more.before,
      });
      return { emails: contacts.map(({ email }) => email), next };
    };
    beforeAll(async () => {
      const people = [
        { email: 'jose@s.example', first_name: 'José', last_name: 'Núñez', phone: '+49 30 555 123' },
        { email: 'ada@s.example', first_name: 'Ada', last_name: 'Lovelace', data: { source: { campaign_id: 10 } } },
        { email: '100%_off!@s.example', data: { source: { campaign_id: 'ten' } } },
        { phone: '+49 30 666', first_name: 'ADA', data: { source: { campaign_id: 10, campaign: 'Spring' } } },
      ];
      for (const person of people) await upsert(person, 2);
      await upsert({ email: 'ada@elsewhere.example', data: { source: { campaign_id: 10 } } }, 1);
    });

    it.each([
      ['ada', [null, 'ada@s.example']],
      ['  LOVE   ad ', ['ada@s.example']],
      ['nunez jose', ['jose@s.example']],
      ['JOSÉ', ['jose@s.example']],
      ['30555', ['jose@s.example']],
      ['555 123', ['jose@s.example']],
      ['%', ['100%_off!@s.example']],
      ['_off!', ['100%_off!@s.example']],
      ['s.example', ['100%_off!@s.example', 'ada@s.example', 'jose@s.example']],
      ['elsewhere', []],
      ["' OR 1=1 --", []],
      ['\u0000\ud800', []],
    ])('finds %j in names, addresses and phone numbers of the website, newest first', async (query, expected) => {
      expect(await search(query)).toEqual({ emails: expected, next: null });
    });

    it('finds contacts by the campaign that they came from, with and without words', async () => {
      expect((await search('', { campaignId: 10 })).emails).toEqual([null, 'ada@s.example']);
      expect((await search('love', { campaignId: 10 })).emails).toEqual(['ada@s.example']);
      expect((await search('', { campaignId: 11 })).emails).toEqual([]);
      expect((await search('', { campaignId: 10 }, 1)).emails).toContain('ada@elsewhere.example');
    });

    it('follows changes and deletions', async () => {
      const { contact } = await upsert({ email: 'before@change.example', first_name: 'Zacharias' }, 2);
      await store.change(2, contact.id, readFields({ email: 'after@change.example', first_name: null }));
      expect((await search('zacharias')).emails).toEqual([]);
      expect((await search('before@change')).emails).toEqual([]);
      expect((await search('after@change')).emails).toEqual(['after@change.example']);
      await store.removeById(2, contact.id);
      expect((await search('after@change')).emails).toEqual([]);
      const rows = await test.database.query("SELECT * FROM contact_search WHERE text LIKE '%change.example%'");
      expect(rows).toEqual([]);
    });

    it('goes on where it ended, and looks through a limited number at once', async () => {
      const own = await createTestDatabase(engine);
      try {
        await importCatalog(own.database, SAMPLE_CATALOG, clock.now);
        await fillContacts(own.database, 1, 60);
        // As if there had been many more, which were deleted.
        const far = SEARCHED_MAX + 60;
        await own.database.transaction((tx) => tx.query('UPDATE contact_lists SET last_place = $1', [far]));
        const filled = new ContactStore(own.database, clock.now);
        const first = await filled.search(1, { query: 'person', campaignId: undefined, before: undefined });
        expect(first).toEqual({ contacts: [], next: far + 1 - SEARCHED_MAX });
        const found: (string | null)[] = [];
        for (let before: number | null = first.next; before !== null; ) {
          const part = await filled.search(1, { query: 'person', campaignId: undefined, before });
          found.push(...part.contacts.map(({ email }) => email));
          before = part.next;
        }
        expect(found).toEqual(Array.from({ length: 60 }, (_, index) => filledEmail(60 - index)));
      } finally {
        await own.dispose();
      }
    });
  });

  describe('a change by id', () => {
    it('changes the given fields, also the email, unless another contact has it', async () => {
      const { contact } = await upsert({ email: 'typo@c.example', first_name: 'Kim', city: 'Rome' });
      await upsert({ email: 'taken@c.example' });
      const changed = await store.change(1, contact.id, readFields({ email: 'Right@c.example', city: null }));
      expect(changed).toMatchObject({ id: contact.id, email: 'right@c.example', name: 'Kim', city: null });
      expect(await store.find(1, { emailKey: 'typo@c.example' })).toEqual([]);
      await expect(store.change(1, contact.id, readFields({ email: 'taken@c.example' }))).rejects.toMatchObject({
        status: 409,
        options: { code: 'email_in_use' },
      });
      expect(await store.find(1, { id: contact.id })).toEqual([changed]);
    });

    it('finds no contact of another website', async () => {
      const { contact } = await upsert({ email: 'mine@c.example' });
      expect(await store.change(2, contact.id, readFields({ first_name: 'Changed' }))).toBeUndefined();
      expect((await store.find(1, { id: contact.id }))[0]!.name).toBeNull();
    });
  });

  it('finds every page of a long list, also after deletions', async () => {
    const count = 9_000;
    await fillContacts(test.database, 3, count);
    const left = new Set(Array.from({ length: count }, (_, index) => count - index));
    // Delete all but three of the contacts 4,096 to 8,191 by SQL, because they are many; then those three, so that a whole block
    // is empty; then the newest, the oldest, and some at the ends of blocks.
    await test.database.transaction(async (tx) => {
      await tx.query('DELETE FROM contacts WHERE website_id = 3 AND place BETWEEN 4096 AND 8188');
      await tx.query('UPDATE contact_lists SET contacts = contacts - 4093 WHERE website_id = 3');
      await tx.query('UPDATE contact_blocks SET contacts = contacts - 4093 WHERE website_id = 3 AND block = 1');
    });
    for (let number = 4_096; number <= 8_188; number++) left.delete(number);
    for (const number of [8_189, 8_190, 8_191, count, 1, 700, 4_095, 8_192, 8_193]) {
      left.delete(number);
      expect(await store.remove(3, filledEmail(number))).toBe(true);
    }
    const blocks = await test.database.query('SELECT block FROM contact_blocks WHERE website_id = 3 ORDER BY block');
    expect(blocks.map((row) => row.block)).toEqual([0, 2]);

    const expected = [...left].map(filledId);
    const pageCount = Math.ceil(expected.length / PAGE_SIZE);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: pageCount + 2 }), async (page) => {
        const { total, contacts } = await store.page(3, page);
        expect(total).toBe(expected.length);
        expect(contacts.map(({ id }) => id)).toEqual(expected.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE));
      }),
      { seed: 3, numRuns: examples(60), examples: [[1], [32], [33], [34], [164], [165], [pageCount], [pageCount + 1]] },
    );
  });

  it('finds nothing beyond the last page', async () => {
    expect((await store.page(3, Number.MAX_SAFE_INTEGER)).contacts).toEqual([]);
  });
});
