// What may be used once, on all nodes together, such as the state of a login elsewhere.
import { secretHash } from '../../../contract/access/secret-hash.ts';
import type { Queries } from '../../../foundation/database/database.ts';
import { type Clock, isoSeconds } from '../../../foundation/time/clock.ts';

export interface SingleUse {
  /** What it is for. */
  readonly kind: string;
  /** A secret, or unique in another way: its hash is stored. */
  readonly id: string;
  /** The interaction that it belongs to. */
  readonly interactionId?: string;
}

/** false: it is stored already. It is deleted after it has expired. */
export async function storeSingleUse(
  tx: Queries,
  { kind, id, interactionId }: SingleUse,
  expiresAt: Date,
  clock: Clock,
): Promise<boolean> {
  const uidHash = interactionId === undefined ? null : secretHash(interactionId);
  const [isNew] = await tx.insertNew({
    into: 'authorization_records',
    columns: ['kind', 'id_hash', 'uid_hash', 'payload', 'created_at', 'expires_at'],
    rows: [[kind, secretHash(id), uidHash, '{}', isoSeconds(clock()), isoSeconds(expiresAt)]],
    onConflict: 'ON CONFLICT (kind, id_hash) DO NOTHING',
    key: ['kind', 'id_hash'],
  });
  return isNew === 1;
}

/** false: it is unknown, of another interaction, expired, or was taken before. */
export async function takeSingleUse(
  tx: Queries,
  { kind, id, interactionId }: Required<SingleUse>,
  clock: Clock,
): Promise<boolean> {
  const taken = await tx.query(
    `DELETE FROM authorization_records
     WHERE kind = $1 AND id_hash = $2 AND uid_hash = $3 AND expires_at > $4 RETURNING kind`,
    [kind, secretHash(id), secretHash(interactionId), isoSeconds(clock())],
  );
  return taken.length > 0;
}
