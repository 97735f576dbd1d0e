// The jobs: new contacts and orders go into the outbox, what is in it is sent, and scheduled reports are written.

import type { Database } from '../../core/foundation/database/database.ts';
import { isPostgresUrl } from '../../core/foundation/database/open/open.ts';
import { ContactStore } from '../../core/manage/contacts/contact-store.ts';
import { type Config, readSection } from '../../core/server/config/config.ts';
import type { JobContext, StopJob } from '../../core/server/extension/server-half.ts';
import { deliverOf, notifyOptions } from './delivery.ts';
import { NOTIFICATION_SECTION } from './notification-config.ts';
import { type OutboxObserver, startOutboxJob } from './outbox/outbox-job.ts';
import { isWanted } from './recipients/recipient-store.ts';
import { startRecordsJob } from './records/collect-records.ts';
import { deliveryAbout } from './records/record-delivery.ts';
import { ReportThread } from './scheduled-reports/build-report.ts';
import { type ReportsObserver, startReportsJob } from './scheduled-reports/job.ts';
import { switchOff } from './subscriptions/switch-off.ts';

export interface JobObservers {
  readonly outboxObserver: OutboxObserver;
  readonly reportsObserver: ReportsObserver;
}

export function startNotificationJobs(
  { config, clock: ownClock, database, trustedClock, logger, databaseOf }: JobContext,
  { outboxObserver, reportsObserver }: JobObservers,
): readonly StopJob[] {
  // Reports are written once.
  const clock = trustedClock.forDeletions;
  const leased = { database, clock: trustedClock.forLeases, logger };
  const contacts = new ContactStore(database, clock);
  const records = {
    ...{ database, baseUrl: config.baseUrl },
    readContact: async (websiteId: number, id: number) => (await contacts.find(websiteId, { id }))[0],
  };
  return [
    startRecordsJob({ ...leased, database: databaseOf('collecting new contacts and orders for webhooks') }),
    startOutboxJob({
      ...leased,
      deliver: deliverOf(config, ownClock),
      isWanted: (message) => isWanted(database, message),
      deliveryAbout: (message) => deliveryAbout(records, message),
      switchOff: (tx, message, reason) => switchOff(tx, message, reason, notifyOptions(config, clock)),
      mailsPerDayMax: readSection(config, NOTIFICATION_SECTION).accountEmailsPerDay,
      observer: outboxObserver,
    }),
    startReportsJob({
      ...{ database, logger, ...notifyOptions(config, clock) },
      builder: reportThread(config, database),
      observer: reportsObserver,
    }),
  ];
}

/** It draws the reports that are mailed. */
export function reportThread(
  { databaseUrl, queryEventsMax, exactEventsMax }: Config,
  database: Database,
): ReportThread {
  const bounds = { queryEventsMax, exactEventsMax };
  return new ReportThread(isPostgresUrl(databaseUrl) ? { postgres: database } : { databaseUrl }, bounds);
}
