// Records when a credential was last used: at most once a minute, in the background. A request neither waits for it nor fails with it.
import { LRUCache } from 'lru-cache';
import type { Database } from '../../foundation/database/database.ts';
import { isoSeconds } from '../../foundation/time/clock.ts';

const INTERVAL_MS = 60_000;
const CACHED_MAX = 10_000;

export class LastUses {
  readonly #database: Pick<Database, 'transaction'>;
  readonly #table: 'access_tokens' | 'share_links';
  readonly #recordedAtMs = new LRUCache<number, number>({ max: CACHED_MAX });

  constructor(database: Pick<Database, 'transaction'>, table: 'access_tokens' | 'share_links') {
    this.#database = database;
    this.#table = table;
  }

  record(id: number, now: Date): void {
    const recordedAtMs = this.#recordedAtMs.get(id);
    // `abs`: a clock that was set back must not stop updates until it has caught up.
    if (recordedAtMs !== undefined && Math.abs(now.getTime() - recordedAtMs) < INTERVAL_MS) return;
    this.#recordedAtMs.set(id, now.getTime());
    const sql = `UPDATE ${this.#table} SET last_used_at = $2 WHERE id = $1`;
    void this.#database.transaction((tx) => tx.query(sql, [id, isoSeconds(now)])).catch(() => {});
  }
}
