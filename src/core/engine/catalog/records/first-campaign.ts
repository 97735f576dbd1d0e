// The first campaign of a new website, for whoever adds campaigns by hand: the example that the dashboard offers to copy names it.
import type { Queries } from '../../../foundation/database/database.ts';
import { DEFAULT_KEY, isKey } from '../subject-key.ts';
import type { RecordTable } from './catalog-records.ts';
import { createRecord, type NewRecord } from './create-records.ts';

const KEY_LENGTH_MAX = 64;
/** The key of a campaign whose name has no letters that a key may have. */
const FALLBACK_KEY = 'first-campaign';

interface FirstCampaign {
  readonly websiteId: number;
  readonly name: string;
  readonly ctaType: string | undefined;
}

/** The campaign has one of each kind below it, so that a page can name a whole funnel. */
export async function addFirstCampaign(
  tx: Queries,
  { websiteId, name, ctaType }: FirstCampaign,
  now: Date,
): Promise<void> {
  const add = async (table: RecordTable, parentId: number, fields: NewRecord): Promise<number> =>
    (await createRecord(tx, { websiteId, table, parentId }, fields, now)).id;
  const campaignId = await add('campaigns', websiteId, { name, key: keyFor(name), cta_type: ctaType });
  const variantId = await add('variants', campaignId, { key: DEFAULT_KEY });
  const stepId = await add('steps', variantId, { key: 'offer', name: 'Offer' });
  await add('elements', stepId, { key: 'button', name: 'Button', element_type: 'button' });
}

/** What pages can call the campaign: `Spring popup` becomes `spring-popup`. */
export function keyFor(name: string): string {
  const withoutAccents = name.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const words = withoutAccents.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const key = words.join('-').slice(0, KEY_LENGTH_MAX).replace(/-$/, '');
  return isKey(key) ? key : FALLBACK_KEY;
}
