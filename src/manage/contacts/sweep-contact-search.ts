// Mends what contacts are searched by: adds the rows of contacts that a version of the service without the table has stored, and deletes those of
// contacts that it has deleted.
import type { Database, Queries, SqlValue } from '../../foundation/database/database.ts';
import { searchRowOf, writeSearchRows } from './contact-search.ts';
import { lockContacts } from './contact-store.ts';

/** By their places. */
const PLACES_PER_PIECE = 10_000;
/** A contact may have 128 KiB. */
const CONTACTS_PER_PIECE = 100;

const IN_RANGE = 'website_id = $1 AND place > $2 AND place <= $3';
const WITHOUT_ROW = `contacts WHERE ${IN_RANGE} AND NOT EXISTS (
  SELECT 1 FROM contact_search WHERE contact_search.website_id = $1 AND contact_search.place = contacts.place
)`;
const WITHOUT_CONTACT = `contact_search WHERE ${IN_RANGE} AND NOT EXISTS (
  SELECT 1 FROM contacts WHERE contacts.website_id = $1 AND contacts.place = contact_search.place
)`;

/** A sweep of websites: takes some places after `after`, and returns the last of them, or undefined at the end. */
export async function sweepContactSearch(
  database: Database,
  websiteId: number,
  _now: Date,
  after: string,
): Promise<string | undefined> {
  const [list] = await database.query<{ last_place: number }>(
    'SELECT last_place FROM contact_lists WHERE website_id = $1',
    [websiteId],
  );
  if (!list) return undefined;
  const last = Number(after) + PLACES_PER_PIECE;
  const range = [websiteId, Number(after), last];
  const wrong = await database.query(`SELECT place FROM ${WITHOUT_ROW} LIMIT 1`, range);
  const orphaned = await database.query(`SELECT place FROM ${WITHOUT_CONTACT} LIMIT 1`, range);
  // Usually there is nothing to do, and a transaction would make others wait.
  if (wrong.length + orphaned.length > 0) {
    await database.transaction((tx) => mend(tx, websiteId, range));
    // There may be more of them up to the last place.
    return after;
  }
  return last < list.last_place ? String(last) : undefined;
}

async function mend(tx: Queries, websiteId: number, range: readonly SqlValue[]): Promise<void> {
  await lockContacts(tx, websiteId);
  const contacts = await tx.query<{ place: number; fields: string }>(
    `SELECT place, fields FROM ${WITHOUT_ROW} ORDER BY place LIMIT ${CONTACTS_PER_PIECE}`,
    range,
  );
  const rows = contacts.map(({ place, fields }) => ({ place, row: searchRowOf(fields) }));
  if (rows.length > 0) await writeSearchRows(tx, websiteId, rows);
  await tx.query(`DELETE FROM ${WITHOUT_CONTACT}`, range);
}
