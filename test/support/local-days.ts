// The local dates of time zones, found in the simplest way: by asking Intl about every quarter of an hour.
import { DAY_MS } from './test-clock.ts';

const QUARTER_MS = 15 * 60_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** YYYY-MM-DD. */
function localDate(timeZone: string, ms: number): string {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formats.set(timeZone, format);
  }
  return format.format(ms);
}

export function localDay(timeZone: string, ms: number): number {
  return timeZone === 'UTC' ? Math.floor(ms / DAY_MS) : Date.parse(localDate(timeZone, ms)) / DAY_MS;
}

/** The first instant of a local date. */
export function startOfLocalDay(timeZone: string, day: number): number {
  for (let ms = (day - 1) * DAY_MS; ; ms += QUARTER_MS) if (localDay(timeZone, ms) >= day) return ms;
}
