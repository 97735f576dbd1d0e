// Counts the rows that sweeps delete, for the log: what is deleted is gone for good, so somebody may ask when and why.
import type { Logger } from 'pino';
import type { Database, Queries } from '../../foundation/database/database.ts';

const DELETE = /^\s*DELETE FROM (\w+)/;

export class Deletions {
  readonly #logger: Logger;
  #rows: Record<string, number> = {};

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** The same database: rows count once their transaction is committed. */
  countedOf(database: Database): Database {
    return {
      ...database,
      transaction: async (work, options) => {
        const deleted: [table: string, rows: number][] = [];
        const result = await database.transaction((tx) => work(counting(tx, deleted)), options);
        for (const [table, rows] of deleted) this.#rows[table] = (this.#rows[table] ?? 0) + rows;
        return result;
      },
    };
  }

  /** Logs the number of rows by table, if there are any, and begins again. `about`: further fields of the line. */
  log(about: object = {}): void {
    if (Object.keys(this.#rows).length > 0) this.#logger.info({ ...about, rows: this.#rows }, 'deleted what was old');
    this.#rows = {};
  }
}

function counting(tx: Queries, deleted: [table: string, rows: number][]): Queries {
  return {
    query: async <Row>(sql: string, params?: Parameters<Queries['query']>[1]) => {
      const table = DELETE.exec(sql)?.[1];
      if (table === undefined) return tx.query<Row>(sql, params);
      const returns = sql.includes('RETURNING');
      const rows = await tx.query<Row>(returns ? sql : `${sql} RETURNING 1 AS deleted`, params);
      if (rows.length > 0) deleted.push([table, rows.length]);
      return returns ? rows : [];
    },
    insertMany: (insert) => tx.insertMany(insert),
    insertNew: (insert) => tx.insertNew(insert),
    runScript: (sql) => tx.runScript(sql),
  };
}
