// Cuts a text that would be too long where it is shown.

const CHARACTERS = new Intl.Segmenter('en');

/**
 * Returns at most `lengthMax` UTF-16 units. A text that is cut ends with …, and is never cut within a character, such as an emoji of
 * several parts.
 */
export function shortened(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  const end = CHARACTERS.segment(text).containing(lengthMax - 1)!.index;
  // A single character can have any number of accents.
  const kept = end > 0 ? text.slice(0, end) : text.slice(0, lengthMax - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${kept}…`;
}
