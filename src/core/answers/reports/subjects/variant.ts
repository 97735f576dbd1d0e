import { stepsFile } from '@funnel/report-files/tables/subjects.ts';
import { z } from 'zod';
import { defineOperation } from '../../../contract/operations/define-operation.ts';
import { idParameter } from '../../../contract/operations/parameters.ts';
import { id } from '../../../contract/operations/schemas.ts';
import { SUBJECT_KIND } from '../../../engine/catalog/subject.ts';
import { TRAFFIC_SHARE } from '../../experiments/read-experiment-ids.ts';
import { exampleMetrics, exampleReport, exampleVariants } from '../examples.ts';
import { notFound } from '../not-found.ts';
import { aboutParts, type NamedPart, withoutNames } from '../notes/about.ts';
import { includesHoldouts, markHoldout } from '../notes/holdouts.ts';
import { isEmpty, notesOf } from '../notes/report-notes.ts';
import { comparedSubject } from '../notes/within-noise.ts';
import { checkWindow, openReport } from '../open-report.ts';
import { groupByParameter, reportParameters, segmentParameters, timeParameters } from '../parameters.ts';
import { breakdownTable, filtered, seriesTable, tableWords } from '../report-tables.ts';
import { breakdown, filteredEnvelope, metrics, timeseries, variant } from '../schemas.ts';
import { subjectWithChildren } from '../subject-metrics.ts';

export const variantReport = defineOperation({
  name: 'get_variant_report',
  tag: 'Reports',
  method: 'GET',
  path: '/api/v1/reports/variants/{id}',
  isTool: true,
  title: 'Variant report',
  description:
    'One variant of a campaign and its funnel steps in order, each with metrics: ' +
    'compare the views of the steps to see where visitors drop off. Pass a step id to get_step_report.',
  scope: 'reports',
  website: 'chosen',
  input: z.object({
    ...idParameter('variant', 'get_campaign_report'),
    ...groupByParameter,
    ...segmentParameters,
    ...timeParameters,
    ...reportParameters,
  }),
  csv: {
    breakdown: breakdownTable,
    series: seriesTable,
    steps: {
      fileOf: (report, asked) => {
        const nameOf = (stepId: number) => report.about?.steps?.[stepId];
        return filtered(stepsFile(report.data.funnel_steps, nameOf, tableWords(report, asked)), asked);
      },
    },
  },
  csvAsks: { notes: true },
  csvCompares: true,
  output: filteredEnvelope(
    'variant',
    z.strictObject({
      ...variant.shape,
      timeseries: timeseries.optional(),
      breakdown: breakdown.optional(),
      funnel_steps: z.array(z.strictObject({ id, position: z.int(), metrics })),
    }),
  ),
  example: exampleReport('variant', {
    ...exampleVariants[0],
    funnel_steps: [
      { id: 1000, position: 1, metrics: exampleMetrics },
      { id: 1001, position: 2, metrics: { ...exampleMetrics, views: 150, conversion_rate: 100 } },
    ],
  }),
  check: checkWindow,
  async read(query, context) {
    const report = await openReport(query, context);
    const key = [report.website.id, query.id];
    const [row] = await context.database.query<{
      name: string | null;
      variation: string;
      traffic_percentage: number;
      is_holdout: number;
    }>(
      `SELECT name, variation, ${TRAFFIC_SHARE} AS traffic_percentage, is_holdout FROM variants
       WHERE website_id = $1 AND id = $2`,
      key,
    );
    if (!row) throw notFound('variant', query.id);
    const steps = await context.database.query<NamedPart & { position: number }>(
      'SELECT id, position, name, key FROM steps WHERE website_id = $1 AND variant_id = $2 ORDER BY position, id',
      key,
    );
    const reference = { kind: SUBJECT_KIND.variant, id: query.id };
    const { segment, subject, children } = await subjectWithChildren(report, context, reference, {
      kind: SUBJECT_KIND.step,
      rows: steps.map(withoutNames),
    });
    const shown = { ...markHoldout(query, row), ...subject };
    const notes = await notesOf(report, context, {
      isEmpty: isEmpty(subject.metrics),
      compared: comparedSubject(subject),
      breakdown: subject.breakdown,
      own: () => includesHoldouts([shown], report.countType),
    });
    return {
      ...notes,
      ...aboutParts(query, { steps }),
      report: 'variant',
      ...report.head,
      ...segment,
      data: {
        id: query.id,
        ...shown,
        funnel_steps: children,
      },
    };
  },
});
