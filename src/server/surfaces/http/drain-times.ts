// How long a server that closes waits for its connections.

/** How long it waits in all, from the moment when it is not ready any more. */
export const DRAIN_MS_MAX = 8_000;
/** How long it waits at least after the port is closed, for requests that came last. */
export const LAST_DRAIN_MS = 3_000;
/** How long before it cuts connections whoever waits for a commit is told to send the events again. */
const LAST_ANSWERS_MS = 1_000;

/** How long events may wait for their commit after the port is closed. The grace period is over by then. */
export function lastCommitMs(graceMs: number): number {
  return Math.max(DRAIN_MS_MAX - graceMs, LAST_DRAIN_MS) - LAST_ANSWERS_MS;
}
