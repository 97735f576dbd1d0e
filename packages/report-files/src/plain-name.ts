// What names of files are made of. It has no texts, because the service mails files, too.

/** Writes it in lower case, with hyphens for all but letters, digits and dots. Letters of all languages stay. */
export function plainName(parts: readonly (string | undefined)[]): string {
  return parts
    .filter((part) => part !== undefined)
    .join(' ')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}.]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
}
