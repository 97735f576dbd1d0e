// Knows a browser again that somebody has logged in with before, by a signed cookie, so that its owner still gets in while
// others use up the login attempts. The cookie is for one account, and opens nothing: the password is asked for all the same.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const COOKIE = 'funnel_device';
const KEPT_S = 365 * 24 * 60 * 60;

export interface KnownDevicesOptions {
  readonly key: string;
  /** Where the login forms are. */
  readonly path: string;
  readonly isSecure: boolean;
}

export class KnownDevices {
  readonly #options: KnownDevicesOptions;

  constructor(options: KnownDevicesOptions) {
    this.#options = options;
  }

  /** Returns the id of the device, if it is known for this account. */
  find(cookies: string | undefined, email: string): string | undefined {
    const [, id, given] = COOKIE_VALUE.exec(cookies ?? '') ?? [];
    if (id === undefined || given === undefined) return undefined;
    return timingSafeEqual(Buffer.from(this.#sign(id, email)), Buffer.from(given)) ? id : undefined;
  }

  /** A `Set-Cookie` that makes the browser known, or keeps it so. */
  cookie(email: string, id = randomBytes(16).toString('base64url')): string {
    const { path, isSecure } = this.#options;
    const value = `${id}.${this.#sign(id, email)}`;
    return `${COOKIE}=${value}; path=${path}; max-age=${KEPT_S}; samesite=lax; httponly${isSecure ? '; secure' : ''}`;
  }

  #sign(id: string, email: string): string {
    return createHmac('sha256', this.#options.key).update(`${id} ${email}`).digest('base64url');
  }
}

/** 16 random bytes and a SHA-256, each as base64url. */
const COOKIE_VALUE = new RegExp(`(?:^|; *)${COOKIE}=([\\w-]{22})\\.([\\w-]{43})(?:;|$)`);
