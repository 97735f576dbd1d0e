// The values that the pages of retention and paths offer, and that their URLs can have.
import { PARAMETER_VALUES } from '@funnel/api-client/constants';
import type { RetentionReport } from '../api/types.ts';

export type RetentionPeriod = RetentionReport['data']['by'];
export type RetentionEvent = RetentionReport['data']['first'];

export const RETENTION_PERIODS = ['week', 'month'] as const satisfies readonly RetentionPeriod[];
export const RETENTION_EVENTS: readonly RetentionEvent[] = PARAMETER_VALUES.first;

/** How many events of a path are followed, at most. */
export const PATH_DEPTHS: readonly number[] = [1, 2, 3, 4];
