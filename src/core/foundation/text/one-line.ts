// The one rule for names: of accounts, websites, campaigns, tokens, keys, and whatever else people name.
// Why: docs/decisions/logins.md, "One rule for addresses, and one for names".

/** How long names in the catalog can be. Some other names have to be shorter. */
export const NAME_LENGTH_MAX = 200;

/**
 * Names stand in lists, mails, logs and answers of tools. A line break in one looks like a line of its own there, a character
 * that changes the direction of the text reverses what follows, and with one that has no width, two names look the same. Names in some
 * scripts and emoji need joiners (U+200C, U+200D), and names in Arabic or Hebrew marks of direction (U+200E, U+200F, U+061C): there, and
 * only there, they are allowed.
 */
export function isOneLine(text: string): boolean {
  return forbiddenIn(text) === undefined;
}

function forbiddenIn(text: string): string | undefined {
  return (FORBIDDEN.exec(text) ?? JOINER_ALONE.exec(text) ?? (RIGHT_TO_LEFT.test(text) ? null : MARK.exec(text)))?.[0];
}

/**
 * Control characters, lone surrogates (which no database can store), separators of lines and paragraphs, the embeddings,
 * overrides and isolates of the bidirectional algorithm, and spaces, joiners and operators without a width.
 */
const FORBIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069\u180E\u200B\u2060-\u2065\uFEFF]/u;
/** A joiner that follows neither an emoji nor a letter of a script that joins its letters. */
const JOINER_ALONE =
  /(?<!\uFE0F|[\p{Extended_Pictographic}\p{Emoji_Modifier}]|(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[\p{L}\p{M}])[\u200C\u200D]/u;
const MARK = /[\u200E\u200F\u061C]/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

export const ONE_LINE_RULE =
  'without line breaks, control characters, characters without width and characters that change the direction of text';
/** The rule, as messages say it. */
export const NAME_RULE = `must be a string of 1 to ${NAME_LENGTH_MAX} characters, ${ONE_LINE_RULE}`;

/** Says what to remove, such as `must not contain U+202E: remove it`. */
export function oneLineAdvice(text: string): string {
  const code = forbiddenIn(text)?.codePointAt(0) ?? 0;
  return `must not contain U+${code.toString(16).toUpperCase().padStart(4, '0')}: remove it`;
}
