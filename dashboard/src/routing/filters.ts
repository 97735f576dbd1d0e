// The filters of a page: only events with these values are counted. They are written as the API writes them: DIMENSION:VALUE.
import { PARAMETER_VALUES } from '@funnel/api-client/constants';
import { OTHER_VALUES } from '@funnel/report-files/names.ts';

export type Dimension = (typeof PARAMETER_VALUES.break_down_by)[number];

export interface Filter {
  readonly dimension: Dimension;
  readonly value: string;
}

/** The limits of the API. */
const FILTERS_MAX = 10;
const LENGTH_MAX = 100;
const PAGE_LENGTH_MAX = 200;

export function filterText({ dimension, value }: Filter): string {
  return `${dimension}:${value}`;
}

/** The parameter of a request. */
export function filterParameter(filters: readonly Filter[]): { filter?: string[] } {
  return filters.length > 0 ? { filter: filters.map(filterText) } : {};
}

/** Leaves out those that the API would refuse. If there are two for one dimension, the first one counts. */
export function readFilters(texts: readonly string[]): Filter[] {
  const filters = new Map<Dimension, Filter>();
  for (const text of texts) {
    const filter = parseFilter(text);
    if (filter && !filters.has(filter.dimension)) filters.set(filter.dimension, filter);
  }
  return [...filters.values()].slice(0, FILTERS_MAX);
}

/** undefined: the API would refuse it. */
export function parseFilter(text: string): Filter | undefined {
  const colon = text.indexOf(':');
  const dimension = PARAMETER_VALUES.break_down_by.find((name) => name === text.slice(0, Math.max(0, colon)));
  const value = text.slice(colon + 1);
  if (!dimension || value.trim() === '' || !isFilterable(dimension, value)) return undefined;
  return { dimension, value };
}

/** Many values together are none that an event could have. */
export function isFilterable(dimension: Dimension, value: string): boolean {
  return value !== OTHER_VALUES && [...value].length <= (dimension === 'page' ? PAGE_LENGTH_MAX : LENGTH_MAX);
}

/** Puts this one in place of another one for its dimension. */
export function withFilter(filters: readonly Filter[], filter: Filter): Filter[] {
  return [...withoutFilter(filters, filter.dimension), filter];
}

export function withoutFilter(filters: readonly Filter[], dimension: Dimension): Filter[] {
  return filters.filter((other) => other.dimension !== dimension);
}
