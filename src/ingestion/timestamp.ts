// ISO 8601 date-times, strictly: Date.parse takes much that is not one.

const DATE_TIME =
  /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:[Zz]|([+-])(\d\d):?(\d\d))?$/;
const MINUTE_MS = 60_000;

/** What is finer than a millisecond is cut off. Without an offset it is UTC. undefined: not a date-time. */
export function parseTimestampMs(text: string): number | undefined {
  const match = DATE_TIME.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second = '0', fraction = '', sign, offsetHours = '0', offsetMinutes = '0'] =
    match;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return undefined;
  if (Number(offsetHours) > 23 || Number(offsetMinutes) > 59) return undefined;
  const midnight = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  // A day that does not exist, such as 31 February, would have moved on to the next month, the year 99 to 1999.
  if (midnight.getUTCDate() !== Number(day) || midnight.getUTCMonth() !== Number(month) - 1) return undefined;
  if (midnight.getUTCFullYear() !== Number(year)) return undefined;
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * (sign === '-' ? -1 : 1);
  const minutes = Number(hour) * 60 + Number(minute) - offset;
  const ms = Math.min(Number(second), 59) * 1_000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
  return midnight.getTime() + minutes * MINUTE_MS + ms;
}
