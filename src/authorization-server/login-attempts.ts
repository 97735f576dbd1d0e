// How often a password may be tried. An account that is under attack from elsewhere stays usable from where its owner is.
import { addressKey, RateLimit, type RateLimitState } from '../access/rate-limit.ts';
import { secretHash } from '../access/secret-hash.ts';
import type { Clock } from '../clock.ts';

const WINDOW_MS = 15 * 60 * 1000;
const PER_ACCOUNT_AND_ADDRESS_MAX = 10;
const PER_ADDRESS_MAX = 50;
const PER_ACCOUNT_MAX = 100;

export class LoginAttempts {
  readonly #limits: readonly { readonly limit: RateLimit; key(account: string, address: string): string }[];

  constructor(clock: Clock) {
    const limit = (max: number) => new RateLimit({ max, windowMs: WINDOW_MS }, clock);
    this.#limits = [
      { limit: limit(PER_ACCOUNT_AND_ADDRESS_MAX), key: (account, address) => `${addressKey(address)} ${account}` },
      { limit: limit(PER_ADDRESS_MAX), key: (_account, address) => addressKey(address) },
      { limit: limit(PER_ACCOUNT_MAX), key: (account) => account },
    ];
  }

  /** Counts before the password is checked, so that many at once are counted too. Returns a limit that is exceeded. */
  take(email: string, address: string): RateLimitState | undefined {
    const account = accountKey(email);
    const states = this.#limits.map(({ limit, key }) => limit.take(key(account, address)));
    return states.find((state) => state.isExceeded);
  }

  succeeded(email: string, address: string): void {
    for (const { limit, key } of this.#limits) limit.giveBack(key(accountKey(email), address));
  }
}

/** Short, however much somebody typed in: each key is kept for the whole window. */
function accountKey(email: string): string {
  return secretHash(email);
}
