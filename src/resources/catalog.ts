import { z } from 'zod';
import { readCampaigns } from '../catalog/catalog-records.ts';
import { readWebsiteSettings } from '../catalog/website-settings.ts';
import { defineOperation } from '../operations/define-operation.ts';
import { websiteParameter } from '../operations/parameters.ts';
import { id } from '../operations/schemas.ts';

const common = {
  id,
  key: z.string().nullable().describe('How events name it. Unique under its parent.'),
  status: z.enum(['live', 'archived']),
  is_new: z.boolean().describe('An event has registered it, and nobody has changed it or marked it as seen yet.'),
  etag: z.string().describe('The version of the record, for If-Match.'),
};
const name = z.string().nullable();

export const elementRecord = z.strictObject({ ...common, name, element_type: z.string(), position: z.int() });
export const stepRecord = z.strictObject({ ...common, name, position: z.int() });
export const variantRecord = z.strictObject({
  ...common,
  name,
  variation: z.string(),
  traffic_percentage: z.int().min(0).max(100),
});
export const campaignRecord = z.strictObject({
  ...common,
  name: z.string(),
  cta_type: z.string(),
  page_path: z.string(),
});

const steps = z.array(stepRecord.extend({ elements: z.array(elementRecord) }));
const variants = z.array(variantRecord.extend({ steps }));

export const catalog = z.strictObject({
  website_id: id,
  settings: z.strictObject({
    register_keys: z.boolean().describe('Whether events with new keys register them.'),
    browser_orders: z.boolean().describe('Whether browsers may send orders.'),
  }),
  campaigns: z.array(campaignRecord.extend({ variants })),
});

export const getCatalog = defineOperation({
  name: 'get_catalog',
  tag: 'Catalog',
  method: 'GET',
  path: '/api/v1/catalog',
  title: 'Get the catalog',
  description:
    'All campaigns of a website with their variants, steps and elements: keys, names, and which are archived or new. Without numbers: those are in the reports.',
  scope: 'ctas:read',
  website: 'chosen',
  input: z.object(websiteParameter),
  output: catalog,
  async read(_query, { database, websiteId }) {
    const [settings, campaigns] = await Promise.all([
      readWebsiteSettings(database, websiteId),
      readCampaigns(database, websiteId),
    ]);
    return { website_id: websiteId, settings: settings!, campaigns: campaigns as z.input<typeof catalog>['campaigns'] };
  },
});
