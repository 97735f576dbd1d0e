// What an extension adds to the service: lists, each optional. The service puts them after its own, in the order of the extensions.

import type { Logger } from 'pino';
import type { AlertListener } from '../../answers/alerts/alert-listener.ts';
import type { ReadWeekItems } from '../../answers/insights/snapshot.ts';
import type { SnapshotListener } from '../../answers/insights/store-snapshot.ts';
import type { DashboardUsers } from '../../contract/access/dashboard-guard.ts';
import type { CredentialVerifier } from '../../contract/access/guard.ts';
import type { Operation } from '../../contract/operations/define-operation.ts';
import type { FeedNeed } from '../../engine/rollups/order-feed.ts';
import type { KeptKind } from '../../engine/sweeps/kept-data.ts';
import type { Sweep } from '../../engine/sweeps/run-sweeps.ts';
import type { WebsiteSweep } from '../../engine/sweeps/sweep-websites.ts';
import type { oneAtATime } from '../../foundation/calls/one-at-a-time.ts';
import type { CacheableDatabase, Database } from '../../foundation/database/database.ts';
import type { ConnectionShares } from '../../foundation/database/postgres/connection-shares.ts';
import type { TrustedClock } from '../../foundation/database/trusted-clock.ts';
import type { Clock } from '../../foundation/time/clock.ts';
import type { Arrivals } from '../../intake/arrivals/arrivals.ts';
import type { Collector } from '../../intake/collector/collector.ts';
import type { IngestKeyGuardOptions } from '../../intake/collector/ingest-key-guard.ts';
import type { IngestLimits } from '../../intake/collector/ingest-limits.ts';
import type { AddedOperations, CoreServices, OperationList } from '../api/operations.ts';
import type { ReadHalf } from '../api/read-operations.ts';
import type { Config, ServerComponent } from '../config/config.ts';
import type { DashboardPage } from '../surfaces/dashboard/page.ts';
import type { Metrics } from '../surfaces/http/metrics.ts';
import type { HttpServer } from '../surfaces/http/server.ts';
import type { AddedAuthorization } from '../surfaces/oauth/added-login.ts';
import type { JsonSchema, NamedSchemas, Schemas } from '../surfaces/openapi/schemas.ts';
import type { Check } from './check.ts';

/** What services, surfaces and jobs are all built from. */
export interface AppContext {
  readonly config: Config;
  readonly clock: Clock;
  /** The clock of what deletes, writes once or takes a lease. */
  readonly trustedClock: TrustedClock;
  readonly logger: Logger;
  readonly database: Database;
  /** The same database, for caches: it reads its change counter once for all requests of a turn of the event loop. */
  readonly cacheable: CacheableDatabase;
  readonly shares: ConnectionShares;
  readonly users: DashboardUsers;
  readonly metrics: Metrics;
  readonly parts: ServiceParts;
  readonly operations: OperationList;
}

/** What jobs are started with. */
export interface JobContext extends AppContext {
  /** Jobs whose threads hold much memory take turns on a small machine; undefined: they need not. */
  readonly inTurn: ReturnType<typeof oneAtATime> | undefined;
  /** The database for a job that goes through websites: it names those that it had to leave out. */
  databaseOf(job: string): Database;
  /** All of them are told of each new alert. */
  readonly alertListeners: readonly AlertListener[];
}

export type StopJob = () => Promise<void>;

/** What receives events. */
export interface Receiving {
  readonly collector: Collector;
  readonly arrivals: Arrivals;
  readonly limits: IngestLimits;
  /** What the guards of senders share. */
  readonly senders: IngestKeyGuardOptions;
}

/** `Services`: what the extension adds to the services of the core. */
interface ServerLists<Services> {
  readonly reads?: ReadHalf;
  readonly actions?: readonly Operation<Services & CoreServices>[];
  services?(context: AppContext, core: CoreServices): Services;
  jobs?(context: JobContext, services: Services & CoreServices): readonly StopJob[];
  sweeps?(clock: Clock): readonly Sweep[];
  websiteSweeps?(config: Config): readonly WebsiteSweep[];
  /** How long it keeps what it stores of a website. */
  keptData?(config: Config): readonly KeptKind[];
  /** What it says about a week of a website: src/extension-week-items.ts lists it for the thread. */
  readonly weekItems?: ReadWeekItems;
  /** It is called in the transaction that stores the week of a website. */
  onSnapshot?(context: AppContext): SnapshotListener;
  /** It is called in the transaction that stores an alert. */
  onAlert?(context: AppContext): AlertListener;
  /** What it still needs of the order feed of a website. */
  readonly orderFeedNeed?: FeedNeed;
  /** Adds what is served besides operations. */
  addSurfaces?(
    server: HttpServer,
    components: ReadonlySet<ServerComponent>,
    context: AppContext,
    services: Services & CoreServices,
    receiving: Receiving,
  ): void;
  /** Ways to log in and grants that the authorization server has besides its own. */
  authorization?(config: Config): AddedAuthorization;
  /** Verify credentials of further kinds, which are sent to the REST API like tokens. */
  verifiers?(services: Services & CoreServices): readonly CredentialVerifier[];
  /** Serves the page of the dashboard at further URLs. */
  addDashboardPages?(
    server: HttpServer,
    dashboard: DashboardPage,
    context: AppContext,
    services: Services & CoreServices,
  ): void;
  /** What `funnel doctor` checks of other servers, without the database. */
  outsideChecks?(config: Config, clock: Clock): Promise<readonly Check[]>;
  /** What `funnel doctor` checks in a database whose schema is current. */
  checks?(database: Database, config: Config, clock: Clock): Promise<readonly Check[]>;
  /** Schemas that are named in the OpenAPI document. */
  readonly schemas?: NamedSchemas;
  /** The webhooks that it sends, as in the OpenAPI document. */
  webhooks?(schemas: Schemas): Record<string, JsonSchema>;
  /** What its error codes mean. */
  readonly errorCodes?: Readonly<Record<string, string>>;
}

/** The same, for those who only pass the services on. */
export interface ServerHalf
  extends AddedOperations,
    Omit<ServerLists<object>, 'actions' | 'jobs' | 'verifiers' | 'addDashboardPages' | 'addSurfaces'> {
  jobs?(context: JobContext, services: never): readonly StopJob[];
  verifiers?(services: never): readonly CredentialVerifier[];
  addDashboardPages?(server: HttpServer, dashboard: DashboardPage, context: AppContext, services: never): void;
  addSurfaces?(
    server: HttpServer,
    components: ReadonlySet<ServerComponent>,
    context: AppContext,
    services: never,
    receiving: Receiving,
  ): void;
}

/** Checks that the services of an extension are those that its operations and jobs take. */
export function defineServerHalf<Services extends object>(lists: ServerLists<Services>): ServerHalf {
  return lists;
}

/** The scripts of the threads that run code of extensions, too: they are where core and extensions are put together. */
export interface ThreadScripts {
  readonly reads: URL;
  readonly ingestion: URL;
  readonly snapshots: URL;
}

/** What a service is made of besides its core. */
export interface ServiceParts {
  readonly halves: readonly ServerHalf[];
  readonly scripts: ThreadScripts;
}
