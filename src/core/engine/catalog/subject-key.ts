// Keys: names by which events name campaigns, variants, steps and elements instead of by their ids. Unique under a parent.

const KEY = /^[A-Za-z0-9._-]{1,64}$/;
const DIGITS = /^\d+$/;

export const KEY_RULE = 'a string of 1 to 64 letters (a to z), digits, -, _ and ., not only digits';

/** The key of a level that an event leaves out, such as the variant of a campaign that has no variants worth naming. */
export const DEFAULT_KEY = 'default';

export function isKey(value: unknown): value is string {
  return typeof value === 'string' && KEY.test(value) && !DIGITS.test(value);
}

/** A string of digits is an id, because page authors write both into the same attribute. */
export function idFromDigits(value: unknown): number | undefined {
  return typeof value === 'string' && DIGITS.test(value) ? Number(value) : undefined;
}
