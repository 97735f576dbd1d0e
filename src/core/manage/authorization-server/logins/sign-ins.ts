// Records who signed in, in the audit logs of the user's accounts, and the language of their browser, for mails.
import type { Language } from '../../../../../languages/language.ts';
import { recordAudit } from '../../../contract/access/audit-log.ts';
import { type Actor, DASHBOARD_CLIENT_ID } from '../../../contract/access/principal.ts';
import { RateLimit } from '../../../contract/access/rate-limit.ts';
import type { Database, Queries } from '../../../foundation/database/database.ts';
import type { Clock } from '../../../foundation/time/clock.ts';
import { storeBrowserLanguage } from '../users/user-languages.ts';
import { findUserByEmail } from '../users/users.ts';

/** An attacker who tries passwords must not be able to fill the log. */
const FAILED_PER_USER_AND_HOUR_MAX = 10;

export class SignIns {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #failed: RateLimit;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    this.#failed = new RateLimit({ max: FAILED_PER_USER_AND_HOUR_MAX, perMs: 60 * 60 * 1000 }, clock);
  }

  /** `browserLanguage`: undefined if the browser says nothing about it. */
  async succeeded(userId: number, clientId: string, browserLanguage: Language | undefined): Promise<void> {
    await this.#database.transaction(async (tx) => {
      if (browserLanguage !== undefined) await storeBrowserLanguage(tx, userId, browserLanguage);
      await this.#record(tx, userId, clientId, 'signed_in');
    });
  }

  /** Call it after the response: only known users have a log, and nobody may tell from the time who is one. */
  async failed(email: string, clientId: string): Promise<void> {
    const user = await findUserByEmail(this.#database, email);
    if (!user || this.#failed.take(String(user.id)).isExceeded) return;
    await this.#database.transaction((tx) => this.#record(tx, user.id, clientId, 'sign_in_failed'));
  }

  async #record(tx: Queries, userId: number, clientId: string, action: 'signed_in' | 'sign_in_failed'): Promise<void> {
    const actor: Actor = { userId, via: clientId === DASHBOARD_CLIENT_ID ? 'dashboard' : 'application' };
    await recordAudit(tx, { ofUser: userId, actor, action, subject: '' }, this.#clock);
  }
}
