// The one rule for the email addresses of users and contacts, however they are entered.

export const EMAIL_LENGTH_MAX = 254;

/**
 * These are not allowed: spaces; control and format characters, which nobody sees; and what has a meaning in the header of a mail. A
 * program that sends mail would drop the brackets of `<a@b.test>`, or read several addresses.
 */
const CHARACTER = String.raw`[^\s@\p{Cc}\p{Cf}\p{Cs}"(),:;<>[\\\]]`;
const LABEL = String.raw`[^\s@\p{Cc}\p{Cf}\p{Cs}"(),:;<>[\\\].]+`;
/** The domain may be a host of the local network, without a dot. */
const ADDRESS = new RegExp(`^${CHARACTER}+@${LABEL}(\\.${LABEL})*$`, 'u');

export function isEmailAddress(value: string): boolean {
  // Mail programs would decode an encoded word (RFC 2047).
  return value.length <= EMAIL_LENGTH_MAX && ADDRESS.test(value) && !value.includes('=?');
}

/** The address as it is stored: who writes it in another case means the same mailbox. */
export function normalizedEmail(email: string): string {
  return email.trim().toLowerCase();
}
