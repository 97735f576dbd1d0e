// The hours of a time zone as `Intl` writes them, minute by minute: slow, and not how the code finds them.
export interface LocalHour {
  /** A time such as 2026-11-16T09:00:00+11:00. */
  readonly date: string;
  /** The local date. */
  readonly day: string;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

interface LocalTime {
  readonly day: string;
  readonly time: string;
  readonly offset: string;
}

function localTimes(timeZone: string): (ms: number) => LocalTime {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'longOffset',
  });
  return (ms) => {
    const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
    return {
      day: `${parts.year}-${parts.month}-${parts.day}`,
      time: `${parts.hour}:${parts.minute}:${parts.second}`,
      offset: parts.timeZoneName!.slice('GMT'.length) || '+00:00',
    };
  };
}

/** Finds the hour of an instant: the local hour together with the offset names it. */
export function hourNames(timeZone: string): (ms: number) => string {
  const timeAt = localTimes(timeZone);
  return (ms) => {
    const { day, time, offset } = timeAt(ms);
    return `${day} ${time.slice(0, 2)} ${offset}`;
  };
}

/** The hours of the local dates from the first to the last one, by their names. `stepMs`: how often a clock is looked at. */
export function localHours(
  timeZone: string,
  first: string,
  last: string,
  stepMs = 15 * MINUTE_MS,
): ReadonlyMap<string, LocalHour> {
  const timeAt = localTimes(timeZone);
  const hours = new Map<string, LocalHour>();
  for (let ms = Date.parse(first) - DAY_MS; ms < Date.parse(last) + 2 * DAY_MS; ms += stepMs) {
    const { day, time, offset } = timeAt(ms);
    const name = `${day} ${time.slice(0, 2)} ${offset}`;
    if (day >= first && day <= last && !hours.has(name)) hours.set(name, { date: `${day}T${time}${offset}`, day });
  }
  return hours;
}
