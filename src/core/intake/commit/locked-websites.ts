// Websites that another transaction had locked a moment ago, or rows of them: for a moment by a commit of another service node, for longer
// by an import, or for good by a holder that is stuck. Each website has one of two states.
//
// | state  | a commit …                                                   | it changes …                                                |
// |--------|--------------------------------------------------------------|-------------------------------------------------------------|
// | free   | waits for the website, but only for `LOCK_WAIT_MS`            | to locked, if the website is still locked after that        |
// | locked | takes the website only if it is free, and never waits for it  | to free, `LOCKED_MS` after a commit has last found it locked |
//
// So the others wait for a locked website for at most LOCK_WAIT_MS in every LOCKED_MS, however long it stays locked.
// Why: docs/decisions/events.md, "A locked website holds up the others for 50 ms in a second".
import type { Clock } from '../../foundation/time/clock.ts';

/** Commits of other service nodes usually end within this time, even on a busy machine. */
export const LOCK_WAIT_MS = 50;
const LOCKED_MS = 1_000;

export class LockedWebsites {
  readonly #clock: Clock;
  readonly #lockedAtMs = new Map<number | undefined, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(websiteId: number | undefined): void {
    this.#lockedAtMs.set(websiteId, this.#clock().getTime());
  }

  has(websiteId: number | undefined): boolean {
    const lockedAtMs = this.#lockedAtMs.get(websiteId);
    if (lockedAtMs === undefined) return false;
    // The clock may have been set back meanwhile.
    if (Math.abs(this.#clock().getTime() - lockedAtMs) < LOCKED_MS) return true;
    this.#lockedAtMs.delete(websiteId);
    return false;
  }
}
