import { readSection } from '../../core/server/config/config.ts';
import { defineServerHalf } from '../../core/server/extension/server-half.ts';
import { assertionGrant } from './added-grant.ts';
import { loginAtIssuer } from './added-login.ts';
import { LOGIN_SECTION } from './login-config.ts';

export const server = defineServerHalf({
  authorization: (config) => {
    const { singleSignOn, enterpriseIssuers } = readSection(config, LOGIN_SECTION);
    return { logins: [loginAtIssuer(singleSignOn)], grants: assertionGrant(enterpriseIssuers) };
  },
  outsideChecks: async (config, clock) =>
    (await import('./issuer-checks.ts')).issuerChecks(readSection(config, LOGIN_SECTION), clock),
});
