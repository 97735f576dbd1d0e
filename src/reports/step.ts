import { z } from 'zod';
import { SUBJECT_KIND } from '../catalog/subject.ts';
import { defineReport } from './define-report.ts';
import { notFound } from './not-found.ts';
import { openReport } from './open-report.ts';
import { groupByParameter, idParameter, reportParameters } from './parameters.ts';
import { envelope, id, metrics, timeseries } from './shapes.ts';
import { metricsOfSubjects, singleSubject } from './subject-metrics.ts';

export const stepReport = defineReport({
  name: 'step',
  path: '/reports/steps/{id}',
  tool: 'get_step_report',
  title: 'Step report',
  description:
    'One step of a funnel and its elements (forms, questions, products, buttons), each with metrics. The ids of the elements feed get_element_report.',
  scope: 'reports',
  input: z.object({ ...idParameter('step', 'get_variant_report'), ...groupByParameter, ...reportParameters }),
  output: envelope(
    'step',
    z.strictObject({
      id,
      position: z.int(),
      metrics,
      timeseries: timeseries.optional(),
      elements: z.array(z.strictObject({ id, element_type: z.string(), position: z.int(), metrics })),
    }),
  ),
  async run(input, context) {
    const report = await openReport(input, context);
    const key = [report.website.id, input.id];
    const [found] = await context.database.query<{ position: number }>(
      'SELECT position FROM steps WHERE website_id = $1 AND id = $2',
      key,
    );
    if (!found) throw notFound('step', input.id);
    const elements = await context.database.query<{ id: number; element_type: string; position: number }>(
      'SELECT id, element_type, position FROM elements WHERE website_id = $1 AND step_id = $2 ORDER BY position, id',
      key,
    );
    const [own, ofElements] = await Promise.all([
      singleSubject(report, context, SUBJECT_KIND.step, input.id),
      metricsOfSubjects(
        report,
        context,
        SUBJECT_KIND.element,
        elements.map(({ id }) => id),
      ),
    ]);
    return {
      report: 'step',
      ...report.head,
      data: {
        id: input.id,
        position: found.position,
        ...own,
        elements: elements.map((element) => ({ ...element, metrics: ofElements.get(element.id)! })),
      },
    };
  },
});
