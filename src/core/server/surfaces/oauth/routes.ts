// The routes of the authorization server: the protocol endpoints, which oidc-provider handles, and the login and consent pages.
import type { FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { limitPerMinute, networkOf, type RateLimit, tooManyRequests } from '../../../contract/access/rate-limit.ts';
import { secretHash } from '../../../contract/access/secret-hash.ts';
import { lazy } from '../../../foundation/calls/lazy.ts';
import { pageHeaders, renderPage } from '../../../foundation/pages/page-layout.ts';
import { pageMessage } from '../../../foundation/pages/page-problem.ts';
import { textsForBrowser } from '../../../foundation/text/translators.ts';
import type { IntrospectionClient } from '../../../manage/authorization-server/applications/clients.ts';
import { TOOLS_AUTHORIZATION_PATH } from '../../../manage/authorization-server/grants/metadata.ts';
import { problemPage } from '../../../manage/authorization-server/pages/provider-pages.ts';
import { logFailure, problemOf } from '../http/errors.ts';
import type { HttpServer } from '../http/server.ts';
import type { AddedLogin, LoginPages } from './added-login.ts';
import type { AuthorizationServer, AuthorizationServerOptions } from './authorization-server.ts';
import { interactionEnded } from './interactions/interaction-ended.ts';
import { basePathOf, INTERACTION_PATH } from './interactions/interaction-urls.ts';
import type { InteractionName } from './interactions/interactions.ts';

const FORM_BYTES_MAX = 64 * 1024;
/** Each one makes the service call another server. */
const ADDED_LOGINS_PER_MINUTE_MAX = 60;
/** `script-src` is empty: for a form that submits itself, oidc-provider adds the hash of its script. */
const PROTOCOL_POLICY = "default-src 'none'; script-src; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

export function addAuthorizationServer(server: HttpServer, options: AuthorizationServerOptions): void {
  // The authorization server is started on first use, so that the service starts even if the database schema is not up to date yet. Its
  // code is also loaded only then: this is a quarter of what the whole program loads, and many nodes never need it.
  const started = lazy(async () => {
    const { startAuthorizationServer } = await import('./authorization-server.ts');
    return startAuthorizationServer(server, options);
  });
  addProtocol(server, options, started);
  addToolsAuthorization(server, options);
  addPages(server, options, started);
}

interface ProtocolRoute {
  readonly url: string;
  readonly method: HTTPMethods[];
  /** The limit per IP address, for endpoints where anyone can make the service store something. */
  readonly perMinuteMax?: number;
  /** The resource server of the operator may call it without limit. */
  readonly isForIntrospection?: true;
}

const PROTOCOL_ROUTES: readonly ProtocolRoute[] = [
  { url: '/.well-known/oauth-authorization-server', method: ['GET', 'OPTIONS'] },
  { url: '/oauth/authorize', method: ['GET'], perMinuteMax: 120 },
  { url: '/oauth/authorize/:uid', method: ['GET'] },
  { url: '/oauth/register', method: ['POST'], perMinuteMax: 30 },
  { url: '/oauth/token', method: ['POST', 'OPTIONS'] },
  { url: '/oauth/revoke', method: ['POST', 'OPTIONS'] },
  { url: '/oauth/introspect', method: ['POST', 'OPTIONS'], isForIntrospection: true },
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
    const tellErrorCode = (code: string) => {
      reply.problemCode = code;
    };
    Object.assign(request.raw, { baseUrl: basePathOf(options.baseUrl), tellErrorCode });
    Object.assign(request.raw.headers, forwardedHeaders(options.baseUrl, request.ip));
    void handle(request.raw, reply.raw);
  };
  const limitedBy = (request: FastifyRequest) => isIntrospectionClient(request, options.introspectionClient);
  server.register(async (scope) => {
    // oidc-provider reads the bodies itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    allowBrowserRegistration(scope);
    for (const { url, method, perMinuteMax, isForIntrospection } of PROTOCOL_ROUTES) {
      const limit = perMinuteMax && limitPerMinute(perMinuteMax, options.clock);
      const onRequest = limit ? [limitByIp(limit)] : [];
      scope.route({ url, method, onRequest, handler: handleProtocol, config: isForIntrospection ? { limitedBy } : {} });
    }
  });
}

/** Anybody else, such as a client that has registered itself, is a stranger here: its authentication is work, too. */
function isIntrospectionClient({ headers }: FastifyRequest, client: IntrospectionClient | undefined): boolean {
  if (client === undefined) return false;
  const credentials = [client.id, client.secret].map(encodeURIComponent).join(':');
  const expected = `Basic ${Buffer.from(credentials).toString('base64')}`;
  // Hashes are compared, so that the time of the comparison tells nothing about the secret.
  return secretHash(headers.authorization ?? '') === secretHash(expected);
}

/** This path is for clients that can't name a resource. They are treated as if they had named the tool server. */
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

/** Adds CORS for clients in a browser that register themselves. oidc-provider adds it to every endpoint but this one. */
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

/** Returns the headers that a proxy at BASE_URL would send. They replace what the request itself says. */
function forwardedHeaders(baseUrl: string, address: string): Record<string, string> {
  const { protocol, host } = new URL(baseUrl);
  return {
    host,
    'x-forwarded-host': host,
    'x-forwarded-proto': protocol.replace(':', ''),
    'x-forwarded-for': address,
  };
}

interface InteractionRoute {
  /** The rest of the path, below that of the interaction. */
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly interaction: InteractionName;
}

const INTERACTION_ROUTES: readonly InteractionRoute[] = [
  { path: '', method: 'GET', interaction: 'show' },
  { path: '/login', method: 'POST', interaction: 'login' },
  { path: '/forgotten-password', method: 'GET', interaction: 'showForgottenPassword' },
  { path: '/forgotten-password', method: 'POST', interaction: 'mailResetLink' },
  { path: '/consent', method: 'POST', interaction: 'consent' },
  { path: '/website', method: 'POST', interaction: 'addFirstWebsite' },
  { path: '/cancel', method: 'POST', interaction: 'cancel' },
];

function addPages(
  server: HttpServer,
  { clock, baseUrl, logins }: AuthorizationServerOptions,
  started: () => Promise<AuthorizationServer>,
): void {
  const addedLogins = limitByIp(limitPerMinute(ADDED_LOGINS_PER_MINUTE_MAX, clock));
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_BYTES_MAX },
      (_request, body, done) => done(null, new URLSearchParams(body as string)),
    );
    scope.setErrorHandler((error, request, reply) => showProblem(error, request, reply, `${basePathOf(baseUrl)}/`));
    for (const { path, method, interaction } of INTERACTION_ROUTES) {
      scope.route({
        url: `${INTERACTION_PATH}/:uid${path}`,
        method,
        handler: async (request, reply) => (await started()).interact(interaction, request, reply),
      });
    }
    for (const login of logins) addLogin(scope, login, baseUrl, addedLogins, started);
  });
}

function addLogin(
  scope: HttpServer,
  login: AddedLogin,
  baseUrl: string,
  limit: ReturnType<typeof limitByIp>,
  started: () => Promise<AuthorizationServer>,
): void {
  const url = `${INTERACTION_PATH}/:uid${login.path}`;
  const logIn = (step: keyof LoginPages) => async (request: FastifyRequest, reply: FastifyReply) =>
    (await started()).logIn(login, step, request, reply);
  scope.post(url, { onRequest: [limit] }, logIn('start'));
  scope.get(url, { onRequest: [limit] }, logIn('finish'));
  scope.get(login.callbackPath, async (request, reply) => {
    const { search, searchParams } = new URL(request.url, baseUrl);
    const uid = login.interactionOf(searchParams);
    if (uid === '') throw interactionEnded();
    return reply.redirect(`${basePathOf(baseUrl)}${INTERACTION_PATH}/${uid}${login.path}${search}`, 303);
  });
}

/** Users see errors as a page, with a way out. */
function showProblem(error: unknown, request: FastifyRequest, reply: FastifyReply, dashboardUrl: string): void {
  const problem = problemOf(error);
  if (problem.status >= 500) logFailure(request.log, error, 'request failed');
  const t = textsForBrowser(request.headers['accept-language']);
  const page = problemPage(pageMessage(problem, t), dashboardUrl, t);
  reply.problemCode = problem.options.code;
  reply
    .code(problem.status)
    .headers({ ...problem.options.headers, ...pageHeaders(page) })
    .send(renderPage(page));
}
