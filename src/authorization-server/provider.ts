// oidc-provider, set up for this service: OAuth 2.1 with opaque tokens that are bound to websites. It does the protocol;
// what is ours is who may log in, what may be asked for, and where it is stored.
import { type Configuration, errors, interactionPolicy, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { SCOPES } from '../access/principal.ts';
import { addressKey, RateLimit } from '../access/rate-limit.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { Problem } from '../problem.ts';
import { problemBody } from '../problem-body.ts';
import {
  checkClientMetadata,
  compareSecret,
  DASHBOARD_CLIENT_ID,
  type IntrospectionClient,
  staticClients,
} from './clients.ts';
import { holdErrorRedirects } from './error-redirects.ts';
import { grantWebsiteIds } from './grants.ts';
import type { GuardedFetch } from './guarded-fetch.ts';
import { IssuedTokenStore } from './issued-token-store.ts';
import type { AuthorizationKeys } from './keys.ts';
import { describeServer } from './metadata.ts';
import { loggedOutPage, logoutPage, showError, showPage } from './pages/provider-pages.ts';
import { RecordStore } from './record-store.ts';
import { deriveRotatedTokens } from './refresh-rotation.ts';
import { type ProtectedResource, ProtectedResources } from './resources.ts';
import { findUser } from './users.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

const LIFETIMES_S = {
  AccessToken: HOUR_S,
  AuthorizationCode: MINUTE_S,
  RefreshToken: 30 * DAY_S,
  // However often it is refreshed, a person is asked again after a year.
  Grant: 365 * DAY_S,
  Interaction: HOUR_S,
  Session: 14 * DAY_S,
  IdToken: HOUR_S,
};

const ROUTES = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  introspection: '/oauth/introspect',
  jwks: '/oauth/jwks',
  end_session: '/oauth/logout',
};

const DOCUMENT_FETCHES_PER_MINUTE_MAX = 30;
const DOCUMENT_BYTES_MAX = 64 * 1024;

export interface ProviderParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly keys: AuthorizationKeys;
  readonly baseUrl: string;
  readonly resourceUrls: { readonly rest: string; readonly tools: string };
  readonly introspectionClient?: IntrospectionClient;
  readonly fetch: GuardedFetch;
}

export interface AuthorizationProvider {
  readonly provider: Provider;
  readonly resources: ProtectedResources;
}

export function createProvider(parts: ProviderParts): AuthorizationProvider {
  const resources = new ProtectedResources(parts.resourceUrls);
  const provider = new Provider(parts.baseUrl, configuration(parts, resources));
  // All addresses that it makes come from BASE_URL, which the routes hand over as if a proxy had.
  provider.proxy = true;
  provider.Client.prototype.compareClientSecret = compareSecret;
  deriveRotatedTokens(provider, parts.keys.rotationKey);
  provider.use(refuseTheRest);
  provider.use(holdErrorRedirects(ROUTES.authorization, parts.baseUrl));
  provider.use(answerByAddressAlone);
  provider.use(askForSomething);
  provider.use(describeServer);
  return { provider, resources };
}

function configuration(parts: ProviderParts, resources: ProtectedResources): Configuration {
  const { database, clock, keys } = parts;
  return {
    adapter: (kind) =>
      kind === 'AccessToken'
        ? new IssuedTokenStore(database, resources, clock)
        : new RecordStore(kind, database, clock),
    features: features(parts, resources),
    routes: ROUTES,
    ttl: LIFETIMES_S,
    jwks: keys.jwks,
    clockTolerance: 0,
    responseTypes: ['code'],
    pkce: { required: () => true },
    // Scopes of resources stand here too, else a client that names them when it registers is turned away.
    scopes: [...SCOPES, 'offline_access'],
    fetch: parts.fetch,
    fetchResponseBodyLimits: {
      'client_id metadata document': DOCUMENT_BYTES_MAX,
      jwks_uri: DOCUMENT_BYTES_MAX,
      sector_identifier_uri: DOCUMENT_BYTES_MAX,
    },
    ...aboutClients(parts),
    ...aboutPeople(parts),
    ...aboutTokens(parts),
  };
}

function aboutClients({ baseUrl, introspectionClient }: ProviderParts): Configuration {
  return {
    clients: staticClients(baseUrl, introspectionClient),
    // Native: http redirects only to this very machine, and there to any port, because programs listen where they can.
    clientDefaults: {
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    // A check runs for each of these, whether it is given or not: so it runs for every client.
    extraClientMetadata: {
      properties: ['software_id'],
      validator: (_ctx, _key, _value, metadata) => checkClientMetadata(metadata),
    },
    // What these endpoints do, they do for whoever has the token or the code: no cookie is of any use to another site.
    clientBasedCORS: () => true,
  };
}

function aboutPeople({ database, keys, baseUrl }: ProviderParts): Configuration {
  const path = new URL(baseUrl).pathname.replace(/\/$/, '');
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true } as const;
  return {
    cookies: {
      names: { session: 'funnel_session', interaction: 'funnel_interaction', resume: 'funnel_resume' },
      keys: [keys.cookieKey],
      long: { ...cookie, path: `${path}/oauth` },
      short: cookie,
    },
    findAccount: async (_ctx, subject) => {
      const user = await findUser(database, Number(subject));
      return user && { accountId: subject, claims: () => ({ sub: subject }) };
    },
    interactions: { policy: policy(), url: (_ctx, { uid }) => `${path}/oauth/interaction/${uid}` },
    loadExistingGrant,
    renderError: showError,
  };
}

function aboutTokens({ database }: ProviderParts): Configuration {
  return {
    extraTokenClaims: async (_ctx, token) => {
      if (!('grantId' in token) || !token.grantId) return undefined;
      const websiteIds = await grantWebsiteIds(database, token.grantId);
      if (websiteIds.length === 0) throw new errors.InvalidGrant('the person may not see the websites any more');
      return { website_ids: websiteIds };
    },
    // The dashboard's tokens end when the person logs out; those of other clients are for work without the person.
    expiresWithSession: (_ctx, source) => source.clientId === DASHBOARD_CLIENT_ID,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    revokeGrantPolicy: () => true,
  };
}

function features({ clock, introspectionClient }: ProviderParts, resources: ProtectedResources) {
  const documentFetches = new RateLimit({ max: DOCUMENT_FETCHES_PER_MINUTE_MAX, windowMs: MINUTE_S * 1000 }, clock);
  return {
    clientIdMetadataDocument: {
      enabled: true,
      ack: 'draft-02',
      allowFetch: (ctx) => !documentFetches.take(addressKey(ctx.ip)).isExceeded,
    },
    // Tokens are checked as bearer tokens, so binding them to a key would promise too much.
    dPoP: { enabled: false },
    devInteractions: { enabled: false },
    introspection: {
      enabled: true,
      allowedPolicy: (_ctx, client, token) =>
        !isWithoutWebsites(token) &&
        (client.clientId === introspectionClient?.id || client.clientId === token.clientId),
    },
    pushedAuthorizationRequests: { enabled: false },
    registration: { enabled: true, issueRegistrationAccessToken: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resources.default.url,
      getResourceServerInfo: (ctx, url) => describeResource(ctx, resources.find(url)),
      useGrantedResource: () => true,
    },
    revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => client.clientId === token.clientId },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (ctx, form) => showPage(ctx, logoutPage(form)),
      postLogoutSuccessSource: (ctx) => showPage(ctx, loggedOutPage()),
    },
    userinfo: { enabled: false },
  } satisfies Configuration['features'];
}

/** It is still found, so that it can be revoked, but is good for nothing. */
function isWithoutWebsites(token: object): boolean {
  const { extra } = token as { readonly extra?: { readonly website_ids?: readonly number[] } };
  return extra?.website_ids?.length === 0;
}

function describeResource(ctx: KoaContextWithOIDC, resource: ProtectedResource | undefined) {
  if (!resource) throw new errors.InvalidTarget('there is no such resource here');
  // One resource for each consent: so a person never approves more than the page can say.
  if (Array.isArray(ctx.oidc.params?.resource)) throw new errors.InvalidTarget('only one resource at a time');
  return { scope: resource.scopes.join(' '), audience: resource.url, accessTokenFormat: 'opaque' as const };
}

/** Scopes are granted for a resource and never for the authorization server itself, which has none of its own. */
function policy(): interactionPolicy.DefaultPolicy {
  const prompts = interactionPolicy.base();
  prompts.get('consent')!.checks.remove('op_scopes_missing');
  return prompts;
}

/** Consent is asked for each time, except by our own dashboard: only there is it known who is behind the name. */
async function loadExistingGrant({ oidc }: KoaContextWithOIDC) {
  const grantId = oidc.result?.consent?.grantId ?? (await rememberedGrantId(oidc));
  return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId);
}

function rememberedGrantId({ client, session }: KoaContextWithOIDC['oidc']): string | undefined {
  return client?.clientId === DASHBOARD_CLIENT_ID ? session?.grantIdFor(DASHBOARD_CLIENT_ID) : undefined;
}

/** The other ways that the library knows are a page with a script, and a part of the address that only scripts see. */
async function answerByAddressAlone(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  const { response_mode: mode = 'query' } = ctx.query;
  if (ctx.path !== ROUTES.authorization || mode === 'query') return next();
  ctx.status = 400;
  showError(ctx, { error: 'invalid_request', error_description: 'response_mode must be query' });
}

/** What the library has no answer to is answered as everywhere else. */
async function refuseTheRest(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  if (ctx.status !== 404 || ctx.body !== undefined) return;
  ctx.status = 404;
  ctx.type = 'application/problem+json';
  ctx.body = problemBody(new Problem(404, 'There is nothing at this address.'));
}

/** A client that names no scope is asked about for the one that everybody wants. */
async function askForSomething(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  if (ctx.path === ROUTES.authorization && !ctx.query.scope) ctx.query = { ...ctx.query, scope: 'reports' };
  await next();
}
