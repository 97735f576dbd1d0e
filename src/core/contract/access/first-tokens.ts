// Records that a website has had a token of any kind: from then on its API key is not accepted.
import type { Queries } from '../../foundation/database/database.ts';

export async function recordFirstTokens(tx: Queries, websiteIds: readonly number[], createdAt: string): Promise<void> {
  await tx.insertMany({
    into: 'website_first_tokens',
    columns: ['website_id', 'created_at'],
    rows: websiteIds.map((websiteId) => [websiteId, createdAt]),
    onConflict: 'ON CONFLICT (website_id) DO NOTHING',
  });
}
