import { z } from 'zod';
import { defineOperation } from '../../../contract/operations/define-operation.ts';
import { exampleWebsite } from '../../../contract/operations/examples.ts';
import { websiteParameter } from '../../../contract/operations/parameters.ts';
import { date } from '../../../contract/operations/schemas.ts';
import { isoOfDay } from '../../../engine/rollups/calendar.ts';
import { Problem } from '../../../foundation/problem/problem.ts';
import { wordsIn } from '../../../foundation/text/words.ts';
import { readWebsite } from '../open-report.ts';
import { website } from '../schemas.ts';
import { storedWeek } from './stored-week.ts';

const insightsSnapshot = z.strictObject({
  week: date.describe('The Monday of the week, YYYY-MM-DD.'),
  performance_snapshot: z.strictObject({
    performance: z.strictObject({ revenue: z.number().nonnegative(), viewers: z.int().nonnegative() }),
  }),
  ai_recommendations: z.strictObject({ items: z.array(z.string()) }),
});

export const websiteInsightsReport = defineOperation({
  name: 'get_website_insights',
  tag: 'Reports',
  method: 'GET',
  path: '/api/v1/reports/website/insights',
  isTool: true,
  title: 'Weekly insights',
  description:
    'The newest weekly insights of a website: revenue, unique visitors and recommendations. 404 until the first week is written. ' +
    'timeframe=insights_week shows the same week in any report, with late events.',
  scope: 'reports',
  website: 'chosen',
  input: z.object(websiteParameter),
  output: z.strictObject({ report: z.literal('website_insights'), website, data: insightsSnapshot }),
  example: {
    report: 'website_insights',
    website: exampleWebsite,
    data: {
      week: '2026-03-02',
      performance_snapshot: { performance: { revenue: 1438.8, viewers: 1200 } },
      ai_recommendations: { items: ['Spring popup converts 12.5 % of its visitors: show it on more pages.'] },
    },
  },
  async read(_query, context) {
    const row = await readWebsite(context, context.websiteId);
    const [newest] = await context.database.query<{ week: number; snapshot: string }>(
      'SELECT week, snapshot FROM insights_snapshots WHERE website_id = $1 ORDER BY week DESC LIMIT 1',
      [context.websiteId],
    );
    if (!row || !newest) throw new Problem(404, 'No insights have been generated for this website yet.');
    const { id, name, currency } = row;
    const { revenue, viewers, items } = storedWeek(newest.snapshot);
    const say = wordsIn();
    return {
      report: 'website_insights' as const,
      website: { id, name, currency },
      data: {
        week: isoOfDay(newest.week),
        performance_snapshot: { performance: { revenue, viewers } },
        ai_recommendations: { items: items.map(({ sentences }) => say(sentences)) },
      },
    };
  },
});
