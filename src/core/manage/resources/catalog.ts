import { z } from 'zod';
import { defineOperation } from '../../contract/operations/define-operation.ts';
import { websiteParameter } from '../../contract/operations/parameters.ts';
import { date, id } from '../../contract/operations/schemas.ts';
import { readAreas, readCampaigns, readWebsite } from '../../engine/catalog/records/catalog-records.ts';
import { readWebsiteSettings } from '../../engine/catalog/website-settings.ts';
import { exampleListEtag, exampleRecords } from './catalog-examples.ts';

const status = z.enum(['live', 'archived']);
const etag = z.string().describe('The version of the record, for If-Match.');
const common = {
  id,
  key: z.string().nullable().describe('How events name it. Unique under its parent.'),
  status,
  is_new: z.boolean().describe('An event has registered it, and nobody has changed it or marked it as seen yet.'),
  etag,
};
const name = z.string().nullable();

const eventLog = z.boolean().describe('Whether accepted events are kept.');
export const websiteRecord = z.strictObject({
  id,
  name: z.string(),
  currency: z.string(),
  status,
  event_log: eventLog,
  timezone: z.string().describe('Of its days: an IANA name.'),
  credit_window_days: z
    .int()
    .nonnegative()
    .describe('Orders without a subject are credited to a touch of the visitor within so many days. 0: they are not.'),
  credit_by: z.enum(['conversion', 'view']).describe('Which events are touches; `view`: conversions and views.'),
  group_name: z.string().describe('The group under which the overview lists it. Empty: under none.'),
  exchange_rates: z
    .array(z.strictObject({ currency: z.string(), date, rate: z.number().positive() }))
    .describe('What a unit of another currency is worth in that of the website, from a date on.'),
  etag,
});
export const areaRecord = z.strictObject({ id, name: z.string(), status, etag });
export const elementRecord = z.strictObject({ ...common, name, element_type: z.string(), position: z.int() });
export const stepRecord = z.strictObject({ ...common, name, position: z.int() });
export const variantRecord = z.strictObject({
  ...common,
  name,
  variation: z.string(),
  traffic_percentage: z.int().min(0).max(100),
  is_holdout: z.literal(true).optional().describe('It shows nothing. Absent: it shows something.'),
});
export const campaignRecord = z.strictObject({
  ...common,
  name: z.string(),
  cta_type: z.string(),
  page_path: z.string(),
});

const orderEtag = z.string().describe('The version of the list and its order, for If-Match.');
const sharesEtag = z.string().describe('The version of the list and the shares of the traffic, for If-Match.');
const steps = z.array(stepRecord.extend({ elements: z.array(elementRecord), elements_etag: orderEtag }));
const variants = z.array(variantRecord.extend({ steps, steps_etag: orderEtag }));
export const orderedSteps = z.strictObject({ etag: orderEtag, steps: z.array(stepRecord) });
export const orderedElements = z.strictObject({ etag: orderEtag, elements: z.array(elementRecord) });
export const sharedTraffic = z.strictObject({ etag: sharesEtag, variants: z.array(variantRecord) });

export const catalog = z.strictObject({
  website_id: id,
  website: websiteRecord,
  settings: z.strictObject({
    register_keys: z.boolean().describe('Whether events with new keys register them.'),
    browser_orders: z.boolean().describe('Whether browsers may send orders.'),
    form_contacts: z.boolean().describe('Whether forms on the pages of the website create contacts.'),
  }),
  areas: z.array(areaRecord),
  campaigns: z.array(campaignRecord.extend({ variants, variants_etag: sharesEtag })),
});

export const getCatalog = defineOperation({
  name: 'get_catalog',
  tag: 'Catalog',
  method: 'GET',
  path: '/api/v1/catalog',
  title: 'Get the catalog',
  description:
    'A website with its areas and all its campaigns, their variants, steps and elements: keys, names, and which are archived or new. ' +
    'Without numbers: those are in the reports.',
  scope: 'ctas:read',
  website: 'chosen',
  input: z.object(websiteParameter),
  csv: { campaigns: 'campaigns', areas: 'areas', exchange_rates: 'website.exchange_rates' },
  output: catalog,
  example: {
    website_id: 1,
    website: exampleRecords.website,
    settings: { register_keys: true, browser_orders: false, form_contacts: false },
    areas: [exampleRecords.area],
    campaigns: [
      {
        ...exampleRecords.campaign,
        variants: [
          {
            ...exampleRecords.variant,
            steps: [
              {
                ...exampleRecords.step,
                elements: [{ ...exampleRecords.element, is_new: true }],
                elements_etag: exampleListEtag,
              },
            ],
            steps_etag: exampleListEtag,
          },
        ],
        variants_etag: exampleListEtag,
      },
    ],
  },
  async read(_query, { database, websiteId }) {
    const [website, settings, areas, campaigns] = await Promise.all([
      readWebsite(database, websiteId),
      readWebsiteSettings(database, websiteId),
      readAreas(database, websiteId),
      readCampaigns(database, websiteId),
    ]);
    const records = { areas, campaigns } as unknown as Pick<z.input<typeof catalog>, 'areas' | 'campaigns'>;
    const { register_keys, browser_orders, form_contacts } = settings!;
    const allowed = { register_keys, browser_orders, form_contacts };
    return { website_id: websiteId, website: website!, settings: allowed, ...records };
  },
});
