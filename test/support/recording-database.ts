// A database that records every statement.
import {
  type BulkInsert,
  bulkInsertSql,
  type Database,
  type NewRowsInsert,
  type Queries,
  type SqlValue,
} from '../../src/core/foundation/database/database.ts';

export interface RecordingDatabase {
  readonly database: Database;
  readonly statements: ReadonlySet<string>;
  /** The statements of each transaction. */
  readonly transactions: readonly ReadonlySet<string>[];
}

export function recordingDatabase(inner: Database): RecordingDatabase {
  const statements = new Set<string>();
  const transactions: Set<string>[] = [];
  const database: Database = {
    ...inner,
    query: (sql: string, params?: readonly SqlValue[]) => {
      statements.add(sql);
      return inner.query(sql, params);
    },
    transaction: (work, options) => {
      const ofTransaction = new Set<string>();
      transactions.push(ofTransaction);
      const record = (sql: string) => {
        statements.add(sql);
        ofTransaction.add(sql);
      };
      return inner.transaction((tx) => work(recordingQueries(tx, record)), options);
    },
  };
  return { database, statements, transactions };
}

function recordingQueries(tx: Queries, record: (sql: string) => void): Queries {
  const recordInsert = (insert: BulkInsert) => {
    if (insert.rows.length > 0) record(bulkInsertSql(insert, 1));
  };
  return {
    query: (sql: string, params?: readonly SqlValue[]) => {
      record(sql);
      return tx.query(sql, params);
    },
    insertMany: (insert: BulkInsert) => {
      recordInsert(insert);
      return tx.insertMany(insert);
    },
    insertNew: (insert: NewRowsInsert) => {
      recordInsert(insert);
      return tx.insertNew(insert);
    },
    runScript: (sql) => {
      record(sql);
      return tx.runScript(sql);
    },
  };
}
