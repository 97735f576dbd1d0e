// A clock that tests set by hand. Without a start time it follows the system clock, which some libraries use.
export class TestClock {
  /** Relative to the given time, or to the system clock. */
  offsetMs = 0;
  readonly #startMs: number | undefined;

  constructor(iso?: string) {
    this.#startMs = iso === undefined ? undefined : Date.parse(iso);
  }

  get nowMs(): number {
    return (this.#startMs ?? Date.now()) + this.offsetMs;
  }

  set nowMs(ms: number) {
    this.offsetMs = ms - (this.#startMs ?? Date.now());
  }

  readonly now = (): Date => new Date(this.nowMs);

  advance(ms: number): void {
    this.offsetMs += ms;
  }

  /** Rate limits count by the quarter of an hour, say: what a test counts from here on falls into one, though time goes on. */
  advanceToMultipleOf(ms: number): void {
    this.nowMs = (Math.floor(this.nowMs / ms) + 1) * ms;
  }
}

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/**
 * For code that asks the system clock for the date. Works again if midnight has passed meanwhile: what was seven days ago is eight days ago
 * then.
 */
export async function onOneDay<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    const before = systemDate();
    const result = await work();
    if (systemDate() === before) return result;
  }
}

function systemDate(): string {
  return new Date().toISOString().slice(0, 10);
}
