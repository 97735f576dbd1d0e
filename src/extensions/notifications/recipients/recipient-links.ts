// The links in mails to recipients of reports. Whoever has one needs no login. Only a hash of what is in the URL is stored, so every mail
// has a link of its own.
import { randomBytes } from 'node:crypto';
import type { Role } from '../../../core/contract/access/role.ts';
import { roleOnWebsite } from '../../../core/contract/access/role-on-website.ts';
import { secretHash } from '../../../core/contract/access/secret-hash.ts';
import type { Database, Queries } from '../../../core/foundation/database/database.ts';
import { Problem } from '../../../core/foundation/problem/problem.ts';
import { isoSeconds } from '../../../core/foundation/time/clock.ts';
import type { SentOn } from '../subscriptions/schedule.ts';
import { maySend, type Recipient, type RecipientRow, recipientOf } from './recipient-store.ts';

/** How long the link of a mail that asks for a confirmation works. */
export const CONFIRM_DAYS = 14;
/**
 * Mails that ask for a confirmation, so that nobody can be flooded through this service. Each account has a right of its own to ask an
 * address, so that no account uses up that of another one.
 * Why: docs/decisions/notifications.md, "An account asks an address without using up the right of others".
 */
export const CONFIRMATIONS_PER_ACCOUNT = { max: 50, days: 1 };
export const CONFIRMATIONS_PER_ACCOUNT_AND_ADDRESS = { max: 3, days: 7 };
/** The same for all accounts together. */
const CONFIRMATIONS_PER_ADDRESS = { max: 12, days: 7 };
/** A mail may be read long after it was sent. */
export const LINKS_KEPT_DAYS = 400;
const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;
const DAY_MS = 86_400_000;

type LinkKind = 'confirm' | 'unsubscribe';

/** Returns what is in the URL. */
export async function createLink(
  tx: Queries,
  kind: LinkKind,
  { id, websiteId, email }: Pick<Recipient, 'id' | 'websiteId' | 'email'>,
  { accountId, now }: { readonly accountId: number; readonly now: Date },
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await tx.insertMany({
    into: 'recipient_links',
    columns: ['token_hash', 'kind', 'recipient_id', 'website_id', 'account_id', 'address_hash', 'created_at'],
    rows: [[secretHash(token), kind, id, websiteId, accountId, secretHash(email), isoSeconds(now)]],
  });
  return token;
}

export interface LinkedRecipient extends Recipient {
  readonly websiteName: string;
  /** The email address of whoever sends the report. */
  readonly sender: string;
  readonly sentOn: SentOn;
}

/** undefined: there is no such link (any more), or its sender may not send the report any more. */
export async function findRecipient(
  database: Pick<Database, 'query'>,
  kind: LinkKind,
  token: string,
  now: Date,
): Promise<LinkedRecipient | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const [row] = await database.query<FoundRow>(
    `SELECT recipient.id, recipient.subscription_id, recipient.website_id, recipient.email, recipient.language, recipient.state,
       recipient.created_at, recipient.changed_at, link.created_at AS link_at, users.email AS sender,
       websites.name AS website_name, subscription.report_sent_on AS sent_on,
       ${roleOnWebsite('subscription.user_id', 'recipient.website_id')} AS role
     FROM recipient_links AS link
       JOIN report_recipients AS recipient ON recipient.id = link.recipient_id AND recipient.website_id = link.website_id
       JOIN notification_subscriptions AS subscription ON subscription.id = recipient.subscription_id
       JOIN users ON users.id = subscription.user_id
       JOIN websites ON websites.id = recipient.website_id
     WHERE link.token_hash = $1 AND link.kind = $2`,
    [secretHash(token), kind],
  );
  if (!row || !canBeFollowed(kind, row, now)) return undefined;
  const { website_name: websiteName, sender, sent_on: sentOn } = row;
  return { ...recipientOf(row), websiteName, sender, sentOn };
}

interface FoundRow extends RecipientRow {
  readonly link_at: string;
  readonly sender: string;
  readonly website_name: string;
  readonly sent_on: SentOn;
  readonly role: Role | null;
}

function canBeFollowed(kind: LinkKind, { state, link_at: at, role }: FoundRow, now: Date): boolean {
  if (kind === 'unsubscribe') return state !== 'unsubscribed';
  return state === 'waiting' && at > daysBefore(now, CONFIRM_DAYS) && maySend(role);
}

/** Throws a problem of status 429. */
export async function requireFewConfirmations(
  tx: Queries,
  accountId: number,
  emails: readonly string[],
  now: Date,
): Promise<void> {
  const sent = async (condition: string, values: readonly (number | string)[], days: number) => {
    const [row] = await tx.query<{ mails: number }>(
      `SELECT COUNT(*) AS mails FROM recipient_links WHERE kind = 'confirm' AND created_at > $1 AND ${condition}`,
      [daysBefore(now, days), ...values],
    );
    return Number(row!.mails);
  };
  const { max, days } = CONFIRMATIONS_PER_ACCOUNT;
  if ((await sent('account_id = $2', [accountId], days)) + emails.length > max) {
    throw tooMany(`An account may ask ${max} people a day whether they want a report. Add the others tomorrow.`, days);
  }
  for (const email of emails) {
    const address = secretHash(email);
    const own = CONFIRMATIONS_PER_ACCOUNT_AND_ADDRESS;
    if ((await sent('account_id = $2 AND address_hash = $3', [accountId, address], own.days)) >= own.max) {
      const detail =
        `Your account has asked ${email} ${own.max} times in ${own.days} days whether it wants a report. ` +
        'Wait before you ask again.';
      throw tooMany(detail, own.days);
    }
    const all = CONFIRMATIONS_PER_ADDRESS;
    if ((await sent('address_hash = $2', [address], all.days)) >= all.max) {
      const detail = `${email} gets at most ${all.max} such questions in ${all.days} days. Wait before you ask again.`;
      throw tooMany(detail, all.days);
    }
  }
}

function tooMany(detail: string, days: number): Problem {
  const headers = { 'retry-after': String((days * DAY_MS) / 1000) };
  return new Problem(429, detail, { code: 'too_many_confirmations', headers });
}

export async function sweepRecipientLinks(database: Database, now: Date): Promise<void> {
  await database.transaction((tx) =>
    tx.query('DELETE FROM recipient_links WHERE created_at < $1', [daysBefore(now, LINKS_KEPT_DAYS)]),
  );
}

function daysBefore(now: Date, days: number): string {
  return isoSeconds(new Date(now.getTime() - days * DAY_MS));
}
