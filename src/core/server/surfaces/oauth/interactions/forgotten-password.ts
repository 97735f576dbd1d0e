// The user has forgotten the password: asks for the email address, and mails a link there. Where no mail server is set up, it says whom to
// ask instead.
import type { FastifyReply } from 'fastify';
import { rateLimitHeaders } from '../../../../contract/access/rate-limit.ts';
import { isEmailAddress, normalizedEmail } from '../../../../foundation/mail/email-address.ts';
import {
  askForResetLinkPage,
  forgottenPasswordPage,
  resetLinkSentPage,
} from '../../../../manage/authorization-server/pages/forgotten-password-page.ts';
import {
  findStarted,
  findSubmitted,
  formOf,
  type InteractionContext,
  requirePasswordLogin,
  type Started,
  sendPage,
} from './interaction.ts';

export async function showForgottenPassword(context: InteractionContext): Promise<FastifyReply> {
  const started = await findStarted(context);
  requirePasswordLogin(context);
  return sendPage(context, createPage(context, started));
}

export async function mailResetLink(context: InteractionContext): Promise<FastifyReply> {
  const { forgottenPasswords, request, reply } = context;
  const { started, form } = await findSubmitted(context, 'login');
  requirePasswordLogin(context);
  const email = normalizedEmail(form.get('email') ?? '');
  if (!isEmailAddress(email)) {
    reply.code(422);
    return sendPage(context, createPage(context, started, { email, error: started.t('pages.enterValidEmail') }));
  }
  const exceeded = forgottenPasswords.take(email, request.ip);
  if (exceeded) {
    reply.code(429).headers({ ...rateLimitHeaders(exceeded), 'retry-after': String(exceeded.resetSeconds) });
    const error = started.t('pages.tooManyEmails');
    return sendPage(context, createPage(context, started, { email, error }));
  }
  reply.raw.once('close', () => forgottenPasswords.mailLink(email, started.t));
  return sendPage(context, resetLinkSentPage({ path: formOf(context, started, 'login').path, email }, started.t));
}

function createPage(
  context: InteractionContext,
  started: Started,
  entered: { readonly email?: string; readonly error?: string } = {},
) {
  const form = formOf(context, started, 'forgotten-password');
  return context.forgottenPasswords.canMail
    ? forgottenPasswordPage({ ...form, ...entered }, started.t)
    : askForResetLinkPage(form, started.t);
}
