// The campaign that a subject belongs to, as a page names it: by the key or id of the campaign, or by the id of something below it.
import type { Database } from '../../foundation/database/database.ts';
import { isKey } from './subject-key.ts';

export interface NamedCampaign {
  readonly id: number;
  readonly name: string;
}

/** Fields of an event. */
export type SubjectFields = Readonly<Record<string, unknown>>;

const OF_VARIANT = 'SELECT campaign_id FROM variants WHERE website_id = $1 AND id = $2';
const OF_STEP = `SELECT campaign_id FROM variants JOIN steps ON steps.website_id = variants.website_id
  AND steps.variant_id = variants.id WHERE variants.website_id = $1 AND steps.id = $2`;
const OF_ELEMENT = `SELECT campaign_id FROM variants JOIN steps ON steps.website_id = variants.website_id
  AND steps.variant_id = variants.id JOIN elements ON elements.website_id = steps.website_id
  AND elements.step_id = steps.id WHERE variants.website_id = $1 AND elements.id = $2`;

/** The condition for each field that can name a campaign, the most telling one first. */
const CONDITIONS = {
  campaign_id: 'id = $2',
  campaign: 'key = $2',
  variant_id: `id IN (${OF_VARIANT})`,
  step_id: `id IN (${OF_STEP})`,
  element_id: `id IN (${OF_ELEMENT})`,
} as const;

/** undefined: the fields name none, or none of this website. */
export async function findCampaign(
  database: Pick<Database, 'query'>,
  websiteId: number,
  fields: SubjectFields,
): Promise<NamedCampaign | undefined> {
  for (const [name, condition] of Object.entries(CONDITIONS)) {
    const value = fields[name];
    if (name === 'campaign' ? !isKey(value) : !Number.isSafeInteger(value)) continue;
    const [campaign] = await database.query<NamedCampaign>(
      `SELECT id, name FROM campaigns WHERE website_id = $1 AND ${condition}`,
      [websiteId, value as string | number],
    );
    return campaign;
  }
  return undefined;
}
