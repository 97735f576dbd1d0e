// What the user looks at besides the page itself: timeframe, comparison and count type. It is part of the URL, so that a
// view can be shared; defaults are left out to keep URLs short.
import { PARAMETER_VALUES } from '@funnel/api-client/constants';

export type Timeframe = (typeof PARAMETER_VALUES.timeframe)[number];
export type CountType = (typeof PARAMETER_VALUES.count_type)[number];

export interface View {
  readonly timeframe: Timeframe;
  /** Both are set for a custom timeframe only. */
  readonly rangeStart?: string;
  readonly rangeEnd?: string;
  readonly compare: boolean;
  readonly countType: CountType;
}

const DEFAULT_TIMEFRAME: Timeframe = 'last_30_days';
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Users can edit a URL: invalid values fall back to the default. */
export function readView(search: URLSearchParams): View {
  const compare = search.get('compare') !== 'off';
  const countType = search.get('count_type') === 'total' ? 'total' : 'distinct';
  const timeframe = search.get('timeframe') ?? DEFAULT_TIMEFRAME;
  const rangeStart = search.get('range_start') ?? '';
  const rangeEnd = search.get('range_end') ?? '';
  if (timeframe === 'custom' && ISO_DATE.test(rangeStart) && ISO_DATE.test(rangeEnd)) {
    return { timeframe, rangeStart, rangeEnd, compare, countType };
  }
  return { timeframe: isPreset(timeframe) ? timeframe : DEFAULT_TIMEFRAME, compare, countType };
}

function isPreset(name: string): name is Timeframe {
  return name !== 'custom' && PARAMETER_VALUES.timeframe.some((timeframe) => timeframe === name);
}

export function viewParameters(view: View): Record<string, string> {
  return {
    ...(view.timeframe !== DEFAULT_TIMEFRAME && { timeframe: view.timeframe }),
    ...(view.rangeStart !== undefined && { range_start: view.rangeStart }),
    ...(view.rangeEnd !== undefined && { range_end: view.rangeEnd }),
    ...(!view.compare && { compare: 'off' }),
    ...(view.countType === 'total' && { count_type: 'total' }),
  };
}

/** There is no period before all time, and a weekly snapshot is not compared. */
export function canCompare({ timeframe }: View): boolean {
  return timeframe !== 'all_time' && timeframe !== 'insights_week';
}

/** Weekly snapshots have unique visitors only. */
export function effectiveCountType({ timeframe, countType }: View): CountType {
  return timeframe === 'insights_week' ? 'distinct' : countType;
}
