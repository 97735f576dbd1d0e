// How long a commit waits for websites that another transaction has locked: several times as long as a commit of our own takes. By
// then, a commit of another service node has ended, and an import has not. A fixed time would be too short on a busy
// machine, or so long on a fast one that others wait for every commit of an import.
export interface LockWait {
  readonly ms: number;
  /** How long a commit had its websites locked. */
  noteCommit(ms: number): void;
}

const COMMITS_WAITED_FOR = 4;
const WAIT_MS_MIN = 25;
const WAIT_MS_MAX = 100;
/** Of the newest commit in the average. */
const WEIGHT = 1 / 8;

export class LockWaitByCommits implements LockWait {
  #commitMs = WAIT_MS_MAX / COMMITS_WAITED_FOR;

  get ms(): number {
    return Math.round(bounded(COMMITS_WAITED_FOR * this.#commitMs, WAIT_MS_MIN, WAIT_MS_MAX));
  }

  noteCommit(ms: number): void {
    // The clock may have been set meanwhile.
    this.#commitMs += (bounded(ms, 0, WAIT_MS_MAX) - this.#commitMs) * WEIGHT;
  }
}

function bounded(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
