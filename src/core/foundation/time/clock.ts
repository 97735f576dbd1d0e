// The only place that reads the system time; everything else receives a clock.
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** The clock of this machine may be far ahead: see foundation/database/trusted-clock.ts. */
export class UntrustedClockError extends Error {}

/** Record timestamps have whole seconds, so that sorting the strings sorts by time. */
export function isoSeconds(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}

/** Tokens have such times: whole seconds since 1970. */
export function isoOfEpochSeconds(seconds: number): string {
  return isoSeconds(new Date(seconds * 1000));
}
