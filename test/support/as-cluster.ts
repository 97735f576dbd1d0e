// A database as if it were a cluster on which the worker of one website does not answer.
import { DISTRIBUTED_TABLES } from '../../src/core/foundation/database/citus/citus.ts';
import {
  type Database,
  DatabaseUnavailableError,
  type Queries,
  type ReadSnapshot,
  type SqlValue,
} from '../../src/core/foundation/database/database.ts';

export const REFUSED = 'connection to the remote node worker-1:5432 failed: password authentication failed';

/** What a statement about such a website throws. */
export function unreachable(): DatabaseUnavailableError {
  return new DatabaseUnavailableError(new Error(REFUSED));
}

/** Which website cannot be reached. Its id must be no other number in any statement. */
export interface Away {
  websiteId: number | undefined;
  /** Until somebody has waited for a check, nobody knows that the worker is away. */
  isKnown: boolean;
}

const DISTRIBUTED = new RegExp(`\\b(FROM|JOIN|INTO|UPDATE)\\s+(${DISTRIBUTED_TABLES.join('|')})\\b`, 'i');
const NAMES_WEBSITE = /website_id\s*(=|IN)|INSERT INTO/i;
export const AWAY_WORKER = 'worker-1:5432: Connection refused';

/** The same database as if it were a cluster: statements fail that need the worker of the website, and those that need all workers. */
export function asCluster(database: Database, away: Away): Database {
  const queryOf = (queries: Pick<Queries, 'query'>): Queries['query'] =>
    async function guarded<Row>(sql: string, params: readonly SqlValue[] = []): Promise<Row[]> {
      const isAboutShards = away.websiteId !== undefined && sql.includes('pg_dist_shard');
      if (isAboutShards) return params.map((id) => shardOf(Number(id), away) as Row);
      refuse(sql, params, away);
      return queries.query<Row>(sql, params);
    };
  const tables = new Set<string>(DISTRIBUTED_TABLES);
  const refuseRows = ({ into, rows }: Parameters<Queries['insertMany']>[0]) => {
    const { websiteId } = away;
    if (websiteId !== undefined && tables.has(into) && rows.some((row) => row.includes(websiteId))) throw unreachable();
  };
  return {
    ...database,
    query: queryOf(database),
    isDistributed: async () => away.websiteId !== undefined,
    shards: async () => (away.websiteId === undefined ? undefined : { total: 2, unreachable: 1 }),
    unreachable: async (ids, { isDelayed } = { isDelayed: false }) => {
      const isKnown = away.isKnown || isDelayed;
      away.isKnown = true;
      return new Map(ids.filter((id) => isKnown && id === away.websiteId).map((id) => [id, AWAY_WORKER]));
    },
    transaction: (work, options) => {
      const guarded = (tx: Queries): Queries => ({
        query: queryOf(tx),
        runScript: (sql) => tx.runScript(sql),
        insertMany: async (insert) => {
          refuseRows(insert);
          await tx.insertMany(insert);
        },
        insertNew: async (insert) => {
          refuseRows(insert);
          return tx.insertNew(insert);
        },
      });
      return database.transaction((tx) => work(guarded(tx)), options);
    },
  };
}

function refuse(sql: string, params: readonly SqlValue[], { websiteId }: Away): void {
  if (websiteId === undefined || !DISTRIBUTED.test(sql)) return;
  if (params.includes(websiteId) || !NAMES_WEBSITE.test(sql)) throw unreachable();
}

function shardOf(id: number, { websiteId }: Away) {
  const shard = id === websiteId ? 1 : 2;
  return { website_id: id, shard_id: shard, node_id: shard, nodes: 2 };
}

export function guardedSnapshot(snapshot: ReadSnapshot, away: Away): ReadSnapshot {
  return {
    query: async (sql, params = []) => {
      refuse(sql, params, away);
      return snapshot.query(sql, params);
    },
    close: () => snapshot.close(),
  };
}
