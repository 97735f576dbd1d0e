// The audit log of an account. Only its owners can read it.
import type { Schemas } from '@funnel/api-client';
import { PARAMETER_VALUES } from '@funnel/api-client/constants';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { languageOfAnswers } from '../language/t.ts';
import { type Api, unwrap } from './client.ts';

export type AuditEntry = Schemas['AuditEntry'];
export const AUDIT_ACTIONS = PARAMETER_VALUES.action;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export interface AuditFilter {
  readonly action?: AuditAction | undefined;
  readonly userId?: number | undefined;
  /** The id that the page starts after. */
  readonly before?: number | undefined;
}

export function auditLogQuery(api: Api, accountId: number, { action, userId, before }: AuditFilter) {
  const query = {
    account_id: accountId,
    ...(action !== undefined && { action }),
    ...(userId !== undefined && { user_id: userId }),
    ...(before !== undefined && { before }),
    ...languageOfAnswers(),
  };
  return queryOptions({
    queryKey: ['audit-log', query],
    queryFn: ({ signal }) => unwrap(api.GET('/dashboard/audit-log', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}
