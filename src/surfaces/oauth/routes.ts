// The routes of the authorization server: the protocol endpoints, which oidc-provider handles, and the login and consent pages.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { networkOf, RateLimit, tooManyRequests } from '../../access/rate-limit.ts';
import type { IntrospectionClient } from '../../authorization-server/clients.ts';
import { type AuthorizationKeys, loadKeys } from '../../authorization-server/keys.ts';
import { KnownDevices } from '../../authorization-server/known-devices.ts';
import type { LoginAttempts } from '../../authorization-server/login-attempts.ts';
import { TOOLS_AUTHORIZATION_PATH } from '../../authorization-server/metadata.ts';
import { messagePage } from '../../authorization-server/pages/provider-pages.ts';
import { createProvider } from '../../authorization-server/provider.ts';
import { SignIns } from '../../authorization-server/sign-ins.ts';
import {
  interactionOfState,
  SINGLE_SIGN_ON_CALLBACK_PATH,
  SingleSignOn,
  type SingleSignOnConfig,
} from '../../authorization-server/single-sign-on.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/database.ts';
import { createGuardedFetch, type GuardedFetch } from '../../fetch/guarded-fetch.ts';
import { pageHeaders, renderPage } from '../../page-layout.ts';
import { Problem } from '../../problem.ts';
import { problemOf } from '../http/errors.ts';
import type { HttpServer } from '../http/server.ts';
import { FormTokens } from './form-token.ts';
import { Interactions, interactionEnded } from './interactions.ts';
import { LoginPassCookie } from './login-pass-cookie.ts';

const INTERACTION_PATH = '/oauth/interaction';
const FORM_BYTES_MAX = 64 * 1024;
/** Each one makes the service call the issuer. */
const SINGLE_SIGN_ONS_PER_MINUTE_MAX = 60;
/** `script-src` is empty: for a form that submits itself, oidc-provider adds the hash of its script. */
const PROTOCOL_POLICY = "default-src 'none'; script-src; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

interface AuthorizationServerOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly loginAttempts: LoginAttempts;
  readonly baseUrl: string;
  readonly resourceUrls: { readonly rest: string; readonly tools: string };
  readonly introspectionClient?: IntrospectionClient;
  readonly fetch?: GuardedFetch;
  readonly singleSignOn?: SingleSignOnConfig | undefined;
  /** Default: true. */
  readonly passwordLogin?: boolean;
}

interface AuthorizationServer {
  /** oidc-provider's request handler. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  readonly interactions: Interactions;
}

export function addAuthorizationServer(server: HttpServer, options: AuthorizationServerOptions): void {
  // On first use, so that the service starts even if the database schema is not up to date yet.
  const started = lazy(() => start(server, options));
  addProtocol(server, options, started);
  addToolsAuthorization(server, options);
  addPages(server, options, started);
}

async function start(server: HttpServer, options: AuthorizationServerOptions): Promise<AuthorizationServer> {
  const keys = await loadKeys(options.database, options.clock);
  const authorization = createProvider({ fetch: createGuardedFetch(), ...options, keys });
  const basePath = basePathOf(options.baseUrl);
  const logError = (error: unknown) => server.log.error({ err: error }, 'authorization server error');
  authorization.provider.onerror = logError;
  authorization.provider.on('server_error', (ctx: KoaContextWithOIDC, error: Error) => {
    logError(error);
    if (error instanceof Problem) sendUnavailable(ctx, error);
  });
  return {
    handle: authorization.provider.callback(),
    interactions: new Interactions({
      ...authorization,
      database: options.database,
      formTokens: new FormTokens(keys.formKey),
      loginAttempts: options.loginAttempts,
      knownDevices: new KnownDevices({ key: keys.deviceKey, ...loginFormsAt(options.baseUrl) }),
      loginPassCookie: loginPassCookie(options.baseUrl),
      signIns: new SignIns(options.database, options.clock),
      clock: options.clock,
      singleSignOn: singleSignOn(server, options, keys),
      passwordLogin: options.passwordLogin ?? true,
      basePath,
    }),
  };
}

function singleSignOn(
  server: HttpServer,
  { singleSignOn: config, database, clock, baseUrl }: AuthorizationServerOptions,
  { singleSignOnKey: key }: AuthorizationKeys,
): SingleSignOn | undefined {
  const logFailure = (error: Error) => server.log.warn({ err: error }, 'single sign-on failed');
  return config && new SingleSignOn({ config, database, clock, baseUrl, key, logFailure });
}

/** Where the browser has to send the cookies of the login forms. */
function loginFormsAt(baseUrl: string) {
  return { path: `${basePathOf(baseUrl)}${INTERACTION_PATH}`, isSecure: baseUrl.startsWith('https:') };
}

export function loginPassCookie(baseUrl: string): LoginPassCookie {
  return new LoginPassCookie(loginFormsAt(baseUrl));
}

/** oidc-provider handles only its own errors; this tells the client when to retry. */
function sendUnavailable(ctx: KoaContextWithOIDC, problem: Problem): void {
  ctx.status = problem.status;
  ctx.set({ ...problem.options.headers });
  if (ctx.type === 'application/json') {
    ctx.body = { error: 'temporarily_unavailable', error_description: problem.message };
  }
}

/** Creates the value once, on first use. Retries after a failure. */
function lazy<T>(create: () => Promise<T>): () => Promise<T> {
  let created: Promise<T> | undefined;
  return () => {
    created ??= create().catch((error: unknown) => {
      created = undefined;
      throw error;
    });
    return created;
  };
}

interface ProtocolRoute {
  readonly url: string;
  readonly method: HTTPMethods[];
  /** Per IP address, for endpoints where anyone can make the service store something. */
  readonly perMinuteMax?: number;
}

const PROTOCOL_ROUTES: readonly ProtocolRoute[] = [
  { url: '/.well-known/oauth-authorization-server', method: ['GET', 'OPTIONS'] },
  { url: '/oauth/authorize', method: ['GET'], perMinuteMax: 120 },
  { url: '/oauth/authorize/:uid', method: ['GET'] },
  { url: '/oauth/register', method: ['POST'], perMinuteMax: 30 },
  { url: '/oauth/token', method: ['POST', 'OPTIONS'] },
  { url: '/oauth/revoke', method: ['POST', 'OPTIONS'] },
  { url: '/oauth/introspect', method: ['POST', 'OPTIONS'] },
  { url: '/oauth/jwks', method: ['GET', 'OPTIONS'] },
  { url: '/oauth/logout', method: ['GET'] },
  { url: '/oauth/logout/confirm', method: ['POST'] },
  { url: '/oauth/logout/success', method: ['GET'] },
];

function addProtocol(
  server: HttpServer,
  options: AuthorizationServerOptions,
  started: () => Promise<AuthorizationServer>,
): void {
  const handleProtocol = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { handle } = await started();
    reply.hijack();
    reply.header('content-security-policy', PROTOCOL_POLICY);
    for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value as string);
    Object.assign(request.raw, { baseUrl: basePathOf(options.baseUrl) });
    Object.assign(request.raw.headers, forwardedHeaders(options.baseUrl, request.ip));
    void handle(request.raw, reply.raw);
  };
  server.register(async (scope) => {
    // oidc-provider reads the bodies itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    allowBrowserRegistration(scope);
    for (const { url, method, perMinuteMax } of PROTOCOL_ROUTES) {
      const limit = perMinuteMax && new RateLimit({ max: perMinuteMax, windowMs: 60_000 }, options.clock);
      const onRequest = limit ? [limitByIp(limit)] : [];
      scope.route({ url, method, onRequest, handler: handleProtocol });
    }
  });
}

/** For clients that can't name a resource. What they are allowed is then as if they had named the tool server. */
function addToolsAuthorization(server: HttpServer, { baseUrl, resourceUrls }: AuthorizationServerOptions): void {
  server.get(TOOLS_AUTHORIZATION_PATH, async (request, reply) => {
    const { searchParams } = new URL(request.url, baseUrl);
    if (!searchParams.has('resource')) searchParams.set('resource', resourceUrls.tools);
    return reply.redirect(`${basePathOf(baseUrl)}/oauth/authorize?${searchParams}`, 303);
  });
}

function limitByIp(limit: RateLimit) {
  return async (request: FastifyRequest): Promise<void> => {
    const state = limit.take(networkOf(request.ip));
    if (state.isExceeded) throw tooManyRequests(state, 'Too many requests from this IP address. Wait and try again.');
  };
}

/** CORS for clients in a browser that register themselves: oidc-provider adds it to every endpoint but this one. */
function allowBrowserRegistration(scope: HttpServer): void {
  const url = '/oauth/register';
  scope.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url === url) reply.header('access-control-allow-origin', '*');
  });
  scope.options(url, async (_request, reply) =>
    reply
      .headers({ 'access-control-allow-methods': 'POST', 'access-control-allow-headers': 'content-type' })
      .code(204)
      .send(),
  );
}

/** The headers of a proxy at BASE_URL. They replace what the request itself claims. */
function forwardedHeaders(baseUrl: string, address: string): Record<string, string> {
  const { protocol, host } = new URL(baseUrl);
  return {
    host,
    'x-forwarded-host': host,
    'x-forwarded-proto': protocol.replace(':', ''),
    'x-forwarded-for': address,
  };
}

function addPages(
  server: HttpServer,
  { clock, baseUrl }: AuthorizationServerOptions,
  started: () => Promise<AuthorizationServer>,
): void {
  const singleSignOns = new RateLimit({ max: SINGLE_SIGN_ONS_PER_MINUTE_MAX, windowMs: 60_000 }, clock);
  const onSingleSignOn = { onRequest: [limitByIp(singleSignOns)] };
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_BYTES_MAX },
      (_request, body, done) => done(null, new URLSearchParams(body as string)),
    );
    scope.setErrorHandler(showProblem);
    const path = `${INTERACTION_PATH}/:uid`;
    scope.get(path, async (request, reply) => (await started()).interactions.show(request, reply));
    scope.post(`${path}/login`, async (request, reply) => (await started()).interactions.login(request, reply));
    scope.post(`${path}/consent`, async (request, reply) => (await started()).interactions.consent(request, reply));
    scope.post(`${path}/sso`, onSingleSignOn, async (request, reply) =>
      (await started()).interactions.startSingleSignOn(request, reply),
    );
    scope.get(`${path}/sso`, onSingleSignOn, async (request, reply) =>
      (await started()).interactions.finishSingleSignOn(request, reply),
    );
    // The issuer knows one URL. The cookie of an interaction is only sent to the paths of that interaction.
    scope.get(SINGLE_SIGN_ON_CALLBACK_PATH, async (request, reply) => {
      const { search, searchParams } = new URL(request.url, baseUrl);
      const uid = interactionOfState(searchParams.get('state') ?? '');
      if (uid === '') throw interactionEnded();
      return reply.redirect(`${basePathOf(baseUrl)}${INTERACTION_PATH}/${uid}/sso${search}`, 303);
    });
    scope.post(`${path}/cancel`, async (request, reply) => (await started()).interactions.cancel(request, reply));
  });
}

/** Users see errors as a page. */
function showProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = error instanceof errors.SessionNotFound ? interactionEnded() : problemOf(error);
  if (problem.status >= 500) request.log.error({ err: error }, 'request failed');
  const page = messagePage('Something went wrong', problem.message);
  reply
    .code(problem.status)
    .headers({ ...problem.options.headers, ...pageHeaders(page) })
    .send(renderPage(page));
}

function basePathOf(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/$/, '');
}
