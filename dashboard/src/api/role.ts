// What the user may do on a website.
import { useQuery } from '@tanstack/react-query';
import { useApi, useSharedPage } from './context.tsx';
import { type OwnAccount, profileQuery } from './profile.ts';

/**
 * undefined while it is loading. 'unknown' where roles are not known at all, as with an external authorization server: then the
 * service decides.
 */
export function useRole(websiteId: number): OwnAccount['role'] | 'unknown' | undefined {
  const isShared = useSharedPage() !== undefined;
  const { data: profile, isError } = useQuery({ ...profileQuery(useApi()), retry: false, enabled: !isShared });
  if (isShared) return 'viewer';
  if (!profile) return isError ? 'unknown' : undefined;
  const accountId = profile.websites.find(({ id }) => id === websiteId)?.account_id;
  return profile.accounts.find(({ id }) => id === accountId)?.role ?? 'viewer';
}

/** Whether the user may change at least one website, and so create tokens. undefined while it is loading. */
export function useCanEditAny(): boolean | undefined {
  const { data: profile, isError } = useQuery({ ...profileQuery(useApi()), retry: false });
  if (!profile) return isError ? true : undefined;
  return profile.accounts.some(({ role }) => role !== 'viewer');
}

/** Whether the user owns an account: only then may a token of theirs erase data. */
export function useOwnsAny(): boolean {
  const { data: profile, isError } = useQuery({ ...profileQuery(useApi()), retry: false });
  return isError || (profile?.accounts.some(({ role }) => role === 'owner') ?? false);
}

/** Whether the user may add websites to the account. */
export function useCanAddWebsites(accountId: number | undefined): boolean {
  const { data: profile, isError } = useQuery({ ...profileQuery(useApi()), retry: false });
  const account = profile?.accounts.find(({ id }) => id === accountId);
  return isError || (account !== undefined && account.role !== 'viewer' && account.website_ids === null);
}

/** Whether the user may change the website. */
export function useCanEdit(websiteId: number): boolean {
  const role = useRole(websiteId);
  return role !== undefined && role !== 'viewer';
}
