// What is stored of a contact beside the events of its visitor. Whoever tells a story only reads, so this room loads nothing that writes:
// read workers start with it.
import type { SubjectKind } from '../../core/engine/catalog/subject.ts';
import type { Queries } from '../../core/foundation/database/database.ts';
import { visitorText } from '../../core/foundation/sketches/visitor-text.ts';
import type { OrderOfVisitor, SentForm, StoryContact } from './contact-story.ts';

type Reader = Pick<Queries, 'query'>;

interface StoryVisitor {
  readonly websiteId: number;
  readonly visitorLow: number;
  readonly visitorHigh: number;
}

export async function readContact(database: Reader, websiteId: number, id: number): Promise<StoryContact | undefined> {
  const [row] = await database.query<{ fields: string; created_at: string }>(
    'SELECT fields, created_at FROM contacts WHERE website_id = $1 AND id = $2',
    [websiteId, id],
  );
  return row && { createdAt: row.created_at, fields: JSON.parse(row.fields) as StoryContact['fields'] };
}

/** What forms have said about the contact and waits to be confirmed, the oldest first. */
export async function readForms(database: Reader, websiteId: number, contactId: number): Promise<SentForm[]> {
  const rows = await database.query<{ fields: string; source: string; created_at: string }>(
    `SELECT fields, source, created_at FROM unconfirmed_contacts
     WHERE website_id = $1 AND contact_id = $2 ORDER BY created_at, id`,
    [websiteId, contactId],
  );
  return rows.map(({ fields, source, created_at: createdAt }) => ({
    ...(JSON.parse(source) as Pick<SentForm, 'source_url' | 'campaign'>),
    ...{ fields: JSON.parse(fields) as SentForm['fields'], createdAt },
  }));
}

interface OrderRow {
  readonly order_id: string;
  readonly day: number;
  readonly second: number;
  readonly subject_kind: SubjectKind;
  readonly subject_id: number;
  readonly revenue: number | null;
  readonly refunds: string | null;
  readonly products: string | null;
}

/** The newest orders of a visitor that have an id, as src/core/intake/orders/order-rows.ts has written them, the last one first. */
export async function readOrders(
  database: Reader,
  { websiteId, visitorLow, visitorHigh }: StoryVisitor,
  max: number,
): Promise<OrderOfVisitor[]> {
  const rows = await database.query<OrderRow>(
    `SELECT order_id, day, second, subject_kind, subject_id, revenue, refunds, products FROM seen_orders
     WHERE website_id = $1 AND visitor = $2 AND day IS NOT NULL ORDER BY day DESC, second DESC, order_id LIMIT ${max}`,
    [websiteId, visitorText(visitorLow, visitorHigh)],
  );
  return rows.map((row) => {
    const refunds = listIn<[number, number]>(row.refunds).map(([time, revenue]) => ({ time, revenue }));
    return {
      orderId: row.order_id,
      subject: { kind: row.subject_kind, id: row.subject_id },
      day: row.day,
      second: row.second,
      revenue: refunds.reduce((sum, refund) => sum + refund.revenue, row.revenue ?? 0),
      products: listIn<[string | null, number]>(row.products).flatMap(([value]) => value ?? []),
      refunds,
    };
  });
}

function listIn<Item>(json: string | null): Item[] {
  return json === null ? [] : (JSON.parse(json) as Item[]);
}
