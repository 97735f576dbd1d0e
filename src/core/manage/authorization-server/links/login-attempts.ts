// Limits login attempts. An attacker should not be able to lock the owner out: a refused attempt is not counted anywhere, so
// one network can use at most 10 of a user's 100 attempts. Browsers that have logged in before are counted separately, so
// they are not affected by attempts of others.
// Why: docs/decisions/logins.md, "Login attempts are counted so that nobody locks out the owner".
import { networkOf, RateLimit, type RateLimitState } from '../../../contract/access/rate-limit.ts';
import { secretHash } from '../../../contract/access/secret-hash.ts';
import type { Clock } from '../../../foundation/time/clock.ts';

const QUARTER_HOUR_MS = 15 * 60 * 1000;
const PER_NETWORK_MAX = 50;
const PER_USER_AND_NETWORK_MAX = 10;
const PER_USER_MAX = 100;
const PER_DEVICE_MAX = 10;

export interface LoginAttempt {
  readonly email: string;
  readonly ipAddress: string;
  /** Set for a browser that has logged in as this user before. */
  readonly deviceId?: string;
}

interface Count {
  readonly limit: RateLimit;
  readonly key: string;
}

export class LoginAttempts {
  readonly #perNetwork: RateLimit;
  readonly #perUserAndNetwork: RateLimit;
  readonly #perUser: RateLimit;
  readonly #perDevice: RateLimit;
  readonly #perUserByDevices: RateLimit;

  /** `perUserMax`: from all networks together. */
  constructor(clock: Clock, perUserMax = PER_USER_MAX) {
    const limit = (max: number) => new RateLimit({ max, perMs: QUARTER_HOUR_MS }, clock);
    this.#perNetwork = limit(PER_NETWORK_MAX);
    this.#perUserAndNetwork = limit(PER_USER_AND_NETWORK_MAX);
    this.#perUser = limit(perUserMax);
    this.#perDevice = limit(PER_DEVICE_MAX);
    this.#perUserByDevices = limit(PER_USER_MAX);
  }

  /** Call it before checking the password, so that concurrent attempts count too. Returns the limit that is exceeded. */
  take(attempt: LoginAttempt): RateLimitState | undefined {
    const taken: Count[] = [];
    for (const count of this.#countsOf(attempt)) {
      taken.push(count);
      const state = count.limit.take(count.key);
      if (!state.isExceeded) continue;
      refund(taken);
      return state;
    }
    return undefined;
  }

  succeeded(attempt: LoginAttempt): void {
    refund(this.#countsOf(attempt));
  }

  #countsOf({ email, ipAddress, deviceId }: LoginAttempt): Count[] {
    const user = userKey(email);
    if (deviceId !== undefined) {
      return [
        { limit: this.#perDevice, key: deviceId },
        // An attacker who once knew the password may have registered many devices.
        { limit: this.#perUserByDevices, key: user },
      ];
    }
    const network = networkOf(ipAddress);
    return [
      { limit: this.#perNetwork, key: network },
      { limit: this.#perUserAndNetwork, key: `${network} ${user}` },
      { limit: this.#perUser, key: user },
    ];
  }
}

function refund(counts: readonly Count[]): void {
  for (const { limit, key } of counts) limit.refund(key);
}

/** A hash, because keys stay in memory for as long as attempts count, and the entered email may be long. */
function userKey(email: string): string {
  return secretHash(email);
}
