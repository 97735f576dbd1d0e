// Shows the page that the interaction is at: log in, add the first website, or choose websites and consent.
import type { FastifyReply } from 'fastify';
import { DASHBOARD_CLIENT_ID } from '../../../../contract/access/principal.ts';
import type { OwnWebsite } from '../../../../manage/authorization-server/users/users.ts';
import { pageWithoutWebsites } from './add-first-website.ts';
import { createConsentPage } from './consent.ts';
import { allowedScopes, createGrant, storeConsent } from './grant.ts';
import {
  findInteractingUser,
  findStarted,
  finish,
  type InteractionContext,
  type Started,
  sendPage,
} from './interaction.ts';
import { createLoginPage } from './login.ts';
import { loginByPass } from './login-by-pass.ts';

export async function show(context: InteractionContext): Promise<FastifyReply> {
  const started = await findStarted(context);
  if (started.interaction.prompt.name === 'login') {
    return (await loginByPass(context, started)) ?? sendPage(context, createLoginPage(context, started));
  }
  if (started.scopes.length === 0) {
    const result = { error: 'invalid_scope', error_description: 'no scope of this resource was requested' };
    return finish(context, result);
  }
  const { userId, email, websites } = await findInteractingUser(context, started);
  if (websites.length === 0) return sendPage(context, await pageWithoutWebsites(context, started, userId, email));
  if (started.client.clientId === DASHBOARD_CLIENT_ID) return openDashboard(context, started, userId, websites);
  if (allowedScopes(started, websites).length === 0) {
    const result = { error: 'access_denied', error_description: 'the role of the user allows none of the scopes' };
    return finish(context, result);
  }
  const all = new Set(websites.map(({ id }) => id));
  return sendPage(context, createConsentPage(context, started, email, websites, all));
}

/** The dashboard is part of the service: its user is asked for nothing, and gets all their websites. */
async function openDashboard(
  context: InteractionContext,
  started: Started,
  userId: number,
  websites: readonly OwnWebsite[],
): Promise<FastifyReply> {
  const { scopes } = started;
  const grantId = await createGrant(context, started, userId, scopes);
  await storeConsent(context, started, userId, { grantId, websiteIds: websites.map(({ id }) => id), scopes });
  return finish(context, { consent: { grantId } });
}
