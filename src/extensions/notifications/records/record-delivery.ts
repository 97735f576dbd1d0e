// What a webhook is told about a record, as the record is stored when the message is sent. So nothing is sent that was erased meanwhile,
// and a message that waits has no personal data in it.
import { SUBJECT_KIND } from '../../../core/engine/catalog/subject.ts';
import { readSubjectPath } from '../../../core/engine/catalog/subject-names.ts';
import { isoOfDay } from '../../../core/engine/rollups/calendar.ts';
import { REVENUE_SCALE } from '../../../core/engine/rollups/metric.ts';
import type { Database } from '../../../core/foundation/database/database.ts';
import { type DimensionValues, NO_VALUE } from '../../../core/foundation/dimensions/dimension.ts';
import { isoSeconds } from '../../../core/foundation/time/clock.ts';
import type { OrderPlace } from '../../../core/intake/events/order.ts';
import { readOrders, type StoredOrder } from '../../../core/intake/orders/order-rows.ts';
import type { Delivery } from '../outbox/message.ts';
import type { RecordMessage } from '../outbox/outbox-job.ts';
import { campaignUrl, type NotifiedWebsite, websiteUrl } from '../subscriptions/notification.ts';
import { readWebsite } from '../subscriptions/notify.ts';
import { findSubscriber } from '../subscriptions/subscription-store.ts';
import { isRecordTopic, type RecordTopic } from '../subscriptions/topics.ts';
import { type OrderData, recordBodyOf } from '../subscriptions/webhook-body.ts';
import { mayBeTold } from './may-be-told.ts';

const SECONDS_PER_DAY = 86_400;

/** Reads a contact as the REST API shows it. Contacts are in the room beside this one. */
type ReadContact = (websiteId: number, id: number) => Promise<{ readonly id: number } | undefined>;

interface RecordSources {
  readonly database: Pick<Database, 'query'>;
  readonly baseUrl: string;
  readonly readContact: ReadContact;
}

/** undefined: nobody is to be told any more, or there is nothing to tell. */
export async function deliveryAbout(
  sources: RecordSources,
  message: Pick<RecordMessage, 'subscriptionId' | 'websiteId' | 'topic' | 'recordId' | 'createdAt'>,
): Promise<Delivery | undefined> {
  const { topic, websiteId, recordId, createdAt } = message;
  const found = await findSubscriber(sources.database, message);
  if (!found || !isRecordTopic(topic) || !mayBeTold(found.role)) return undefined;
  const { topics, haltedAt, url, secret } = found.subscription;
  if (haltedAt !== null || !topics.includes(topic)) return undefined;
  const data = await readRecord(sources, { websiteId, topic, recordId });
  if (!data) return undefined;
  const body = recordBodyOf({ topic, at: new Date(createdAt), data });
  return { channel: 'webhook', url: url!, secret: secret!, body };
}

interface NamedRecord {
  readonly websiteId: number;
  readonly topic: RecordTopic;
  readonly recordId: string;
}

async function readRecord(
  { database, baseUrl, readContact }: RecordSources,
  { websiteId, topic, recordId }: NamedRecord,
): Promise<unknown> {
  const { account_id: _, ...website } = await readWebsite(database, websiteId);
  if (topic === 'new_contact') {
    const contact = await readContact(websiteId, Number(recordId));
    return contact && { website, contact };
  }
  const order = (await readOrders(database, websiteId, [recordId])).get(recordId);
  // Its day was erased.
  if (!order?.place) return undefined;
  return orderData(database, order, order.place, { website, baseUrl });
}

async function orderData(
  database: Pick<Database, 'query'>,
  { orderId, left, refunds }: StoredOrder,
  { subject, day, second, isCredited, dimensions }: OrderPlace,
  { website, baseUrl }: { readonly website: NotifiedWebsite; readonly baseUrl: string },
): Promise<OrderData> {
  const path = subject.kind === SUBJECT_KIND.website ? [] : await readSubjectPath(database, website.id, subject);
  const [campaign, variant = null, step = null, element = null] = path;
  const url = campaign ? campaignUrl(baseUrl, website.id, campaign.id) : websiteUrl(baseUrl, website.id);
  return {
    website,
    order_id: orderId,
    at: isoSeconds(new Date((day * SECONDS_PER_DAY + second) * 1_000)),
    day: isoOfDay(day),
    revenue: (left?.revenue ?? 0) / REVENUE_SCALE,
    refunded: refunds.reduce((sum, { revenue }) => sum + revenue, 0) / REVENUE_SCALE,
    campaign: campaign ? { ...campaign, url } : null,
    ...{ variant, step, element },
    is_credited: isCredited,
    products: (left?.products ?? []).map(({ value, revenue }) => ({ value, revenue: revenue / REVENUE_SCALE })),
    dimensions: knownOf(dimensions),
    url,
  };
}

function knownOf(dimensions: DimensionValues | null): Record<string, string> {
  const known = Object.entries(dimensions ?? {}).filter(([, value]) => value !== undefined && value !== NO_VALUE);
  return Object.fromEntries(known) as Record<string, string>;
}
