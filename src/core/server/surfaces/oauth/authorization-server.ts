// The authorization server itself: oidc-provider with its storage, and the interactions with users.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Policies } from '../../../contract/operations/policies.ts';
import type { Database } from '../../../foundation/database/database.ts';
import { createGuardedFetch, type GuardedFetch } from '../../../foundation/fetch/guarded-fetch.ts';
import { Problem } from '../../../foundation/problem/problem.ts';
import type { Clock } from '../../../foundation/time/clock.ts';
import type { AddedGrant } from '../../../manage/authorization-server/applications/added-grant.ts';
import type { IntrospectionClient } from '../../../manage/authorization-server/applications/clients.ts';
import { createProvider, type LoadedGrant } from '../../../manage/authorization-server/applications/provider.ts';
import { type AuthorizationKeys, derivedKey, loadKeys } from '../../../manage/authorization-server/grants/keys.ts';
import type { ForgottenPasswords } from '../../../manage/authorization-server/links/forgotten-passwords.ts';
import type { LoginAttempts } from '../../../manage/authorization-server/links/login-attempts.ts';
import { KnownDevices } from '../../../manage/authorization-server/logins/known-devices.ts';
import { SignIns } from '../../../manage/authorization-server/logins/sign-ins.ts';
import { logFailure } from '../http/errors.ts';
import type { HttpServer } from '../http/server.ts';
import type { AddedLogin, LoginPages } from './added-login.ts';
import { FormTokens } from './interactions/form-token.ts';
import type { InteractionDependencies } from './interactions/interaction.ts';
import { basePathOf, loginFormsAt } from './interactions/interaction-urls.ts';
import { INTERACTIONS, type InteractionName } from './interactions/interactions.ts';
import { loginPassCookie } from './interactions/login-pass-cookie.ts';

export interface AuthorizationServerOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly loginAttempts: LoginAttempts;
  readonly forgottenPasswords: ForgottenPasswords;
  readonly baseUrl: string;
  readonly resourceUrls: { readonly rest: string; readonly tools: string };
  readonly introspectionClient?: IntrospectionClient;
  readonly fetch?: GuardedFetch;
  readonly accessTokenHours: number;
  readonly policies: Policies;
  /** undefined: people log in with a password. */
  readonly loginOnlyWith?: string | undefined;
  readonly logins: readonly AddedLogin[];
  readonly grants: readonly AddedGrant[];
}

export interface AuthorizationServer {
  /** oidc-provider's request handler. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  interact(name: InteractionName, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  logIn(login: AddedLogin, step: keyof LoginPages, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

export async function startAuthorizationServer(
  server: HttpServer,
  options: AuthorizationServerOptions,
): Promise<AuthorizationServer> {
  const keys = await loadKeys(options.database, options.clock);
  const { log } = server;
  const grants = await Promise.all(options.grants.map(loadGrant));
  const pages = await loadPages(options, keys, log);
  const authorization = createProvider({ fetch: createGuardedFetch(), ...options, keys, grants, log });
  const logError = (error: unknown) => logFailure(server.log, error, 'authorization server error');
  authorization.provider.onerror = logError;
  authorization.provider.on('server_error', (ctx: KoaContextWithOIDC, error: Error) => {
    logError(error);
    if (error instanceof Problem) sendUnavailable(ctx, error);
  });
  const dependencies: InteractionDependencies = {
    ...authorization,
    database: options.database,
    formTokens: new FormTokens(keys.formKey),
    loginAttempts: options.loginAttempts,
    forgottenPasswords: options.forgottenPasswords,
    knownDevices: new KnownDevices({ key: keys.deviceKey, ...loginFormsAt(options.baseUrl) }),
    loginPassCookie: loginPassCookie(options.baseUrl),
    signIns: new SignIns(options.database, options.clock),
    clock: options.clock,
    loginButtons: options.logins.flatMap(({ button }) => button ?? []),
    passwordLogin: options.loginOnlyWith === undefined,
    basePath: basePathOf(options.baseUrl),
    policies: options.policies,
  };
  return {
    handle: authorization.provider.callback(),
    interact: (name, request, reply) => INTERACTIONS[name]({ ...dependencies, request, reply }),
    logIn: (login, step, request, reply) => pages.get(login)![step]({ ...dependencies, request, reply }),
  };
}

async function loadGrant({ type, profile, load }: AddedGrant): Promise<LoadedGrant> {
  return { type, profile, accept: await load() };
}

async function loadPages(
  { logins, database, clock, baseUrl }: AuthorizationServerOptions,
  { cookieKey }: AuthorizationKeys,
  log: HttpServer['log'],
): Promise<ReadonlyMap<AddedLogin, LoginPages>> {
  const deriveKey = (purpose: string) => derivedKey(cookieKey, purpose);
  const options = { database, clock, baseUrl, deriveKey, log };
  return new Map(await Promise.all(logins.map(async (login) => [login, await login.load(options)] as const)));
}

/** Tells the client when to retry, because oidc-provider handles only its own errors. */
function sendUnavailable(ctx: KoaContextWithOIDC, problem: Problem): void {
  ctx.status = problem.status;
  ctx.set({ ...problem.options.headers });
  if (ctx.type === 'application/json') {
    ctx.body = { error: 'temporarily_unavailable', error_description: problem.message };
  }
}
