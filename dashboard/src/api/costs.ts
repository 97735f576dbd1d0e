// What a website spends on channels and UTM campaigns. Everybody who may see the website sees it.
import type { Schemas } from '@funnel/api-client';
import { queryOptions } from '@tanstack/react-query';
import type { DownloadedFile } from '../csv/download.ts';
import { type Api, fileOptions, readFile, unwrap } from './client.ts';
import { KEPT_EVENTS_KEY } from './kept-events.ts';

export type Cost = Schemas['Cost'];
export type SentCost = Schemas['SentCost'];

/** What costs can be of. */
export const COST_DIMENSIONS = ['channel', 'utm_campaign'] as const satisfies readonly (keyof Cost)[];
export type CostDimension = (typeof COST_DIMENSIONS)[number];

/** Attribution, which has costs in it, is out of date after a change, too. */
export const COSTS_KEY = [KEPT_EVENTS_KEY] as const;

export function costsQuery(api: Api, websiteId: number) {
  return queryOptions({
    queryKey: [...COSTS_KEY, 'costs', websiteId],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/costs', { params: { query: { website_id: websiteId } }, signal })),
  });
}

export function readCostsFile(api: Api, website_id: number): Promise<DownloadedFile> {
  return readFile(api.GET('/api/v1/costs', { params: { query: { website_id, format: 'csv' } }, ...fileOptions() }));
}

/** All of them are stored, or none. An amount of null removes a cost. */
export function setCosts(api: Api, websiteId: number, costs: SentCost[]): Promise<unknown> {
  const params = { query: { website_id: websiteId } };
  return unwrap(api.PUT('/api/v1/costs', { params, body: { costs } }));
}

export function dimensionOf(cost: Pick<Cost, CostDimension>): CostDimension {
  return cost.channel === undefined ? 'utm_campaign' : 'channel';
}

/** A website has one cost for each. */
export function keyOfCost(cost: Pick<Cost, CostDimension | 'month'>): string {
  const dimension = dimensionOf(cost);
  return `${cost.month} ${dimension} ${cost[dimension]}`;
}
