// The numbers of a website's page for a report that is mailed: the website, its days and its campaigns, compared with an earlier period.
// Unlike `previous_period` of the API, the periods may have different lengths, such as months.

import { CHART_METRICS, type MetricName, type Metrics, SHOWN_WITH_CHANGE } from '@funnel/report-files/metrics.ts';
import { newsAmong } from '@funnel/report-files/noise.ts';
import type { ChosenWebsite, ReadContext } from '../../../contract/operations/define-operation.ts';
import { SUBJECT_KIND } from '../../../engine/catalog/subject.ts';
import { isoOfDay } from '../../../engine/rollups/calendar.ts';
import type { Window } from '../../../engine/rollups/window.ts';
import { type MetricsWithComparison, type Point, withoutSubmissions } from '../metrics.ts';
import { type OpenReport, openReport, uniqueVisitorsOf } from '../open-report.ts';
import { readVariation } from '../read-variation.ts';
import { subjectWithChildren } from '../subject-metrics.ts';
import { type CampaignWithMetrics, readCampaignsByRevenue } from './campaigns.ts';

export interface WebsitePage {
  readonly website: OpenReport['website'];
  readonly timezone: string;
  readonly window: Window;
  /** undefined: nothing is compared, because the website has no data of the whole period before. */
  readonly previous: Window | undefined;
  /** undefined: there are no events. */
  readonly firstEventDay: number | undefined;
  readonly metrics: MetricsWithComparison;
  /** There is a point for each day. */
  readonly points: readonly Point[];
  readonly previousPoints: readonly Point[];
  /** The campaigns with the most revenue. */
  readonly campaigns: readonly PageCampaign[];
  readonly campaignsTotal: number;
  /** The metrics of the website whose change random variation explains. */
  readonly noise: readonly MetricName[];
}

export type PageCampaign = CampaignWithMetrics & {
  /** The metrics whose change random variation explains. Other metrics than those of `SHOWN_WITH_CHANGE` are not judged. */
  readonly noise: readonly MetricName[];
};

interface PageQuery {
  readonly window: Window;
  readonly previous: Window;
  readonly campaignsMax: number;
  /** These campaigns are there, however little revenue they have. */
  readonly alsoCampaigns: readonly number[];
}

/** So many campaigns stand together on the page of the website, and are judged together. */
const CAMPAIGNS_PER_PAGE = 10;

export async function readWebsitePage(
  { window, previous: wanted, campaignsMax, alsoCampaigns }: PageQuery,
  context: ReadContext & ChosenWebsite,
): Promise<WebsitePage> {
  const opened = await openReport(
    {
      timeframe: 'custom',
      range_start: isoOfDay(window.firstDay),
      range_end: isoOfDay(window.lastDay),
      count_type: 'distinct',
      previous_period: false,
      group_by: 'day',
    },
    context,
  );
  const { website, zone, firstEventDay } = opened;
  const isCounted = firstEventDay !== undefined && firstEventDay <= wanted.firstDay;
  const previous = isCounted ? wanted : undefined;
  const uniqueVisitors = await uniqueVisitorsOf(context, { window, previous });
  const report: OpenReport = { ...opened, previous, uniqueVisitors };
  const reference = { kind: SUBJECT_KIND.website, id: website.id };
  const { subject } = await subjectWithChildren(report, context, reference);
  const before =
    previous && (await subjectWithChildren({ ...report, window: previous, previous: undefined }, context, reference));
  const { total, campaigns } = await readCampaignsByRevenue(context, report, campaignsMax, alsoCampaigns);
  const noiseAmong = await readNoise(context, report);
  const pages = Array.from({ length: Math.ceil(campaigns.length / CAMPAIGNS_PER_PAGE) }, (_, page) =>
    campaigns.slice(page * CAMPAIGNS_PER_PAGE, (page + 1) * CAMPAIGNS_PER_PAGE),
  );
  return {
    ...{ website, timezone: zone.name, window, previous, firstEventDay },
    metrics: subject.metrics,
    points: subject.timeseries?.points ?? [],
    previousPoints: before?.subject.timeseries?.points ?? [],
    campaigns: pages.flatMap((some) => {
      const noise = noiseAmong(some, SHOWN_WITH_CHANGE);
      return some.map((campaign, place) => ({ ...campaign, noise: noise[place]! }));
    }),
    campaignsTotal: total,
    noise: noiseAmong([{ metrics: withoutSubmissions(subject.metrics) }], CHART_METRICS)[0]!,
  };
}

/** Says of rows that are shown together which changes of each are noise, as the dashboard does. */
async function readNoise(context: ReadContext, report: OpenReport) {
  const { website, window, previous, firstEventDay, countType, builtThrough } = report;
  if (!previous) return (rows: readonly unknown[]): MetricName[][] => rows.map(() => []);
  const of = { websiteId: website.id, firstEventDay, firstDay: window.firstDay, countType, builtThrough };
  const variation = await readVariation(context, of);
  const periods = { now: rangeOf(window), before: rangeOf(previous), countType };
  return (rows: readonly { readonly metrics: Metrics }[], names: readonly MetricName[]) => {
    const compared = rows.map(({ metrics }) => metrics);
    const isNews = newsAmong(compared, names, periods, variation);
    return compared.map((metrics) => names.filter((name) => isNews(metrics, name) === false));
  };
}

function rangeOf({ firstDay, lastDay }: Window) {
  return { start: isoOfDay(firstDay), end: isoOfDay(lastDay) };
}
