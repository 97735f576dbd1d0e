// A website with webhooks of its owner, for the tests of what they are told: a real database, a real receiver, and the jobs run by hand.
import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { COMMAND_LINE } from '../../../../src/core/contract/access/principal.ts';
import { onWholeAccount, type Role } from '../../../../src/core/contract/access/role.ts';
import type { Database, Engine } from '../../../../src/core/foundation/database/database.ts';
import { parseAllowedHost } from '../../../../src/core/foundation/fetch/allowed-hosts.ts';
import { createWebhookFetch } from '../../../../src/core/foundation/fetch/guarded-fetch.ts';
import { systemClock } from '../../../../src/core/foundation/time/clock.ts';
import { setRole } from '../../../../src/core/manage/authorization-server/users/members.ts';
import { ContactStore } from '../../../../src/core/manage/contacts/contact-store.ts';
import { readChanges } from '../../../../src/core/manage/contacts/read-changes.ts';
import { createDeliver } from '../../../../src/extensions/notifications/outbox/deliver.ts';
import type { EmailDelivery } from '../../../../src/extensions/notifications/outbox/message.ts';
import { deliverDue, type OutboxJob } from '../../../../src/extensions/notifications/outbox/outbox-job.ts';
import { WEBHOOK_BODIES } from '../../../../src/extensions/notifications/outgoing-webhooks.ts';
import { isWanted } from '../../../../src/extensions/notifications/recipients/recipient-store.ts';
import { beginWith, collectRecords } from '../../../../src/extensions/notifications/records/collect-records.ts';
import { deliveryAbout } from '../../../../src/extensions/notifications/records/record-delivery.ts';
import {
  insertSubscription,
  nextSubscriptionId,
  type Subscription,
} from '../../../../src/extensions/notifications/subscriptions/subscription-store.ts';
import { switchOff } from '../../../../src/extensions/notifications/subscriptions/switch-off.ts';
import { RECORD_TOPICS } from '../../../../src/extensions/notifications/subscriptions/topics.ts';
import { restoreOf } from '../../../support/restore.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';
import { createUser } from '../../../support/users.ts';
import { Receiver } from '../outbox/receiver.ts';

export const BASE_URL = 'https://funnel.example';
const logger = pino({ level: 'silent' });
const SECRET = `whsec_${Buffer.from('a secret of the tests').toString('base64')}`;

interface Told {
  readonly type: keyof typeof WEBHOOK_BODIES;
  readonly timestamp: string;
  // biome-ignore lint/suspicious/noExplicitAny: each type has its own, and the schema of its type was checked.
  readonly data: any;
}

export class RecordsWorld implements AsyncDisposable {
  readonly ingestion: TestIngestion;
  readonly receiver: Receiver;
  readonly contacts: ContactStore;
  readonly userId: number;
  readonly restore: () => Promise<void>;
  /** The emails that were sent. */
  readonly mails: EmailDelivery[] = [];

  private constructor(ingestion: TestIngestion, receiver: Receiver, userId: number, restore: () => Promise<void>) {
    this.ingestion = ingestion;
    this.receiver = receiver;
    this.userId = userId;
    this.restore = restore;
    this.contacts = new ContactStore(ingestion.database, ingestion.clock.now);
  }

  static async start(engine: Engine): Promise<RecordsWorld> {
    const ingestion = await createTestIngestion(engine);
    const login = { email: 'owner@example.com', password: 'a passphrase of the owner' };
    const { id } = await createUser(ingestion.database, { ...login, accountIds: [1, 2] }, ingestion.clock.now);
    // An account needs an owner, and the other one may get another role.
    const other = { email: 'other@example.com', password: 'a passphrase of another' };
    await createUser(ingestion.database, { ...other, accountIds: [1, 2] }, ingestion.clock.now);
    return new RecordsWorld(ingestion, await Receiver.start(), id, await restoreOf(ingestion.database));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.receiver[Symbol.asyncDispose]();
    await this.ingestion.dispose();
  }

  get database(): Database {
    return this.ingestion.database;
  }

  async reset(): Promise<void> {
    await this.restore();
    this.ingestion.clock.offsetMs = 0;
    this.receiver.received.length = 0;
    this.receiver.answers.clear();
    this.mails.length = 0;
  }

  /** A webhook that is told of all records of a website from now on. */
  async subscribe(path: string, given: Partial<Subscription> = {}): Promise<Subscription> {
    const { database, clock } = this.ingestion;
    const subscription = await database.transaction(async (tx) => {
      const id = await nextSubscriptionId(tx);
      const added: Subscription = {
        ...{ id, userId: this.userId, websiteId: 1, channel: 'webhook', url: this.receiver.url(path), secret: SECRET },
        ...{ topics: RECORD_TOPICS, quietHours: null, report: null, haltedAt: null, unsubscribeToken: `token ${id}` },
        createdAt: clock.now().toISOString(),
        ...given,
      };
      await insertSubscription(tx, added, { accountId: added.websiteId === 3 ? 2 : 1 });
      return added;
    });
    await beginWith(database, subscription.id);
    return subscription;
  }

  collect(database: Database = this.database): Promise<void> {
    return collectRecords({ database, clock: this.ingestion.clock.now, logger });
  }

  job(given: Partial<OutboxJob> = {}): OutboxJob {
    const { database, clock } = this.ingestion;
    // Libraries that verify signatures compare the time with that of the machine.
    const deliver = createDeliver({
      mailer: undefined,
      fetch: createWebhookFetch([parseAllowedHost(this.receiver.host)!]),
      clock: systemClock,
    });
    const readContact = async (websiteId: number, id: number) => (await this.contacts.find(websiteId, { id }))[0];
    return {
      ...{ database, clock: clock.now, logger, mailsPerDayMax: 100, random: () => 0.5 },
      deliver: async (id, delivery) => {
        if (delivery.channel === 'email') this.mails.push(delivery);
        else await deliver(id, delivery);
      },
      isWanted: (message) => isWanted(database, message),
      deliveryAbout: (message) => deliveryAbout({ database, baseUrl: BASE_URL, readContact }, message),
      switchOff: (tx, message, reason) =>
        switchOff(tx, message, reason, { clock: clock.now, baseUrl: BASE_URL, hasMail: true }),
      ...given,
    };
  }

  /** What the jobs of the service do. */
  async run(): Promise<void> {
    await this.collect();
    await deliverDue(this.job());
  }

  /** What the webhook was told: signed, and as the schema says. */
  told(path: string): Told[] {
    return this.receiver.received
      .filter((post) => post.path === path)
      .map(({ headers, body }) => {
        const told = new Webhook(SECRET).verify(body, headers as Record<string, string>) as Told;
        return WEBHOOK_BODIES[told.type].parse(told) as Told;
      });
  }

  async addContact(email: string, websiteId = 1): Promise<number> {
    const { contact } = await this.contacts.upsert(websiteId, readChanges({ email, first_name: 'Ada' }));
    return contact.id;
  }

  setRole(role: Role): Promise<void> {
    const change = { actor: COMMAND_LINE, clock: this.ingestion.clock.now };
    return this.database.transaction((tx) =>
      setRole(tx, { userId: this.userId, accountId: 1 }, onWholeAccount(role), change),
    );
  }
}
