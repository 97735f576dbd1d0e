// Finds the name that a caller probably meant, for messages about unknown names.

/** The name with the fewest edits, ignoring case. undefined if none is close enough: a short name must not be near to everything. */
export function nearestName(wrong: string, names: Iterable<string>): string | undefined {
  const lower = wrong.slice(0, NAME_LENGTH_MAX).toLowerCase();
  let nearest: string | undefined;
  let fewest = Math.max(2, Math.ceil(lower.length / 2)) + 1;
  for (const name of names) {
    const edits = editDistance(lower, name.toLowerCase());
    if (edits >= fewest || edits >= name.length) continue;
    nearest = name;
    fewest = edits;
  }
  return nearest;
}

/** Names come from outside. A longer one is not a typo. */
const NAME_LENGTH_MAX = 50;

/** The Levenshtein distance. Searches compare thousands of words, so it keeps one row and makes no others. */
export function editDistance(a: string, b: string): number {
  const row = new Uint32Array(b.length + 1).map((_, index) => index);
  for (let i = 0; i < a.length; i++) {
    const letter = a.charCodeAt(i);
    let diagonal = i;
    row[0] = i + 1;
    for (let j = 0; j < b.length; j++) {
      const replaced = diagonal + (letter === b.charCodeAt(j) ? 0 : 1);
      diagonal = row[j + 1]!;
      row[j + 1] = Math.min(row[j]! + 1, diagonal + 1, replaced);
    }
  }
  return row[b.length]!;
}
