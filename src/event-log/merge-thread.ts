// Merges large runs in a thread: that takes up to seconds, and must not block the requests of a server. The thread has no database.
import { Thread } from '../threads/thread.ts';
import { divideRun, type RunPart } from './divide-run.ts';
import type { MergeRuns } from './merge.ts';
import { mergeRuns } from './merge-runs.ts';
import type { Run } from './run.ts';

export type RunsToMerge = readonly [Run, ...Run[]];

/** Fewer events take a few milliseconds. */
const EVENTS_HERE_MAX = 5_000;

export interface LogMerger {
  readonly merge: MergeRuns;
  /** Releases its resources. It can be used again. */
  stop(): Promise<void>;
}

export class MergeThread implements LogMerger {
  readonly #thread = new Thread<RunsToMerge, RunPart[]>(new URL('./merge-worker.ts', import.meta.url), undefined);

  readonly merge: MergeRuns = (runs) => {
    const events = runs.reduce((sum, { eventCount }) => sum + eventCount, 0);
    return events <= EVENTS_HERE_MAX ? mergeHere(runs) : this.#thread.call(runs);
  };

  stop(): Promise<void> {
    return this.#thread.stop();
  }
}

export async function mergeHere(runs: RunsToMerge): Promise<RunPart[]> {
  return divideRun(mergeRuns(runs));
}
