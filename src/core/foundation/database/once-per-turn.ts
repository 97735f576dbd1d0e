// Reads the change counter once for all requests that arrive in the same turn of the event loop. It is read at the end of the turn,
// when all of them have arrived: so the value covers every write that was acknowledged before any of these requests was sent.
import type { CacheableDatabase, Database } from './database.ts';

interface PerTurnDatabase {
  readonly database: CacheableDatabase;
  /**
   * Call it at the start of every request, and when its body has arrived. An older request that is still running then gets a fresher
   * counter.
   */
  requestStarted(): void;
}

export function oncePerTurn(database: Database): PerTurnDatabase {
  // There is no counter to read, so nobody has to wait for the end of the turn.
  if (database.engine === 'postgres') return { database, requestStarted: () => {} };
  let isCurrent = false;
  let counter: number | undefined;
  let endOfTurn: Promise<number | undefined> | undefined;
  const readCounter = () => {
    endOfTurn = undefined;
    counter = database.changeCounter();
    isCurrent = true;
    return counter;
  };
  return {
    database: {
      ...database,
      changeCounter: () => {
        if (isCurrent) return counter;
        endOfTurn ??= new Promise(setImmediate).then(readCounter);
        return endOfTurn;
      },
    },
    requestStarted: () => {
      isCurrent = false;
    },
  };
}
