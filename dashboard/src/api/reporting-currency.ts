// The reporting currency of an account, for its owners.
import { queryOptions } from '@tanstack/react-query';
import { type Api, unwrap } from './client.ts';
import type { ExchangeRate } from './types.ts';

export interface Reporting {
  /** null: the account has none. */
  readonly currency: string | null;
  readonly rates: ExchangeRate[];
}

export function reportingQuery(api: Api, accountId: number) {
  return queryOptions({
    queryKey: ['reporting-currency', accountId],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/dashboard/reporting-currency', { params: { query: { account_id: accountId } }, signal })),
  });
}

export function changeReporting(api: Api, accountId: number, body: Reporting): Promise<unknown> {
  const params = { query: { account_id: accountId } };
  return unwrap<unknown>(api.PATCH('/dashboard/reporting-currency', { params, body }));
}
