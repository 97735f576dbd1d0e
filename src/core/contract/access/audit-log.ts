// The audit log of an account: who did what, and when. An entry is written in the transaction of the change that it is about,
// so there is neither a change without an entry nor an entry without a change.
// Why: docs/decisions/logins.md, "The audit log is written with the change".

import type { Sentence } from '../../../../languages/sentence.ts';
import { type Database, placeholders, type Queries, type SqlValue } from '../../foundation/database/database.ts';
import { nextIds } from '../../foundation/database/next-id.ts';
import { type Say, wordsIn } from '../../foundation/text/words.ts';
import { type Clock, isoSeconds } from '../../foundation/time/clock.ts';
import type { Actor } from './principal.ts';

export const AUDIT_LOG_KEPT_DAYS = 400;
/** The query for the oldest entry of the account of a website. */
export const OLDEST_AUDIT_ENTRY = `SELECT MIN(at) AS oldest FROM audit_log
  WHERE account_id = (SELECT account_id FROM websites WHERE id = $1)`;
/** How long each name in an entry can be. */
const TEXT_LENGTH_MAX = 200;

export const AUDIT_ACTIONS = [
  'account_set_up',
  'signed_in',
  'sign_in_failed',
  'identity_linked',
  'password_removed',
  'session_ended',
  'application_connected',
  'application_disconnected',
  'password_changed',
  'person_added',
  'person_removed',
  'person_invited',
  'invitation_withdrawn',
  'invitation_accepted',
  'account_left',
  'reset_link_created',
  'reset_link_mailed',
  'password_reset',
  'role_changed',
  'token_created',
  'token_revoked',
  'share_link_created',
  'share_link_revoked',
  'ingest_key_created',
  'ingest_key_revoked',
  'webhook_created',
  'webhook_revoked',
  'subscription_created',
  'subscription_changed',
  'subscription_removed',
  'subscription_halted',
  'recipient_added',
  'recipient_asked_again',
  'recipient_confirmed',
  'recipient_unsubscribed',
  'recipient_removed',
  'branding_changed',
  'reporting_currency_changed',
  'website_settings_changed',
  'unconfirmed_accepted',
  'unconfirmed_dismissed',
  'contact_forgotten',
  'contact_data_read',
  'data_erased',
  'catalog_created',
  'catalog_changed',
  'catalog_imported',
  'funnel_created',
  'funnel_changed',
  'funnel_deleted',
  'annotation_created',
  'annotation_changed',
  'annotation_deleted',
  'goal_created',
  'goal_changed',
  'goal_deleted',
  'view_created',
  'view_changed',
  'view_deleted',
  'costs_changed',
  'history_imported',
  'history_removed',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Completes the sentence of the action. A text is a name, an address or the like. No secrets, and no data of contacts. */
type AuditSubject = string | Sentence;

/** ofUser: each account that the user belongs to. websiteIds: each account that owns one of them. */
type AuditTarget =
  | { readonly accountId: number }
  | { readonly websiteId: number }
  | { readonly websiteIds: readonly number[] }
  | { readonly ofUser: number };

export type AuditEntry = AuditTarget & {
  readonly actor: Actor;
  readonly action: AuditAction;
  readonly subject: AuditSubject;
};

/**
 * Call it last in the transaction of the change: it locks the counter of entries, and in the same order everywhere there are no
 * deadlocks.
 */
export async function recordAudit(tx: Queries, entry: AuditEntry, clock: Clock): Promise<void> {
  const { actor, action, subject } = entry;
  const accountIds = await accountIdsOf(tx, entry);
  if (accountIds.length === 0) return;
  const email = await emailOf(tx, actor.userId);
  const websiteId = 'websiteId' in entry ? entry.websiteId : null;
  const firstId = await nextIds(tx, 'audit_log', accountIds.length);
  await tx.insertMany({
    into: 'audit_log',
    columns: ['id', 'account_id', 'at', 'user_id', 'user_email', 'via', 'action', 'subject', 'website_id'],
    rows: accountIds.map((accountId, index) => [
      firstId + index,
      accountId,
      isoSeconds(clock()),
      actor.userId,
      email,
      actor.via,
      action,
      JSON.stringify(subject, shortText),
      websiteId,
    ]),
  });
}

function shortText(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? value.slice(0, TEXT_LENGTH_MAX).toWellFormed() : value;
}

async function accountIdsOf(tx: Queries, target: AuditTarget): Promise<number[]> {
  if ('accountId' in target) return [target.accountId];
  const rows =
    'ofUser' in target
      ? await tx.query<{ id: number }>('SELECT account_id AS id FROM user_accounts WHERE user_id = $1 ORDER BY id', [
          target.ofUser,
        ])
      : await accountsOfWebsites(tx, 'websiteId' in target ? [target.websiteId] : target.websiteIds);
  return rows.map(({ id }) => id);
}

async function accountsOfWebsites(tx: Queries, websiteIds: readonly number[]): Promise<{ id: number }[]> {
  // An application may have lost its last website.
  if (websiteIds.length === 0) return [];
  return tx.query<{ id: number }>(
    `SELECT DISTINCT account_id AS id FROM websites WHERE id IN (${placeholders(websiteIds.length)}) ORDER BY id`,
    websiteIds,
  );
}

async function emailOf(tx: Queries, userId: number | null): Promise<string | null> {
  if (userId === null) return null;
  const [user] = await tx.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [userId]);
  return user?.email ?? null;
}

interface ListedEntry {
  readonly id: number;
  readonly at: string;
  readonly user_id: number | null;
  readonly user_email: string | null;
  readonly via: string;
  readonly action: AuditAction;
  readonly description: string;
  readonly subject: string;
  readonly website_id: number | null;
}

export interface AuditFilter {
  readonly limit: number;
  /** Entries with a smaller id than this are read. */
  readonly before?: number | undefined;
  readonly action?: string | undefined;
  readonly userId?: number | undefined;
}

type EntryRow = Omit<ListedEntry, 'description'>;

export class AuditLog {
  readonly #database: Pick<Database, 'query'>;

  constructor(database: Pick<Database, 'query'>) {
    this.#database = database;
  }

  /** Newest first. */
  async read(
    accountId: number,
    { limit, before, action, userId }: AuditFilter,
    say = wordsIn(),
  ): Promise<ListedEntry[]> {
    const filters = { 'id <': before, 'action =': action, 'user_id =': userId };
    const given = Object.entries(filters).filter(([, value]) => value !== undefined) as [string, SqlValue][];
    const conditions = ['account_id = $1', ...given.map(([comparison], index) => `${comparison} $${index + 2}`)];
    const rows = await this.#database.query<EntryRow>(
      `SELECT id, at, user_id, user_email, via, action, subject, website_id FROM audit_log
       WHERE ${conditions.join(' AND ')} ORDER BY id DESC LIMIT ${limit}`,
      [accountId, ...given.map(([, value]) => value)],
    );
    return rows.map((entry) => ({ ...entry, ...worded(entry, say) }));
  }
}

function worded({ action, subject }: EntryRow, say: Say): Pick<ListedEntry, 'subject' | 'description'> {
  const about = JSON.parse(subject) as AuditSubject;
  return {
    subject: typeof about === 'string' ? about : say(about),
    description: say({ code: `did_${action}`, values: { subject: about } }),
  };
}

/** The last sign-in of each user, as far back as the log goes. */
export async function lastSignIns(database: Pick<Database, 'query'>): Promise<ReadonlyMap<number, string>> {
  const rows = await database.query<{ user_id: number; at: string }>(
    "SELECT user_id, MAX(at) AS at FROM audit_log WHERE action = 'signed_in' AND user_id IS NOT NULL GROUP BY user_id",
  );
  return new Map(rows.map(({ user_id: userId, at }) => [userId, at]));
}

export async function sweepAuditLog(database: Database, now: Date): Promise<void> {
  const oldest = isoSeconds(new Date(now.getTime() - AUDIT_LOG_KEPT_DAYS * 86_400_000));
  await database.transaction((tx) => tx.query('DELETE FROM audit_log WHERE at < $1', [oldest]));
}
