// Deletes expired records, and registered clients that no user has authorized.

import type { Database } from '../../../foundation/database/database.ts';
import { isoSeconds } from '../../../foundation/time/clock.ts';

/** A client that returns later has to register again. */
const UNUSED_CLIENT_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

export async function sweepAuthorizations(database: Database, now: Date): Promise<void> {
  const unusedSince = isoSeconds(new Date(now.getTime() - UNUSED_CLIENT_KEPT_MS));
  await database.transaction(async (tx) => {
    await tx.query('DELETE FROM issued_tokens WHERE expires_at <= $1', [isoSeconds(now)]);
    await tx.query('DELETE FROM authorization_records WHERE expires_at <= $1', [isoSeconds(now)]);
    await tx.query('DELETE FROM one_time_links WHERE expires_at <= $1', [isoSeconds(now)]);
    await tx.query(
      `DELETE FROM grant_websites WHERE grant_hash NOT IN
         (SELECT id_hash FROM authorization_records WHERE kind = 'Grant')`,
    );
    await tx.query(
      `DELETE FROM authorization_records WHERE kind = 'Client' AND created_at <= $1 AND client_id NOT IN
         (SELECT client_id FROM authorization_records WHERE kind = 'Grant' AND client_id IS NOT NULL)`,
      [unusedSince],
    );
  });
}
