import { z } from 'zod';
import { SUBJECT_KIND } from '../catalog/subject.ts';
import { defineReport } from './define-report.ts';
import { withoutSubmissions } from './metrics.ts';
import { openReport } from './open-report.ts';
import { groupByParameter, reportParameters } from './parameters.ts';
import { envelope, timeseries, websiteMetrics } from './shapes.ts';
import { type MetricsWithComparison, singleSubject } from './subject-metrics.ts';

const DAYS_WITH_POINTS_MAX = 92;

export const websiteReport = defineReport({
  name: 'website',
  path: '/reports/website',
  tool: 'get_website_report',
  title: 'Website report',
  description: `The funnel of a whole website: views, conversions, completions, subscribes, orders and revenue, with rates in percent. With group_by the window may cover at most ${DAYS_WITH_POINTS_MAX} days. Next: list_campaigns.`,
  scope: 'reports',
  input: z.object({ ...groupByParameter, ...reportParameters }),
  output: envelope('website', z.strictObject({ metrics: websiteMetrics, timeseries: timeseries.optional() })),
  async run(input, context) {
    const report = await openReport(input, context, DAYS_WITH_POINTS_MAX);
    const { metrics, ...points } = await singleSubject(report, context, SUBJECT_KIND.website, report.website.id);
    return { report: 'website', ...report.head, data: { metrics: allWithoutSubmissions(metrics), ...points } };
  },
});

function allWithoutSubmissions({ previous, changes, ...metrics }: MetricsWithComparison) {
  if (!previous || !changes) return withoutSubmissions(metrics);
  return {
    ...withoutSubmissions(metrics),
    previous: withoutSubmissions(previous),
    changes: withoutSubmissions(changes),
  };
}
