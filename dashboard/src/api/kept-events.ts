// Reports that are filtered or broken down need the events themselves. A website keeps them from some day on, or not at all.
import { ApiProblem } from './problem.ts';

/** Why the API refused such a report. */
export interface NotKept {
  /** The first day whose events are kept; undefined: the website keeps none. */
  readonly since: string | undefined;
}

/** undefined: the error is another one. */
export function notKeptIn(error: unknown): NotKept | undefined {
  if (!(error instanceof ApiProblem) || error.code !== 'events_not_kept') return undefined;
  // The first day that the problem names is that of the log.
  return { since: /\d{4}-\d{2}-\d{2}/.exec(error.message)?.[0] };
}

/** What the days of a report depend on. */
interface PeriodParameters {
  readonly timeframe: string;
  readonly range_start?: string;
  readonly range_end?: string;
  readonly previous_period?: boolean;
}

/** A report, or the part of it whose events are kept. */
export type Kept<Report> = Report & {
  /** Earlier days were asked for, of the period or of the one before, and are left out. */
  readonly keptSince?: string;
};

/** Leaves out the days before the first kept one, and a comparison with them. Fails if no day is left. `today` is that of the website. */
export async function readKept<Query extends PeriodParameters, Report extends object>(
  query: Query,
  read: (query: Query) => Promise<Report>,
  today: string,
): Promise<Kept<Report>> {
  try {
    return await read(query);
  } catch (error) {
    const since = notKeptIn(error)?.since;
    const rest = since === undefined ? undefined : keptPart(query, error as ApiProblem, since, today);
    if (since === undefined || rest === undefined) throw error;
    return { ...(await read(rest)), keptSince: since };
  }
}

function keptPart<Query extends PeriodParameters>(query: Query, { param }: ApiProblem, since: string, today: string) {
  const rest = { ...query, previous_period: false };
  if (param === 'previous_period') return rest;
  // All timeframes of the API end today, but for this one.
  if (query.timeframe === 'insights_week') return undefined;
  const end = query.range_end ?? today;
  return since <= end ? { ...rest, timeframe: 'custom' as const, range_start: since, range_end: end } : undefined;
}

/** Of days to compare with: undefined if their events are not all kept. */
export async function readIfKept<Report>(read: Promise<Report>): Promise<Report | undefined> {
  try {
    return await read;
  } catch (error) {
    if (notKeptIn(error)) return undefined;
    throw error;
  }
}
