// Who is asking, as far as the resource servers need to know.
import { isoSeconds } from '../clock.ts';
import type { CacheUse } from '../database/change-cache.ts';

export const SCOPES = [
  'reports',
  'contacts:read',
  'contacts:write',
  'ctas:read',
  'ctas:write',
  'areas:read',
  'websites:read',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Where a token is good: the REST API or the tool server. */
export const AUDIENCES = ['rest', 'tools'] as const;
export type Audience = (typeof AUDIENCES)[number];

export interface Principal {
  /** Stable per credential: what limits and logs go by. Never the credential itself. */
  readonly id: string;
  /** 'all': the legacy scheme, which is not restricted by scope. */
  readonly scopes: ReadonlySet<Scope> | 'all';
  readonly audience: Audience;
  /** Ascending; at least one. */
  readonly websiteIds: readonly number[];
  /** ISO 8601 in whole seconds. Absent: good until it is revoked. */
  readonly expiresAt?: string;
  /** Where the call needs a user who is logged in to the dashboard. */
  readonly user?: DashboardUser;
}

/** A user who is logged in to the dashboard. */
export interface DashboardUser {
  readonly id: number;
  /** Of the login that the request came by. */
  readonly grantHash: string;
  readonly scopes: Principal['scopes'];
}

export function hasExpired({ expiresAt }: Principal, now: Date): boolean {
  return expiresAt !== undefined && expiresAt <= isoSeconds(now);
}

/** The narrow view that the surfaces have of whoever issues tokens. undefined: not valid, for whatever reason. */
export interface AccessTokenVerifier {
  verify(token: string, audience: Audience): Promise<Principal | undefined>;
  /** Where it remembers what it has looked up. */
  cacheUse?(): CacheUse;
}
