// Reads the metrics, the timeseries and the breakdown of subjects (a website, campaign, variant, step or element) for a report: from the
// rollups, with unique visitors of the event log if these are counted exactly; or all of it from the event log, if the report has filters
// or is about parts of days.
// Why: docs/decisions/reports.md, "Changes come from counts, not from rounded rates".

import type { ReadContext } from '../../contract/operations/define-operation.ts';
import type { SubjectKind, SubjectReference } from '../../engine/catalog/subject.ts';
import { breakdown } from '../../engine/event-log/breakdowns/breakdown.ts';
import { divideByValue } from '../../engine/event-log/breakdowns/divide.ts';
import { hours } from '../../engine/event-log/breakdowns/hours.ts';
import type { Answer } from '../../engine/event-log/breakdowns/subject-counts.ts';
import { askLog } from '../../engine/event-log/questions/ask-log.ts';
import { type CountedBefore, readUniqueCounts } from '../../engine/event-log/questions/unique-visitors.ts';
import { type Counts, NO_TOTALS } from '../../engine/rollups/counts.ts';
import { VISITOR_METRICS } from '../../engine/rollups/metric.ts';
import type { Window } from '../../engine/rollups/window.ts';
import { hoursOf } from '../../foundation/time/hours.ts';
import { type Breakdown, breakdownOf, VALUES_MAX } from './breakdown.ts';
import { buckets, type GroupByOrHour } from './buckets.ts';
import {
  type MetricsBlock,
  type MetricsWithComparison,
  metricsOf,
  type Point,
  pointOf,
  withComparison,
} from './metrics.ts';
import type { OpenReport } from './open-report.ts';
import { type Sampling, type Segment, samplingOf, segmentOf } from './segment.ts';

const SECOND_MS = 1_000;

interface Row {
  readonly id: number;
}
type WithMetrics<Of> = Of & { readonly metrics: MetricsWithComparison };

/** Adds the metrics of its subject to each row. A subject without events has zeros. */
export async function withMetrics<Of extends Row>(
  report: OpenReport,
  context: ReadContext,
  kind: SubjectKind,
  rows: readonly Of[],
): Promise<{ readonly segment: Segment; readonly rows: WithMetrics<Of>[] }> {
  const references = rows.map(({ id }) => ({ kind, id }));
  const { counts, segment } = await readSubjects(report, context, [{ references, windows: mainWindows(report) }]);
  return { segment, rows: addMetrics(rows, counts[0]!) };
}

/** Reads only the metrics that a sort order needs, to keep long lists cheap. A report from the log has no use for it. */
export async function countsOfSubjects(
  report: OpenReport,
  context: ReadContext,
  kind: SubjectKind,
  subjectIds: readonly number[],
  needed: readonly (keyof Counts)[],
): Promise<ReadonlyMap<number, MetricsBlock>> {
  const query = {
    ...subjectsOf(report, kind, subjectIds),
    windows: [report.window],
    totals: needed,
    visitorMetrics: VISITOR_METRICS.filter((metric) => needed.includes(metric)),
  };
  const [counts] = await readUniqueCounts(context.database, report.uniqueVisitors, [query]);
  return new Map([...counts!].map(([id, [current]]) => [id, metricsOf(current!)]));
}

interface Timeseries extends Partial<Sampling> {
  readonly group_by: GroupByOrHour;
  readonly points: Point[];
}

interface SingleSubject {
  readonly metrics: MetricsWithComparison;
  readonly timeseries?: Timeseries;
  readonly breakdown?: Breakdown;
}

interface SubjectWithChildren<Child> {
  readonly segment: Segment;
  readonly subject: SingleSubject;
  readonly children: WithMetrics<Child>[];
}

/** One subject with its timeseries and breakdown, and the metrics of its children. */
export async function subjectWithChildren<Child extends Row = never>(
  report: OpenReport,
  context: ReadContext,
  subject: SubjectReference,
  children?: { readonly kind: SubjectKind; readonly rows: readonly Child[] },
): Promise<SubjectWithChildren<Child>> {
  const main = mainWindows(report);
  const points = report.groupBy && report.groupBy !== 'hour' ? buckets(report.window, report.groupBy) : [];
  const rows = children?.rows ?? [];
  const references = rows.map(({ id }) => ({ kind: children!.kind, id }));
  const [{ counts, segment, breakdown }, byHour] = await Promise.all([
    readSubjects(report, context, [
      { references: [subject], windows: [...main, ...points] },
      { references, windows: main },
    ]),
    report.groupBy === 'hour' ? askByHour(report, context, subject) : undefined,
  ]);
  const own = counts[0]![0]!;
  const timeseries = byHour
    ? byHour(own[0]!)
    : report.groupBy && {
        group_by: report.groupBy,
        points: points.map(({ date }, index) => pointOf(date, own[main.length + index]!)),
      };
  return {
    segment,
    subject: {
      metrics: withComparison(own[0]!, report.previous && own[1]),
      ...(timeseries && { timeseries }),
      ...(breakdown && { breakdown }),
    },
    children: addMetrics(rows, counts[1]!),
  };
}

/**
 * All hours with one question. From the counts of the whole window, its answer gives the timeseries: like the values of a breakdown, sums
 * add up to those counts, and unique visitors are exact unless there are too many events.
 */
async function askByHour(
  { log, zone, window, filters, timeSpan, countType }: OpenReport,
  { database }: ReadContext,
  subject: SubjectReference,
): Promise<(own: Counts) => Timeseries> {
  const clockHours = hoursOf(zone, window.firstDay, window.lastDay);
  const answer = await askLog(
    database,
    log!,
    hours({
      subject,
      window,
      filters,
      timeSpan,
      hours: {
        starts: clockHours.map(({ startMs }) => startMs / SECOND_MS),
        ends: clockHours.map(({ endMs }) => endMs / SECOND_MS),
      },
    }),
  );
  const isSampled = answer.sampled !== false;
  return (own) => {
    const counts = divideByValue(own, answer.subjects[0]![0]!, { countType, isSampled });
    const points = clockHours.map(({ date }, hour) => pointOf(date, counts.get(String(hour)) ?? NO_TOTALS));
    return { group_by: 'hour', ...samplingOf(answer), points };
  };
}

function addMetrics<Of extends Row>(rows: readonly Of[], counts: readonly (readonly Counts[])[]): WithMetrics<Of>[] {
  return rows.map((row, index) => {
    const [current, previous] = counts[index]!;
    return { ...row, metrics: withComparison(current!, previous) };
  });
}

function mainWindows({ window, previous }: OpenReport): readonly Window[] {
  return previous ? [window, previous] : [window];
}

/** Subjects of one kind, whose counts are needed in the same windows. */
interface Group {
  readonly references: readonly SubjectReference[];
  readonly windows: readonly Window[];
}

interface CountedSubjects {
  /** The counts of each window of each subject of each group. */
  readonly counts: readonly (readonly (readonly Counts[])[])[];
  readonly segment: Segment;
  /** The breakdown of the first subject. */
  readonly breakdown?: Breakdown;
}

/** The rollups know neither filters nor parts of days. */
export function isFromLog({ filters, timeSpan }: OpenReport): boolean {
  return filters.length > 0 || timeSpan !== undefined;
}

async function readSubjects(
  report: OpenReport,
  context: ReadContext,
  groups: readonly Group[],
): Promise<CountedSubjects> {
  if (report.log && isFromLog(report)) return readFiltered({ ...report, log: report.log }, context, groups);
  if (!report.log || !report.breakDownBy) return { counts: await readWhole(report, context, groups), segment: {} };
  const counted = { subjects: groups[0]!.references, windows: mainWindows(report) };
  const asking = askLog(context.database, report.log, breakdown({ ...counted, ...askedOf(report) }));
  const [counts, answer] = await Promise.all([readWhole(report, context, groups, { ...counted, asking }), asking]);
  return { counts, segment: {}, ...breakdownIn(report, counts[0]![0]!, answer) };
}

/** It leaves filters and parts of days aside. */
async function readWhole(
  report: OpenReport,
  { database }: ReadContext,
  groups: readonly Group[],
  before?: CountedBefore,
) {
  const idsOf = ({ references }: Group) => references.map(({ id }) => id);
  const asked = groups.filter(({ references }) => references.length > 0);
  const queries = asked.map((group) => {
    return { ...subjectsOf(report, group.references[0]!.kind, idsOf(group)), windows: group.windows };
  });
  const counts = await readUniqueCounts(database, report.uniqueVisitors, queries, before);
  return groups.map((group) => {
    const ofGroup = counts[asked.indexOf(group)];
    return idsOf(group).map((id) => ofGroup!.get(id)!);
  });
}

/** The place of the previous window among the windows of a group, if there is one. */
const PREVIOUS = 1;

/** The other windows are whole then, and have the numbers that they have without a comparison. */
function isOnlyPreviousInPart({ filters, timeSpan }: OpenReport): boolean {
  return filters.length === 0 && timeSpan?.days !== undefined;
}

/** All groups with one question. Its windows are those of the first group: the others need some of them, from the first one on. */
async function readFiltered(
  report: OpenReport & { readonly log: NonNullable<OpenReport['log']> },
  context: ReadContext,
  groups: readonly Group[],
): Promise<CountedSubjects> {
  const query = {
    subjects: groups.flatMap(({ references }) => references),
    windows: groups[0]!.windows,
    ...askedOf(report),
  };
  const [answer, whole] = await Promise.all([
    askLog(context.database, report.log, breakdown({ ...query, isScaled: true })),
    isOnlyPreviousInPart(report) ? readWhole(report, context, groups) : [],
  ]);
  let next = 0;
  const counts = groups.map(({ references, windows }, group) =>
    references.map((_, subject) => {
      const logged = answer.counts[next++]!.slice(0, windows.length);
      return logged.map((counted, index) =>
        index === PREVIOUS ? counted : (whole[group]?.[subject]?.[index] ?? counted),
      );
    }),
  );
  return { counts, segment: segmentOf(report, answer), ...breakdownIn(report, counts[0]![0], answer) };
}

function askedOf(report: OpenReport) {
  const { filters, timeSpan, countType, breakDownBy: by } = report;
  const windows = mainWindows(report).length;
  return {
    filters,
    timeSpan,
    countType,
    ...(by && { breakDown: { by, windows, valuesMax: VALUES_MAX } }),
  };
}

function breakdownIn(
  report: OpenReport,
  own: readonly Counts[] | undefined,
  answer: Answer,
): { breakdown?: Breakdown } {
  const { breakDownBy, countType } = report;
  if (!breakDownBy || !own) return {};
  const divided = mainWindows(report).map((_, index) =>
    divideByValue(own[index]!, answer.subjects[0]![index]!, { countType, isSampled: answer.sampled !== false }),
  );
  return { breakdown: breakdownOf(breakDownBy, divided, answer) };
}

function subjectsOf(report: OpenReport, kind: SubjectKind, subjectIds: readonly number[]) {
  const { website, countType, builtThrough } = report;
  return { websiteId: website.id, kind, subjectIds, countType, builtThrough };
}
