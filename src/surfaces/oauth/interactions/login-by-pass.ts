// Logs in the user who has just set up the service: the browser has a cookie with a login pass.
import type { FastifyReply } from 'fastify';
import { DASHBOARD_CLIENT_ID } from '../../../access/principal.ts';
import { takeLoginPass } from '../../../authorization-server/login-passes.ts';
import { websitesOf } from '../../../authorization-server/users.ts';
import { createGrant, storeConsent } from './grant.ts';
import { finish, type InteractionContext, type Started } from './interaction.ts';

/** A pass logs in only to the dashboard, with all websites, because another client has to be authorized by its user. */
export async function loginByPass(context: InteractionContext, started: Started): Promise<FastifyReply | undefined> {
  const { database, clock, loginPassCookie, signIns, request, reply } = context;
  const secret = loginPassCookie.secretIn(request.headers.cookie);
  const { clientId } = started.client;
  if (secret === undefined || clientId !== DASHBOARD_CLIENT_ID) return undefined;
  reply.header('set-cookie', loginPassCookie.removal);
  const userId = await takeLoginPass(database, secret, clock);
  if (userId === undefined) return undefined;
  const websites = await websitesOf(database, userId);
  const { scopes } = started;
  if (websites.length === 0 || scopes.length === 0) return undefined;
  const grantId = await createGrant(context, started, userId, scopes);
  await storeConsent(context, started, userId, { grantId, websiteIds: websites.map(({ id }) => id), scopes });
  await signIns.succeeded(userId, clientId);
  return finish(context, { login: { accountId: String(userId) }, consent: { grantId } });
}
