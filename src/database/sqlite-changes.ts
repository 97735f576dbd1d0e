// Tells whether anybody has committed to a SQLite database, in a microsecond. SQLite itself can say so too (PRAGMA
// data_version), but takes a lock for it, which costs ten times as much on every request.
//
// In WAL mode the file FILE-shm begins with the header of the WAL index, 48 bytes with a change counter, the number of
// frames, salts and a checksum (https://sqlite.org/walformat.html). A commit becomes visible to readers by being written
// there, so as long as these bytes are the same, nothing new can be read from the database either. A header that is read
// while it is being written differs from both the old and the new one: that only looks like one change more.
import { closeSync, openSync, readSync } from 'node:fs';

const HEADER_BYTES = 48;

export class SqliteChanges {
  readonly #file: number;
  readonly #last = Buffer.alloc(HEADER_BYTES);
  readonly #current = Buffer.alloc(HEADER_BYTES);
  #counter = 0;

  /** The database must be open, in WAL mode, and stay so: the file is there as long as a connection is. */
  constructor(databasePath: string) {
    this.#file = openSync(`${databasePath}-shm`, 'r');
  }

  /** Grows when there was a commit since the last call. */
  counter(): number {
    readSync(this.#file, this.#current, 0, HEADER_BYTES, 0);
    if (this.#current.equals(this.#last)) return this.#counter;
    this.#current.copy(this.#last);
    return ++this.#counter;
  }

  close(): void {
    closeSync(this.#file);
  }
}
