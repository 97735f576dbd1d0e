/** Days as YYYY-MM-DD, both inclusive. */
export interface DayRange {
  readonly start: string;
  readonly end: string;
}

const DAY_MS = 86_400_000;

/** The days of a window that the API writes as instants. */
export function daysBetween(start: string, end: string, timezone = 'UTC'): DayRange {
  const [startMs, endMs] = [Date.parse(start), Date.parse(end)];
  if (isKnownZone(timezone)) return { start: dateAt(startMs, timezone), end: dateAt(endMs, timezone) };
  // The UTC days that begin and end next to them: the same dates, unless the zone is 12 hours or more from UTC.
  return { start: dateAt(startMs + DAY_MS / 2, 'UTC'), end: dateAt(endMs - DAY_MS / 2, 'UTC') };
}

/** Those of websites: of all zones, there are a few hundred. */
const knownZones = new Map<string, boolean>();

/** A browser can be older than the name of the zone. */
export function isKnownZone(timezone: string): boolean {
  const isKnown = knownZones.get(timezone) ?? hasZone(timezone);
  knownZones.set(timezone, isKnown);
  return isKnown;
}

function hasZone(timezone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: timezone });
    return true;
  } catch {
    return false;
  }
}

/** The date of an instant. `timeZone`: undefined is that of the reader. */
export function dateAt(ms: number, timeZone: string | undefined): string {
  if (timeZone === 'UTC') return new Date(ms).toISOString().slice(0, 10);
  const parts = new Intl.DateTimeFormat('en-US', {
    ...(timeZone !== undefined && { timeZone }),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(ms);
  const part = (type: string) => parts.find((one) => one.type === type)!.value;
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

export function countDays({ start, end }: DayRange): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS) + 1;
}

export function addDays(iso: string, days: number): string {
  return new Date(Date.parse(iso) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The Monday on or before the day. */
export function startOfWeek(iso: string): string {
  return addDays(iso, -((new Date(iso).getUTCDay() + 6) % 7));
}

export function startOfMonth(iso: string): string {
  return `${iso.slice(0, 7)}-01`;
}

export function startOfQuarter(iso: string): string {
  const month = Math.floor((Number(iso.slice(5, 7)) - 1) / 3) * 3 + 1;
  return `${iso.slice(0, 4)}-${String(month).padStart(2, '0')}-01`;
}

export function addMonths(iso: string, months: number): string {
  const date = new Date(startOfMonth(iso));
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 10);
}
