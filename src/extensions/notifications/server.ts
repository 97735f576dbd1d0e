import { RateLimit } from '../../core/contract/access/rate-limit.ts';
import { least } from '../../core/engine/sweeps/kept-data.ts';
import { isAllowedHost } from '../../core/foundation/fetch/allowed-hosts.ts';
import { exampleContact } from '../../core/manage/contacts/contact.ts';
import { readSection } from '../../core/server/config/config.ts';
import { type AppContext, defineServerHalf } from '../../core/server/extension/server-half.ts';
import { deliverOf, notifyOptions } from './delivery.ts';
import { addMailLinks } from './mail-links.ts';
import { NOTIFICATION_SECTION } from './notification-config.ts';
import { outboxMetrics, scheduledReportsMetrics } from './notification-metrics.ts';
import { RESULTS_KEPT_DAYS, sweepOutbox } from './outbox/outbox.ts';
import { outboxCheck } from './outbox-check.ts';
import { outgoingWebhooks } from './outgoing-webhooks.ts';
import { LINKS_KEPT_DAYS, sweepRecipientLinks } from './recipients/recipient-links.ts';
import { Recipients } from './recipients/recipients.ts';
import { placeNeeded } from './records/record-subscriptions.ts';
import { scheduledReportsCheck } from './scheduled-reports-check.ts';
import {
  type BrandingServices,
  branding,
  brandingChange,
  changeBranding,
  getBranding,
} from './settings/branding-operations.ts';
import {
  changeSubscription,
  createdSubscription,
  createSubscription,
  listedDelivery,
  listedSubscription,
  listNotifications,
  listWebhookDeliveries,
  type NotificationServices,
  newSubscription,
  removeSubscription,
  replaceSubscriptionSecret,
  resumeSubscription,
  sendTestNotification,
  subscription,
  subscriptionChange,
  testResult,
} from './settings/notification-operations.ts';
import { Notifications, TESTS_LIMIT } from './settings/notifications.ts';
import {
  askRecipient,
  listRecipients,
  type RecipientServices,
  removeRecipient,
  reportRecipient,
} from './settings/recipient-operations.ts';
import { type JobObservers, reportThread, startNotificationJobs } from './start-jobs.ts';
import { AccountBranding } from './subscriptions/branding.ts';
import { alertListener, digestListener } from './subscriptions/notify.ts';

interface OwnServices extends NotificationServices, RecipientServices, BrandingServices, JobObservers {
  readonly notifications: Notifications;
  readonly recipients: Recipients;
}

export const server = defineServerHalf<OwnServices>({
  actions: [
    listNotifications,
    createSubscription,
    changeSubscription,
    removeSubscription,
    replaceSubscriptionSecret,
    sendTestNotification,
    resumeSubscription,
    listWebhookDeliveries,
    listRecipients,
    askRecipient,
    removeRecipient,
    getBranding,
    changeBranding,
  ],
  services: (context) => ({
    notifications: createNotifications(context),
    recipients: new Recipients(context.database, { clock: context.clock, baseUrl: context.config.baseUrl }),
    branding: new AccountBranding(context.database, context.clock),
    outboxObserver: outboxMetrics(context.metrics.registry),
    reportsObserver: scheduledReportsMetrics(context.metrics.registry),
  }),
  jobs: startNotificationJobs,
  onSnapshot: ({ config, trustedClock }) => {
    const { queryEventsMax, exactEventsMax } = config;
    const bounds = { queryEventsMax, exactEventsMax };
    return digestListener({ ...notifyOptions(config, trustedClock.forDeletions), bounds });
  },
  onAlert: ({ config, trustedClock }) => alertListener(notifyOptions(config, trustedClock.forDeletions)),
  orderFeedNeed: placeNeeded,
  sweeps: (clock) => [
    (database) => sweepOutbox(database, clock()),
    (database) => sweepRecipientLinks(database, clock()),
  ],
  keptData: () => [
    {
      kind: 'messages',
      tables: ['outbox_messages'],
      until: 'age',
      days: RESULTS_KEPT_DAYS,
      oldest: least('outbox_messages', 'finished_at'),
    },
    {
      kind: 'recipients',
      tables: ['report_recipients'],
      until: 'erased',
      oldest: least('report_recipients', 'created_at'),
    },
    {
      kind: 'recipient_links',
      tables: ['recipient_links'],
      until: 'age',
      days: LINKS_KEPT_DAYS,
      oldest: least('recipient_links', 'created_at'),
    },
  ],
  addSurfaces(httpServer, components, _context, services) {
    if (components.has('dashboard')) addMailLinks(httpServer, services);
  },
  checks: async (database, config, clock) => [
    await outboxCheck(database, clock()),
    await scheduledReportsCheck(database, clock(), config.mail !== undefined),
  ],
  webhooks: outgoingWebhooks,
  schemas: [
    [subscription, 'Subscription'],
    [listedSubscription, 'ListedSubscription'],
    [reportRecipient, 'ReportRecipient'],
    [newSubscription, 'NewSubscription'],
    [createdSubscription, 'CreatedSubscription'],
    [subscriptionChange, 'SubscriptionChange'],
    [testResult, 'TestResult'],
    [listedDelivery, 'ListedDelivery'],
    [branding, 'Branding'],
    [brandingChange, 'BrandingChange'],
  ],
  errorCodes: {
    invalid_channel: 'channel must be one of email, slack, webhook.',
    invalid_url: 'url must be an https URL, for Slack and webhooks only.',
    invalid_topics: 'topics must be a list of topics, and not empty unless there is a report.',
    invalid_quiet_hours: 'quiet_hours must have two different times and the name of a time zone.',
    invalid_report:
      'report must have formats and the day on which it is sent, may have recipients, and is only for emails.',
    too_many_confirmations:
      'The account has asked too many people in a day whether they want a report, or an address was asked too often in a week.',
    not_waiting: 'The recipient does not wait for confirmation, or the sender may no longer change the website.',
    email_not_configured: 'This service has no mail server.',
    too_many_subscriptions: 'The user has too many subscriptions of the website: remove one first.',
    duplicate_subscription:
      'The user has a subscription of the website by the same channel to the same address: change that one instead.',
    no_secret: 'Only webhooks have a secret.',
    not_switched_off: 'The subscription is not switched off.',
    invalid_sender_name: 'sender_name must have 1 to 60 characters, without @ < > " and control characters.',
    invalid_logo: 'logo must be a PNG or JPEG image of at most 64 KiB, in base64.',
  },
});

function createNotifications({ config, database, clock, logger, users }: AppContext): Notifications {
  const { allowedHosts } = readSection(config, NOTIFICATION_SECTION);
  return new Notifications({
    ...{ database, users, ...notifyOptions(config, clock), deliver: deliverOf(config, clock) },
    reports: reportThread(config, database),
    isHttpAllowed: (url) => isAllowedHost(allowedHosts, url),
    tests: new RateLimit(TESTS_LIMIT, clock),
    exampleContact,
    logFailure: ({ message, causeText }) =>
      logger.warn({ reason: message, cause: causeText }, 'a test notification could not be sent'),
  });
}
