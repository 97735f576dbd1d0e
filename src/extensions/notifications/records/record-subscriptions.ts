// The webhooks that are told of new contacts and of orders, and how far each has got.
import { roleOnWebsite } from '../../../core/contract/access/role-on-website.ts';
import { placeholders, type Queries } from '../../../core/foundation/database/database.ts';
import {
  lockSubscription,
  SUBSCRIPTION_COLUMNS,
  type Subscription,
  type SubscriptionRow,
  subscriptionOf,
  wantsContacts,
  wantsOrders,
} from '../subscriptions/subscription-store.ts';

type Reader = Pick<Queries, 'query'>;

export interface RecordSubscription extends Subscription {
  readonly accountId: number;
  /** There are messages about all contacts up to this place. null: it has not begun. */
  readonly contactPlace: number | null;
  /** The same in the order feed of the website. */
  readonly orderPlace: number | null;
}

interface Row extends SubscriptionRow {
  readonly account_id: number;
  readonly contact_place: number | null;
  readonly order_place: number | null;
}

const SELECT = `SELECT ${SUBSCRIPTION_COLUMNS.join(', ')}, contact_place, order_place FROM notification_subscriptions AS subscription`;
/** Contacts are personal data, and whatever is sent leaves the service: so that is for owners. */
const IS_OWNERS = `${roleOnWebsite('subscription.user_id', 'subscription.website_id')} = 'owner'`;
const IS_ON = `sends_records = 1 AND halted_at IS NULL AND ${IS_OWNERS}`;

export async function recordSubscriptions(database: Reader): Promise<RecordSubscription[]> {
  return (await database.query<Row>(`${SELECT} WHERE ${IS_ON} ORDER BY id`)).map(recordSubscriptionOf);
}

/** undefined: it is off, or gone, or its user is no owner. */
export async function recordSubscription(database: Reader, id: number): Promise<RecordSubscription | undefined> {
  const [row] = await database.query<Row>(`${SELECT} WHERE id = $1 AND ${IS_ON}`, [id]);
  return row && recordSubscriptionOf(row);
}

/** Nobody else changes it until the transaction ends. */
export async function lockRecordSubscription(tx: Queries, id: number): Promise<RecordSubscription | undefined> {
  await lockSubscription(tx, id);
  return recordSubscription(tx, id);
}

/** The lowest place in the order feed of the website that somebody still needs. undefined: nobody wants its orders. */
export async function placeNeeded(database: Reader, websiteId: number): Promise<number | undefined> {
  const rows = await database.query<Row>(`${SELECT} WHERE website_id = $1 AND ${IS_ON}`, [websiteId]);
  const places = rows
    .map(recordSubscriptionOf)
    .filter(wantsOrders)
    .map(({ orderPlace }) => orderPlace ?? 0);
  return places.length === 0 ? undefined : Math.min(...places);
}

export async function writePlaces(
  tx: Queries,
  { id, contactPlace, orderPlace }: Pick<RecordSubscription, 'id' | 'contactPlace' | 'orderPlace'>,
): Promise<void> {
  await tx.query('UPDATE notification_subscriptions SET contact_place = $2, order_place = $3 WHERE id = $1', [
    ...[id, contactPlace, orderPlace],
  ]);
}

/** The place of the newest contact of each website. Websites that never had one are left out. */
export async function lastContactPlaces(
  database: Reader,
  websiteIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const places = new Map<number, number>();
  for (let start = 0; start < websiteIds.length; start += WEBSITES_PER_QUERY_MAX) {
    const ids = websiteIds.slice(start, start + WEBSITES_PER_QUERY_MAX);
    const rows = await database.query<{ website_id: number; last_place: number }>(
      `SELECT website_id, last_place FROM contact_lists WHERE website_id IN (${placeholders(ids.length)})`,
      ids,
    );
    for (const { website_id: id, last_place: place } of rows) places.set(id, place);
  }
  return places;
}

const WEBSITES_PER_QUERY_MAX = 500;

function recordSubscriptionOf(row: Row): RecordSubscription {
  return {
    ...subscriptionOf(row),
    accountId: row.account_id,
    contactPlace: row.contact_place,
    orderPlace: row.order_place,
  };
}

/** Whether it has to begin with contacts, and with orders. `feed`: the last place of the order feed; undefined: there is none. */
export function isToBegin(subscription: RecordSubscription, feed: number | undefined) {
  const { contactPlace, orderPlace } = subscription;
  return {
    contacts: wantsContacts(subscription) && contactPlace === null,
    // The feed may have been closed since, while its user was no owner.
    orders: wantsOrders(subscription) && (orderPlace === null || feed === undefined || orderPlace > feed),
  };
}
