// Everything that is stored about a contact, as one file: for people who ask what is known of them.
import { recordAudit } from '../../core/contract/access/audit-log.ts';
import type { Actor } from '../../core/contract/access/principal.ts';
import { SUBJECT_KIND, type SubjectReference } from '../../core/engine/catalog/subject.ts';
import { readSubjectNames, referenceKey, type SubjectNames } from '../../core/engine/catalog/subject-names.ts';
import { TYPE_NUMBERS } from '../../core/engine/event-log/format/stored-numbers.ts';
import { REVENUE_SCALE } from '../../core/engine/rollups/metric.ts';
import type { Database } from '../../core/foundation/database/database.ts';
import { NO_VALUE } from '../../core/foundation/dimensions/dimension.ts';
import { visitorText } from '../../core/foundation/sketches/visitor-text.ts';
import { type Clock, isoSeconds } from '../../core/foundation/time/clock.ts';
import { readTouches } from '../../core/intake/orders/touch-runs.ts';
import type { Contact } from '../../core/manage/contacts/contact.ts';
import { ContactStore } from '../../core/manage/contacts/contact-store.ts';
import { inErasureTurn } from '../../core/manage/erasure/erasure-turns.ts';
import { KIND_OF_TYPE } from './contact-story.ts';
import { type KnownNote, readKnownOfContact } from './known-of-contact.ts';

/** Hardly any person has so many. If one has, a note says so. */
const EVENTS_MAX = 20_000;
const ORDERS_MAX = 2_000;
const SECONDS_PER_DAY = 86_400;

/** What an event in the log is called. */
const EVENT_NAMES = {
  ...KIND_OF_TYPE,
  [TYPE_NUMBERS.orders]: 'order',
  [TYPE_NUMBERS.restated_orders]: 'restated_order',
} as const;
export const EVENT_NAME_LIST = Object.values(EVENT_NAMES);

interface ContactDataOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly queryEventsMax: number;
}

export interface AskedContact {
  readonly websiteId: number;
  readonly contactId: number;
  readonly actor: Actor;
}

export interface StoredOfContact {
  readonly contact: Contact;
  readonly notes: readonly KnownNote[];
  readonly unconfirmed: readonly { readonly at: string; readonly fields: Readonly<Record<string, string>> }[];
  readonly events: readonly {
    readonly at: string;
    readonly type: (typeof EVENT_NAME_LIST)[number];
    readonly subject: readonly string[];
    readonly revenue: number;
    readonly dimensions: Readonly<Record<string, string>>;
  }[];
  readonly orders: readonly {
    readonly order_id: string;
    readonly at: string;
    readonly subject: readonly string[];
    readonly revenue: number;
    readonly refunded: number;
    readonly products: readonly string[];
  }[];
  readonly touches: readonly { readonly at: string; readonly subject: readonly string[] }[];
  readonly recipients: readonly RecipientRow[];
  readonly webhooks: readonly { readonly at: string; readonly host: string }[];
}

interface RecipientRow {
  readonly email: string;
  readonly language: string;
  readonly state: string;
  readonly created_at: string;
  readonly changed_at: string;
}

export class ContactData {
  readonly #options: ContactDataOptions;
  readonly #contacts: ContactStore;

  constructor(options: ContactDataOptions) {
    this.#options = options;
    this.#contacts = new ContactStore(options.database, options.clock);
  }

  /**
   * undefined: there is no such contact. Takes its turn with erasures of the website: the event log is read, and many at once would hold up
   * everybody else.
   */
  async read(asked: AskedContact): Promise<StoredOfContact | undefined> {
    const { database, clock } = this.#options;
    return inErasureTurn(database, clock, asked.websiteId, async () => {
      const stored = await this.#read(asked);
      if (!stored) return undefined;
      const { websiteId, contactId, actor } = asked;
      const entry = { websiteId, actor, action: 'contact_data_read', subject: String(contactId) } as const;
      await database.transaction((tx) => recordAudit(tx, entry, clock));
      return stored;
    });
  }

  async #read({ websiteId, contactId }: AskedContact): Promise<StoredOfContact | undefined> {
    const { database, clock, queryEventsMax } = this.#options;
    const [contact] = await this.#contacts.find(websiteId, { id: contactId });
    const limits = { queryEventsMax, eventsMax: EVENTS_MAX, ordersMax: ORDERS_MAX };
    const known = await readKnownOfContact(database, { websiteId, contactId }, limits);
    if (!contact || !known) return undefined;
    const visitor = visitorText(known.visitor.visitorLow, known.visitor.visitorHigh);
    const touches = (await readTouches(database, websiteId, [visitor], clock().getTime())).get(visitor) ?? [];
    const subjects = [...known.events, ...known.orders].map(({ subject }) => subject);
    const names = await readSubjectNames(database, websiteId, [...subjects, ...touches].filter(isBelowWebsite));
    return {
      contact,
      notes: known.notes,
      unconfirmed: known.forms.map(({ createdAt, fields }) => ({ at: createdAt, fields })),
      events: known.events.map(({ time, type, subject, revenue, dimensions }) => ({
        at: isoOf(time),
        type: EVENT_NAMES[type],
        subject: namesOf(subject, names),
        revenue: revenue / REVENUE_SCALE,
        dimensions: Object.fromEntries(
          Object.entries(dimensions).filter((entry): entry is [string, string] => !!entry[1] && entry[1] !== NO_VALUE),
        ),
      })),
      orders: known.orders.map(({ orderId, day, second, subject, revenue, refunds, products }) => ({
        order_id: orderId,
        at: isoOf(day * SECONDS_PER_DAY + second),
        subject: namesOf(subject, names),
        revenue: revenue / REVENUE_SCALE,
        refunded: refunds.reduce((sum, refund) => sum + refund.revenue, 0) / REVENUE_SCALE,
        products,
      })),
      touches: touches.map(({ day, second, kind, id }) => ({
        at: isoOf(day * SECONDS_PER_DAY + second),
        subject: namesOf({ kind, id }, names),
      })),
      recipients: await this.#recipients(websiteId, contact.email),
      webhooks: await this.#webhooks(websiteId, contactId),
    };
  }

  /** Who gets a report by email, with the address of the contact. */
  async #recipients(websiteId: number, email: string | null): Promise<RecipientRow[]> {
    if (email === null) return [];
    return this.#options.database.query<RecipientRow>(
      `SELECT email, language, state, created_at, changed_at FROM report_recipients
       WHERE website_id = $1 AND email = $2 ORDER BY id`,
      [websiteId, email],
    );
  }

  /** Those that took the contact, as long as the list of deliveries has it. */
  async #webhooks(websiteId: number, contactId: number): Promise<StoredOfContact['webhooks']> {
    const rows = await this.#options.database.query<{ at: string; url: string }>(
      `SELECT message.finished_at AS at, subscription.url AS url FROM outbox_messages AS message
       JOIN notification_subscriptions AS subscription ON subscription.id = message.subscription_id
       WHERE message.website_id = $1 AND message.topic = 'new_contact' AND message.record_id = $2 AND message.result = 'sent'
       ORDER BY message.finished_at, message.id`,
      [websiteId, String(contactId)],
    );
    return rows.map(({ at, url }) => ({ at, host: new URL(url).host }));
  }
}

function isBelowWebsite({ kind }: SubjectReference): boolean {
  return kind !== SUBJECT_KIND.website;
}

/** They begin with the campaign. There are none of the website, and of what the catalog does not have any more. */
function namesOf(subject: SubjectReference, names: SubjectNames): readonly string[] {
  return names.get(referenceKey(subject)) ?? [];
}

function isoOf(seconds: number): string {
  return isoSeconds(new Date(seconds * 1_000));
}
