// Reports that are filtered or broken down need the events themselves. A website keeps them from some day on, or not at all.
import { timeframeRange } from '@funnel/report-files/periods.ts';
import { ApiProblem } from './problem.ts';

/** The key of queries that need kept events, and are out of date when a website begins or ceases to keep them. */
export const KEPT_EVENTS_KEY = 'kept-events';

/** Why the API refused such a report. */
export interface NotKept {
  /** The first day that can be reported on; undefined: the website keeps no events. */
  readonly since: string | undefined;
}

/** undefined: the error is another one. */
export function notKeptIn(error: unknown): NotKept | undefined {
  if (!(error instanceof ApiProblem) || error.code !== 'events_not_kept') return undefined;
  // The first day that the problem names is the first one that can be reported on.
  return { since: /\d{4}-\d{2}-\d{2}/.exec(error.message)?.[0] };
}

/** What the days of a report depend on. */
interface PeriodParameters {
  readonly timeframe: string;
  readonly range_start?: string;
  readonly range_end?: string;
}

/** A report, or the part of it whose events are kept. */
export type Kept<Report> = Report & {
  /** Earlier days were asked for, of the period or of the one before, and are left out. */
  readonly keptSince?: string;
};

/** Leaves out the days before the first one that can be reported on. Fails if no day is left. `today` is that of the website. */
export async function readKept<Query extends PeriodParameters, Report extends object>(
  query: Query,
  read: (query: Query) => Promise<Report>,
  today: string,
): Promise<Kept<Report>> {
  let asked: Query | undefined = query;
  // Attribution may say another day then, because it also needs days before the first one.
  for (let since: string | undefined; ; ) {
    try {
      const report = await read(asked);
      return since === undefined ? report : { ...report, keptSince: since };
    } catch (error) {
      const later = notKeptIn(error)?.since;
      if (later === undefined || (since !== undefined && later <= since)) throw error;
      since = later;
      const rest = keptPart(query, since, today);
      if (rest === undefined) throw error;
      asked = rest;
    }
  }
}

function keptPart<Query extends PeriodParameters>(query: Query, since: string, today: string) {
  if (query.timeframe === 'insights_week') return undefined;
  const end = query.range_end ?? timeframeRange(query.timeframe, today)?.end ?? today;
  return since <= end ? { ...query, timeframe: 'custom' as const, range_start: since, range_end: end } : undefined;
}

interface NotKeptBefore {
  readonly notKeptBefore: string;
}

/** Reads days to compare with, whose events may not all be kept. */
export async function readIfKept<Report extends object>(read: Promise<Report>): Promise<Report | NotKeptBefore> {
  try {
    return await read;
  } catch (error) {
    const since = notKeptIn(error)?.since;
    if (since !== undefined) return { notKeptBefore: since };
    throw error;
  }
}
