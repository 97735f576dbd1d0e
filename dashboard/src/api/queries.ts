// One query per report. Its key is made of the parameters, so that equal requests are sent once.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { canCompare, effectiveCountType, type View } from '../routing/view.ts';
import { type Api, unwrap } from './client.ts';
import type { CampaignSort, CampaignStatus, CampaignsReport } from './types.ts';

type Period = Pick<View, 'timeframe' | 'rangeStart' | 'rangeEnd'>;

function periodParameters({ timeframe, rangeStart, rangeEnd }: Period) {
  return {
    timeframe,
    ...(rangeStart !== undefined && { range_start: rangeStart }),
    ...(rangeEnd !== undefined && { range_end: rangeEnd }),
  };
}

function reportParameters(websiteId: number, view: View) {
  return {
    website_id: websiteId,
    ...periodParameters(view),
    ...(effectiveCountType(view) === 'total' && { count_type: 'total' as const }),
    ...(view.compare && canCompare(view) && { previous_period: true }),
  };
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

export function websiteQuery(api: Api, websiteId: number, view: View) {
  const query = reportParameters(websiteId, view);
  return queryOptions({
    queryKey: ['website', query],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/reports/website', { params: { query }, signal })),
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

export function campaignsQuery(api: Api, websiteId: number, view: View, list: CampaignList) {
  return queryOptions({
    queryKey: ['campaigns', websiteId, view, list],
    queryFn: ({ signal }) => readCampaigns(api, websiteId, view, list, signal),
    placeholderData: keepPreviousData,
  });
}

export function readCampaigns(
  api: Api,
  websiteId: number,
  view: View,
  { sort, status, ctaType, page, perPage }: CampaignList,
  signal?: AbortSignal,
): Promise<CampaignsReport> {
  const query = {
    ...reportParameters(websiteId, view),
    sort,
    ...(status !== undefined && { status }),
    ...(ctaType !== undefined && { cta_type: ctaType }),
    page,
    per_page: perPage,
  };
  return unwrap(api.GET('/api/v1/reports/campaigns', { params: { query }, ...(signal && { signal }) }));
}

export function campaignQuery(api: Api, websiteId: number, id: number, view: View) {
  const params = { path: { id }, query: reportParameters(websiteId, view) };
  return queryOptions({
    queryKey: ['campaign', params],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/reports/campaigns/{id}', { params, signal })),
    placeholderData: keepPreviousData,
  });
}

export function variantQuery(api: Api, websiteId: number, id: number, view: View) {
  const params = { path: { id }, query: reportParameters(websiteId, view) };
  return queryOptions({
    queryKey: ['variant', params],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/reports/variants/{id}', { params, signal })),
    placeholderData: keepPreviousData,
  });
}

export function stepQuery(api: Api, websiteId: number, id: number, view: View) {
  const params = { path: { id }, query: reportParameters(websiteId, view) };
  return queryOptions({
    queryKey: ['step', params],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/reports/steps/{id}', { params, signal })),
    placeholderData: keepPreviousData,
  });
}

export function elementQuery(api: Api, websiteId: number, id: number, view: View) {
  const params = { path: { id }, query: reportParameters(websiteId, view) };
  return queryOptions({
    queryKey: ['element', params],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/reports/elements/{id}', { params, signal })),
    placeholderData: keepPreviousData,
  });
}

export function experimentsQuery(api: Api, websiteId: number, view: View) {
  const query = { ...reportParameters(websiteId, { ...view, compare: false }), limit: 50 };
  return queryOptions({
    queryKey: ['experiments', query],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/reports/experiments', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

export function insightsQuery(api: Api, websiteId: number) {
  const query = { website_id: websiteId };
  return queryOptions({
    queryKey: ['insights', query],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/reports/website/insights', { params: { query }, signal })),
  });
}
