// Divides the PostgreSQL connections of a server among its pools. Together the pools never open more than the limit.
// With few connections, statements wait for a free one: the service gets slower but keeps working.
// Why: docs/decisions/database.md, "PostgreSQL connections have a total".

/** Two concurrent commits. On Citus, more connections mean more lanes: see intake/commit/lanes.ts. */
const INGESTION_MIN = 2;
const INGESTION_SHARE = 1 / 8;
const INSIGHTS = 1;
const ALERTS = 1;
const REQUESTS_MAX = 10;
/** A report reads counters and visitors at the same time. */
const PER_READ_WORKER_MAX = 2;

/** If it were less, a pool would have no connection, or one tenant's report would block the only worker for all others. */
export const CONNECTIONS_MIN = 8;

export interface ConnectionShares {
  /** Connections of the server's main thread. */
  readonly requests: number;
  readonly ingestion: number;
  readonly insights: number;
  readonly alerts: number;
  readonly readWorkers: { readonly count: number; readonly connectionsMax: number };
  /** The sum of all shares; at most `connectionsMax`. */
  readonly total: number;
}

export function shareConnections(connectionsMax: number, readWorkersWanted: number): ConnectionShares {
  const ingestion = Math.max(INGESTION_MIN, Math.floor(connectionsMax * INGESTION_SHARE));
  const remaining = connectionsMax - ingestion - INSIGHTS - ALERTS;
  const requests = Math.min(REQUESTS_MAX, Math.ceil(remaining / 2));
  const count = Math.min(readWorkersWanted, remaining - requests);
  const perWorker = Math.min(PER_READ_WORKER_MAX, Math.floor((remaining - requests) / count));
  return {
    requests,
    ingestion,
    insights: INSIGHTS,
    alerts: ALERTS,
    readWorkers: { count, connectionsMax: perWorker },
    total: ingestion + INSIGHTS + ALERTS + requests + count * perWorker,
  };
}
