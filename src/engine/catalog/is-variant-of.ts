import type { Database } from '../../foundation/database/database.ts';

interface VariantOfCampaign {
  readonly websiteId: number;
  readonly campaignId: number;
  readonly variantId: number;
}

export async function isVariantOf(
  database: Pick<Database, 'query'>,
  { websiteId, campaignId, variantId }: VariantOfCampaign,
): Promise<boolean> {
  const sql = 'SELECT 1 FROM variants WHERE website_id = $1 AND id = $2 AND campaign_id = $3';
  return (await database.query(sql, [websiteId, variantId, campaignId])).length > 0;
}
