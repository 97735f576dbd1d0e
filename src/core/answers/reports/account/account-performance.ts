// All websites of an account in one answer, with the sums of each currency.
// Why: docs/decisions/reports.md, "Account performance says its currencies".
import { fileDaysOf } from '@funnel/report-files/file-columns.ts';
import { websitesFile } from '@funnel/report-files/tables/websites.ts';
import { z } from 'zod';
import { defineOperation } from '../../../contract/operations/define-operation.ts';
import { restOnlyParameter, websitesParameters } from '../../../contract/operations/parameters.ts';
import { id, RATES_ARE_PERCENT, timestamp } from '../../../contract/operations/schemas.ts';
import type { Counts } from '../../../engine/rollups/counts.ts';
import { changesOf, inCurrencyUnits, metricsOf } from '../metrics.ts';
import { mixedCurrencies } from '../notes/currencies.ts';
import { estimated } from '../notes/estimated.ts';
import { checkWindow, readWebsites, requestedPeriod, type WebsiteDates } from '../open-report.ts';
import { compareParameters, noteParameters, timeframeParameters } from '../parameters.ts';
import { notesField, zoneFields } from '../schemas.ts';
import { comparesSamePart, TIMEFRAMES, timestampOf, windowLabel } from '../windows.ts';
import { accountNotes } from './account-notes.ts';
import { type ContentsByWebsite, readGroups, websiteNumbers } from './read-groups.ts';
import { readSameParts } from './same-parts.ts';
import { type ComparedGroup, comparedGroups, rangeOf, zoneFieldsOf } from './windows-of-websites.ts';

const SECOND_MS = 1_000;

const count = z.int().nonnegative();
const amount = z.number().nonnegative();
const currency = z.string().describe('ISO 4217, such as USD.');
const percent = z.number().nonnegative().describe('Percent, rounded to 2 decimals.');
const NO_PREVIOUS =
  'all_time and insights_week have no previous period, nor has a range whose previous one would begin before the year 1';
const change = z
  .number()
  .nullable()
  .describe(
    `Percent change from the previous period; null if the previous value is 0, or without a previous period: ${NO_PREVIOUS}.`,
  );
const previousEnd = timestamp.nullable().describe(`null without a previous period: ${NO_PREVIOUS}.`);

export const accountPerformanceReport = defineOperation({
  name: 'get_account_performance',
  tag: 'Reports',
  method: 'GET',
  path: '/api/v1/reports/account/performance',
  isTool: true,
  title: 'Account performance',
  description:
    'Compares the websites of the token, with the change from the previous period, and adds them up: ' +
    'a visitor of two websites counts once. Where `currency` is null, use revenue_by_currency: revenue and aov mix currencies.',
  scope: 'reports',
  website: 'subset',
  input: z.object({
    ...websitesParameters,
    ...timeframeParameters,
    ...compareParameters,
    ...noteParameters,
    precision: restOnlyParameter(
      z.boolean().optional().describe('Adds `precision`: whether unique visitors are exact or estimated.'),
      'invalid_precision',
      'must be true or false',
    ),
  }),
  csv: {
    websites: {
      fileOf: ({ timeframe, data }, { t }) =>
        websitesFile(
          data.websites.map((website) => ({ ...website, days: fileDaysOf(timeframe) })),
          t,
        ),
    },
  },
  output: z.strictObject({
    ...notesField,
    report: z.literal('account_performance'),
    timeframe: z.strictObject({
      selected: z.enum(TIMEFRAMES),
      label: z.string(),
      range_start: timestamp,
      range_end: timestamp,
      ...zoneFields,
      previous_range_start: previousEnd,
      previous_range_end: previousEnd,
    }),
    precision: z.enum(['exact', 'estimated']).optional().describe('Of unique visitors. Only with precision=true.'),
    data: z
      .strictObject({
        aggregate: z.strictObject({
          website_count: count,
          viewers: count,
          conversions: count,
          conversion_rate: percent,
          subscribes: count,
          subscribe_rate: percent,
          orders: count,
          order_rate: percent,
          revenue: amount.describe('The sum over all websites, without conversion.'),
          aov: amount,
          currency: currency
            .nullable()
            .describe(
              'That of all websites; null if they have different ones: then `revenue` and `aov` mix currencies.',
            ),
          revenue_by_currency: z
            .record(z.string(), amount)
            .optional()
            .describe('The revenue of the websites in each currency. Left out unless `currency` is null.'),
        }),
        websites: z.array(
          z.strictObject({
            id,
            name: z.string(),
            viewers: count,
            conversions: count,
            conversion_rate: percent,
            conversions_change: change,
            revenue_change: change,
            subscribes: count,
            orders: count,
            revenue: amount,
            aov: amount,
            currency,
          }),
        ),
      })
      .describe(RATES_ARE_PERCENT),
  }),
  example: {
    report: 'account_performance',
    timeframe: {
      selected: 'last_7_days',
      label: 'Last 7 days',
      range_start: '2026-03-04T00:00:00Z',
      range_end: '2026-03-10T23:59:59Z',
      previous_range_start: '2026-02-25T00:00:00Z',
      previous_range_end: '2026-03-03T23:59:59Z',
    },
    data: {
      aggregate: {
        website_count: 1,
        viewers: 1200,
        conversions: 150,
        conversion_rate: 12.5,
        subscribes: 60,
        subscribe_rate: 5,
        orders: 12,
        order_rate: 1,
        revenue: 1438.8,
        aov: 119.9,
        currency: 'USD',
      },
      websites: [
        {
          id: 1,
          name: 'acme.example',
          viewers: 1200,
          conversions: 150,
          conversion_rate: 12.5,
          conversions_change: 7.14,
          revenue_change: null,
          subscribes: 60,
          orders: 12,
          revenue: 1438.8,
          aov: 119.9,
          currency: 'USD',
        },
      ],
    },
  },
  check: checkWindow,
  async read(query, context) {
    const websites = await readWebsites(context, context.websiteIds);
    const { timeframe, compare, same_part } = query;
    const groups = comparedGroups({ compare, same_part }, requestedPeriod(query), websites, context);
    const parts = await readSameParts(context, query, comparesSamePart(query) ? groups : []);
    const { uniqueVisitors, contents, ...counted } = await readGroups(context, groups);
    const currencies = websites.map(({ currency: ofWebsite }) => ofWebsite);
    return {
      ...accountNotes(query, groups, context, [...mixedCurrencies(currencies), ...estimated(uniqueVisitors)]),
      report: 'account_performance' as const,
      timeframe: {
        selected: timeframe,
        label: windowLabel(timeframe, groups[0]!.window),
        ...rangeOf(groups),
        ...zoneFieldsOf(groups),
        ...previousRangeOf(groups, Math.max(...[...parts.values()].map(({ end }) => end))),
      },
      ...(query.precision && { precision: uniqueVisitors.logs ? ('exact' as const) : ('estimated' as const) }),
      data: {
        aggregate: {
          ...aggregateOf(websites.length, counted.together),
          ...currenciesOf(websites, contents),
        },
        websites: websites.map(({ id, name, currency }) => ({
          id,
          name,
          ...websiteRow(counted.byWebsite.get(id)!, parts.get(id)?.counts),
          currency,
        })),
      },
    };
  },
});

/** `untilSecond`: where parts of days are compared, the end of the last one. */
function previousRangeOf(groups: readonly ComparedGroup[], untilSecond: number) {
  const before = groups.flatMap(({ websites, previous }) => (previous ? { websites, window: previous } : []));
  if (before.length === 0) return { previous_range_start: null, previous_range_end: null };
  const { range_start, range_end } = rangeOf(before);
  return {
    previous_range_start: range_start,
    previous_range_end: Number.isFinite(untilSecond) ? timestampOf((untilSecond - 1) * SECOND_MS) : range_end,
  };
}

function aggregateOf(websiteCount: number, counts: Counts) {
  const metrics = metricsOf(counts);
  const { conversions, conversion_rate, subscribes, subscribe_rate, orders, order_rate, revenue, aov } = metrics;
  return {
    website_count: websiteCount,
    viewers: metrics.views,
    conversions,
    conversion_rate,
    subscribes,
    subscribe_rate,
    orders,
    order_rate,
    revenue,
    aov,
  };
}

/** Amounts in different currencies can't be added up, so their sum comes with the amount in each. */
function currenciesOf(websites: readonly WebsiteDates[], contents: ContentsByWebsite) {
  const sums = new Map<string, number>();
  for (const { id, currency } of websites) {
    sums.set(currency, (sums.get(currency) ?? 0) + contents.get(id)![0]!.total.revenue);
  }
  const [first] = sums.keys();
  if (first !== undefined && sums.size === 1) return { currency: first };
  const byName = [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    currency: null,
    revenue_by_currency: Object.fromEntries(byName.map(([name, sum]) => [name, inCurrencyUnits(sum)])),
  };
}

/** `part`: what the period before had until this time, if it is not compared as a whole. */
function websiteRow([current, previous]: readonly Counts[], part: Counts | undefined) {
  const before = part ?? previous;
  const changes = before && changesOf(current!, before);
  const { viewers, conversions, conversion_rate, ...sums } = websiteNumbers(current!);
  // The specification gives the fields in this order.
  return {
    ...{ viewers, conversions, conversion_rate },
    conversions_change: changes?.conversions ?? null,
    revenue_change: changes?.revenue ?? null,
    ...sums,
  };
}
