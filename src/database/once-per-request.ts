// Several parts ask during one request whether the database has changed. One answer will do for all of them, as long as
// it was given after the request had begun: then it tells of every write that was acknowledged before.
import type { Database } from './database.ts';

export interface PerRequestDatabase {
  readonly database: Database;
  /** Call it at the start of every request. An older request that asks later gets an answer that is only fresher. */
  requestStarted(): void;
}

export function oncePerRequest(database: Database): PerRequestDatabase {
  let isKnown = false;
  let counter: number | undefined;
  return {
    database: {
      ...database,
      changeCounter: () => {
        if (!isKnown) counter = database.changeCounter();
        isKnown = true;
        return counter;
      },
    },
    requestStarted: () => {
      isKnown = false;
    },
  };
}
