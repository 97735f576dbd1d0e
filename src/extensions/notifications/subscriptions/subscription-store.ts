// The subscriptions in the database.
// Why: docs/decisions/notifications.md, "A subscription belongs to one user and one website".
import { randomBytes } from 'node:crypto';
import type { Language } from '../../../../languages/language.ts';
import { knownLanguage, MAIL_LANGUAGE } from '../../../core/contract/access/mail-language.ts';
import type { Role } from '../../../core/contract/access/role.ts';
import { roleOnWebsite } from '../../../core/contract/access/role-on-website.ts';
import {
  type Database,
  placeholders,
  type Queries,
  type SqlValue,
} from '../../../core/foundation/database/database.ts';
import { nextId } from '../../../core/foundation/database/next-id.ts';
import type { Channel } from '../outbox/message.ts';
import type { QuietHours } from './quiet-hours.ts';
import type { ReportFormat, ReportSchedule, SentOn } from './schedule.ts';
import { isRecordTopic, type Topic } from './topics.ts';

export interface Subscription {
  readonly id: number;
  readonly userId: number;
  readonly websiteId: number;
  readonly channel: Channel;
  /** null: by email. */
  readonly url: string | null;
  /** null: not a webhook. */
  readonly secret: string | null;
  readonly topics: readonly Topic[];
  readonly quietHours: QuietHours | null;
  /** null: no reports. Email alone can have them. */
  readonly report: ReportSchedule | null;
  /** Since when nothing is sent, because the webhook took no messages. null: it is on. */
  readonly haltedAt: string | null;
  readonly unsubscribeToken: string;
  readonly createdAt: string;
}

export const SUBSCRIPTION_COLUMNS = [
  ...['id', 'user_id', 'account_id', 'website_id', 'channel', 'url', 'secret', 'topics'],
  ...['quiet_from', 'quiet_to', 'time_zone', 'report_formats', 'report_sent_on', 'report_due_day'],
  ...['sends_records', 'halted_at', 'unsubscribe_token', 'created_at'],
] as const;

export interface SubscriptionRow {
  readonly id: number;
  readonly user_id: number;
  readonly website_id: number;
  readonly channel: Channel;
  readonly url: string | null;
  readonly secret: string | null;
  readonly topics: string;
  readonly quiet_from: string | null;
  readonly quiet_to: string | null;
  readonly time_zone: string | null;
  readonly report_formats: string | null;
  readonly report_sent_on: SentOn | null;
  readonly report_due_day: number | null;
  readonly halted_at: string | null;
  readonly unsubscribe_token: string;
  readonly created_at: string;
}

/** The name of the sequence of their ids. */
export const SUBSCRIPTION_IDS = 'notification_subscriptions';
const TOKEN_BYTES = 24;

/** Subscriptions are added one after the other: the counter of ids is locked until the transaction ends. */
export function nextSubscriptionId(tx: Queries): Promise<number> {
  return nextId(tx, SUBSCRIPTION_IDS);
}

export function newUnsubscribeToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

const SELECT = `SELECT ${SUBSCRIPTION_COLUMNS.join(', ')} FROM notification_subscriptions`;

/** Lists those of one user, newest first. */
export async function listSubscriptions(
  database: Pick<Database, 'query'>,
  { userId, websiteIds }: { readonly userId: number; readonly websiteIds: readonly number[] },
): Promise<Subscription[]> {
  const rows = await database.query<SubscriptionRow>(
    `${SELECT} WHERE user_id = $1 AND website_id IN (${placeholders(websiteIds.length, 1)}) ORDER BY id DESC`,
    [userId, ...websiteIds],
  );
  return rows.map(subscriptionOf);
}

const OF_SUBSCRIPTION = SUBSCRIPTION_COLUMNS.map((name) => `subscription.${name}`).join(', ');

export interface Subscriber {
  readonly subscription: Subscription;
  readonly email: string;
  /** The language of emails. null: it is not known. */
  readonly language: Language | null;
}

/** Those who get something of the website: they still have a role there, and what they gave takes messages. */
export async function subscribersOf(tx: Pick<Queries, 'query'>, websiteId: number): Promise<Subscriber[]> {
  const rows = await tx.query<SubscriptionRow & { readonly email: string; readonly language: string | null }>(
    `SELECT ${OF_SUBSCRIPTION}, users.email,
       ${MAIL_LANGUAGE} AS language
     FROM notification_subscriptions AS subscription JOIN users ON users.id = subscription.user_id
     WHERE subscription.website_id = $1 AND subscription.halted_at IS NULL
       AND ${roleOnWebsite('subscription.user_id', '$1')} IS NOT NULL
     ORDER BY subscription.id`,
    [websiteId],
  );
  return rows.map(({ email, language, ...row }) => ({
    ...{ subscription: subscriptionOf(row), email },
    language: knownLanguage(language) ?? null,
  }));
}

/** Nobody else changes it until the transaction ends. Lock it before its messages. */
export async function lockSubscription(tx: Queries, id: number): Promise<void> {
  await tx.query('SELECT id FROM notification_subscriptions WHERE id = $1 FOR UPDATE', [id]);
}

/** A subscription with the role that its user has on the website now. undefined: it is gone, or the user may not see the website. */
export async function findSubscriber(
  database: Pick<Queries, 'query'>,
  { subscriptionId, websiteId }: { readonly subscriptionId: number; readonly websiteId: number },
): Promise<(Subscriber & { readonly role: Role }) | undefined> {
  type Row = SubscriptionRow & { readonly email: string; readonly language: string | null; readonly role: Role | null };
  const [row] = await database.query<Row>(
    `SELECT ${OF_SUBSCRIPTION}, users.email, ${MAIL_LANGUAGE} AS language, ${roleOnWebsite('subscription.user_id', '$2')} AS role
     FROM notification_subscriptions AS subscription JOIN users ON users.id = subscription.user_id
     WHERE subscription.id = $1 AND subscription.website_id = $2`,
    [subscriptionId, websiteId],
  );
  if (!row || row.role === null) return undefined;
  const { email, language, role } = row;
  return { subscription: subscriptionOf(row), email, language: knownLanguage(language) ?? null, role };
}

export async function mailLanguageOf(database: Pick<Database, 'query'>, userId: number): Promise<Language | null> {
  const [user] = await database.query<{ language: string | null }>(
    `SELECT ${MAIL_LANGUAGE} AS language FROM users WHERE id = $1`,
    [userId],
  );
  return knownLanguage(user?.language) ?? null;
}

/** The subscription exists, and its user still has a role on the website. */
export async function isSubscribed(
  database: Pick<Database, 'query'>,
  { subscriptionId, websiteId }: { readonly subscriptionId: number; readonly websiteId: number },
): Promise<boolean> {
  const rows = await database.query(
    `SELECT 1 FROM notification_subscriptions AS subscription
     WHERE id = $1 AND website_id = $2 AND ${roleOnWebsite('subscription.user_id', '$2')} IS NOT NULL`,
    [subscriptionId, websiteId],
  );
  return rows.length > 0;
}

export async function insertSubscription(
  tx: Queries,
  subscription: Subscription,
  { accountId }: { readonly accountId: number },
): Promise<void> {
  const { quietHours } = subscription;
  await tx.insertMany({
    into: 'notification_subscriptions',
    columns: SUBSCRIPTION_COLUMNS,
    rows: [
      [
        subscription.id,
        subscription.userId,
        accountId,
        subscription.websiteId,
        subscription.channel,
        subscription.url,
        subscription.secret,
        subscription.topics.join(' '),
        ...quietColumns(quietHours),
        ...reportColumns(subscription.report),
        Number(subscription.topics.some(isRecordTopic)),
        subscription.haltedAt,
        subscription.unsubscribeToken,
        subscription.createdAt,
      ],
    ],
  });
}

export async function updateSubscription(tx: Queries, before: Subscription, after: Subscription): Promise<void> {
  const { id, url, secret, topics, quietHours, report, haltedAt } = after;
  // What it is not told of any more, or not yet again, begins anew.
  const goesOn = (isWanted: (of: Subscription) => boolean) =>
    Number(before.haltedAt === haltedAt && isWanted(before) && isWanted(after));
  await tx.query(
    `UPDATE notification_subscriptions
     SET url = $2, secret = $3, topics = $4, quiet_from = $5, quiet_to = $6, time_zone = $7,
       report_formats = $8, report_sent_on = $9, report_due_day = $10, sends_records = $11, halted_at = $12,
       contact_place = CASE WHEN $13 = 1 THEN contact_place END, order_place = CASE WHEN $14 = 1 THEN order_place END
     WHERE id = $1`,
    [
      ...[id, url, secret, topics.join(' '), ...quietColumns(quietHours), ...reportColumns(report)],
      ...[Number(topics.some(isRecordTopic)), haltedAt, goesOn(wantsContacts), goesOn(wantsOrders)],
    ],
  );
}

type Topics = Pick<Subscription, 'topics'>;

export function wantsContacts({ topics }: Topics): boolean {
  return topics.includes('new_contact');
}

export function wantsOrders({ topics }: Topics): boolean {
  return topics.includes('order') || topics.includes('refund');
}

/** Websites that have a report to be sent on `day` or an earlier one, or on a day after `aheadOf`, with the earliest of these days. */
export async function websitesWithDueReports(
  database: Pick<Database, 'query'>,
  day: number,
  aheadOf: number,
): Promise<{ readonly websiteId: number; readonly dueDay: number }[]> {
  const rows = await database.query<{ website_id: number; due_day: number }>(
    `SELECT website_id, MIN(report_due_day) AS due_day FROM notification_subscriptions
     WHERE report_due_day <= $1 OR report_due_day > $2 GROUP BY website_id ORDER BY website_id`,
    [day, aheadOf],
  );
  return rows.map(({ website_id: websiteId, due_day: dueDay }) => ({ websiteId, dueDay: Number(dueDay) }));
}

export async function updateDueDay(tx: Queries, id: number, dueDay: number): Promise<void> {
  await tx.query('UPDATE notification_subscriptions SET report_due_day = $2 WHERE id = $1', [id, dueDay]);
}

export async function deleteSubscription(tx: Queries, id: number): Promise<void> {
  await tx.query('DELETE FROM notification_subscriptions WHERE id = $1', [id]);
}

export async function findByToken(
  database: Pick<Database, 'query'>,
  unsubscribeToken: string,
): Promise<Subscription | undefined> {
  const [row] = await database.query<SubscriptionRow>(`${SELECT} WHERE unsubscribe_token = $1`, [unsubscribeToken]);
  return row && subscriptionOf(row);
}

function quietColumns(quietHours: QuietHours | null): SqlValue[] {
  return quietHours ? [quietHours.from, quietHours.to, quietHours.timeZone] : [null, null, null];
}

function reportColumns(report: ReportSchedule | null): SqlValue[] {
  return report ? [report.formats.join(' '), report.sentOn, report.dueDay] : [null, null, null];
}

export function subscriptionOf(row: SubscriptionRow): Subscription {
  const { quiet_from: from, quiet_to: to, time_zone: timeZone } = row;
  const { report_formats: formats, report_sent_on: sentOn, report_due_day: dueDay } = row;
  return {
    id: row.id,
    userId: row.user_id,
    websiteId: row.website_id,
    channel: row.channel,
    url: row.url,
    secret: row.secret,
    // Empty: only reports.
    topics: row.topics === '' ? [] : (row.topics.split(' ') as Topic[]),
    quietHours: from !== null && to !== null && timeZone !== null ? { from, to, timeZone } : null,
    report:
      formats !== null && sentOn !== null && dueDay !== null
        ? { formats: formats.split(' ') as ReportFormat[], sentOn, dueDay: Number(dueDay) }
        : null,
    haltedAt: row.halted_at,
    unsubscribeToken: row.unsubscribe_token,
    createdAt: row.created_at,
  };
}
