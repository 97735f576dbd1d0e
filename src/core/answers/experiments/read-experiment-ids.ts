// Which campaigns are experiments. Everything that lists, judges, reports or exports experiments asks here.
import type { Database } from '../../foundation/database/database.ts';

/** The share of the traffic that a row of `variants` gets, in percent. An archived variant gets none; its record keeps its share. */
export const TRAFFIC_SHARE = 'CASE WHEN variants.is_archived = 1 THEN 0 ELSE variants.traffic_percentage END';

/** The condition for a row of `campaigns` of website $1: it is live, and at least two of its variants get traffic. */
export const IS_EXPERIMENT = `campaigns.status = 'live' AND
  (SELECT COUNT(*) FROM variants
   WHERE variants.website_id = $1 AND variants.campaign_id = campaigns.id AND ${TRAFFIC_SHARE} > 0) >= 2`;

/** The ids of the campaigns, in ascending order. */
export async function readExperimentIds(database: Pick<Database, 'query'>, websiteId: number): Promise<number[]> {
  const rows = await database.query<{ id: number }>(
    `SELECT id FROM campaigns WHERE website_id = $1 AND ${IS_EXPERIMENT} ORDER BY id`,
    [websiteId],
  );
  return rows.map(({ id }) => id);
}
