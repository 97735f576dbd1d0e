// The background job that puts the reports that are due into the outbox, at startup and every hour. One node does it at a time. A
// subscription has the day of its next report, which moves on in the transaction that stores the message: so each report is stored once,
// and one that failed is tried again. The subscribers of a website are stored in several transactions, so that its files are not copied for
// all of them at once.
import type { Logger } from 'pino';
import { holdWebsite } from '../../../core/engine/rollups/store.ts';
import { type Database, type Queries, requireReachable } from '../../../core/foundation/database/database.ts';
import { Lease, LeaseLostError } from '../../../core/foundation/database/lease.ts';
import { commitInTwoPhases } from '../../../core/foundation/database/two-phases.ts';
import { startRepeatedJob } from '../../../core/foundation/jobs/repeated-job.ts';
import type { Delivery, NewMessage } from '../outbox/message.ts';
import { addToOutbox } from '../outbox/outbox.ts';
import { createLink } from '../recipients/recipient-links.ts';
import { confirmedRecipients, type Recipient } from '../recipients/recipient-store.ts';
import { readBranding } from '../subscriptions/branding.ts';
import { type NotifyOptions, readWebsite } from '../subscriptions/notify.ts';
import { afterQuietHours } from '../subscriptions/quiet-hours.ts';
import { SERVICE_NAME } from '../subscriptions/render-mail.ts';
import {
  isDue,
  lastDueDay,
  nextDueDay,
  REPORT_FORMATS,
  type ReportSchedule,
  reportPeriod,
} from '../subscriptions/schedule.ts';
import { type Subscriber, subscribersOf, updateDueDay } from '../subscriptions/subscription-store.ts';
import type { BuiltReport, ReportBuilder } from './build-report.ts';
import { readDueWebsites } from './due-websites.ts';
import { recipientReportMail, reportMail } from './report-mail.ts';

/** The minute of each hour: after the insights and the alerts. */
const MINUTE = 30;
/** Each message has a copy of the files: so many are in memory, and in one transaction. */
export const STORED_AT_ONCE_MAX = 10;
export const STORE_RESULTS = ['stored', 'failed'] as const;

/** Receives progress, for metrics. */
export interface ReportsObserver {
  website(result: (typeof STORE_RESULTS)[number]): void;
  /** No report is due any more. */
  complete(at: Date): void;
}

export interface ReportsJob extends NotifyOptions {
  readonly database: Database;
  readonly builder: ReportBuilder;
  readonly logger: Logger;
  readonly observer?: ReportsObserver | undefined;
}

/** Returns a function that stops the job after the website in progress. */
export function startReportsJob(job: ReportsJob): () => Promise<void> {
  return startRepeatedJob({
    name: 'the job of scheduled reports',
    schedule: `${MINUTE} * * * *`,
    logger: job.logger,
    run: (signal) => sendDueReports(job, signal),
  });
}

/** If there is no mail server, they wait, and the newest one is sent when there is one. */
export async function sendDueReports(job: ReportsJob, signal?: AbortSignal): Promise<void> {
  const { database, clock, observer, hasMail } = job;
  if (!hasMail) return;
  if ((await readDueWebsites(database, clock())).length === 0) {
    observer?.complete(clock());
    return;
  }
  const lease = await Lease.take(database, clock, 'reports');
  if (!lease) return;
  try {
    let isComplete = true;
    for (const { websiteId, today } of await readDueWebsites(database, clock())) {
      if (signal?.aborted) return;
      const isStored = await sendOfWebsite(job, lease, websiteId, today);
      observer?.website(isStored ? 'stored' : 'failed');
      isComplete &&= isStored;
    }
    if (isComplete) observer?.complete(clock());
  } finally {
    // First, because the release may fail: the process can't end before its threads.
    await job.builder.stop();
    await lease.release();
  }
}

/**
 * Returns whether it succeeded: a failure for one website does not affect the others. Recipients come first, because the day of the next
 * report moves on with the message to the subscriber. If it does not, their messages have the same keys next time, and are stored once.
 */
async function sendOfWebsite(job: ReportsJob, lease: Lease, websiteId: number, today: number): Promise<boolean> {
  try {
    await requireReachable(job.database, [websiteId], { isDelayed: true });
    const all = await dueReaders(job.database, websiteId, today);
    const reportOf = reportsOf(job, websiteId, all);
    for (const readers of [all.filter(({ recipient }) => recipient), all.filter(({ recipient }) => !recipient)]) {
      for (const [key, some] of Map.groupBy(readers, filesKey)) {
        for (let first = 0; first < some.length; first += STORED_AT_ONCE_MAX) {
          const ids = new Set(some.slice(first, first + STORED_AT_ONCE_MAX).map(readerId));
          await store(job, lease, { websiteId, today, ids, key, report: await reportOf(key) });
        }
      }
    }
    return true;
  } catch (error) {
    if (error instanceof LeaseLostError) throw error;
    job.logger.error({ err: error, websiteId }, 'a scheduled report failed and will be retried');
    return false;
  }
}

/** Whoever gets a report that is due: a subscriber, or a recipient of the subscriber's reports. */
interface DueReader extends Subscriber {
  readonly schedule: ReportSchedule;
  /** The last day up to today on which it should have been sent. */
  readonly onDay: number;
  /** Left out: it is the subscriber. */
  readonly recipient?: Recipient;
}

/** Lists people who still have a role on the website, and whom those who may still change it send reports to. */
async function dueReaders(database: Pick<Queries, 'query'>, websiteId: number, today: number): Promise<DueReader[]> {
  const recipients = Map.groupBy(await confirmedRecipients(database, websiteId), (each) => each.subscriptionId);
  return (await subscribersOf(database, websiteId)).flatMap((subscriber): DueReader[] => {
    const { report: schedule, id } = subscriber.subscription;
    if (!schedule || !isDue(schedule.dueDay, today)) return [];
    const due = { ...subscriber, schedule, onDay: lastDueDay(schedule.sentOn, today) };
    const others = recipients.get(id) ?? [];
    return [due, ...others.map((recipient) => ({ ...due, recipient, language: recipient.language }))];
  });
}

function readerId({ subscription, recipient }: DueReader): string {
  return `${subscription.id}:${recipient?.id ?? ''}`;
}

/** People with the same first and last day of their periods and the same language get the same files. */
function filesKey({ schedule, onDay, language }: DueReader): string {
  const { firstDay, lastDay } = reportPeriod(schedule.sentOn, onDay).window;
  return `${firstDay}-${lastDay} ${language ?? 'en'}`;
}

/** Returns the report of a key. Each is built once, when the first of its readers is stored. */
function reportsOf(
  job: ReportsJob,
  websiteId: number,
  readers: readonly DueReader[],
): (key: string) => Promise<BuiltReport> {
  const readersOf = Map.groupBy(readers, filesKey);
  const built = new Map<string, BuiltReport>();
  return async (key) => {
    const report = built.get(key) ?? (await buildReport(job, websiteId, readersOf.get(key)!));
    built.set(key, report);
    return report;
  };
}

/** Builds the files of all formats that somebody wants. */
async function buildReport(
  { database, builder, clock }: ReportsJob,
  websiteId: number,
  readers: readonly DueReader[],
): Promise<BuiltReport> {
  const { account_id: accountId } = await readWebsite(database, websiteId);
  const { senderName } = await readBranding(database, accountId);
  const [{ schedule, onDay, language }] = readers as [DueReader];
  const wanted = new Set(readers.flatMap(({ schedule: { formats } }) => formats));
  return builder.build({
    websiteId,
    period: reportPeriod(schedule.sentOn, onDay),
    formats: REPORT_FORMATS.filter((format) => wanted.has(format)),
    author: senderName ?? SERVICE_NAME,
    language: language ?? 'en',
    nowMs: clock().getTime(),
  });
}

interface StoredReport {
  readonly websiteId: number;
  readonly today: number;
  /** The ids of the readers: see `readerId`. */
  readonly ids: ReadonlySet<string>;
  readonly key: string;
  readonly report: BuiltReport;
}

/** Stores the messages of some readers, and of subscribers the day of their next report. */
async function store(job: ReportsJob, lease: Lease, stored: StoredReport): Promise<void> {
  const { websiteId, today, ids, key, report } = stored;
  await job.database.transaction(async (tx) => {
    await lease.renew(tx);
    // The messages are on the coordinator.
    await commitInTwoPhases(tx);
    // Erasing the website waits until they are stored. Without events, nothing is sent.
    const isHeld = await holdWebsite(tx, websiteId);
    const built = new Set(report.files.map(({ format }) => format));
    // Somebody may have lost the access since the files were made. Those who have chosen other days, files or another language get theirs
    // in the next hour.
    const ready = (await dueReaders(tx, websiteId, today)).filter(
      (reader) =>
        ids.has(readerId(reader)) &&
        filesKey(reader) === key &&
        reader.schedule.formats.every((format) => built.has(format)),
    );
    if (isHeld) await addMessages(tx, job, ready, stored);
    for (const { subscription, schedule, recipient } of ready) {
      if (!recipient) await updateDueDay(tx, subscription.id, nextDueDay(schedule.sentOn, today));
    }
  });
}

async function addMessages(
  tx: Queries,
  { clock, baseUrl }: ReportsJob,
  readers: readonly DueReader[],
  { websiteId, report }: StoredReport,
): Promise<void> {
  const now = clock();
  const { account_id: accountId } = await readWebsite(tx, websiteId);
  const branding = await readBranding(tx, accountId);
  const deliveryTo = async ({ recipient, ...subscriber }: DueReader): Promise<Delivery> => {
    const options = { baseUrl, branding, formats: subscriber.schedule.formats };
    if (!recipient) return reportMail(subscriber, report, options);
    const token = await createLink(tx, 'unsubscribe', recipient, { accountId, now });
    return recipientReportMail({ recipient, sender: subscriber.email, token }, report, options);
  };
  const messages: NewMessage[] = [];
  for (const reader of readers) {
    const { subscription, onDay, recipient } = reader;
    const key = `report:${subscription.id}:${websiteId}:${onDay}`;
    messages.push({
      key: recipient ? `${key}:${recipient.id}` : key,
      ...{ subscriptionId: subscription.id, websiteId, accountId, topic: 'report' },
      ...(recipient && { recipientId: recipient.id }),
      delivery: await deliveryTo(reader),
      notBefore: afterQuietHours(now, subscription.quietHours),
    });
  }
  await addToOutbox(tx, messages, now);
}
