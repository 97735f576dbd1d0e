// The numbers of all websites together, as the page shows them beside those of each website.
import type { AccountPerformance, AccountWebsite } from './types.ts';

type Aggregate = AccountPerformance['data']['aggregate'];
type Counted = 'viewers' | 'conversions' | 'subscribes';

/**
 * People who are counted once on all websites together are at most as many as the websites have in sum, and at least as many as the largest
 * one has. An estimate can be outside of that, and would seem to contradict the table below it.
 */
export function boundedAggregate(aggregate: Aggregate, websites: readonly Pick<AccountWebsite, Counted>[]): Aggregate {
  const bounded = (name: Counted) => {
    const largest = Math.max(0, ...websites.map((website) => website[name]));
    return Math.max(largest, Math.min(aggregate[name], sumOf(websites, name)));
  };
  return {
    ...aggregate,
    viewers: bounded('viewers'),
    conversions: bounded('conversions'),
    subscribes: bounded('subscribes'),
  };
}

export function sumOf(websites: readonly Pick<AccountWebsite, Counted>[], name: Counted): number {
  return websites.reduce((sum, website) => sum + website[name], 0);
}

/** 0% of nothing, as in the API. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : (part / whole) * 100;
}
