// A clock that tests set by hand.
export class TestClock {
  nowMs: number;

  constructor(iso: string) {
    this.nowMs = Date.parse(iso);
  }

  readonly now = (): Date => new Date(this.nowMs);

  advance(ms: number): void {
    this.nowMs += ms;
  }
}

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
