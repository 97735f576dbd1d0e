// What a form says about a contact that exists already, where it would identify the contact or consent to something. Anybody can send a
// form with the address or phone number of somebody else, so this is kept beside the contact until a person has accepted or dismissed it.
// Why: docs/decisions/contacts.md, "What would identify a contact waits for an editor".
import type { Actor } from '../../contract/access/principal.ts';
import type { Queries, SqlValue } from '../../foundation/database/database.ts';
import { type ContactFields, type ContactSource, SOURCE, type StringField } from './contact.ts';
import { phoneKey } from './match-keys.ts';
import type { ContactChanges } from './read-changes.ts';

/** What a form cannot add to a contact that exists, besides its visitor. */
export const CONFIRMED_FIELDS = [
  'email',
  'phone',
  'privacy_consent',
  'marketing_consent',
  'sms_consent',
] as const satisfies readonly StringField[];
type ConfirmedField = (typeof CONFIRMED_FIELDS)[number];

/** The oldest ones make room for new ones. */
const UNCONFIRMED_PER_CONTACT_MAX = 20;

export type UnconfirmedFields = Readonly<Partial<Record<ConfirmedField, string>>>;

export interface FormSource {
  readonly source_url: string | null;
  readonly campaign: string | null;
}

export interface UnconfirmedRow {
  readonly id: number;
  readonly contact_id: number;
  readonly fields: string;
  readonly source: string;
  readonly created_at: string;
}

/** Who has decided what about what a form has said. */
export interface Decision {
  readonly websiteId: number;
  readonly id: number;
  readonly actor: Actor;
}

/** What of a form differs from the stored contact and needs to be confirmed. Takes the stored JSON. */
export function unconfirmedOf(stored: string, { strings, phoneKey: sentPhone }: ContactChanges): UnconfirmedFields {
  const fields: ContactFields = JSON.parse(stored);
  const isKnown = (name: ConfirmedField, value: string) =>
    fields[name] === value || (name === 'phone' && fields.phone !== undefined && phoneKey(fields.phone) === sentPhone);
  const entries = CONFIRMED_FIELDS.flatMap((name) => {
    const value = strings[name];
    return value && !isKnown(name, value) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(entries);
}

export function formSourceOf({ strings, objects }: ContactChanges): FormSource {
  const { campaign } = (objects.data?.sets[SOURCE] ?? {}) as Partial<ContactSource>;
  return { source_url: strings.source_url ?? null, campaign: campaign ?? null };
}

interface NewUnconfirmed {
  readonly websiteId: number;
  readonly id: number;
  readonly contactId: number;
  readonly fields: UnconfirmedFields;
  readonly source: FormSource;
  readonly now: string;
}

/** Call it while the contacts of the website are locked. Returns false if the same waits already. */
export async function keepUnconfirmed(tx: Queries, unconfirmed: NewUnconfirmed): Promise<boolean> {
  const { websiteId, id, contactId, source, now } = unconfirmed;
  const fields = JSON.stringify(unconfirmed.fields);
  const waiting = await tx.query<{ id: number; fields: string }>(
    'SELECT id, fields FROM unconfirmed_contacts WHERE website_id = $1 AND contact_id = $2 ORDER BY created_at, id',
    [websiteId, contactId],
  );
  if (waiting.some((row) => row.fields === fields)) return false;
  const [oldest] = waiting;
  if (oldest && waiting.length >= UNCONFIRMED_PER_CONTACT_MAX) await removeUnconfirmed(tx, websiteId, oldest.id);
  const row: SqlValue[] = [websiteId, id, contactId, fields, JSON.stringify(source), now];
  await tx.insertMany({
    into: 'unconfirmed_contacts',
    columns: ['website_id', 'id', 'contact_id', 'fields', 'source', 'created_at'],
    rows: [row],
  });
  return true;
}

/** Returns what was removed. */
export async function removeUnconfirmed(
  tx: Queries,
  websiteId: number,
  id: number,
): Promise<UnconfirmedRow | undefined> {
  const [removed] = await tx.query<UnconfirmedRow>(
    `DELETE FROM unconfirmed_contacts WHERE website_id = $1 AND id = $2
     RETURNING id, contact_id, fields, source, created_at`,
    [websiteId, id],
  );
  return removed;
}

/** Called when the contact that it is about is removed. */
export async function removeUnconfirmedOf(tx: Queries, websiteId: number, contactId: number): Promise<void> {
  await tx.query('DELETE FROM unconfirmed_contacts WHERE website_id = $1 AND contact_id = $2', [websiteId, contactId]);
}
