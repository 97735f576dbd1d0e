// Admits whoever has a link that can be used once. Its secret is in the body. Nobody can guess it, so an address is limited
// only to spare the database. The answer is the same for links that never existed, have expired, were used or withdrawn.
import { Problem } from '../../foundation/problem/problem.ts';
import type { Caller } from './guard.ts';
import type { LinkKind, OneTimeLink, Principal } from './principal.ts';
import { networkOf, type RateLimit, tooManyRequests } from './rate-limit.ts';

/** How often one network can try links that do not exist. */
export const LINK_FAILURES_LIMIT = { max: 50, perMs: 15 * 60 * 1000 };

const SECRET_LENGTH_MAX = 200;

/** Implemented by the authorization server. */
interface OneTimeLinks {
  /** undefined: the link can't be used, or not any more. */
  find(secret: string, kind: LinkKind): Promise<OneTimeLink | undefined>;
}

export class OneTimeLinkGuard {
  readonly #links: OneTimeLinks;
  readonly #failures: RateLimit;

  constructor(links: OneTimeLinks, failures: RateLimit) {
    this.#links = links;
    this.#failures = failures;
  }

  /** Is called before the body is read. Throws a problem of status 429. */
  limitBeforeBody({ ipAddress }: Caller): void {
    const state = this.#failures.peek(networkOf(ipAddress));
    if (state.isExceeded) throw tooManyRequests(state, 'Too many attempts with invalid links. Wait and try again.');
  }

  /** Throws a problem of status 401 or 429. */
  async admit(
    secret: string | undefined,
    { linkKind: kind }: { readonly linkKind?: LinkKind },
    caller: Caller,
  ): Promise<Principal> {
    if (kind === undefined) throw new Error('The operation does not name the kind of its links.');
    const link = isPlausible(secret) ? await this.#links.find(secret, kind) : undefined;
    if (link) return { id: `link:${link.id}`, scopes: new Set(), audience: 'rest', websiteIds: [], link };
    // Requests that came in together have all passed the first check.
    this.limitBeforeBody(caller);
    this.#failures.take(networkOf(caller.ipAddress));
    throw linkNotValid();
  }
}

function isPlausible(secret: string | undefined): secret is string {
  return secret !== undefined && secret !== '' && secret.length <= SECRET_LENGTH_MAX;
}

export function linkNotValid(): Problem {
  const detail =
    'This link is not valid: it has expired, was used already or was withdrawn. Ask whoever gave it to you for a new one.';
  return new Problem(401, detail, { code: 'link_not_valid' });
}
