// How evenly websites fall on shards, and shards on workers, by simulation. Citus places a website by a hash of its id, so where
// the large ones fall is chance, and gives shards to workers in turn. Only the largest websites are placed one by one; all
// others together are even.
import { Random } from '../src/core/foundation/statistics/random.ts';
import { powerSum } from './sizes.ts';

const PLACED_ONE_BY_ONE = 1_000;
const TRIALS = 31;
/** How many websites to isolate, tried in this order. */
const CANDIDATES = [0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

/** "Times" compare with the average, and are those of the median cluster. */
export interface Balance {
  readonly shards: number;
  readonly hottestShardTimes: number;
  /** 95 of 100 clusters are not worse. */
  readonly hottestShardTimesP95: number;
  readonly busiestWorkerTimes: number;
  /** Websites that are as large as an average worker: each gets one, with a shard of its own. */
  readonly ownWorkers: number;
  /** Further ones with a shard of their own, before shards are moved by their size. undefined: that does not reach the goal. */
  readonly toIsolate: number | undefined;
  /** Only workers that are shared count. */
  readonly busiestWorkerTimesThen: number;
}

export interface BalanceQuestion {
  readonly websites: number;
  readonly zipfExponent: number;
  readonly shards: number;
  readonly workers: number;
  /** The busiest of the shared workers may have so many times the average. */
  readonly goalTimes: number;
  readonly seed: number;
}

export function balanceOf(question: BalanceQuestion): Balance {
  const { shards, workers, goalTimes } = question;
  const trials = trialsOf(question);
  const hottest = trials.map((trial) => Math.max(...shardLoads(trial, 0)) * shards);
  const ownWorkers = Math.min(workers - 1, trials[0]!.large.filter(({ share }) => share * workers >= 1).length);
  const then = (toIsolate: number) =>
    median(trials.map((trial) => bySize(trial, workers - ownWorkers, ownWorkers, toIsolate)));
  const toIsolate = CANDIDATES.find((candidate) => then(candidate) <= goalTimes);
  return {
    shards,
    hottestShardTimes: median(hottest),
    hottestShardTimesP95: quantile(hottest, 0.95),
    busiestWorkerTimes: median(trials.map((trial) => inTurn(trial, workers))),
    ownWorkers,
    toIsolate,
    busiestWorkerTimesThen: then(toIsolate ?? CANDIDATES.at(-1)!),
  };
}

/** A cluster by chance: the share of all events of each large website, its shard, and what every shard has of the small ones. */
interface Trial {
  readonly large: readonly { readonly share: number; readonly shard: number }[];
  readonly shards: number;
  readonly smallPerShard: number;
}

function trialsOf({ websites, zipfExponent, shards, seed }: BalanceQuestion): Trial[] {
  const random = new Random(seed);
  const total = powerSum(1, websites, zipfExponent);
  const count = Math.min(websites, PLACED_ONE_BY_ONE);
  const shares = Array.from({ length: count }, (_, index) => (index + 1) ** -zipfExponent / total);
  const small = Math.max(0, 1 - shares.reduce((sum, share) => sum + share));
  return Array.from({ length: TRIALS }, () => ({
    large: shares.map((share) => ({ share, shard: random.between(0, shards - 1) })),
    shards,
    smallPerShard: small / shards,
  }));
}

/** Without the largest websites, which are isolated. */
function shardLoads({ large, shards, smallPerShard }: Trial, isolated: number): number[] {
  const loads = new Array<number>(shards).fill(smallPerShard);
  for (const { share, shard } of large.slice(isolated)) loads[shard]! += share;
  return loads;
}

/** Places them as Citus does. */
function inTurn(trial: Trial, workers: number): number {
  const loads = new Array<number>(workers).fill(0);
  for (const [shard, load] of shardLoads(trial, 0).entries()) loads[shard % workers]! += load;
  return busiestTimes(loads);
}

/**
 * Without the `elsewhere` largest websites. The next `isolated` ones have shards of their own. Largest shards first, each to the worker
 * that has least.
 */
function bySize(trial: Trial, workers: number, elsewhere: number, isolated: number): number {
  const own = trial.large.slice(elsewhere, elsewhere + isolated).map(({ share }) => share);
  const loads = new Array<number>(workers).fill(0);
  for (const load of [...own, ...shardLoads(trial, elsewhere + isolated)].sort((a, b) => b - a)) {
    loads[loads.indexOf(Math.min(...loads))]! += load;
  }
  return busiestTimes(loads);
}

function busiestTimes(loads: readonly number[]): number {
  return (Math.max(...loads) * loads.length) / loads.reduce((sum, load) => sum + load);
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}
