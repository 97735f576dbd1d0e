// What people have subscribed to, for the dashboard. Everybody manages their own subscriptions, on websites that they can see.

import { randomUUID } from 'node:crypto';
import { type Sentence, sentence } from '../../../../languages/sentence.ts';
import { recordAudit } from '../../../core/contract/access/audit-log.ts';
import type { DashboardUsers } from '../../../core/contract/access/dashboard-guard.ts';
import { type Actor, BY_LINK, type DashboardUser } from '../../../core/contract/access/principal.ts';
import { type RateLimit, tooManyRequests } from '../../../core/contract/access/rate-limit.ts';
import { invalidField } from '../../../core/contract/operations/json-body.ts';
import { readToday } from '../../../core/engine/catalog/website-zones.ts';
import type { Database, Queries } from '../../../core/foundation/database/database.ts';
import { lockIds } from '../../../core/foundation/database/next-id.ts';
import { Problem } from '../../../core/foundation/problem/problem.ts';
import { type Clock, isoSeconds } from '../../../core/foundation/time/clock.ts';
import type { Deliver } from '../outbox/deliver.ts';
import { DeliveryError } from '../outbox/delivery-error.ts';
import { type LastMessage, type ListedDelivery, listDeliveries, readLastMessages } from '../outbox/last-messages.ts';
import type { Channel, Delivery } from '../outbox/message.ts';
import { redirectOutbox, removeFromOutbox } from '../outbox/outbox.ts';
import { newWebhookSecret } from '../outbox/webhook-signature.ts';
import { readRole, recipientsOf } from '../recipients/recipient-store.ts';
import { removeRecipients, setRecipients } from '../recipients/set-recipients.ts';
import { beginWith } from '../records/collect-records.ts';
import { exampleBody } from '../records/examples.ts';
import { mayBeTold } from '../records/may-be-told.ts';
import type { ReportBuilder } from '../scheduled-reports/build-report.ts';
import { reportMail } from '../scheduled-reports/report-mail.ts';
import { receiverWords } from '../subscriptions/audited-receiver.ts';
import { readBranding } from '../subscriptions/branding.ts';
import { deliveryOf } from '../subscriptions/delivery-of.ts';
import { readWebsite } from '../subscriptions/notify.ts';
import type { QuietHours } from '../subscriptions/quiet-hours.ts';
import { SERVICE_NAME } from '../subscriptions/render-mail.ts';
import { nextDueDay, type ReportSchedule, reportPeriod } from '../subscriptions/schedule.ts';
import {
  deleteSubscription,
  findByToken,
  insertSubscription,
  listSubscriptions,
  lockSubscription,
  mailLanguageOf,
  newUnsubscribeToken,
  nextSubscriptionId,
  SUBSCRIPTION_IDS,
  type Subscriber,
  type Subscription,
  updateSubscription,
} from '../subscriptions/subscription-store.ts';
import { isRecordTopic, RECORD_TOPICS, type RecordTopic, TOPICS, type Topic } from '../subscriptions/topics.ts';

/** How many one user can have on one website. */
export const SUBSCRIPTIONS_MAX = 10;
/** How many test notifications one user can send. */
export const TESTS_LIMIT = { max: 10, perMs: 60 * 60 * 1000 };
/** Reports of one website that are made and sent at the same time because people have asked for them: each holds its files in memory. */
export const REPORTS_AT_ONCE_MAX = 2;
const REPORT_RETRY_SECONDS = 10;
const RECORDS_RULE = `may have ${RECORD_TOPICS.join(', ')} only for webhooks`;
export const TOPICS_RULE = `must be a list of these, and not empty unless there is a report: ${TOPICS.join(', ')}`;
export const DELIVERIES_PER_PAGE = 25;
const TOKEN = /^[\w-]{32}$/;

export interface NewSubscription {
  readonly channel: Channel;
  readonly url?: string | undefined;
  readonly topics: readonly Topic[];
  readonly quietHours: QuietHours | null;
  readonly report: WantedReport | null;
  /** Email addresses of people without a login who are to get the report, too. */
  readonly recipients: readonly string[];
}

export type WantedReport = Omit<ReportSchedule, 'dueDay'>;

/** Fields that are not given stay as they are. */
export interface SubscriptionChange {
  readonly url?: string | undefined;
  readonly topics?: readonly Topic[] | undefined;
  readonly quietHours?: QuietHours | null | undefined;
  readonly report?: WantedReport | null | undefined;
  readonly recipients?: readonly string[] | undefined;
}

/** Says whose subscription it is, and of which websites. */
interface SubscriptionOwner {
  readonly user: DashboardUser;
  readonly actor: Actor;
  readonly websiteIds: readonly number[];
}

export interface TestResult {
  readonly delivered: boolean;
  /** What the receiver answered, or what went wrong. */
  readonly detail: Sentence;
}

interface NotificationsOptions {
  readonly database: Database;
  readonly users: DashboardUsers;
  readonly clock: Clock;
  readonly baseUrl: string;
  readonly deliver: Deliver;
  /** Builds the reports that people ask for. */
  readonly reports: ReportBuilder;
  /** Whether there is a mail server. */
  readonly hasMail: boolean;
  /** Whether the operator allows webhooks to be sent there without TLS. */
  isHttpAllowed(url: URL): boolean;
  readonly tests: RateLimit;
  /** The contact that tests send. */
  readonly exampleContact: unknown;
  /** Logs why a test failed: the cause is for the operator alone. */
  logFailure(error: DeliveryError): void;
}

export class Notifications {
  readonly #options: NotificationsOptions;
  /** The number of reports that are being made and sent, by website. */
  readonly #reports = new Map<number, number>();

  constructor(options: NotificationsOptions) {
    this.#options = options;
  }

  get hasMail(): boolean {
    return this.#options.hasMail;
  }

  list(user: DashboardUser, websiteId: number): Promise<Subscription[]> {
    return listSubscriptions(this.#options.database, { userId: user.id, websiteIds: [websiteId] });
  }

  /** The last message of each subscription. */
  lastMessages(subscriptions: readonly Subscription[]): Promise<ReadonlyMap<number, LastMessage>> {
    const ids = subscriptions.map(({ id }) => id);
    return readLastMessages(this.#options.database, ids);
  }

  /** The email addresses of the recipients of each report, whatever their state. */
  async recipientsOf(subscriptions: readonly Subscription[]): Promise<ReadonlyMap<number, string[]>> {
    const ids = subscriptions.map(({ id }) => id);
    const groups = Map.groupBy(await recipientsOf(this.#options.database, ids), ({ subscriptionId }) => subscriptionId);
    return new Map([...groups].map(([id, recipients]) => [id, recipients.map(({ email }) => email)]));
  }

  async create(websiteId: number, wanted: NewSubscription, { user, actor }: Omit<SubscriptionOwner, 'websiteIds'>) {
    const { database, users, clock } = this.#options;
    this.#requireDestination(wanted);
    requireContent(wanted);
    const { channel, url = null, topics, quietHours, report, recipients } = wanted;
    const created = await database.transaction(async (tx): Promise<Subscription> => {
      const sender = await users.requireLoggedIn(tx, user, [websiteId]);
      await requireMayBeTold(tx, { userId: user.id, websiteId, topics });
      const id = await nextSubscriptionId(tx);
      const others = await listSubscriptions(tx, { userId: user.id, websiteIds: [websiteId] });
      requireRoom(others);
      requireNew({ channel, url }, others);
      const subscription: Subscription = {
        ...{ id, userId: user.id, websiteId, channel, url, topics, quietHours },
        report: await this.#scheduled(tx, websiteId, report),
        secret: channel === 'webhook' ? newWebhookSecret() : null,
        haltedAt: null,
        unsubscribeToken: newUnsubscribeToken(),
        createdAt: isoSeconds(clock()),
      };
      const { account_id: accountId } = await readWebsite(tx, websiteId);
      await insertSubscription(tx, subscription, { accountId });
      await this.#audit(tx, subscription, 'subscription_created', actor);
      await setRecipients(tx, { subscription, emails: recipients, sender, actor }, this.#options);
      return subscription;
    });
    return this.#begun(created);
  }

  change(id: number, change: SubscriptionChange, owner: SubscriptionOwner): Promise<Subscription> {
    const changed = async (tx: Queries, before: Subscription, others: readonly Subscription[]) => {
      const url = change.url ?? before.url;
      if (change.url !== undefined) {
        this.#requireDestination({ channel: before.channel, url });
        requireNew({ channel: before.channel, url }, others);
      }
      const { quietHours = before.quietHours, topics = before.topics, report } = change;
      const after = {
        ...{ ...before, url, topics, quietHours },
        // What did not work may work at another URL.
        haltedAt: url === before.url ? before.haltedAt : null,
        report:
          report === undefined ? before.report : await this.#scheduled(tx, before.websiteId, report, before.report),
      };
      requireContent(after);
      await requireMayBeTold(tx, after);
      return after;
    };
    return this.#changing(id, owner, changed, change.report === null ? [] : change.recipients);
  }

  /** Switches a webhook on again. It gets what happens from now on. */
  resume(id: number, owner: SubscriptionOwner): Promise<Subscription> {
    return this.#changing(id, owner, async (tx, before) => {
      if (before.haltedAt === null) {
        throw new Problem(409, 'The subscription is not switched off.', { code: 'not_switched_off' });
      }
      await requireMayBeTold(tx, before);
      return { ...before, haltedAt: null };
    });
  }

  /** The messages of a webhook and what became of them, newest first. `before`: the place of the last one of the page before. */
  async deliveries(id: number, owner: SubscriptionOwner, before = Number.MAX_SAFE_INTEGER): Promise<ListedDelivery[]> {
    const { database } = this.#options;
    await requireOwn(database, id, owner);
    return listDeliveries(database, id, { before, limit: DELIVERIES_PER_PAGE });
  }

  /** From now on webhooks are signed with the new secret alone. */
  replaceSecret(id: number, owner: SubscriptionOwner): Promise<Subscription> {
    return this.#changing(id, owner, async (_tx, before) => {
      if (before.channel !== 'webhook') {
        throw new Problem(409, 'Only webhooks have a secret.', { code: 'no_secret' });
      }
      return { ...before, secret: newWebhookSecret() };
    });
  }

  remove(id: number, owner: SubscriptionOwner): Promise<void> {
    return this.#options.database.transaction(async (tx) => {
      const subscription = await requireOwn(tx, id, owner);
      await this.#end(tx, subscription, owner.actor);
      await this.#audit(tx, subscription, 'subscription_removed', owner.actor);
    });
  }

  /**
   * Delivers at once, whatever the quiet hours: the last report, if there is a schedule for reports; with `topic`, an example of such a
   * record. Throws 429 after too many tests, and while others wait for reports of the website.
   */
  async sendTest(id: number, owner: SubscriptionOwner, topic?: RecordTopic): Promise<TestResult> {
    const subscription = await requireOwn(this.#options.database, id, owner);
    this.#requireDestination(subscription);
    if (topic !== undefined && !subscription.topics.includes(topic)) throw notSubscribedTo(topic);
    if (!subscription.report) return this.#send(subscription, owner, topic);
    const { websiteId } = subscription;
    const others = this.#reports.get(websiteId) ?? 0;
    if (others >= REPORTS_AT_ONCE_MAX) throw tooManyReports();
    this.#reports.set(websiteId, others + 1);
    try {
      return await this.#send(subscription, owner);
    } finally {
      const left = this.#reports.get(websiteId)! - 1;
      if (left > 0) this.#reports.set(websiteId, left);
      else this.#reports.delete(websiteId);
    }
  }

  async #send(subscription: Subscription, owner: SubscriptionOwner, topic?: RecordTopic): Promise<TestResult> {
    const { database, deliver, tests, logFailure } = this.#options;
    const state = tests.take(String(owner.user.id));
    if (state.isExceeded) throw tooManyRequests(state, `Too many tests: at most ${TESTS_LIMIT.max} an hour.`);
    const { id: userId, email } = owner.user;
    const language = await mailLanguageOf(database, userId);
    const delivery = await this.#testOf({ subscription, email, language }, topic);
    try {
      await deliver(randomUUID(), delivery);
      const what = subscription.report ? 'report' : 'test';
      return { delivered: true, detail: sentence(ACCEPTED[subscription.channel][what]) };
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error;
      logFailure(error);
      return { delivered: false, detail: error.reason };
    }
  }

  async #testOf(subscriber: Subscriber, topic?: RecordTopic): Promise<Delivery> {
    const { database, clock, baseUrl, reports, exampleContact } = this.#options;
    const { websiteId, report, url, secret } = subscriber.subscription;
    const now = clock();
    const { account_id: accountId, ...website } = await readWebsite(database, websiteId);
    if (topic) {
      const contact = { ...(exampleContact as object), website_id: websiteId };
      const body = exampleBody(topic, { website, baseUrl, contact, at: now });
      return { channel: 'webhook', url: url!, secret: secret!, body };
    }
    const branding = await readBranding(database, accountId);
    if (!report) {
      return deliveryOf(subscriber, { occasion: { type: 'test' }, website, baseUrl, at: now }, branding);
    }
    const { formats, sentOn } = report;
    try {
      const built = await reports.build({
        ...{ websiteId, formats, author: branding.senderName ?? SERVICE_NAME, nowMs: now.getTime() },
        language: subscriber.language ?? 'en',
        period: reportPeriod(sentOn, await readToday(database, websiteId, now)),
      });
      return reportMail(subscriber, built, { baseUrl, branding, formats });
    } finally {
      await reports.stop();
    }
  }

  /** Does nothing if there is no such subscription (any more). */
  async unsubscribe(token: string): Promise<void> {
    const { database } = this.#options;
    if (!TOKEN.test(token)) return;
    // Anybody can ask: only who has a token gets a transaction, for which others would have to wait.
    if (!(await findByToken(database, token))) return;
    await database.transaction(async (tx) => {
      const subscription = await findByToken(tx, token);
      if (subscription) await this.#end(tx, subscription, BY_LINK);
    });
  }

  /** Its recipients get nothing more, either. */
  async #end(tx: Queries, subscription: Subscription, actor: Actor): Promise<void> {
    const recipients = await recipientsOf(tx, [subscription.id]);
    await deleteSubscription(tx, subscription.id);
    await removeFromOutbox(tx, { subscriptionId: subscription.id });
    await removeRecipients(tx, recipients, actor, this.#options.clock);
  }

  async #changing(
    id: number,
    owner: SubscriptionOwner,
    /** `others`: of the same user on the same website. */
    changed: (tx: Queries, before: Subscription, others: readonly Subscription[]) => Promise<Subscription>,
    /** Left out: the recipients of its reports stay. */
    emails?: readonly string[],
  ): Promise<Subscription> {
    const { database, users } = this.#options;
    const result = await database.transaction(async (tx) => {
      const sender = await users.requireLoggedIn(tx, owner.user);
      // One after the other, as they are added: two changes could make them the same, or undo each other.
      await lockIds(tx, SUBSCRIPTION_IDS);
      await requireOwn(tx, id, owner);
      // It may be switched off at the same moment.
      await lockSubscription(tx, id);
      const before = await requireOwn(tx, id, owner);
      const own = await listSubscriptions(tx, { userId: owner.user.id, websiteIds: [before.websiteId] });
      const others = own.filter((each) => each.id !== id);
      const after = await changed(tx, before, others);
      await updateSubscription(tx, before, after);
      if (isOutdated(before, after)) await redirectOutbox(tx, id, after.url);
      await this.#audit(tx, after, 'subscription_changed', owner.actor);
      if (emails) await setRecipients(tx, { subscription: after, emails, sender, actor: owner.actor }, this.#options);
      return after;
    });
    return this.#begun(result);
  }

  /** A webhook is told of what is new from now on. If that fails, the job begins with it soon. */
  async #begun(subscription: Subscription): Promise<Subscription> {
    if (subscription.topics.some(isRecordTopic)) {
      await beginWith(this.#options.database, subscription.id).catch(() => {});
    }
    return subscription;
  }

  /** The first report is sent on the next of its days. If the days stay the same, so does the next one. */
  async #scheduled(
    tx: Queries,
    websiteId: number,
    wanted: WantedReport | null,
    before: ReportSchedule | null = null,
  ): Promise<ReportSchedule | null> {
    if (!wanted) return null;
    if (before?.sentOn === wanted.sentOn) return { ...before, ...wanted };
    const today = await readToday(tx, websiteId, this.#options.clock());
    return { ...wanted, dueDay: nextDueDay(wanted.sentOn, today) };
  }

  #requireDestination({ channel, url }: { readonly channel: Channel; readonly url?: string | null | undefined }): void {
    if (channel === 'email' && !this.#options.hasMail) {
      throw new Problem(422, 'channel cannot be email: this service has no mail server.', {
        code: 'email_not_configured',
        param: 'channel',
      });
    }
    if (channel === 'email' && url) throw invalidUrl('is not for emails: they go to your own address');
    if (channel !== 'email' && !url) throw invalidUrl(`is required for ${channel}`);
    if (url) this.#requireSafeUrl(new URL(url));
  }

  #requireSafeUrl(url: URL): void {
    if (url.protocol === 'http:' && !this.#options.isHttpAllowed(url)) throw invalidUrl('must start with https://');
  }

  /** Writes to the audit log only where data leave the service to a URL. What people have sent to themselves is their own business. */
  async #audit(
    tx: Queries,
    subscription: Subscription,
    action: 'subscription_created' | 'subscription_changed' | 'subscription_removed',
    actor: Actor,
  ): Promise<void> {
    const { websiteId, channel } = subscription;
    if (channel === 'email') return;
    const subject = receiverWords(subscription);
    await recordAudit(tx, { websiteId, actor, action, subject }, this.#options.clock);
  }
}

const ACCEPTED = {
  email: { test: 'deliveryMailServerTookTest', report: 'deliveryMailServerTookReport' },
  slack: { test: 'deliverySlackTookTest', report: 'deliverySlackTookReport' },
  webhook: { test: 'deliveryReceiverTookTest', report: 'deliveryReceiverTookReport' },
} as const;

/** Messages that are ready would go to the old URL, be signed with the old secret, or be about what is not wanted any more. */
function isOutdated(before: Subscription, after: Subscription): boolean {
  return (
    before.url !== after.url ||
    before.secret !== after.secret ||
    (before.report !== null && after.report === null) ||
    before.topics.some((topic) => !after.topics.includes(topic))
  );
}

async function requireOwn(
  database: Pick<Queries, 'query'>,
  id: number,
  { user, websiteIds }: SubscriptionOwner,
): Promise<Subscription> {
  const own = await listSubscriptions(database, { userId: user.id, websiteIds });
  const subscription = own.find((each) => each.id === id);
  if (!subscription) throw noSuchSubscription();
  return subscription;
}

/** A subscription to nothing is none. */
function requireContent({ channel, topics, report }: Pick<NewSubscription, 'channel' | 'topics' | 'report'>): void {
  if (report && channel !== 'email') throw invalidField('report', 'is only for emails');
  if (topics.length === 0 && !report) throw invalidField('topics', TOPICS_RULE);
  if (channel !== 'webhook' && topics.some(isRecordTopic)) throw invalidField('topics', RECORDS_RULE);
}

/** Throws a problem of status 403. */
async function requireMayBeTold(
  tx: Queries,
  { userId, websiteId, topics }: Pick<Subscription, 'userId' | 'websiteId' | 'topics'>,
): Promise<void> {
  if (!topics.some(isRecordTopic)) return;
  const role = await readRole(tx, userId, websiteId);
  if (mayBeTold(role)) return;
  const detail = `Your role on website ${websiteId} is ${role ?? 'none'}. Sending contacts and orders to a webhook needs owner.`;
  throw new Problem(403, detail);
}

function notSubscribedTo(topic: RecordTopic): Problem {
  return new Problem(422, `topic must be one that the subscription sends, which ${topic} is not.`, {
    code: 'invalid_topic',
    param: 'topic',
  });
}

function requireRoom(own: readonly Subscription[]): void {
  if (own.length < SUBSCRIPTIONS_MAX) return;
  const detail = `You may have at most ${SUBSCRIPTIONS_MAX} subscriptions of a website: remove one first.`;
  throw new Problem(422, detail, { code: 'too_many_subscriptions' });
}

type Destination = Pick<Subscription, 'channel' | 'url'>;

/** Everything would arrive twice. */
function requireNew(wanted: Destination, others: readonly Subscription[]): void {
  if (!others.some((other) => isSameDestination(other, wanted))) return;
  const [param, where] = wanted.channel === 'email' ? ['channel', 'by email'] : ['url', 'at this URL'];
  const detail = `${param}: you already get notifications of this website ${where}. Change that subscription instead.`;
  throw new Problem(409, detail, { code: 'duplicate_subscription', param });
}

function isSameDestination(one: Destination, other: Destination): boolean {
  if (one.channel !== other.channel) return false;
  return normalized(one.url) === normalized(other.url);
}

function normalized(url: string | null): string | null {
  return url && new URL(url).href;
}

function invalidUrl(rule: string): Problem {
  return new Problem(422, `url ${rule}.`, { code: 'invalid_url', param: 'url' });
}

function tooManyReports(): Problem {
  return new Problem(429, 'Reports of this website are being made for others. Try again in a moment.', {
    code: 'rate_limited',
    headers: { 'retry-after': String(REPORT_RETRY_SECONDS) },
  });
}

export function noSuchSubscription(): Problem {
  return new Problem(404, 'There is no such subscription.');
}
