import { z } from 'zod';
import { SUBJECT_KIND } from '../catalog/subject.ts';
import { defineOperation } from '../operations/define-operation.ts';
import { exampleMetrics, exampleReport } from './examples.ts';
import { withoutSubmissions } from './metrics.ts';
import { checkWindow, openReport } from './open-report.ts';
import { groupByParameter, reportParameters } from './parameters.ts';
import { envelope, timeseries, websiteMetrics } from './schemas.ts';
import { type MetricsWithComparison, singleSubject } from './subject-metrics.ts';

const { submissions: _, ...exampleWebsiteMetrics } = exampleMetrics;
const exampleCounts = { views: 200, conversions: 25, completions: 16, subscribes: 10, submissions: 20, orders: 2 };
const exampleTimeseries = {
  group_by: 'week',
  points: [
    { date: '2026-03-02', ...exampleCounts, revenue: 239.8 },
    { date: '2026-03-09', ...exampleCounts, revenue: 239.8 },
  ],
};

const DAYS_WITH_POINTS_MAX = 92;

export const websiteReport = defineOperation({
  name: 'get_website_report',
  tag: 'Reports',
  method: 'GET',
  path: '/api/v1/reports/website',
  isTool: true,
  title: 'Website report',
  description: `The funnel metrics of a whole website. With group_by the window may have at most ${DAYS_WITH_POINTS_MAX} days. Next: list_campaigns.`,
  scope: 'reports',
  website: 'chosen',
  input: z.object({ ...groupByParameter, ...reportParameters }),
  output: envelope('website', z.strictObject({ metrics: websiteMetrics, timeseries: timeseries.optional() })),
  example: exampleReport('website', { metrics: exampleWebsiteMetrics, timeseries: exampleTimeseries }),
  check: (query, today) => checkWindow(query, today, DAYS_WITH_POINTS_MAX),
  async read(query, context) {
    const report = await openReport(query, context, DAYS_WITH_POINTS_MAX);
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
