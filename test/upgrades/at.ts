// The time at which stored databases end, and at which their questions are asked: the same for each version, and independent of the
// day on which a test runs.
import type { TestClock } from '../support/test-clock.ts';

/** A Wednesday. */
export const AT = '2026-09-16T10:30:00Z';

/** Everything in this process that asks the system for the date gets that of the clock, until it is put back. */
export function replaceDate(clock: TestClock): () => void {
  const System = globalThis.Date;
  globalThis.Date = class extends System {
    constructor(...given: unknown[]) {
      // biome-ignore lint/suspicious/noExplicitAny: each way of calling it is passed on.
      super(...((given.length === 0 ? [clock.nowMs] : given) as [any]));
    }

    static override now(): number {
      return clock.nowMs;
    }
  } as DateConstructor;
  return () => {
    globalThis.Date = System;
  };
}
