// The operations of the dashboard's page about notifications. Only the dashboard may call them, for the user who is logged in.

import { z } from 'zod';
import { defineOperation } from '../../../core/contract/operations/define-operation.ts';
import {
  type FieldRules,
  fieldCodes,
  fieldsBody,
  JSON_BODY_ERRORS,
} from '../../../core/contract/operations/json-body.ts';
import {
  languageParameter,
  parameter,
  parameterOrNotFound,
  positiveInteger,
  websiteParameter,
} from '../../../core/contract/operations/parameters.ts';
import { date, id, timestamp } from '../../../core/contract/operations/schemas.ts';
import { isoOfDay } from '../../../core/engine/rollups/calendar.ts';
import { EMAIL_LENGTH_MAX, isEmailAddress, normalizedEmail } from '../../../core/foundation/mail/email-address.ts';
import { wordsIn } from '../../../core/foundation/text/words.ts';
import { type LastMessage, MESSAGE_STATES } from '../outbox/last-messages.ts';
import { CHANNELS } from '../outbox/message.ts';
import { RESULTS_KEPT_DAYS } from '../outbox/outbox.ts';
import { RECIPIENTS_MAX } from '../recipients/set-recipients.ts';
import { isTimeZone, LOCAL_TIME, type QuietHours } from '../subscriptions/quiet-hours.ts';
import { REPORT_FORMATS, SENT_ON } from '../subscriptions/schedule.ts';
import type { Subscription } from '../subscriptions/subscription-store.ts';
import { RECORD_TOPICS, TOPICS } from '../subscriptions/topics.ts';
import {
  DELIVERIES_PER_PAGE,
  type Notifications,
  noSuchSubscription,
  SUBSCRIPTIONS_MAX,
  TOPICS_RULE,
  type WantedReport,
} from './notifications.ts';

const exampleSubscription = {
  id: 3,
  website_id: 1,
  channel: 'webhook',
  destination: 'hooks.acme.example/…nnel',
  topics: ['digest', 'events_stopped'],
  quiet_hours: { from: '22:00', to: '07:00', time_zone: 'Europe/Berlin' },
  report: null,
  switched_off_at: null,
  created_at: '2026-03-10T09:30:00Z',
};

const PATH = '/dashboard/notifications';
const BODY_BYTES_MAX = 8 * 1024;
const URL_LENGTH_MAX = 2_000;

export interface NotificationServices {
  readonly notifications: Notifications;
}

const localTime = z.string().regex(LOCAL_TIME).describe('HH:MM.');
const quietHours = z
  .strictObject({
    from: localTime,
    to: localTime.describe('HH:MM. Before `from`: the next day.'),
    time_zone: z.string().max(100).refine(isTimeZone).describe('The IANA name, such as Europe/Berlin.'),
  })
  .refine(({ from, to }) => from !== to)
  .describe('When notifications wait.');
const channel = z.enum(CHANNELS);
const topics = z
  .array(z.enum(TOPICS))
  .transform((list) => TOPICS.filter((topic) => list.includes(topic)))
  .pipe(z.array(z.enum(TOPICS)))
  .describe(
    'What is sent: the weekly insights, and alerts of these kinds. Empty: only reports. ' +
      `${RECORD_TOPICS.join(', ')}: only by webhook, and only for owners.`,
  );
const formats = z
  .array(z.enum(REPORT_FORMATS))
  .min(1)
  .transform((list) => REPORT_FORMATS.filter((format) => list.includes(format)))
  .pipe(z.array(z.enum(REPORT_FORMATS)))
  .describe('csv: the campaigns. pdf: the page of the website.');
const sentOn = z
  .enum(SENT_ON)
  .describe('A day of the week: the report is about the last week, Monday to Sunday. first_of_month: the last month.');
const recipients = z
  .array(z.string().max(EMAIL_LENGTH_MAX).refine(isEmailAddress))
  .max(RECIPIENTS_MAX)
  .optional()
  .describe(
    'Email addresses of people without a login. Each is asked first, and gets the report once it has confirmed that it wants it. ' +
      'Left out: they stay as they are, or there are none.',
  );
const report = z
  .strictObject({ formats, sent_on: sentOn, recipients })
  .describe('A report of the website as a file, only by email.');
const url = z
  .string()
  .max(URL_LENGTH_MAX)
  .refine(isWebhookUrl)
  .describe('An https URL. For Slack: the URL of an incoming webhook.');

export const subscription = z.strictObject({
  id,
  website_id: id,
  channel,
  destination: z.string().describe("The user's email address, or the URL without what makes it a secret."),
  topics: z.array(z.enum(TOPICS)),
  quiet_hours: z
    .strictObject({ from: z.string(), to: z.string(), time_zone: z.string() })
    .nullable()
    .describe('When notifications wait. null: never.'),
  report: z
    .strictObject({
      formats: z.array(z.enum(REPORT_FORMATS)),
      sent_on: sentOn,
      next_on: date.describe('The day of the website on which the next one is sent.'),
      recipients: z
        .array(z.string())
        .optional()
        .describe(
          'Who else is to get it, whether they have confirmed it or not: see list_recipients. Left out: nobody.',
        ),
    })
    .nullable()
    .describe('The report of the website that is sent as a file. null: none.'),
  switched_off_at: timestamp
    .nullable()
    .describe(
      'Since when nothing is sent, because the webhook took no messages: see resume_subscription. null: it is on.',
    ),
  created_at: timestamp,
});

export const lastMessage = z
  .strictObject({
    state: z.enum(MESSAGE_STATES),
    at: timestamp.describe('When it was sent or given up; if it waits, when it was written.'),
    error: z
      .string()
      .nullable()
      .describe('Why the last attempt failed. null: it did not, or the subscription was changed since.'),
  })
  .nullable()
  .describe('The newest message of the last 30 days, without tests. null: none.');

/** Says why it failed in the language of the reader. */
export function saidLast(message: LastMessage | null | undefined, language?: string): z.infer<typeof lastMessage> {
  return message ? { ...message, error: message.error && wordsIn(language)(message.error) } : null;
}

export const listedSubscription = subscription.extend({ last_message: lastMessage });

export const listNotifications = defineOperation({
  name: 'list_notifications',
  tag: 'Notifications',
  method: 'GET',
  path: PATH,
  title: 'List subscriptions',
  description: 'What the user has subscribed to on a website, newest first.',
  credential: 'dashboard',
  scope: 'reports',
  role: 'viewer',
  website: 'chosen',
  input: z.object({ ...websiteParameter, ...languageParameter }),
  csv: { subscriptions: 'subscriptions' },
  output: z.strictObject({
    subscriptions: z.array(listedSubscription),
    email: z.string().nullable().describe('Where emails go. null: this service has no mail server.'),
  }),
  example: {
    subscriptions: [
      {
        ...exampleSubscription,
        last_message: { state: 'failed', at: '2026-03-16T00:10:32Z', error: 'The receiver answered with status 404.' },
      },
    ],
    email: 'ada@example.com',
  },
  responses: { 200: { description: 'The subscriptions, without secrets.' } },
  async act({ language }, { websiteId, user }, { notifications }: NotificationServices) {
    const subscriptions = await notifications.list(user, websiteId);
    const lastMessages = await notifications.lastMessages(subscriptions);
    const recipientsOf = await notifications.recipientsOf(subscriptions);
    return {
      status: 200,
      body: {
        subscriptions: subscriptions.map((each) => ({
          ...shown(each, user.email, recipientsOf),
          last_message: saidLast(lastMessages.get(each.id), language),
        })),
        email: notifications.hasMail ? user.email : null,
      },
    };
  },
});

export const newSubscription = z.strictObject({
  channel,
  url: url.optional(),
  topics,
  quiet_hours: quietHours.nullable().optional(),
  report: report.nullable().optional(),
});

export const createdSubscription = subscription.extend({
  secret: z.string().nullable().describe('What webhooks are signed with. It cannot be shown again. null: no webhook.'),
});

const RULES: FieldRules = {
  channel: `must be one of ${CHANNELS.join(', ')}`,
  url: `must be a URL that starts with https://, without a user name and with at most ${URL_LENGTH_MAX} characters`,
  topics: TOPICS_RULE,
  quiet_hours: 'must have two different times such as 22:00 and 07:00, and a time zone such as Europe/Berlin',
  report:
    `must have formats (a list of ${REPORT_FORMATS.join(', ')}) and sent_on (one of ${SENT_ON.join(', ')}), ` +
    `and may have recipients (at most ${RECIPIENTS_MAX} email addresses)`,
};

export const createSubscription = defineOperation({
  name: 'create_subscription',
  tag: 'Notifications',
  method: 'POST',
  path: PATH,
  title: 'Subscribe',
  description:
    "Sends notifications of a website to the user's email address, to Slack, or to a webhook. " +
    'A report may have recipients without a login, which needs the role of an editor. ' +
    'Contacts and orders go to webhooks alone, which needs the role of an owner: from now on, one message for each. ' +
    `A user may have ${SUBSCRIPTIONS_MAX} subscriptions of a website, each to another place.`,
  credential: 'dashboard',
  scope: 'reports',
  role: 'viewer',
  website: 'chosen',
  input: z.object({ ...websiteParameter }),
  body: fieldsBody(newSubscription, RULES, BODY_BYTES_MAX),
  output: createdSubscription,
  example: { ...exampleSubscription, secret: 'whsec_…' },
  bodyExample: {
    channel: 'webhook',
    url: 'https://hooks.acme.example/funnel',
    topics: ['digest', 'events_stopped'],
    quiet_hours: { from: '22:00', to: '07:00', time_zone: 'Europe/Berlin' },
  },
  responses: { 201: { description: 'The subscription.' } },
  errors: {
    ...JSON_BODY_ERRORS,
    409: ['duplicate_subscription'],
    422: [...fieldCodes(RULES), 'email_not_configured', 'too_many_subscriptions'],
    429: ['too_many_confirmations'],
  },
  async act(_query, { websiteId, body, user, actor }, { notifications }: NotificationServices) {
    const { quiet_hours: quiet, report: wantedReport, ...wanted } = body;
    const created = await notifications.create(
      websiteId,
      {
        ...wanted,
        quietHours: quiet ? quietHoursOf(quiet) : null,
        report: wantedReport ? reportOf(wantedReport) : null,
        recipients: recipientsIn(wantedReport) ?? [],
      },
      { user, actor },
    );
    const recipientsOf = await notifications.recipientsOf([created]);
    return { status: 201, body: { ...shown(created, user.email, recipientsOf), secret: created.secret } };
  },
});

const subscriptionParameter = {
  id: parameterOrNotFound(id.describe("The subscription's id, from list_notifications."), noSuchSubscription),
};

export const subscriptionChange = z
  .strictObject({
    url: url.optional(),
    topics: topics.optional(),
    quiet_hours: quietHours.nullable().optional(),
    report: report.nullable().optional(),
  })
  .refine((change) => Object.keys(change).length > 0);

const { channel: _, ...CHANGE_RULES } = RULES;

export const changeSubscription = defineOperation({
  name: 'change_subscription',
  tag: 'Notifications',
  method: 'PATCH',
  path: `${PATH}/{id}`,
  title: 'Change a subscription',
  description:
    'Changes what is sent, when, or where to. Waiting messages are dropped if the URL changes, or a topic or the report is left out; ' +
    'those about contacts and orders go to the new URL. A new URL switches a webhook on again.',
  credential: 'dashboard',
  scope: 'reports',
  role: 'viewer',
  website: 'all',
  input: z.object(subscriptionParameter),
  body: fieldsBody(subscriptionChange, CHANGE_RULES, BODY_BYTES_MAX),
  output: subscription,
  example: { ...exampleSubscription, topics: ['digest', 'drop'], quiet_hours: null },
  bodyExample: { topics: ['digest', 'drop'], quiet_hours: null },
  responses: { 200: { description: 'The subscription.' } },
  errors: {
    ...JSON_BODY_ERRORS,
    404: [],
    409: ['duplicate_subscription'],
    422: fieldCodes(CHANGE_RULES),
    429: ['too_many_confirmations'],
  },
  async act({ id: subscriptionId }, { websiteIds, body, user, actor }, { notifications }: NotificationServices) {
    const { quiet_hours: quiet, report: wantedReport, ...change } = body;
    const changed = await notifications.change(
      subscriptionId,
      {
        ...{ ...change, quietHours: quiet && quietHoursOf(quiet) },
        ...{ report: wantedReport && reportOf(wantedReport), recipients: recipientsIn(wantedReport) },
      },
      { user, actor, websiteIds },
    );
    return { status: 200, body: shown(changed, user.email, await notifications.recipientsOf([changed])) };
  },
});

export const removeSubscription = defineOperation({
  name: 'remove_subscription',
  tag: 'Notifications',
  method: 'DELETE',
  path: `${PATH}/{id}`,
  title: 'Unsubscribe',
  description: 'Sends nothing more, not even what is waiting.',
  credential: 'dashboard',
  scope: 'reports',
  role: 'viewer',
  website: 'all',
  input: z.object(subscriptionParameter),
  output: z.undefined(),
  responses: { 204: { description: 'The subscription is removed.' } },
  errors: { 404: [] },
  async act({ id: subscriptionId }, { websiteIds, user, actor }, { notifications }: NotificationServices) {
    await notifications.remove(subscriptionId, { user, actor, websiteIds });
    return { status: 204, body: undefined };
  },
});

const newSecret = z.strictObject({
  secret: z.string().describe('What webhooks are signed with from now on. It cannot be shown again.'),
});

export const replaceSubscriptionSecret = defineOperation({
  name: 'replace_subscription_secret',
  tag: 'Notifications',
  method: 'POST',
  path: `${PATH}/{id}/secret`,
  title: 'Replace the secret of a webhook',
  description:
    'The old secret is not used any more, and what is waiting is dropped, but for messages about contacts and orders: ' +
    'these are signed with the new one.',
  credential: 'dashboard',
  scope: 'reports',
  role: 'viewer',
  website: 'all',
  input: z.object(subscriptionParameter),
  output: newSecret,
  example: { secret: 'whsec_…' },
  responses: { 200: { description: 'The new secret.' } },
  errors: { 404: [], 409: ['no_secret'] },
  async act({ id: subscriptionId }, { websiteIds, user, actor }, { notifications }: NotificationServices) {
    const { secret } = await notifications.replaceSecret(subscriptionId, { user, actor, websiteIds });
    return { status: 200, body: { secret } };
  },
});

export const testResult = z.strictObject({
  delivered: z.boolean(),
  detail: z.string().describe('What became of it, for people.'),
});

export const sendTestNotification = defineOperation({
  name: 'send_test_notification',
  tag: 'Notifications',
  method: 'POST',
  path: `${PATH}/{id}/test`,
  title: 'Send a test notification',
  description:
    'Sends a test at once, also in quiet hours, and says what became of it. ' +
    'If the subscription has a report, it is the report of the last week or month. ' +
    'With topic, a webhook gets an example of such a message, marked with `example: true`.',
  credential: 'dashboard',
  scope: 'reports',
  role: 'viewer',
  website: 'all',
  input: z.object({
    ...subscriptionParameter,
    topic: parameter(
      z.enum(RECORD_TOPICS).optional().describe('An example of this, if the subscription sends it.'),
      'invalid_topic',
      `must be one of ${RECORD_TOPICS.join(', ')}`,
    ),
    ...languageParameter,
  }),
  output: testResult,
  example: { delivered: true, detail: 'The receiver has accepted the test notification.' },
  responses: { 200: { description: 'Whether it was delivered.' } },
  errors: { 404: [], 422: ['email_not_configured'] },
  async act(
    { id: subscriptionId, topic, language },
    { websiteIds, user, actor },
    { notifications }: NotificationServices,
  ) {
    const { delivered, detail } = await notifications.sendTest(subscriptionId, { user, actor, websiteIds }, topic);
    return { status: 200, body: { delivered, detail: wordsIn(language)(detail) } };
  },
});

export const resumeSubscription = defineOperation({
  name: 'resume_subscription',
  tag: 'Notifications',
  method: 'POST',
  path: `${PATH}/{id}/resume`,
  title: 'Switch a webhook on again',
  description:
    'A webhook that took no messages is switched off, and what was waiting is dropped. From now on it gets what happens.',
  credential: 'dashboard',
  scope: 'reports',
  role: 'viewer',
  website: 'all',
  input: z.object(subscriptionParameter),
  output: subscription,
  example: exampleSubscription,
  responses: { 200: { description: 'The subscription.' } },
  errors: { 404: [], 409: ['not_switched_off'] },
  async act({ id: subscriptionId }, { websiteIds, user, actor }, { notifications }: NotificationServices) {
    const resumed = await notifications.resume(subscriptionId, { user, actor, websiteIds });
    return { status: 200, body: shown(resumed, user.email, await notifications.recipientsOf([resumed])) };
  },
});

export const listedDelivery = z.strictObject({
  id: z.string().describe('The `webhook-id`.'),
  topic: z.string().describe('What it is about: a topic of the subscription.'),
  record_id: z
    .string()
    .nullable()
    .describe('The id of the contact, or of the order. null: it is about something else.'),
  state: z.enum(MESSAGE_STATES),
  attempts: z.int().nonnegative().describe('So many were begun.'),
  created_at: timestamp.describe('When the message was written.'),
  finished_at: timestamp.nullable().describe('When it was sent or given up. null: it waits.'),
  next_attempt_at: timestamp
    .nullable()
    .describe('Not before. A message also waits for those before it. null: it is finished.'),
  error: z.string().nullable().describe('Why the last attempt failed.'),
});

export const listWebhookDeliveries = defineOperation({
  name: 'list_webhook_deliveries',
  tag: 'Notifications',
  method: 'GET',
  path: `${PATH}/{id}/deliveries`,
  title: 'List what was sent to a webhook',
  description:
    `The messages of a subscription and what became of them, newest first, ${DELIVERIES_PER_PAGE} at a time, ` +
    `for ${RESULTS_KEPT_DAYS} days. Without tests, and without what the messages said.`,
  credential: 'dashboard',
  scope: 'reports',
  role: 'viewer',
  website: 'all',
  input: z.object({
    ...subscriptionParameter,
    before: positiveInteger(
      id.optional().describe('Only messages before this one: `next` of the page before.'),
      'invalid_before',
    ),
    ...languageParameter,
  }),
  csv: { deliveries: 'deliveries' },
  nextPage: ({ next }) => (next === null ? undefined : { before: next }),
  output: z.strictObject({
    deliveries: z.array(listedDelivery).max(DELIVERIES_PER_PAGE),
    next: id.nullable().describe('For `before`, to read on. null: there are no older messages.'),
  }),
  example: {
    deliveries: [
      {
        ...{
          id: '0d5c3b1e-6f0a-8c2d-9e4f-2b7a61c0d3f5',
          topic: 'order',
          record_id: '1001',
          state: 'sent',
          attempts: 1,
        },
        ...{
          created_at: '2026-03-10T08:02:13Z',
          finished_at: '2026-03-10T08:02:14Z',
          next_attempt_at: null,
          error: null,
        },
      },
    ],
    next: null,
  },
  responses: { 200: { description: 'The messages.' } },
  errors: { 404: [] },
  async act(
    { id: subscriptionId, before, language },
    { websiteIds, user, actor },
    { notifications }: NotificationServices,
  ) {
    const listed = await notifications.deliveries(subscriptionId, { user, actor, websiteIds }, before);
    return {
      status: 200,
      body: {
        deliveries: listed.map((each) => ({
          ...{ id: each.id, topic: each.topic, record_id: each.recordId, state: each.state, attempts: each.attempts },
          ...{ created_at: each.createdAt, finished_at: each.state === 'waiting' ? null : each.at },
          ...{ next_attempt_at: each.nextAttemptAt, error: each.error && wordsIn(language)(each.error) },
        })),
        next: listed.length < DELIVERIES_PER_PAGE ? null : listed.at(-1)!.place,
      },
    };
  },
});

function shown(
  subscribed: Subscription,
  email: string,
  recipientsOf: ReadonlyMap<number, string[]>,
): z.infer<typeof subscription> {
  const { quietHours: quiet, report: schedule } = subscribed;
  const emails = recipientsOf.get(subscribed.id);
  return {
    id: subscribed.id,
    website_id: subscribed.websiteId,
    channel: subscribed.channel,
    destination: subscribed.url === null ? email : shownUrl(subscribed.url),
    topics: [...subscribed.topics],
    quiet_hours: quiet && { from: quiet.from, to: quiet.to, time_zone: quiet.timeZone },
    report: schedule && {
      formats: [...schedule.formats],
      sent_on: schedule.sentOn,
      next_on: isoOfDay(schedule.dueDay),
      ...(emails && { recipients: emails }),
    },
    switched_off_at: subscribed.haltedAt,
    created_at: subscribed.createdAt,
  };
}

const SHOWN_END = 4;

/** Who knows the URL of an incoming webhook can post there. */
function shownUrl(text: string): string {
  const { host, pathname, search } = new URL(text);
  const rest = pathname + search;
  return rest.length <= 2 * SHOWN_END ? `${host}${rest}` : `${host}/…${rest.slice(-SHOWN_END)}`;
}

function quietHoursOf({ from, to, time_zone: timeZone }: z.output<typeof quietHours>): QuietHours {
  return { from, to, timeZone };
}

function reportOf({ formats: wanted, sent_on: on }: z.output<typeof report>): WantedReport {
  return { formats: wanted, sentOn: on };
}

/** Each address once. undefined: they stay as they are. */
function recipientsIn(wanted: z.output<typeof report> | null | undefined): string[] | undefined {
  return wanted?.recipients && [...new Set(wanted.recipients.map(normalizedEmail))];
}

function isWebhookUrl(text: string): boolean {
  const parsed = URL.parse(text);
  const isHttp = parsed?.protocol === 'https:' || parsed?.protocol === 'http:';
  return isHttp && parsed.username === '' && parsed.password === '' && !/\s/.test(text);
}
