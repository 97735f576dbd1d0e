// The audit log of an account: who did what, and when. An entry is written in the transaction of the change that it is about,
// so there is neither a change without an entry nor an entry without a change.

import { type Database, placeholders, type Queries, type SqlValue } from '../../foundation/database/database.ts';
import { nextIds } from '../../foundation/database/next-id.ts';
import { type Clock, isoSeconds } from '../../foundation/time/clock.ts';
import type { Actor } from './principal.ts';

export const AUDIT_LOG_KEPT_DAYS = 400;
const SUBJECT_LENGTH_MAX = 200;

/** What an entry says after the name of whoever did it. */
export const AUDIT_ACTIONS = {
  account_set_up: 'set up the account {subject}',
  signed_in: 'logged in',
  sign_in_failed: 'failed to log in: wrong password',
  identity_linked: 'linked {subject} to single sign-on',
  password_removed:
    'logged in with single sign-on for the first time, which ended the password and logins of {subject}',
  session_ended: 'ended a session of {subject}',
  application_connected: 'connected the application {subject}',
  application_disconnected: 'ended the access of the application {subject}',
  password_changed: 'changed the password of {subject}',
  person_added: 'added {subject}',
  person_removed: 'removed {subject}',
  person_invited: 'invited {subject}',
  invitation_withdrawn: 'withdrew the invitation of {subject}',
  invitation_accepted: 'accepted an invitation: {subject}',
  account_left: 'left the account',
  reset_link_created: 'created a link to reset the password of {subject}',
  reset_link_mailed: 'was sent a link to reset the password',
  password_reset: 'reset the password of {subject} by a link',
  role_changed: 'changed the role of {subject}',
  token_created: 'created token {subject}',
  token_revoked: 'revoked token {subject}',
  ingest_key_created: 'created key {subject}',
  ingest_key_revoked: 'revoked key {subject}',
  webhook_created: 'created the webhook of {subject}',
  webhook_revoked: 'revoked the webhook of {subject}',
  subscription_created: 'started notifications to {subject}',
  subscription_changed: 'changed what notifications are sent to {subject}',
  subscription_removed: 'stopped notifications to {subject}',
  branding_changed: 'changed how emails of the account look: {subject}',
  website_settings_changed: 'changed website settings: {subject}',
  unconfirmed_accepted: 'accepted what a form said about contact {subject}',
  unconfirmed_dismissed: 'dismissed what a form said about contact {subject}',
  contact_forgotten: 'deleted contact {subject} and erased what the person did',
  catalog_created: 'created {subject}',
  catalog_changed: 'changed {subject}',
  catalog_imported: 'imported the catalog of {subject}',
  funnel_created: 'saved the funnel {subject}',
  funnel_changed: 'changed the funnel {subject}',
  funnel_deleted: 'deleted the funnel {subject}',
  annotation_created: 'added the annotation {subject}',
  annotation_changed: 'changed the annotation {subject}',
  annotation_deleted: 'deleted the annotation {subject}',
  goal_created: 'set the goal {subject}',
  goal_changed: 'changed the goal {subject}',
  goal_deleted: 'deleted the goal {subject}',
  view_created: 'saved the view {subject}',
  view_changed: 'changed the saved view {subject}',
  view_deleted: 'deleted the saved view {subject}',
} as const satisfies Readonly<Record<string, string>>;
export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** ofUser: each account that the user belongs to. websiteIds: each account that owns one of them. */
type AuditTarget =
  | { readonly accountId: number }
  | { readonly websiteId: number }
  | { readonly websiteIds: readonly number[] }
  | { readonly ofUser: number };

export type AuditEntry = AuditTarget & {
  readonly actor: Actor;
  readonly action: AuditAction;
  /** Completes the sentence of the action. No secrets, and no data of contacts. */
  readonly subject: string;
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
      subject.slice(0, SUBJECT_LENGTH_MAX).toWellFormed(),
      websiteId,
    ]),
  });
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
  readonly action: string;
  readonly description: string;
  readonly subject: string;
  readonly website_id: number | null;
}

export interface AuditFilter {
  readonly limit: number;
  /** Only entries with a smaller id. */
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
  async read(accountId: number, { limit, before, action, userId }: AuditFilter): Promise<ListedEntry[]> {
    const filters = { 'id <': before, 'action =': action, 'user_id =': userId };
    const given = Object.entries(filters).filter(([, value]) => value !== undefined) as [string, SqlValue][];
    const conditions = ['account_id = $1', ...given.map(([comparison], index) => `${comparison} $${index + 2}`)];
    const rows = await this.#database.query<EntryRow>(
      `SELECT id, at, user_id, user_email, via, action, subject, website_id FROM audit_log
       WHERE ${conditions.join(' AND ')} ORDER BY id DESC LIMIT ${limit}`,
      [accountId, ...given.map(([, value]) => value)],
    );
    return rows.map((entry) => ({ ...entry, description: describe(entry.action, entry.subject) }));
  }
}

function describe(action: string, subject: string): string {
  const sentence = AUDIT_ACTIONS[action as AuditAction] ?? `${action.replaceAll('_', ' ')} {subject}`;
  // A function, because a string as replacement has special characters.
  return sentence.replace('{subject}', () => subject);
}

/** By user, as far back as the log goes. */
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
