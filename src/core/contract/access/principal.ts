// The authenticated caller.

import type { CacheStats } from '../../foundation/database/change-cache.ts';
import type { Problem } from '../../foundation/problem/problem.ts';
import { isoSeconds } from '../../foundation/time/clock.ts';
import type { DataVersion } from './data-version.ts';
import type { AccountRole, Role } from './role.ts';

export const SCOPES = [
  'reports',
  'contacts:read',
  'contacts:write',
  'ctas:read',
  'ctas:write',
  'areas:read',
  'websites:read',
  'data:erase',
] as const;
export type Scope = (typeof SCOPES)[number];

/** The consent page, the dashboard and the OpenAPI document show them. */
export const SCOPE_DESCRIPTIONS: Readonly<Record<Scope, string>> = {
  reports: 'Read the reports: views, conversions, orders, revenue and insights',
  'contacts:read': 'Read contacts, including email addresses and phone numbers',
  'contacts:write': 'Add, change and delete contacts',
  'ctas:read': 'Read the catalog: campaigns with their variants, steps and elements, and areas',
  'ctas:write':
    'Create and change campaigns, areas and everything else in the catalog of a website, and saved funnels, annotations, goals, ' +
    'views, costs and share links, with which others read reports',
  'areas:read': 'Read areas',
  'websites:read': 'Read website settings, including the API key',
  'data:erase': 'Erase visitors, contacts, days and whole websites for good',
};

/** Where a token is accepted: the REST API or the tool server. */
export const AUDIENCES = ['rest', 'tools'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** The OAuth client of the dashboard. */
export const DASHBOARD_CLIENT_ID = 'dashboard';

/** Who changes something, for the audit log. */
export interface Actor {
  /** null: the credential belongs to no user. */
  readonly userId: number | null;
  /** link: by a link in an email, without a login. service: nobody; the service does it by itself. */
  readonly via: 'dashboard' | 'application' | 'token' | 'api_key' | 'link' | 'command_line' | 'service';
}

export const COMMAND_LINE: Actor = { userId: null, via: 'command_line' };
export const BY_LINK: Actor = { userId: null, via: 'link' };
export const BY_SERVICE: Actor = { userId: null, via: 'service' };

export interface Principal {
  /** Identifies the credential in rate limits and logs. It is never the credential itself. */
  readonly id: string;
  /** 'all': the legacy scheme, which is not restricted by scope, but does nothing that only owners may do. */
  readonly scopes: ReadonlySet<Scope> | 'all';
  readonly audience: Audience;
  /** Ascending; at least one. */
  readonly websiteIds: readonly number[];
  /** The user's role on each of the websites. Absent: the credential belongs to no user, and only its scopes limit it. */
  readonly roles?: ReadonlyMap<number, Role>;
  /** The versions of the websites' data when the credential was looked up. Absent: they have to be looked up, too. */
  readonly dataVersions?: ReadonlyMap<number, DataVersion>;
  /**
   * The database's change counter just before `dataVersions` were read: they hold as long as it stays the same. Absent: the engine has
   * none.
   */
  readonly versionsCounter?: number;
  /** Absent: an ingest key or a restricted principal. */
  readonly actor?: Actor;
  /** ISO 8601 in whole seconds. Absent: valid until revoked. */
  readonly expiresAt?: string;
  /** Only set for calls that require a dashboard login. */
  readonly user?: DashboardUser;
  /** Only set for calls with an ingest key. */
  readonly ingestKeyId?: number;
  /** Only set for calls with a one-time link. */
  readonly link?: OneTimeLink;
  /** Absent: its scopes and roles alone limit what it may call. */
  readonly restriction?: Restriction;
}

/** A list of calls. Everything else does not exist for the principal, whatever its scopes and roles say. */
export interface Restriction {
  /** The names of operations. No tool is among them. */
  readonly operations: ReadonlySet<string>;
  /** What is told about everything else, whether or not it exists: a problem of status 404. */
  refusal(): Problem;
  /** Throws a problem of status 404. */
  limitsOf(operation: RestrictedOperation): Promise<CallLimits>;
}

export interface RestrictedOperation {
  readonly name: string;
  /** Its parameters. */
  readonly input: { readonly shape: object };
}

type Parameters = Readonly<Record<string, unknown>>;

/** The limits of one call. */
export interface CallLimits {
  /** Fills in what was left out, and replaces what is not for the caller to choose. */
  limit(sent: Parameters): Parameters;
  /** Throws a problem of status 404 if something else is asked for than the principal may have. */
  requireNamed(parameters: Parameters): Promise<void>;
}

/** Refuses everything that is not in the list. */
export function requireListed({ restriction }: Principal, operation: string | undefined): void {
  if (!restriction || (operation !== undefined && restriction.operations.has(operation))) return;
  throw restriction.refusal();
}

const LINK_KINDS = ['invitation', 'password_reset', 'setup'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** A link that lets somebody do one thing once, without being logged in. Which of the fields are set depends on the kind. */
export interface OneTimeLink {
  readonly id: number;
  readonly kind: LinkKind;
  readonly accountId: number | null;
  readonly userId: number | null;
  readonly email: string | null;
  readonly role: string | null;
  /** JSON: where the role of an invitation holds. null: in the whole account. */
  readonly websiteIds: string | null;
  /** The user who created it. null: an operator. */
  readonly createdBy: number | null;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** A user who is logged in to the dashboard. */
export interface DashboardUser {
  readonly id: number;
  readonly email: string;
  /** Ascending by id. Also those whose websites the current login does not show. */
  readonly accounts: readonly AccountRole[];
  /** The grant of the current login. */
  readonly grantHash: string;
  readonly scopes: Principal['scopes'];
}

export function hasExpired({ expiresAt }: Principal, now: Date): boolean {
  return expiresAt !== undefined && expiresAt <= isoSeconds(now);
}

/** A token that was found in the database. It may have expired. */
export interface StoredToken {
  readonly principal: Principal;
  /** Its number, if an operator or a user created it. */
  readonly createdTokenId?: number;
}

/** Hides from the surfaces who issues and stores tokens. undefined: the token is not valid. */
export interface AccessTokenVerifier {
  verify(token: string, audience: Audience): Promise<Principal | undefined>;
  /** Verifiers without a cache have none. */
  cacheStats?(): CacheStats;
}
