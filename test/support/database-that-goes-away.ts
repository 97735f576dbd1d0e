import type { Database } from '../../src/core/foundation/database/database.ts';

/** Takes the lease of a job, and then no more writes. */
export function databaseThatGoesAway(inner: Database): Database {
  let transactions = 0;
  return {
    ...inner,
    transaction: async (work, options) => {
      if (transactions++ > 0) throw new Error('the database is away');
      return inner.transaction(work, options);
    },
  };
}
