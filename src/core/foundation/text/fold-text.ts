// Text as it is searched.

/** Returns it in lower case and without accents: José and JOSE are the same. */
export function foldText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cc}]/gu, '')
    .toLowerCase();
}
