import { COMPARISONS } from '@funnel/report-files/periods.ts';
import { websitesFile } from '@funnel/report-files/tables/websites.ts';
import { z } from 'zod';
import { defineOperation } from '../../../contract/operations/define-operation.ts';
import { parameter, websitesParameters } from '../../../contract/operations/parameters.ts';
import { date, id, RATES_ARE_PERCENT, timestamp } from '../../../contract/operations/schemas.ts';
import type { Window } from '../../../engine/rollups/window.ts';
import { Problem } from '../../../foundation/problem/problem.ts';
import { estimated } from '../notes/estimated.ts';
import { checkWindow, readWebsites, requestedPeriod, type WebsiteDates } from '../open-report.ts';
import { noteParameters, timeframeParameters } from '../parameters.ts';
import { notesField, website, zoneFields } from '../schemas.ts';
import { TIMEFRAMES } from '../windows.ts';
import { accountNotes } from './account-notes.ts';
import { compareOwnDays, fileDaysOf, readGroupsAndCurrency, WEBSITES_SO_FAR_MAX } from './own-days.ts';
import { readGroups, readOtherDays, websiteNumbers } from './read-groups.ts';
import { groupByWindow, rangeOf, zoneFieldsOf } from './windows-of-websites.ts';

const LISTED_MAX = 1_000;

const count = z.int().nonnegative();
const amount = z.number().nonnegative();
const percent = z.number().nonnegative();
const change = z
  .number()
  .nullable()
  .describe('Percent. null: nothing is compared, or there was none in the days before.');

export const accountWebsitesReport = defineOperation({
  name: 'get_account_websites',
  tag: 'Reports',
  method: 'GET',
  path: '/api/v1/reports/account/websites',
  title: 'Websites of an account',
  description:
    'Many websites, each compared in its own days, as the overview of the dashboard shows them. ' +
    'A day that is not over is compared with the same part of a day if the website keeps its events and there are ' +
    `at most ${WEBSITES_SO_FAR_MAX} websites; else it is left out of the changes.`,
  scope: 'reports',
  website: 'subset',
  input: z.object({
    ...websitesParameters,
    ...timeframeParameters,
    compare_with: parameter(
      z
        .enum(COMPARISONS)
        .default('previous')
        .describe('With the days before (previous), the same days a year before (year), or nothing (off).'),
      'invalid_compare',
      `must be one of ${COMPARISONS.join(', ')}`,
    ),
    listed: parameter(
      z
        .array(id)
        .min(1)
        .max(LISTED_MAX)
        .optional()
        .describe('Only these of the websites, in this order. Their numbers are the same as without it.'),
      'invalid_website_id',
      'must be a list of positive integers',
    ),
    ...noteParameters,
  }),
  csv: {
    websites: {
      fileOf: ({ data }, { t }) =>
        websitesFile(
          data.websites.map((row) => ({ ...row, days: fileDaysOf(row.days) })),
          t,
        ),
    },
  },
  output: z.strictObject({
    ...notesField,
    report: z.literal('account_websites'),
    timeframe: z.strictObject({
      selected: z.enum(TIMEFRAMES),
      range_start: timestamp,
      range_end: timestamp,
      ...zoneFields,
    }),
    data: z
      .strictObject({
        websites: z.array(
          website.extend({
            viewers: count,
            viewers_change: change,
            conversions: count,
            conversions_change: change,
            conversion_rate: percent,
            subscribes: count,
            orders: count,
            revenue: amount,
            revenue_change: change,
            aov: amount,
            group: z.string().nullable().describe('null: it is in none.'),
            reporting: z
              .strictObject({ currency: z.string(), revenue: amount })
              .nullable()
              .describe('The revenue in the reporting currency of the account. null: there is none, or no rate.'),
            days: z.strictObject({
              first_day: date,
              last_day: date,
              compared_with: z
                .strictObject({
                  first_day: date,
                  last_day: date,
                  until: z.string().nullable().describe('HH:MM: of its last day, only what happened before.'),
                  through: date
                    .nullable()
                    .describe('The last day of the period that counts in the changes, where it goes on.'),
                })
                .nullable(),
            }),
          }),
        ),
      })
      .describe(RATES_ARE_PERCENT),
  }),
  example: {
    report: 'account_websites',
    timeframe: { selected: 'last_7_days', range_start: '2026-03-04T00:00:00Z', range_end: '2026-03-10T23:59:59Z' },
    data: {
      websites: [
        {
          ...{ id: 1, name: 'acme.example', currency: 'USD' },
          ...{ viewers: 1200, viewers_change: 3.2, conversions: 150, conversions_change: 7.14, conversion_rate: 12.5 },
          ...{ subscribes: 60, orders: 12, revenue: 1438.8, revenue_change: null, aov: 119.9 },
          ...{ group: 'Retail', reporting: null },
          days: {
            ...{ first_day: '2026-03-04', last_day: '2026-03-10' },
            compared_with: { first_day: '2026-02-26', last_day: '2026-03-03', until: null, through: '2026-03-09' },
          },
        },
      ],
    },
  },
  check: checkWindow,
  async read(query, context) {
    const websites = await readWebsites(context, context.websiteIds);
    const groups = groupByWindow(requestedPeriod(query), websites, context);
    const { byWebsite, uniqueVisitors } = await readGroups(context, groups);
    const counts = new Map(Array.from(byWebsite, ([websiteId, [current]]) => [websiteId, current!]));
    const read = (days: Window) => readOtherDays(context, groups, days);
    const own = await compareOwnDays(context, query, groups, { counts, read });
    const shown = await readGroupsAndCurrency(context, websites, counts);
    return {
      ...accountNotes(query, groups, context, estimated(uniqueVisitors)),
      report: 'account_websites' as const,
      timeframe: { selected: query.timeframe, ...rangeOf(groups), ...zoneFieldsOf(groups) },
      data: {
        websites: inOrder(websites, query.listed).map(({ id: websiteId, name, currency }) => ({
          ...{ id: websiteId, name, currency },
          ...websiteNumbers(counts.get(websiteId)!),
          ...own.get(websiteId)!,
          ...shown(websiteId),
        })),
      },
    };
  },
});

/** Throws a problem of status 404 for a website that the answer does not have. */
function inOrder(websites: readonly WebsiteDates[], ids: readonly number[] | undefined): readonly WebsiteDates[] {
  if (!ids) return websites;
  const byId = new Map(websites.map((one) => [one.id, one]));
  return [...new Set(ids)].map((websiteId) => {
    const found = byId.get(websiteId);
    if (found) return found;
    throw new Problem(404, `No website ${websiteId} for this token.`, { param: 'listed' });
  });
}
