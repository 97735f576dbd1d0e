// How much of a file an import commits at once, and how long it waits before it commits again. Large commits are faster,
// but other writers have to wait for them. So the size doubles while nobody else writes, and shrinks to a single chunk
// as soon as somebody does. Then the import also pauses for as long as it has written, so that others get half of the time.
// Why: docs/decisions/imports.md, "An import commits as much as it can, and little while others write".
import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_COMMIT_BYTES = 256 * 1024 * 1024;
const COMMIT_BYTES_MAX = 512 * 1024 * 1024;
/** On SQLite, writers retry the lock every 5 ms: this is long enough for them to get it, and to be noticed. */
const PAUSE_MS_MIN = 25;

export interface CommitPaceOptions {
  /** Whether another writer has written since the last call. */
  haveOthersWritten(): Promise<boolean>;
  pause?(ms: number): Promise<unknown>;
}

export class CommitPace {
  readonly #options: CommitPaceOptions;
  #commitBytes = FIRST_COMMIT_BYTES;
  #areOthersWriting = false;
  #pauseMs = 0;

  constructor(options: CommitPaceOptions) {
    this.#options = options;
  }

  /** Lets others write, then returns how many bytes of the file the next commit may take. A commit takes at least one chunk. */
  async nextCommitBytes(): Promise<number> {
    const { haveOthersWritten, pause = sleep } = this.#options;
    const isFirst = this.#pauseMs === 0;
    if (!isFirst) await pause(this.#pauseMs);
    this.#areOthersWriting = await haveOthersWritten();
    if (this.#areOthersWriting) this.#commitBytes = 1;
    else if (!isFirst) this.#commitBytes = Math.min(2 * this.#commitBytes, COMMIT_BYTES_MAX);
    return this.#commitBytes;
  }

  noteCommit(bytes: number, ms: number): void {
    // After a single chunk, the next size is twice that chunk.
    this.#commitBytes = Math.max(this.#commitBytes, bytes);
    this.#pauseMs = Math.max(PAUSE_MS_MIN, this.#areOthersWriting ? ms : 0);
  }
}
