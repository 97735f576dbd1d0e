// The browsers in which a user is logged in. A session is kept by its cookie; its dashboard has a grant, which ends with it.
// Why: docs/decisions/logins.md, "What users see of their sessions".

import { secretHash } from '../../../contract/access/secret-hash.ts';
import type { Queries } from '../../../foundation/database/database.ts';
import { type Clock, isoOfEpochSeconds, isoSeconds } from '../../../foundation/time/clock.ts';
import type { BrowserSession } from '../../accounts/profile.ts';
import { deleteGrant, lastTokensOf } from '../grants/grants.ts';

/** What oidc-provider stores. */
interface SessionPayload {
  readonly loginTs?: number;
  readonly authorizations?: Readonly<
    Record<string, { readonly grantId?: string; readonly persistsLogout?: boolean } | undefined>
  >;
}

interface SessionRow {
  readonly uid_hash: string;
  readonly payload: string;
  readonly label: string | null;
  readonly created_at: string;
}

interface StoredSession extends SessionRow {
  readonly loggedInAt: string;
  /** What ends with the session: the grants of the dashboard, not those of applications. */
  readonly grantHashes: readonly string[];
}

/** `grantHash` is the grant of the current login. The current session comes first, then the one that was used last. */
export async function listSessions(
  database: Pick<Queries, 'query'>,
  userId: number,
  grantHash: string,
  clock: Clock,
): Promise<BrowserSession[]> {
  const sessions = await storedSessions(database, userId, clock);
  const lastTokens = await lastTokensOf(database, userId);
  return sessions
    .map((session) => ({
      id: session.uid_hash,
      browser: session.label,
      loggedInAt: session.loggedInAt,
      lastActiveAt: [session.created_at, ...session.grantHashes.map((hash) => lastTokens.get(hash) ?? '')]
        .sort()
        .at(-1)!,
      isCurrent: session.grantHashes.includes(grantHash),
    }))
    .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.lastActiveAt.localeCompare(a.lastActiveAt));
}

/** Returns the browser of the session, or undefined if the user has no such session. */
export async function endSession(
  tx: Queries,
  userId: number,
  id: string,
  clock: Clock,
): Promise<{ readonly browser: string | null } | undefined> {
  const session = (await storedSessions(tx, userId, clock)).find(({ uid_hash }) => uid_hash === id);
  if (!session) return undefined;
  await deleteSession(tx, session);
  return { browser: session.label };
}

/** Returns how many sessions were ended. */
export async function endOtherSessions(
  tx: Queries,
  userId: number,
  currentGrantHash: string,
  clock: Clock,
): Promise<number> {
  const others = (await storedSessions(tx, userId, clock)).filter(
    ({ grantHashes }) => !grantHashes.includes(currentGrantHash),
  );
  for (const session of others) await deleteSession(tx, session);
  await tx.query("DELETE FROM authorization_records WHERE kind = 'Interaction' AND user_id = $1", [userId]);
  return others.length;
}

/** Finds it by its uid, because a login or consent at this moment may replace its id. */
async function deleteSession(tx: Queries, { uid_hash: uidHash, grantHashes }: StoredSession): Promise<void> {
  for (const grantHash of grantHashes) await deleteGrant(tx, grantHash);
  await tx.query("DELETE FROM authorization_records WHERE kind = 'Session' AND uid_hash = $1", [uidHash]);
}

async function storedSessions(
  database: Pick<Queries, 'query'>,
  userId: number,
  clock: Clock,
): Promise<StoredSession[]> {
  const rows = await database.query<SessionRow>(
    `SELECT uid_hash, payload, label, created_at FROM authorization_records
     WHERE kind = 'Session' AND user_id = $1 AND expires_at > $2`,
    [userId, isoSeconds(clock())],
  );
  return rows.map((row) => {
    const { loginTs, authorizations = {} } = JSON.parse(row.payload) as SessionPayload;
    return {
      ...row,
      loggedInAt: loginTs === undefined ? row.created_at : isoOfEpochSeconds(loginTs),
      grantHashes: Object.values(authorizations).flatMap((one) =>
        one?.grantId === undefined || one.persistsLogout ? [] : [secretHash(one.grantId)],
      ),
    };
  });
}
