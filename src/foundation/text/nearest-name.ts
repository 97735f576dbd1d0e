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

/** The Levenshtein distance. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (a[i] === b[j] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length]!;
}
