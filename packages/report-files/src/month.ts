const DAY_MS = 86_400_000;

/** The part of the month that is over, from 0 to 1. `clock`: what clocks show, as if it were UTC, in milliseconds since 1970. */
export function monthOver(clock: number): number {
  const now = new Date(clock);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const [start, end] = [Date.UTC(year, month, 1), Date.UTC(year, month + 1, 1)];
  return (clock - start) / DAY_MS / Math.round((end - start) / DAY_MS);
}
