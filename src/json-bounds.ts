// JSON can be small in bytes and still cost much to look at: very deep, or with very many names. This is looked at first.

export interface JsonBounds {
  /** Objects and arrays within each other. */
  readonly depthMax: number;
  /** Names of all objects together. */
  readonly namesMax: number;
}

/** Stops at the first thing too much, and does not recurse: depth can't exhaust the stack. */
export function exceedsBounds(value: unknown, { depthMax, namesMax }: JsonBounds): boolean {
  const open = [{ value, depth: 1 }];
  let names = 0;
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one.value !== 'object' || one.value === null) continue;
    if (one.depth > depthMax) return true;
    const inner = Object.values(one.value);
    if (!Array.isArray(one.value)) names += inner.length;
    if (names > namesMax) return true;
    for (const child of inner) open.push({ value: child, depth: one.depth + 1 });
  }
  return false;
}
