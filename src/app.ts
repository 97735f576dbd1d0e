// The composition root: the only place that wires the server together.

import { type Logger, pino } from 'pino';
import { ApiKeyVerifier } from './access/api-keys.ts';
import { AuditLog, sweepAuditLog } from './access/audit-log.ts';
import { DashboardGuard } from './access/dashboard-guard.ts';
import { Guard, type GuardOptions } from './access/guard.ts';
import { IntrospectionVerifier } from './access/introspection.ts';
import { LINK_FAILURES_MAX, LINK_FAILURES_WINDOW_MS, OneTimeLinkGuard } from './access/one-time-link-guard.ts';
import { type AccessTokenVerifier, type Audience, DASHBOARD_CLIENT_ID, SCOPES } from './access/principal.ts';
import { RateLimit, type RateLimitOptions } from './access/rate-limit.ts';
import { StoredTokenVerifier } from './access/stored-tokens.ts';
import { WebsiteTokens } from './access/website-tokens.ts';
import { startAlertsJob } from './alerts/job.ts';
import { LookerThread } from './alerts/look.ts';
import { sweepAlerts } from './alerts/store-alerts.ts';
import { Dispatcher } from './api/dispatcher.ts';
import { API_PREFIX } from './api/operations.ts';
import { QueuedRunner } from './api/queued-runner.ts';
import { ReadWorkers, type ReadWorkersOptions, readWorkerCount } from './api/read-runner.ts';
import { ReadService } from './api/read-service.ts';
import { sweepArrivalCounts } from './arrivals/arrival-counts.ts';
import { ArrivalReports } from './arrivals/arrival-reports.ts';
import { Arrivals } from './arrivals/arrivals.ts';
import { dashboardUsers } from './authorization-server/dashboard-users.ts';
import { AccountInvitations } from './authorization-server/invitations.ts';
import { LoginAttempts } from './authorization-server/login-attempts.ts';
import { findLink } from './authorization-server/one-time-links.ts';
import { onlyLogin } from './authorization-server/password-login.ts';
import { LinkedPasswordResets } from './authorization-server/password-resets.ts';
import { AccountPeople } from './authorization-server/people.ts';
import { sweepAuthorizations } from './authorization-server/sweep.ts';
import { UserProfiles } from './authorization-server/user-profiles.ts';
import { hasUsers } from './authorization-server/users.ts';
import { type Clock, systemClock } from './clock.ts';
import { Collector } from './collector/collector.ts';
import { IngestKeyFinder } from './collector/ingest-key-finder.ts';
import { IngestKeyGuard } from './collector/ingest-key-guard.ts';
import { IngestLimits } from './collector/ingest-limits.ts';
import { MessageReceiver } from './collector/segment/receive-messages.ts';
import { Sending } from './collector/sending.ts';
import { sweepVisitorSalts, VisitorSalts } from './collector/visitor-salts.ts';
import {
  FORGED_IN_ALL_PER_MINUTE_MAX,
  FORGED_PER_MINUTE_MAX,
  WebhookReceiver,
} from './collector/webhooks/receive-webhook.ts';
import { Webhooks } from './collector/webhooks/webhooks.ts';
import type { Config } from './config.ts';
import { ContactStore } from './contacts/contact-store.ts';
import { type ConnectionShares, shareConnections } from './database/connection-shares.ts';
import type { Database } from './database/database.ts';
import { migrate } from './database/migrations.ts';
import { oncePerRequest } from './database/once-per-request.ts';
import { isPostgresUrl, openDatabase } from './database/open.ts';
import { sweepDaysAfter } from './erasure/sweep-old-days.ts';
import { isAllowedHost } from './fetch/allowed-hosts.ts';
import { createWebhookFetch } from './fetch/guarded-fetch.ts';
import type { Ingestion } from './ingestion/batch.ts';
import { IngestionThread, type IngestionThreadOptions } from './ingestion/ingestion-thread.ts';
import { sweepEventIds, sweepOrdersAfter, sweepReceipts } from './ingestion/sweep-seen.ts';
import { startInsightsJob } from './insights/job.ts';
import { LanguageModel } from './insights/language-model.ts';
import { SnapshotThread } from './insights/snapshot.ts';
import { startRepeatedJob } from './jobs/repeated-job.ts';
import { createMailer } from './mail/mailer.ts';
import { AccountBranding } from './notifications/branding.ts';
import { Notifications, TESTS_MAX, TESTS_WINDOW_MS } from './notifications/notifications.ts';
import { alertListener, digestListener, type NotifyOptions } from './notifications/notify.ts';
import { isSubscribed } from './notifications/subscription-store.ts';
import { createDeliver, type Deliver } from './outbox/deliver.ts';
import { sweepOutbox } from './outbox/outbox.ts';
import { startOutboxJob } from './outbox/outbox-job.ts';
import { CatalogEditor } from './resources/catalog-editor.ts';
import { WebsiteCreator } from './resources/website-creator.ts';
import { DirectIntervalBuilder, type IntervalBuilder } from './rollups/build-intervals.ts';
import { IntervalThread } from './rollups/interval-thread.ts';
import { startIntervalsJob } from './rollups/intervals-job.ts';
import { SERVER_COMPONENTS, type ServerComponent } from './server-components.ts';
import { Setup } from './setup/setup.ts';
import { addBrowserCollector } from './surfaces/browser/routes.ts';
import { isPublicUrl } from './surfaces/dashboard/public-url.ts';
import { addDashboard } from './surfaces/dashboard/routes.ts';
import { addReference } from './surfaces/docs/routes.ts';
import {
  alertsObserver,
  collectorObserver,
  createMetrics,
  insightsObserver,
  type Metrics,
  measuredRunner,
  outboxObserver,
  watchCollector,
  watchSources,
} from './surfaces/http/metrics.ts';
import { addProbes } from './surfaces/http/probes.ts';
import { addProtectedResource, resourceMetadataUrl } from './surfaces/http/protected-resource.ts';
import { createHttpServer, type HttpServer } from './surfaces/http/server.ts';
import { addToolServer } from './surfaces/mcp/routes.ts';
import { addUnsubscribe } from './surfaces/notifications/routes.ts';
import { loginPassCookie } from './surfaces/oauth/login-pass-cookie.ts';
import { addAuthorizationServer } from './surfaces/oauth/routes.ts';
import { addOpenApi } from './surfaces/openapi/routes.ts';
import { addOperations } from './surfaces/rest/routes.ts';
import { addSegmentProtocol } from './surfaces/segment/routes.ts';
import { addTracker } from './surfaces/tracker/routes.ts';
import { addWebhooks } from './surfaces/webhooks/routes.ts';
import { runSweeps, type Sweep } from './sweeps/run-sweeps.ts';
import { sweepWebsites, type WebsiteSweep } from './sweeps/sweep-websites.ts';

const STANDARD_ERROR = 2;

export interface App {
  readonly database: Database;
  /** The URL that it listens on. */
  readonly url: string;
  /** Finishes the requests in progress, then stops the jobs and workers and closes the database. */
  close(): Promise<void>;
}

/** Reports and events have threads of their own, because they must not block other requests. Most tests start services without them. */
export interface Threads {
  ingestion(options: IngestionThreadOptions): Ingestion & { close(): Promise<void> };
  readWorkers(databaseUrl: string, options: ReadWorkersOptions): Pick<ReadWorkers, 'run' | 'size' | 'close'>;
}

const OWN_THREADS: Threads = {
  ingestion: (options) => new IngestionThread(options),
  readWorkers: (databaseUrl, options) => new ReadWorkers(databaseUrl, options),
};

export async function startApp(
  config: Config,
  components: ReadonlySet<ServerComponent> = new Set(SERVER_COMPONENTS),
  logger: Logger = createLogger(config),
  clock: Clock = systemClock,
  threads: Threads = OWN_THREADS,
): Promise<App> {
  const shares = shareConnections(config.databaseConnectionsMax, readWorkerCount());
  const database = await openDatabase(config.databaseUrl, {
    connectionsMax: shares.requests,
    // Statements about several shards are small here: further connections would cost more than they save.
    workerConnectionsMax: 1,
  });
  // On PostgreSQL the operator runs `funnel migrate`; /readyz reports a schema that is not current.
  if (!isPostgresUrl(config.databaseUrl)) await migrate(database, clock());

  const metrics = createMetrics();
  // If there are too many addresses to count, new ones are allowed, because visitors of a large website must not be locked out. A flood
  // from many addresses is stopped elsewhere: see SECURITY.md.
  const strangers = limitPerMinute(config.addressRequestsPerMinute, clock, 'allow');
  const server = createHttpServer(logger, { ...config, strangers });
  const { database: cacheable, requestStarted } = oncePerRequest(database);
  server.addHook('onRequest', (_request, _reply, done) => {
    requestStarted();
    done();
  });
  // The body may have taken a minute.
  server.addHook('preHandler', (_request, _reply, done) => {
    requestStarted();
    done();
  });
  addProbes(server, database, metrics);
  const ingestion = threads.ingestion({
    databaseUrl: config.databaseUrl,
    connectionsMax: shares.ingestion,
    catalogSubjectsMax: config.catalogCacheSubjects,
  });
  const limits = ingestLimits(config, clock);
  const arrivals = new Arrivals(database, clock);
  arrivals.start((error) => logger.error({ err: error }, 'the counts of arrivals could not be stored'));
  const collector = new Collector({
    ingestion,
    arrivals,
    limits,
    queueBytesMax: config.collectQueueBytesMax,
    eventsAgeDaysMax: config.eventsAgeDaysMax,
    browserEventsAgeDaysMax: config.browserEventsAgeDaysMax,
    observer: collectorObserver(metrics.ingestion),
  });
  const readWorkers = threads.readWorkers(config.databaseUrl, readWorkersOf(config.databaseUrl, shares));
  const readQueue = new QueuedRunner(database, readWorkers, readWorkers.size);
  const reads = new ReadService(cacheable, measuredRunner(readQueue, metrics), clock);
  const users = dashboardUsers(database, clock);
  const loginAttempts = new LoginAttempts(clock);
  const loginOnlyWith = onlyLogin(config);
  const services = {
    contacts: new ContactStore(database, clock),
    catalog: new CatalogEditor(database, clock),
    websites: new WebsiteCreator(database, users, clock),
    tokens: new WebsiteTokens(database, users, clock),
    auditLog: new AuditLog(database),
    collector,
    arrivals: new ArrivalReports(database, arrivals.recent, clock),
    salts: new VisitorSalts(database, clock),
    sending: new Sending(database, clock),
    webhooks: new Webhooks({ database, clock, baseUrl: config.baseUrl }),
    notifications: new Notifications({
      ...{ database, users, ...notifyOptions(config, clock), deliver: deliverOf(config, clock) },
      isHttpAllowed: (url) => isAllowedHost(config.notificationsAllowedHosts, url),
      tests: new RateLimit({ max: TESTS_MAX, windowMs: TESTS_WINDOW_MS }, clock),
      logFailure: ({ message, causeText }) =>
        logger.warn({ reason: message, cause: causeText }, 'a test notification could not be sent'),
    }),
    branding: new AccountBranding(database, clock),
    people: new AccountPeople(database, clock),
    invitations: new AccountInvitations({
      ...{ database, clock, baseUrl: config.baseUrl, users, loginAttempts, loginOnlyWith },
      mailer: config.mail && createMailer(config.mail),
      logFailure: (error) => logger.error({ err: error }, 'an invitation could not be mailed'),
    }),
    passwordResets: new LinkedPasswordResets({ database, clock, baseUrl: config.baseUrl, loginOnlyWith }),
    profiles: new UserProfiles({ ...config, database, users, clock, resourceUrls: resourceUrlsOf(config) }),
    setup: new Setup({
      database,
      clock,
      loginOnlyWith,
      loginCookie: (pass) => loginPassCookie(config.baseUrl).header(pass),
    }),
  };
  const checks = accessChecks(config, cacheable, clock);
  const issuerUrl = config.issuerUrl ?? config.baseUrl;
  const resourceUrls = resourceUrlsOf(config);
  const restChecks = { ...checks, resourceMetadataUrl: resourceMetadataUrl(resourceUrls.rest) };
  watchSources(metrics, { database, reads, readWorkers, readQueue, tokens: checks.tokens });
  const senders = { keys: new IngestKeyFinder(cacheable), limits, arrivals };
  const admissions = {
    token: new Guard('rest', { ...restChecks, apiKeys: new ApiKeyVerifier(cacheable) }),
    dashboard: new DashboardGuard(new Guard('rest', restChecks), users),
    ingest_key: new IngestKeyGuard('server', senders),
    public_key: new IngestKeyGuard('browser', senders),
    one_time_link: oneTimeLinkGuard(database, clock),
  };
  const dispatcher = new Dispatcher({ admissions, reads, services, database });
  if (components.has('collect')) {
    watchCollector(metrics, collector, config.collectQueueBytesMax);
    addOperations(server, 'ingest_key', dispatcher, config.baseUrl);
    addBrowserCollector(server, dispatcher, config);
    addTracker(server, config);
    const guard = new IngestKeyGuard('segment', senders);
    const receiver = new MessageReceiver({ collector, guard, clock });
    addSegmentProtocol(server, { receiver, guard, baseUrl: config.baseUrl });
    const forged = limitPerMinute(FORGED_PER_MINUTE_MAX, clock);
    const forgedInAll = limitPerMinute(FORGED_IN_ALL_PER_MINUTE_MAX, clock);
    const requests = limits.websiteRequests;
    addWebhooks(server, new WebhookReceiver({ database, collector, arrivals, requests, forged, forgedInAll, clock }));
  }
  if (components.has('rest')) {
    addOpenApi(server);
    addReference(server, config);
    addProtectedResource(server, {
      url: resourceUrls.rest,
      issuerUrl,
      name: 'Funnel REST API',
      scopes: SCOPES,
      documentationUrl: `${config.baseUrl}/docs`,
    });
    addOperations(server, 'token', dispatcher, config.baseUrl);
  }
  if (components.has('mcp')) {
    const token = new Guard('tools', { ...checks, resourceMetadataUrl: resourceMetadataUrl(config.mcpUrl) });
    addToolServer(server, {
      dispatcher: new Dispatcher({ admissions: { token }, reads, services, database }),
      mcpUrl: config.mcpUrl,
      issuerUrl,
    });
  }
  if (components.has('auth') && config.issuerUrl === undefined) {
    addAuthorizationServer(server, { ...config, database, clock, resourceUrls, loginAttempts });
  }
  if (components.has('dashboard')) {
    addDashboardWithTokens(server, config, dispatcher, database);
    addUnsubscribe(server, services.notifications);
  }
  const stopJobs = components.has('jobs')
    ? startJobs(database, clock, logger, config, shares, metrics)
    : async () => {};

  await server.listen({ port: config.port, host: config.host });
  return {
    database,
    url: urlOf(server.server.address()),
    close: async () => {
      // At the same time, so that no new request comes in while a job finishes.
      await Promise.all([stopJobs(), server.close()]);
      await Promise.all([ingestion.close(), readWorkers.close()]);
      await arrivals.close();
      await database.close();
    },
  };
}

/** SQLite has no connection limit. */
function readWorkersOf(databaseUrl: string, { readWorkers }: ConnectionShares): ReadWorkersOptions {
  return isPostgresUrl(databaseUrl) ? readWorkers : { ...readWorkers, count: readWorkerCount() };
}

/** A line is written before the next statement runs. By default, it would wait for a free thread of Node's pool. */
export function createLogger(config: Pick<Config, 'logLevel'>): Logger {
  return pino({ level: config.logLevel }, pino.destination({ dest: STANDARD_ERROR, sync: true }));
}

function addDashboardWithTokens(
  server: HttpServer,
  config: Config,
  dispatcher: Dispatcher,
  database: Pick<Database, 'query'>,
): void {
  const { baseUrl, mcpUrl, issuerUrl } = config;
  // An external authorization server manages its own tokens.
  const managesTokens = issuerUrl === undefined;
  addDashboard(server, {
    settings: {
      issuer: issuerUrl ?? baseUrl,
      clientId: DASHBOARD_CLIENT_ID,
      baseUrl,
      mcpUrl,
      mcpIsPublic: isPublicUrl(mcpUrl),
      trackerUrl: `${baseUrl}${config.trackerPath}`,
      managesTokens,
      loginOnlyWith: onlyLogin(config) ?? null,
    },
    needsSetup: managesTokens ? untilFirstUser(database) : async () => false,
  });
  if (!managesTokens) return;
  addOperations(server, 'dashboard', dispatcher, baseUrl);
  addOperations(server, 'one_time_link', dispatcher, baseUrl);
}

/** Asks the database until there is a user. If it can't be asked, the dashboard has to say so. */
function untilFirstUser(database: Pick<Database, 'query'>): () => Promise<boolean> {
  let isSetUp = false;
  return async () => {
    if (isSetUp) return false;
    try {
      isSetUp = await hasUsers(database);
      return !isSetUp;
    } catch {
      return false;
    }
  };
}

function limitPerMinute(max: number, clock: Clock, furtherKeys?: RateLimitOptions['furtherKeys']): RateLimit {
  return new RateLimit({ max, windowMs: 60_000, ...(furtherKeys && { furtherKeys }) }, clock);
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
    // An attacker with that many IP addresses is limited by the key. The visitors of a large website must not be.
    browserAddress: limitPerMinute(config.browserAddressRequestsPerMinute, clock, 'allow'),
  });
}

function oneTimeLinkGuard(database: Database, clock: Clock): OneTimeLinkGuard {
  const failures = new RateLimit({ max: LINK_FAILURES_MAX, windowMs: LINK_FAILURES_WINDOW_MS }, clock);
  return new OneTimeLinkGuard({ find: (secret, kind) => findLink(database, secret, kind, clock) }, failures);
}

/** Shared by the guards of all surfaces. */
function accessChecks(config: Config, database: Database, clock: Clock): GuardOptions {
  return {
    tokens: tokenVerifier(config, database, clock),
    requests: limitPerMinute(config.rateLimitPerMinute, clock),
    failures: limitPerMinute(Math.ceil(config.rateLimitPerMinute / 10), clock),
  };
}

function tokenVerifier(config: Config, database: Database, clock: Clock): AccessTokenVerifier {
  const { issuerUrl, introspectionClient: client } = config;
  if (issuerUrl === undefined || client === undefined) return new StoredTokenVerifier(database, clock);
  const resourceUrls = resourceUrlsOf(config);
  return new IntrospectionVerifier({ issuerUrl, clientId: client.id, clientSecret: client.secret, resourceUrls });
}

function resourceUrlsOf({ baseUrl, mcpUrl }: Config): Record<Audience, string> {
  return { rest: `${baseUrl}${API_PREFIX}`, tools: mcpUrl };
}

function startJobs(
  database: Database,
  clock: Clock,
  logger: Logger,
  config: Config,
  shares: ConnectionShares,
  metrics: Metrics,
): () => Promise<void> {
  const stopSweeps = startRepeatedJob({
    name: 'deleting what is old',
    // From now on, so that not all nodes do it at the same time.
    schedule: `${new Date().getUTCMinutes()} * * * *`,
    runsAtStartup: false,
    logger,
    run: (signal) => runSweeps(sweepsAt(clock()), { database, logger, signal }),
  });
  const stopWebsiteSweeps = startRepeatedJob({
    name: 'deleting old rows of websites',
    // From now on, as above. Often, so that a service that never runs for long gets there, and another node takes over soon.
    schedule: `${new Date().getUTCMinutes() % 10}-59/10 * * * *`,
    runsAtStartup: false,
    logger,
    run: (signal) => sweepWebsites(websiteSweepsOf(config), { database, clock, signal }),
  });
  const stopInsights = startInsightsJob({
    database,
    builder: new SnapshotThread(config.databaseUrl, shares.insights),
    clock,
    logger,
    rewording: config.languageModel && new LanguageModel(config.languageModel, logger),
    observer: insightsObserver(metrics.insights),
    onSnapshot: digestListener(notifyOptions(config, clock)),
  });
  const stopAlerts = startAlertsJob({
    database,
    looker: new LookerThread(config.databaseUrl, shares.alerts),
    clock,
    logger,
    onAlert: alertListener(notifyOptions(config, clock)),
    observer: alertsObserver(metrics.alerts),
  });
  const stopIntervals = startIntervalsJob({ database, builder: intervalBuilder(config, database), clock, logger });
  const stopOutbox = startOutboxJob({
    database,
    clock,
    logger,
    deliver: deliverOf(config, clock),
    isWanted: (message) => isSubscribed(database, message),
    mailsPerDayMax: config.accountEmailsPerDay,
    observer: outboxObserver(metrics.notifications),
  });
  return async () => {
    await Promise.all([stopSweeps(), stopWebsiteSweeps(), stopInsights(), stopAlerts(), stopIntervals(), stopOutbox()]);
  };
}

function notifyOptions({ baseUrl, mail }: Config, clock: Clock): NotifyOptions {
  return { baseUrl, clock, hasMail: mail !== undefined };
}

/** For the outbox and for test notifications. */
function deliverOf({ mail, notificationsAllowedHosts }: Config, clock: Clock): Deliver {
  return createDeliver({
    mailer: mail && createMailer(mail),
    fetch: createWebhookFetch(notificationsAllowedHosts),
    clock,
  });
}

/** PostgreSQL merges the sketches itself. */
function intervalBuilder({ databaseUrl }: Config, database: Database): IntervalBuilder {
  return isPostgresUrl(databaseUrl) ? new DirectIntervalBuilder(database) : new IntervalThread(databaseUrl);
}

function sweepsAt(now: Date): Sweep[] {
  return [
    (database) => sweepVisitorSalts(database, now),
    (database) => sweepAuthorizations(database, now),
    (database) => sweepAuditLog(database, now),
    (database) => sweepOutbox(database, now),
  ];
}

/** Orders and days are kept forever unless there is a number of days. */
function websiteSweepsOf({ retentionDays, orderRetentionDays }: Config): WebsiteSweep[] {
  return [
    sweepReceipts,
    sweepEventIds,
    ...(orderRetentionDays === undefined ? [] : [sweepOrdersAfter(orderRetentionDays)]),
    sweepArrivalCounts,
    sweepAlerts,
    ...(retentionDays === undefined ? [] : [sweepDaysAfter(retentionDays)]),
  ];
}

function urlOf(address: string | { address: string; family: string; port: number } | null): string {
  if (address === null || typeof address === 'string') throw new Error('The server is not listening on a port.');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}
