// Merges large runs, and many small ones, in a thread: that takes up to seconds, and must not block the requests of a server. The thread
// has no database.
import { Thread } from '../../../foundation/threads/thread.ts';
import { mergeRuns } from '../format/merge-runs.ts';
import { eventsOfPending } from '../format/pending.ts';
import { type RunPart, writeParts } from '../format/run-parts.ts';
import type { DayToMerge, MergeRuns } from './merge.ts';

/** Less takes a few milliseconds. A row costs as much as several events, and what commits have logged is often one event in a row. */
const COST_HERE_MAX = 1_000;
const ROW_COST = 4;

export interface LogMerger {
  readonly merge: MergeRuns;
  /** Releases its resources. It can be used again. */
  stop(): Promise<void>;
}

export class MergeThread implements LogMerger {
  readonly #thread = new Thread<DayToMerge, RunPart[]>(new URL('./merge-worker.ts', import.meta.url), undefined);

  readonly merge: MergeRuns = (toMerge) => {
    const cost = toMerge.eventCount + ROW_COST * toMerge.pending.length;
    return cost <= COST_HERE_MAX ? mergeHere(toMerge) : this.#thread.call(toMerge);
  };

  stop(): Promise<void> {
    return this.#thread.stop();
  }
}

export async function mergeHere({ day, runs, pending }: DayToMerge): Promise<RunPart[]> {
  if (pending.length === 0) return mergeRuns(runs);
  const added = eventsOfPending(day, pending);
  // They are in the order of a run already.
  return runs.length === 0 ? writeParts(added) : mergeRuns([...runs, added]);
}
