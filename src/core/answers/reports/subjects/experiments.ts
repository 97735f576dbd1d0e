import { experimentsFile } from '@funnel/report-files/tables/subjects.ts';
import { z } from 'zod';
import { defineOperation } from '../../../contract/operations/define-operation.ts';
import { restOnlyParameter } from '../../../contract/operations/parameters.ts';
import { id } from '../../../contract/operations/schemas.ts';
import { SUBJECT_KIND } from '../../../engine/catalog/subject.ts';
import { placeholders } from '../../../foundation/database/database.ts';
import { IS_EXPERIMENT, TRAFFIC_SHARE } from '../../experiments/read-experiment-ids.ts';
import { exampleReport, exampleVariants } from '../examples.ts';
import { includesHoldouts, markHoldout } from '../notes/holdouts.ts';
import { notesOf } from '../notes/report-notes.ts';
import { checkWindow, openReport } from '../open-report.ts';
import { limitParameter, PAGE_SIZE_MAX, reportParameters } from '../parameters.ts';
import { tableWords } from '../report-tables.ts';
import { comparedEnvelope, variant } from '../schemas.ts';
import { withMetrics } from '../subject-metrics.ts';

export const experimentsReport = defineOperation({
  name: 'list_experiments',
  tag: 'Reports',
  method: 'GET',
  path: '/api/v1/reports/experiments',
  isTool: true,
  title: 'Experiments',
  description:
    'Lists the running experiments (A/B tests) of a website, newest first: ' +
    'live campaigns with traffic on at least two live variants, and their metrics.',
  scope: 'reports',
  website: 'chosen',
  input: z.object({
    campaign_id: restOnlyParameter(
      id.optional().describe('Only the experiment of this campaign.'),
      'invalid_campaign_id',
      'must be a positive integer',
    ),
    ...limitParameter,
    ...reportParameters,
  }),
  subjectsRead: 50,
  csv: {
    variants: { fileOf: (report, asked) => experimentsFile(report.data.experiments, tableWords(report, asked)) },
  },
  output: comparedEnvelope(
    'experiments',
    z.strictObject({
      experiments: z.array(
        z.strictObject({
          campaign_id: id,
          campaign_name: z.string(),
          cta_type: z.string(),
          variants: z.array(variant),
        }),
      ),
    }),
  ),
  example: exampleReport('experiments', {
    experiments: [{ campaign_id: 10, campaign_name: 'Spring popup', cta_type: 'overlay', variants: exampleVariants }],
  }),
  check: checkWindow,
  async read(query, context) {
    const report = await openReport(query, context);
    const campaigns = await context.database.query<CampaignRow>(
      `SELECT id AS campaign_id, name AS campaign_name, cta_type FROM campaigns
       WHERE website_id = $1 AND ${IS_EXPERIMENT} ${query.campaign_id === undefined ? '' : 'AND id = $3'}
       ORDER BY created_at DESC, id DESC LIMIT $2`,
      [
        report.website.id,
        Math.min(query.limit, PAGE_SIZE_MAX),
        ...(query.campaign_id === undefined ? [] : [query.campaign_id]),
      ],
    );
    const campaignIds = campaigns.map((campaign) => campaign.campaign_id);
    const variants =
      campaignIds.length === 0
        ? []
        : await context.database.query<VariantRow>(
            `SELECT campaign_id, id, name, variation, ${TRAFFIC_SHARE} AS traffic_percentage, is_holdout FROM variants
             WHERE website_id = $1 AND campaign_id IN (${placeholders(campaignIds.length, 1)}) ORDER BY variation, id`,
            [report.website.id, ...campaignIds],
          );
    const { segment, rows: withCounts } = await withMetrics(
      report,
      context,
      SUBJECT_KIND.variant,
      variants.map((row) => markHoldout(query, row)),
    );
    const variantsByCampaign = Map.groupBy(withCounts, (row) => row.campaign_id);
    const nameOf = new Map(campaigns.map((campaign) => [campaign.campaign_id, campaign.campaign_name]));
    const own = () => {
      const named = withCounts.map((row) => ({ ...row, name: nameOf.get(row.campaign_id)! }));
      return includesHoldouts(named, report.countType);
    };
    const notes = await notesOf(report, context, { own });
    return {
      ...notes,
      report: 'experiments',
      ...report.head,
      ...segment,
      data: {
        experiments: campaigns.map((campaign) => ({
          ...campaign,
          variants: (variantsByCampaign.get(campaign.campaign_id) ?? []).map(({ campaign_id: _, ...row }) => row),
        })),
      },
    };
  },
});

interface CampaignRow {
  campaign_id: number;
  campaign_name: string;
  cta_type: string;
}

interface VariantRow {
  campaign_id: number;
  id: number;
  name: string | null;
  variation: string;
  traffic_percentage: number;
  is_holdout: number;
}
