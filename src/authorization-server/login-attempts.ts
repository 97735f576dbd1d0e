// How often a password may be tried. Whoever tries many uses up attempts of their own, and as little as possible of the
// owner's: an attempt that is refused counts nowhere, so one address can take at most 10 of an account's 100. A browser that
// has logged in before is counted apart, and gets in whatever others do to its account or from its address.
import { addressKey, RateLimit, type RateLimitState } from '../access/rate-limit.ts';
import { secretHash } from '../access/secret-hash.ts';
import type { Clock } from '../clock.ts';

const WINDOW_MS = 15 * 60 * 1000;
const PER_ADDRESS_MAX = 50;
const PER_ACCOUNT_AND_ADDRESS_MAX = 10;
const PER_ACCOUNT_MAX = 100;
const PER_DEVICE_MAX = 10;

export interface LoginAttempt {
  readonly email: string;
  readonly address: string;
  /** Of a browser that has logged in to this account before. */
  readonly deviceId?: string;
}

interface Count {
  readonly limit: RateLimit;
  readonly key: string;
}

export class LoginAttempts {
  readonly #perAddress: RateLimit;
  readonly #perAccountAndAddress: RateLimit;
  readonly #perAccount: RateLimit;
  readonly #perDevice: RateLimit;
  readonly #perAccountByDevices: RateLimit;

  constructor(clock: Clock) {
    const limit = (max: number) => new RateLimit({ max, windowMs: WINDOW_MS }, clock);
    this.#perAddress = limit(PER_ADDRESS_MAX);
    this.#perAccountAndAddress = limit(PER_ACCOUNT_AND_ADDRESS_MAX);
    this.#perAccount = limit(PER_ACCOUNT_MAX);
    this.#perDevice = limit(PER_DEVICE_MAX);
    this.#perAccountByDevices = limit(PER_ACCOUNT_MAX);
  }

  /** Counts before the password is checked, so that many at once are counted too. Returns a limit that is exceeded. */
  take(attempt: LoginAttempt): RateLimitState | undefined {
    const taken: Count[] = [];
    for (const count of this.#countsOf(attempt)) {
      taken.push(count);
      const state = count.limit.take(count.key);
      if (!state.isExceeded) continue;
      giveBack(taken);
      return state;
    }
    return undefined;
  }

  succeeded(attempt: LoginAttempt): void {
    giveBack(this.#countsOf(attempt));
  }

  #countsOf({ email, address, deviceId }: LoginAttempt): Count[] {
    const account = accountKey(email);
    if (deviceId !== undefined) {
      return [
        { limit: this.#perDevice, key: deviceId },
        // Somebody who once knew the password may have made many devices known.
        { limit: this.#perAccountByDevices, key: account },
      ];
    }
    const network = addressKey(address);
    return [
      { limit: this.#perAddress, key: network },
      { limit: this.#perAccountAndAddress, key: `${network} ${account}` },
      { limit: this.#perAccount, key: account },
    ];
  }
}

function giveBack(counts: readonly Count[]): void {
  for (const { limit, key } of counts) limit.giveBack(key);
}

/** Short, however much somebody typed in: each key is kept for the whole window. */
function accountKey(email: string): string {
  return secretHash(email);
}
