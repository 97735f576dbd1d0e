// Normalizes emails and phone numbers, so that different spellings match the same contact.
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

export const EMAIL_LENGTH_MAX = 254;
export const PHONE_LENGTH_MAX = 64;
const PHONE_DIGITS_MIN = 3;

/** A local part, one @ and a domain with a dot, without spaces, control characters or quoting. */
const EMAIL =
  /^[^\s@\p{Cc}\p{Cs}"(),:;<>[\\\]]+@[^\s@\p{Cc}\p{Cs}"(),:;<>[\\\].]+(\.[^\s@\p{Cc}\p{Cs}"(),:;<>[\\\].]+)+$/u;

/** Returns undefined if it is not an email address. */
export function emailKey(email: string): string | undefined {
  const key = email.trim().normalize('NFC').toLowerCase();
  return key.length <= EMAIL_LENGTH_MAX && EMAIL.test(key) ? key : undefined;
}

/**
 * A number with a country code is normalized to its international form. A number without one is compared by its characters,
 * ignoring separators. Returns undefined if it is not a phone number.
 */
export function phoneKey(phone: string): string | undefined {
  const trimmed = phone.trim();
  if (trimmed.length > PHONE_LENGTH_MAX || /[\p{Cc}\p{Cs}]/u.test(trimmed)) return undefined;
  // 00 is the most common international prefix, dialed in place of +.
  const number = parsePhoneNumberFromString(trimmed.replace(/^00/, '+'));
  if (number?.isPossible()) return number.ext ? `${number.number};ext=${number.ext}` : number.number;
  const digitCount = trimmed.match(/\p{Nd}/gu)?.length ?? 0;
  return digitCount < PHONE_DIGITS_MIN ? undefined : trimmed.toLowerCase().replaceAll(/[\s()./-]/g, '');
}
