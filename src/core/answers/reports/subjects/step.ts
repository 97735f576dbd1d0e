import { elementsFile } from '@funnel/report-files/tables/subjects.ts';
import { z } from 'zod';
import { defineOperation } from '../../../contract/operations/define-operation.ts';
import { idParameter } from '../../../contract/operations/parameters.ts';
import { id } from '../../../contract/operations/schemas.ts';
import { SUBJECT_KIND } from '../../../engine/catalog/subject.ts';
import { exampleMetrics, exampleReport } from '../examples.ts';
import { notFound } from '../not-found.ts';
import { aboutParts, type NamedPart, withoutNames } from '../notes/about.ts';
import { findHoldout, includesHoldouts } from '../notes/holdouts.ts';
import { elementsWithoutViews } from '../notes/no-views.ts';
import { isEmpty, notesOf } from '../notes/report-notes.ts';
import { comparedSubject } from '../notes/within-noise.ts';
import { checkWindow, openReport } from '../open-report.ts';
import { groupByParameter, reportParameters, segmentParameters, timeParameters } from '../parameters.ts';
import { breakdownTable, filtered, seriesTable, tableWords } from '../report-tables.ts';
import { breakdown, filteredEnvelope, metrics, timeseries } from '../schemas.ts';
import { subjectWithChildren } from '../subject-metrics.ts';

export const stepReport = defineOperation({
  name: 'get_step_report',
  tag: 'Reports',
  method: 'GET',
  path: '/api/v1/reports/steps/{id}',
  isTool: true,
  title: 'Step report',
  description:
    'One step of a funnel and its elements (forms, questions, products, buttons), each with metrics. ' +
    'Pass an element id to get_element_report.',
  scope: 'reports',
  website: 'chosen',
  input: z.object({
    ...idParameter('step', 'get_variant_report'),
    ...groupByParameter,
    ...segmentParameters,
    ...timeParameters,
    ...reportParameters,
  }),
  csv: {
    breakdown: breakdownTable,
    series: seriesTable,
    elements: {
      fileOf: (report, asked) => {
        const nameOf = (elementId: number) => report.about?.elements?.[elementId];
        return filtered(elementsFile(report.data.elements, nameOf, tableWords(report, asked)), asked);
      },
    },
  },
  csvAsks: { notes: true },
  csvCompares: true,
  output: filteredEnvelope(
    'step',
    z.strictObject({
      id,
      position: z.int(),
      metrics,
      timeseries: timeseries.optional(),
      breakdown: breakdown.optional(),
      elements: z.array(z.strictObject({ id, element_type: z.string(), position: z.int(), metrics })),
    }),
  ),
  example: exampleReport('step', {
    id: 1000,
    position: 1,
    metrics: exampleMetrics,
    elements: [{ id: 10000, element_type: 'form', position: 1, metrics: exampleMetrics }],
  }),
  check: checkWindow,
  async read(query, context) {
    const report = await openReport(query, context);
    const key = [report.website.id, query.id];
    const [step] = await context.database.query<NamedPart & { position: number }>(
      'SELECT id, position, name, key FROM steps WHERE website_id = $1 AND id = $2',
      key,
    );
    if (!step) throw notFound('step', query.id);
    const elements = await context.database.query<NamedPart & { element_type: string; position: number }>(
      `SELECT id, element_type, position, name, key FROM elements
       WHERE website_id = $1 AND step_id = $2 ORDER BY position, id`,
      key,
    );
    const reference = { kind: SUBJECT_KIND.step, id: query.id };
    const { segment, subject, children } = await subjectWithChildren(report, context, reference, {
      kind: SUBJECT_KIND.element,
      rows: elements.map(withoutNames),
    });
    const notes = await notesOf(report, context, {
      isEmpty: isEmpty(subject.metrics),
      compared: comparedSubject(subject),
      breakdown: subject.breakdown,
      own: async () => {
        const holdout = await findHoldout(context.database, report.website.id, reference);
        const shown = elements.map((element, place) => ({ ...element, metrics: children[place]!.metrics }));
        return [
          ...includesHoldouts(holdout ? [{ ...holdout, ...subject }] : [], report.countType),
          ...elementsWithoutViews(shown, subject.metrics.views),
        ];
      },
    });
    return {
      ...notes,
      ...aboutParts(query, { steps: [step], elements }),
      report: 'step',
      ...report.head,
      ...segment,
      data: {
        id: query.id,
        position: step.position,
        ...subject,
        elements: children,
      },
    };
  },
});
