import { z } from 'zod';
import { defineOperation } from '../operations/define-operation.ts';
import { exampleWebsite } from '../operations/examples.ts';
import { websitesParameters } from '../operations/parameters.ts';
import { date, timestamp } from '../operations/schemas.ts';
import { Problem } from '../problem.ts';
import { readWebsiteCounts } from '../rollups/read-website-counts.ts';
import type { Window } from '../rollups/window.ts';
import { buckets, countBuckets, GROUP_BYS, type GroupBy } from './buckets.ts';
import { checkWindow, readWebsites, requestedPeriod, windowOver } from './open-report.ts';
import { timeframeParameters } from './parameters.ts';
import { website } from './schemas.ts';
import { rangeEndTimestamp, rangeStartTimestamp, TIMEFRAMES } from './windows.ts';

/** For each website. Enough for a small chart, so that a thousand websites fit into one response. */
const POINTS_MAX = 60;

export const accountTrendsReport = defineOperation({
  name: 'get_account_trends',
  tag: 'Reports',
  method: 'GET',
  path: '/api/v1/reports/account/trends',
  title: 'Account trends',
  description: `The unique visitors of many websites over time, for small charts: at most ${POINTS_MAX} points for each website, by the smallest bucket that allows it. The first and the last bucket count only their days within the window.`,
  scope: 'reports',
  website: 'subset',
  input: z.object({ ...websitesParameters, ...timeframeParameters }),
  output: z.strictObject({
    report: z.literal('account_trends'),
    timeframe: z.strictObject({ selected: z.enum(TIMEFRAMES), range_start: timestamp, range_end: timestamp }),
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
  async read(query, { database, websiteIds, today }) {
    const websites = await readWebsites({ database }, websiteIds);
    const window = windowOver(requestedPeriod(query), websites, today);
    const groupBy = smallestGroupBy(window);
    const windows = buckets(window, groupBy);
    const counts = await readWebsiteCounts(database, {
      websiteIds: websites.map(({ id }) => id),
      windows,
      visitorMetrics: ['views'],
    });
    const trends = websites.map(({ id, name, currency }) => ({
      ...{ id, name, currency },
      viewers: counts.get(id)!.map(({ views }) => views),
    }));
    return {
      report: 'account_trends' as const,
      timeframe: {
        selected: query.timeframe,
        range_start: rangeStartTimestamp(window),
        range_end: rangeEndTimestamp(window),
      },
      data: { group_by: groupBy, dates: windows.map((bucket) => bucket.date), websites: trends },
    };
  },
});

function smallestGroupBy(window: Window): GroupBy {
  const groupBy = GROUP_BYS.find((name) => countBuckets(window, name) <= POINTS_MAX);
  if (groupBy) return groupBy;
  throw new Problem(422, `The window has more than ${POINTS_MAX} years: choose fewer.`, {
    code: 'range_too_wide',
    param: 'range_start',
  });
}
