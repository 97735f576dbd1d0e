import type { Clock } from '../../../foundation/time/clock.ts';

const AGE_MS_MAX = 1_000;

/**
 * Does the work at most once a second, however often it is asked for: all callers get the result, or the error, that is being
 * worked out or is less than a second old.
 */
export function onceASecond<Result>(work: () => Promise<Result>, clock: Clock): () => Promise<Result> {
  let shared: Promise<Result> | undefined;
  let doneMs: number | undefined;
  const isFresh = () => {
    if (doneMs === undefined) return true;
    const ageMs = clock().getTime() - doneMs;
    // A clock that was set back must not keep an old result.
    return ageMs >= 0 && ageMs < AGE_MS_MAX;
  };
  return () => {
    if (shared && isFresh()) return shared;
    doneMs = undefined;
    const done = () => {
      doneMs = clock().getTime();
    };
    shared = work();
    shared.then(done, done);
    return shared;
  };
}
