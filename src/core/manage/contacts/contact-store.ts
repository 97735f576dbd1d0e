// Stores contacts. Every operation costs the same with a thousand contacts on a website as with a million.
// Why: docs/decisions/contacts.md, "One change of a website's contacts at a time".
// Why: docs/decisions/contacts.md, "Ids come in blocks, and pages need no counting".
import { randomUUID } from 'node:crypto';
import { recordAudit } from '../../contract/access/audit-log.ts';
import { type Database, placeholders, type Queries } from '../../foundation/database/database.ts';
import { IdBlocks } from '../../foundation/database/id-blocks.ts';
import { commitInTwoPhases } from '../../foundation/database/two-phases.ts';
import { Problem } from '../../foundation/problem/problem.ts';
import { type Clock, isoSeconds } from '../../foundation/time/clock.ts';
import { applyChanges, onlyMissing } from './apply-changes.ts';
import { type Contact, type ContactFields, type ContactRow, contactRecord } from './contact.ts';
import { findPlaces, searchPatterns, searchRowOf, writeSearchRows } from './contact-search.ts';
import { type ContactChanges, readFields } from './read-changes.ts';
import {
  type Decision,
  type FormSource,
  formSourceOf,
  keepUnconfirmed,
  removeUnconfirmed,
  removeUnconfirmedOf,
  type UnconfirmedFields,
  type UnconfirmedRow,
  unconfirmedOf,
} from './unconfirmed.ts';

export const PAGE_SIZE = 25;
export const EXPORT_SIZE = 100;
/** A part is in memory as a whole, and a contact may have 128 KiB. */
export const EXPORT_BYTES_MAX = 1024 * 1024;
/** How many contacts a search with words looks through. */
export const SEARCHED_MAX = 50_000;
const PLACES_PER_BLOCK = 4_096;
const DAY_MS = 24 * 60 * 60 * 1000;
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

export interface FoundContacts {
  readonly contacts: Contact[];
  /** The place to go on from, if there are older contacts that may match. */
  readonly next: number | null;
}

/** What a form has said about a contact. */
export interface Unconfirmed extends FormSource {
  readonly id: number;
  readonly contact: Contact;
  readonly fields: UnconfirmedFields;
  readonly created_at: string;
}

interface ContactSearch {
  readonly query: string;
  readonly campaignId: number | undefined;
  /** Contacts with a lower place than this are read. undefined: all. */
  readonly before: number | undefined;
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

  /** A part has at least one contact, then as many as fit. Reads their sizes, but not the contacts. */
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

  /** Newest first, by parts of their names, address or phone number, and by the campaign that they came from. */
  async search(websiteId: number, { query, campaignId, before: asked }: ContactSearch): Promise<FoundContacts> {
    const before = asked ?? (await this.#lastPlace(websiteId)) + 1;
    const patterns = searchPatterns(query);
    const from = patterns.length === 0 ? 0 : Math.max(0, before - SEARCHED_MAX);
    const found = await findPlaces(this.#database, websiteId, {
      ...{ patterns, campaignId, before, from },
      limit: PAGE_SIZE + 1,
    });
    const places = found.slice(0, PAGE_SIZE);
    const contacts = await this.#at(websiteId, places);
    if (found.length > places.length) return { contacts, next: places.at(-1)! };
    return { contacts, next: from > 1 ? from : null };
  }

  async #at(websiteId: number, places: readonly number[]): Promise<Contact[]> {
    if (places.length === 0) return [];
    const rows = await this.#database.query<ContactRow>(
      `SELECT ${COLUMNS} FROM contacts WHERE website_id = $1 AND place IN (${placeholders(places.length, 1)})
       ORDER BY place DESC`,
      [websiteId, ...places],
    );
    return rows.map(contactRecord);
  }

  async #lastPlace(websiteId: number): Promise<number> {
    const [list] = await this.#database.query<{ last_place: number }>(
      'SELECT last_place FROM contact_lists WHERE website_id = $1',
      [websiteId],
    );
    return list?.last_place ?? 0;
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

  /**
   * Creates a contact, or fills in what an existing one does not have. It replaces nothing, because anybody can send a form with the
   * address of somebody else, and what would identify the contact or consent to something waits to be confirmed. Throws a problem of status
   * 429 after `perDayMax` of them on a UTC day, new or not: the answer must not tell which are new.
   */
  async addFromForm(websiteId: number, changes: ContactChanges, perDayMax: number): Promise<void> {
    const id = await this.#ids.take();
    const now = this.#clock();
    const isIdUsed = await this.#database.transaction(async (tx) => {
      await lockContacts(tx, websiteId);
      await countForm(tx, websiteId, Math.floor(now.getTime() / DAY_MS), perDayMax);
      const found = await match(tx, websiteId, changes);
      if (found) return addToExisting(tx, found, id, changes, isoSeconds(now));
      await create(tx, websiteId, id, await withOwnVisitor(tx, websiteId, changes), isoSeconds(now));
      return true;
    });
    if (!isIdUsed) this.#ids.release(id);
  }

  /** What forms have said about contacts, newest first: of all contacts of the website, or of one. */
  async unconfirmed(websiteId: number, contactId?: number): Promise<{ unconfirmed: Unconfirmed[]; total: number }> {
    const [where, params] =
      contactId === undefined ? ['', [websiteId]] : ['AND contact_id = $2', [websiteId, contactId]];
    const from = `FROM unconfirmed_contacts WHERE website_id = $1 ${where}`;
    const rows = await this.#database.query<UnconfirmedRow>(
      `SELECT id, contact_id, fields, source, created_at ${from} ORDER BY created_at DESC, id DESC LIMIT ${PAGE_SIZE}`,
      params,
    );
    if (rows.length === 0) return { unconfirmed: [], total: 0 };
    const [count] = await this.#database.query<{ total: number }>(`SELECT COUNT(*) AS total ${from}`, params);
    const contacts = await this.#withIds(websiteId, [...new Set(rows.map((row) => row.contact_id))]);
    const unconfirmed = rows.flatMap(({ id, contact_id, fields, source, created_at }) => {
      const contact = contacts.get(contact_id);
      // It may have been deleted between the two statements.
      return contact ? [{ id, contact, fields: JSON.parse(fields), ...JSON.parse(source), created_at }] : [];
    });
    return { unconfirmed, total: count!.total };
  }

  async #withIds(websiteId: number, ids: readonly number[]): Promise<Map<number, Contact>> {
    const rows = await this.#database.query<ContactRow>(
      `SELECT ${COLUMNS} FROM contacts WHERE website_id = $1 AND id IN (${placeholders(ids.length, 1)})`,
      [websiteId, ...ids],
    );
    return new Map(rows.map((row) => [row.id, contactRecord(row)]));
  }

  /**
   * Adds to the contact what a form has said. Returns undefined if there is no such thing to confirm. Throws a problem of status 409 if
   * another contact has the email.
   */
  async accept({ websiteId, id, actor }: Decision): Promise<Contact | undefined> {
    return this.#decide(websiteId, id, async (tx, { contact_id: contactId, fields }) => {
      const changed = await changeIn(
        tx,
        websiteId,
        contactId,
        readFields(JSON.parse(fields)),
        isoSeconds(this.#clock()),
      );
      const entry = { websiteId, actor, action: 'unconfirmed_accepted', subject: String(contactId) } as const;
      await recordAudit(tx, entry, this.#clock);
      return changed;
    });
  }

  /** Drops what a form has said. Returns false if there is no such thing to confirm. */
  async dismiss({ websiteId, id, actor }: Decision): Promise<boolean> {
    const dismissed = await this.#decide(websiteId, id, async (tx, { contact_id: contactId }) => {
      const entry = { websiteId, actor, action: 'unconfirmed_dismissed', subject: String(contactId) } as const;
      await recordAudit(tx, entry, this.#clock);
      return true;
    });
    return dismissed ?? false;
  }

  /** Takes it from those that wait. */
  async #decide<Result>(
    websiteId: number,
    id: number,
    act: (tx: Queries, row: UnconfirmedRow) => Promise<Result>,
  ): Promise<Result | undefined> {
    const sql = 'SELECT 1 FROM unconfirmed_contacts WHERE website_id = $1 AND id = $2';
    // Nothing is locked here, so that a request for nothing writes nothing.
    if ((await this.#database.query(sql, [websiteId, id])).length === 0) return undefined;
    return this.#database.transaction(async (tx) => {
      await lockContacts(tx, websiteId);
      const row = await removeUnconfirmed(tx, websiteId, id);
      if (!row) return undefined;
      // The entry of the audit log is on another node of a cluster.
      await commitInTwoPhases(tx);
      return act(tx, row);
    });
  }

  /** Returns undefined if there is no such contact. Throws a problem of status 409 if another contact has the email. */
  async change(websiteId: number, id: number, changes: ContactChanges): Promise<Contact | undefined> {
    if (!(await this.#has('id', websiteId, id))) return undefined;
    const now = isoSeconds(this.#clock());
    return this.#database.transaction(async (tx) => {
      await lockContacts(tx, websiteId);
      return changeIn(tx, websiteId, id, changes, now);
    });
  }

  /** Returns false if there is no such contact. */
  remove(websiteId: number, emailKey: string): Promise<boolean> {
    return this.#removeBy('email_key', websiteId, emailKey);
  }

  /** Returns false if there is no such contact. `andThen` is the last in the same transaction. */
  removeById(websiteId: number, id: number, andThen?: (tx: Queries) => Promise<void>): Promise<boolean> {
    return this.#removeBy('id', websiteId, id, andThen);
  }

  async #removeBy(
    column: 'email_key' | 'id',
    websiteId: number,
    value: string | number,
    andThen?: (tx: Queries) => Promise<void>,
  ): Promise<boolean> {
    if (!(await this.#has(column, websiteId, value))) return false;
    return this.#database.transaction(async (tx) => {
      await lockContacts(tx, websiteId);
      const [removed] = await tx.query<{ id: number; place: number }>(
        `DELETE FROM contacts WHERE website_id = $1 AND ${column} = $2 RETURNING id, place`,
        [websiteId, value],
      );
      if (!removed) return false;
      await tx.query('UPDATE contact_lists SET contacts = contacts - 1 WHERE website_id = $1', [websiteId]);
      await removeFromBlock(tx, websiteId, removed.place);
      await tx.query('DELETE FROM contact_search WHERE website_id = $1 AND place = $2', [websiteId, removed.place]);
      await removeUnconfirmedOf(tx, websiteId, removed.id);
      await andThen?.(tx);
      return true;
    });
  }

  /** Locks nothing, so that a request for nobody writes nothing. */
  async #has(column: 'email_key' | 'id', websiteId: number, value: string | number): Promise<boolean> {
    const sql = `SELECT 1 FROM contacts WHERE website_id = $1 AND ${column} = $2`;
    return (await this.#database.query(sql, [websiteId, value])).length > 0;
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
  const [updated] = await tx.query<{ place: number }>(
    `UPDATE contacts SET fields = $3, updated_at = $4,
       email_key = COALESCE($5, email_key), phone_key = COALESCE($6, phone_key), visitor_token = $7
     WHERE website_id = $1 AND id = $2 RETURNING place`,
    [row.website_id, row.id, fields, now, changes.emailKey ?? null, changes.phoneKey ?? null, visitorOf(fields)],
  );
  const [before, after] = [searchRowOf(row.fields), searchRowOf(fields)];
  if (before.text !== after.text || before.campaignId !== after.campaignId) {
    await writeSearchRows(tx, row.website_id, [{ place: updated!.place, row: after }]);
  }
  return { ...row, fields, updated_at: now };
}

/** Returns undefined if there is no such contact. Throws a problem of status 409 if another contact has the email. */
async function changeIn(
  tx: Queries,
  websiteId: number,
  id: number,
  changes: ContactChanges,
  now: string,
): Promise<Contact | undefined> {
  const sql = `SELECT ${COLUMNS} FROM contacts WHERE website_id = $1 AND (id = $2 OR email_key = $3)`;
  const rows = await tx.query<ContactRow>(sql, [websiteId, id, changes.emailKey ?? null]);
  const row = rows.find((contact) => contact.id === id);
  if (!row) return undefined;
  if (rows.length > 1) throw emailInUse();
  return contactRecord(await update(tx, row, changes, now));
}

/** Drops the visitor that was sent if another contact has it: a form must not choose the visitor of another person. */
async function withOwnVisitor(tx: Queries, websiteId: number, changes: ContactChanges): Promise<ContactChanges> {
  const { visitor_token: visitor, ...strings } = changes.strings;
  if (!visitor) return changes;
  const sql = 'SELECT 1 FROM contacts WHERE website_id = $1 AND visitor_token = $2 LIMIT 1';
  const isTaken = (await tx.query(sql, [websiteId, visitor.toLowerCase()])).length > 0;
  return isTaken ? { ...changes, strings } : changes;
}

/** Returns whether the id is used: for what has to be confirmed. */
async function addToExisting(
  tx: Queries,
  row: ContactRow,
  id: number,
  changes: ContactChanges,
  now: string,
): Promise<boolean> {
  const fields = unconfirmedOf(row.fields, changes);
  await fillIn(tx, row, changes, now);
  if (Object.keys(fields).length === 0) return false;
  const { website_id: websiteId, id: contactId } = row;
  return keepUnconfirmed(tx, { websiteId, id, contactId, fields, source: formSourceOf(changes), now });
}

/** Updates only what the contact does not have. If that is too much for the contact, it stays as it is: the sender must not learn of it. */
async function fillIn(tx: Queries, row: ContactRow, changes: ContactChanges, now: string): Promise<void> {
  try {
    await update(tx, row, onlyMissing(row.fields, changes), now);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}

async function countForm(tx: Queries, websiteId: number, day: number, max: number): Promise<void> {
  const [list] = await tx.query<{ form_contacts: number }>(
    `UPDATE contact_lists SET form_day = $2, form_contacts = CASE WHEN form_day = $2 THEN form_contacts + 1 ELSE 1 END
     WHERE website_id = $1 RETURNING form_contacts`,
    [websiteId, day],
  );
  if (list!.form_contacts > max) throw tooManyContacts(`at most ${max} a day for a website`, 60 * 60);
}

export function tooManyContacts(limit: string, retryAfterSeconds: number): Problem {
  return new Problem(429, `Too many contacts from forms: ${limit}.`, {
    code: 'too_many_contacts',
    headers: { 'retry-after': String(retryAfterSeconds) },
  });
}

function emailInUse(): Problem {
  const detail = 'Another contact of the website has this email. Delete one of them first.';
  return new Problem(409, detail, { code: 'email_in_use', param: 'email' });
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
    columns: [
      ...['website_id', 'id', 'place', 'email_key', 'phone_key', 'visitor_token', 'fields'],
      ...['created_at', 'updated_at'],
    ],
    rows: [
      [
        ...[websiteId, id, place, changes.emailKey ?? null, changes.phoneKey ?? null, visitorOf(fields), fields],
        ...[now, now],
      ],
    ],
  });
  await tx.insertMany({
    into: 'contact_blocks',
    columns: ['website_id', 'block', 'contacts'],
    rows: [[websiteId, blockOf(place), 1]],
    onConflict: 'ON CONFLICT (website_id, block) DO UPDATE SET contacts = contact_blocks.contacts + 1',
  });
  await writeSearchRows(tx, websiteId, [{ place, row: searchRowOf(fields) }]);
  return { id, website_id: websiteId, fields, created_at: now, updated_at: now };
}

/** Returns it in lower case: a UUID may be spelled in both. null: the contact is an old one, whose token is derived from its id. */
function visitorOf(fields: string): string | null {
  return (JSON.parse(fields) as ContactFields).visitor_token?.toLowerCase() ?? null;
}

async function removeFromBlock(tx: Queries, websiteId: number, place: number): Promise<void> {
  const key = [websiteId, blockOf(place)];
  await tx.query('UPDATE contact_blocks SET contacts = contacts - 1 WHERE website_id = $1 AND block = $2', key);
  await tx.query('DELETE FROM contact_blocks WHERE website_id = $1 AND block = $2 AND contacts = 0', key);
}

function blockOf(place: number): number {
  return Math.floor(place / PLACES_PER_BLOCK);
}
