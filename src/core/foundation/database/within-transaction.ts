import type { Database, Queries } from './database.ts';

/**
 * Serves functions that open a transaction of their own: what they write becomes part of this one, and is committed or rolled back
 * with it.
 */
export function withinTransaction(tx: Queries): Pick<Database, 'query' | 'transaction'> {
  return { query: (sql, params) => tx.query(sql, params), transaction: (work) => work(tx) };
}
