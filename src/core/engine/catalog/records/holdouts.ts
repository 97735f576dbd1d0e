// A holdout is a variant that shows nothing. A campaign has at most one that is not archived: it is what the others are compared with. Its
// events do not count for the campaign, so whether a variant is a holdout stays as it is once it has events: visitors that were counted
// can't be taken out of a sketch.
// Why: docs/decisions/insights.md, "A holdout counts for the website, not for its campaign".
import { placeholders, type Queries, type SqlValue } from '../../../foundation/database/database.ts';
import { Problem } from '../../../foundation/problem/problem.ts';
import { CatalogError, type CatalogProblem } from '../catalog-error.ts';
import { SUBJECT_KIND } from '../subject.ts';
import type { CatalogRow } from './flatten.ts';

const CAMPAIGNS_PER_QUERY_MAX = 500;

export function holdoutColumn(isHoldout: boolean | undefined): Record<string, SqlValue> {
  return isHoldout === undefined ? {} : { is_holdout: Number(isHoldout) };
}

interface VariantName {
  readonly websiteId: number;
  readonly id: number;
}

/** Is called after the change of a variant. Throws a problem of status 409 if its campaign has two holdouts now. */
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

/** Called for a variant that is to become a holdout, or to stop being one. Throws a problem of status 409 if it has events. */
export async function requireNoEventsOf(tx: Queries, variant: VariantName): Promise<void> {
  if (!(await hasEvents(tx, variant))) return;
  throw new Problem(409, `Variant ${variant.id} ${KEPT}.`, { code: 'variant_has_events', param: 'is_holdout' });
}

/** The same for a variant of a document, with the place in it. */
export async function holdoutWithEvents(tx: Queries, { id, owner, path }: CatalogRow): Promise<CatalogProblem[]> {
  if (!(await hasEvents(tx, { websiteId: owner.website_id!, id }))) return [];
  return [{ path: `${path}.is_holdout`, message: `variant ${id} ${KEPT}` }];
}

const KEPT =
  'has events, so it can neither become a holdout nor stop being one: archive it, and add another variant instead';

async function hasEvents(tx: Queries, { websiteId, id }: VariantName): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM rollup_counters
     WHERE website_id = $1 AND subject_kind = ${SUBJECT_KIND.variant} AND subject_id = $2 LIMIT 1`,
    [websiteId, id],
  );
  return rows.length > 0;
}

/** Is called after the import of these variants. Throws an error that names the place in the document. */
export async function rejectSecondHoldouts(tx: Queries, variants: readonly CatalogRow[]): Promise<void> {
  const touched = variants.filter(({ columns }) => columns.is_holdout === 1 || columns.is_archived === 0);
  const websiteOf = new Map(touched.map(({ owner }) => [owner.campaign_id!, owner.website_id!]));
  const campaigns = [...websiteOf.keys()];
  for (let start = 0; start < campaigns.length; start += CAMPAIGNS_PER_QUERY_MAX) {
    const ids = campaigns.slice(start, start + CAMPAIGNS_PER_QUERY_MAX);
    const websiteIds = [...new Set(ids.map((id) => websiteOf.get(id)!))];
    const found = await tx.query<{ campaign_id: number }>(
      `SELECT campaign_id FROM variants WHERE website_id IN (${placeholders(websiteIds.length)})
         AND campaign_id IN (${placeholders(ids.length, websiteIds.length)}) AND is_holdout = 1 AND is_archived = 0
       GROUP BY website_id, campaign_id HAVING COUNT(*) > 1`,
      [...websiteIds, ...ids],
    );
    const problems = found.map(({ campaign_id: campaignId }) => ({
      path: `${touched.findLast(({ owner }) => owner.campaign_id === campaignId)!.path}.is_holdout`,
      message: `campaign ${campaignId} would have two holdouts; archive one of them`,
    }));
    if (problems.length > 0) throw new CatalogError(problems);
  }
}
