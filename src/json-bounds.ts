// Limits the depth and the number of names of a JSON value, because a small document can still be expensive to process.

export interface JsonBounds {
  /** Nesting of objects and arrays. */
  readonly depthMax: number;
  /** The total number of names in all objects. */
  readonly namesMax: number;
}

/** Stops when a limit is exceeded. Does not recurse, so depth can't overflow the stack. */
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
