// What a user may do, in an account or on chosen websites of it. A scope limits what a credential may do, a role what its user may do: a
// call needs both.
// Why: docs/decisions/logins.md, "A call needs a scope and a role".

/** Ascending: each one may do everything that those before it may. */
export const ROLES = ['viewer', 'editor', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** The dashboard and the command line show them. */
export const ROLE_DESCRIPTIONS: Readonly<Record<Role, string>> = {
  viewer: 'Sees reports, the catalog and live events',
  editor:
    'Does what viewers do, changes the catalog, saved funnels, annotations, goals, saved views, costs, contacts and website settings, ' +
    'adds websites, and creates tokens, keys, webhooks and share links',
  owner:
    'Does what editors do, manages people, reads the audit log, sets how emails look, imports history, ' +
    'sends contacts and orders to webhooks, and erases data',
};

export interface AccountRole {
  /** The id of the account. */
  readonly id: number;
  readonly role: Role;
  /** The role holds on some websites of the account, and not in the account itself. */
  readonly isOnChosenWebsites: boolean;
}

/** A role, and where it holds. */
export interface Membership {
  readonly role: Role;
  /** Ascending. null: in the account, and on all its websites, now and later. Owners always have null. */
  readonly websiteIds: readonly number[] | null;
}

export function onWholeAccount(role: Role): Membership {
  return { role, websiteIds: null };
}

export function isRole(value: unknown): value is Role {
  return ROLES.includes(value as Role);
}

export function includesRole(has: Role, needed: Role): boolean {
  return ROLES.indexOf(has) >= ROLES.indexOf(needed);
}

/** The least role for each scope. Contacts are personal data, and the settings of a website contain its API key. */
const ROLE_BY_SCOPE = {
  reports: 'viewer',
  'ctas:read': 'viewer',
  'areas:read': 'viewer',
  'ctas:write': 'editor',
  'contacts:read': 'editor',
  'contacts:write': 'editor',
  'websites:read': 'editor',
  'data:erase': 'owner',
} as const satisfies Readonly<Record<string, Role>>;

export function roleForScope(scope: keyof typeof ROLE_BY_SCOPE): Role {
  return ROLE_BY_SCOPE[scope];
}

/** Those of the scopes that at least one of the roles allows. */
export function scopesForRoles<Scope extends keyof typeof ROLE_BY_SCOPE>(
  scopes: readonly Scope[],
  roles: readonly Role[],
): Scope[] {
  return scopes.filter((scope) => roles.some((role) => includesRole(role, roleForScope(scope))));
}

export function roleAllowsScope(role: Role, scope: keyof typeof ROLE_BY_SCOPE): boolean {
  return includesRole(role, roleForScope(scope));
}
