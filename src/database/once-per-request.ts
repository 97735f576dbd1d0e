// Reads the change counter once per request, because several caches check it during one request. A value read after the
// request started covers every write that was acknowledged before.
import type { Database } from './database.ts';

interface PerRequestDatabase {
  readonly database: Database;
  /** Call it at the start of every request, and when its body has arrived. An older request that is still running then gets a fresher counter. */
  requestStarted(): void;
}

export function oncePerRequest(database: Database): PerRequestDatabase {
  let isCurrent = false;
  let counter: number | undefined;
  return {
    database: {
      ...database,
      changeCounter: () => {
        if (!isCurrent) counter = database.changeCounter();
        isCurrent = true;
        return counter;
      },
    },
    requestStarted: () => {
      isCurrent = false;
    },
  };
}
