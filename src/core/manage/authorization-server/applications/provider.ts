// Configures oidc-provider for this service: OAuth 2.1 with opaque tokens that are bound to websites. The library implements
// the protocol; our code decides who may log in, which scopes exist, and where records are stored.
import type { IncomingMessage } from 'node:http';
import {
  type AccessToken,
  type Client,
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider';
import { DASHBOARD_CLIENT_ID } from '../../../contract/access/principal.ts';
import { networkOf, RateLimit } from '../../../contract/access/rate-limit.ts';
import type { Policies } from '../../../contract/operations/policies.ts';
import { problemBody } from '../../../contract/operations/problem-body.ts';
import type { Database } from '../../../foundation/database/database.ts';
import type { GuardedFetch } from '../../../foundation/fetch/guarded-fetch.ts';
import { Problem } from '../../../foundation/problem/problem.ts';
import type { Clock } from '../../../foundation/time/clock.ts';
import { grantWebsiteIds } from '../grants/grants.ts';
import { IssuedTokenStore } from '../grants/issued-token-store.ts';
import type { AuthorizationKeys } from '../grants/keys.ts';
import { describeServer } from '../grants/metadata.ts';
import { RecordStore } from '../grants/record-store.ts';
import { deriveRotatedTokens } from '../grants/refresh-rotation.ts';
import { checkResourceBeforeUse } from '../grants/requested-resource.ts';
import { type ProtectedResource, ProtectedResources } from '../grants/resources.ts';
import { SessionStore } from '../logins/session-store.ts';
import { loggedOutPage, logoutPage, showError, showPage } from '../pages/provider-pages.ts';
import { findUser } from '../users/users.ts';
import type { AcceptGrant, AddedGrant, GrantOptions } from './added-grant.ts';
import {
  CLIENT_SCOPES,
  checkClientMetadata,
  compareSecret,
  DEFAULT_GRANT_TYPES,
  type IntrospectionClient,
  staticClients,
} from './clients.ts';
import { confirmErrorRedirects } from './error-redirects.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

const LIFETIMES_S = {
  AuthorizationCode: MINUTE_S,
  RefreshToken: 30 * DAY_S,
  // The user has to consent again after a year, even if the token is refreshed.
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

/** The server adds the function to a request. */
interface RequestWithErrorCode extends IncomingMessage {
  tellErrorCode?(code: string): void;
}

interface ProviderOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly keys: AuthorizationKeys;
  readonly baseUrl: string;
  readonly resourceUrls: { readonly rest: string; readonly tools: string };
  readonly introspectionClient?: IntrospectionClient;
  readonly fetch: GuardedFetch;
  /** The lifetime of access tokens of applications. */
  readonly accessTokenHours: number;
  /** What clients exchange besides codes and refresh tokens. */
  readonly grants: readonly LoadedGrant[];
  readonly log: GrantOptions['log'];
  readonly policies: Policies;
}

export interface LoadedGrant extends Pick<AddedGrant, 'type' | 'profile'> {
  readonly accept: AcceptGrant;
}

interface AuthorizationProvider {
  readonly provider: Provider;
  readonly resources: ProtectedResources;
}

export function createProvider(options: ProviderOptions): AuthorizationProvider {
  const resources = new ProtectedResources(options.resourceUrls);
  const provider = new Provider(options.baseUrl, configuration(options, resources));
  // All generated URLs start with BASE_URL, which the routes pass in the headers of a proxy.
  provider.proxy = true;
  provider.Client.prototype.compareClientSecret = compareSecret;
  deriveRotatedTokens(provider, options.keys.rotationKey);
  checkResourceBeforeUse(provider, resources);
  for (const { accept } of options.grants) accept(provider, resources, options);
  provider.use(tellErrorCode);
  provider.use(answerNotFound);
  provider.use(confirmErrorRedirects(ROUTES.authorization, options.baseUrl));
  provider.use(requireQueryResponseMode);
  provider.use(setDefaultScope);
  const grantProfiles = options.grants.map(({ profile }) => profile);
  provider.use(describeServer({ grantProfiles, policies: options.policies }));
  provider.use(answerRevocationInJson);
  return { provider, resources };
}

function configuration(options: ProviderOptions, resources: ProtectedResources): Configuration {
  const { database, clock, keys } = options;
  return {
    adapter: (kind) => {
      if (kind === 'AccessToken') return new IssuedTokenStore(database, resources, clock);
      return kind === 'Session' ? new SessionStore(database, clock) : new RecordStore(kind, database, clock);
    },
    features: features(options, resources),
    routes: ROUTES,
    ttl: { ...LIFETIMES_S, AccessToken: accessTokenSeconds(options) },
    jwks: keys.jwks,
    clockTolerance: 0,
    responseTypes: ['code'],
    pkce: { required: () => true },
    scopes: CLIENT_SCOPES,
    fetch: options.fetch,
    fetchResponseBodyLimits: {
      'client_id metadata document': DOCUMENT_BYTES_MAX,
      jwks_uri: DOCUMENT_BYTES_MAX,
      sector_identifier_uri: DOCUMENT_BYTES_MAX,
    },
    ...clientOptions(options),
    ...userOptions(options),
    ...tokenOptions(options),
  };
}

/** Tokens are looked up at each call, so a long lifetime delays no revocation. The dashboard runs in a browser, and refreshes by itself. */
function accessTokenSeconds({ accessTokenHours }: ProviderOptions) {
  return (_ctx: KoaContextWithOIDC, _token: AccessToken, { clientId }: Client): number =>
    clientId === DASHBOARD_CLIENT_ID ? HOUR_S : accessTokenHours * HOUR_S;
}

function clientOptions({ baseUrl, introspectionClient, grants }: ProviderOptions): Configuration {
  const grantTypes = [...DEFAULT_GRANT_TYPES, ...grants.map(({ type }) => type)];
  return {
    clients: staticClients(baseUrl, introspectionClient),
    // Native clients may use http redirects to the loopback interface only, on any port.
    clientDefaults: {
      application_type: 'native',
      grant_types: [...DEFAULT_GRANT_TYPES],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    // The validator runs for each listed property, even if it is absent, so it runs once for every client.
    extraClientMetadata: {
      properties: ['software_id'],
      validator: (_ctx, _key, _value, metadata) => checkClientMetadata(metadata, grantTypes),
    },
    // These endpoints authenticate by code or token, never by cookie, so other origins gain nothing.
    clientBasedCORS: () => true,
  };
}

function userOptions({ database, keys, baseUrl }: ProviderOptions): Configuration {
  const path = new URL(baseUrl).pathname.replace(/\/$/, '');
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true } as const;
  return {
    cookies: {
      names: { session: 'funnel_session', interaction: 'funnel_interaction', resume: 'funnel_resume' },
      keys: [keys.cookieKey],
      long: { ...cookie, path: `${path}/oauth` },
      short: cookie,
    },
    // The library calls users accounts.
    findAccount: async (_ctx, userId) => {
      const user = await findUser(database, Number(userId));
      return user && { accountId: userId, claims: () => ({ sub: userId }) };
    },
    interactions: { policy: policy(), url: (_ctx, { uid }) => `${path}/oauth/interaction/${uid}` },
    loadExistingGrant: (ctx) => loadExistingGrant(ctx, database),
    renderError: showError,
  };
}

function tokenOptions({ database }: ProviderOptions): Configuration {
  return {
    extraTokenClaims: async (_ctx, token) => {
      if (!('grantId' in token) || !token.grantId) return undefined;
      const websiteIds = await grantWebsiteIds(database, token.grantId);
      if (websiteIds.length === 0) throw new errors.InvalidGrant('the user no longer has access to the websites');
      return { website_ids: websiteIds };
    },
    // The dashboard's tokens end at logout; other clients keep working without the user.
    expiresWithSession: (_ctx, source) => source.clientId === DASHBOARD_CLIENT_ID,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    revokeGrantPolicy: () => true,
  };
}

function features({ clock, introspectionClient }: ProviderOptions, resources: ProtectedResources) {
  const documentFetches = new RateLimit({ max: DOCUMENT_FETCHES_PER_MINUTE_MAX, perMs: MINUTE_S * 1000 }, clock);
  return {
    clientIdMetadataDocument: {
      enabled: true,
      ack: 'draft-02',
      allowFetch: (ctx) => !documentFetches.take(networkOf(ctx.ip)).isExceeded,
    },
    // Tokens are verified as bearer tokens, so binding them to a key would have no effect.
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
    // ChatGPT's metadata document prefers private_key_jwt, and lists none among what it supports.
    rpMetadataChoices: { enabled: true },
    revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => client.clientId === token.clientId },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (ctx, form) => showPage(ctx, (t) => logoutPage(form, t)),
      postLogoutSuccessSource: (ctx) => showPage(ctx, loggedOutPage),
    },
    userinfo: { enabled: false },
  } satisfies Configuration['features'];
}

/** Such a token can still be found and revoked, but gives access to nothing. */
function isWithoutWebsites(token: object): boolean {
  const { extra } = token as { readonly extra?: { readonly website_ids?: readonly number[] } };
  return extra?.website_ids?.length === 0;
}

function describeResource(ctx: KoaContextWithOIDC, resource: ProtectedResource | undefined) {
  if (!resource) throw new errors.InvalidTarget('unknown resource');
  // One resource per consent, because the consent page can only describe one.
  if (Array.isArray(ctx.oidc.params?.resource)) throw new errors.InvalidTarget('only one resource at a time');
  return { scope: resource.scopes.join(' '), audience: resource.url, accessTokenFormat: 'opaque' as const };
}

/** Scopes are granted for a resource, never for the authorization server itself. */
function policy(): interactionPolicy.DefaultPolicy {
  const prompts = interactionPolicy.base();
  prompts.get('consent')!.checks.remove('op_scopes_missing');
  return prompts;
}

/** Every client needs consent each time, except the dashboard: no other client is authenticated. */
async function loadExistingGrant({ oidc }: KoaContextWithOIDC, database: Database) {
  const grantId = oidc.result?.consent?.grantId ?? (await rememberedGrantId(oidc, database));
  return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId);
}

/** A grant without websites allows nothing: whoever was removed from an account, and perhaps added again, chooses anew. */
async function rememberedGrantId(
  { client, session }: KoaContextWithOIDC['oidc'],
  database: Database,
): Promise<string | undefined> {
  const grantId = client?.clientId === DASHBOARD_CLIENT_ID ? session?.grantIdFor(DASHBOARD_CLIENT_ID) : undefined;
  if (grantId === undefined || (await grantWebsiteIds(database, grantId)).length === 0) return undefined;
  return grantId;
}

/** The other response modes of the library are not supported: form_post needs a script, fragment a client-side one. */
async function requireQueryResponseMode(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  const { response_mode: mode = 'query' } = ctx.query;
  if (ctx.path !== ROUTES.authorization || mode === 'query') return next();
  ctx.status = 400;
  showError(ctx, { error: 'invalid_request', error_description: 'response_mode must be query' });
}

/** The server that has passed the request on logs the code of a refusal. */
async function tellErrorCode(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  if (ctx.status < 400) return;
  const { code, error: inBody } = (ctx.body ?? {}) as { readonly code?: string; readonly error?: string };
  const error: string | undefined = ctx.state.shownError ?? inBody ?? code;
  if (error !== undefined) (ctx.req as RequestWithErrorCode).tellErrorCode?.(error);
}

/** Unknown paths get the same response as everywhere else. */
async function answerNotFound(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  if (ctx.status !== 404 || ctx.body !== undefined) return;
  ctx.status = 404;
  ctx.type = 'application/problem+json';
  ctx.body = problemBody(new Problem(404, 'Not found: nothing is served at this URL.', { code: 'unknown_url' }));
}

/** A client that requests no scope gets `reports`. */
async function setDefaultScope(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  if (ctx.path === ROUTES.authorization && !ctx.query.scope) ctx.query = { ...ctx.query, scope: 'reports' };
  await next();
}

/** RFC 7009 leaves the body open, and some clients (simple-oauth2) insist on JSON. */
async function answerRevocationInJson(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  if (ctx.path === ROUTES.revocation && ctx.method === 'POST' && ctx.status === 200) ctx.body = {};
}
