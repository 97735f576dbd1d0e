import { metricsFile } from '@funnel/report-files/tables/subjects.ts';
import { z } from 'zod';
import {
  type ChosenWebsite,
  defineOperation,
  type ReadContext,
} from '../../../contract/operations/define-operation.ts';
import { SUBJECT_KIND } from '../../../engine/catalog/subject.ts';
import { exampleBreakdown, exampleMetrics, exampleReport } from '../examples.ts';
import { type MetricsWithComparison, withoutSubmissions } from '../metrics.ts';
import type { Note } from '../note.ts';
import { isEmpty, notesOf } from '../notes/report-notes.ts';
import { comparedSubject } from '../notes/within-noise.ts';
import { checkWindow, type OpenReport, openReport } from '../open-report.ts';
import {
  groupByParameter,
  longSeriesParameter,
  reportParameters,
  segmentParameters,
  timeParameters,
} from '../parameters.ts';
import { breakdownTable, filtered, hoursOfWeekTable, seriesTable, tableWords } from '../report-tables.ts';
import { filteredEnvelope, timeseries, websiteBreakdown, websiteMetrics } from '../schemas.ts';
import { subjectWithChildren } from '../subject-metrics.ts';

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

/** What an extension adds to the notes of the report. */
export type WebsiteNotes = (report: OpenReport, context: Pick<ReadContext, 'database'>) => Promise<readonly Note[]>;

type NotedContext = ReadContext & ChosenWebsite & { readonly websiteNotes?: readonly WebsiteNotes[] };

export const websiteReport = defineOperation({
  name: 'get_website_report',
  tag: 'Reports',
  method: 'GET',
  path: '/api/v1/reports/website',
  isTool: true,
  title: 'Website report',
  description: `The funnel metrics of a whole website. With group_by at most ${DAYS_WITH_POINTS_MAX} days. Next: list_campaigns.`,
  scope: 'reports',
  website: 'chosen',
  input: z.object({
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
    metrics: { fileOf: (report, asked) => filtered(metricsFile(report.data, tableWords(report, asked)), asked) },
  },
  csvAsks: { long_series: true },
  csvCompares: true,
  output: filteredEnvelope(
    'website',
    z.strictObject({
      metrics: websiteMetrics,
      timeseries: timeseries.optional(),
      breakdown: websiteBreakdown.optional(),
    }),
  ),
  example: exampleReport('website', {
    metrics: exampleWebsiteMetrics,
    timeseries: exampleTimeseries,
    breakdown: exampleBreakdown(exampleWebsiteMetrics),
  }),
  check: (query, today) => checkWindow(query, today, DAYS_WITH_POINTS_MAX),
  async read(query, context: NotedContext) {
    const { websiteNotes = [] } = context;
    const report = await openReport(query, context, DAYS_WITH_POINTS_MAX);
    const reference = { kind: SUBJECT_KIND.website, id: report.website.id };
    const { segment, subject } = await subjectWithChildren(report, context, reference);
    const { metrics, breakdown, ...points } = subject;
    const values = breakdown?.values
      .map((row) => ({ ...row, metrics: allWithoutSubmissions(row.metrics) }))
      // A value may have nothing but submissions.
      .filter(({ metrics }) => !isEmpty(metrics));
    const shown = { metrics: allWithoutSubmissions(metrics), ...(values && { breakdown: { values } }) };
    return {
      ...(await notesOf(report, context, {
        isEmpty: isEmpty(metrics),
        compared: comparedSubject(shown),
        breakdown,
        own: async () => (await Promise.all(websiteNotes.map((notes) => notes(report, context)))).flat(),
      })),
      report: 'website',
      ...report.head,
      ...segment,
      data: {
        metrics: shown.metrics,
        ...points,
        ...(breakdown && values && { breakdown: { ...breakdown, values } }),
      },
    };
  },
});

export function websiteReportWith(websiteNotes: readonly WebsiteNotes[]): typeof websiteReport {
  return {
    ...websiteReport,
    read(query, context) {
      const noted: NotedContext = { ...context, websiteNotes };
      return websiteReport.read(query, noted);
    },
  };
}

function allWithoutSubmissions({ previous, changes, ...metrics }: MetricsWithComparison) {
  if (!previous || !changes) return withoutSubmissions(metrics);
  return {
    ...withoutSubmissions(metrics),
    previous: withoutSubmissions(previous),
    changes: withoutSubmissions(changes),
  };
}
