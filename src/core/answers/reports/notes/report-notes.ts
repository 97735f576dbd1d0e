// The notes of a report on one website. What the numbers are about decides most of them; a report adds those that only it can know.
import type { ReadContext } from '../../../contract/operations/define-operation.ts';
import { dimensionsOf, type Filter } from '../../../engine/event-log/counting/log-question.ts';
import { readDaysInLog } from '../../../engine/event-log/storage/read-runs.ts';
import type { Note } from '../note.ts';
import type { OpenReport } from '../open-report.ts';
import { type BrokenDown, ordersWithoutVisit, partlyCoveredDimensions } from './coverage.ts';
import { estimated } from './estimated.ts';
import { type NotesField, sayNotes } from './say-notes.ts';
import { unknownFilterValues } from './unknown-values.ts';
import { notesOnWindow } from './window-notes.ts';
import { type ComparedRows, withinNoise } from './within-noise.ts';

/** What a report has found. */
interface Found {
  /** Whether nothing was counted: then a value may be one that never was. */
  readonly isEmpty?: boolean;
  /** What it counts, if it has filters of its own. Default: those of the report. */
  readonly filters?: readonly Filter[];
  /** Whether it counts page views: these may be of days before the first one that other reports know. */
  readonly countsPageViews?: boolean;
  /** Whether it can't be asked to compare parts of periods. */
  readonly comparesWholeDays?: boolean;
  /** What has changes, table by table. */
  readonly compared?: readonly ComparedRows[];
  /** What the report is broken down into. */
  readonly breakdown?: BrokenDown | undefined;
  /** Is called only if the report says its notes. */
  own?(): readonly Note[] | Promise<readonly Note[]>;
}

export async function notesOf(
  report: OpenReport,
  { database }: Pick<ReadContext, 'database'>,
  {
    isEmpty = false,
    filters = report.filters,
    countsPageViews = false,
    comparesWholeDays = false,
    compared = [],
    breakdown,
    own,
  }: Found = {},
): Promise<NotesField> {
  const { query, today, window, previous, breakDownBy, uniqueVisitors } = report;
  if (!query.notes) return {};
  const unknown = isEmpty ? await unknownFilterValues(database, report, filters) : [];
  return sayNotes(query, [
    ...unknown,
    ...((await own?.()) ?? []),
    // Of a value that never was, nothing is missing.
    ...(unknown.length > 0 ? [] : await partlyCoveredDimensions(database, report, dimensionsOf(filters, breakDownBy))),
    ...(breakdown ? ordersWithoutVisit(breakdown) : []),
    ...notesOnWindow({
      timeframe: query.timeframe,
      isComparisonAsked: query.previous_period,
      ...{ compare: query.compare, same_part: query.same_part, comparesWholeDays },
      ...{ window, previous, today },
      firstEventDay: countsPageViews ? await firstDayInLog(database, report) : report.firstEventDay,
    }),
    ...(await withinNoise(report, { database }, compared)),
    ...estimated(uniqueVisitors),
  ]);
}

/** The first day with any event, page views included. */
async function firstDayInLog(
  database: ReadContext['database'],
  { website, log, window, previous, firstEventDay }: OpenReport,
): Promise<number | undefined> {
  const earliest = Math.min(window.firstDay, previous?.firstDay ?? window.firstDay);
  if (!log || firstEventDay === undefined || earliest >= firstEventDay) return firstEventDay;
  const days = await readDaysInLog(database, website.id, { firstDay: log.firstDay, lastDay: firstEventDay - 1 });
  return Math.min(firstEventDay, ...days);
}

/** Whether all counts are zero, also those of the period before. */
export function isEmpty(metrics: object): boolean {
  return Object.values(metrics).every((value) =>
    value !== null && typeof value === 'object' ? isEmpty(value) : !value,
  );
}
