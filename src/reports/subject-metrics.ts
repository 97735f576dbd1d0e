// Reads the metrics and the timeseries of subjects (a website, campaign, variant, step or element) for a report.
import type { SubjectKind } from '../catalog/subject.ts';
import type { ReadContext } from '../operations/define-operation.ts';
import type { Counts } from '../rollups/counts.ts';
import type { VisitorMetric } from '../rollups/metric.ts';
import { readCounts } from '../rollups/read-counts.ts';
import { buckets } from './buckets.ts';
import { type Changes, changesOf, type MetricsBlock, metricsOf, type Point, pointOf } from './metrics.ts';
import type { OpenReport } from './open-report.ts';

export interface MetricsWithComparison extends MetricsBlock {
  readonly previous?: MetricsBlock;
  readonly changes?: Changes;
}

/** Adds the metrics of its subject to each row. A subject without events has zeros. */
export async function withMetrics<Row extends { readonly id: number }>(
  report: OpenReport,
  context: ReadContext,
  kind: SubjectKind,
  rows: readonly Row[],
): Promise<(Row & { readonly metrics: MetricsWithComparison })[]> {
  const windows = report.previous ? [report.window, report.previous] : [report.window];
  const ids = rows.map(({ id }) => id);
  const counts = await readCounts(context.database, { ...subjects(report, kind, ids), windows });
  return rows.map((row) => {
    const [current, previous] = counts.get(row.id)!;
    return { ...row, metrics: withComparison(current!, previous) };
  });
}

/** Reads only the metrics that a sort order needs, to keep long lists cheap. */
export async function countsOfSubjects(
  report: OpenReport,
  context: ReadContext,
  kind: SubjectKind,
  subjectIds: readonly number[],
  visitorMetrics: readonly VisitorMetric[],
): Promise<ReadonlyMap<number, MetricsBlock>> {
  const query = { ...subjects(report, kind, subjectIds), windows: [report.window], visitorMetrics };
  const counts = await readCounts(context.database, query);
  return new Map([...counts].map(([id, [current]]) => [id, metricsOf(current!)]));
}

export interface SingleSubject {
  readonly metrics: MetricsWithComparison;
  readonly timeseries?: { readonly group_by: NonNullable<OpenReport['groupBy']>; readonly points: Point[] };
}

/** One subject with its timeseries: current window, previous window and buckets are read together. */
export async function singleSubject(
  report: OpenReport,
  context: ReadContext,
  kind: SubjectKind,
  subjectId: number,
): Promise<SingleSubject> {
  const mainWindows = report.previous ? [report.window, report.previous] : [report.window];
  const bucketWindows = report.groupBy ? buckets(report.window, report.groupBy) : [];
  const query = { ...subjects(report, kind, [subjectId]), windows: [...mainWindows, ...bucketWindows] };
  const counts = (await readCounts(context.database, query)).get(subjectId)!;
  const metrics = withComparison(counts[0]!, report.previous && counts[1]);
  if (!report.groupBy) return { metrics };
  const points = bucketWindows.map(({ date }, index) => pointOf(date, counts[mainWindows.length + index]!));
  return { metrics, timeseries: { group_by: report.groupBy, points } };
}

function subjects(report: OpenReport, kind: SubjectKind, subjectIds: readonly number[]) {
  const { website, countType, builtThrough } = report;
  return { websiteId: website.id, kind, subjectIds, countType, builtThrough };
}

function withComparison(current: Counts, previous: Counts | undefined): MetricsWithComparison {
  const metrics = metricsOf(current);
  if (!previous) return metrics;
  return { ...metrics, previous: metricsOf(previous), changes: changesOf(current, previous) };
}
