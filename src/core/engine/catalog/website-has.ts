// Whether a website has a campaign, and a campaign a variant.
import type { Database } from '../../foundation/database/database.ts';

type Reader = Pick<Database, 'query'>;

export async function hasCampaign(database: Reader, websiteId: number, id: number): Promise<boolean> {
  return (
    (await database.query('SELECT 1 FROM campaigns WHERE website_id = $1 AND id = $2', [websiteId, id])).length > 0
  );
}

interface VariantOfCampaign {
  readonly websiteId: number;
  readonly campaignId: number;
  readonly variantId: number;
}

export async function hasVariant(
  database: Reader,
  { websiteId, campaignId, variantId }: VariantOfCampaign,
): Promise<boolean> {
  const sql = 'SELECT 1 FROM variants WHERE website_id = $1 AND id = $2 AND campaign_id = $3';
  return (await database.query(sql, [websiteId, variantId, campaignId])).length > 0;
}
