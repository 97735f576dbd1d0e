// The hops of an uncached report. Nothing in the service measures them: the trace benchmark wraps methods of its classes.

/** When a report arrived at a hop, in milliseconds of a clock that all processes and threads share. */
export type AtHops = Record<string, number>;

export function nowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

interface Named {
  /** The hop that begins when the method is called. */
  readonly before?: string;
  /** The hop that begins when its promise is fulfilled. */
  readonly after?: string;
}

/** Wraps a method, so that it notes when it is called and when it is done. */
export function note<Of extends object>(
  prototype: Of,
  method: keyof Of,
  now: (hop: string) => void,
  { before, after }: Named,
) {
  const original = prototype[method] as (...args: unknown[]) => Promise<unknown>;
  const noting = async function (this: Of, ...args: unknown[]) {
    if (before) now(before);
    const result = await original.apply(this, args);
    if (after) now(after);
    return result;
  };
  Object.assign(prototype, { [method]: noting });
}
