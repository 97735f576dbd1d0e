// What a user of the dashboard can see and change about themselves.

import type { Language } from '../../../../../languages/language.ts';
import { sentence } from '../../../../../languages/sentence.ts';
import { recordAudit } from '../../../contract/access/audit-log.ts';
import type { DashboardUsers } from '../../../contract/access/dashboard-guard.ts';
import { endShareLinksOf } from '../../../contract/access/end-share-links.ts';
import { recordFirstTokens } from '../../../contract/access/first-tokens.ts';
import type { Actor, Audience, DashboardUser } from '../../../contract/access/principal.ts';
import { RateLimit, tooManyRequests } from '../../../contract/access/rate-limit.ts';
import { revokeTokensOf } from '../../../contract/access/tokens.ts';
import { type Database, placeholders } from '../../../foundation/database/database.ts';
import { Problem } from '../../../foundation/problem/problem.ts';
import { type Clock, isoSeconds } from '../../../foundation/time/clock.ts';
import type {
  BrowserSession,
  ConnectedApplication,
  EndedAccess,
  PasswordChange,
  Profile,
  Profiles,
  WebsiteChoice,
} from '../../accounts/profile.ts';
import { ProtectedResources } from '../grants/resources.ts';
import { endOtherSessions, endSession, listSessions } from '../logins/browser-sessions.ts';
import { lockUser } from '../users/lock-user.ts';
import { readMemberships } from '../users/memberships.ts';
import { UserError } from '../users/user-error.ts';
import { chosenLanguage, storeLanguage } from '../users/user-languages.ts';
import { findByPassword, hashedPassword, NO_PASSWORD, storePassword, websitesOf } from '../users/users.ts';
import { listApplications, revokeApplication, revokeOtherGrants } from './connected-applications.ts';

/** Whoever has got hold of an open dashboard can't find out the password by trying. */
const PASSWORD_ATTEMPTS_LIMIT = { max: 10, perMs: 15 * 60 * 1000 };

interface UserProfilesOptions {
  readonly database: Database;
  readonly users: DashboardUsers;
  readonly clock: Clock;
  readonly resourceUrls: Readonly<Record<Audience, string>>;
  readonly loginOnlyWith: string | undefined;
}

export class UserProfiles implements Profiles {
  readonly #options: UserProfilesOptions;
  readonly #resources: ProtectedResources;
  readonly #passwordAttempts: RateLimit;

  constructor(options: UserProfilesOptions) {
    this.#options = options;
    this.#resources = new ProtectedResources(options.resourceUrls);
    this.#passwordAttempts = new RateLimit(PASSWORD_ATTEMPTS_LIMIT, options.clock);
  }

  async find(user: DashboardUser): Promise<Profile> {
    const names = await this.#accountNames(user);
    const websites = await this.websites(user);
    const memberships = await readMemberships(this.#options.database, { userId: user.id });
    return {
      email: user.email,
      language: await chosenLanguage(this.#options.database, user.id),
      canChangePassword: await this.#canChangePassword(user),
      accounts: memberships.map(({ accountId: id, role, websiteIds }) => ({
        ...{ id, role, name: names.get(id) ?? '' },
        website_ids: websiteIds,
      })),
      websites: websites.filter(({ isChosen }) => isChosen),
    };
  }

  async chooseLanguage(user: DashboardUser, language: Language | null): Promise<Profile> {
    const { database, users } = this.#options;
    await database.transaction(async (tx) => {
      await users.requireLoggedIn(tx, user);
      await storeLanguage(tx, user.id, language);
    });
    return this.find(user);
  }

  /** The current login stays: whoever changes the password knows it, and is the one who should stay. */
  async changePassword(user: DashboardUser, change: PasswordChange, actor: Actor): Promise<EndedAccess> {
    const { database, users, clock } = this.#options;
    if (!(await this.#canChangePassword(user))) {
      throw new Problem(409, 'You have no password here: you log in with single sign-on.', { code: 'no_password' });
    }
    const currentHash = await this.#requirePassword(user, change.currentPassword);
    const passwordHash = await newPasswordHash(change.newPassword, user.email);
    return database.transaction(async (tx) => {
      await users.requireLoggedIn(tx, user);
      // It may have been changed since it was checked.
      if (!(await lockUser(tx, user.id, currentHash))) throw wrongPassword();
      await storePassword(tx, user.id, passwordHash);
      const sessions = await endOtherSessions(tx, user.id, user.grantHash, clock);
      const applications = await revokeOtherGrants(tx, user.id, user.grantHash);
      const tokens = (await revokeTokensOf(tx, user.id, clock)).length;
      const shareLinks = await endShareLinksOf(tx, user.id, clock);
      await recordAudit(tx, { ofUser: user.id, actor, action: 'password_changed', subject: user.email }, clock);
      return { sessions, applications, tokens, shareLinks };
    });
  }

  sessions({ id, grantHash }: DashboardUser): Promise<BrowserSession[]> {
    return listSessions(this.#options.database, id, grantHash, this.#options.clock);
  }

  async endSession(user: DashboardUser, id: string, actor: Actor): Promise<void> {
    const { database, clock } = this.#options;
    await database.transaction(async (tx) => {
      const ended = await endSession(tx, user.id, id, clock);
      if (!ended) throw new Problem(404, 'You have no such session.');
      const browser = ended.browser ?? sentence('unknownBrowser');
      const subject = sentence('sessionIn', { person: user.email, browser });
      await recordAudit(tx, { ofUser: user.id, actor, action: 'session_ended', subject }, clock);
    });
  }

  applications({ id }: DashboardUser): Promise<ConnectedApplication[]> {
    return listApplications(this.#options.database, id, this.#resources, this.#options.clock);
  }

  async revokeApplication(user: DashboardUser, id: string, actor: Actor): Promise<void> {
    const { database, clock } = this.#options;
    await database.transaction(async (tx) => {
      const revoked = await revokeApplication(tx, user.id, id);
      if (!revoked) throw new Problem(404, 'You have not connected such an application.');
      const { name: subject, websiteIds } = revoked;
      await recordAudit(tx, { websiteIds, actor, action: 'application_disconnected', subject }, clock);
    });
  }

  async websites({ id, grantHash }: DashboardUser): Promise<WebsiteChoice[]> {
    const { database } = this.#options;
    const chosen = await database.query<{ id: number }>(
      'SELECT website_id AS id FROM grant_websites WHERE grant_hash = $1',
      [grantHash],
    );
    const chosenIds = new Set(chosen.map((website) => website.id));
    return (await websitesOf(database, id)).map((website) => ({
      ...{ id: website.id, name: website.name, accountId: website.account_id },
      isChosen: chosenIds.has(website.id),
    }));
  }

  async chooseWebsites(user: DashboardUser, websiteIds: readonly number[]): Promise<WebsiteChoice[]> {
    const { database, users, clock } = this.#options;
    await database.transaction(async (tx) => {
      await users.requireLoggedIn(tx, user, websiteIds);
      await tx.insertMany({
        into: 'grant_websites',
        columns: ['grant_hash', 'website_id'],
        rows: websiteIds.map((websiteId) => [user.grantHash, websiteId]),
        onConflict: 'ON CONFLICT (grant_hash, website_id) DO NOTHING',
      });
      await tx.query(
        `DELETE FROM grant_websites WHERE grant_hash = $1 AND website_id NOT IN (${placeholders(websiteIds.length, 1)})`,
        [user.grantHash, ...websiteIds],
      );
      await recordFirstTokens(tx, websiteIds, isoSeconds(clock()));
    });
    return this.websites(user);
  }

  async #accountNames({ accounts }: DashboardUser): Promise<ReadonlyMap<number, string>> {
    const rows = await this.#options.database.query<{ id: number; name: string }>(
      `SELECT id, name FROM accounts WHERE id IN (${placeholders(accounts.length)})`,
      accounts.map(({ id }) => id),
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  async #canChangePassword({ id }: DashboardUser): Promise<boolean> {
    if (this.#options.loginOnlyWith !== undefined) return false;
    const [user] = await this.#options.database.query<{ password_hash: string }>(
      'SELECT password_hash FROM users WHERE id = $1',
      [id],
    );
    return user !== undefined && user.password_hash !== NO_PASSWORD;
  }

  /** Returns its hash. */
  async #requirePassword({ id, email }: DashboardUser, password: string): Promise<string> {
    const attempts = this.#passwordAttempts.take(String(id));
    if (attempts.isExceeded) throw tooManyRequests(attempts, 'Too many attempts to change the password.');
    const found = await findByPassword(this.#options.database, email, password);
    if (!found) throw wrongPassword();
    this.#passwordAttempts.refund(String(id));
    return found.passwordHash;
  }
}

function wrongPassword(): Problem {
  return new Problem(422, 'current_password is not your password.', {
    code: 'invalid_current_password',
    param: 'current_password',
  });
}

async function newPasswordHash(password: string, email: string): Promise<string> {
  try {
    return await hashedPassword(password, email);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new Problem(422, error.message, { code: 'invalid_new_password', param: 'new_password' });
  }
}
