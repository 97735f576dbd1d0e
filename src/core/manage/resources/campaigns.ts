import { z } from 'zod';
import { metricsOf } from '../../answers/reports/metrics.ts';
import { type ChosenWebsite, defineOperation, type ReadContext } from '../../contract/operations/define-operation.ts';
import { exampleTimestamps } from '../../contract/operations/examples.ts';
import { websiteParameter } from '../../contract/operations/parameters.ts';
import { id, timestamp } from '../../contract/operations/schemas.ts';
import { SUBJECT_KIND, type SubjectKind } from '../../engine/catalog/subject.ts';
import { chooseUniqueVisitors, readUniqueCounts } from '../../engine/event-log/questions/unique-visitors.ts';
import type { Counts } from '../../engine/rollups/counts.ts';
import type { CountsQuery } from '../../engine/rollups/read-counts.ts';
import type { Window } from '../../engine/rollups/window.ts';
import { allTime } from './all-time.ts';

const exampleAllTime = {
  views: 4800,
  conversions: 600,
  completions: 384,
  conversion_rate: '12.50',
  completion_rate: '8.00',
};

const count = z.int().nonnegative().describe('Unique visitors, all time.');
const rate = z
  .string()
  .regex(/^\d+\.\d{2}$/)
  .describe('Percent of views, with two decimals.');

const counts = {
  views: count,
  conversions: count,
  completions: count,
  conversion_rate: rate,
  completion_rate: rate,
};

export const variantRecord = z.strictObject({
  id,
  website_id: id,
  name: z.string().describe('The name, or the letter of the variation if it has none.'),
  variation: z.string(),
  percentage: z.int().min(0).max(100).describe('Share of the traffic, in percent.'),
  ...counts,
  created_at: timestamp,
  updated_at: timestamp,
  screenshot: z.string().nullable(),
});

export const campaignRecord = z.strictObject({
  id,
  website_id: id,
  name: z.string(),
  page_path: z.string(),
  cta_type: z.string(),
  test_type: z.string(),
  ...counts,
  created_at: timestamp,
  updated_at: timestamp,
  variants: z.array(variantRecord),
});

export const listCampaigns = defineOperation({
  name: 'list_ctas',
  tag: 'Records',
  method: 'GET',
  path: '/api/v1/cta',
  title: 'List campaigns',
  description:
    'The campaigns (calls to action) of a website that are not archived, newest first, each with its variants and their all-time ' +
    'counts. For other windows see the reports.',
  scope: 'ctas:read',
  website: 'chosen',
  input: z.object(websiteParameter),
  subjectsRead: 200,
  csv: { campaigns: '' },
  output: z.array(campaignRecord),
  example: [
    {
      id: 10,
      website_id: 1,
      name: 'Spring popup',
      page_path: '/',
      cta_type: 'overlay',
      test_type: 'cookie',
      ...exampleAllTime,
      ...exampleTimestamps,
      variants: [
        {
          id: 100,
          website_id: 1,
          name: 'Photo',
          variation: 'A',
          percentage: 50,
          ...exampleAllTime,
          ...exampleTimestamps,
          screenshot: null,
        },
      ],
    },
  ],
  async read(_query, context) {
    const { websiteId } = context;
    // A fixed number of queries, regardless of the number of campaigns.
    const [window, campaigns, variants] = await Promise.all([
      allTime(websiteId, context),
      context.database.query<CampaignRow>(CAMPAIGNS, [websiteId]),
      context.database.query<VariantRow>(VARIANTS, [websiteId]),
    ]);
    const [campaignCounts, variantCounts] = await readAllTimeCounts(context, window, { campaigns, variants });
    const variantsByCampaign = Map.groupBy(variants, (variant) => variant.campaign_id);
    return campaigns.map((campaign) => ({
      ...campaign,
      ...campaignCounts.get(campaign.id)!,
      variants: (variantsByCampaign.get(campaign.id) ?? []).map(({ campaign_id: _, ...variant }) => ({
        ...variant,
        ...variantCounts.get(variant.id)!,
      })),
    }));
  },
});

const CAMPAIGNS = `
  SELECT id, website_id, name, page_path, cta_type, test_type, created_at, updated_at FROM campaigns
  WHERE website_id = $1 AND status <> 'archived' ORDER BY created_at DESC, id DESC`;

const VARIANTS = `
  SELECT variants.id, variants.website_id, campaign_id, COALESCE(variants.name, variation) AS name, variation,
    traffic_percentage AS percentage, variants.created_at, variants.updated_at, screenshot
  FROM variants JOIN campaigns ON campaigns.website_id = variants.website_id AND campaigns.id = campaign_id
  WHERE variants.website_id = $1 AND status <> 'archived' ORDER BY variation, variants.id`;

type CountField = 'views' | 'conversions' | 'completions' | 'conversion_rate' | 'completion_rate';
type CampaignRow = Omit<z.input<typeof campaignRecord>, CountField | 'variants'>;
type VariantRow = Omit<z.input<typeof variantRecord>, CountField> & { campaign_id: number };

interface Listed {
  readonly campaigns: readonly { readonly id: number }[];
  readonly variants: readonly { readonly id: number }[];
}

/** Reads the counts of the campaigns and of the variants. */
async function readAllTimeCounts(
  context: ReadContext & ChosenWebsite,
  window: Window,
  { campaigns, variants }: Listed,
) {
  const { database, websiteId } = context;
  const queryOf = (kind: SubjectKind, subjects: Listed['campaigns']): CountsQuery => ({
    websiteId,
    kind,
    subjectIds: subjects.map(({ id }) => id),
    windows: [window],
    countType: 'distinct',
    visitorMetrics: ['views', 'conversions', 'completions'],
  });
  const uniqueVisitors = await chooseUniqueVisitors(database, [{ websiteId, windows: [window] }], context);
  const counts = await readUniqueCounts(database, uniqueVisitors, [
    queryOf(SUBJECT_KIND.campaign, campaigns),
    queryOf(SUBJECT_KIND.variant, variants),
  ]);
  const fieldsOf = (ofKind: (typeof counts)[number]) =>
    new Map([...ofKind].map(([id, [counted]]) => [id, countFields(counted!)]));
  return [fieldsOf(counts[0]!), fieldsOf(counts[1]!)] as const;
}

function countFields(counts: Counts) {
  const { views, conversions, completions, conversion_rate, completion_rate } = metricsOf(counts);
  return {
    views,
    conversions,
    completions,
    conversion_rate: conversion_rate.toFixed(2),
    completion_rate: completion_rate.toFixed(2),
  };
}
