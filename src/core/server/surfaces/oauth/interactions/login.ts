// The user logs in with a password.
// Why: docs/decisions/logins.md, "One page to log in".
import type { FastifyReply } from 'fastify';
import { DASHBOARD_CLIENT_ID } from '../../../../contract/access/principal.ts';
import { type RateLimitState, rateLimitHeaders } from '../../../../contract/access/rate-limit.ts';
import { normalizedEmail } from '../../../../foundation/mail/email-address.ts';
import type { Page } from '../../../../foundation/pages/page-layout.ts';
import { browserLanguage } from '../../../../foundation/text/accept-language.ts';
import { describeClient } from '../../../../manage/authorization-server/applications/client-description.ts';
import { passwordVersion } from '../../../../manage/authorization-server/logins/session-store.ts';
import { loginPage } from '../../../../manage/authorization-server/pages/login-page.ts';
import { findByPassword, PASSWORD_LENGTH_MAX } from '../../../../manage/authorization-server/users/users.ts';
import {
  findSubmitted,
  finish,
  formOf,
  type InteractionContext,
  requirePasswordLogin,
  type Started,
  sendPage,
} from './interaction.ts';

export async function login(context: InteractionContext): Promise<FastifyReply> {
  const { database, loginAttempts, knownDevices, signIns, request, reply } = context;
  const { started, form } = await findSubmitted(context, 'login');
  requirePasswordLogin(context);
  const email = normalizedEmail(form.get('email') ?? '');
  const password = (form.get('password') ?? '').slice(0, PASSWORD_LENGTH_MAX + 1);

  const deviceId = knownDevices.find(request.headers.cookie, email);
  const attempt = { email, ipAddress: request.ip, ...(deviceId !== undefined && { deviceId }) };
  const exceeded = loginAttempts.take(attempt);
  if (exceeded) return refuseFurtherAttempts(context, started, email, exceeded);
  const user = await findByPassword(database, email, password);
  if (!user) return refusePassword(context, started, email);
  loginAttempts.succeeded(attempt);
  await signIns.succeeded(user.id, started.client.clientId, browserLanguage(request.headers['accept-language']));
  reply.header('set-cookie', knownDevices.cookie(email, deviceId));
  return finish(context, {
    login: { accountId: String(user.id), passwordVersion: passwordVersion(user.passwordHash) },
  });
}

function refuseFurtherAttempts(
  context: InteractionContext,
  started: Started,
  email: string,
  exceeded: RateLimitState,
): FastifyReply {
  const minutes = Math.ceil(exceeded.resetSeconds / 60);
  context.reply.code(429).headers({ ...rateLimitHeaders(exceeded), 'retry-after': String(exceeded.resetSeconds) });
  const error = started.t('pages.tooManyAttempts', { minutes });
  return sendPage(context, createLoginPage(context, started, email, error));
}

function refusePassword(context: InteractionContext, started: Started, email: string): FastifyReply {
  const { reply, request, signIns } = context;
  reply.raw.once('close', () => {
    signIns
      .failed(email, started.client.clientId)
      .catch((error: unknown) => request.log.error({ err: error }, 'a failed sign-in could not be recorded'));
  });
  reply.code(422);
  return sendPage(context, createLoginPage(context, started, email, started.t('pages.loginRefused')));
}

export function createLoginPage(context: InteractionContext, started: Started, email?: string, error?: string): Page {
  const { loginButtons, passwordLogin } = context;
  const form = formOf(context, started, 'login');
  const page = {
    ...form,
    offersPassword: passwordLogin,
    otherLogins: loginButtons.map(({ name, path }) => ({ name, action: `${form.path}${path}` })),
    forgottenPasswordUrl: `${form.path}/forgotten-password`,
    ...(started.client.clientId !== DASHBOARD_CLIENT_ID && {
      clientName: describeClient(started.client, started.redirectUri).name,
    }),
    ...(email !== undefined && { email }),
    ...(error !== undefined && { error }),
  };
  return loginPage(page, started.t);
}
