import { z } from 'zod';
import { websiteNotFound } from '../access/guard.ts';
import { SUBJECT_KIND } from '../catalog/subject.ts';
import { countsOf, readContents, together, type WindowContent } from '../rollups/read-counts.ts';
import type { Window } from '../rollups/split-window.ts';
import { defineReport, type ReportContext } from './define-report.ts';
import { type MetricsBlock, metricsOf, percentChange } from './metrics.ts';
import { readWebsites, requestedPeriod, windowOver } from './open-report.ts';
import { timeframeParameters, websiteIdsParameter, websiteParameter } from './parameters.ts';
import { id, timestamp } from './shapes.ts';
import { previousWindow, rangeEndTimestamp, rangeStartTimestamp, TIMEFRAMES, windowLabel } from './windows.ts';

const count = z.int().nonnegative();
const amount = z.number().nonnegative();
const percent = z.number().nonnegative().describe('Percent, rounded to 2 decimals.');
const change = z.number().nullable().describe('Percent against the period just before; null where there was nothing.');

export const accountPerformanceReport = defineReport({
  name: 'account_performance',
  path: '/reports/account/performance',
  tool: 'get_account_performance',
  title: 'Account performance',
  description:
    'All websites of the token side by side, and together: unique viewers, conversions, subscribes, orders and revenue, with the change against the period before. Whoever visited two websites is one viewer of the aggregate. Revenue is added up as it is, whatever the currencies.',
  scope: 'reports',
  input: z.object({ ...websiteParameter, ...websiteIdsParameter, ...timeframeParameters }),
  output: z.strictObject({
    report: z.literal('account_performance'),
    timeframe: z.strictObject({
      selected: z.enum(TIMEFRAMES),
      label: z.string(),
      range_start: timestamp,
      range_end: timestamp,
      previous_range_start: timestamp.nullable().describe('null where there is no period before, as with all_time.'),
      previous_range_end: timestamp.nullable(),
    }),
    data: z.strictObject({
      aggregate: z.strictObject({
        website_count: count,
        viewers: count,
        conversions: count,
        conversion_rate: percent,
        subscribes: count,
        subscribe_rate: percent,
        orders: count,
        order_rate: percent,
        revenue: amount,
        aov: amount,
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
        }),
      ),
    }),
  }),
  async run(input, context) {
    const period = requestedPeriod(input);
    const websites = await readWebsites(context, chosenWebsites(input, context));
    const window = windowOver(period, websites, context.today);
    const previous = previousWindow(input.timeframe, window);
    const contents = await Promise.all(websites.map(({ id }) => readWebsite(context, id, window, previous)));
    return {
      report: 'account_performance' as const,
      timeframe: {
        selected: input.timeframe,
        label: windowLabel(input.timeframe, window),
        range_start: rangeStartTimestamp(window),
        range_end: rangeEndTimestamp(window),
        previous_range_start: previous ? rangeStartTimestamp(previous) : null,
        previous_range_end: previous ? rangeEndTimestamp(previous) : null,
      },
      data: {
        aggregate: aggregateOf(contents.map(({ current }) => current)),
        websites: websites.map(({ id, name }, index) => ({ id, name, ...websiteRow(contents[index]!) })),
      },
    };
  },
});

interface Choice {
  readonly website_id?: number | undefined;
  readonly website_ids?: readonly number[] | undefined;
}

/** `website_id` limits the report to itself, `website_ids` to a subset; without either, all of the token's. */
function chosenWebsites({ website_id, website_ids = [] }: Choice, { principal }: ReportContext): number[] {
  const requireBound = (id: number, param: string) => {
    if (!principal.websiteIds.includes(id)) throw websiteNotFound(id, param);
  };
  if (website_id !== undefined) requireBound(website_id, 'website_id');
  for (const id of website_ids) requireBound(id, 'website_ids');
  if (website_id !== undefined) return [website_id];
  return website_ids.length === 0 ? [...principal.websiteIds] : [...new Set(website_ids)].sort((a, b) => a - b);
}

interface WebsiteContents {
  readonly current: WindowContent;
  readonly previous: WindowContent | undefined;
}

async function readWebsite(
  { database }: ReportContext,
  websiteId: number,
  window: Window,
  previous: Window | undefined,
): Promise<WebsiteContents> {
  const contents = await readContents(database, {
    websiteId,
    kind: SUBJECT_KIND.website,
    subjectIds: [websiteId],
    windows: previous ? [window, previous] : [window],
    countType: 'distinct',
  });
  const [current, before] = contents.get(websiteId)!;
  return { current: current!, previous: before };
}

function aggregateOf(contents: readonly WindowContent[]) {
  const metrics = metricsOf(countsOf(together(contents)));
  const { conversions, conversion_rate, subscribes, subscribe_rate, orders, order_rate, revenue, aov } = metrics;
  return {
    website_count: contents.length,
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

function websiteRow({ current, previous }: WebsiteContents) {
  const metrics = metricsOf(countsOf(current));
  const before = previous && metricsOf(countsOf(previous));
  const changeOf = (name: keyof MetricsBlock) => (before ? percentChange(metrics[name], before[name]) : null);
  const { conversions, conversion_rate, subscribes, orders, revenue, aov } = metrics;
  return {
    viewers: metrics.views,
    conversions,
    conversion_rate,
    conversions_change: changeOf('conversions'),
    revenue_change: changeOf('revenue'),
    subscribes,
    orders,
    revenue,
    aov,
  };
}
