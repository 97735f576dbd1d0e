// Schemas that several reports share.
import { z } from 'zod';
import { date, id, RATES_ARE_PERCENT, timestamp } from '../../contract/operations/schemas.ts';
import { DIMENSIONS } from '../../foundation/dimensions/dimension.ts';
import { VALUES_MAX } from './breakdown.ts';
import { GROUP_BYS_WITH_HOUR } from './buckets.ts';
import { NOTE_CODES } from './note.ts';
import { TIMEFRAMES } from './windows.ts';

export const count = z.int().nonnegative();
export const money = z.number().nonnegative().describe("In the website's currency.");
export const percent = z.number().nonnegative().describe('Percent, rounded to 2 decimals: 12.5 means 12.5 %.');
export const change = z
  .number()
  .nullable()
  .describe('Percent change from `previous`; null if the previous value is 0.');

const metricValues = {
  views: count,
  conversions: count,
  completions: count,
  submissions: count,
  subscribes: count,
  orders: count,
  revenue: money,
  conversion_rate: percent,
  completion_rate: percent,
  subscribe_rate: percent,
  order_rate: percent,
  aov: money.describe('Average order value: revenue / orders; 0 without orders.'),
};

function metricsWithComparison<Values extends z.ZodRawShape>(values: Values) {
  const changes = Object.fromEntries(Object.keys(values).map((name) => [name, change]));
  return z
    .strictObject({
      ...values,
      previous: z.strictObject(values).optional().describe('The same metrics for the period that it is compared with.'),
      changes: z.strictObject(changes as Record<keyof Values, typeof change>).optional(),
    })
    .describe(RATES_ARE_PERCENT);
}

export const metrics = metricsWithComparison(metricValues);

const { submissions: _, ...websiteMetricValues } = metricValues;
/** The website report has no submissions. */
export const websiteMetrics = metricsWithComparison(websiteMetricValues);

export const sampleRate = z.number().positive().optional();
export const SAMPLED = 'Whether the numbers come from a sample of the visitors.';
export const SAMPLE_RATE = 'Percent of the visitors that are in the sample. Left out without one.';

export const timeseries = z
  .strictObject({
    group_by: z.enum(GROUP_BYS_WITH_HOUR),
    sampled: z.boolean().optional().describe(`${SAMPLED} Only by hour.`),
    sample_rate: sampleRate.describe(`${SAMPLE_RATE} Only by hour.`),
    points: z.array(
      z.strictObject({
        date: z
          .string()
          .describe(
            'The calendar start of the bucket, YYYY-MM-DD; a week starts on Monday. By hour: 2026-11-16T09:00:00+11:00.',
          ),
        views: count,
        conversions: count,
        completions: count,
        subscribes: count,
        submissions: count,
        orders: count,
        revenue: money,
      }),
    ),
  })
  .describe('One point per bucket of the window, including zeros. Only with group_by.');

export const website = z.strictObject({
  id,
  name: z.string(),
  currency: z.string().describe('ISO 4217, such as USD.'),
});

export const timeframe = z.strictObject({
  selected: z.enum(TIMEFRAMES),
  range_start: timestamp,
  range_end: timestamp,
  timezone: z.string().describe("Of the website's days: an IANA name."),
  timezone_changed_on: date
    .optional()
    .describe('The time zone was changed on this day: before it, days are those of another zone.'),
  previous_range_start: timestamp.optional(),
  previous_range_end: timestamp.optional(),
});

/** Fields of the timeframe of reports on several websites. */
export const zoneFields = {
  timezone: z
    .string()
    .optional()
    .describe('The time zone of all websites, or `mixed`: each website counts its own days. Left out: UTC.'),
  first_date: date
    .optional()
    .describe('The first date of the window on any of the websites, if `timezone` is `mixed`.'),
  last_date: date.optional().describe('The last date of the window on any of the websites, if `timezone` is `mixed`.'),
};

/** The field of the envelope that every report with `noteParameters` has. */
export const notesField = {
  notes: z
    .array(z.strictObject({ code: z.enum(NOTE_CODES), message: z.string() }))
    .min(1)
    .optional()
    .describe('What to know before reading the numbers, and what to do about it. Only with notes=true.'),
};

const names = z.record(z.string(), z.string()).optional();

/** The field of the envelope that says what people recognize parts of the report by. */
const aboutField = {
  about: z
    .strictObject({
      campaigns: z
        .record(
          z.string(),
          z.strictObject({
            created_at: timestamp.optional(),
            published_at: timestamp.optional(),
            first_seen_on: date.optional().describe('The first day with views.'),
            last_seen_on: date.optional().describe('The last day with views, up to today.'),
          }),
        )
        .optional(),
      steps: names,
      elements: names,
    })
    .optional()
    .describe(
      'What people recognize campaigns, steps and elements by, by their ids: dates, and names or else keys. Only with notes=true.',
    ),
};

/** The envelope around the data of most reports. */
export function envelope<Data extends z.ZodObject>(report: string, data: Data) {
  return z.strictObject({ ...notesField, report: z.literal(report), website, timeframe, data });
}

const FROM_EVENTS = 'Only with filter, since, until, compare=same_part or same_part=true.';
const ofEvents = {
  sampled: z.boolean().optional().describe(`${SAMPLED} ${FROM_EVENTS}`),
  sample_rate: sampleRate.describe(`${SAMPLE_RATE} ${FROM_EVENTS}`),
};

/** The envelope of reports that may compare parts of days. */
export function comparedEnvelope<Data extends z.ZodObject>(report: string, data: Data) {
  const head = { report: z.literal(report), website, timeframe };
  return z.strictObject({ ...notesField, ...aboutField, ...head, ...ofEvents, data });
}

/** The envelope of reports that take filters. */
export function filteredEnvelope<Data extends z.ZodObject>(report: string, data: Data) {
  const filter = z.array(z.string()).optional().describe('The filters, as they were sent. Only with filter.');
  const head = { report: z.literal(report), website, timeframe };
  return z.strictObject({ ...notesField, ...aboutField, ...head, filter, ...ofEvents, data });
}

export const VALUE = '(none): no value. (other): all values that are not listed.';

function breakdownWith<Metrics extends z.ZodType>(ofValue: Metrics) {
  return z
    .strictObject({
      dimension: z.enum(DIMENSIONS),
      sampled: z.boolean().describe(SAMPLED),
      sample_rate: sampleRate.describe(SAMPLE_RATE),
      values: z.array(
        z.strictObject({
          value: z.string().describe(VALUE),
          metrics: ofValue,
        }),
      ),
    })
    .describe(
      `The metrics by value of a dimension: at most ${VALUES_MAX} values, those with the most views first, then (other). ` +
        'Only with break_down_by.',
    );
}

export const breakdown = breakdownWith(metrics);
export const websiteBreakdown = breakdownWith(websiteMetrics);

export const variant = z.strictObject({
  id,
  name: z.string().nullable(),
  variation: z.string(),
  traffic_percentage: z.int(),
  is_holdout: z.literal(true).optional().describe('It shows nothing. Only with notes=true.'),
  metrics,
});

export const status = z.enum(['live', 'archived']);

/** A value of a form field, or a product. */
export const value = z.string().nullable().describe('null: no value, or all rare values combined.');

export const productRow = z.strictObject({
  value,
  selections: count,
  orders: count,
  revenue: z.number().nonnegative(),
});
