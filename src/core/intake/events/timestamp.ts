// A strict parser for ISO 8601 date-times: Date.parse accepts much more. It reads byte by byte, because every event has a
// timestamp and a regular expression would take longer than all other steps together. A malformed number is NaN, and so
// is everything computed from it.
// Why: docs/decisions/events.md, "Old events are refused over HTTP, not in files".

const MINUTE_MS = 60_000;
const MINUTES_PER_DAY = 24 * 60;
const FRACTION_DIGITS_MAX = 9;
/** The longest valid date-time has 35 bytes. */
const BYTES_MAX = 40;

/** Character codes. */
const ZERO = 0x30;
const NINE = 0x39;
const DASH = 0x2d;
const COLON = 0x3a;
const PLUS = 0x2b;
const DOT = 0x2e;
const COMMA = 0x2c;
const T = 0x54;
const Z = 0x5a;
/** The bit that tells `t` from `T`. */
const LOWER_CASE = 0x20;

/** Truncates to milliseconds. A date-time without an offset is in UTC. Returns undefined if the text is not a date-time. */
export function parseTimestampMs(text: string): number | undefined {
  if (text.length > BYTES_MAX) return undefined;
  const length = scratch.write(text);
  scratch[length] = 0;
  return timestampMsAt(scratch, 0, length);
}

const scratch = Buffer.alloc(BYTES_MAX * 3 + 1);

/** The byte at `end` must not be able to continue a date-time. */
function timestampMsAt(bytes: Uint8Array, start: number, end: number): number | undefined {
  if ((bytes[start + 10]! & ~LOWER_CASE) !== T || bytes[start + 13] !== COLON) return undefined;
  const hasSeconds = bytes[start + 16] === COLON;
  const hasFraction = hasSeconds && (bytes[start + 19] === DOT || bytes[start + 19] === COMMA);
  const clockEnd = hasFraction ? endOfDigits(bytes, start + 20) : start + (hasSeconds ? 19 : 16);

  const clock = clockAt(bytes, start + 11, start + 14);
  const minutes = dayOfDate(bytes, start) * MINUTES_PER_DAY + clock - offsetAt(bytes, clockEnd, end);
  const secondMs = hasSeconds ? Math.min(upTo(60, twoDigitsAt(bytes, start + 17)), 59) * 1_000 : 0;
  const fractionMs = hasFraction ? fractionMsAt(bytes, start + 20, clockEnd) : 0;
  const timestampMs = minutes * MINUTE_MS + secondMs + fractionMs;
  return Number.isNaN(timestampMs) ? undefined : timestampMs;
}

/** Returns the number of days from 1970-01-01 to the date. */
function dayOfDate(bytes: Uint8Array, at: number): number {
  const year = twoDigitsAt(bytes, at) * 100 + twoDigitsAt(bytes, at + 2);
  const month = twoDigitsAt(bytes, at + 5);
  const day = twoDigitsAt(bytes, at + 8);
  const exists = year >= 100 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(month, year);
  if (!exists || bytes[at + 4] !== DASH || bytes[at + 7] !== DASH) return Number.NaN;
  // Years start in March, so that the leap day is the last day of its year and shifts no other day.
  const years = month < 3 ? year - 1 : year;
  const leapDays = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
  const dayOfYear = Math.floor((((month + 9) % 12) * 153 + 2) / 5) + day - 1;
  return years * 365 + leapDays + dayOfYear - DAYS_BEFORE_1970;
}

/** The number of days from the first of March in the year 0. */
const DAYS_BEFORE_1970 = 719_468;

function daysIn(month: number, year: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function clockAt(bytes: Uint8Array, hoursAt: number, minutesAt: number): number {
  return upTo(23, twoDigitsAt(bytes, hoursAt)) * 60 + upTo(59, twoDigitsAt(bytes, minutesAt));
}

function fractionMsAt(bytes: Uint8Array, at: number, end: number): number {
  if (end === at || end > at + FRACTION_DIGITS_MAX) return Number.NaN;
  let ms = 0;
  for (let i = at; i < at + 3; i++) ms = ms * 10 + (i < end ? bytes[i]! - ZERO : 0);
  return ms;
}

/** Returns the offset from UTC in minutes. The rest of the string is empty, Z, +hh:mm or -hhmm. */
function offsetAt(bytes: Uint8Array, at: number, end: number): number {
  const length = end - at;
  if (length === 0 || (length === 1 && (bytes[at]! & ~LOWER_CASE) === Z)) return 0;
  if (length === 6 ? bytes[at + 3] !== COLON : length !== 5) return Number.NaN;
  const minutes = clockAt(bytes, at + 1, end - 2);
  if (bytes[at] === DASH) return -minutes;
  return bytes[at] === PLUS ? minutes : Number.NaN;
}

function twoDigitsAt(bytes: Uint8Array, at: number): number {
  const tens = bytes[at]! - ZERO;
  const ones = bytes[at + 1]! - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

function endOfDigits(bytes: Uint8Array, at: number): number {
  let end = at;
  while (bytes[end]! >= ZERO && bytes[end]! <= NINE) end++;
  return end;
}

function upTo(max: number, number: number): number {
  return number <= max ? number : Number.NaN;
}
