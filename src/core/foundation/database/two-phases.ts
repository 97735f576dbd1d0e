// On Citus, a transaction that writes to the coordinator and to one worker is not atomic by itself: the worker commits first, and if
// the coordinator crashes then, only the worker's half stays.
// Why: docs/decisions/citus.md, "What writes to the coordinator and a shard asks for two phases".
import type { Queries } from './database.ts';

/**
 * Call it in a transaction that writes to a table of the coordinator and to shards: on Citus it is then committed in two phases, as a whole
 * or not at all. The reason is that Citus commits in two phases if a statement inserts the result of a query into a distributed table, even
 * a result without rows. No worker is asked for it. Without Citus the statement has no effect.
 */
export async function commitInTwoPhases(tx: Queries): Promise<void> {
  await tx.query('INSERT INTO two_phases (id) SELECT 0 WHERE FALSE');
}
