import { variantsFile } from '@funnel/report-files/tables/subjects.ts';
import { z } from 'zod';
import { defineOperation } from '../../../contract/operations/define-operation.ts';
import { idParameter } from '../../../contract/operations/parameters.ts';
import { id } from '../../../contract/operations/schemas.ts';
import { SUBJECT_KIND } from '../../../engine/catalog/subject.ts';
import { TRAFFIC_SHARE } from '../../experiments/read-experiment-ids.ts';
import { exampleCampaign, exampleReport, exampleVariants } from '../examples.ts';
import { notFound } from '../not-found.ts';
import { aboutCampaign, type CampaignDates } from '../notes/about.ts';
import { includesHoldouts, markHoldout } from '../notes/holdouts.ts';
import { isEmpty, notesOf } from '../notes/report-notes.ts';
import { comparedSubject } from '../notes/within-noise.ts';
import { checkWindow, openReport } from '../open-report.ts';
import {
  groupByParameter,
  longSeriesParameter,
  reportParameters,
  segmentParameters,
  timeParameters,
} from '../parameters.ts';
import { breakdownTable, filtered, hoursOfWeekTable, seriesTable, tableWords } from '../report-tables.ts';
import { breakdown, filteredEnvelope, metrics, status, timeseries, variant } from '../schemas.ts';
import { subjectWithChildren } from '../subject-metrics.ts';

export const campaignReport = defineOperation({
  name: 'get_campaign_report',
  tag: 'Reports',
  method: 'GET',
  path: '/api/v1/reports/campaigns/{id}',
  isTool: true,
  title: 'Campaign report',
  description: 'One campaign and its variants, each with funnel metrics. Pass a variant id to get_variant_report.',
  scope: 'reports',
  website: 'chosen',
  input: z.object({
    ...idParameter('campaign', 'list_campaigns'),
    ...groupByParameter,
    ...longSeriesParameter,
    ...segmentParameters,
    ...timeParameters,
    ...reportParameters,
  }),
  csv: {
    breakdown: breakdownTable,
    series: seriesTable,
    hours_of_week: hoursOfWeekTable,
    variants: {
      fileOf: (report, asked) => filtered(variantsFile(report.data.variants, tableWords(report, asked)), asked),
    },
  },
  csvAsks: { long_series: true },
  csvCompares: true,
  output: filteredEnvelope(
    'campaign',
    z.strictObject({
      id,
      name: z.string(),
      cta_type: z.string(),
      status,
      metrics,
      timeseries: timeseries.optional(),
      breakdown: breakdown.optional(),
      variants: z.array(variant),
    }),
  ),
  example: exampleReport('campaign', { ...exampleCampaign, variants: exampleVariants }),
  check: checkWindow,
  async read(query, context) {
    const report = await openReport(query, context);
    const key = [report.website.id, query.id];
    const [campaign] = await context.database.query<CampaignRow>(
      'SELECT id, name, cta_type, status, created_at, published_at FROM campaigns WHERE website_id = $1 AND id = $2',
      key,
    );
    if (!campaign) throw notFound('campaign', query.id);
    const variants = await context.database.query<VariantRow>(
      `SELECT id, name, variation, ${TRAFFIC_SHARE} AS traffic_percentage, is_holdout FROM variants
       WHERE website_id = $1 AND campaign_id = $2 ORDER BY variation, id`,
      key,
    );
    const reference = { kind: SUBJECT_KIND.campaign, id: query.id };
    const { segment, subject, children } = await subjectWithChildren(report, context, reference, {
      kind: SUBJECT_KIND.variant,
      rows: variants.map((row) => markHoldout(query, row)),
    });
    const { name, cta_type, status } = campaign;
    const notes = await notesOf(report, context, {
      isEmpty: isEmpty(subject.metrics),
      compared: comparedSubject(subject),
      breakdown: subject.breakdown,
      own: () => includesHoldouts(children, report.countType),
    });
    return {
      ...notes,
      ...(await aboutCampaign(report, context, campaign)),
      report: 'campaign',
      ...report.head,
      ...segment,
      data: {
        id: query.id,
        name,
        cta_type,
        status,
        ...subject,
        variants: children,
      },
    };
  },
});

interface CampaignRow extends CampaignDates {
  name: string;
  cta_type: string;
  status: 'live' | 'archived';
}

interface VariantRow {
  id: number;
  name: string | null;
  variation: string;
  traffic_percentage: number;
  is_holdout: number;
}
