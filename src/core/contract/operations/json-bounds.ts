// Limits the depth and the number of names of a JSON value, because a small document can still be expensive to process.

export interface JsonBounds {
  /** Nesting of objects and arrays. */
  readonly depthMax: number;
  /** The total number of names in all objects. */
  readonly namesMax: number;
}

/** Checks a value from JSON.parse. Goes level by level instead of recursing, so depth can't overflow the stack. */
export function exceedsBounds(value: unknown, { depthMax, namesMax }: JsonBounds): boolean {
  let names = 0;
  let level = isContainer(value) ? [value] : [];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > depthMax) return true;
    const nextLevel: Container[] = [];
    for (const container of level) {
      if (Array.isArray(container)) {
        for (const child of container) if (isContainer(child)) nextLevel.push(child);
      } else {
        // Object.values would allocate an array for every event.
        for (const name in container) {
          if (++names > namesMax) return true;
          const child = container[name];
          if (isContainer(child)) nextLevel.push(child);
        }
      }
    }
    level = nextLevel;
  }
  return false;
}

type Container = unknown[] | Record<string, unknown>;

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}
