// A small chart of each website of an account.
// Why: docs/decisions/reports.md, "Some reports are our own".
import { z } from 'zod';
import { defineOperation } from '../../../contract/operations/define-operation.ts';
import { exampleWebsite } from '../../../contract/operations/examples.ts';
import { websitesParameters } from '../../../contract/operations/parameters.ts';
import { date, timestamp } from '../../../contract/operations/schemas.ts';
import type { Window } from '../../../engine/rollups/window.ts';
import { Problem } from '../../../foundation/problem/problem.ts';
import { buckets, countBuckets, GROUP_BYS, type GroupBy } from '../buckets.ts';
import { estimated } from '../notes/estimated.ts';
import { checkWindow, readWebsites, requestedPeriod } from '../open-report.ts';
import { noteParameters, timeframeParameters } from '../parameters.ts';
import { notesField, website, zoneFields } from '../schemas.ts';
import { TIMEFRAMES } from '../windows.ts';
import { accountNotes } from './account-notes.ts';
import { readVisitors } from './read-groups.ts';
import { groupByWindow, rangeOf, unitedWindow, zoneFieldsOf } from './windows-of-websites.ts';

/** The limit for each website: enough for a small chart, so that a thousand websites fit into one response. */
const POINTS_MAX = 60;

export const accountTrendsReport = defineOperation({
  name: 'get_account_trends',
  tag: 'Reports',
  method: 'GET',
  path: '/api/v1/reports/account/trends',
  title: 'Account trends',
  description:
    'The unique visitors of many websites over time, for small charts: ' +
    `at most ${POINTS_MAX} points for each website, by the smallest bucket that allows it. ` +
    'The first and the last bucket count only their days within the window.',
  scope: 'reports',
  website: 'subset',
  input: z.object({ ...websitesParameters, ...timeframeParameters, ...noteParameters }),
  csv: { websites: 'data.websites' },
  output: z.strictObject({
    ...notesField,
    report: z.literal('account_trends'),
    timeframe: z.strictObject({
      selected: z.enum(TIMEFRAMES),
      range_start: timestamp,
      range_end: timestamp,
      ...zoneFields,
    }),
    data: z.strictObject({
      group_by: z.enum(GROUP_BYS),
      dates: z.array(date).describe('The calendar start of each bucket; a week starts on Monday.'),
      websites: z.array(
        website.extend({ viewers: z.array(z.int().nonnegative()).describe('Unique visitors, one for each date.') }),
      ),
    }),
  }),
  example: {
    report: 'account_trends',
    timeframe: {
      selected: 'custom',
      range_start: '2026-03-04T00:00:00Z',
      range_end: '2026-03-06T23:59:59Z',
    },
    data: {
      group_by: 'day',
      dates: ['2026-03-04', '2026-03-05', '2026-03-06'],
      websites: [{ ...exampleWebsite, viewers: [410, 395, 402] }],
    },
  },
  errors: { 422: ['range_too_wide'] },
  check: checkWindow,
  async read(query, context) {
    const websites = await readWebsites(context, context.websiteIds);
    const groups = groupByWindow(requestedPeriod(query), websites, context);
    // Where it is another date on some websites, these have no visitors yet on the last day, or none counted on the first.
    const window = unitedWindow(groups);
    const groupBy = smallestGroupBy(window);
    const dates = buckets(window, groupBy);
    const { uniqueVisitors, counts } = await readVisitors(context, {
      answered: groups.flatMap(({ window: days, websites: ofGroup }) => {
        const windows = dates.map((bucket) => within(bucket, days));
        return ofGroup.map(({ id }) => ({ websiteId: id, windows }));
      }),
      metrics: ['views'],
    });
    const trends = websites.map(({ id, name, currency }) => ({
      ...{ id, name, currency },
      viewers: counts.get(id)!.map(({ views }) => views),
    }));
    return {
      ...accountNotes(query, groups, context, estimated(uniqueVisitors)),
      report: 'account_trends' as const,
      timeframe: {
        selected: query.timeframe,
        ...rangeOf(groups),
        ...zoneFieldsOf(groups),
      },
      data: { group_by: groupBy, dates: dates.map(({ date: start }) => start), websites: trends },
    };
  },
});

/** Returns no days if the windows have none in common. */
function within(bucket: Window, { firstDay, lastDay }: Window): Window {
  return { firstDay: Math.max(bucket.firstDay, firstDay), lastDay: Math.min(bucket.lastDay, lastDay) };
}

function smallestGroupBy(window: Window): GroupBy {
  const groupBy = GROUP_BYS.find((name) => countBuckets(window, name) <= POINTS_MAX);
  if (groupBy) return groupBy;
  throw new Problem(422, `The window has more than ${POINTS_MAX} years: choose fewer.`, {
    code: 'range_too_wide',
    param: 'range_start',
  });
}
