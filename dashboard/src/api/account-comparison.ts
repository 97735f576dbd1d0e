// The numbers of the days that the websites of an account are compared with. The report of the account knows whole days, and the visitors
// of all websites together; the reports of the websites know parts of days.

import type { DayRange } from '@funnel/report-files/days.ts';
import type { ComparedDays } from '@funnel/report-files/periods.ts';
import { queryOptions } from '@tanstack/react-query';
import {
  type AccountComparison,
  type ComparedNumbers,
  type Numbers,
  sameDays,
  type WebsitePeriod,
} from './account-periods.ts';
import { type Api, unwrap } from './client.ts';
import { KEPT_EVENTS_KEY } from './kept-events.ts';
import { accountQuery } from './queries.ts';
import { customRange } from './read-compared.ts';
import type { AccountPerformance } from './types.ts';

export function accountComparisonQuery(api: Api, periods: readonly WebsitePeriod[]) {
  const compared = periods.flatMap(({ id, days }) => (days ? { id, days } : []));
  return queryOptions({
    queryKey: [KEPT_EVENTS_KEY, 'account-comparison', compared],
    queryFn: async ({ signal, client }): Promise<AccountComparison> => {
      // The same days are asked for once.
      const readDays = async ({ start, end }: DayRange) => {
        const period = { timeframe: 'custom', rangeStart: start, rangeEnd: end } as const;
        return (await client.fetchQuery(accountQuery(api, period))).data;
      };
      const readWhole = async (
        { before, counted, isWithoutToday }: ComparedDays,
        numbersIn: (data: AccountPerformance['data']) => Numbers,
      ): Promise<ComparedNumbers> => {
        const [earlier, now] = await Promise.all([readDays(before), isWithoutToday ? readDays(counted) : undefined]);
        return { before: numbersIn(earlier), ...(now && { counted: numbersIn(now) }) };
      };
      const readWebsite = async (id: number, days: ComparedDays): Promise<ComparedNumbers> =>
        days.until === undefined
          ? readWhole(days, ({ websites }) => websites.find((website) => website.id === id)!)
          : { before: await readUntil(api, id, days.before, days.until, signal) };
      const same = sameDays(compared);
      const [websites, together] = await Promise.all([
        Promise.all(compared.map(async ({ id, days }) => [id, await readWebsite(id, days)] as const)),
        same && same.until === undefined ? readWhole(same, ({ aggregate }) => aggregate) : undefined,
      ]);
      return { websites: new Map(websites), ...(together && { together }) };
    },
  });
}

async function readUntil(api: Api, id: number, days: DayRange, until: string, signal: AbortSignal): Promise<Numbers> {
  const query = { website_id: id, ...customRange(days), until };
  const { data } = await unwrap(api.GET('/api/v1/reports/website', { params: { query }, signal }));
  const { views: viewers, conversions, subscribes, orders, revenue } = data.metrics;
  return { viewers, conversions, subscribes, orders, revenue };
}
