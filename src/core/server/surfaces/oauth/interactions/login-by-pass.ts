// Logs in the user who has just set up the service, accepted an invitation or reset the password: the browser has a cookie with a login
// pass.
import type { FastifyReply } from 'fastify';
import { DASHBOARD_CLIENT_ID } from '../../../../contract/access/principal.ts';
import { browserLanguage } from '../../../../foundation/text/accept-language.ts';
import { takeLoginPass } from '../../../../manage/authorization-server/links/login-passes.ts';
import { findUser } from '../../../../manage/authorization-server/users/users.ts';
import { finish, type InteractionContext, type Started } from './interaction.ts';

/** A pass logs in only to the dashboard, because another client has to be authorized by its user. */
export async function loginByPass(context: InteractionContext, started: Started): Promise<FastifyReply | undefined> {
  const { database, clock, loginPassCookie, signIns, request, reply } = context;
  const secret = loginPassCookie.secretIn(request.headers.cookie);
  const { clientId } = started.client;
  if (secret === undefined || clientId !== DASHBOARD_CLIENT_ID) return undefined;
  reply.header('set-cookie', loginPassCookie.removal);
  const userId = await takeLoginPass(database, secret, clock);
  if (userId === undefined || !(await findUser(database, userId))) return undefined;
  await signIns.succeeded(userId, clientId, browserLanguage(request.headers['accept-language']));
  return finish(context, { login: { accountId: String(userId) } });
}
