// The subscriptions in the database.
import { roleOnWebsite } from '../access/role-on-website.ts';
import { type Database, placeholders, type Queries, type SqlValue } from '../database/database.ts';
import type { Channel } from '../outbox/message.ts';
import type { QuietHours } from './quiet-hours.ts';
import type { Topic } from './topics.ts';

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
  readonly unsubscribeToken: string;
  readonly createdAt: string;
}

const COLUMNS = [
  ...['id', 'user_id', 'account_id', 'website_id', 'channel', 'url', 'secret', 'topics'],
  ...['quiet_from', 'quiet_to', 'time_zone', 'unsubscribe_token', 'created_at'],
] as const;

interface Row {
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
  readonly unsubscribe_token: string;
  readonly created_at: string;
}

const SELECT = `SELECT ${COLUMNS.join(', ')} FROM notification_subscriptions`;

/** Of one user, newest first. */
export async function listSubscriptions(
  database: Pick<Database, 'query'>,
  { userId, websiteIds }: { readonly userId: number; readonly websiteIds: readonly number[] },
): Promise<Subscription[]> {
  const rows = await database.query<Row>(
    `${SELECT} WHERE user_id = $1 AND website_id IN (${placeholders(websiteIds.length, 1)}) ORDER BY id DESC`,
    [userId, ...websiteIds],
  );
  return rows.map(subscriptionOf);
}

export interface Subscriber {
  readonly subscription: Subscription;
  readonly email: string;
}

/** Those who get something of the website: they still have a role there. */
export async function subscribersOf(tx: Pick<Queries, 'query'>, websiteId: number): Promise<Subscriber[]> {
  const rows = await tx.query<Row & { readonly email: string }>(
    `SELECT ${COLUMNS.map((name) => `subscription.${name}`).join(', ')}, users.email
     FROM notification_subscriptions AS subscription JOIN users ON users.id = subscription.user_id
     WHERE subscription.website_id = $1 AND ${roleOnWebsite('subscription.user_id', '$1')} IS NOT NULL
     ORDER BY subscription.id`,
    [websiteId],
  );
  return rows.map(({ email, ...row }) => ({ subscription: subscriptionOf(row), email }));
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
    columns: COLUMNS,
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
        subscription.unsubscribeToken,
        subscription.createdAt,
      ],
    ],
  });
}

export async function updateSubscription(tx: Queries, subscription: Subscription): Promise<void> {
  const { id, url, secret, topics, quietHours } = subscription;
  await tx.query(
    `UPDATE notification_subscriptions
     SET url = $2, secret = $3, topics = $4, quiet_from = $5, quiet_to = $6, time_zone = $7 WHERE id = $1`,
    [id, url, secret, topics.join(' '), ...quietColumns(quietHours)],
  );
}

export async function deleteSubscription(tx: Queries, id: number): Promise<void> {
  await tx.query('DELETE FROM notification_subscriptions WHERE id = $1', [id]);
}

/** The id of the one that the token belonged to. undefined: there is none. */
export async function deleteByToken(tx: Queries, unsubscribeToken: string): Promise<number | undefined> {
  const [deleted] = await tx.query<{ id: number }>(
    'DELETE FROM notification_subscriptions WHERE unsubscribe_token = $1 RETURNING id',
    [unsubscribeToken],
  );
  return deleted?.id;
}

function quietColumns(quietHours: QuietHours | null): SqlValue[] {
  return quietHours ? [quietHours.from, quietHours.to, quietHours.timeZone] : [null, null, null];
}

function subscriptionOf(row: Row): Subscription {
  const { quiet_from: from, quiet_to: to, time_zone: timeZone } = row;
  return {
    id: row.id,
    userId: row.user_id,
    websiteId: row.website_id,
    channel: row.channel,
    url: row.url,
    secret: row.secret,
    topics: row.topics.split(' ') as Topic[],
    quietHours: from !== null && to !== null && timeZone !== null ? { from, to, timeZone } : null,
    unsubscribeToken: row.unsubscribe_token,
    createdAt: row.created_at,
  };
}
