import { SHOWN_WITH_CHANGE } from '@funnel/report-files/metrics.ts';
import { campaignsFile } from '@funnel/report-files/tables/subjects.ts';
import { z } from 'zod';
import { pageAfter } from '../../../contract/operations/csv-tables.ts';
import { defineOperation, type ReadContext } from '../../../contract/operations/define-operation.ts';
import { pageParameter } from '../../../contract/operations/parameters.ts';
import { id } from '../../../contract/operations/schemas.ts';
import { SUBJECT_KIND } from '../../../engine/catalog/subject.ts';
import { VISITOR_METRICS } from '../../../engine/rollups/metric.ts';
import { exampleCampaign, exampleReport } from '../examples.ts';
import { COUNTS_OF_METRICS, type MetricsWithComparison } from '../metrics.ts';
import { aboutCampaigns, type CampaignDates } from '../notes/about.ts';
import { outsideCampaigns } from '../notes/outside-campaigns.ts';
import { isEmpty, notesOf } from '../notes/report-notes.ts';
import { unknownCampaignValues } from '../notes/unknown-values.ts';
import { checkWindow, type OpenReport, openReport } from '../open-report.ts';
import {
  type CampaignSort,
  campaignFilterParameters,
  filterParameter,
  PAGE_SIZE_MAX,
  perPageParameter,
  reportParameters,
  timeParameters,
} from '../parameters.ts';
import { filtered, tableWords } from '../report-tables.ts';
import { filteredEnvelope, metrics, status } from '../schemas.ts';
import { countsOfSubjects, isFromLog, withMetrics } from '../subject-metrics.ts';

export const campaignsReport = defineOperation({
  name: 'list_campaigns',
  tag: 'Reports',
  method: 'GET',
  path: '/api/v1/reports/campaigns',
  isTool: true,
  title: 'Campaigns',
  description:
    'Lists the campaigns (calls to action) of a website with their funnel metrics, sorted and paginated. ' +
    'Pass an id to get_campaign_report.',
  scope: 'reports',
  website: 'chosen',
  input: z.object({
    ...pageParameter('The page number, from 1.'),
    ...perPageParameter,
    ...campaignFilterParameters,
    ...filterParameter,
    ...timeParameters,
    ...reportParameters,
  }),
  subjectsRead: 100,
  csv: {
    campaigns: {
      fileOf: (report, asked) => filtered(campaignsFile(report.data.campaigns, tableWords(report, asked)), asked),
    },
  },
  csvCompares: true,
  nextPage: ({ data }) => pageAfter(data.pagination),
  output: filteredEnvelope(
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
    const perPage = Math.min(query.per_page, PAGE_SIZE_MAX);
    const pageOf = <Row>(rows: readonly Row[]) => rows.slice((query.page - 1) * perPage, query.page * perPage);
    const { segment, rows } = await countedPage(found, pageOf, query.sort, report, context);
    const notes = await notesOf(report, context, {
      isEmpty: isEmpty(rows.map(({ metrics: ofCampaign }) => ofCampaign)),
      compared: [{ names: SHOWN_WITH_CHANGE, rows }],
      own: async () => [
        ...(found.length > 0 ? [] : await unknownCampaignValues(context.database, report.website.id, query)),
        ...(await outsideCampaigns(report, context)),
      ],
    });
    return {
      ...notes,
      ...(await aboutCampaigns(report, context, rows, query.sort)),
      report: 'campaigns',
      ...report.head,
      ...segment,
      data: {
        campaigns: rows.map(({ id, name, cta_type, status, metrics }) => ({ id, name, cta_type, status, metrics })),
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

interface CampaignRow extends CampaignDates {
  name: string;
  cta_type: string;
  status: 'live' | 'archived';
}

export type CampaignWithMetrics = Pick<CampaignRow, 'id' | 'name' | 'cta_type' | 'status'> & {
  readonly metrics: MetricsWithComparison;
};

/** The campaigns with the most revenue, at most `max`, then those of `alsoIds` that are not among them, and how many there are. */
export async function readCampaignsByRevenue(
  context: ReadContext,
  report: OpenReport,
  max: number,
  alsoIds: readonly number[],
): Promise<{ readonly total: number; readonly campaigns: readonly CampaignWithMetrics[] }> {
  const found = await findCampaigns(context, report, {});
  const first = <Row extends { readonly id: number }>(all: readonly Row[]) =>
    all.filter(({ id }, place) => place < max || alsoIds.includes(id));
  const { rows } = await countedPage(found, first, 'revenue', report, context);
  return { total: found.length, campaigns: rows };
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

async function countedPage(
  campaigns: readonly CampaignRow[],
  pageOf: <Row extends { readonly id: number }>(rows: readonly Row[]) => Row[],
  sort: CampaignSort,
  report: OpenReport,
  context: ReadContext,
) {
  const count = (rows: readonly CampaignRow[]) => withMetrics(report, context, SUBJECT_KIND.campaign, rows);
  // A campaign that was never published comes last.
  if (sort === 'created_at' || sort === 'published_at') {
    return count(pageOf(sorted(campaigns, (campaign) => campaign[sort] ?? '')));
  }
  const needed = COUNTS_OF_METRICS[sort];
  if (isFromLog(report) || (report.uniqueVisitors.logs && needed.some(isVisitorMetric))) {
    // The event log is asked once, so it is asked about all campaigns.
    const { segment, rows } = await count(campaigns);
    return { segment, rows: pageOf(sorted(rows, ({ metrics }) => metrics[sort])) };
  }
  const ids = campaigns.map(({ id }) => id);
  const metricsById = await countsOfSubjects(report, context, SUBJECT_KIND.campaign, ids, needed);
  return count(pageOf(sorted(campaigns, ({ id }) => metricsById.get(id)![sort])));
}

function isVisitorMetric(name: string): boolean {
  return (VISITOR_METRICS as readonly string[]).includes(name);
}

/** Always descending; ties are sorted by id. */
function sorted<Row extends { readonly id: number }>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | number,
): Row[] {
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }));
  keyed.sort((a, b) => (a.key === b.key ? b.row.id - a.row.id : a.key < b.key ? 1 : -1));
  return keyed.map(({ row }) => row);
}
