// One query per report. Its key is made of the parameters, so that equal requests are sent once.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Touches } from '../attribution/models.ts';
import { todayIn } from '../format/dates.ts';
import { languageOfAnswers, notesOfAnswers, t } from '../language/t.ts';
import type { PathChoices } from '../paths/choices.ts';
import type { RetentionChoices } from '../retention/choices.ts';
import { type Dimension, type Filter, filterParameter } from '../routing/filters.ts';
import { type Funnel, stepText, writtenFunnel } from '../routing/funnel.ts';
import { effectiveComparison, effectiveCountType, type View } from '../routing/view.ts';
import { type Api, unwrap } from './client.ts';
import { KEPT_EVENTS_KEY, type Kept, readKept } from './kept-events.ts';
import { readCompared } from './read-compared.ts';
import type { BrokenDownSubject } from './series.ts';
import type {
  Breakdown,
  Campaign,
  CampaignSort,
  CampaignStatus,
  CampaignsReport,
  Note,
  ProductsReport,
  TimeframeBlock,
  Website,
} from './types.ts';

type Period = Pick<View, 'timeframe' | 'rangeStart' | 'rangeEnd'>;

export function periodParameters({ timeframe, rangeStart, rangeEnd }: Period) {
  return {
    timeframe,
    ...(rangeStart !== undefined && { range_start: rangeStart }),
    ...(rangeEnd !== undefined && { range_end: rangeEnd }),
  };
}

export function reportParameters(websiteId: number, view: View) {
  return {
    website_id: websiteId,
    ...periodParameters(view),
    ...(effectiveCountType(view) === 'total' && { count_type: 'total' as const }),
  };
}

/** The parameters of reports that take filters. */
export function filteredParameters(websiteId: number, view: View) {
  return { ...reportParameters(websiteId, view), ...filterParameter(view.filters) };
}

type ReportParameters = ReturnType<typeof filteredParameters>;

export function websitesQuery(api: Api) {
  return queryOptions({
    queryKey: ['websites'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/reports/websites', { signal })),
    select: ({ websites }) => websites,
  });
}

export function accountQuery(api: Api, period: Period) {
  const query = { ...periodParameters(period), ...notesOfAnswers(), precision: true } as const;
  return queryOptions({
    queryKey: ['account', query],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/reports/account/performance', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** The small charts of all websites, in one request. A chat does not have them. */
export function accountTrendsQuery(api: Api, period: Period) {
  const query = { ...periodParameters(period), ...notesOfAnswers() };
  return queryOptions({
    queryKey: ['account-trends', query],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/reports/account/trends', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** The most that the API returns. */
const PRODUCTS_MAX = 100;

export function productsParameters(websiteId: number, view: View) {
  return { website_id: websiteId, ...periodParameters(view), limit: PRODUCTS_MAX };
}

/** The products of a campaign, or of the whole website. */
export function productsQuery(api: Api, websiteId: number, campaignId: number | undefined, view: View) {
  const query = productsParameters(websiteId, view);
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
    queryFn: ({ signal, client }) =>
      readCompared(api, client, {
        query,
        view,
        read: (parameters) => unwrap(api.GET('/api/v1/reports/website', { params: { query: parameters }, signal })),
      }),
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
  const query = { ...campaignsParameters(websiteId, view, list), page: list.page, per_page: list.perPage };
  return queryOptions({
    queryKey: ['campaigns', query, effectiveComparison(view)],
    queryFn: ({ signal, client }) =>
      readCompared(api, client, {
        query,
        view,
        read: (parameters) => readPage(api, parameters, signal),
        readOther: (parameters, { data }) => readSome(api, parameters, data.campaigns, signal),
      }),
    placeholderData: keepPreviousData,
  });
}

/** On other days the campaigns are in another order. */
async function readSome(
  api: Api,
  query: CampaignsParameters,
  wanted: readonly Campaign[],
  signal: AbortSignal,
): Promise<CampaignsReport> {
  const missing = new Set(wanted.map(({ id }) => id));
  return readUntil(
    api,
    query,
    (id) => missing.delete(id),
    () => missing.size === 0,
    signal,
  );
}

async function readUntil(
  api: Api,
  query: CampaignsParameters,
  isWanted: (id: number) => boolean,
  isDone: () => boolean,
  signal?: AbortSignal,
): Promise<CampaignsReport> {
  const campaigns: Campaign[] = [];
  for (let page = 1; ; page++) {
    const report = await readPage(api, { ...query, page, per_page: CAMPAIGNS_MAX }, signal);
    campaigns.push(...report.data.campaigns.filter(({ id }) => isWanted(id)));
    if (isDone() || page >= report.data.pagination.total_pages)
      return { ...report, data: { ...report.data, campaigns } };
  }
}

export function campaignsParameters(websiteId: number, view: View, list: CampaignList) {
  return { ...filteredParameters(websiteId, view), ...listParameters(list) };
}

function listParameters({ sort, status, ctaType }: CampaignList) {
  return { sort, ...(status !== undefined && { status }), ...(ctaType !== undefined && { cta_type: ctaType }) };
}

type CampaignsParameters = ReturnType<typeof campaignsParameters>;

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
    queryFn: ({ signal, client }) =>
      readCompared(api, client, {
        query,
        view,
        read: (parameters) =>
          unwrap(api.GET('/api/v1/reports/campaigns/{id}', { params: { path: { id }, query: parameters }, signal })),
      }),
    placeholderData: keepPreviousData,
  });
}

export function variantQuery(api: Api, websiteId: number, id: number, view: View) {
  const query = filteredParameters(websiteId, view);
  return queryOptions({
    queryKey: ['variant', id, query, effectiveComparison(view)],
    queryFn: ({ signal, client }) =>
      readCompared(api, client, {
        query,
        view,
        read: (parameters) =>
          unwrap(api.GET('/api/v1/reports/variants/{id}', { params: { path: { id }, query: parameters }, signal })),
      }),
    placeholderData: keepPreviousData,
  });
}

export function stepQuery(api: Api, websiteId: number, id: number, view: View) {
  const query = filteredParameters(websiteId, view);
  return queryOptions({
    queryKey: ['step', id, query, effectiveComparison(view)],
    queryFn: ({ signal, client }) =>
      readCompared(api, client, {
        query,
        view,
        read: (parameters) =>
          unwrap(api.GET('/api/v1/reports/steps/{id}', { params: { path: { id }, query: parameters }, signal })),
      }),
    placeholderData: keepPreviousData,
  });
}

interface ElementOfStep {
  readonly websiteId: number;
  readonly stepId: number;
  readonly elementId: number;
}

/** Parts of days are in the report of its step: that of the element also has answers and products, which are counted by whole days. */
export function elementQuery(api: Api, { websiteId, stepId, elementId: id }: ElementOfStep, view: View) {
  const query: ReturnType<typeof reportParameters> & { readonly until?: string } = reportParameters(websiteId, view);
  return queryOptions({
    queryKey: ['element', id, query, effectiveComparison(view)],
    queryFn: ({ signal, client }) => {
      const read = (parameters: typeof query) =>
        unwrap(api.GET('/api/v1/reports/elements/{id}', { params: { path: { id }, query: parameters }, signal }));
      return readCompared(api, client, {
        query,
        view,
        read,
        readOther: async (parameters, report) => {
          if (parameters.until === undefined) return read(parameters);
          const params = { path: { id: stepId }, query: parameters };
          const { data } = await unwrap(api.GET('/api/v1/reports/steps/{id}', { params, signal }));
          const { metrics } = data.elements.find((element) => element.id === id)!;
          return { ...report, data: { ...report.data, metrics } };
        },
      });
    },
    placeholderData: keepPreviousData,
  });
}

/** The service lists as many. */
export const EXPERIMENTS_MAX = 50;

export function experimentsQuery(api: Api, websiteId: number, view: View) {
  const query = {
    ...reportParameters(websiteId, { ...view, compare: 'off' }),
    limit: EXPERIMENTS_MAX,
    ...notesOfAnswers(),
  };
  return queryOptions({
    queryKey: ['experiments', query],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/reports/experiments', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** Is read beside the report of the page, which does not need kept events. */
export function breakdownQuery(api: Api, subject: BrokenDownSubject, view: View, dimension: Dimension) {
  const query = { ...filteredParameters(subject.websiteId, view), break_down_by: dimension };
  return queryOptions({
    queryKey: [KEPT_EVENTS_KEY, 'breakdown', subject, query, effectiveComparison(view)],
    queryFn: async ({ signal, client }): Promise<Kept<BrokenDownReport>> => {
      const read = (parameters: typeof query) => readSubject(api, subject, parameters, signal);
      const { notes, website, timeframe, data, keptSince } = await readCompared(api, client, { query, view, read });
      return {
        ...(notes && { notes }),
        ...{ website, timeframe, visitors: data.metrics.views, breakdown: data.breakdown! },
        ...(keptSince !== undefined && { keptSince }),
      };
    },
    placeholderData: keepPreviousData,
  });
}

export function funnelParameters(websiteId: number, funnel: Funnel, view: View) {
  const { break_down_by: dimension, ...steps } = writtenFunnel(funnel);
  return {
    ...reportParameters(websiteId, { ...view, countType: 'distinct' }),
    ...steps,
    ...(dimension && { break_down_by: dimension }),
  };
}

export function funnelQuery(api: Api, websiteId: number, funnel: Funnel, view: View) {
  const query = funnelParameters(websiteId, funnel, view);
  return queryOptions({
    queryKey: [KEPT_EVENTS_KEY, 'funnel', query, effectiveComparison(view)],
    queryFn: ({ signal, client }) =>
      readCompared(api, client, {
        query,
        view,
        read: (parameters) => unwrap(api.GET('/api/v1/reports/funnel', { params: { query: parameters }, signal })),
      }),
    placeholderData: keepPreviousData,
  });
}

export function attributionParameters(websiteId: number, { by, creditDays, creditBy, costsBy }: Touches, view: View) {
  return {
    website_id: websiteId,
    ...periodParameters(view),
    ...(by !== undefined && { by }),
    ...(creditDays !== undefined && { window_days: creditDays }),
    ...(creditBy !== undefined && { credit_by: creditBy }),
    ...(costsBy !== undefined && { costs_by: costsBy }),
    conversions: true,
    ...notesOfAnswers(),
  };
}

/** Days whose orders may have touches before the first kept event are left out. */
export function attributionQuery(api: Api, websiteId: number, touches: Touches, view: View) {
  const query = attributionParameters(websiteId, touches, view);
  return queryOptions({
    queryKey: [KEPT_EVENTS_KEY, 'attribution', query],
    queryFn: ({ signal }) =>
      readKept(
        query,
        (parameters) => unwrap(api.GET('/api/v1/reports/attribution', { params: { query: parameters }, signal })),
        todayIn(view.timezone),
      ),
    placeholderData: keepPreviousData,
  });
}

export function retentionParameters(websiteId: number, choices: RetentionChoices, view: View) {
  const { by, first, then, breakDownBy } = choices;
  return {
    website_id: websiteId,
    ...periodParameters(view),
    ...filterParameter(view.filters),
    ...{ by, first, then },
    ...(breakDownBy !== undefined && { break_down_by: breakDownBy }),
    ...notesOfAnswers(),
  };
}

export function retentionQuery(api: Api, websiteId: number, choices: RetentionChoices, view: View) {
  const query = retentionParameters(websiteId, choices, view);
  return queryOptions({
    queryKey: [KEPT_EVENTS_KEY, 'retention', query],
    queryFn: ({ signal }) =>
      readKept(
        query,
        (parameters) => unwrap(api.GET('/api/v1/reports/retention', { params: { query: parameters }, signal })),
        todayIn(view.timezone),
      ),
    placeholderData: keepPreviousData,
  });
}

/** How many of the visitors with page views saw a campaign. */
export function campaignReachQuery(api: Api, websiteId: number, view: View) {
  const query = { website_id: websiteId, ...periodParameters(view), ...filterParameter(view.filters) };
  return queryOptions({
    queryKey: [KEPT_EVENTS_KEY, 'campaign-reach', query],
    queryFn: ({ signal }) =>
      readKept(
        query,
        (parameters) =>
          unwrap(api.GET('/api/v1/reports/website/campaign-reach', { params: { query: parameters }, signal })),
        todayIn(view.timezone),
      ),
    placeholderData: keepPreviousData,
  });
}

export function pathsParameters(websiteId: number, choices: PathChoices, view: View) {
  const { direction, step, depth, withinMinutes } = choices;
  return {
    website_id: websiteId,
    ...periodParameters(view),
    [direction]: stepText(step),
    depth,
    within_minutes: withinMinutes,
    ...notesOfAnswers(),
  };
}

export function pathsQuery(api: Api, websiteId: number, choices: PathChoices, view: View) {
  const query = pathsParameters(websiteId, choices, view);
  return queryOptions({
    queryKey: [KEPT_EVENTS_KEY, 'paths', query],
    queryFn: ({ signal }) =>
      readKept(
        query,
        (parameters) => unwrap(api.GET('/api/v1/reports/paths', { params: { query: parameters }, signal })),
        todayIn(view.timezone),
      ),
    placeholderData: keepPreviousData,
  });
}

interface BrokenDownReport {
  readonly notes?: readonly Note[];
  readonly website: Website;
  readonly timeframe: TimeframeBlock;
  readonly visitors: number;
  readonly breakdown: Breakdown;
}

/** The part of a report that a breakdown needs. */
interface SubjectReport {
  readonly notes?: readonly Note[];
  readonly website: Website;
  readonly timeframe: TimeframeBlock;
  readonly data: { readonly metrics: { readonly views: number }; readonly breakdown?: Breakdown };
}

function readSubject(
  api: Api,
  subject: BrokenDownSubject,
  query: ReportParameters & { readonly break_down_by: Dimension },
  signal: AbortSignal,
): Promise<SubjectReport> {
  return subject.kind === 'website'
    ? unwrap(api.GET('/api/v1/reports/website', { params: { query }, signal }))
    : unwrap(api.GET(`/api/v1/reports/${subject.kind}/{id}`, { params: { path: { id: subject.id }, query }, signal }));
}

export const EXPERIMENT_KEY = 'experiment';

/** The window is that of the test, not of the page. */
export function experimentQuery(api: Api, websiteId: number, id: number, filters: readonly Filter[]) {
  const params = {
    path: { id },
    query: { website_id: websiteId, ...filterParameter(filters), ...notesOfAnswers() },
  };
  return queryOptions({
    queryKey: [EXPERIMENT_KEY, params],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/reports/campaigns/{id}/experiment', { params, signal })),
  });
}

/** Is read beside the report of the card, which comes from the rollups. */
export function experimentBreakdownQuery(
  api: Api,
  websiteId: number,
  id: number,
  filters: readonly Filter[],
  dimension: Dimension,
) {
  const query = {
    website_id: websiteId,
    ...filterParameter(filters),
    break_down_by: dimension,
    ...languageOfAnswers(),
  };
  const params = { path: { id }, query };
  return queryOptions({
    queryKey: [EXPERIMENT_KEY, params],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/reports/campaigns/{id}/experiment', { params, signal })),
    placeholderData: keepPreviousData,
  });
}

/** `week`: a Monday; undefined: the newest. */
export function insightsWeekQuery(api: Api, websiteId: number, week: string | undefined) {
  const query = { website_id: websiteId, ...(week !== undefined && { week }), ...languageOfAnswers() };
  return queryOptions({
    queryKey: ['insights-week', query],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/reports/website/insights/weeks', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

interface AlertsPage {
  readonly page: number;
  readonly per_page: number;
  /** false: without what to do about experiments. */
  readonly advice?: boolean;
}

export function alertsQuery(api: Api, websiteId: number, page: AlertsPage) {
  const query = { website_id: websiteId, ...page, ...languageOfAnswers() };
  return queryOptions({
    queryKey: ['alerts', query],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/reports/website/alerts', { params: { query }, signal })),
  });
}

/** The texts of the newest week. The specified report is English, and the only one that a chat has. */
export function recommendationsQuery(api: Api, websiteId: number) {
  return queryOptions({
    queryKey: ['recommendations', websiteId],
    async queryFn({ signal }) {
      const query = { website_id: websiteId, ...languageOfAnswers() };
      if (t.language === 'en') {
        const { data } = await unwrap(api.GET('/api/v1/reports/website/insights', { params: { query }, signal }));
        return { week: data.week, texts: data.ai_recommendations.items };
      }
      const { data } = await unwrap(api.GET('/api/v1/reports/website/insights/weeks', { params: { query }, signal }));
      return { week: data.week, texts: data.items.map(({ text }) => text) };
    },
  });
}

export function insightsQuery(api: Api, websiteId: number) {
  const query = { website_id: websiteId };
  return queryOptions({
    queryKey: ['insights', query],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/reports/website/insights', { params: { query }, signal })),
  });
}
