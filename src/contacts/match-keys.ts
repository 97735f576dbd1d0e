// What makes two addresses or two numbers the same, however they are written.
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

export const EMAIL_LENGTH_MAX = 254;
export const PHONE_LENGTH_MAX = 64;
const PHONE_DIGITS_MIN = 3;

/** Something, one @, and a domain with a dot, without spaces, control characters or the marks of a longer syntax. */
const EMAIL =
  /^[^\s@\p{Cc}\p{Cs}"(),:;<>[\\\]]+@[^\s@\p{Cc}\p{Cs}"(),:;<>[\\\].]+(\.[^\s@\p{Cc}\p{Cs}"(),:;<>[\\\].]+)+$/u;

/** undefined: not an email address. */
export function emailKey(text: string): string | undefined {
  const key = text.trim().normalize('NFC').toLowerCase();
  return key.length <= EMAIL_LENGTH_MAX && EMAIL.test(key) ? key : undefined;
}

/**
 * The number in its international form, where it names its country; a number that does not is the same only as one
 * with the same characters, separators aside. undefined: not a number that anybody could call.
 */
export function phoneKey(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > PHONE_LENGTH_MAX || /[\p{Cc}\p{Cs}]/u.test(trimmed)) return undefined;
  // 00 is how most of the world dials the +.
  const number = parsePhoneNumberFromString(trimmed.replace(/^00/, '+'));
  if (number?.isPossible()) return number.ext ? `${number.number};ext=${number.ext}` : number.number;
  const digitCount = trimmed.match(/\p{Nd}/gu)?.length ?? 0;
  return digitCount < PHONE_DIGITS_MIN ? undefined : trimmed.toLowerCase().replaceAll(/[\s()./-]/g, '');
}
