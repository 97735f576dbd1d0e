// The recipients of reports in the database: people without a login, whom somebody who may change the website has added.
import type { Language } from '../../../../languages/language.ts';
import { knownLanguage } from '../../../core/contract/access/mail-language.ts';
import { includesRole, type Role } from '../../../core/contract/access/role.ts';
import { roleOnWebsite } from '../../../core/contract/access/role-on-website.ts';
import { type Database, placeholders, type Queries } from '../../../core/foundation/database/database.ts';
import type { SentOn } from '../subscriptions/schedule.ts';
import { isSubscribed } from '../subscriptions/subscription-store.ts';

export const RECIPIENT_STATES = ['waiting', 'confirmed', 'unsubscribed'] as const;
export type RecipientState = (typeof RECIPIENT_STATES)[number];

/** The name of the sequence of their ids. */
export const RECIPIENT_IDS = 'report_recipients';

export interface Recipient {
  readonly id: number;
  readonly subscriptionId: number;
  readonly websiteId: number;
  readonly email: string;
  readonly language: Language;
  readonly state: RecipientState;
  readonly createdAt: string;
  /** It has its state since then. */
  readonly changedAt: string;
}

const COLUMNS = [
  ...['id', 'subscription_id', 'website_id', 'email', 'language', 'state', 'created_at', 'changed_at'],
] as const;
const SELECTED = COLUMNS.map((name) => `recipient.${name}`).join(', ');
/** The role of whoever sends the reports. */
const SENDER_ROLE = roleOnWebsite('subscription.user_id', 'recipient.website_id');
const WITH_SUBSCRIPTION = `report_recipients AS recipient
  JOIN notification_subscriptions AS subscription ON subscription.id = recipient.subscription_id`;

export interface RecipientRow {
  readonly id: number;
  readonly subscription_id: number;
  readonly website_id: number;
  readonly email: string;
  readonly language: string;
  readonly state: RecipientState;
  readonly created_at: string;
  readonly changed_at: string;
}

/** Data leave the service with a report, so whoever sends it needs the role that sharing a page needs. */
export function maySend(role: Role | null | undefined): boolean {
  return role !== null && role !== undefined && includesRole(role, 'editor');
}

export async function readRole(tx: Pick<Queries, 'query'>, userId: number, websiteId: number): Promise<Role | null> {
  const [row] = await tx.query<{ role: Role | null }>(`SELECT ${roleOnWebsite('$1', '$2')} AS role`, [
    userId,
    websiteId,
  ]);
  return row?.role ?? null;
}

/** Those who were added first come first. */
export async function recipientsOf(
  database: Pick<Database, 'query'>,
  subscriptionIds: readonly number[],
): Promise<Recipient[]> {
  if (subscriptionIds.length === 0) return [];
  const rows = await database.query<RecipientRow>(
    `SELECT ${SELECTED} FROM report_recipients AS recipient
     WHERE subscription_id IN (${placeholders(subscriptionIds.length)}) ORDER BY id`,
    subscriptionIds,
  );
  return rows.map(recipientOf);
}

export interface ListedRecipient extends Recipient {
  /** The email address of whoever sends the report. */
  readonly sender: string;
  /** The sender may not send it any more. */
  readonly isHalted: boolean;
}

export async function recipientsOfWebsite(
  database: Pick<Database, 'query'>,
  websiteId: number,
): Promise<ListedRecipient[]> {
  const rows = await database.query<RecipientRow & { readonly sender: string; readonly role: Role | null }>(
    `SELECT ${SELECTED}, users.email AS sender, ${SENDER_ROLE} AS role
     FROM ${WITH_SUBSCRIPTION} JOIN users ON users.id = subscription.user_id
     WHERE recipient.website_id = $1 ORDER BY recipient.id DESC`,
    [websiteId],
  );
  return rows.map(({ sender, role, ...row }) => ({ ...recipientOf(row), sender, isHalted: !maySend(role) }));
}

/** With the day on which the report is sent. undefined: none of these websites has such a recipient. */
export async function findRecipientOf(
  tx: Pick<Queries, 'query'>,
  id: number,
  websiteIds: readonly number[],
): Promise<(ListedRecipient & { readonly sentOn: SentOn }) | undefined> {
  type Row = RecipientRow & { readonly sender: string; readonly role: Role | null; readonly sent_on: SentOn };
  const [row] = await tx.query<Row>(
    `SELECT ${SELECTED}, users.email AS sender, ${SENDER_ROLE} AS role, subscription.report_sent_on AS sent_on
     FROM ${WITH_SUBSCRIPTION} JOIN users ON users.id = subscription.user_id
     WHERE recipient.id = $1 AND recipient.website_id IN (${placeholders(websiteIds.length, 1)})`,
    [id, ...websiteIds],
  );
  return row && { ...recipientOf(row), sender: row.sender, isHalted: !maySend(row.role), sentOn: row.sent_on };
}

/** Those who get reports of the website. */
export async function confirmedRecipients(tx: Pick<Queries, 'query'>, websiteId: number): Promise<Recipient[]> {
  const rows = await tx.query<RecipientRow & { readonly role: Role | null }>(
    `SELECT ${SELECTED}, ${SENDER_ROLE} AS role FROM ${WITH_SUBSCRIPTION}
     WHERE recipient.website_id = $1 AND recipient.state = 'confirmed' ORDER BY recipient.id`,
    [websiteId],
  );
  return rows.filter(({ role }) => maySend(role)).map(recipientOf);
}

/** Asked before a message is sent: the user or the recipient may be gone, have unsubscribed, or have lost the role. */
export async function isWanted(
  database: Pick<Database, 'query'>,
  message: { readonly subscriptionId: number; readonly recipientId: number | null; readonly websiteId: number },
): Promise<boolean> {
  if (message.recipientId === null) return isSubscribed(database, message);
  const [recipient] = await database.query<{ role: Role | null }>(
    `SELECT ${SENDER_ROLE} AS role FROM ${WITH_SUBSCRIPTION}
     WHERE recipient.id = $1 AND recipient.website_id = $2 AND recipient.state <> 'unsubscribed'`,
    [message.recipientId, message.websiteId],
  );
  return maySend(recipient?.role);
}

export async function insertRecipients(tx: Queries, recipients: readonly Recipient[]): Promise<void> {
  await tx.insertMany({
    into: 'report_recipients',
    columns: COLUMNS,
    rows: recipients.map(({ id, subscriptionId, websiteId, email, language, state, createdAt, changedAt }) => [
      ...[id, subscriptionId, websiteId, email, language, state, createdAt, changedAt],
    ]),
  });
}

/** undefined: none of these websites has it. */
export async function deleteRecipient(
  tx: Queries,
  id: number,
  websiteIds: readonly number[],
): Promise<Recipient | undefined> {
  const [row] = await tx.query<RecipientRow>(
    `DELETE FROM report_recipients WHERE id = $1 AND website_id IN (${placeholders(websiteIds.length, 1)})
     RETURNING ${COLUMNS.join(', ')}`,
    [id, ...websiteIds],
  );
  return row && recipientOf(row);
}

/** undefined: the recipient is gone, or has none of the states `from` any more. */
export async function changeState(
  tx: Queries,
  { id, language }: Pick<Recipient, 'id' | 'language'>,
  { from, to, at }: { readonly from: readonly RecipientState[]; readonly to: RecipientState; readonly at: string },
): Promise<Recipient | undefined> {
  const [row] = await tx.query<RecipientRow>(
    `UPDATE report_recipients SET state = $2, changed_at = $3, language = $4
     WHERE id = $1 AND state IN (${placeholders(from.length, 4)}) RETURNING ${COLUMNS.join(', ')}`,
    [id, to, at, language, ...from],
  );
  return row && recipientOf(row);
}

export function recipientOf(row: RecipientRow): Recipient {
  return {
    id: row.id,
    subscriptionId: row.subscription_id,
    websiteId: row.website_id,
    email: row.email,
    language: knownLanguage(row.language) ?? 'en',
    state: row.state,
    createdAt: row.created_at,
    changedAt: row.changed_at,
  };
}
