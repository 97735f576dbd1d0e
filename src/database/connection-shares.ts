// How the connections that a server may open to PostgreSQL are shared by its pools. All pools together never open more.
// Where there are few, statements wait for one: the service gets slower, and answers all the same.

/** Two commits at a time. */
const INGESTION = 2;
const INSIGHTS = 1;
const REQUESTS_MAX = 10;
/** A report reads counters and visitors at the same time. */
const PER_READ_WORKER_MAX = 2;

/** Less would leave a pool without any, or a report of one tenant without a worker while another one's runs. */
export const CONNECTIONS_MIN = 8;

export interface ConnectionShares {
  /** Of the server's main thread. */
  readonly requests: number;
  readonly ingestion: number;
  readonly insights: number;
  readonly readWorkers: { readonly count: number; readonly connectionsMax: number };
  /** Of all together; never more than was given. */
  readonly total: number;
}

export function shareConnections(connectionsMax: number, readWorkersWanted: number): ConnectionShares {
  const left = connectionsMax - INGESTION - INSIGHTS;
  const requests = Math.min(REQUESTS_MAX, Math.ceil(left / 2));
  const count = Math.min(readWorkersWanted, left - requests);
  const perWorker = Math.min(PER_READ_WORKER_MAX, Math.floor((left - requests) / count));
  return {
    requests,
    ingestion: INGESTION,
    insights: INSIGHTS,
    readWorkers: { count, connectionsMax: perWorker },
    total: INGESTION + INSIGHTS + requests + count * perWorker,
  };
}
