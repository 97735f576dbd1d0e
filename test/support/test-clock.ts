// A clock that tests set by hand. Without a time of its own it runs with the machine's, by which some libraries go.
export class TestClock {
  /** Away from the time that it was given, or from the machine's. */
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
}

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
