// What a user can see and change about themselves. Implemented by the authorization server.
import type { Language } from '../../../../languages/language.ts';
import type { Actor, Audience, DashboardUser, Scope } from '../../contract/access/principal.ts';
import type { Role } from '../../contract/access/role.ts';

export interface Profile {
  readonly email: string;
  /** The language of the dashboard and of mails to the user. null: that of the browser. */
  readonly language: Language | null;
  /** false: the user logs in elsewhere, or nobody can log in with a password. */
  readonly canChangePassword: boolean;
  readonly accounts: readonly OwnAccount[];
  /** The websites of the current login. */
  readonly websites: readonly OwnWebsite[];
}

interface OwnAccount {
  readonly id: number;
  readonly name: string;
  readonly role: Role;
  /** Where the role holds. null: in the account. */
  readonly website_ids: readonly number[] | null;
}

export interface OwnWebsite {
  readonly id: number;
  readonly name: string;
  readonly accountId: number;
}

export interface WebsiteChoice extends OwnWebsite {
  /** Whether the current login shows it. */
  readonly isChosen: boolean;
}

/** A browser that is logged in. */
export interface BrowserSession {
  readonly id: string;
  /** A name such as `Firefox on Windows`. null: not known. */
  readonly browser: string | null;
  readonly loggedInAt: string;
  /** Accurate to an hour. */
  readonly lastActiveAt: string;
  readonly isCurrent: boolean;
}

/** What a user has given access to. */
export interface ConnectedApplication {
  readonly id: string;
  readonly name: string;
  /** Where the application says that it is from. null: it does not say. */
  readonly host: string | null;
  readonly audience: Audience;
  readonly scopes: readonly Scope[];
  readonly websites: readonly { readonly id: number; readonly name: string }[];
  readonly connectedAt: string;
  /** Accurate to an hour. */
  readonly lastActiveAt: string;
  readonly expiresAt: string;
}

export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/** What a new password has ended. */
export interface EndedAccess {
  readonly sessions: number;
  readonly applications: number;
  readonly tokens: number;
  readonly shareLinks: number;
}

export interface Profiles {
  find(user: DashboardUser): Promise<Profile>;
  /** null: as the browser. */
  chooseLanguage(user: DashboardUser, language: Language | null): Promise<Profile>;
  /** Throws a problem of status 409, 422 or 429. */
  changePassword(user: DashboardUser, change: PasswordChange, actor: Actor): Promise<EndedAccess>;
  sessions(user: DashboardUser): Promise<BrowserSession[]>;
  /** Throws a problem of status 404. */
  endSession(user: DashboardUser, id: string, actor: Actor): Promise<void>;
  applications(user: DashboardUser): Promise<ConnectedApplication[]>;
  /** Throws a problem of status 404. */
  revokeApplication(user: DashboardUser, id: string, actor: Actor): Promise<void>;
  websites(user: DashboardUser): Promise<WebsiteChoice[]>;
  /** Throws a problem of status 404. */
  chooseWebsites(user: DashboardUser, websiteIds: readonly number[]): Promise<WebsiteChoice[]>;
}
