// Quiet hours: when notifications wait. They are local times, so that a night stays a night when the clocks change.
// Why: docs/decisions/notifications.md, "Unsubscribing deletes, with a token that can do one thing".

export interface QuietHours {
  /** HH:MM. */
  readonly from: string;
  /** The first minute that is not quiet. If it is before `from`, the quiet hours go over midnight. */
  readonly to: string;
  /** The IANA name, such as Europe/Berlin. */
  readonly timeZone: string;
}

export const LOCAL_TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
/** Unlike an offset such as +01:00. Without nested repetition, which a hostile name could make arbitrarily slow. */
const ZONE_NAME = /^[A-Za-z][\w/+-]*$/;

const MINUTE_MS = 60_000;
const MINUTES_PER_DAY = 24 * 60;
/** Time zones change their clocks only at whole quarters of a UTC hour. In between, the local time runs evenly. */
const EVEN_MINUTES = 15;

export function isTimeZone(name: string): boolean {
  if (!ZONE_NAME.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * The first time from `now` on that is not quiet. A time zone that a newer version of Node has stored and this one does not know counts as
 * UTC: otherwise nobody would be notified of the website any more.
 */
export function afterQuietHours(now: Date, quietHours: QuietHours | null): Date {
  if (quietHours === null) return now;
  const clock = localClock(quietHours.timeZone);
  const [from, to] = [minuteOfDay(quietHours.from), minuteOfDay(quietHours.to)];
  const length = minutesFrom(from, to);
  let time = now;
  for (;;) {
    const minute = clock(time);
    if (minutesFrom(from, minute) >= length) return time;
    const utcMinute = Math.floor(time.getTime() / MINUTE_MS);
    const evenly = EVEN_MINUTES - (utcMinute % EVEN_MINUTES);
    time = new Date((utcMinute + Math.min(minutesFrom(minute, to), evenly)) * MINUTE_MS);
  }
}

/** How many minutes later a clock shows `to`. */
function minutesFrom(from: number, to: number): number {
  return (to - from + MINUTES_PER_DAY) % MINUTES_PER_DAY;
}

function minuteOfDay(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

function localClock(timeZone: string): (time: Date) => number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: isTimeZone(timeZone) ? timeZone : 'UTC',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return (time) => minuteOfDay(format.format(time));
}
