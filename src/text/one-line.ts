// The one rule for names: of accounts, websites, campaigns, tokens, keys, and whatever else people name.

/**
 * Names stand in lists, mails, logs and answers of tools. A line break in one looks like a line of its own there, and a character
 * that changes the direction of the text reverses what follows. Marks of direction (U+200E, U+200F, U+061C) and joiners
 * are allowed: names in Arabic or Hebrew and emoji need them.
 */
export function isOneLine(text: string): boolean {
  return !FORBIDDEN.test(text);
}

/**
 * Control characters, lone surrogates (which no database can store), separators of lines and paragraphs, and the embeddings,
 * overrides and isolates of the bidirectional algorithm.
 */
const FORBIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;

export const ONE_LINE_RULE = 'without line breaks, control characters and characters that change the direction of text';

/** Says what to remove, such as `must not contain U+202E: remove it`. */
export function oneLineAdvice(text: string): string {
  const code = FORBIDDEN.exec(text)?.[0].codePointAt(0) ?? 0;
  return `must not contain U+${code.toString(16).toUpperCase().padStart(4, '0')}: remove it`;
}
