/** Returns a queue: each piece of work starts when the one before it has ended, successfully or not. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    // The result is dropped: it may be large.
    last = result.then(nothing, nothing);
    return result;
  };
}

function nothing(): void {}
