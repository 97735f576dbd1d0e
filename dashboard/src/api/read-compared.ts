// Reads a report with the days that it is compared with. The changes of the API itself also count a day that is not over, and
// compare with days before the website's first one.

import { compareReports } from '@funnel/report-files/comparison.ts';
import type { DayRange } from '@funnel/report-files/days.ts';
import type { QueryClient } from '@tanstack/react-query';
import { todayIn } from '../format/dates.ts';
import { notesOfAnswers } from '../language/t.ts';
import { effectiveComparison, type View } from '../routing/view.ts';
import type { Api } from './client.ts';
import { daysToCompare, withComparedDays, withReason } from './compared-timeframe.ts';
import { NOT_KNOWN, readFirstDays } from './first-days.ts';
import { type Kept, readIfKept, readKept } from './kept-events.ts';
import type { TimeframeBlock } from './types.ts';

export function customRange({ start, end }: DayRange) {
  return { timeframe: 'custom' as const, range_start: start, range_end: end };
}

interface ReportQuery {
  readonly website_id: number;
  readonly timeframe: string;
  readonly range_start?: string;
  readonly range_end?: string;
  /** Only what happened before this time of the last day counts. */
  readonly until?: string;
}

interface Comparing<Query, Report> {
  readonly query: Query;
  readonly view: View;
  read(query: Query): Promise<Report>;
  /** Reads other days of the same; default: `read`. */
  readOther?(query: Query, report: Report): Promise<Report>;
}

interface ComparedReport {
  readonly timeframe: TimeframeBlock;
  readonly data: object;
}

export async function readCompared<Query extends ReportQuery, Report extends ComparedReport>(
  api: Api,
  client: QueryClient,
  { query, view, read, readOther = read }: Comparing<Query, Report>,
): Promise<Kept<Report>> {
  const isCompared = effectiveComparison(view) !== 'off';
  const [report, { firstDay, keptFrom }] = await Promise.all([
    readKept({ ...query, ...notesOfAnswers() }, read, todayIn(view.timezone)),
    isCompared ? readFirstDays(api, client, query.website_id) : NOT_KNOWN,
  ]);
  const days = daysToCompare(view, report.timeframe, keptFrom);
  const timeframe = withReason(view, report.timeframe, days, firstDay);
  if (!days || timeframe.notCompared) return { ...report, timeframe };
  const { until } = days;
  const [before, counted] = await Promise.all([
    readIfKept(readOther({ ...query, ...customRange(days.before), ...(until !== undefined && { until }) }, report)),
    days.isWithoutToday ? readOther({ ...query, ...customRange(days.counted) }, report) : report,
  ]);
  if ('notKeptBefore' in before) return { keptSince: before.notKeptBefore, ...report };
  return {
    ...report,
    ...compareReports<Report>(report, before, counted),
    timeframe: withComparedDays(timeframe, days),
  };
}
