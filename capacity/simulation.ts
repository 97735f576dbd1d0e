// The simulation as a whole: all its results, as plain data. The same input gives the same results.
import type { Assumptions } from './assumptions.ts';
import type { Measured } from './measured.ts';
import { type Demand, demandOf, LIMITS, type Plan, planFor, websitesAt } from './plan.ts';
import { type Balance, balanceOf } from './shards.ts';
import { type Day, dayOf, eventCost, logDayBytes, storedBy, subjectsOf } from './website.ts';

interface SimulationInput {
  readonly assumed: Assumptions;
  /** The numbers of websites to plan for. */
  readonly steps: readonly number[];
  readonly seed: number;
}

export const DEFAULT_STEPS = [1_000, 100_000, 5_000_000] as const;
export const DEFAULT_SEED = 1;
const RETENTIONS_DAYS = [90, 400, 1_000];
const SHARD_COUNTS = [32, 64, 128, 256, 512, 1_024];
/** The busiest worker may have a quarter more than the average. */
const BALANCE_GOAL_TIMES = 1.25;
const WEBSITE_SIZES = [10, 100, 1_000, 10_000, 100_000, 1_000_000, 100_000_000];

export interface Simulation {
  readonly input: SimulationInput;
  readonly websites: readonly WebsiteResult[];
  readonly steps: readonly StepResult[];
  /** First reached first. */
  readonly limits: readonly LimitResult[];
}

interface WebsiteResult {
  readonly eventsPerDay: number;
  readonly subjects: number;
  readonly day: Day;
  readonly sqliteDayBytes: number;
  /** The size of the event log, merged. */
  readonly logDayBytes: number;
  /** Everything, after the retention time. */
  readonly storedBytes: number;
  readonly sqliteStoredBytes: number;
  readonly databaseMicrosecondsPerEvent: number;
  readonly walBytesPerEvent: number;
}

export interface StepResult {
  readonly demand: Demand;
  readonly plan: Plan;
  readonly bytesByRetention: readonly { readonly days: number; readonly bytes: number }[];
  /** Empty where one PostgreSQL server is enough. */
  readonly balances: readonly Balance[];
}

interface LimitResult {
  readonly what: string;
  readonly remedy: string;
  /** The used share of each step. 1: the step is reached. */
  readonly used: readonly number[];
  readonly websites: number | undefined;
}

export function simulate(input: SimulationInput, measured: Measured): Simulation {
  const { assumed } = input;
  const steps = input.steps.map((websites) => stepOf(websites, input, measured));
  const limits = LIMITS.map((limit) => ({
    what: limit.what,
    remedy: limit.remedy,
    used: steps.map(({ demand }) => limit.used(demand, assumed)),
    websites: websitesAt(limit, measured, assumed),
  }));
  const reached = ({ websites }: LimitResult) => websites ?? Number.POSITIVE_INFINITY;
  return {
    input,
    websites: WEBSITE_SIZES.map((eventsPerDay) => websiteOf(eventsPerDay, measured, assumed)),
    steps,
    limits: limits.sort((a, b) => reached(a) - reached(b)),
  };
}

function websiteOf(eventsPerDay: number, measured: Measured, assumed: Assumptions): WebsiteResult {
  const cost = eventCost(eventsPerDay, measured, assumed);
  const sqliteDay = dayOf(eventsPerDay, 'sqlite', measured, assumed);
  const bytesOn = (engine: 'postgres' | 'sqlite') => {
    const { rollupBytes, logBytes, idBytes, otherBytes } = storedBy(eventsPerDay, engine, measured, assumed);
    return rollupBytes + logBytes + idBytes + otherBytes;
  };
  return {
    eventsPerDay,
    subjects: subjectsOf(eventsPerDay, assumed),
    day: dayOf(eventsPerDay, 'postgres', measured, assumed),
    sqliteDayBytes: sqliteDay.bytes + sqliteDay.intervalBytes,
    logDayBytes: logDayBytes(eventsPerDay, 'postgres', measured.log.figures),
    storedBytes: bytesOn('postgres'),
    sqliteStoredBytes: bytesOn('sqlite'),
    databaseMicrosecondsPerEvent: cost.databaseMicroseconds,
    walBytesPerEvent: cost.walBytes,
  };
}

function stepOf(websites: number, { assumed, seed }: SimulationInput, measured: Measured): StepResult {
  const demand = demandOf(websites, measured, assumed);
  const plan = planFor(demand, assumed);
  const { zipfExponent } = assumed;
  return {
    demand,
    plan,
    bytesByRetention: RETENTIONS_DAYS.map((days) => ({
      days,
      bytes: demandOf(websites, measured, { ...assumed, retentionDays: days, eventLogDays: days }).stored.allBytes,
    })),
    balances: plan.isOnePostgres
      ? []
      : SHARD_COUNTS.filter((shards) => shards >= plan.workers).map((shards) =>
          balanceOf({ websites, zipfExponent, shards, workers: plan.workers, goalTimes: BALANCE_GOAL_TIMES, seed }),
        ),
  };
}
