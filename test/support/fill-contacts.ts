// Inserts many contacts at once, as if each had been created separately.
import type { Database } from '../../src/core/foundation/database/database.ts';
import { searchRowOf, writeSearchRows } from '../../src/core/manage/contacts/contact-search.ts';

const ROWS_PER_TRANSACTION = 20_000;
const PLACES_PER_BLOCK = 4_096;
const CREATED_AT = '2025-01-01T00:00:00Z';

/** Contact n has the id n + 1,000,000,000, the email `person-n@example.com` and position n, from 1. */
export async function fillContacts(database: Database, websiteId: number, count: number): Promise<void> {
  for (let first = 1; first <= count; first += ROWS_PER_TRANSACTION) {
    const numbers = Array.from(
      { length: Math.min(ROWS_PER_TRANSACTION, count - first + 1) },
      (_, index) => first + index,
    );
    const contacts = numbers.map((number) => ({ place: number, fields: fieldsOf(number) }));
    await database.transaction(async (tx) => {
      await tx.insertMany({
        into: 'contacts',
        columns: ['website_id', 'id', 'place', 'email_key', 'phone_key', 'fields', 'created_at', 'updated_at'],
        rows: contacts.map(({ place, fields }) => [
          websiteId,
          filledId(place),
          place,
          filledEmail(place),
          filledPhone(place),
          fields,
          CREATED_AT,
          CREATED_AT,
        ]),
      });
      const rows = contacts.map(({ place, fields }) => ({ place, row: searchRowOf(fields) }));
      await writeSearchRows(tx, websiteId, rows);
    });
  }
  await countFilled(database, websiteId, count);
}

async function countFilled(database: Database, websiteId: number, count: number): Promise<void> {
  const blocks = new Map<number, number>();
  for (let place = 1; place <= count; place++) {
    const block = Math.floor(place / PLACES_PER_BLOCK);
    blocks.set(block, (blocks.get(block) ?? 0) + 1);
  }
  await database.transaction(async (tx) => {
    const rows = [[websiteId, count, count]];
    await tx.insertMany({ into: 'contact_lists', columns: ['website_id', 'last_place', 'contacts'], rows });
    await tx.insertMany({
      into: 'contact_blocks',
      columns: ['website_id', 'block', 'contacts'],
      rows: [...blocks].map(([block, contacts]) => [websiteId, block, contacts]),
    });
  });
}

function fieldsOf(number: number): string {
  return JSON.stringify({
    visitor_token: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    email: filledEmail(number),
    phone: filledPhone(number),
    name: `Person ${number}`,
    extra: { number },
  });
}

export function filledId(number: number): number {
  return 1_000_000_000 + number;
}

export function filledEmail(number: number): string {
  return `person-${number}@example.com`;
}

function filledPhone(number: number): string {
  return `+49301${String(number).padStart(7, '0')}`;
}
