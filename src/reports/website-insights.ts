import { z } from 'zod';
import { chooseWebsite } from '../access/guard.ts';
import { Problem } from '../problem.ts';
import { defineReport } from './define-report.ts';
import { readWebsites } from './open-report.ts';
import { websiteParameter } from './parameters.ts';
import { date, website } from './shapes.ts';

export const insightsSnapshot = z.strictObject({
  week: date.describe("The week's Monday, YYYY-MM-DD."),
  performance_snapshot: z.strictObject({
    performance: z.strictObject({ revenue: z.number().nonnegative(), viewers: z.int().nonnegative() }),
  }),
  ai_recommendations: z.strictObject({ items: z.array(z.string()) }),
});
export type InsightsSnapshot = z.infer<typeof insightsSnapshot>;

export const websiteInsightsReport = defineReport({
  name: 'website_insights',
  path: '/reports/website/insights',
  tool: 'get_website_insights',
  title: 'Weekly insights',
  description:
    'The newest weekly snapshot of a website, written by a background job: revenue, unique viewers and recommendations in plain sentences. 404 until the first snapshot exists. The numbers behind it: any report with timeframe=insights_week.',
  scope: 'reports',
  input: z.object(websiteParameter),
  output: z.strictObject({ report: z.literal('website_insights'), website, data: insightsSnapshot }),
  async run(input, context) {
    const choice = chooseWebsite(context.principal, input.website_id);
    choice.requireBound();
    const [found] = await readWebsites(context, [choice.id]);
    const [newest] = await context.database.query<{ snapshot: string }>(
      'SELECT snapshot FROM insights_snapshots WHERE website_id = $1 ORDER BY week DESC LIMIT 1',
      [choice.id],
    );
    if (!found || !newest) throw new Problem(404, 'No insights snapshot has been generated for this website yet.');
    const { id, name, currency } = found;
    return { report: 'website_insights' as const, website: { id, name, currency }, data: JSON.parse(newest.snapshot) };
  },
});
