// Recognizes a browser that has logged in before by a signed cookie, so that its owner can still log in while others use up
// the login attempts. The cookie is for one user and grants no access: the password is still required.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const COOKIE = 'funnel_device';
const COOKIE_MAX_AGE_S = 365 * 24 * 60 * 60;

interface KnownDevicesOptions {
  readonly key: string;
  /** The URL path of the login forms. */
  readonly path: string;
  readonly isSecure: boolean;
}

export class KnownDevices {
  readonly #options: KnownDevicesOptions;

  constructor(options: KnownDevicesOptions) {
    this.#options = options;
  }

  /** Returns the id of the device, if it has logged in as this user before. */
  find(cookies: string | undefined, email: string): string | undefined {
    const [, id, signature] = COOKIE_VALUE.exec(cookies ?? '') ?? [];
    if (id === undefined || signature === undefined) return undefined;
    return timingSafeEqual(Buffer.from(this.#sign(id, email)), Buffer.from(signature)) ? id : undefined;
  }

  /** The value of a `Set-Cookie` header that marks the browser as known. */
  cookie(email: string, id = randomBytes(16).toString('base64url')): string {
    const { path, isSecure } = this.#options;
    const value = `${id}.${this.#sign(id, email)}`;
    return `${COOKIE}=${value}; path=${path}; max-age=${COOKIE_MAX_AGE_S}; samesite=lax; httponly${isSecure ? '; secure' : ''}`;
  }

  #sign(id: string, email: string): string {
    return createHmac('sha256', this.#options.key).update(`${id} ${email}`).digest('base64url');
  }
}

/** 16 random bytes and a SHA-256, each as base64url. */
const COOKIE_VALUE = new RegExp(`(?:^|; *)${COOKIE}=([\\w-]{22})\\.([\\w-]{43})(?:;|$)`);
