// A database whose results can be delayed: a query runs immediately, and its rows arrive later.
import type { Database, SqlValue } from '../../src/core/foundation/database/database.ts';

export interface LateDatabase {
  readonly database: Database;
  /** Queries whose rows were read. */
  readonly queriesRun: number;
  /** From now on, rows arrive only after `release` is called. */
  hold(): { release(): void };
}

export function lateDatabase(inner: Database): LateDatabase {
  let arrival: Promise<void> = Promise.resolve();
  let queriesRun = 0;
  return {
    database: {
      ...inner,
      query: async <Row>(sql: string, params?: readonly SqlValue[]) => {
        const mayArrive = arrival;
        const rows = await inner.query<Row>(sql, params);
        queriesRun++;
        await mayArrive;
        return rows;
      },
    },
    get queriesRun() {
      return queriesRun;
    },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      arrival = promise;
      return {
        release: () => {
          arrival = Promise.resolve();
          resolve();
        },
      };
    },
  };
}
