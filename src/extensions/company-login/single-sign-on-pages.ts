// The user logs in with single sign-on: the browser goes to the issuer and comes back.
import type { FastifyReply } from 'fastify';
import { PageProblem } from '../../core/foundation/pages/page-problem.ts';
import { browserLanguage } from '../../core/foundation/text/accept-language.ts';
import type { LoginPages } from '../../core/server/surfaces/oauth/added-login.ts';
import {
  findStarted,
  findSubmitted,
  finish,
  type InteractionContext,
  type Started,
  sendPage,
} from '../../core/server/surfaces/oauth/interactions/interaction.ts';
import { interactionEnded } from '../../core/server/surfaces/oauth/interactions/interaction-ended.ts';
import { createLoginPage } from '../../core/server/surfaces/oauth/interactions/login.ts';
import { type SingleSignOn, SingleSignOnError } from './single-sign-on.ts';

/** undefined: no issuer is configured, so nobody can log in at one. */
export function singleSignOnPages(singleSignOn: SingleSignOn | undefined): LoginPages {
  return {
    start: (context) => startSingleSignOn(context, singleSignOn),
    finish: (context) => finishSingleSignOn(context, singleSignOn),
  };
}

/** Sends the browser to the issuer. */
async function startSingleSignOn(
  context: InteractionContext,
  configured: SingleSignOn | undefined,
): Promise<FastifyReply> {
  const { started } = await findSubmitted(context, 'login');
  return orLoginPage(context, started, configured, async (singleSignOn) => {
    const url = await singleSignOn.start(started.interaction.uid);
    return context.reply.header('cache-control', 'no-store').redirect(url, 303);
  });
}

/** The browser is back from the issuer. */
async function finishSingleSignOn(
  context: InteractionContext,
  configured: SingleSignOn | undefined,
): Promise<FastifyReply> {
  const started = await findStarted(context);
  if (started.interaction.prompt.name !== 'login') throw interactionEnded();
  const { searchParams } = new URL(context.request.url, 'http://host');
  return orLoginPage(context, started, configured, async (singleSignOn) => {
    const language = browserLanguage(context.request.headers['accept-language']);
    const user = await singleSignOn.finish(started.interaction.uid, searchParams);
    await context.signIns.succeeded(user.id, started.client.clientId, language);
    return finish(context, { login: { accountId: String(user.id) } });
  });
}

/** Whatever goes wrong at the issuer is told on the login page, where the user can try again. */
async function orLoginPage(
  context: InteractionContext,
  started: Started,
  singleSignOn: SingleSignOn | undefined,
  work: (singleSignOn: SingleSignOn) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  if (!singleSignOn) throw new PageProblem(404, (t) => t('pages.noSingleSignOn'));
  try {
    return await work(singleSignOn);
  } catch (error) {
    if (!(error instanceof SingleSignOnError)) throw error;
    context.reply.code(error.status);
    return sendPage(context, createLoginPage(context, started, undefined, error.say(started.t)));
  }
}
