// What services, surfaces and jobs are all built from.
import type { Logger } from 'pino';
import type { Audience } from '../../contract/access/principal.ts';
import type { CacheableDatabase, Database } from '../../foundation/database/database.ts';
import type { ConnectionShares } from '../../foundation/database/postgres/connection-shares.ts';
import type { TrustedClock } from '../../foundation/database/trusted-clock.ts';
import type { Clock } from '../../foundation/time/clock.ts';
import { API_PREFIX } from '../api/operations.ts';
import type { Config } from '../config/config.ts';
import type { Metrics } from '../surfaces/http/metrics.ts';

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
  readonly metrics: Metrics;
}

export function resourceUrlsOf({ baseUrl, mcpUrl }: Config): Record<Audience, string> {
  return { rest: `${baseUrl}${API_PREFIX}`, tools: mcpUrl };
}
