// Whether the issuers that the operator has configured answer.
import type { Clock } from '../../core/foundation/time/clock.ts';
import { type Check, check } from '../../core/server/extension/check.ts';
import { IssuerMetadata } from './issuer-metadata.ts';
import type { LoginConfig } from './login-config.ts';
import { type OpenIdClient, OpenIdIssuer } from './openid-issuer.ts';

export async function issuerChecks(
  { singleSignOn, enterpriseIssuers }: LoginConfig,
  clock: Clock,
): Promise<readonly Check[]> {
  return [
    ...(singleSignOn ? [await singleSignOnCheck(singleSignOn, clock)] : []),
    ...(await Promise.all(enterpriseIssuers.map(({ issuerUrl }) => enterpriseCheck(issuerUrl, clock)))),
  ];
}

function singleSignOnCheck(client: OpenIdClient, clock: Clock): Promise<Check> {
  return check('single sign-on', async () => {
    try {
      await new OpenIdIssuer(client, clock).metadata();
      return { ok: true, detail: `${client.issuerUrl} answers` };
    } catch (error) {
      return { ok: false, detail: `OIDC_ISSUER_URL ${client.issuerUrl} cannot be used: ${(error as Error).message}` };
    }
  });
}

function enterpriseCheck(issuerUrl: string, clock: Clock): Promise<Check> {
  return check('enterprise', async () => {
    try {
      await new IssuerMetadata(issuerUrl, ['jwks_uri'], clock).read();
      return { ok: true, detail: `${issuerUrl} answers` };
    } catch (error) {
      return { ok: false, detail: `${issuerUrl} of ENTERPRISE_ISSUERS cannot be used: ${(error as Error).message}` };
    }
  });
}
