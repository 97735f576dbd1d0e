import { z } from 'zod';
import { exampleReport } from '../../core/answers/reports/examples.ts';
import { percentOf } from '../../core/answers/reports/metrics.ts';
import { notesOf } from '../../core/answers/reports/notes/report-notes.ts';
import { checkWindow, OF_LOG_ALONE, openReport } from '../../core/answers/reports/open-report.ts';
import { filterParameter, noteParameters, timeframeParameters } from '../../core/answers/reports/parameters.ts';
import {
  count,
  notesField,
  percent,
  SAMPLE_RATE,
  SAMPLED,
  sampleRate,
  timeframe,
  website,
} from '../../core/answers/reports/schemas.ts';
import { samplingOf, segmentOf } from '../../core/answers/reports/segment.ts';
import { defineOperation } from '../../core/contract/operations/define-operation.ts';
import { websiteParameter } from '../../core/contract/operations/parameters.ts';
import { askLog } from '../../core/engine/event-log/questions/ask-log.ts';
import type { ReachAnswer } from './log/reach.ts';
import { reach } from './log/reach.ts';

export const campaignReach = z.strictObject({
  visitors: count.describe('Visitors with page views.'),
  saw_campaign: count.describe('Those of them who saw any campaign.'),
  share: percent.nullable().describe('saw_campaign in percent of visitors. null without visitors.'),
});

export function campaignReachOf({ visitors, reached }: ReachAnswer): z.infer<typeof campaignReach> {
  return { visitors, saw_campaign: reached, share: visitors === 0 ? null : percentOf(reached, visitors) };
}

/** It is about page views, which no parameter names. */
const ONLY_LOGGED = { missing: 'nothing is known about its page views' };

export const campaignReachReport = defineOperation({
  name: 'get_campaign_reach',
  tag: 'Reports',
  method: 'GET',
  path: '/api/v1/reports/website/campaign-reach',
  title: 'Reach of campaigns',
  description: 'How many of the visitors with page views saw any campaign, from kept events.',
  scope: 'reports',
  website: 'chosen',
  readsEventLog: true,
  input: z.object({ ...websiteParameter, ...timeframeParameters, ...filterParameter, ...noteParameters }),
  output: z.strictObject({
    ...notesField,
    report: z.literal('campaign_reach'),
    website,
    timeframe,
    filter: z.array(z.string()).optional().describe('The filters, as they were sent. Only with filter.'),
    sampled: z.boolean().describe(SAMPLED),
    sample_rate: sampleRate.describe(SAMPLE_RATE),
    data: campaignReach,
  }),
  example: { ...exampleReport('campaign_reach', { visitors: 12000, saw_campaign: 4500, share: 37.5 }), sampled: false },
  errors: { 422: ['events_not_kept'] },
  check: checkWindow,
  async read(query, context) {
    const report = await openReport({ ...query, ...OF_LOG_ALONE, onlyLogged: ONLY_LOGGED }, context);
    const { window, filters } = report;
    const answer = await askLog(context.database, report.log!, reach({ window, filters }));
    return {
      ...(await notesOf(report, context, { isEmpty: answer.visitors === 0, countsPageViews: true })),
      report: 'campaign_reach' as const,
      ...report.head,
      ...segmentOf(report, answer),
      ...samplingOf(answer),
      data: campaignReachOf(answer),
    };
  },
});
