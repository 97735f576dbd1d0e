// Normalizes emails and phone numbers, so that different spellings match the same contact.
import { createRequire } from 'node:module';
import { EMAIL_LENGTH_MAX, isEmailAddress } from '../../foundation/mail/email-address.ts';

const require = createRequire(import.meta.url);

export const PHONE_LENGTH_MAX = 64;
const PHONE_DIGITS_MIN = 3;

/** Loaded with the first phone number. It has as many files as all reports together, and most processes and threads never see one. */
let library: typeof import('libphonenumber-js/min') | undefined;

/** Contacts are people outside, so the domain of their address has a dot. */
const HAS_DOTTED_DOMAIN = /@.*\./;

/** Returns undefined if it is not an email address. */
export function emailKey(email: string): string | undefined {
  const key = email.trim().normalize('NFC').toLowerCase();
  return key.length <= EMAIL_LENGTH_MAX && isEmailAddress(key) && HAS_DOTTED_DOMAIN.test(key) ? key : undefined;
}

/**
 * A number with a country code is normalized to its international form. A number without one is compared by its characters,
 * ignoring separators. Returns undefined if it is not a phone number.
 */
export function phoneKey(phone: string): string | undefined {
  const trimmed = phone.trim();
  if (trimmed.length > PHONE_LENGTH_MAX || /[\p{Cc}\p{Cs}]/u.test(trimmed)) return undefined;
  // 00 is the most common international prefix, dialed in place of +.
  library ??= require('libphonenumber-js/min') as typeof import('libphonenumber-js/min');
  const number = library.parsePhoneNumberFromString(trimmed.replace(/^00/, '+'));
  if (number?.isPossible()) return number.ext ? `${number.number};ext=${number.ext}` : number.number;
  const digitCount = trimmed.match(/\p{Nd}/gu)?.length ?? 0;
  return digitCount < PHONE_DIGITS_MIN ? undefined : trimmed.toLowerCase().replaceAll(/[\s()./-]/g, '');
}
