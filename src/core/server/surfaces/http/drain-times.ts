// How long a server that closes waits for its connections.

/** How long it waits in all, from the moment when it is not ready any more. */
export const DRAIN_MS_MAX = 8_000;
/** How long it waits at least after the port is closed, for requests that came last. */
export const LAST_DRAIN_MS = 3_000;
/** So much of it is left for the last answers, once nothing is waited for any more. */
export const LAST_ANSWERS_MS = 1_000;
