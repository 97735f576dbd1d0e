// Makes a string that anybody may have sent fit to be the value of a dimension.
import { NO_VALUE } from './dimension.ts';

export const VALUE_LENGTH_MAX = 100;

/** Control characters and lone surrogates can't be stored, or can't be told apart when they are read. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]+/gu;

/** Removes spaces around it, and cuts it. undefined: nothing is left, or it is what stands for no value. */
export function cleanText(text: string, lengthMax = VALUE_LENGTH_MAX): string | undefined {
  // Cut once before the other steps, so that these take no time that depends on the sender, and once after them.
  const printable = cut(text.trimStart(), 2 * lengthMax).replace(UNPRINTABLE, ' ');
  const clean = cut(printable.trim(), lengthMax).trimEnd();
  return clean === '' || clean === NO_VALUE ? undefined : clean;
}

/** Campaign tags are compared without regard to case. */
export function cleanTag(text: string): string | undefined {
  const clean = cleanText(text);
  // A few characters become longer in lower case.
  return clean === undefined ? undefined : cleanText(clean.toLowerCase());
}

/** Counts characters, not UTF-16 code units, so that none is cut in half. */
function cut(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  const head = text.slice(0, 2 * lengthMax);
  return Array.from(head).slice(0, lengthMax).join('');
}
