// The numbers of a website's page for a report that is mailed: the website, its days and its campaigns, compared with an earlier period.
// Unlike `previous_period` of the API, the periods may have different lengths, such as months.

import type { ChosenWebsite, ReadContext } from '../../../contract/operations/define-operation.ts';
import { SUBJECT_KIND } from '../../../engine/catalog/subject.ts';
import { isoOfDay } from '../../../engine/rollups/calendar.ts';
import type { Window } from '../../../engine/rollups/window.ts';
import type { MetricsWithComparison, Point } from '../metrics.ts';
import { type OpenReport, openReport, uniqueVisitorsOf } from '../open-report.ts';
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
  readonly campaigns: readonly CampaignWithMetrics[];
  readonly campaignsTotal: number;
}

interface PageQuery {
  readonly window: Window;
  readonly previous: Window;
  readonly campaignsMax: number;
}

export async function readWebsitePage(
  { window, previous: wanted, campaignsMax }: PageQuery,
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
  const { total, campaigns } = await readCampaignsByRevenue(context, report, campaignsMax);
  return {
    ...{ website, timezone: zone.name, window, previous, firstEventDay },
    metrics: subject.metrics,
    points: subject.timeseries?.points ?? [],
    previousPoints: before?.subject.timeseries?.points ?? [],
    campaigns,
    campaignsTotal: total,
  };
}
