// Metrics by hour, which only websites have that keep their events.

import { addDays, type DayRange } from '@funnel/report-files/days.ts';
import { type HourOfWeek, hoursOfWeek } from '@funnel/report-files/hours.ts';
import { queryOptions } from '@tanstack/react-query';
import type { Filter } from '../routing/filters.ts';
import type { CountType } from '../routing/view.ts';
import type { Api } from './client.ts';
import { KEPT_EVENTS_KEY, notKeptIn } from './kept-events.ts';
import { type BrokenDownSubject, readSeries } from './series.ts';
import type { Point } from './types.ts';

/** The limit of the API. */
const DAYS_MAX = 14;

const WEEK_DAYS = 7;
const WEEKS_COMPARED = 4;

interface HourlySeries {
  readonly points: readonly Point[];
  /** Percent of the visitors. undefined: the numbers do not come from a sample. */
  readonly sampleRate?: number;
}

export interface WeekByHour {
  readonly days: DayRange;
  /** See `HourlySeries`. */
  readonly sampleRate?: number | undefined;
  readonly hours: readonly (readonly HourOfWeek[])[];
}

/** Whole days, each day of the week equally often. */
export function lastWeeks(today: string): DayRange {
  return { start: addDays(today, -WEEKS_COMPARED * WEEK_DAYS), end: addDays(today, -1) };
}

interface HoursOptions {
  readonly countType: CountType;
  readonly filters: readonly Filter[];
}

export function hoursQuery(api: Api, subject: BrokenDownSubject, range: DayRange, options: HoursOptions) {
  return queryOptions({
    queryKey: [KEPT_EVENTS_KEY, 'hours', subject, range, options],
    queryFn: ({ signal }) => readHours(api, subject, range, options, signal),
  });
}

async function readHours(
  api: Api,
  subject: BrokenDownSubject,
  range: DayRange,
  options: HoursOptions,
  signal: AbortSignal,
): Promise<HourlySeries> {
  const asked = { ...options, groupBy: 'hour' as const };
  const pieces = await Promise.all(piecesOf(range).map((piece) => readSeries(api, subject, piece, asked, signal)));
  const rates = pieces.flatMap(({ sampled, sample_rate: rate }) => (sampled && rate !== undefined ? [rate] : []));
  return {
    points: pieces.flatMap(({ points }) => points),
    ...(rates.length > 0 && { sampleRate: Math.min(...rates) }),
  };
}

function piecesOf({ start, end }: DayRange): DayRange[] {
  const pieces: DayRange[] = [];
  for (let from = start; from <= end; from = addDays(from, DAYS_MAX)) {
    const last = addDays(from, DAYS_MAX - 1);
    pieces.push({ start: from, end: last < end ? last : end });
  }
  return pieces;
}

/** Begins with the first day whose events are kept. */
export function weekByHourQuery(api: Api, subject: BrokenDownSubject, range: DayRange, options: HoursOptions) {
  return queryOptions({
    queryKey: [KEPT_EVENTS_KEY, 'week-by-hour', subject, range, options],
    queryFn: async ({ signal }): Promise<WeekByHour> => {
      const readWeek = async (days: DayRange) => {
        const { points, ...sampling } = await readHours(api, subject, days, options, signal);
        return { days, ...sampling, hours: hoursOfWeek(points) };
      };
      try {
        return await readWeek(range);
      } catch (error) {
        const since = notKeptIn(error)?.since;
        if (since === undefined || since > range.end) throw error;
        return readWeek({ start: since, end: range.end });
      }
    },
  });
}
