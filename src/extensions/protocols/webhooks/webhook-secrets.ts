// The secrets that shops sign their webhooks with. A website may have several for a provider, so that one can be replaced
// without losing an order.
import { recordAudit } from '../../../core/contract/access/audit-log.ts';
import { COMMAND_LINE } from '../../../core/contract/access/principal.ts';
import type { Database } from '../../../core/foundation/database/database.ts';
import { nextId } from '../../../core/foundation/database/next-id.ts';
import { type Clock, isoSeconds } from '../../../core/foundation/time/clock.ts';
import type { ProviderName } from './provider.ts';

/** There is a limit, because every secret is tried for each webhook. */
export const SECRETS_MAX = 5;
const LENGTH_MIN = 16;
const LENGTH_MAX = 255;
export const SECRET = new RegExp(`^[\\x21-\\x7e]{${LENGTH_MIN},${LENGTH_MAX}}$`);
export const SECRET_RULE = `must have ${LENGTH_MIN} to ${LENGTH_MAX} characters, without spaces`;

interface NewWebhookSecret {
  readonly websiteId: number;
  readonly provider: ProviderName;
  readonly secret: string;
}

export interface ListedWebhookSecret {
  readonly id: number;
  readonly website_id: number;
  readonly provider: ProviderName;
  readonly created_at: string;
  readonly revoked_at: string | null;
}

/** Returns the id of the secret, or why it can't be added. */
export function addWebhookSecret(
  database: Database,
  { websiteId, provider, secret }: NewWebhookSecret,
  clock: Clock,
  actor = COMMAND_LINE,
): Promise<number | 'no such website' | 'too many'> {
  return database.transaction(async (tx) => {
    if ((await tx.query('SELECT id FROM websites WHERE id = $1', [websiteId])).length === 0) return 'no such website';
    // Locks the counter of ids, so that secrets are added one after the other.
    const id = await nextId(tx, 'webhook_secrets');
    const valid = await tx.query(VALID_SECRETS, [websiteId, provider]);
    if (valid.length >= SECRETS_MAX) return 'too many';
    await tx.insertMany({
      into: 'webhook_secrets',
      columns: ['id', 'website_id', 'provider', 'secret', 'created_at'],
      rows: [[id, websiteId, provider, secret, isoSeconds(clock())]],
    });
    await recordAudit(tx, { websiteId, actor, action: 'webhook_created', subject: provider }, clock);
    return id;
  });
}

const VALID_SECRETS =
  'SELECT secret FROM webhook_secrets WHERE website_id = $1 AND provider = $2 AND revoked_at IS NULL ORDER BY id';

export async function validSecrets(
  database: Pick<Database, 'query'>,
  websiteId: number,
  provider: ProviderName,
): Promise<string[]> {
  const rows = await database.query<{ secret: string }>(VALID_SECRETS, [websiteId, provider]);
  return rows.map(({ secret }) => secret);
}

/** Lists the secrets of all websites, without the secret values. */
export function listWebhookSecrets(database: Pick<Database, 'query'>): Promise<ListedWebhookSecret[]> {
  return database.query('SELECT id, website_id, provider, created_at, revoked_at FROM webhook_secrets ORDER BY id');
}

/** Lists the valid secrets of a website, newest first. */
export function listSecretsOfWebsite(
  database: Pick<Database, 'query'>,
  websiteId: number,
): Promise<Omit<ListedWebhookSecret, 'revoked_at'>[]> {
  const sql = `SELECT id, website_id, provider, created_at FROM webhook_secrets
    WHERE website_id = $1 AND revoked_at IS NULL ORDER BY id DESC`;
  return database.query(sql, [websiteId]);
}

/**
 * Erases a secret of one of these websites. Returns false if there is no secret with this id, or if it was revoked
 * before.
 */
export function revokeWebhookSecret(
  database: Database,
  id: number,
  clock: Clock,
  websiteIds?: readonly number[],
  actor = COMMAND_LINE,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const [known] = await tx.query<{ website_id: number }>('SELECT website_id FROM webhook_secrets WHERE id = $1', [
      id,
    ]);
    if (!known || (websiteIds && !websiteIds.includes(known.website_id))) return false;
    const [revoked] = await tx.query<{ provider: ProviderName }>(
      "UPDATE webhook_secrets SET secret = '', revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL RETURNING provider",
      [id, isoSeconds(clock())],
    );
    if (!revoked) return false;
    const websiteId = known.website_id;
    await recordAudit(tx, { websiteId, actor, action: 'webhook_revoked', subject: revoked.provider }, clock);
    return true;
  });
}
