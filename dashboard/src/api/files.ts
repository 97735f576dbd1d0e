// The CSV files of the pages. The service writes them: with the columns of the page, in its language, and with its comparison.
import type { DayRange } from '@funnel/report-files/days.ts';
import { rangeOf } from '@funnel/report-files/timeframe.ts';
import type { Touches } from '../attribution/models.ts';
import type { DownloadedFile } from '../csv/download.ts';
import type { PathChoices } from '../paths/choices.ts';
import type { RetentionChoices } from '../retention/choices.ts';
import { type Dimension, filterParameter } from '../routing/filters.ts';
import type { Funnel } from '../routing/funnel.ts';
import type { CountType, View } from '../routing/view.ts';
import type { GroupBy } from './buckets.ts';
import { type Api, fileOptions, readFile } from './client.ts';
import {
  attributionParameters,
  type CampaignList,
  campaignsParameters,
  filteredParameters,
  funnelParameters,
  pathsParameters,
  productsParameters,
  reportParameters,
  retentionParameters,
} from './queries.ts';
import { customRange } from './read-compared.ts';
import type { BrokenDownSubject, SeriesSubject } from './series.ts';
import type { TimeframeBlock } from './types.ts';

const CSV = { format: 'csv' } as const;

/** The days that a page shows, also if some of those that were chosen are left out, and the days that it compares them with. */
function daysOf(timeframe: TimeframeBlock) {
  const { comparedDays, comparedThrough, comparedUntil } = timeframe;
  return {
    ...customRange(rangeOf(timeframe)),
    ...(comparedDays && comparedRange(comparedDays)),
    ...(comparedDays && comparedThrough !== undefined && { compare_through: comparedThrough }),
    ...(comparedDays && comparedUntil !== undefined && { compare_until: comparedUntil }),
  };
}

/** The same of reports that compare nothing. */
function onlyDaysOf(timeframe: TimeframeBlock) {
  return customRange(rangeOf(timeframe));
}

function comparedRange({ start, end }: DayRange) {
  return { compare_start: start, compare_end: end };
}

interface SeriesFile {
  readonly range: DayRange;
  /** undefined: nothing is compared. */
  readonly before: DayRange | undefined;
  readonly groupBy: GroupBy | 'hour';
  readonly countType: CountType;
  readonly view: Pick<View, 'filters'>;
}

export function readSeriesFile(
  api: Api,
  subject: SeriesSubject,
  { range, before, groupBy, countType, view }: SeriesFile,
): Promise<DownloadedFile> {
  const query = {
    website_id: subject.websiteId,
    ...customRange(range),
    ...(before && comparedRange(before)),
    group_by: groupBy,
    count_type: countType,
    ...filterParameter(view.filters),
    ...{ ...CSV, table: 'series' as const },
  };
  if (subject.kind === 'website') {
    return readFile(api.GET('/api/v1/reports/website', { params: { query }, ...fileOptions() }));
  }
  const path = `/api/v1/reports/${subject.kind}/{id}` as const;
  return readFile(api.GET(path, { params: { path: { id: subject.id }, query }, ...fileOptions() }));
}

/** `subject` is a website or a campaign. */
export function readHoursOfWeekFile(
  api: Api,
  subject: BrokenDownSubject,
  days: DayRange,
  view: View,
  countType: CountType,
): Promise<DownloadedFile> {
  const query = {
    website_id: subject.websiteId,
    ...customRange(days),
    ...{ group_by: 'hour' as const, count_type: countType },
    ...filterParameter(view.filters),
    ...{ ...CSV, table: 'hours_of_week' as const },
  };
  return subject.kind === 'website'
    ? readFile(api.GET('/api/v1/reports/website', { params: { query }, ...fileOptions() }))
    : readFile(
        api.GET('/api/v1/reports/campaigns/{id}', {
          params: { path: { id: subject.id }, query },
          ...fileOptions(),
        }),
      );
}

export function readBreakdownFile(
  api: Api,
  subject: BrokenDownSubject,
  timeframe: TimeframeBlock,
  view: View,
  dimension: Dimension,
): Promise<DownloadedFile> {
  const query = {
    ...filteredParameters(subject.websiteId, view),
    ...daysOf(timeframe),
    ...{ break_down_by: dimension, ...CSV, table: 'breakdown' as const },
  };
  if (subject.kind === 'website') {
    return readFile(api.GET('/api/v1/reports/website', { params: { query }, ...fileOptions() }));
  }
  const path = `/api/v1/reports/${subject.kind}/{id}` as const;
  return readFile(api.GET(path, { params: { path: { id: subject.id }, query }, ...fileOptions() }));
}

interface Shown {
  readonly websiteId: number;
  readonly timeframe: TimeframeBlock;
  readonly view: View;
}

/** What the report of a record lists: the variants of a campaign, the steps of a variant, the elements of a step. */
export function readPartsFile(
  api: Api,
  { kind, id }: { readonly kind: 'campaigns' | 'variants' | 'steps'; readonly id: number },
  { websiteId, timeframe, view }: Shown,
): Promise<DownloadedFile> {
  const query = { ...filteredParameters(websiteId, view), ...daysOf(timeframe), ...CSV };
  const path = `/api/v1/reports/${kind}/{id}` as const;
  return readFile(api.GET(path, { params: { path: { id }, query }, ...fileOptions() }));
}

export function readElementFile(
  api: Api,
  id: number,
  table: 'answers' | 'products',
  { websiteId, timeframe, view }: Shown,
): Promise<DownloadedFile> {
  const query = { ...reportParameters(websiteId, view), ...onlyDaysOf(timeframe), ...CSV, table };
  return readFile(api.GET('/api/v1/reports/elements/{id}', { params: { path: { id }, query }, ...fileOptions() }));
}

/** The variants of a running experiment. */
export function readExperimentFile(api: Api, campaignId: number, { websiteId, timeframe, view }: Shown) {
  const query = {
    ...reportParameters(websiteId, view),
    ...onlyDaysOf(timeframe),
    ...{ campaign_id: campaignId, ...CSV },
  };
  return readFile(api.GET('/api/v1/reports/experiments', { params: { query }, ...fileOptions() }));
}

/** All pages of the list. */
export function readCampaignsFile(api: Api, list: CampaignList, { websiteId, timeframe, view }: Shown) {
  const query = { ...campaignsParameters(websiteId, view, list), ...daysOf(timeframe), ...CSV };
  return readFile(api.GET('/api/v1/reports/campaigns', { params: { query }, ...fileOptions() }));
}

export function readProductsFile(api: Api, campaignId: number | undefined, { websiteId, timeframe, view }: Shown) {
  const query = { ...productsParameters(websiteId, view), ...onlyDaysOf(timeframe), ...CSV };
  return campaignId === undefined
    ? readFile(api.GET('/api/v1/reports/website/products', { params: { query }, ...fileOptions() }))
    : readFile(
        api.GET('/api/v1/reports/campaigns/{id}/products', {
          params: { path: { id: campaignId }, query },
          ...fileOptions(),
        }),
      );
}

export function readFunnelFile(
  api: Api,
  funnel: Funnel,
  table: 'steps' | 'breakdown',
  { websiteId, timeframe, view }: Shown,
): Promise<DownloadedFile> {
  const query = { ...funnelParameters(websiteId, funnel, view), ...daysOf(timeframe), ...CSV, table };
  return readFile(api.GET('/api/v1/reports/funnel', { params: { query }, ...fileOptions() }));
}

export function readAttributionFile(api: Api, touches: Touches, { websiteId, timeframe, view }: Shown) {
  const query = { ...attributionParameters(websiteId, touches, view), ...onlyDaysOf(timeframe), ...CSV };
  return readFile(api.GET('/api/v1/reports/attribution', { params: { query }, ...fileOptions() }));
}

export function readRetentionFile(
  api: Api,
  choices: RetentionChoices,
  table: 'cohorts' | 'breakdown' | 'buyers',
  { websiteId, timeframe, view }: Shown,
): Promise<DownloadedFile> {
  const query = { ...retentionParameters(websiteId, choices, view), ...onlyDaysOf(timeframe), ...CSV, table };
  return readFile(api.GET('/api/v1/reports/retention', { params: { query }, ...fileOptions() }));
}

export function readPathsFile(api: Api, choices: PathChoices, { websiteId, timeframe, view }: Shown) {
  const query = { ...pathsParameters(websiteId, choices, view), ...onlyDaysOf(timeframe), ...CSV };
  return readFile(api.GET('/api/v1/reports/paths', { params: { query }, ...fileOptions() }));
}
