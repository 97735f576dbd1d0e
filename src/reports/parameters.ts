// The parameters that reports share, each with its rule and the code of the problem when it is broken.
import { z } from 'zod';
import { Problem } from '../problem.ts';
import { GROUP_BYS } from './buckets.ts';
import { TIMEFRAMES } from './windows.ts';

export const PAGE_SIZE_DEFAULT = 25;
export const PAGE_SIZE_MAX = 50;
const WEBSITE_IDS_MAX = 1_000;

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

const id = z.int().positive();

const websiteId = id
  .optional()
  .describe(
    'One of the websites of the token (see list_websites). May be left out where the token is for one website only.',
  );

export const timeframeParameters = {
  timeframe: z
    .enum(TIMEFRAMES)
    .default('last_30_days')
    .describe(
      'The window, in whole UTC days. last_N_days is today and the N-1 days before; this_week starts on Monday; custom needs range_start and range_end.',
    ),
  range_start: z
    .string()
    .optional()
    .describe('First day of a custom window, YYYY-MM-DD, inclusive from 00:00:00 UTC. Required when timeframe=custom.'),
  range_end: z
    .string()
    .optional()
    .describe(
      'Last day of a custom window, YYYY-MM-DD, inclusive through 23:59:59 UTC. Required when timeframe=custom. The same date on both gives a single day.',
    ),
};

export const websiteParameter = { website_id: websiteId };

export const reportParameters = {
  ...websiteParameter,
  ...timeframeParameters,
  count_type: z
    .enum(['distinct', 'total'])
    .default('distinct')
    .describe(
      'distinct: unique visitors (approximate above 1,280), deduplicated over the whole window, so they do not add up across sub-periods. total: raw event counts. Orders and revenue are always summed. Ignored on timeframe=insights_week.',
    ),
  previous_period: z
    .boolean()
    .default(false)
    .describe(
      'Adds `previous` (the period of equal length just before) and `changes` (percent) to the metrics. No effect with all_time or insights_week.',
    ),
};

export const groupByParameter = {
  group_by: z
    .enum(GROUP_BYS)
    .optional()
    .describe(
      'Adds a timeseries with one point for each bucket, at most 400 points. With distinct counts the points do not sum to the total.',
    ),
};

export function idParameter(what: string, comesFrom: string) {
  return { id: id.describe(`The ${what}'s id, from ${comesFrom}.`) };
}

export const campaignListParameters = {
  page: z.int().positive().default(1).describe('The page, from 1.'),
  per_page: z
    .int()
    .positive()
    .default(PAGE_SIZE_DEFAULT)
    .describe(`Campaigns on a page, at most ${PAGE_SIZE_MAX}; more is served as ${PAGE_SIZE_MAX}.`),
  sort: z.enum(CAMPAIGN_SORTS).default('created_at').describe('What to sort by, always descending.'),
  cta_type: z
    .string()
    .min(1)
    .max(1_000)
    // PostgreSQL can't even compare it.
    .refine((text) => !text.includes('\u0000'))
    .optional()
    .describe('Only campaigns of this format, such as overlay.'),
  status: z.enum(['live', 'archived']).optional().describe('Only campaigns of this status; default: all.'),
};

export const limitParameter = {
  limit: z
    .int()
    .positive()
    .default(PAGE_SIZE_DEFAULT)
    .describe(`How many experiments, at most ${PAGE_SIZE_MAX}; more is served as ${PAGE_SIZE_MAX}.`),
};

export const websiteIdsParameter = {
  website_ids: z
    .array(id)
    .max(WEBSITE_IDS_MAX)
    .optional()
    .describe('A subset of the websites of the token. Left out: all of them.'),
};

/** What is said when a parameter's value is refused. */
const BROKEN_RULES: Readonly<Record<string, { readonly code: string; readonly rule: string }>> = {
  id: { code: 'invalid_id', rule: 'must be a positive integer' },
  website_id: { code: 'invalid_website_id', rule: 'must be a positive integer' },
  website_ids: { code: 'invalid_website_id', rule: 'must be a list of positive integers' },
  timeframe: { code: 'invalid_timeframe', rule: `must be one of ${TIMEFRAMES.join(', ')}` },
  range_start: { code: 'invalid_range', rule: 'must be a date such as 2026-01-31' },
  range_end: { code: 'invalid_range', rule: 'must be a date such as 2026-01-31' },
  count_type: { code: 'invalid_count_type', rule: 'must be distinct or total' },
  previous_period: { code: 'invalid_previous_period', rule: 'must be true or false' },
  group_by: { code: 'invalid_group_by', rule: `must be one of ${GROUP_BYS.join(', ')}` },
  page: { code: 'invalid_page', rule: 'must be a positive integer' },
  per_page: { code: 'invalid_per_page', rule: 'must be a positive integer' },
  limit: { code: 'invalid_limit', rule: 'must be a positive integer' },
  sort: { code: 'invalid_sort', rule: `must be one of ${CAMPAIGN_SORTS.join(', ')}` },
  cta_type: { code: 'invalid_cta_type', rule: 'must be a text of 1 to 1,000 characters other than U+0000' },
  status: { code: 'invalid_status', rule: 'must be live or archived' },
  email: { code: 'invalid_email', rule: 'must be one email address' },
};

/** The codes of the problems that the parameters of this schema can have. */
export function codesOfParameters(schema: z.ZodObject): string[] {
  return Object.keys(schema.shape).map((param) => invalidParameter(param).options.code!);
}

export function invalidParameter(param: string): Problem {
  const { code, rule } = BROKEN_RULES[param] ?? { code: 'invalid_parameter', rule: 'is not valid' };
  return new Problem(422, `${param} ${rule}.`, { code, param });
}

/** Throws a problem of status 422 that names the first parameter at fault. */
export function parseInput<Input extends z.ZodObject>(schema: Input, given: unknown): z.output<Input> {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw invalidParameter(String(result.error.issues[0]?.path[0] ?? 'parameters'));
}
