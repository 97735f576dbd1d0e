// What the authorization server knows of single sign-on before anybody uses it: its button and its paths.
import type { AddedLogin } from '../../core/server/surfaces/oauth/added-login.ts';
import type { SingleSignOnConfig } from './single-sign-on.ts';

/** Relative to BASE_URL. Operators register it at the issuer. */
const CALLBACK_PATH = '/oauth/sso/callback';
const PATH = '/sso';
const KEY_PURPOSE = 'single sign-on';

export function loginAtIssuer(config: SingleSignOnConfig | undefined): AddedLogin {
  return {
    button: config && { name: config.name, path: PATH },
    path: PATH,
    callbackPath: CALLBACK_PATH,
    interactionOf: (answer) => interactionOfState(answer.get('state') ?? ''),
    load: async ({ database, clock, baseUrl, deriveKey, log }) => {
      const { SingleSignOn } = await import('./single-sign-on.ts');
      const { singleSignOnPages } = await import('./single-sign-on-pages.ts');
      const logFailure = (error: Error) => log.warn({ err: error }, 'single sign-on failed');
      const options = { database, clock, key: deriveKey(KEY_PURPOSE), logFailure };
      const redirectUri = `${baseUrl}${CALLBACK_PATH}`;
      return singleSignOnPages(config && new SingleSignOn({ ...options, config, redirectUri }));
    },
  };
}

/** The interaction that a login belongs to. It is checked later, by the cookie of the interaction. */
function interactionOfState(state: string): string {
  return /^([\w-]{1,100})\./.exec(state)?.[1] ?? '';
}
