// Erasing a whole website may take minutes, and may be interrupted: any node goes on with it later.
import { type Database, requireReachable } from '../../foundation/database/database.ts';
import type { Clock } from '../../foundation/time/clock.ts';
import { ErasureTurn, websitesBeingErased } from './erasure-turns.ts';
import { forgetWebsite } from './forget-website.ts';

/** Its last transaction also removes what says that it is being erased. */
export async function forgetInTurn(
  turn: ErasureTurn,
  database: Database,
  websiteId: number,
  clock: Clock,
): Promise<void> {
  try {
    await forgetWebsite(database, websiteId, clock());
  } finally {
    await turn.end();
  }
}

/** Goes on with websites whose erasure was interrupted, on any node. If one fails, the others follow, and an error is thrown at the end. */
export async function resumeErasures(database: Database, clock: Clock): Promise<void> {
  const failures = new Map<number, unknown>();
  for (const websiteId of await websitesBeingErased(database)) {
    await resumeErasure(database, websiteId, clock).catch((error: unknown) => failures.set(websiteId, error));
  }
  if (failures.size === 0) return;
  throw new AggregateError(failures.values(), `Websites could not be erased: ${[...failures.keys()].join(', ')}`);
}

async function resumeErasure(database: Database, websiteId: number, clock: Clock): Promise<void> {
  await requireReachable(database, [websiteId], { isDelayed: true });
  const turn = await ErasureTurn.take(database, clock, websiteId);
  if (turn) await forgetInTurn(turn, database, websiteId, clock);
}
