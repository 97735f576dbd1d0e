// Parameters that several reports share.
import { z } from 'zod';
import {
  languageParameter,
  parameter,
  parameterWith,
  positiveInteger,
  restOnlyParameter,
  websiteParameter,
} from '../../contract/operations/parameters.ts';
import type { Filter } from '../../engine/event-log/counting/log-question.ts';
import { DIMENSIONS, type Dimension, OTHER_VALUES } from '../../foundation/dimensions/dimension.ts';
import { GROUP_BYS, GROUP_BYS_WITH_HOUR } from './buckets.ts';
import { COMPARISONS, TIMEFRAMES } from './windows.ts';

const PAGE_SIZE_DEFAULT = 25;
export const PAGE_SIZE_MAX = 50;

const CAMPAIGN_SORTS = [
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
  parameter(z.string().optional().describe(description), 'invalid_range', 'must be a date, such as 2026-01-31');

export const timeframeParameters = {
  timeframe: parameter(
    z
      .enum(TIMEFRAMES)
      .default('last_30_days')
      .describe('Whole days; last_24_hours: yesterday, today; weeks from Monday.'),
    'invalid_timeframe',
    `must be one of ${TIMEFRAMES.join(', ')}`,
  ),
  range_start: dayParameter('First day, YYYY-MM-DD, for custom.'),
  range_end: dayParameter('Last day, for custom.'),
};

const COMPARISON_WORDS = 'same_part: as much of the period before as has passed; year: same dates last year.';

/** What a period is compared with. The default is not written into queries, so that they stay as they are without it. */
function compareParameterWith(opening: string) {
  return {
    compare: parameterWith(z.enum(COMPARISONS).optional().describe(`${opening} ${COMPARISON_WORDS}`), {
      code: 'invalid_compare',
      rule: `must be one of ${COMPARISONS.join(', ')}`,
      implies: 'previous_period',
    }),
    same_part: parameterWith(
      z.boolean().optional().describe('With compare=year: as much of last year as has passed of this period.'),
      { code: 'invalid_same_part', rule: 'must be true or false', tools: 'extended', implies: 'previous_period' },
    ),
  };
}

/** The parameters of a report that always compares. */
export const compareParameters = compareParameterWith('What to compare with.');

/** Lets a report say what to know before its numbers are read. Tools always do. */
export const noteParameters = {
  notes: restOnlyParameter(
    z.boolean().optional().describe('Adds `notes`, if there is something to know before reading the numbers.'),
    'invalid_notes',
    'must be true or false',
  ),
  ...languageParameter,
};

export const reportParameters = {
  ...websiteParameter,
  ...timeframeParameters,
  count_type: parameter(
    z
      .enum(['distinct', 'total'])
      .default('distinct')
      .describe('distinct: unique visitors; never add them up. total: events.'),
    'invalid_count_type',
    'must be distinct or total',
  ),
  previous_period: parameter(
    z.boolean().default(false).describe('Adds `previous` (period before) and `changes` (percent).'),
    'invalid_previous_period',
    'must be true or false',
  ),
  ...compareParameterWith('Implies previous_period.'),
  ...noteParameters,
};

export const groupByParameter = {
  group_by: parameter(
    z.enum(GROUP_BYS_WITH_HOUR).optional().describe('Adds a timeseries, up to 400 points; hour: 14 days.'),
    'invalid_group_by',
    `must be one of ${GROUP_BYS_WITH_HOUR.join(', ')}`,
  ),
};

/** CSV files have all points, and so may the tools of those who choose more than the specified ones. */
export const longSeriesParameter = {
  long_series: parameterWith(
    z.boolean().optional().describe('Lets group_by cover more days: by hour 31, else as many as 400 points need.'),
    { code: 'invalid_long_series', rule: 'must be true or false', tools: 'extended' },
  ),
};

/** The same without hours: the report of an element has none. */
export const groupByDaysParameter = {
  group_by: parameter(
    z.enum(GROUP_BYS).optional().describe('Adds a timeseries, up to 400 points.'),
    'invalid_group_by',
    `must be one of ${GROUP_BYS.join(', ')}; only reports of a website, campaign, variant or step have hours`,
  ),
};

export const breakDownParameter = {
  break_down_by: parameter(
    z.enum(DIMENSIONS).optional().describe('Adds `breakdown`: metrics by value.'),
    'invalid_break_down_by',
    `must be one of ${DIMENSIONS.join(', ')}`,
  ),
};

const FILTERS_MAX = 10;
const FILTER_VALUE_LENGTH_MAX = 100;
const PAGE_VALUE_LENGTH_MAX = 200;

export const filterParameter = {
  filter: parameter(
    z
      .array(z.string().transform(parseFilter))
      .max(FILTERS_MAX)
      // An event has one value of a dimension, so two values can never hold. Whoever asks for them means "or", which filters can't say.
      .refine((filters) => new Set(filters.map(({ dimension }) => dimension)).size === filters.length)
      .optional()
      .describe('Only events with these values, such as `device:mobile`.'),
    'invalid_filter',
    `must be DIMENSION:VALUE, such as device:mobile, at most ${FILTERS_MAX} times and once for each dimension. Dimensions: ` +
      `${DIMENSIONS.join(', ')}. A value is one that a breakdown shows, other than ${OTHER_VALUES}, with at most ` +
      `${FILTER_VALUE_LENGTH_MAX} characters (page: ${PAGE_VALUE_LENGTH_MAX})`,
  ),
};

const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

const timeParameter = (code: string, description: string) =>
  restOnlyParameter(
    z.string().regex(TIME_OF_DAY).optional().describe(description),
    code,
    'must be a time of the day, such as 09:30, and the window must not be empty',
  );

/** Let a window begin or end within a day. Only the event log can answer such questions. */
export const timeParameters = {
  since: timeParameter(
    'invalid_since',
    'HH:MM in the time zone of the website: of the first day, only what happened from then on.',
  ),
  until: timeParameter(
    'invalid_until',
    'HH:MM in the time zone of the website: of the last day, only what happened before.',
  ),
};

/** What only the event log can answer. */
export const segmentParameters = { ...breakDownParameter, ...filterParameter };

function parseFilter(text: string, context: z.RefinementCtx): Filter {
  const filter = filterOf(text);
  if (filter) return filter;
  context.addIssue({ code: 'custom' });
  return z.NEVER;
}

/** The value may have colons, too. undefined: it is not a filter. */
export function filterOf(text: string): Filter | undefined {
  const colon = text.indexOf(':');
  const dimension = text.slice(0, Math.max(0, colon)) as Dimension;
  const value = text.slice(colon + 1);
  const lengthMax = dimension === 'page' ? PAGE_VALUE_LENGTH_MAX : FILTER_VALUE_LENGTH_MAX;
  // Values are cut after so many characters, not UTF-16 code units: see foundation/dimensions/clean-text.ts.
  const isValue = value.trim() !== '' && Array.from(value).length <= lengthMax && value !== OTHER_VALUES;
  return DIMENSIONS.includes(dimension) && isValue ? { dimension, value } : undefined;
}

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
  return z.int().positive().default(PAGE_SIZE_DEFAULT).describe(`${what}, at most ${PAGE_SIZE_MAX}.`);
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
