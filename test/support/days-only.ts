// Reads as if a website had no intervals: from days alone, which are what was counted.
import type { Database } from '../../src/core/foundation/database/database.ts';

export function daysOnly(database: Pick<Database, 'query'>): Pick<Database, 'query'> {
  return {
    query: async <Row>(sql: string, params?: Parameters<Database['query']>[1]) => {
      const rows = await database.query<Row & { intervals_through?: number }>(sql, params);
      return rows.map((row) => (row.intervals_through === undefined ? row : { ...row, intervals_through: 0 }));
    },
  };
}
