// Puts the services together: what the operations call, and the threads that count events and answer reports.
import { AuditLog } from '../../contract/access/audit-log.ts';
import { limitPerMinute, RateLimit } from '../../contract/access/rate-limit.ts';
import { ReportingCurrencies } from '../../engine/catalog/reporting-currency.ts';
import { namingLeftOut } from '../../foundation/database/left-out-websites.ts';
import { isPostgresUrl } from '../../foundation/database/open/open.ts';
import type { ConnectionShares } from '../../foundation/database/postgres/connection-shares.ts';
import { createMailer } from '../../foundation/mail/mailer.ts';
import { readMemory } from '../../foundation/memory/memory.ts';
import type { Clock } from '../../foundation/time/clock.ts';
import { ArrivalReports } from '../../intake/arrivals/arrival-reports.ts';
import { Arrivals } from '../../intake/arrivals/arrivals.ts';
import { Collector } from '../../intake/collector/collector.ts';
import { IngestLimits } from '../../intake/collector/ingest-limits.ts';
import { Sending } from '../../intake/collector/sending.ts';
import { VisitorSalts } from '../../intake/collector/visitor-salts.ts';
import { WebsiteTokens } from '../../manage/accounts/website-tokens.ts';
import { UserProfiles } from '../../manage/authorization-server/applications/user-profiles.ts';
import { ForgottenPasswords } from '../../manage/authorization-server/links/forgotten-passwords.ts';
import { AccountInvitations } from '../../manage/authorization-server/links/invitations.ts';
import { LoginAttempts } from '../../manage/authorization-server/links/login-attempts.ts';
import { LinkedPasswordResets } from '../../manage/authorization-server/links/password-resets.ts';
import { AccountPeople } from '../../manage/authorization-server/users/people.ts';
import { ContactStore } from '../../manage/contacts/contact-store.ts';
import { FormContacts } from '../../manage/contacts/form-contacts.ts';
import { CatalogEditor } from '../../manage/resources/catalog-editor.ts';
import { SavedRecords } from '../../manage/resources/saved-records.ts';
import { WebsiteCreator } from '../../manage/resources/website-creator.ts';
import { Setup } from '../../manage/setup/setup.ts';
import type { CoreServices } from '../api/operations.ts';
import { QueuedRunner } from '../api/queued-runner.ts';
import type { ReadWorkersOptions } from '../api/read-runner.ts';
import { ReadService } from '../api/read-service.ts';
import { RecentTenants } from '../api/recent-tenants.ts';
import type { Config } from '../config/config.ts';
import type { AppContext } from '../extension/server-half.ts';
import { collectorObserver, measuredRunner } from '../surfaces/http/metrics.ts';
import { loginPassCookie } from '../surfaces/oauth/interactions/login-pass-cookie.ts';
import { mergeServices } from './merge-services.ts';
import { resourceUrlsOf } from './resource-urls.ts';
import type { Threads } from './threads.ts';

const HOUR_MS = 60 * 60 * 1000;

export type AppServices = ReturnType<typeof createServices>;

export function createServices(context: AppContext, threads: Threads) {
  const { config, database, clock, trustedClock, logger, users } = context;
  const { baseUrl, loginOnlyWith } = config;
  const collecting = startCollecting(context, threads);
  const reading = startReading(context, threads);
  const loginAttempts = new LoginAttempts(clock);
  const contacts = new ContactStore(database, clock);
  const mailer = config.mail && createMailer(config.mail);
  const loginCookie = (pass: string) => loginPassCookie(baseUrl).header(pass);
  const passwordResets = new LinkedPasswordResets({ database, clock, baseUrl, loginOnlyWith, loginCookie });
  const forgottenPasswords = new ForgottenPasswords({
    ...{ passwordResets, mailer, clock },
    logFailure: (error) => logger.error({ err: error }, 'a link to reset a password could not be mailed'),
  });
  const own: CoreServices = {
    contacts,
    formContacts: new FormContacts({
      ...{ database, contacts, clock, perDayMax: config.formContactsPerDay },
      perAddress: new RateLimit({ max: config.formContactsPerAddress, perMs: HOUR_MS, furtherKeys: 'allow' }, clock),
    }),
    catalog: new CatalogEditor(database, clock),
    savedRecords: new SavedRecords(database, clock),
    websites: new WebsiteCreator(database, users, clock),
    tokens: new WebsiteTokens(database, users, clock),
    auditLog: new AuditLog(database),
    collector: collecting.collector,
    arrivals: new ArrivalReports(database, collecting.arrivals.recent, clock),
    salts: new VisitorSalts(database, clock, trustedClock.earliest),
    sending: new Sending(database, clock),
    reportingCurrencies: new ReportingCurrencies(database, clock),
    people: new AccountPeople(database, clock),
    invitations: new AccountInvitations({
      ...{ database, clock, baseUrl, users, loginAttempts, loginOnlyWith, mailer, loginCookie },
      logFailure: (error) => logger.error({ err: error }, 'an invitation could not be mailed'),
    }),
    passwordResets,
    profiles: new UserProfiles({ ...config, database, users, clock, resourceUrls: resourceUrlsOf(config) }),
    setup: new Setup({ database, clock, loginOnlyWith, loginCookie }),
  };
  const added = context.parts.halves.map((half) => half.services?.(context, own));
  const operations = mergeServices(own, added);
  return {
    ...collecting,
    ...reading,
    ...{ users, loginAttempts, forgottenPasswords, operations },
    /** Stores what has been noted, and ends the threads. */
    close: async () => {
      await Promise.all([collecting.ingestion.close(), reading.readWorkers.close()]);
      await collecting.arrivals.close();
    },
  };
}

/** What receives events. */
function startCollecting({ config, database, clock, logger, shares, metrics, parts }: AppContext, threads: Threads) {
  const ingestion = threads.ingestion(parts, {
    databaseUrl: config.databaseUrl,
    connectionsMax: shares.ingestion,
    catalogSubjectsMax: config.catalogCacheSubjects,
    countryTable: config.countryTable,
  });
  const limits = ingestLimits(config, clock);
  const arrivals = new Arrivals(namingLeftOut(database, logger, 'counting arrivals'), clock);
  arrivals.start((error) => logger.error({ err: error }, 'the counts of arrivals could not be stored'));
  const collector = new Collector({
    ...{ ingestion, arrivals, limits },
    queueBytesMax: config.collectQueueBytesMax,
    eventsAgeDaysMax: config.eventsAgeDaysMax,
    browserEventsAgeDaysMax: config.browserEventsAgeDaysMax,
    observer: collectorObserver(metrics.ingestion),
  });
  return { ingestion, limits, arrivals, collector };
}

function ingestLimits(config: Config, clock: Clock): IngestLimits {
  const perMinute = (requests: number, events: number) => ({
    requests: limitPerMinute(requests, clock),
    events: limitPerMinute(events, clock),
  });
  return new IngestLimits({
    website: perMinute(config.collectRequestsPerMinute, config.collectEventsPerMinute),
    secretKey: perMinute(config.collectKeyRequestsPerMinute, config.collectKeyEventsPerMinute),
    publicKey: perMinute(config.browserKeyRequestsPerMinute, config.browserKeyEventsPerMinute),
    // An attacker with that many IP addresses is limited by the key. The visitors of a large website must not be limited.
    browserAddress: limitPerMinute(config.browserAddressRequestsPerMinute, clock, 'allow'),
  });
}

/** What answers reports. */
function startReading(context: AppContext, threads: Threads) {
  const { config, database, cacheable, clock, shares, metrics, parts, operations } = context;
  const readWorkers = threads.readWorkers(parts, config.databaseUrl, readWorkersOf(config, shares));
  const recent = new RecentTenants(clock);
  const readQueue = new QueuedRunner(database, operations.reads, readWorkers, readWorkers.size, recent);
  const reads = new ReadService(cacheable, measuredRunner(readQueue, metrics), clock, recent);
  return { readWorkers, readQueue, reads };
}

/** SQLite has no connection limit. */
function readWorkersOf(
  { databaseUrl, queryEventsMax, exactEventsMax }: Config,
  { readWorkers }: ConnectionShares,
): ReadWorkersOptions {
  const { threads, keptBytesMax } = readMemory();
  const options = { ...readWorkers, queryEventsMax, exactEventsMax, keptBytesMax };
  return isPostgresUrl(databaseUrl) ? options : { ...options, count: threads };
}
