// What the overview shows besides numbers: groups of websites, what needs attention, and the reporting currency of the account.
import { queryOptions } from '@tanstack/react-query';
import { languageOfAnswers } from '../language/t.ts';
import { type Api, unwrap } from './client.ts';
import type { AccountOverview } from './types.ts';

export function overviewQuery(api: Api) {
  const query = languageOfAnswers();
  return queryOptions({
    queryKey: ['account-overview', query],
    queryFn: ({ signal }) => unwrap(api.GET('/api/v1/reports/account/overview', { params: { query }, signal })),
    select: ({ data }) => data,
  });
}

/** Converts amounts into the reporting currency. */
export interface Converter {
  readonly currency: string;
  /** undefined: there is no rate of this currency. */
  convert(amount: number, currency: string): number | undefined;
}

/** undefined: there is no reporting currency, or the accounts of the websites have different ones. */
export function converterOf(overview: AccountOverview | undefined): Converter | undefined {
  const accounts = new Set(overview?.websites.map(({ account_id }) => account_id));
  const [own, ...others] = overview?.reporting ?? [];
  if (!own || others.length > 0 || accounts.size !== 1) return undefined;
  const rates = new Map(own.rates.map(({ currency, rate }) => [currency, rate]));
  return {
    currency: own.currency,
    convert(amount, currency) {
      const rate = currency === own.currency ? 1 : rates.get(currency);
      return rate === undefined ? undefined : amount * rate;
    },
  };
}
