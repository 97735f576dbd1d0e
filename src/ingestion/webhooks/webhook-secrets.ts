// The secrets that shops sign their webhooks with. A website may have several for a provider, so that one can be replaced
// without losing an order.
import { type Clock, isoSeconds } from '../../clock.ts';
import type { Database } from '../../database/database.ts';
import { nextId } from '../../database/next-id.ts';
import type { ProviderName } from './providers.ts';

/** Each of them is tried at each webhook. */
export const SECRETS_MAX = 5;
export const SECRET_LENGTH_MIN = 16;
export const SECRET_LENGTH_MAX = 255;

export interface NewWebhookSecret {
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

/** Its id, or why it can't be added. */
export function addWebhookSecret(
  database: Database,
  { websiteId, provider, secret }: NewWebhookSecret,
  clock: Clock,
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

/** Without the secrets themselves. */
export function listWebhookSecrets(database: Pick<Database, 'query'>): Promise<ListedWebhookSecret[]> {
  return database.query('SELECT id, website_id, provider, created_at, revoked_at FROM webhook_secrets ORDER BY id');
}

/** The secret is erased. false: there is none with this id, or it was revoked before. */
export function revokeWebhookSecret(database: Database, id: number, clock: Clock): Promise<boolean> {
  return database.transaction(async (tx) => {
    const revoked = await tx.query(
      "UPDATE webhook_secrets SET secret = '', revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL RETURNING id",
      [id, isoSeconds(clock())],
    );
    return revoked.length > 0;
  });
}
