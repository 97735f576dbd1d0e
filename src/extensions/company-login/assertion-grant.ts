// Enterprise-managed authorization: a client exchanges the identity assertion of a company's issuer for an access token (RFC 7523),
// without a login and a consent here. The token is like any other one: opaque, looked up at each call, bound to websites and to the role of
// its user. There is no refresh token, so the issuer is asked again for each new one.
// Why: docs/decisions/tokens.md, "A company's issuer speaks for the people of its accounts".
import { errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider';
import { recordAudit } from '../../core/contract/access/audit-log.ts';
import type { Scope } from '../../core/contract/access/principal.ts';
import { networkOf, RateLimit } from '../../core/contract/access/rate-limit.ts';
import { scopesForRoles } from '../../core/contract/access/role.ts';
import type { Database } from '../../core/foundation/database/database.ts';
import { Problem } from '../../core/foundation/problem/problem.ts';
import type { Clock } from '../../core/foundation/time/clock.ts';
import type { AcceptGrant, GrantOptions } from '../../core/manage/authorization-server/applications/added-grant.ts';
import { nameOfClient } from '../../core/manage/authorization-server/applications/client-description.ts';
import { storeGrant } from '../../core/manage/authorization-server/grants/grants.ts';
import type { ProtectedResource, ProtectedResources } from '../../core/manage/authorization-server/grants/resources.ts';
import { storeSingleUse } from '../../core/manage/authorization-server/grants/single-use.ts';
import { type OwnWebsite, type User, websitesOf } from '../../core/manage/authorization-server/users/users.ts';
import { IdentityRefused, memberOfIdentity } from './identities.ts';
import {
  AssertionRefused,
  type EnterpriseIssuer,
  type IdentityAssertion,
  IdentityAssertions,
} from './identity-assertions.ts';
import { IssuerError } from './issuer-metadata.ts';

/** Without the email address, which stays out of the log. */
const IDENTITY_REFUSED =
  'Nobody in the account has this identity, or its email address is not verified or not allowed.';
const RECORD_KIND = 'IdentityAssertion';
/** Each one may make the service ask an issuer for its keys. */
const REFUSED_LIMIT = { max: 60, perMs: 60_000 };
/** Each one is an entry of the audit log. A client needs a new token once in ACCESS_TOKEN_HOURS. */
const GRANTS_LIMIT = { max: 60, perMs: 60 * 60_000 };

interface Asked {
  readonly resource: ProtectedResource;
  readonly scopes: readonly Scope[];
}

/** What a client is given. */
interface Granted extends Asked {
  readonly user: User;
  readonly websites: readonly OwnWebsite[];
}

export function acceptAssertionsOf(issuers: readonly EnterpriseIssuer[], grantType: string): AcceptGrant {
  return (provider, resources, options) => acceptAssertions(issuers, grantType, provider, resources, options);
}

function acceptAssertions(
  issuers: readonly EnterpriseIssuer[],
  grantType: string,
  provider: Provider,
  resources: ProtectedResources,
  options: GrantOptions,
): void {
  const { database, clock, log } = options;
  const logRefusal = (reason: string) => log.warn({ reason }, 'an identity assertion was refused');
  const assertions = new IdentityAssertions(issuers, options.baseUrl, clock);
  const refused = new RateLimit(REFUSED_LIMIT, clock);
  const grants = new RateLimit(GRANTS_LIMIT, clock);

  const answer = async (ctx: KoaContextWithOIDC): Promise<void> => {
    const assertion = await assertions.read(String(ctx.oidc.params?.assertion ?? ''));
    const asked = askedBy(assertion, ctx, resources);
    // A used assertion has no effect at all: it links nobody, and is not counted among the tokens of its user.
    await useUp(assertion, database, clock);
    const granted = await grantedTo(assertion, asked, database, clock);
    limit(ctx, grants.take(`${granted.user.id} ${assertion.clientId}`));
    ctx.body = await issueToken(provider, ctx, granted, assertion, options);
  };

  provider.registerGrantType(
    grantType,
    async (ctx) => {
      const network = networkOf(ctx.ip);
      limit(ctx, refused.peek(network));
      try {
        await answer(ctx);
      } catch (error) {
        refused.take(network);
        if (error instanceof AssertionRefused) logRefusal(error.message);
        if (error instanceof IdentityRefused) logRefusal(IDENTITY_REFUSED);
        throw oauthError(error);
      }
    },
    ['assertion', 'scope', 'resource'],
  );
}

/** Throws an AssertionRefused, or an error of OAuth where the client could ask for something else. */
function askedBy(
  assertion: IdentityAssertion,
  { oidc: { client, params } }: KoaContextWithOIDC,
  resources: ProtectedResources,
): Asked {
  if (assertion.clientId !== client!.clientId) throw new AssertionRefused('The assertion is for another client.');
  const resource = resources.find(assertion.resource);
  if (!resource) throw new AssertionRefused(`The assertion is for another resource: ${assertion.resource}`);
  if (params?.resource !== undefined && resources.find(params.resource) !== resource) {
    throw new errors.InvalidTarget('the resource is not the one of the assertion');
  }
  return { resource, scopes: askedScopes(assertion, resource, params?.scope) };
}

/** Throws an AssertionRefused if the person may see nothing. */
async function grantedTo(
  assertion: IdentityAssertion,
  { resource, scopes: asked }: Asked,
  database: Database,
  clock: Clock,
): Promise<Granted> {
  const user = await memberOfIdentity(database, assertion.identity, assertion.rules, clock);
  const websites = await websitesIn(assertion.rules.accountIds, database, user);
  if (websites.length === 0) throw new AssertionRefused('The person sees no website of the account.');
  const scopes = scopesForRoles(
    asked,
    websites.map(({ role }) => role),
  );
  if (scopes.length === 0) throw new errors.InvalidScope('the role of the user does not allow it', asked.join(' '));
  return { user, resource, websites, scopes };
}

/** It grants never more than the assertion names. If it names none, it is for reading reports, as for clients that ask for no scope. */
function askedScopes(assertion: IdentityAssertion, resource: ProtectedResource, asked: unknown): readonly Scope[] {
  const named = assertion.scopes ?? ['reports'];
  const offered: readonly string[] = resource.scopes;
  const unknown = named.find((scope) => !offered.includes(scope));
  if (unknown !== undefined) throw new AssertionRefused(`The assertion names an unknown scope: ${unknown}`);
  const wanted = typeof asked === 'string' ? asked.split(' ') : named;
  const missing = wanted.filter((scope) => !named.includes(scope));
  if (missing.length > 0) throw new errors.InvalidScope('the assertion does not have the scope', missing.join(' '));
  return resource.scopes.filter((scope) => wanted.includes(scope));
}

async function websitesIn(accountIds: readonly number[], database: Database, user: User): Promise<OwnWebsite[]> {
  return (await websitesOf(database, user.id)).filter(({ account_id: id }) => accountIds.includes(id));
}

/** Several nodes may get the same assertion: the first one that stores its id accepts it. */
async function useUp({ identity, id, expiresAt }: IdentityAssertion, database: Database, clock: Clock): Promise<void> {
  const use = { kind: RECORD_KIND, id: `${identity.issuer} ${id}` };
  const isFirst = await database.transaction((tx) => storeSingleUse(tx, use, expiresAt, clock));
  if (!isFirst) throw new AssertionRefused('The assertion was used before.');
}

async function issueToken(
  provider: Provider,
  { oidc }: KoaContextWithOIDC,
  { user, resource, websites, scopes }: Granted,
  { identity }: IdentityAssertion,
  { database, clock, accessTokenHours }: GrantOptions,
) {
  const client = oidc.client!;
  const scope = scopes.join(' ');
  const accountId = String(user.id);
  // It ends with its token, because nothing renews it.
  const grant = new provider.Grant({ accountId, clientId: client.clientId });
  Object.assign(grant, { expiresIn: accessTokenHours * 60 * 60 });
  grant.addResourceScope(resource.url, scope);
  const grantId = await grant.save();
  const websiteIds = websites.map(({ id }) => id);
  await database.transaction(async (tx) => {
    const name = nameOfClient(client);
    await storeGrant(tx, grantId, { name, websiteIds });
    const subject = `${name} (${scopes.join(', ')}; ${new URL(identity.issuer).host})`;
    const actor = { userId: user.id, via: 'application' } as const;
    await recordAudit(tx, { websiteIds, actor, action: 'application_connected', subject }, clock);
  });
  const token = new provider.AccessToken({ accountId, client, grantId, gty: 'jwt_bearer', scope });
  token.resourceServer = {
    identifier: () => resource.url,
    audience: resource.url,
    scope,
    scopes: new Set(scopes),
    accessTokenFormat: 'opaque',
  };
  oidc.entity('AccessToken', token);
  const accessToken = await token.save();
  return { access_token: accessToken, expires_in: token.expiration, scope, token_type: token.tokenType };
}

function limit(ctx: KoaContextWithOIDC, { isExceeded, resetSeconds }: ReturnType<RateLimit['peek']>): void {
  if (!isExceeded) return;
  ctx.set('retry-after', String(resetSeconds));
  throw Object.assign(new errors.OIDCProviderError(429, 'temporarily_unavailable'), {
    error_description: 'too many requests, wait and try again',
  });
}

/** The client learns nothing about people and issuers: why an assertion was refused is in the log. */
function oauthError(error: unknown): unknown {
  if (error instanceof AssertionRefused || error instanceof IdentityRefused) {
    return new errors.InvalidGrant('the assertion was refused');
  }
  if (!(error instanceof IssuerError)) return error;
  const problem = new Problem(503, 'The issuer of the assertion does not respond.', {
    headers: { 'retry-after': '30' },
  });
  problem.cause = error;
  return problem;
}
