// When a message is attempted again: after a minute, then twice as long each time, up to eight hours. 15 attempts take about
// two days.

export const ATTEMPTS_MAX = 15;
const FIRST_DELAY_MS = 60_000;
const DELAY_MS_MAX = 8 * 60 * 60 * 1000;
/** Scatters messages that failed together, so that they are not all attempted together again. */
const JITTER = 0.2;

/** The delay after so many attempts. */
export function backOffMs(attempts: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), DELAY_MS_MAX);
}

/** `random` is from 0 to 1. A receiver may ask for more time, but not for more than the longest delay. */
export function retryDelayMs(attempts: number, random: number, retryAfterMs = 0): number {
  const jittered = backOffMs(attempts) * (1 - JITTER + 2 * JITTER * random);
  return Math.max(jittered, boundedRetryAfterMs(retryAfterMs));
}

export function boundedRetryAfterMs(ms: number): number {
  return Math.min(ms, DELAY_MS_MAX);
}
