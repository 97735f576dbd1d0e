// How many threads read reports, what each of them keeps, how much an import takes at once, and whether background jobs run one at a time,
// by the memory that the machine has or that its container may use. A question about a million events takes up to 300 MB while it is
// counted, if nearly each event has a page of its own, and a fifth of that with usual pages.
import { availableParallelism, totalmem } from 'node:os';

const MIB = 1024 * 1024;
/** What the rest of the service takes: requests, events and jobs. */
const REST_BYTES = 112 * MIB;
/** What a thread should have. If there is less for each of them, there are fewer threads than processors. */
const THREAD_BYTES = 320 * MIB;
const KEPT_SHARE = 1 / 16;
const KEPT_BYTES_MAX = 32 * MIB;
/** What an event of an import takes, with all that is counted and stored for it. */
const IMPORTED_EVENT_BYTES = 512;
const IMPORTED_EVENTS_MIN = 25_000;
const IMPORTED_EVENTS_MAX = 1_500_000;

/** With more, jobs whose threads need memory may run at the same time. */
const JOBS_TOGETHER_BYTES_MIN = 1024 * MIB;

interface ReadMemory {
  /** How many threads there are. */
  readonly threads: number;
  /** How much memory runs of the event log may take that a thread keeps between questions. */
  readonly keptBytesMax: number;
}

/** One thread more than there are processors: if one tenant keeps all of them busy, there is still a thread for the next one. */
export function readMemory(memoryBytes = usableBytes(), processors = availableParallelism()): ReadMemory {
  const threadsMax = Math.max(2, processors) + 1;
  const threads = Math.max(1, Math.min(threadsMax, Math.floor((memoryBytes - REST_BYTES) / THREAD_BYTES)));
  return { threads, keptBytesMax: Math.floor(Math.min(KEPT_BYTES_MAX, (memoryBytes / threads) * KEPT_SHARE)) };
}

/** How many events an import may have in memory. Fewer make smaller commits, which take longer. */
export function importedEventsMax(memoryBytes = usableBytes()): number {
  const most = Math.floor((memoryBytes - REST_BYTES) / IMPORTED_EVENT_BYTES);
  return Math.max(IMPORTED_EVENTS_MIN, Math.min(IMPORTED_EVENTS_MAX, most));
}

/** Whether there is too little memory for several jobs that merge, build or read what many events have left. */
export function runsJobsInTurn(memoryBytes = usableBytes()): boolean {
  return memoryBytes < JOBS_TOGETHER_BYTES_MIN;
}

/** How many events of a day may be merged at once. A day with more keeps several runs, which questions read as well. */
export function mergedEventsMax(memoryBytes = usableBytes()): number {
  return runsJobsInTurn(memoryBytes) ? importedEventsMax(memoryBytes) : Number.POSITIVE_INFINITY;
}

/** Node gives 0 if there is no limit or if it is not known, and some systems a number that is larger than any memory. */
function usableBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
