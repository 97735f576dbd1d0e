// The values that the pages of attribution, retention and paths offer, and that their URLs can have.
import { PARAMETER_VALUES } from '@funnel/api-client/constants';
import type { AttributionReport, RetentionReport } from '../api/types.ts';

export type RetentionPeriod = RetentionReport['data']['by'];
export type RetentionEvent = RetentionReport['data']['first'];

export const RETENTION_PERIODS = ['week', 'month'] as const satisfies readonly RetentionPeriod[];
export const RETENTION_EVENTS: readonly RetentionEvent[] = PARAMETER_VALUES.first;

/** How many events of a path are followed, at most. */
export const PATH_DEPTHS: readonly number[] = [1, 2, 3, 4];

/** What gets the credit instead of campaigns. */
export const CREDITED_DIMENSIONS = [
  'channel',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'referrer',
  'device',
  'country',
  'page',
] as const satisfies readonly AttributionReport['data']['by'][];

/** How many days before an order its touches may be. */
export const CREDIT_DAYS: readonly number[] = [1, 7, 14, 30, 60, 90];
