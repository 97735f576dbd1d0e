// A database that records every statement.
import {
  type BulkInsert,
  bulkInsertSql,
  type Database,
  type NewRowsInsert,
  type Queries,
  type SqlValue,
} from '../../src/database/database.ts';

export interface RecordingDatabase {
  readonly database: Database;
  readonly statements: ReadonlySet<string>;
}

export function recordingDatabase(inner: Database): RecordingDatabase {
  const statements = new Set<string>();
  const database: Database = {
    ...inner,
    query: (sql: string, params?: readonly SqlValue[]) => {
      statements.add(sql);
      return inner.query(sql, params);
    },
    transaction: (work, options) => inner.transaction((tx) => work(recordingQueries(tx, statements)), options),
  };
  return { database, statements };
}

function recordingQueries(tx: Queries, statements: Set<string>): Queries {
  return {
    query: (sql: string, params?: readonly SqlValue[]) => {
      statements.add(sql);
      return tx.query(sql, params);
    },
    insertMany: (insert: BulkInsert) => {
      statements.add(bulkInsertSql(insert, 1));
      return tx.insertMany(insert);
    },
    insertNew: (insert: NewRowsInsert) => {
      statements.add(bulkInsertSql(insert, 1));
      return tx.insertNew(insert);
    },
    runScript: (sql) => {
      statements.add(sql);
      return tx.runScript(sql);
    },
  };
}
