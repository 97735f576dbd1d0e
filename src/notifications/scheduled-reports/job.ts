// The background job that puts the reports that are due into the outbox, at startup and every hour. One node does it at a time. A subscription has the
// day of its next report, which moves on in the transaction that stores the message: so each report is stored once, and one that failed is tried again.
import type { Logger } from 'pino';
import { readZones } from '../../catalog/website-zones.ts';
import type { Database, Queries } from '../../database/database.ts';
import { LEASE, Lease, LeaseLostError } from '../../database/lease.ts';
import { commitInTwoPhases } from '../../database/two-phases.ts';
import { startRepeatedJob } from '../../jobs/repeated-job.ts';
import type { NewMessage } from '../../outbox/message.ts';
import { addToOutbox } from '../../outbox/outbox.ts';
import { dayOfTimestampMs } from '../../rollups/calendar.ts';
import { holdWebsite } from '../../rollups/store.ts';
import { readBranding } from '../branding.ts';
import { type NotifyOptions, readWebsite } from '../notify.ts';
import { afterQuietHours } from '../quiet-hours.ts';
import { SERVICE_NAME } from '../render-mail.ts';
import { type Subscriber, subscribersOf, updateDueDay, websitesWithDueReports } from '../subscription-store.ts';
import type { BuiltReport, ReportBuilder } from './build-report.ts';
import { reportMail } from './report-mail.ts';
import { lastDueDay, nextDueDay, REPORT_FORMATS, type ReportSchedule, reportPeriod } from './schedule.ts';

/** Of each hour: after the insights and the alerts. */
const MINUTE = 30;
/** The date changes first at UTC+14:00. */
const OFFSET_EAST_MS_MAX = 14 * 60 * 60 * 1000;

export interface ReportsJob extends NotifyOptions {
  readonly database: Database;
  readonly builder: ReportBuilder;
  readonly logger: Logger;
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

/** Without a mail server they wait, and the newest one is sent when there is one. */
export async function sendDueReports(job: ReportsJob, signal?: AbortSignal): Promise<void> {
  if (!job.hasMail || (await dueWebsites(job)).size === 0) return;
  const lease = await Lease.take(job.database, job.clock, LEASE.reports);
  if (!lease) return;
  try {
    for (const [websiteId, today] of await dueWebsites(job)) {
      if (signal?.aborted) return;
      await sendOfWebsite(job, lease, websiteId, today);
    }
  } finally {
    // First, because the release may fail: the process can't end before its threads.
    await job.builder.stop();
    await lease.release();
  }
}

/** With the current day of each. */
async function dueWebsites({ database, clock }: ReportsJob): Promise<Map<number, number>> {
  const nowMs = clock().getTime();
  const due = await websitesWithDueReports(database, dayOfTimestampMs(nowMs + OFFSET_EAST_MS_MAX));
  if (due.length === 0) return new Map();
  const zoneOf = await readZones(
    database,
    due.map(({ websiteId }) => websiteId),
  );
  return new Map(
    due
      .map(({ websiteId, dueDay }) => ({ websiteId, dueDay, today: zoneOf(websiteId).zone.dayAt(nowMs) }))
      .filter(({ dueDay, today }) => dueDay <= today)
      .map(({ websiteId, today }) => [websiteId, today]),
  );
}

/** A failure for one website does not affect the others. */
async function sendOfWebsite(job: ReportsJob, lease: Lease, websiteId: number, today: number): Promise<void> {
  const { database, logger } = job;
  try {
    const subscribers = await dueSubscribers(database, websiteId, today);
    const reports = await buildReports(job, websiteId, subscribers);
    await database.transaction(async (tx) => {
      await lease.renew(tx);
      // The messages are on the coordinator.
      await commitInTwoPhases(tx);
      // Erasing the website waits until they are stored. Without events, nothing is sent.
      const isHeld = await holdWebsite(tx, websiteId);
      // Somebody may have lost the access, or have changed the schedule, since the files were made.
      const still = await dueSubscribers(tx, websiteId, today);
      // Those for whom there are no files, because they have just chosen another day or language, get theirs in the next hour.
      const ready = isHeld ? still.filter((subscriber) => reports.has(filesKey(subscriber))) : still;
      if (isHeld) await store(tx, job, websiteId, ready, reports);
      for (const { subscription, schedule } of ready) {
        await updateDueDay(tx, subscription.id, nextDueDay(schedule.sentOn, today));
      }
    });
  } catch (error) {
    if (error instanceof LeaseLostError) throw error;
    logger.error({ err: error, websiteId }, 'a scheduled report failed and will be retried');
  }
}

interface DueSubscriber extends Subscriber {
  readonly schedule: ReportSchedule;
  /** The last day up to today on which it should have been sent. */
  readonly onDay: number;
}

/** Of people who still have a role on the website. */
async function dueSubscribers(
  database: Pick<Queries, 'query'>,
  websiteId: number,
  today: number,
): Promise<DueSubscriber[]> {
  return (await subscribersOf(database, websiteId)).flatMap((subscriber) => {
    const { report: schedule } = subscriber.subscription;
    if (!schedule || schedule.dueDay > today) return [];
    return { ...subscriber, schedule, onDay: lastDueDay(schedule.sentOn, today) };
  });
}

/** By the first and last day of their periods and the language: people with the same ones get the same files. */
type BuiltReports = ReadonlyMap<string, BuiltReport>;

function filesKey({ schedule, onDay, language }: DueSubscriber): string {
  const { firstDay, lastDay } = reportPeriod(schedule.sentOn, onDay).window;
  return `${firstDay}-${lastDay} ${language}`;
}

async function buildReports(
  { database, builder, clock }: ReportsJob,
  websiteId: number,
  subscribers: readonly DueSubscriber[],
): Promise<BuiltReports> {
  if (subscribers.length === 0) return new Map();
  const { account_id: accountId } = await readWebsite(database, websiteId);
  const { senderName } = await readBranding(database, accountId);
  const built = new Map<string, BuiltReport>();
  for (const [key, some] of Map.groupBy(subscribers, filesKey)) {
    const [{ schedule, onDay, language }] = some as [DueSubscriber];
    const report = await builder.build({
      websiteId,
      period: reportPeriod(schedule.sentOn, onDay),
      formats: REPORT_FORMATS.filter((format) => some.some(({ schedule: { formats } }) => formats.includes(format))),
      author: senderName ?? SERVICE_NAME,
      language: language ?? 'en',
      nowMs: clock().getTime(),
    });
    built.set(key, report);
  }
  return built;
}

async function store(
  tx: Queries,
  { clock, baseUrl }: ReportsJob,
  websiteId: number,
  subscribers: readonly DueSubscriber[],
  reports: BuiltReports,
): Promise<void> {
  const now = clock();
  const { account_id: accountId } = await readWebsite(tx, websiteId);
  const branding = await readBranding(tx, accountId);
  const messages = subscribers.map((subscriber): NewMessage => {
    const { subscription, schedule, onDay } = subscriber;
    const report = reports.get(filesKey(subscriber))!;
    return {
      key: `report:${subscription.id}:${websiteId}:${onDay}`,
      ...{ subscriptionId: subscription.id, websiteId, accountId },
      delivery: reportMail(subscriber, report, { baseUrl, branding, formats: schedule.formats }),
      notBefore: afterQuietHours(now, subscription.quietHours),
    };
  });
  await addToOutbox(tx, messages, now);
}
