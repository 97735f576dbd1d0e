// ISO 8601 date-times, strictly: Date.parse takes much that is not one. They are read character by character: every
// event has one, and a regular expression would take longer than all other steps of an event together.
// A part that is malformed is NaN, and so is everything that is made of it.

const MINUTE_MS = 60_000;
const MINUTES_PER_DAY = 24 * 60;
const FRACTION_DIGITS_MAX = 9;

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

/** What is finer than a millisecond is cut off. Without an offset it is UTC. undefined: not a date-time. */
export function parseTimestampMs(text: string): number | undefined {
  if ((text.charCodeAt(10) & ~LOWER_CASE) !== T || text.charCodeAt(13) !== COLON) return undefined;
  const hasSeconds = text.charCodeAt(16) === COLON;
  const hasFraction = hasSeconds && (text.charCodeAt(19) === DOT || text.charCodeAt(19) === COMMA);
  const end = hasFraction ? endOfDigits(text, 20) : hasSeconds ? 19 : 16;

  const minutes = dayOfDate(text) * MINUTES_PER_DAY + clockAt(text, 11, 14) - offsetAt(text, end);
  const secondMs = hasSeconds ? Math.min(upTo(60, twoDigitsAt(text, 17)), 59) * 1_000 : 0;
  const fractionMs = hasFraction ? fractionMsAt(text, 20, end) : 0;
  const timestampMs = minutes * MINUTE_MS + secondMs + fractionMs;
  return Number.isNaN(timestampMs) ? undefined : timestampMs;
}

/** Days from 1970-01-01 to the date at the text's start. */
function dayOfDate(text: string): number {
  const year = twoDigitsAt(text, 0) * 100 + twoDigitsAt(text, 2);
  const month = twoDigitsAt(text, 5);
  const day = twoDigitsAt(text, 8);
  const exists = year >= 100 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(month, year);
  if (!exists || text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH) return Number.NaN;
  // In years that begin in March: the leap day is then the last of its year, and moves no other day.
  const years = month < 3 ? year - 1 : year;
  const leapDays = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
  const dayOfYear = Math.floor((((month + 9) % 12) * 153 + 2) / 5) + day - 1;
  return years * 365 + leapDays + dayOfYear - DAYS_BEFORE_1970;
}

/** From the first of March in the year 0. */
const DAYS_BEFORE_1970 = 719_468;

function daysIn(month: number, year: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function clockAt(text: string, hoursAt: number, minutesAt: number): number {
  return upTo(23, twoDigitsAt(text, hoursAt)) * 60 + upTo(59, twoDigitsAt(text, minutesAt));
}

function fractionMsAt(text: string, at: number, end: number): number {
  if (end === at || end > at + FRACTION_DIGITS_MAX) return Number.NaN;
  let ms = 0;
  for (let i = at; i < at + 3; i++) ms = ms * 10 + (i < end ? text.charCodeAt(i) - ZERO : 0);
  return ms;
}

/** Minutes ahead of UTC, by the last part of the text: nothing, Z, +hh:mm or -hhmm. */
function offsetAt(text: string, at: number): number {
  const length = text.length - at;
  if (length === 0 || (length === 1 && (text.charCodeAt(at) & ~LOWER_CASE) === Z)) return 0;
  if (length === 6 ? text.charCodeAt(at + 3) !== COLON : length !== 5) return Number.NaN;
  const minutes = clockAt(text, at + 1, text.length - 2);
  if (text.charCodeAt(at) === DASH) return -minutes;
  return text.charCodeAt(at) === PLUS ? minutes : Number.NaN;
}

function twoDigitsAt(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO;
  const ones = text.charCodeAt(at + 1) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

function endOfDigits(text: string, at: number): number {
  let end = at;
  while (text.charCodeAt(end) >= ZERO && text.charCodeAt(end) <= NINE) end++;
  return end;
}

function upTo(max: number, number: number): number {
  return number <= max ? number : Number.NaN;
}
