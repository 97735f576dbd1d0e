// What a link asks for that no page has. Users edit links, and programs shorten them: a page must not silently show something else.
import { PARAMETER_VALUES } from '@funnel/api-client/constants';
import { CHART_METRICS } from '@funnel/report-files/metrics.ts';
import { COMPARISONS } from '@funnel/report-files/periods.ts';
import { isDay } from '../format/dates.ts';
import { filterText, readFilters } from './filters.ts';
import { readMinutes, readStep } from './funnel.ts';
import {
  CREDIT_DAYS,
  CREDITED_DIMENSIONS,
  PATH_DEPTHS,
  RETENTION_EVENTS,
  RETENTION_PERIODS,
} from './offered-values.ts';
import type { Page } from './pages.ts';
import { isPreset } from './view.ts';

interface InvalidParameter {
  readonly name: string;
  readonly value: string;
}

const isOneOf = (values: readonly (string | number)[]) => (value: string) =>
  values.some((one) => String(one) === value);

/** Whether a page knows the value. The timeframe, its days and the filters depend on each other: see below. */
const RULES: Readonly<Record<string, (value: string) => boolean>> = {
  compare: isOneOf(COMPARISONS),
  count_type: isOneOf(PARAMETER_VALUES.count_type),
  group_by: isOneOf(PARAMETER_VALUES.group_by),
  break_down_by: isOneOf(PARAMETER_VALUES.break_down_by),
  credit_by: isOneOf(PARAMETER_VALUES.credit_by),
  window_days: isOneOf(CREDIT_DAYS),
  costs_by: isOneOf(PARAMETER_VALUES.costs_by),
  first: isOneOf(RETENTION_EVENTS),
  then: isOneOf(RETENTION_EVENTS),
  from: (value) => readStep(value) !== undefined,
  to: (value) => readStep(value) !== undefined,
  depth: isOneOf(PATH_DEPTHS),
  within_minutes: (value) => readMinutes(value) !== undefined,
  metric: isOneOf(CHART_METRICS),
  second_metric: isOneOf(CHART_METRICS),
  page: (value) => /^[1-9]\d{0,8}$/.test(value),
  week: isDay,
};

/** Two pages have a parameter of this name, each with other values. */
const BY: Partial<Readonly<Record<Page['name'], (value: string) => boolean>>> = {
  attribution: isOneOf(['campaign', ...CREDITED_DIMENSIONS]),
  retention: isOneOf(RETENTION_PERIODS),
};

/** The first one of each parameter but `filter` counts. Parameters that no page has are left alone: others add theirs to links. */
export function invalidParameters(search: URLSearchParams, page: Page['name']): readonly InvalidParameter[] {
  const found = [...invalidRange(search)];
  const by = BY[page];
  for (const [name, isValid] of Object.entries({ ...RULES, ...(by && { by }) })) {
    const value = search.get(name);
    if (value !== null && !isValid(value)) found.push({ name, value });
  }
  return [...found, ...invalidFilters(search)];
}

function invalidRange(search: URLSearchParams): InvalidParameter[] {
  const timeframe = search.get('timeframe');
  const isCustom = timeframe === 'custom';
  if (timeframe !== null && !isCustom && !isPreset(timeframe)) return [{ name: 'timeframe', value: timeframe }];
  const days = ['range_start', 'range_end'].map((name) => ({ name, value: search.get(name) ?? '' }));
  // Days without a custom timeframe say nothing about what is shown, either.
  if (!isCustom) return days.filter(({ value }) => value !== '');
  const unknown = days.filter(({ value }) => !isDay(value));
  if (unknown.length > 0) return unknown;
  return days[0]!.value > days[1]!.value ? days : [];
}

function invalidFilters(search: URLSearchParams): InvalidParameter[] {
  const asked = search.getAll('filter');
  const shown = readFilters(asked).map(filterText);
  return asked.filter((text) => !shown.includes(text)).map((value) => ({ name: 'filter', value }));
}

/** What `changeParameters` takes to remove them from the URL. What is left is what the page shows. */
export function withoutInvalid(
  search: URLSearchParams,
  page: Page['name'],
): Record<string, readonly string[] | undefined> {
  const names = new Set(invalidParameters(search, page).map(({ name }) => name));
  const isRange = ['timeframe', 'range_start', 'range_end'].some((name) => names.has(name));
  return {
    ...Object.fromEntries(Array.from(names, (name) => [name, undefined])),
    ...(isRange && { timeframe: undefined, range_start: undefined, range_end: undefined }),
    ...(names.has('filter') && { filter: readFilters(search.getAll('filter')).map(filterText) }),
  };
}
