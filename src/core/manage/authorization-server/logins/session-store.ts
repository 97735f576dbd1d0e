// The oidc-provider adapter for sessions. The library stores the session again at the end of each request that used it. By then
// the session may have ended, by a new password for example, and must not come back: whoever has stolen a session can make such
// a request last for seconds.
// Why: docs/decisions/logins.md, "Sessions that have ended stay ended".
import { type AdapterPayload, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { secretHash } from '../../../contract/access/secret-hash.ts';
import type { Database, Queries } from '../../../foundation/database/database.ts';
import type { Clock } from '../../../foundation/time/clock.ts';
import { RecordStore, recordOf, type StoredRecord, storeRecord } from '../grants/record-store.ts';
import { lockUser } from '../users/lock-user.ts';
import { browserFamily } from './browser-family.ts';

const KIND = 'Session';

/** `oldId`: what the library has replaced by a new id in this request, which it does after each login and consent. */
type CurrentSession = Partial<NonNullable<KoaContextWithOIDC['oidc']['session']>> & { readonly oldId?: string };

export class SessionStore extends RecordStore {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    super(KIND, database, clock);
    this.#database = database;
    this.#clock = clock;
  }

  override async upsert(id: string, payload: AdapterPayload): Promise<void> {
    const record = {
      ...recordOf(KIND, id, payload, this.#clock),
      label: browserFamily(Provider.ctx?.get('user-agent')),
    };
    await this.#database.transaction(async (tx) => {
      if (!(await isPasswordUnchanged(tx))) return;
      const { iat, oldId = id } = currentSession();
      // Only a session that was read from the database has this.
      const isStored = iat !== undefined;
      await (isStored ? updateSession(tx, record, oldId) : storeRecord(tx, record));
    });
  }

  /** An old id is replaced by `upsert`, which has to find the row to know that the session has not ended. */
  override async destroy(id: string): Promise<void> {
    if (currentSession().oldId !== id) await super.destroy(id);
  }
}

function currentSession(): CurrentSession {
  return Provider.ctx?.oidc.session ?? {};
}

/** Does nothing if the session has ended. */
async function updateSession(tx: Queries, record: StoredRecord, oldId: string): Promise<void> {
  const { id_hash, payload, user_id, created_at, expires_at, label } = record;
  await tx.query(
    `UPDATE authorization_records SET id_hash = $1, payload = $3, user_id = $4, expires_at = $6,
       created_at = CASE WHEN id_hash = $1 THEN created_at ELSE $5 END, label = COALESCE($7, label)
     WHERE kind = 'Session' AND id_hash IN ($1, $2)`,
    [id_hash!, secretHash(oldId), payload!, user_id!, created_at!, expires_at!, label!],
  );
}

/**
 * Whether a login in this request was with a password that still is the user's. The lock makes this wait for a change that is
 * under way: what the change deletes can't include a session that is not stored yet.
 */
async function isPasswordUnchanged(tx: Queries): Promise<boolean> {
  const login = Provider.ctx?.oidc.result?.login;
  if (login?.passwordVersion === undefined) return true;
  const user = await lockUser(tx, Number(login.accountId));
  return user !== undefined && passwordVersion(user.passwordHash) === login.passwordVersion;
}

/** Changes with every new password. It is stored with an unfinished login, in place of the hash of the password. */
export function passwordVersion(passwordHash: string): string {
  return secretHash(passwordHash);
}
