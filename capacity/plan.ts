// What a whole installation needs: processors, disk, memory and network of each tier, how long background jobs take, and which
// limit is reached first.
import { SHORTEST_INTERVAL } from '../src/core/engine/rollups/intervals.ts';
import type { Assumptions } from './assumptions.ts';
import { missShareOf } from './catalog-cache.ts';
import type { Job, JobCost, LogCost, Measured, RequestCost } from './measured.ts';
import { type Band, bandsOf } from './sizes.ts';
import { eventCost, storedBy, subjectsOf } from './website.ts';

const SECONDS_PER_DAY = 86_400;

export interface Demand {
  readonly websites: number;
  readonly eventsPerDay: number;
  readonly peakEventsPerSecond: number;
  readonly subjects: number;
  /** What the largest website has. */
  readonly largest: { readonly share: number; readonly peakEventsPerSecond: number; readonly databaseCores: number };
  /** Cores at the busiest time, if they were used to 100 %. */
  readonly cores: {
    readonly service: number;
    /** The cores of a single PostgreSQL server that does everything. */
    readonly postgres: number;
    readonly coordinator: number;
    readonly workers: number;
  };
  readonly walBytesPerSecond: number;
  /** What one copy takes. */
  readonly stored: {
    readonly rollupRows: number;
    readonly rollupBytes: number;
    readonly logBytes: number;
    readonly idRows: number;
    readonly idBytes: number;
    readonly otherBytes: number;
    readonly allBytes: number;
  };
  /** What should be in memory: the index of event ids, whose order is random, and everything of today. */
  readonly hotBytes: number;
  /** What goes through the coordinator, from the service and to the workers. */
  readonly coordinatorBytesPerSecond: number;
  /** The share of the events that find the catalog of their website not cached. */
  readonly catalogMissShare: number;
  /** Processor seconds of a round of a job, which goes through the websites one after the other. */
  readonly jobSeconds: Readonly<Record<RoundJob, number>>;
}

type RoundJob = 'intervals' | 'insights' | 'sweep' | 'merging';

export function demandOf(websites: number, measured: Measured, assumed: Assumptions): Demand {
  const bands = bandsOf(websites, websites * assumed.eventsPerWebsiteDay, assumed.zipfExponent);
  const total = {
    ...{ subjects: 0, rollupRows: 0, rollupBytes: 0, logBytes: 0 },
    ...{ idRows: 0, idBytes: 0, otherBytes: 0, hotBytes: 0 },
  };
  let orderRows = 0;
  for (const band of bands) {
    const stored = storedBy(band.eventsPerDay, 'postgres', measured, assumed);
    total.subjects += band.websites * subjectsOf(band.eventsPerDay, assumed);
    for (const part of ['rollupRows', 'rollupBytes', 'logBytes', 'idRows', 'idBytes', 'otherBytes'] as const) {
      total[part] += band.websites * stored[part];
    }
    total.hotBytes += band.websites * (stored.idIndexBytes + stored.todayBytes);
    orderRows += band.websites * stored.orderRows;
  }
  const { subjects, hotBytes, ...stored } = total;
  const eventsPerDay = websites * assumed.eventsPerWebsiteDay;
  return {
    websites,
    eventsPerDay,
    peakEventsPerSecond: peakOf(eventsPerDay, assumed),
    subjects,
    largest: largestOf(bands[0]!, eventsPerDay, measured, assumed),
    ...loadOf(bands, measured, assumed),
    stored: { ...stored, allBytes: stored.rollupBytes + stored.logBytes + stored.idBytes + stored.otherBytes },
    hotBytes,
    jobSeconds: {
      ...jobSecondsOf(websites, stored.idRows + orderRows, measured),
      merging: mergingSecondsOf(eventsPerDay * assumed.shareLogged, measured),
    },
  };
}

function peakOf(eventsPerDay: number, assumed: Assumptions): number {
  return (eventsPerDay * assumed.peakFactor) / SECONDS_PER_DAY;
}

function largestOf({ eventsPerDay }: Band, total: number, measured: Measured, assumed: Assumptions): Demand['largest'] {
  const peakEventsPerSecond = peakOf(eventsPerDay, assumed);
  const { databaseMicroseconds } = eventCost(eventsPerDay, measured, assumed);
  return {
    share: eventsPerDay / total,
    peakEventsPerSecond,
    databaseCores: (peakEventsPerSecond * databaseMicroseconds) / 1e6,
  };
}

/** Events by the commit that they share with others of their website, reports each by itself. */
function loadOf(
  bands: readonly Band[],
  measured: Measured,
  assumed: Assumptions,
): Pick<Demand, 'cores' | 'walBytesPerSecond' | 'coordinatorBytesPerSecond' | 'catalogMissShare'> {
  const { postgres, citus } = measured.requests.figures;
  const [event, eventOnCitus] = [costOf(postgres, 'one event'), costOf(citus, 'one event')];
  const microseconds = { service: 0, postgres: 0, coordinator: 0, workers: 0 };
  let walBytesPerSecond = 0;
  let coordinatorBytesPerSecond = 0;
  for (const { websites, eventsPerDay } of bands) {
    const events = websites * peakOf(eventsPerDay, assumed);
    const cost = eventCost(eventsPerDay, measured, assumed);
    microseconds.service += events * (eventOnCitus.serviceMicroseconds + cost.logServiceMicroseconds);
    microseconds.postgres += events * cost.databaseMicroseconds;
    microseconds.workers += events * cost.databaseMicroseconds * workersPerPostgres(event, eventOnCitus);
    microseconds.coordinator += (events / cost.eventsPerCommit) * eventOnCitus.frontMicroseconds;
    walBytesPerSecond += events * cost.walBytes;
    coordinatorBytesPerSecond += events * (eventOnCitus.frontBytes + eventOnCitus.behindBytes);
  }
  const catalog = jobCostOf('catalog', measured);
  const catalogMissShare = missShareOf(bands, (events) => subjectsOf(events, assumed), assumed.catalogCacheSubjects);
  const events = bands.reduce((sum, band) => sum + band.websites * peakOf(band.eventsPerDay, assumed), 0);
  const catalogs = events * catalogMissShare;
  microseconds.service += catalogs * catalog.serviceMicroseconds;
  // The workers' part and the coordinator's part were not measured.
  for (const part of ['postgres', 'coordinator', 'workers'] as const) {
    microseconds[part] += catalogs * catalog.databaseMicroseconds;
  }
  const websites = bands.reduce((sum, band) => sum + band.websites, 0);
  const reports = peakOf(websites * assumed.reportsPerWebsiteDay, assumed);
  for (const [what, share] of [
    ['cold report', assumed.shareOfColdReports],
    ['hot report', 1 - assumed.shareOfColdReports],
  ] as const) {
    const [onPostgres, onCitus] = [costOf(postgres, what), costOf(citus, what)];
    microseconds.service += reports * share * onCitus.serviceMicroseconds;
    microseconds.postgres += reports * share * onPostgres.frontMicroseconds;
    microseconds.coordinator += reports * share * onCitus.frontMicroseconds;
    microseconds.workers += reports * share * onCitus.workerMicroseconds;
    coordinatorBytesPerSecond += reports * share * (onCitus.frontBytes + onCitus.behindBytes);
  }
  const cores = {
    service: microseconds.service / 1e6,
    postgres: microseconds.postgres / 1e6,
    coordinator: microseconds.coordinator / 1e6,
    workers: microseconds.workers / 1e6,
  };
  return { cores, walBytesPerSecond, coordinatorBytesPerSecond, catalogMissShare };
}

/** What the workers spend on an event compared with a PostgreSQL server that is alone. */
function workersPerPostgres(alone: RequestCost, onCitus: RequestCost): number {
  return Math.max(1, onCitus.workerMicroseconds / alone.frontMicroseconds);
}

function costOf(costs: readonly RequestCost[], what: RequestCost['what']): RequestCost {
  return costs.find((cost) => cost.what === what)!;
}

function jobSecondsOf(websites: number, storedIds: number, measured: Measured): Omit<Demand['jobSeconds'], 'merging'> {
  const seconds = (job: Job, units: number) => (units * microsecondsOf(jobCostOf(job, measured))) / 1e6;
  return {
    // It rests as long as it works.
    intervals: 2 * seconds('intervals', websites),
    insights: seconds('insights', websites),
    sweep: seconds('sweep', websites) + seconds('sweep of ids', storedIds / 1_000),
  };
}

/** The time that the events of a day take. The job rests as long as it works. */
function mergingSecondsOf(eventsPerDay: number, measured: Measured): number {
  const { merging } = measured.log.figures;
  return (2 * eventsPerDay * microsecondsOf(merging)) / merging.events / 1e6;
}

function jobCostOf(job: Job, measured: Measured): JobCost {
  return measured.jobs.figures.costs.find((one) => one.job === job)!;
}

function microsecondsOf({ serviceMicroseconds, databaseMicroseconds }: JobCost | LogCost): number {
  return serviceMicroseconds + databaseMicroseconds;
}

/** How many nodes each tier needs, by what it needs most. */
export interface Plan {
  readonly serviceNodes: number;
  /** 1: one PostgreSQL server is enough. More: clusters, each with one coordinator, behind a router by account. */
  readonly clusters: number;
  readonly isOnePostgres: boolean;
  /** How many workers each resource needs, without standbys. */
  readonly workersBy: {
    readonly processors: number;
    readonly disk: number;
    readonly memory: number;
    readonly log: number;
  };
  readonly workers: number;
}

export function planFor(demand: Demand, assumed: Assumptions): Plan {
  const { node, fill } = assumed;
  const nodes = (need: number, each: number) => Math.max(1, Math.ceil(need / (each * fill)));
  const alone = [
    nodes(demand.cores.postgres, node.cores),
    nodes(demand.stored.allBytes, node.diskBytes),
    nodes(demand.hotBytes, node.memoryBytes),
    nodes(demand.walBytesPerSecond, node.walBytesPerSecond),
  ];
  const isOnePostgres = Math.max(...alone) === 1;
  const workersBy = {
    processors: nodes(demand.cores.workers, node.cores),
    disk: nodes(demand.stored.allBytes, node.diskBytes),
    memory: nodes(demand.hotBytes, node.memoryBytes),
    log: nodes(demand.walBytesPerSecond, node.walBytesPerSecond),
  };
  return {
    serviceNodes: nodes(demand.cores.service, node.cores),
    isOnePostgres,
    clusters: isOnePostgres
      ? 1
      : Math.max(
          nodes(demand.cores.coordinator, node.cores),
          nodes(demand.coordinatorBytesPerSecond, node.networkBytesPerSecond),
        ),
    workersBy,
    workers: isOnePostgres ? 1 : Math.max(...Object.values(workersBy)),
  };
}

export interface Limit {
  readonly what: string;
  /** 1: reached. */
  used(demand: Demand, assumed: Assumptions): number;
  readonly remedy: string;
}

/** Of the service as it is, on nodes as assumed. */
export const LIMITS: readonly Limit[] = [
  {
    what: 'one PostgreSQL server: processors',
    used: ({ cores }, { node, fill }) => cores.postgres / (node.cores * fill),
    remedy: 'more cores, then Citus workers',
  },
  {
    what: 'one PostgreSQL server: disk',
    used: ({ stored }, { node, fill }) => stored.allBytes / (node.diskBytes * fill),
    remedy: 'a larger disk, a shorter RETENTION_DAYS or EVENT_LOG_DAYS, then Citus workers',
  },
  {
    what: 'one PostgreSQL server: memory (event ids, rows of today)',
    used: ({ hotBytes }, { node, fill }) => hotBytes / (node.memoryBytes * fill),
    remedy: 'more memory, then Citus workers; ids that start with the time would need a fraction of it',
  },
  {
    what: 'one PostgreSQL server: bytes written to its WAL',
    used: ({ walBytesPerSecond }, { node, fill }) => walBytesPerSecond / (node.walBytesPerSecond * fill),
    remedy: 'a faster disk, then Citus workers; longer commits write each sketch less often',
  },
  {
    what: 'one coordinator: processors',
    used: ({ cores }, { node, fill }) => cores.coordinator / (node.cores * fill),
    remedy: 'more cores, then several clusters behind a router by account',
  },
  {
    what: 'one coordinator: network',
    used: ({ coordinatorBytesPerSecond }, { node, fill }) =>
      coordinatorBytesPerSecond / (node.networkBytesPerSecond * fill),
    remedy: 'several clusters behind a router by account',
  },
  {
    what: 'the largest website on one worker: processors',
    used: ({ largest }, { node, fill }) => largest.databaseCores / (node.cores * fill),
    remedy: 'isolate it and give its worker more cores; a website cannot be on two workers',
  },
  {
    what: 'the largest website: commits one after the other',
    used: ({ largest }) => largest.databaseCores,
    remedy: 'longer commits, or several websites in its place; one core at a time works for a website',
  },
  {
    what: 'the daily sweep',
    used: ({ jobSeconds }) => jobSeconds.sweep / SECONDS_PER_DAY,
    remedy: 'several sweepers, each with its part of the websites',
  },
  {
    what: 'merging the event log',
    used: ({ jobSeconds }) => jobSeconds.merging / SECONDS_PER_DAY,
    remedy: 'several mergers, each with its part of the websites',
  },
  {
    what: 'building intervals',
    used: ({ jobSeconds }) => jobSeconds.intervals / (SHORTEST_INTERVAL * SECONDS_PER_DAY),
    remedy: 'several builders, each with its part of the websites',
  },
  {
    what: 'weekly insights',
    used: ({ jobSeconds }) => jobSeconds.insights / (7 * SECONDS_PER_DAY),
    remedy: 'several writers, each with its part of the websites',
  },
];

const WEBSITES_MAX = 1e9;
const PRECISION = 1.01;

/** The number of websites of which the limit is reached, all else being equal; undefined: not within reason. */
export function websitesAt(limit: Limit, measured: Measured, assumed: Assumptions): number | undefined {
  const isReached = (websites: number) => limit.used(demandOf(websites, measured, assumed), assumed) >= 1;
  let [low, high] = [1, WEBSITES_MAX];
  if (!isReached(high)) return undefined;
  while (high / low > PRECISION) {
    const middle = Math.round(Math.sqrt(low * high));
    if (middle === low || middle === high) break;
    if (isReached(middle)) high = middle;
    else low = middle;
  }
  return high;
}
