// What all interactions share: the interaction that a request belongs to, its form, its user, and how it ends.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Client, errors, type InteractionResults, type Provider } from 'oidc-provider';
import type { Translate } from '../../../../../../languages/translate.ts';
import type { Scope } from '../../../../contract/access/principal.ts';
import type { Policies } from '../../../../contract/operations/policies.ts';
import type { Database } from '../../../../foundation/database/database.ts';
import { type Page, pageHeaders, policySources, renderPage } from '../../../../foundation/pages/page-layout.ts';
import { PageProblem } from '../../../../foundation/pages/page-problem.ts';
import { textsForBrowser } from '../../../../foundation/text/translators.ts';
import type { Clock } from '../../../../foundation/time/clock.ts';
import type {
  ProtectedResource,
  ProtectedResources,
} from '../../../../manage/authorization-server/grants/resources.ts';
import type { ForgottenPasswords } from '../../../../manage/authorization-server/links/forgotten-passwords.ts';
import type { LoginAttempts } from '../../../../manage/authorization-server/links/login-attempts.ts';
import type { KnownDevices } from '../../../../manage/authorization-server/logins/known-devices.ts';
import type { SignIns } from '../../../../manage/authorization-server/logins/sign-ins.ts';
import { findUser, type OwnWebsite, websitesOf } from '../../../../manage/authorization-server/users/users.ts';
import type { FormTokens } from './form-token.ts';
import { interactionEnded } from './interaction-ended.ts';
import type { LoginPassCookie } from './login-pass-cookie.ts';

export interface InteractionDependencies {
  readonly provider: Provider;
  readonly resources: ProtectedResources;
  readonly database: Database;
  readonly formTokens: FormTokens;
  readonly loginAttempts: LoginAttempts;
  readonly forgottenPasswords: ForgottenPasswords;
  readonly knownDevices: KnownDevices;
  readonly signIns: SignIns;
  readonly clock: Clock;
  readonly loginButtons: readonly LoginButton[];
  readonly passwordLogin: boolean;
  readonly loginPassCookie: LoginPassCookie;
  /** The path of BASE_URL, usually empty. */
  readonly basePath: string;
  readonly policies: Policies;
}

/** Where the login page leads besides its own form. */
export interface LoginButton {
  readonly name: string;
  /** It follows the path of the interaction. */
  readonly path: string;
}

/** What an interaction is given to answer a request. */
export interface InteractionContext extends InteractionDependencies {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** An interaction that has begun, with its client and the requested resource and scopes. */
export interface Started {
  readonly interaction: Awaited<ReturnType<Provider['interactionDetails']>>;
  readonly client: Client;
  readonly redirectUri: string;
  readonly resource: ProtectedResource;
  readonly scopes: readonly Scope[];
  /** The texts of its pages, in the language that the client or else the browser asks for. */
  readonly t: Translate;
}

interface InteractingUser {
  readonly userId: number;
  readonly email: string;
  readonly websites: readonly OwnWebsite[];
}

/** Throws if the browser has no cookie for this interaction, or if it has ended. */
export async function findStarted({ provider, resources, request, reply }: InteractionContext): Promise<Started> {
  const interaction = await unlessEnded(provider.interactionDetails(request.raw, reply.raw));
  const { uid } = request.params as { uid: string };
  const { client_id: clientId, redirect_uri: redirectUri, scope = '', resource: url, ui_locales } = interaction.params;
  const client = await provider.Client.find(String(clientId));
  const resource = resources.find(url);
  if (interaction.uid !== uid || !client || !resource) throw interactionEnded();
  const requested = new Set(String(scope).split(' '));
  const scopes = resource.scopes.filter((known) => requested.has(known));
  const t = textsForBrowser(request.headers['accept-language'], ui_locales);
  return { interaction, client, redirectUri: String(redirectUri), resource, scopes, t };
}

/** The interaction and the form that was sent. Throws if another page sent it, or if the interaction is not at this prompt. */
export async function findSubmitted(context: InteractionContext, prompt?: 'login' | 'consent') {
  const started = await findStarted(context);
  const { body } = context.request;
  const form = body instanceof URLSearchParams ? body : new URLSearchParams();
  if (!context.formTokens.isValid(started.interaction.uid, form.get('form_token') ?? '')) {
    throw new PageProblem(403, (t) => t('pages.formFromElsewhere'));
  }
  if (prompt !== undefined && started.interaction.prompt.name !== prompt) throw interactionEnded();
  return { started, form };
}

/** The user who has logged in. */
export async function findInteractingUser(
  { database }: InteractionContext,
  { interaction }: Started,
): Promise<InteractingUser> {
  const userId = Number(interaction.session?.accountId);
  const user = await findUser(database, userId);
  if (!user) throw interactionEnded();
  return { userId, email: user.email, websites: await websitesOf(database, userId) };
}

export function requirePasswordLogin({ passwordLogin }: InteractionContext): void {
  if (!passwordLogin) throw new PageProblem(403, (t) => t('pages.passwordsOff'));
}

/** Gives the result to oidc-provider, and sends the browser where oidc-provider says. */
export async function finish(
  { provider, request, reply }: InteractionContext,
  result: InteractionResults,
): Promise<FastifyReply> {
  const next = await unlessEnded(provider.interactionResult(request.raw, reply.raw, result));
  return reply.header('cache-control', 'no-store').redirect(next, 303);
}

export function sendPage({ reply }: InteractionContext, page: Page): FastifyReply {
  return reply.headers(pageHeaders(page)).send(renderPage(page));
}

/** What the form of a page needs. */
export function formOf(
  { basePath, formTokens }: InteractionContext,
  { interaction: { uid }, redirectUri }: Started,
  step: 'login' | 'forgotten-password' | 'consent' | 'website',
) {
  const path = `${basePath}/oauth/interaction/${uid}`;
  return {
    path,
    action: `${path}/${step}`,
    cancelAction: `${path}/cancel`,
    formToken: formTokens.create(uid),
    leadsTo: policySources(redirectUri),
  };
}

export function logoutUrl({ basePath }: InteractionContext): string {
  return `${basePath}/oauth/logout`;
}

/** oidc-provider calls it a session that was not found. */
async function unlessEnded<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof errors.SessionNotFound ? interactionEnded() : error;
  }
}
