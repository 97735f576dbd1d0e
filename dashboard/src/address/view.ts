// What a person looks at besides the subject: the window, the comparison and the way of counting. It lives in the
// address, so that a view can be shared; defaults are left out to keep addresses short.

export const TIMEFRAMES = {
  today: 'Today',
  last_24_hours: 'Yesterday and today',
  last_7_days: 'Last 7 days',
  last_30_days: 'Last 30 days',
  last_90_days: 'Last 90 days',
  last_365_days: 'Last 365 days',
  this_week: 'This week',
  this_month: 'This month',
  this_quarter: 'This quarter',
  this_year: 'This year',
  insights_week: 'Insights week',
  all_time: 'All time',
  custom: 'Custom range',
} as const;

export type Timeframe = keyof typeof TIMEFRAMES;
export type CountType = 'distinct' | 'total';

export interface View {
  readonly timeframe: Timeframe;
  /** Both are set with a custom timeframe, and only then. */
  readonly rangeStart?: string;
  readonly rangeEnd?: string;
  readonly compare: boolean;
  readonly countType: CountType;
}

const DEFAULT_TIMEFRAME: Timeframe = 'last_30_days';
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** An address can be typed by hand: what makes no sense falls back to the default. */
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
  return name !== 'custom' && Object.hasOwn(TIMEFRAMES, name);
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

/** Nothing comes before all time, and a weekly snapshot stands alone. */
export function canCompare({ timeframe }: View): boolean {
  return timeframe !== 'all_time' && timeframe !== 'insights_week';
}

/** Weekly snapshots hold unique visitors only. */
export function effectiveCountType({ timeframe, countType }: View): CountType {
  return timeframe === 'insights_week' ? 'distinct' : countType;
}
