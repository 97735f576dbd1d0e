// Merges large runs, and many small ones, in a thread: that takes up to seconds, and must not block the requests of a server. The thread has no database.
import { Thread } from '../threads/thread.ts';
import { divideRun, type RunPart } from './divide-run.ts';
import type { MergeRuns } from './merge.ts';
import { mergeRuns } from './merge-runs.ts';
import type { Run } from './run.ts';

export type RunsToMerge = readonly [Run, ...Run[]];

/** Less takes a few milliseconds. Each run costs as much as several events, and what commits have logged is often one event in a run. */
const COST_HERE_MAX = 1_000;
const RUN_COST = 10;

export interface LogMerger {
  readonly merge: MergeRuns;
  /** Releases its resources. It can be used again. */
  stop(): Promise<void>;
}

export class MergeThread implements LogMerger {
  readonly #thread = new Thread<RunsToMerge, RunPart[]>(new URL('./merge-worker.ts', import.meta.url), undefined);

  readonly merge: MergeRuns = (runs) => {
    const cost = runs.reduce((sum, { eventCount }) => sum + RUN_COST + eventCount, 0);
    return cost <= COST_HERE_MAX ? mergeHere(runs) : this.#thread.call(runs);
  };

  stop(): Promise<void> {
    return this.#thread.stop();
  }
}

export async function mergeHere(runs: RunsToMerge): Promise<RunPart[]> {
  return divideRun(mergeRuns(runs));
}
