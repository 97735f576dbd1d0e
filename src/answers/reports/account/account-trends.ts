// A small chart of each website of an account.
// Why: docs/decisions/reports.md, "Some reports are our own".
import { z } from 'zod';
import { defineOperation, type ReadContext } from '../../../contract/operations/define-operation.ts';
import { exampleWebsite } from '../../../contract/operations/examples.ts';
import { websitesParameters } from '../../../contract/operations/parameters.ts';
import { date, timestamp } from '../../../contract/operations/schemas.ts';
import {
  chooseUniqueVisitors,
  countWebsites,
  type UniqueVisitors,
} from '../../../engine/event-log/questions/unique-visitors.ts';
import type { Counts } from '../../../engine/rollups/counts.ts';
import { readWebsiteCounts } from '../../../engine/rollups/read-website-counts.ts';
import type { Window } from '../../../engine/rollups/window.ts';
import { Problem } from '../../../foundation/problem/problem.ts';
import { buckets, countBuckets, GROUP_BYS, type GroupBy } from '../buckets.ts';
import { estimated } from '../notes/estimated.ts';
import type { KeepingContext } from '../open-log.ts';
import { checkWindow, readWebsites, requestedPeriod } from '../open-report.ts';
import { noteParameters, timeframeParameters } from '../parameters.ts';
import { notesField, website, zoneFields } from '../schemas.ts';
import { TIMEFRAMES } from '../windows.ts';
import { accountNotes } from './account-notes.ts';
import { groupByWindow, rangeOf, unitedWindow, type WindowGroup, zoneFieldsOf } from './windows-of-websites.ts';

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
    const { uniqueVisitors, counts } = await readBuckets(context, groups, dates);
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

async function readBuckets(
  context: ReadContext & KeepingContext,
  groups: readonly WindowGroup[],
  dates: readonly Window[],
): Promise<{ uniqueVisitors: UniqueVisitors; counts: ReadonlyMap<number, readonly Pick<Counts, 'views'>[]> }> {
  const { database } = context;
  const bucketsOf = ({ window }: WindowGroup) => dates.map((bucket) => within(bucket, window));
  const answered = groups.flatMap((group) => {
    const windows = bucketsOf(group);
    return group.websites.map(({ id }) => ({ websiteId: id, windows }));
  });
  const uniqueVisitors = await chooseUniqueVisitors(database, answered, context);
  if (uniqueVisitors.logs) {
    return { uniqueVisitors, counts: await countWebsites(database, uniqueVisitors.logs, answered) };
  }
  const counts = new Map<number, readonly Counts[]>();
  for (const group of groups) {
    const read = await readWebsiteCounts(database, {
      websiteIds: group.websites.map(({ id }) => id),
      windows: bucketsOf(group),
      visitorMetrics: ['views'],
    });
    for (const [id, ofWebsite] of read) counts.set(id, ofWebsite);
  }
  return { uniqueVisitors, counts };
}

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
