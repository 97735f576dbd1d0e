// The oidc-provider adapter for all records but access tokens and sessions. For most kinds the id is a secret (a code, a token, a cookie):
// only its hash is stored, and the id is put back into the record when it is looked up.
// Why: docs/decisions/tokens.md, "Only hashes of secrets are stored".
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { secretHash } from '../../../contract/access/secret-hash.ts';
import type { Database, Queries, SqlValue } from '../../../foundation/database/database.ts';
import { type Clock, isoOfEpochSeconds, isoSeconds } from '../../../foundation/time/clock.ts';
import { deleteGrant } from './grants.ts';
import { REFRESH_GRACE_S } from './refresh-rotation.ts';

interface RecordRow {
  payload: string;
  consumed_at: string | null;
}

export class RecordStore implements Adapter {
  readonly #kind: string;
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(kind: string, database: Database, clock: Clock) {
    this.#kind = kind;
    this.#database = database;
    this.#clock = clock;
  }

  async upsert(id: string, payload: AdapterPayload): Promise<void> {
    const record = recordOf(this.#kind, id, payload, this.#clock);
    await this.#database.transaction((tx) => (hasResult(payload) ? updateRecord(tx, record) : storeRecord(tx, record)));
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const payload = await this.#findBy('id_hash', id);
    return payload && withSecrets(payload, id);
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#findBy('uid_hash', uid);
  }

  async findByUserCode(): Promise<undefined> {
    // Only the device flow has user codes, and it is not offered.
  }

  /** A second use means that the token was copied, so the grant is deleted, except within the grace period of refresh tokens. */
  async consume(id: string): Promise<void> {
    const key = [this.#kind, secretHash(id)];
    const isAllowed = await this.#database.transaction(async (tx) => {
      const consumed = await tx.query(
        `UPDATE authorization_records SET consumed_at = $3
         WHERE kind = $1 AND id_hash = $2 AND consumed_at IS NULL RETURNING kind`,
        [...key, isoSeconds(this.#clock())],
      );
      if (consumed.length > 0) return true;
      const [record] = await tx.query<{ grant_hash: string | null; consumed_at: string }>(
        'SELECT grant_hash, consumed_at FROM authorization_records WHERE kind = $1 AND id_hash = $2',
        key,
      );
      if (record && this.#isWithinGrace(record.consumed_at)) return true;
      if (record?.grant_hash) await deleteGrant(tx, record.grant_hash);
      return false;
    });
    if (!isAllowed) throw new errors.InvalidGrant('already used');
  }

  /**
   * Deletes a refresh token with its whole grant in one transaction. The library would delete record by record: if it were
   * interrupted, the token would be gone, a retry would not find it, and the other records would stay valid.
   */
  async destroy(id: string): Promise<void> {
    const key = [this.#kind, secretHash(id)];
    await this.#database.transaction(async (tx) => {
      if (this.#kind === 'Grant') return deleteGrant(tx, secretHash(id));
      const [record] = await tx.query<{ grant_hash: string | null }>(
        'SELECT grant_hash FROM authorization_records WHERE kind = $1 AND id_hash = $2',
        key,
      );
      if (this.#kind === 'RefreshToken' && record?.grant_hash) return deleteGrant(tx, record.grant_hash);
      await tx.query('DELETE FROM authorization_records WHERE kind = $1 AND id_hash = $2', key);
    });
  }

  /** The library calls this for every kind when a grant is revoked; the first call deletes everything. */
  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#database.transaction((tx) => deleteGrant(tx, secretHash(grantId)));
  }

  async #findBy(column: 'id_hash' | 'uid_hash', secret: string): Promise<AdapterPayload | undefined> {
    const [row] = await this.#database.query<RecordRow>(
      `SELECT payload, consumed_at FROM authorization_records WHERE kind = $1 AND ${column} = $2`,
      [this.#kind, secretHash(secret)],
    );
    if (!row) return undefined;
    const payload = JSON.parse(row.payload) as AdapterPayload;
    if (row.consumed_at === null || this.#isWithinGrace(row.consumed_at)) return payload;
    return { ...payload, consumed: Date.parse(row.consumed_at) / 1000 };
  }

  #isWithinGrace(consumedAt: string): boolean {
    if (this.#kind !== 'RefreshToken') return false;
    return this.#clock().getTime() - Date.parse(consumedAt) < REFRESH_GRACE_S * 1000;
  }
}

/** A row of `authorization_records`. */
export type StoredRecord = Readonly<Record<string, SqlValue>>;

export function recordOf(kind: string, id: string, payload: AdapterPayload, clock: Clock): StoredRecord {
  return {
    kind,
    id_hash: secretHash(id),
    payload: JSON.stringify(withoutSecrets(payload)),
    client_id: payload.clientId ?? payload.client_id ?? null,
    user_id: userOf(payload),
    grant_hash: payload.grantId === undefined ? null : secretHash(payload.grantId),
    uid_hash: payload.uid === undefined ? null : secretHash(payload.uid),
    created_at: isoSeconds(clock()),
    expires_at: payload.exp === undefined ? null : isoOfEpochSeconds(payload.exp),
  };
}

export function storeRecord(tx: Queries, record: StoredRecord): Promise<void> {
  return tx.insertMany({
    into: 'authorization_records',
    columns: Object.keys(record),
    rows: [Object.values(record)],
    onConflict: `ON CONFLICT (kind, id_hash) DO UPDATE SET payload = excluded.payload, user_id = excluded.user_id,
      grant_hash = excluded.grant_hash, uid_hash = excluded.uid_hash, expires_at = excluded.expires_at`,
  });
}

/** An interaction with a result was stored before. If it has been deleted since, it must not come back. */
function hasResult({ kind, result }: AdapterPayload): boolean {
  return kind === 'Interaction' && result !== undefined;
}

async function updateRecord(tx: Queries, record: StoredRecord): Promise<void> {
  const { kind, id_hash, payload, user_id, grant_hash, expires_at } = record;
  const updated = await tx.query(
    `UPDATE authorization_records SET payload = $3, user_id = $4, grant_hash = $5, expires_at = $6
     WHERE kind = $1 AND id_hash = $2 RETURNING kind`,
    [kind!, id_hash!, payload!, user_id!, grant_hash!, expires_at!],
  );
  if (updated.length === 0) throw new errors.SessionNotFound('the interaction has ended');
}

/** An interaction belongs to the user who logged in during it or before. The library calls the user id `accountId`. */
function userOf({ accountId, result, session }: AdapterPayload): number | null {
  const userId = accountId ?? result?.login?.accountId ?? session?.accountId;
  return userId === undefined ? null : Number(userId);
}

function withoutSecrets({ jti, session, returnTo, client_secret: clientSecret, ...rest }: AdapterPayload): object {
  return {
    ...rest,
    // The return URL ends with the interaction's id.
    ...(returnTo !== undefined && { returnTo: returnTo.slice(0, returnTo.lastIndexOf('/') + 1) }),
    // The session cookie is dropped: nothing reads it.
    ...(session && { session: { accountId: session.accountId, uid: session.uid } }),
    ...(clientSecret !== undefined && { client_secret: secretHash(clientSecret) }),
  };
}

function withSecrets(payload: AdapterPayload, id: string): AdapterPayload {
  // Registered clients are the only kind whose id is not a secret; it is part of the record.
  if (payload.client_id !== undefined) return payload;
  return { ...payload, jti: id, ...(payload.returnTo !== undefined && { returnTo: payload.returnTo + id }) };
}
