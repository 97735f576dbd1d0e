// Parameters that several reports share.
import { z } from 'zod';
import { parameter, positiveInteger, websiteParameter } from '../operations/parameters.ts';
import { GROUP_BYS } from './buckets.ts';
import { TIMEFRAMES } from './windows.ts';

export const PAGE_SIZE_DEFAULT = 25;
export const PAGE_SIZE_MAX = 50;

export const CAMPAIGN_SORTS = [
  'created_at',
  'published_at',
  'views',
  'conversions',
  'completions',
  'conversion_rate',
  'completion_rate',
  'revenue',
  'aov',
] as const;
export type CampaignSort = (typeof CAMPAIGN_SORTS)[number];

const dayParameter = (description: string) =>
  parameter(z.string().optional().describe(description), 'invalid_range', 'must be a date such as 2026-01-31');

export const timeframeParameters = {
  timeframe: parameter(
    z
      .enum(TIMEFRAMES)
      .default('last_30_days')
      .describe(
        'The window, in whole UTC days. last_N_days is today and the N-1 days before it; this_week starts on Monday; custom needs range_start and range_end.',
      ),
    'invalid_timeframe',
    `must be one of ${TIMEFRAMES.join(', ')}`,
  ),
  range_start: dayParameter(
    'First day of a custom window, YYYY-MM-DD, inclusive from 00:00:00 UTC. Required when timeframe=custom.',
  ),
  range_end: dayParameter(
    'Last day of a custom window, YYYY-MM-DD, inclusive through 23:59:59 UTC. Required when timeframe=custom. Use the same date for both to get a single day.',
  ),
};

export const reportParameters = {
  ...websiteParameter,
  ...timeframeParameters,
  count_type: parameter(
    z
      .enum(['distinct', 'total'])
      .default('distinct')
      .describe(
        'distinct: unique visitors (approximate above 1,280), deduplicated over the whole window, so they do not add up across sub-periods. total: raw event counts. Orders and revenue are always summed. Ignored on timeframe=insights_week.',
      ),
    'invalid_count_type',
    'must be distinct or total',
  ),
  previous_period: parameter(
    z
      .boolean()
      .default(false)
      .describe(
        'Adds `previous` (the period of the same length just before) and `changes` (percent) to the metrics. No effect with all_time or insights_week.',
      ),
    'invalid_previous_period',
    'must be true or false',
  ),
};

export const groupByParameter = {
  group_by: parameter(
    z
      .enum(GROUP_BYS)
      .optional()
      .describe(
        'Adds a timeseries with one point per bucket, at most 400 points. Points with distinct counts do not add up to the total.',
      ),
    'invalid_group_by',
    `must be one of ${GROUP_BYS.join(', ')}`,
  ),
};

/** The names that every report takes or ignores. */
export const SHARED_REPORT_PARAMETERS: ReadonlySet<string> = new Set(
  Object.keys({ ...reportParameters, ...groupByParameter }),
);

export const perPageParameter = {
  per_page: positiveInteger(pageSize('Campaigns per page'), 'invalid_per_page'),
};

export const limitParameter = {
  limit: positiveInteger(pageSize('Number of experiments'), 'invalid_limit'),
};

function pageSize(what: string) {
  return z
    .int()
    .positive()
    .default(PAGE_SIZE_DEFAULT)
    .describe(`${what}, at most ${PAGE_SIZE_MAX}; larger values are treated as ${PAGE_SIZE_MAX}.`);
}

export const campaignFilterParameters = {
  sort: parameter(
    z.enum(CAMPAIGN_SORTS).default('created_at').describe('Sort key, always descending.'),
    'invalid_sort',
    `must be one of ${CAMPAIGN_SORTS.join(', ')}`,
  ),
  cta_type: parameter(
    z
      .string()
      .min(1)
      .max(1_000)
      // PostgreSQL rejects a parameter with this character.
      .refine((value) => !value.includes('\u0000'))
      .optional()
      .describe('Only campaigns of this format, such as overlay.'),
    'invalid_cta_type',
    'must be a string of 1 to 1,000 characters without U+0000',
  ),
  status: parameter(
    z.enum(['live', 'archived']).optional().describe('Only campaigns of this status; default: all.'),
    'invalid_status',
    'must be live or archived',
  ),
};
