import { z } from 'zod';
import { SUBJECT_KIND } from '../catalog/subject.ts';
import { defineOperation, type ReadContext } from '../operations/define-operation.ts';
import { pageParameter } from '../operations/parameters.ts';
import { id } from '../operations/schemas.ts';
import type { VisitorMetric } from '../rollups/metric.ts';
import { exampleCampaign, exampleReport } from './examples.ts';
import { checkWindow, type OpenReport, openReport } from './open-report.ts';
import {
  type CampaignSort,
  campaignFilterParameters,
  PAGE_SIZE_MAX,
  perPageParameter,
  reportParameters,
} from './parameters.ts';
import { envelope, metrics, status } from './schemas.ts';
import { countsOfSubjects, withMetrics } from './subject-metrics.ts';

export const campaignsReport = defineOperation({
  name: 'list_campaigns',
  tag: 'Reports',
  method: 'GET',
  path: '/api/v1/reports/campaigns',
  isTool: true,
  title: 'Campaigns',
  description:
    'Lists the campaigns (calls to action) of a website with their funnel metrics, sorted and paginated. Pass an id to get_campaign_report.',
  scope: 'reports',
  website: 'chosen',
  input: z.object({
    ...pageParameter('The page number, from 1.'),
    ...perPageParameter,
    ...campaignFilterParameters,
    ...reportParameters,
  }),
  subjectsRead: 100,
  output: envelope(
    'campaigns',
    z.strictObject({
      campaigns: z.array(z.strictObject({ id, name: z.string(), cta_type: z.string(), status, metrics })),
      pagination: z.strictObject({
        page: z.int().positive(),
        per_page: z.int().positive(),
        total_entries: z.int().nonnegative(),
        total_pages: z.int().nonnegative(),
      }),
    }),
  ),
  example: exampleReport('campaigns', {
    campaigns: [exampleCampaign],
    pagination: { page: 1, per_page: 25, total_entries: 1, total_pages: 1 },
  }),
  check: checkWindow,
  async read(query, context) {
    const report = await openReport(query, context);
    const found = await findCampaigns(context, report, query);
    const sorted = await sortCampaigns(found, query.sort, report, context);
    const perPage = Math.min(query.per_page, PAGE_SIZE_MAX);
    const page = sorted.slice((query.page - 1) * perPage, query.page * perPage);
    const campaigns = page.map(({ id, name, cta_type, status }) => ({ id, name, cta_type, status }));
    return {
      report: 'campaigns',
      ...report.head,
      data: {
        campaigns: await withMetrics(report, context, SUBJECT_KIND.campaign, campaigns),
        pagination: {
          page: query.page,
          per_page: perPage,
          total_entries: found.length,
          total_pages: Math.ceil(found.length / perPage),
        },
      },
    };
  },
});

interface CampaignRow {
  id: number;
  name: string;
  cta_type: string;
  status: 'live' | 'archived';
  created_at: string;
  published_at: string | null;
}

interface Filter {
  readonly cta_type?: string | undefined;
  readonly status?: string | undefined;
}

function findCampaigns(context: ReadContext, report: OpenReport, { cta_type, status }: Filter): Promise<CampaignRow[]> {
  const params = [report.website.id];
  const condition = (column: string, value: string | undefined) =>
    value === undefined ? '' : ` AND ${column} = $${(params as unknown[]).push(value)}`;
  return context.database.query<CampaignRow>(
    `SELECT id, name, cta_type, status, created_at, published_at FROM campaigns
     WHERE website_id = $1${condition('cta_type', cta_type)}${condition('status', status)}`,
    params,
  );
}

/** The visitor metrics that each sort order needs; orders and revenue need none. */
const SORT_NEEDS: Readonly<Record<CampaignSort, readonly VisitorMetric[]>> = {
  created_at: [],
  published_at: [],
  views: ['views'],
  conversions: ['conversions'],
  completions: ['completions'],
  conversion_rate: ['views', 'conversions'],
  completion_rate: ['views', 'completions'],
  revenue: [],
  aov: [],
};

/** Always descending; ties are sorted by id. */
async function sortCampaigns(
  campaigns: readonly CampaignRow[],
  sort: CampaignSort,
  report: OpenReport,
  context: ReadContext,
): Promise<CampaignRow[]> {
  const keyOf = await sortKeys(campaigns, sort, report, context);
  const keyed = campaigns.map((campaign) => ({ campaign, key: keyOf(campaign) }));
  keyed.sort((a, b) => (a.key === b.key ? b.campaign.id - a.campaign.id : a.key < b.key ? 1 : -1));
  return keyed.map(({ campaign }) => campaign);
}

async function sortKeys(
  campaigns: readonly CampaignRow[],
  sort: CampaignSort,
  report: OpenReport,
  context: ReadContext,
): Promise<(campaign: CampaignRow) => string | number> {
  // A campaign that was never published comes last.
  if (sort === 'created_at' || sort === 'published_at') return (campaign) => campaign[sort] ?? '';
  const ids = campaigns.map(({ id }) => id);
  const metricsById = await countsOfSubjects(report, context, SUBJECT_KIND.campaign, ids, SORT_NEEDS[sort]);
  return ({ id }) => metricsById.get(id)![sort];
}
