// What the websites of an account had in the days that a period is compared with. The report of the account knows whole days. A running day is compared with
// the same part of a day before, which the reports of the websites know.
import { queryOptions } from '@tanstack/react-query';
import { MIXED_ZONES } from '../format/dates.ts';
import type { ComparedDays } from '../periods.ts';
import type { View } from '../routing/view.ts';
import { type Api, unwrap } from './client.ts';
import type { FirstDays } from './first-days.ts';
import { KEPT_EVENTS_KEY } from './kept-events.ts';
import { accountQuery } from './queries.ts';
import { customRange, daysToCompare } from './read-compared.ts';
import type { AccountPerformance } from './types.ts';

/** Each of them is a request. */
const WEBSITES_SO_FAR_MAX = 20;

type Name = 'viewers' | 'conversions' | 'subscribes' | 'orders' | 'revenue';
type Numbers = Readonly<Record<Name, number>>;

export interface AccountNumbers {
  /** Visitors of several websites are counted once only by the report of the account. */
  readonly aggregate: Partial<Numbers>;
  readonly websites: readonly (Numbers & { readonly id: number })[];
}

/**
 * Until the present time of a day if the account has one website, or if there are no whole days to compare. With several websites, their visitors
 * together are known for whole days only, so these are compared if there are some. undefined: nothing is compared.
 */
export function daysOfAccount(
  view: View,
  { timeframe, data: { websites } }: AccountPerformance,
  known: ReadonlyMap<number, FirstDays>,
): ComparedDays | undefined {
  const wholeDays = daysToCompare(view, timeframe);
  const keptFrom = websites.map(({ id }) => known.get(id)?.keptFrom ?? '').sort();
  const isKept = keptFrom.length > 0 && keptFrom[0] !== '' && websites.length <= WEBSITES_SO_FAR_MAX;
  if (!isKept || timeframe.timezone === MIXED_ZONES || (websites.length > 1 && wholeDays)) return wholeDays;
  return daysToCompare(view, timeframe, keptFrom.at(-1));
}

export function accountBeforeQuery(api: Api, { before, until }: ComparedDays, websiteIds: readonly number[]) {
  const days = customRange(before);
  return queryOptions({
    queryKey: [KEPT_EVENTS_KEY, 'account-before', days, until, websiteIds],
    queryFn: async ({ signal, client }): Promise<AccountNumbers> => {
      if (until === undefined) {
        const period = { timeframe: 'custom', rangeStart: before.start, rangeEnd: before.end } as const;
        return (await client.fetchQuery(accountQuery(api, period))).data;
      }
      const websites = await Promise.all(
        websiteIds.map(async (id) => {
          const query = { website_id: id, ...days, until };
          const { data } = await unwrap(api.GET('/api/v1/reports/website', { params: { query }, signal }));
          const { views: viewers, conversions, subscribes, orders, revenue } = data.metrics;
          return { id, viewers, conversions, subscribes, orders, revenue };
        }),
      );
      return { websites, aggregate: sumOf(websites) };
    },
  });
}

/** Orders are nobody's but one website's. */
function sumOf(websites: AccountNumbers['websites']): Partial<Numbers> {
  const [first, ...others] = websites;
  if (first && others.length === 0) return first;
  const sum = (name: 'orders' | 'revenue') => websites.reduce((all, website) => all + website[name], 0);
  return { orders: sum('orders'), revenue: sum('revenue') };
}
