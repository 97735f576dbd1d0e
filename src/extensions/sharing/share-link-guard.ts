// Opens the page of a share link: finds the link of a secret, and asks for its password if it has one. What its page reads then goes
// through the guard of the REST API, with the secret as the credential.

import type { Caller } from '../../core/contract/access/guard.ts';
import { isPassword } from '../../core/contract/access/passwords.ts';
import {
  networkOf,
  type RateLimit,
  type RateLimitState,
  tooManyRequests,
} from '../../core/contract/access/rate-limit.ts';
import { Problem } from '../../core/foundation/problem/problem.ts';
import type { Clock } from '../../core/foundation/time/clock.ts';
import type { FoundShareLink, ShareLinkVerifier } from './share-link-verifier.ts';
import { linkEnded } from './share-problems.ts';
import { newPass, type StoredShareLink } from './stored-share-links.ts';

interface Attempt {
  readonly email: string;
  readonly ipAddress: string;
}

/** Implemented by the authorization server, which counts the passwords of users in the same way. */
interface PasswordAttempts {
  take(attempt: Attempt): RateLimitState | undefined;
  succeeded(attempt: Attempt): void;
}

interface ShareLinkGuardOptions {
  readonly links: Pick<ShareLinkVerifier, 'find' | 'recordUse'>;
  /** Limits how many secrets of no link a network may try. */
  readonly failures: RateLimit;
  readonly attempts: PasswordAttempts;
  readonly clock: Clock;
}

export class ShareLinkGuard {
  readonly #options: ShareLinkGuardOptions;

  constructor(options: ShareLinkGuardOptions) {
    this.#options = options;
  }

  /** undefined: there is no such link. Throws a problem of status 429. */
  async find(secret: string, { ipAddress }: Pick<Caller, 'ipAddress'>): Promise<FoundShareLink | undefined> {
    const { links, failures } = this.#options;
    const network = networkOf(ipAddress);
    const found = await links.find(secret);
    if (found) return found;
    const state = failures.peek(network);
    if (state.isExceeded) throw tooManyRequests(state, 'Too many links that do not exist. Wait and try again.');
    failures.take(network);
    return undefined;
  }

  /** Call it when a reader gets to see the page. */
  recordUse(link: StoredShareLink): void {
    this.#options.links.recordUse(link);
  }

  /** Returns what the reader adds to the secret from now on. Throws a problem of status 403, 404, 410 or 429. */
  async unlock(
    secret: string,
    password: string,
    caller: Pick<Caller, 'ipAddress'>,
  ): Promise<{ readonly link: StoredShareLink; readonly pass: string }> {
    const { attempts, clock } = this.#options;
    const found = await this.find(secret, caller);
    if (!found || found.link.passwordHash === null) throw new Problem(404, 'There is no such link with a password.');
    const { link, isEnded } = found;
    if (isEnded) throw linkEnded();
    const attempt = { email: `share link ${link.id}`, ipAddress: caller.ipAddress };
    const exceeded = attempts.take(attempt);
    if (exceeded) throw tooManyRequests(exceeded, 'Too many wrong passwords. Wait and try again.');
    if (!(await isPassword(found.link.passwordHash, password))) {
      throw new Problem(403, 'This is not the password of the link.', { code: 'wrong_password' });
    }
    attempts.succeeded(attempt);
    this.recordUse(link);
    return { link, pass: newPass(secret, found.link.passwordHash, clock()) };
  }
}
