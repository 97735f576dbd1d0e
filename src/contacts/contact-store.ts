// Stores contacts. Every operation costs the same with a thousand contacts on a website as with a million.
import { randomUUID } from 'node:crypto';
import { type Clock, isoSeconds } from '../clock.ts';
import type { Database, Queries } from '../database/database.ts';
import { IdBlocks } from '../database/id-blocks.ts';
import { applyChanges } from './apply-changes.ts';
import { type Contact, type ContactRow, contactRecord } from './contact.ts';
import type { ContactChanges } from './read-changes.ts';

export const PAGE_SIZE = 25;
export const EXPORT_SIZE = 100;
/** A part is in memory as a whole, and a contact may have 128 KiB. */
export const EXPORT_BYTES_MAX = 1024 * 1024;
const PLACES_PER_BLOCK = 4_096;
const COLUMNS = 'id, website_id, fields, created_at, updated_at';

export interface ContactPage {
  readonly total: number;
  readonly contacts: Contact[];
}

export interface ContactPart {
  readonly contacts: Contact[];
  /** The place of the last contact, if there are more. */
  readonly next: number | null;
  readonly total: number;
}

interface ContactFilter {
  readonly id?: number | undefined;
  readonly emailKey?: string | undefined;
}

/** The services that the contact operations use. */
export interface ContactServices {
  readonly contacts: ContactStore;
}

export class ContactStore {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #ids: IdBlocks;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    this.#ids = new IdBlocks(database, 'contacts');
  }

  /** Newest first; pages count from 1. */
  async page(websiteId: number, page: number): Promise<ContactPage> {
    const total = await this.#count(websiteId);
    const offset = (page - 1) * PAGE_SIZE;
    if (offset >= total) return { total, contacts: [] };
    const start = await this.#startOf(websiteId, offset);
    // The inner query scans only the index; only the contacts of the page are read.
    const rows = await this.#database.query<ContactRow>(
      `SELECT ${COLUMNS} FROM contacts WHERE website_id = $1 AND place <= (
         SELECT place FROM contacts WHERE website_id = $1 AND place < $2 ORDER BY place DESC LIMIT 1 OFFSET $3
       ) ORDER BY place DESC LIMIT $4`,
      [websiteId, start.beforePlace, start.offset, PAGE_SIZE],
    );
    return { total, contacts: rows.map(contactRecord) };
  }

  /** Oldest first, after a place: a new contact comes last, so that none is skipped or repeated. */
  async part(websiteId: number, after: number): Promise<ContactPart> {
    const total = await this.#count(websiteId);
    const { last, hasMore } = await this.#endOfPart(websiteId, after);
    const rows = await this.#database.query<ContactRow>(
      `SELECT ${COLUMNS} FROM contacts WHERE website_id = $1 AND place > $2 AND place <= $3 ORDER BY place`,
      [websiteId, after, last],
    );
    return { contacts: rows.map(contactRecord), next: hasMore ? last : null, total };
  }

  /** At least one contact, then as many as fit. Reads their sizes, but not the contacts. */
  async #endOfPart(websiteId: number, after: number): Promise<{ last: number; hasMore: boolean }> {
    const sizes = await this.#database.query<{ place: number; bytes: number }>(
      `SELECT place, OCTET_LENGTH(fields) AS bytes FROM contacts
       WHERE website_id = $1 AND place > $2 ORDER BY place LIMIT $3`,
      [websiteId, after, EXPORT_SIZE + 1],
    );
    let bytes = 0;
    const tooMuch = sizes.findIndex((size, index) => {
      bytes += size.bytes;
      return index > 0 && bytes > EXPORT_BYTES_MAX;
    });
    const count = Math.min(tooMuch === -1 ? sizes.length : tooMuch, EXPORT_SIZE);
    return { last: sizes[count - 1]?.place ?? after, hasMore: sizes.length > count };
  }

  async #count(websiteId: number): Promise<number> {
    const [list] = await this.#database.query<{ contacts: number }>(
      'SELECT contacts FROM contact_lists WHERE website_id = $1',
      [websiteId],
    );
    return list?.contacts ?? 0;
  }

  /** At least one filter is required. If both are set, both must match. */
  async find(websiteId: number, { id, emailKey }: ContactFilter): Promise<Contact[]> {
    const [column, value] = id === undefined ? ['email_key', emailKey!] : ['id', id];
    const rows = await this.#database.query<ContactRow>(
      `SELECT ${COLUMNS} FROM contacts WHERE website_id = $1 AND ${column} = $2`,
      [websiteId, value],
    );
    return rows.map(contactRecord).filter(({ email }) => emailKey === undefined || email === emailKey);
  }

  async upsert(websiteId: number, changes: ContactChanges): Promise<{ contact: Contact; isNew: boolean }> {
    const id = await this.#ids.take();
    const now = isoSeconds(this.#clock());
    const result = await this.#database.transaction(async (tx) => {
      await lockContacts(tx, websiteId);
      const found = await match(tx, websiteId, changes);
      if (found) return { row: await update(tx, found, changes, now), isNew: false };
      return { row: await create(tx, websiteId, id, changes, now), isNew: true };
    });
    if (!result.isNew) this.#ids.release(id);
    return { contact: contactRecord(result.row), isNew: result.isNew };
  }

  /** Returns false if there is no such contact. */
  remove(websiteId: number, emailKey: string): Promise<boolean> {
    return this.#removeBy('email_key', websiteId, emailKey);
  }

  /** Returns false if there is no such contact. */
  removeById(websiteId: number, id: number): Promise<boolean> {
    return this.#removeBy('id', websiteId, id);
  }

  #removeBy(column: 'email_key' | 'id', websiteId: number, value: string | number): Promise<boolean> {
    return this.#database.transaction(async (tx) => {
      await lockContacts(tx, websiteId);
      const [removed] = await tx.query<{ place: number }>(
        `DELETE FROM contacts WHERE website_id = $1 AND ${column} = $2 RETURNING place`,
        [websiteId, value],
      );
      if (!removed) return false;
      await tx.query('UPDATE contact_lists SET contacts = contacts - 1 WHERE website_id = $1', [websiteId]);
      await removeFromBlock(tx, websiteId, removed.place);
      return true;
    });
  }

  /** Skips whole blocks by their counts, so that at most one block is scanned. */
  async #startOf(websiteId: number, offset: number): Promise<{ beforePlace: number; offset: number }> {
    const fromNewest = { beforePlace: Number.MAX_SAFE_INTEGER, offset };
    if (offset < PLACES_PER_BLOCK) return fromNewest;
    const [start] = await this.#database.query<{ block: number; skipped: number }>(
      `SELECT block, skipped FROM (
         SELECT block, contacts, CAST(SUM(contacts) OVER (ORDER BY block DESC) AS bigint) - contacts AS skipped
         FROM contact_blocks WHERE website_id = $1
       ) AS blocks WHERE skipped <= $2 AND $2 < skipped + contacts`,
      [websiteId, offset],
    );
    if (!start) return fromNewest;
    return { beforePlace: (start.block + 1) * PLACES_PER_BLOCK, offset: offset - start.skipped };
  }
}

/** Locks the contacts of the website until the end of the transaction. */
async function lockContacts(tx: Queries, websiteId: number): Promise<void> {
  await tx.insertMany({
    into: 'contact_lists',
    columns: ['website_id', 'last_place', 'contacts'],
    rows: [[websiteId, 0, 0]],
    onConflict: 'ON CONFLICT (website_id) DO UPDATE SET contacts = contact_lists.contacts',
  });
}

/** Matches by email, else by phone unless that contact has another email. If several share the phone, the oldest one. */
async function match(tx: Queries, websiteId: number, changes: ContactChanges): Promise<ContactRow | undefined> {
  const { emailKey, phoneKey } = changes;
  if (emailKey !== undefined) {
    const sql = `SELECT ${COLUMNS} FROM contacts WHERE website_id = $1 AND email_key = $2`;
    const [byEmail] = await tx.query<ContactRow>(sql, [websiteId, emailKey]);
    if (byEmail) return byEmail;
  }
  if (phoneKey === undefined) return undefined;
  const [byPhone] = await tx.query<ContactRow>(
    `SELECT ${COLUMNS} FROM contacts
     WHERE website_id = $1 AND phone_key = $2 ${emailKey === undefined ? '' : 'AND email_key IS NULL'}
     ORDER BY place LIMIT 1`,
    [websiteId, phoneKey],
  );
  return byPhone;
}

async function update(tx: Queries, row: ContactRow, changes: ContactChanges, now: string): Promise<ContactRow> {
  const fields = applyChanges(row.fields, changes);
  if (fields === row.fields) return row;
  await tx.query(
    `UPDATE contacts SET fields = $3, updated_at = $4,
       email_key = COALESCE($5, email_key), phone_key = COALESCE($6, phone_key)
     WHERE website_id = $1 AND id = $2`,
    [row.website_id, row.id, fields, now, changes.emailKey ?? null, changes.phoneKey ?? null],
  );
  return { ...row, fields, updated_at: now };
}

async function create(
  tx: Queries,
  websiteId: number,
  id: number,
  changes: ContactChanges,
  now: string,
): Promise<ContactRow> {
  const fields = applyChanges(JSON.stringify({ visitor_token: randomUUID() }), changes);
  const [list] = await tx.query<{ last_place: number }>(
    `UPDATE contact_lists SET last_place = last_place + 1, contacts = contacts + 1
     WHERE website_id = $1 RETURNING last_place`,
    [websiteId],
  );
  const place = list!.last_place;
  await tx.insertMany({
    into: 'contacts',
    columns: ['website_id', 'id', 'place', 'email_key', 'phone_key', 'fields', 'created_at', 'updated_at'],
    rows: [[websiteId, id, place, changes.emailKey ?? null, changes.phoneKey ?? null, fields, now, now]],
  });
  await tx.insertMany({
    into: 'contact_blocks',
    columns: ['website_id', 'block', 'contacts'],
    rows: [[websiteId, blockOf(place), 1]],
    onConflict: 'ON CONFLICT (website_id, block) DO UPDATE SET contacts = contact_blocks.contacts + 1',
  });
  return { id, website_id: websiteId, fields, created_at: now, updated_at: now };
}

async function removeFromBlock(tx: Queries, websiteId: number, place: number): Promise<void> {
  const key = [websiteId, blockOf(place)];
  await tx.query('UPDATE contact_blocks SET contacts = contacts - 1 WHERE website_id = $1 AND block = $2', key);
  await tx.query('DELETE FROM contact_blocks WHERE website_id = $1 AND block = $2 AND contacts = 0', key);
}

function blockOf(place: number): number {
  return Math.floor(place / PLACES_PER_BLOCK);
}
