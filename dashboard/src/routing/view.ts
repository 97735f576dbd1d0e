// What the user looks at besides the page itself: timeframe, comparison, count type and filters. It is part of the URL, so
// that a view can be shared; defaults are left out to keep URLs short.
import { PARAMETER_VALUES } from '@funnel/api-client/constants';
import type { DayRange } from '@funnel/report-files/days.ts';
import { type CalendarUnit, COMPARISONS, type Comparison, calendarUnitOf } from '@funnel/report-files/periods.ts';
import { isDay } from '../format/dates.ts';
import { type Filter, filterText, readFilters } from './filters.ts';

export type Timeframe = (typeof PARAMETER_VALUES.timeframe)[number];
export type CountType = (typeof PARAMETER_VALUES.count_type)[number];

export interface View {
  readonly timeframe: Timeframe;
  /** Both are set for a custom timeframe only. */
  readonly rangeStart?: string;
  readonly rangeEnd?: string;
  readonly compare: Comparison;
  readonly countType: CountType;
  /** All of them hold. Empty on pages whose reports take none. */
  readonly filters: readonly Filter[];
  /** The zone of the days of the website, which is not in the URL. Default: UTC. */
  readonly timezone?: string | undefined;
}

const DEFAULT_TIMEFRAME: Timeframe = 'last_30_days';
const DEFAULT_COMPARISON: Comparison = 'previous';
const PRESETS: readonly Timeframe[] = PARAMETER_VALUES.timeframe.filter((name) => name !== 'custom');

/**
 * Users can edit a URL: invalid values fall back to the default, and `invalid-parameters.ts` says so. Filters are repeated; of any other
 * parameter, the first one counts.
 */
export function readView(search: URLSearchParams): View {
  const compare = COMPARISONS.find((name) => name === search.get('compare')) ?? DEFAULT_COMPARISON;
  const countType = search.get('count_type') === 'total' ? 'total' : 'distinct';
  const filters = readFilters(search.getAll('filter'));
  const timeframe = search.get('timeframe') ?? DEFAULT_TIMEFRAME;
  const rangeStart = search.get('range_start') ?? '';
  const rangeEnd = search.get('range_end') ?? '';
  if (timeframe === 'custom' && isDay(rangeStart) && isDay(rangeEnd) && rangeStart <= rangeEnd) {
    return { timeframe, rangeStart, rangeEnd, compare, countType, filters };
  }
  return { timeframe: isPreset(timeframe) ? timeframe : DEFAULT_TIMEFRAME, compare, countType, filters };
}

/** All but `custom`. */
export function isPreset(name: string): name is Timeframe {
  return PRESETS.some((timeframe) => timeframe === name);
}

export function viewParameters(view: View): URLSearchParams {
  const parameters = new URLSearchParams({
    ...(view.timeframe !== DEFAULT_TIMEFRAME && { timeframe: view.timeframe }),
    ...(view.rangeStart !== undefined && { range_start: view.rangeStart }),
    ...(view.rangeEnd !== undefined && { range_end: view.rangeEnd }),
    ...(view.compare !== DEFAULT_COMPARISON && { compare: view.compare }),
    ...(view.countType === 'total' && { count_type: 'total' }),
  });
  for (const filter of view.filters) parameters.append('filter', filterText(filter));
  return parameters;
}

/** There is no period before all time, and a weekly snapshot is not compared. */
export function canCompare({ timeframe }: View): boolean {
  return timeframe !== 'all_time' && timeframe !== 'insights_week';
}

/** The unit of a view that compares. undefined: rolling days, such as the last 30. */
export function calendarUnit({ timeframe, rangeStart: start, rangeEnd: end }: View): CalendarUnit | undefined {
  const range: DayRange | undefined = start !== undefined && end !== undefined ? { start, end } : undefined;
  return calendarUnitOf(timeframe, range);
}

export function effectiveComparison(view: View): Comparison {
  return canCompare(view) ? view.compare : 'off';
}

/** Weekly snapshots have unique visitors only. */
export function effectiveCountType({ timeframe, countType }: View): CountType {
  return timeframe === 'insights_week' ? 'distinct' : countType;
}
