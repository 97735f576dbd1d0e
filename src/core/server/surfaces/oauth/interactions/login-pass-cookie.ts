// The cookie that carries a login pass (see manage/authorization-server/links/login-passes.ts). Only the login forms get it from the
// browser.
import { LOGIN_PASS_S } from '../../../../manage/authorization-server/links/login-passes.ts';
import { loginFormsAt } from './interaction-urls.ts';

const COOKIE = 'funnel_login_pass';

export function loginPassCookie(baseUrl: string): LoginPassCookie {
  return new LoginPassCookie(loginFormsAt(baseUrl));
}

export class LoginPassCookie {
  readonly #attributes: string;

  /** `path`: the URL path of the login forms. */
  constructor({ path, isSecure }: { readonly path: string; readonly isSecure: boolean }) {
    this.#attributes = `path=${path}; samesite=strict; httponly${isSecure ? '; secure' : ''}`;
  }

  /** The value of a `Set-Cookie` header. */
  header(secret: string): string {
    return `${COOKIE}=${secret}; max-age=${LOGIN_PASS_S}; ${this.#attributes}`;
  }

  /** The value of a `Set-Cookie` header that takes the pass from the browser. */
  get removal(): string {
    return `${COOKIE}=; max-age=0; ${this.#attributes}`;
  }

  secretIn(cookies: string | undefined): string | undefined {
    return COOKIE_VALUE.exec(cookies ?? '')?.[1];
  }
}

/** 32 random bytes as base64url. */
const COOKIE_VALUE = new RegExp(`(?:^|; *)${COOKIE}=([\\w-]{43})(?:;|$)`);
