// One query per report. Its key is made of the parameters, so that equal requests are sent once.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type DayRange, todayIn } from '../format/dates.ts';
import { calendarRange, comparedRange, isCalendarTimeframe } from '../periods.ts';
import { type Dimension, type Filter, filterParameter } from '../routing/filters.ts';
import { type Funnel, writtenFunnel } from '../routing/funnel.ts';
import { effectiveComparison, effectiveCountType, type View } from '../routing/view.ts';
import { type Api, unwrap } from './client.ts';
import { compareBreakdowns, compareFunnels, compareMetrics, compareRows, compareTimeframes } from './comparison.ts';
import { type Kept, readIfKept, readKept } from './kept-events.ts';
import { type BrokenDownSubject, rangeOf } from './series.ts';
import type {
  Breakdown,
  Campaign,
  CampaignSort,
  CampaignStatus,
  CampaignsReport,
  ProductsReport,
  TimeframeBlock,
  Website,
} from './types.ts';

type Period = Pick<View, 'timeframe' | 'rangeStart' | 'rangeEnd' | 'timezone'>;

function periodParameters({ timeframe, rangeStart, rangeEnd, timezone }: Period) {
  if (isCalendarTimeframe(timeframe)) return customRange(calendarRange(timeframe, todayIn(timezone)));
  return {
    timeframe,
    ...(rangeStart !== undefined && { range_start: rangeStart }),
    ...(rangeEnd !== undefined && { range_end: rangeEnd }),
  };
}

function customRange({ start, end }: DayRange) {
  return { timeframe: 'custom' as const, range_start: start, range_end: end };
}

function reportParameters(websiteId: number, view: View) {
  return {
    website_id: websiteId,
    ...periodParameters(view),
    ...(effectiveCountType(view) === 'total' && { count_type: 'total' as const }),
    ...(effectiveComparison(view) === 'previous' && { previous_period: true }),
  };
}

/** Of reports that take filters. */
function filteredParameters(websiteId: number, view: View) {
  return { ...reportParameters(websiteId, view), ...filterParameter(view.filters) };
}

type ReportParameters = ReturnType<typeof filteredParameters>;

/** The API compares with the previous period. Any other comparison takes a second request, for the days of `comparedDays`. */
async function readCompared<Query extends ReportParameters, Report extends { readonly timeframe: TimeframeBlock }>(
  query: Query,
  view: View,
  read: (query: Query) => Promise<Report>,
  compare: (data: Report, before: Report) => Report,
): Promise<Kept<Report>> {
  const report = await readKept(query, read, todayIn(view.timezone));
  const days = comparedDays(view, report.timeframe);
  const before = days && (await readIfKept(read({ ...query, ...customRange(days) })));
  if (!before) return report;
  return {
    ...report,
    ...compare(report, before),
    timeframe: compareTimeframes(report.timeframe, days!),
  };
}

/** The days that the account report is compared with. Its own changes are only those since the previous period, and not of visitors. */
export function comparedAccountDays(view: View, timeframe: TimeframeBlock): DayRange | undefined {
  return comparedRange(effectiveComparison(view), view.timeframe, rangeOf(timeframe));
}

/** undefined: nothing is compared, or the API has done it. */
function comparedDays(view: View, timeframe: TimeframeBlock): DayRange | undefined {
  const comparison = effectiveComparison(view);
  return comparison === 'previous' ? undefined : comparedRange(comparison, view.timeframe, rangeOf(timeframe));
}

export function websitesQuery(api: Api) {
  return queryOptions({
    queryKey: ['websites'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/reports/websites', { signal })),
    select: ({ websites }) => websites,
  });
}

export function accountQuery(api: Api, period: Period) {
  const query = periodParameters(period);
  return queryOptions({
    queryKey: ['account', query],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/reports/account/performance', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** The small charts of all websites, in one request. A chat does not have them. */
export function accountTrendsQuery(api: Api, period: Period) {
  const query = periodParameters(period);
  return queryOptions({
    queryKey: ['account-trends', query],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/reports/account/trends', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** The most that the API returns. */
const PRODUCTS_MAX = 100;

/** Of a campaign, or of the whole website. */
export function productsQuery(api: Api, websiteId: number, campaignId: number | undefined, view: View) {
  const query = { website_id: websiteId, ...periodParameters(view), limit: PRODUCTS_MAX };
  return queryOptions({
    queryKey: ['products', campaignId, query],
    queryFn: ({ signal }): Promise<ProductsReport> =>
      campaignId === undefined
        ? unwrap(api.GET('/api/v1/reports/website/products', { params: { query }, signal }))
        : unwrap(
            api.GET('/api/v1/reports/campaigns/{id}/products', { params: { path: { id: campaignId }, query }, signal }),
          ),
    placeholderData: keepPreviousData,
  });
}

export function websiteQuery(api: Api, websiteId: number, view: View) {
  const query = filteredParameters(websiteId, view);
  return queryOptions({
    queryKey: ['website', query, effectiveComparison(view)],
    queryFn: ({ signal }) =>
      readCompared(
        query,
        view,
        (parameters) => unwrap(api.GET('/api/v1/reports/website', { params: { query: parameters }, signal })),
        (report, before) => ({
          ...report,
          data: { ...report.data, metrics: compareMetrics(report.data.metrics, before.data.metrics) },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export interface CampaignList {
  readonly sort: CampaignSort;
  readonly status: CampaignStatus | undefined;
  readonly ctaType: string | undefined;
  readonly page: number;
  readonly perPage: number;
}

/** The most that the API returns in one page. */
const CAMPAIGNS_MAX = 50;

export function campaignsQuery(api: Api, websiteId: number, view: View, list: CampaignList) {
  return queryOptions({
    queryKey: ['campaigns', websiteId, view, list],
    queryFn: ({ signal }) => readCampaigns(api, websiteId, view, list, signal),
    placeholderData: keepPreviousData,
  });
}

async function readCampaigns(api: Api, websiteId: number, view: View, list: CampaignList, signal: AbortSignal) {
  const query = { ...filteredParameters(websiteId, view), ...listParameters(list) };
  const report = await readKept(
    { ...query, page: list.page, per_page: list.perPage },
    (parameters) => readPage(api, parameters, signal),
    todayIn(view.timezone),
  );
  const days = comparedDays(view, report.timeframe);
  const ids = report.data.campaigns.map(({ id }) => id);
  const before = days && (await readIfKept(readSome(api, { ...query, ...customRange(days) }, ids, signal)));
  if (!before) return report;
  return {
    ...report,
    timeframe: compareTimeframes(report.timeframe, days!),
    data: { ...report.data, campaigns: compareRows(report.data.campaigns, before) },
  };
}

/** On other days the campaigns are in another order. */
async function readSome(api: Api, query: CampaignsParameters, ids: readonly number[], signal: AbortSignal) {
  const missing = new Set(ids);
  const campaigns: Campaign[] = [];
  for await (const page of pagesOf(api, query, signal)) {
    campaigns.push(...page.data.campaigns.filter(({ id }) => missing.delete(id)));
    if (missing.size === 0) break;
  }
  return campaigns;
}

/** Every page of the list, for a file. */
export async function readAllCampaigns(api: Api, websiteId: number, view: View, list: CampaignList) {
  const query = { ...filteredParameters(websiteId, view), ...listParameters(list) };
  const read = (parameters: typeof query) => readEvery(api, parameters);
  const { timeframe, campaigns } = await readKept(query, read, todayIn(view.timezone));
  const days = comparedDays(view, timeframe);
  const before = days && (await readIfKept(readEvery(api, { ...query, ...customRange(days) })));
  if (!before) return { timeframe, campaigns };
  return {
    timeframe: compareTimeframes(timeframe, days!),
    campaigns: compareRows(campaigns, before.campaigns),
  };
}

async function readEvery(api: Api, query: CampaignsParameters) {
  const campaigns: Campaign[] = [];
  let timeframe: CampaignsReport['timeframe'] | undefined;
  for await (const page of pagesOf(api, query)) {
    campaigns.push(...page.data.campaigns);
    timeframe = page.timeframe;
  }
  return { timeframe: timeframe!, campaigns };
}

function listParameters({ sort, status, ctaType }: CampaignList) {
  return { sort, ...(status !== undefined && { status }), ...(ctaType !== undefined && { cta_type: ctaType }) };
}

type CampaignsParameters = ReportParameters & ReturnType<typeof listParameters>;

async function* pagesOf(api: Api, query: CampaignsParameters, signal?: AbortSignal): AsyncGenerator<CampaignsReport> {
  for (let page = 1, pages = 1; page <= pages; page++) {
    const report = await readPage(api, { ...query, page, per_page: CAMPAIGNS_MAX }, signal);
    pages = report.data.pagination.total_pages;
    yield report;
  }
}

function readPage(
  api: Api,
  query: CampaignsParameters & { readonly page: number; readonly per_page: number },
  signal?: AbortSignal,
): Promise<CampaignsReport> {
  return unwrap(api.GET('/api/v1/reports/campaigns', { params: { query }, ...(signal && { signal }) }));
}

export function campaignQuery(api: Api, websiteId: number, id: number, view: View) {
  const query = filteredParameters(websiteId, view);
  return queryOptions({
    queryKey: ['campaign', id, query, effectiveComparison(view)],
    queryFn: ({ signal }) =>
      readCompared(
        query,
        view,
        (parameters) =>
          unwrap(api.GET('/api/v1/reports/campaigns/{id}', { params: { path: { id }, query: parameters }, signal })),
        (report, before) => ({
          ...report,
          data: {
            ...report.data,
            metrics: compareMetrics(report.data.metrics, before.data.metrics),
            variants: compareRows(report.data.variants, before.data.variants),
          },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function variantQuery(api: Api, websiteId: number, id: number, view: View) {
  const query = filteredParameters(websiteId, view);
  return queryOptions({
    queryKey: ['variant', id, query, effectiveComparison(view)],
    queryFn: ({ signal }) =>
      readCompared(
        query,
        view,
        (parameters) =>
          unwrap(api.GET('/api/v1/reports/variants/{id}', { params: { path: { id }, query: parameters }, signal })),
        (report, before) => ({
          ...report,
          data: {
            ...report.data,
            metrics: compareMetrics(report.data.metrics, before.data.metrics),
            funnel_steps: compareRows(report.data.funnel_steps, before.data.funnel_steps),
          },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function stepQuery(api: Api, websiteId: number, id: number, view: View) {
  const query = filteredParameters(websiteId, view);
  return queryOptions({
    queryKey: ['step', id, query, effectiveComparison(view)],
    queryFn: ({ signal }) =>
      readCompared(
        query,
        view,
        (parameters) =>
          unwrap(api.GET('/api/v1/reports/steps/{id}', { params: { path: { id }, query: parameters }, signal })),
        (report, before) => ({
          ...report,
          data: {
            ...report.data,
            metrics: compareMetrics(report.data.metrics, before.data.metrics),
            elements: compareRows(report.data.elements, before.data.elements),
          },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function elementQuery(api: Api, websiteId: number, id: number, view: View) {
  const query = reportParameters(websiteId, view);
  return queryOptions({
    queryKey: ['element', id, query, effectiveComparison(view)],
    queryFn: ({ signal }) =>
      readCompared(
        query,
        view,
        (parameters) =>
          unwrap(api.GET('/api/v1/reports/elements/{id}', { params: { path: { id }, query: parameters }, signal })),
        (report, before) => ({
          ...report,
          data: {
            ...report.data,
            metrics: compareMetrics(report.data.metrics, before.data.metrics),
          },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function experimentsQuery(api: Api, websiteId: number, view: View) {
  const query = { ...reportParameters(websiteId, { ...view, compare: 'off' }), limit: 50 };
  return queryOptions({
    queryKey: ['experiments', query],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/reports/experiments', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** Beside the report of the page, which does not need kept events. */
export function breakdownQuery(api: Api, subject: BrokenDownSubject, view: View, dimension: Dimension) {
  const query = { ...filteredParameters(subject.websiteId, view), break_down_by: dimension };
  return queryOptions({
    queryKey: [KEPT_EVENTS_KEY, 'breakdown', subject, query, effectiveComparison(view)],
    queryFn: ({ signal }) =>
      readCompared(
        query,
        view,
        (parameters) => readBreakdown(api, subject, parameters, signal),
        (report, before) => ({ ...report, breakdown: compareBreakdowns(report.breakdown, before.breakdown) }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** What needs kept events, and is out of date when a website begins or ceases to keep them. */
export const KEPT_EVENTS_KEY = 'kept-events';

export function funnelQuery(api: Api, websiteId: number, funnel: Funnel, view: View) {
  const { break_down_by: dimension, ...steps } = writtenFunnel(funnel);
  const query = {
    ...reportParameters(websiteId, { ...view, countType: 'distinct' }),
    ...steps,
    ...(dimension && { break_down_by: dimension }),
  };
  return queryOptions({
    queryKey: [KEPT_EVENTS_KEY, 'funnel', query, effectiveComparison(view)],
    queryFn: ({ signal }) =>
      readCompared(
        query,
        view,
        (parameters) => unwrap(api.GET('/api/v1/reports/funnel', { params: { query: parameters }, signal })),
        compareFunnels,
      ),
    placeholderData: keepPreviousData,
  });
}

interface BrokenDownReport {
  readonly website: Website;
  readonly timeframe: TimeframeBlock;
  readonly breakdown: Breakdown;
}

async function readBreakdown(
  api: Api,
  subject: BrokenDownSubject,
  query: ReportParameters & { readonly break_down_by: Dimension },
  signal: AbortSignal,
): Promise<BrokenDownReport> {
  const { website, timeframe, data } = await (subject.kind === 'website'
    ? unwrap(api.GET('/api/v1/reports/website', { params: { query }, signal }))
    : unwrap(api.GET(`/api/v1/reports/${subject.kind}/{id}`, { params: { path: { id: subject.id }, query }, signal })));
  return { website, timeframe, breakdown: data.breakdown! };
}

export const EXPERIMENT_KEY = 'experiment';

/** The window is that of the test, not of the page. */
export function experimentQuery(api: Api, websiteId: number, id: number, filters: readonly Filter[]) {
  const params = { path: { id }, query: { website_id: websiteId, ...filterParameter(filters) } };
  return queryOptions({
    queryKey: [EXPERIMENT_KEY, params],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/reports/campaigns/{id}/experiment', { params, signal })),
  });
}

/** Beside the report of the card, which is read from the rollups. */
export function experimentBreakdownQuery(
  api: Api,
  websiteId: number,
  id: number,
  filters: readonly Filter[],
  dimension: Dimension,
) {
  const query = { website_id: websiteId, ...filterParameter(filters), break_down_by: dimension };
  const params = { path: { id }, query };
  return queryOptions({
    queryKey: [EXPERIMENT_KEY, params],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/reports/campaigns/{id}/experiment', { params, signal })),
    placeholderData: keepPreviousData,
  });
}

/** `week`: a Monday; undefined: the newest. */
export function insightsWeekQuery(api: Api, websiteId: number, week: string | undefined) {
  const query = { website_id: websiteId, ...(week !== undefined && { week }) };
  return queryOptions({
    queryKey: ['insights-week', query],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/reports/website/insights/weeks', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

export function alertsQuery(api: Api, websiteId: number, page: { readonly page: number; readonly per_page: number }) {
  const query = { website_id: websiteId, ...page };
  return queryOptions({
    queryKey: ['alerts', query],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/reports/website/alerts', { params: { query }, signal })),
  });
}

export function insightsQuery(api: Api, websiteId: number) {
  const query = { website_id: websiteId };
  return queryOptions({
    queryKey: ['insights', query],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/reports/website/insights', { params: { query }, signal })),
  });
}
