// A holdout is a variant that shows nothing. A campaign has at most one that is not archived: it is what the others are compared with.
import { placeholders, type Queries, type SqlValue } from '../database/database.ts';
import { Problem } from '../problem.ts';
import { CatalogError } from './catalog-error.ts';
import type { CatalogRow } from './flatten.ts';

const CAMPAIGNS_PER_QUERY_MAX = 500;

export function holdoutColumn(isHoldout: boolean | undefined): Record<string, SqlValue> {
  return isHoldout === undefined ? {} : { is_holdout: Number(isHoldout) };
}

interface VariantName {
  readonly websiteId: number;
  readonly id: number;
}

/** After the change of a variant. Throws a problem of status 409 if its campaign has two holdouts now. */
export async function requireOneHoldout(tx: Queries, { websiteId, id }: VariantName): Promise<void> {
  const [other] = await tx.query<{ id: number }>(
    `SELECT others.id FROM variants AS changed
     JOIN variants AS others ON others.website_id = changed.website_id AND others.campaign_id = changed.campaign_id
     WHERE changed.website_id = $1 AND changed.id = $2 AND changed.is_holdout = 1 AND changed.is_archived = 0
       AND others.id <> changed.id AND others.is_holdout = 1 AND others.is_archived = 0`,
    [websiteId, id],
  );
  if (!other) return;
  const detail = `Variant ${other.id} is the holdout of this campaign, and there can be only one. Archive that one first.`;
  throw new Problem(409, detail, { code: 'holdout_taken', param: 'is_holdout' });
}

/** After the import of these variants. Throws an error that names the place in the document. */
export async function rejectSecondHoldouts(tx: Queries, variants: readonly CatalogRow[]): Promise<void> {
  const touched = variants.filter(({ columns }) => columns.is_holdout === 1 || columns.is_archived === 0);
  const campaigns = [...new Set(touched.map(({ owner }) => owner.campaign_id!))];
  for (let start = 0; start < campaigns.length; start += CAMPAIGNS_PER_QUERY_MAX) {
    const ids = campaigns.slice(start, start + CAMPAIGNS_PER_QUERY_MAX);
    const found = await tx.query<{ campaign_id: number }>(
      `SELECT campaign_id FROM variants WHERE is_holdout = 1 AND is_archived = 0
         AND campaign_id IN (${placeholders(ids.length)}) GROUP BY website_id, campaign_id HAVING COUNT(*) > 1`,
      ids,
    );
    const problems = found.map(({ campaign_id: campaignId }) => ({
      path: `${touched.findLast(({ owner }) => owner.campaign_id === campaignId)!.path}.is_holdout`,
      message: `campaign ${campaignId} would have two holdouts; archive one of them`,
    }));
    if (problems.length > 0) throw new CatalogError(problems);
  }
}
