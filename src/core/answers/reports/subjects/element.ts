import { answersFile, productsFile } from '@funnel/report-files/tables/subjects.ts';
import { z } from 'zod';
import { defineOperation } from '../../../contract/operations/define-operation.ts';
import { idParameter } from '../../../contract/operations/parameters.ts';
import { id } from '../../../contract/operations/schemas.ts';
import { SUBJECT_KIND } from '../../../engine/catalog/subject.ts';
import { PRODUCT_LIST } from '../../../engine/rollups/fold.ts';
import { REVENUE_SCALE } from '../../../engine/rollups/metric.ts';
import { compareStrings, readValues, type ValueCounts } from '../../../engine/rollups/read-values.ts';
import { exampleMetrics, exampleReport } from '../examples.ts';
import { notFound } from '../not-found.ts';
import { aboutParts, type NamedPart, withoutNames } from '../notes/about.ts';
import { findHoldout, includesHoldouts } from '../notes/holdouts.ts';
import { elementsWithoutViews } from '../notes/no-views.ts';
import { notesOf } from '../notes/report-notes.ts';
import { comparedSubject } from '../notes/within-noise.ts';
import { checkWindow, openReport } from '../open-report.ts';
import { groupByDaysParameter, reportParameters } from '../parameters.ts';
import { seriesTable } from '../report-tables.ts';
import { comparedEnvelope, metrics, productRow, timeseries, value } from '../schemas.ts';
import { subjectWithChildren } from '../subject-metrics.ts';

const count = z.int().nonnegative();

export const elementReport = defineOperation({
  name: 'get_element_report',
  tag: 'Reports',
  method: 'GET',
  path: '/api/v1/reports/elements/{id}',
  isTool: true,
  title: 'Element report',
  description:
    'One element of a step with its metrics, the answers to its form fields and quiz questions, and the products chosen and bought.',
  scope: 'reports',
  website: 'chosen',
  input: z.object({ ...idParameter('element', 'get_step_report'), ...groupByDaysParameter, ...reportParameters }),
  csv: {
    series: seriesTable,
    products: { fileOf: ({ website, data }, { t }) => productsFile(data.products, website.currency, t) },
    answers: { fileOf: ({ data }, { t }) => answersFile(data.fields, t) },
  },
  csvCompares: true,
  output: comparedEnvelope(
    'element',
    z.strictObject({
      id,
      element_type: z.string(),
      position: z.int(),
      metrics,
      timeseries: timeseries.optional(),
      fields: z.array(
        z
          .strictObject({ name: z.string(), values: z.array(z.strictObject({ value, count })) })
          .describe('Most frequent first.'),
      ),
      products: z.array(productRow),
    }),
  ),
  example: exampleReport('element', {
    id: 10000,
    element_type: 'form',
    position: 1,
    metrics: exampleMetrics,
    fields: [
      {
        name: 'size',
        values: [
          { value: 'M', count: 70 },
          { value: 'L', count: 50 },
        ],
      },
    ],
    products: [{ value: 'sku-1', selections: 30, orders: 12, revenue: 1438.8 }],
  }),
  check: checkWindow,
  async read(query, context) {
    const report = await openReport(query, context);
    const [element] = await context.database.query<NamedPart & { element_type: string; position: number }>(
      'SELECT id, element_type, position, name, key FROM elements WHERE website_id = $1 AND id = $2',
      [report.website.id, query.id],
    );
    if (!element) throw notFound('element', query.id);
    const reference = { kind: SUBJECT_KIND.element, id: query.id };
    const [{ segment, subject }, values] = await Promise.all([
      subjectWithChildren(report, context, reference),
      readValues(context.database, report.website.id, query.id, report.window),
    ]);
    const notes = await notesOf(report, context, {
      compared: comparedSubject(subject),
      own: async () => {
        const holdout = await findHoldout(context.database, report.website.id, reference);
        return [
          ...includesHoldouts(holdout ? [{ ...holdout, ...subject }] : [], report.countType),
          ...elementsWithoutViews([{ ...element, metrics: subject.metrics }]),
        ];
      },
    });
    return {
      ...notes,
      ...aboutParts(query, { elements: [element] }),
      report: 'element',
      ...report.head,
      ...segment,
      data: { ...withoutNames(element), ...subject, fields: fieldsOf(values), products: productsOf(values) },
    };
  },
});

function fieldsOf(lists: ReadonlyMap<string, readonly ValueCounts[]>) {
  return [...lists]
    .filter(([name]) => name !== PRODUCT_LIST)
    .sort(([a], [b]) => compareStrings(a, b))
    .map(([name, values]) => ({
      name,
      values: values
        .map(({ value, selections }) => ({ value, count: selections }))
        .sort((a, b) => b.count - a.count || compareStrings(a.value, b.value)),
    }));
}

function productsOf(lists: ReadonlyMap<string, readonly ValueCounts[]>) {
  return (lists.get(PRODUCT_LIST) ?? [])
    .toSorted((a, b) => b.revenue - a.revenue || b.selections - a.selections || compareStrings(a.value, b.value))
    .map(({ value, selections, orders, revenue }) => ({ value, selections, orders, revenue: revenue / REVENUE_SCALE }));
}
