// On Citus, a transaction that writes to the coordinator and to one worker is not atomic by itself: the worker commits first, and if
// the coordinator crashes then, only the worker's half stays.
import type { Queries } from './database.ts';

/**
 * Call it in a transaction that writes to a table of the coordinator and to shards: on Citus it is then committed in two phases, as a whole
 * or not at all. It does so because Citus commits in two phases what inserts the result of a query into a distributed table, even if that
 * has no rows. No worker is asked for it. Without Citus it does nothing.
 */
export async function commitInTwoPhases(tx: Queries): Promise<void> {
  await tx.query(`INSERT INTO import_chunks (digest_before, digest_after, end_offset, committed_at)
    SELECT '', '', 0, '' WHERE FALSE`);
}
