// The key that an authorization server signs with. Making one takes 0.2 s of processor time, so the services of a worker share one.
import { randomBytes } from 'node:crypto';
import type { Database } from '../../src/core/foundation/database/database.ts';
import { type Clock, isoSeconds } from '../../src/core/foundation/time/clock.ts';
import { loadKeys } from '../../src/core/manage/authorization-server/grants/keys.ts';

let shared: string | undefined;

/** To be called before the authorization server starts on the database. All other keys of the service are its own. */
export async function addSigningKey(database: Database, clock: Clock): Promise<void> {
  if (shared === undefined) {
    shared = JSON.stringify((await loadKeys(database, clock)).jwks);
    return;
  }
  const keys = { jwks: shared, cookie: randomBytes(32).toString('base64url') };
  await database.transaction((tx) =>
    tx.insertMany({
      into: 'authorization_keys',
      columns: ['name', 'value', 'created_at'],
      rows: Object.entries(keys).map(([name, value]) => [name, value, isoSeconds(clock())]),
      onConflict: 'ON CONFLICT (name) DO NOTHING',
    }),
  );
}
