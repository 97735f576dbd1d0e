// What the page Retention asks for. It is in the URL, so that a link opens it; its parameters are those of the report.
import { DIMENSIONS } from '../format/dimensions.ts';
import type { Dimension } from '../routing/filters.ts';
import {
  RETENTION_EVENTS,
  RETENTION_PERIODS,
  type RetentionEvent,
  type RetentionPeriod,
} from '../routing/offered-values.ts';

export interface RetentionChoices {
  readonly by: RetentionPeriod;
  readonly first: RetentionEvent;
  readonly then: RetentionEvent;
  readonly breakDownBy: Dimension | undefined;
}

/** What the URL has otherwise than the page offers it is as if it did not have it. */
export function readRetentionChoices(search: URLSearchParams): RetentionChoices {
  const first = RETENTION_EVENTS.find((event) => event === search.get('first')) ?? 'view';
  return {
    by: RETENTION_PERIODS.find((period) => period === search.get('by')) ?? 'week',
    first,
    then: RETENTION_EVENTS.find((event) => event === search.get('then')) ?? first,
    breakDownBy: DIMENSIONS.find((dimension) => dimension === search.get('break_down_by')),
  };
}

/** What `changeParameters` takes. What is the default is not in the URL. */
export function retentionParameters({ by, first, then, breakDownBy }: RetentionChoices) {
  return {
    by: by === 'week' ? undefined : by,
    first: first === 'view' ? undefined : first,
    then: then === first ? undefined : then,
    break_down_by: breakDownBy,
  };
}
