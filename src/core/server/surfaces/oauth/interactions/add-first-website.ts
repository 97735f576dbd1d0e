// The user adds the first website of an account. A login to the dashboard is bound to websites, so there has to be one.
// Why: docs/decisions/logins.md, "The first website is added while logging in".
import type { FastifyReply } from 'fastify';
import { DASHBOARD_CLIENT_ID } from '../../../../contract/access/principal.ts';
import { includesRole } from '../../../../contract/access/role.ts';
import type { Page } from '../../../../foundation/pages/page-layout.ts';
import { pageMessage } from '../../../../foundation/pages/page-problem.ts';
import { Problem } from '../../../../foundation/problem/problem.ts';
import { describeClient } from '../../../../manage/authorization-server/applications/client-description.ts';
import { storeGrant } from '../../../../manage/authorization-server/grants/grants.ts';
import { firstWebsitePage } from '../../../../manage/authorization-server/pages/first-website-page.ts';
import { noAccountPage } from '../../../../manage/authorization-server/pages/no-account-page.ts';
import { noWebsitesPage } from '../../../../manage/authorization-server/pages/no-websites-page.ts';
import { lockUser } from '../../../../manage/authorization-server/users/lock-user.ts';
import {
  accountsWithRole,
  belongsToAccount,
  type NamedAccount,
  websitesOf,
} from '../../../../manage/authorization-server/users/users.ts';
import { createWebsiteOfLogin, type WebsiteRequest } from '../../../../manage/resources/website-creator.ts';
import { cannotAdd, readFirstWebsite } from './first-website-form.ts';
import { createGrant } from './grant.ts';
import {
  findInteractingUser,
  findSubmitted,
  finish,
  formOf,
  type InteractionContext,
  logoutUrl,
  type Started,
  sendPage,
} from './interaction.ts';

/** The same role as create_website requires. */
const ADDING_ROLE = 'editor';

export async function addFirstWebsite(context: InteractionContext): Promise<FastifyReply> {
  const { started, form } = await findSubmitted(context, 'consent');
  const { userId, email } = await findInteractingUser(context, started);
  try {
    const website = readFirstWebsite(form, await accountsToFill(context, started, userId));
    const grantId = await grantFirstWebsite(context, started, userId, website);
    return await finish(context, { consent: { grantId } });
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    const accounts = await accountsToFill(context, started, userId);
    // Somebody has added one meanwhile, the form was sent twice, or the role is another one: show what can be done now.
    if (accounts.length === 0) return context.reply.redirect(formOf(context, started, 'website').path, 303);
    context.reply.code(error.status);
    return sendPage(
      context,
      createFirstWebsitePage(context, started, email, accounts, form, pageMessage(error, started.t)),
    );
  }
}

/** Shows a user without websites what they can do. */
export async function pageWithoutWebsites(
  context: InteractionContext,
  started: Started,
  userId: number,
  email: string,
): Promise<Page> {
  const { database, basePath } = context;
  const form = { ...formOf(context, started, 'consent'), logoutUrl: logoutUrl(context), email };
  if (!(await belongsToAccount(database, userId))) return noAccountPage(form, started.t);
  const accounts = await accountsToFill(context, started, userId);
  if (accounts.length > 0) return createFirstWebsitePage(context, started, email, accounts, new URLSearchParams());
  const page = {
    ...form,
    client: describeClient(started.client, started.redirectUri),
    canAddWebsite: (await accountsWithRole(database, userId, ADDING_ROLE)).length > 0,
    dashboardUrl: `${basePath}/`,
  };
  return noWebsitesPage(page, started.t);
}

/**
 * Returns the accounts in which the user may add the first website. This is possible only in the dashboard, and only while the user has no
 * website.
 */
async function accountsToFill(
  { database }: InteractionContext,
  { client }: Started,
  userId: number,
): Promise<NamedAccount[]> {
  if (client.clientId !== DASHBOARD_CLIENT_ID || (await websitesOf(database, userId)).length > 0) return [];
  return accountsWithRole(database, userId, ADDING_ROLE);
}

async function grantFirstWebsite(
  context: InteractionContext,
  started: Started,
  userId: number,
  website: WebsiteRequest,
): Promise<string> {
  const { database, clock } = context;
  const grantId = await createGrant(context, started, userId, started.scopes);
  const { name } = describeClient(started.client, started.redirectUri);
  await database.transaction(async (tx) => {
    const addToLogin = async (websiteId: number) => {
      await lockUser(tx, userId);
      // The user may have been removed meanwhile, got another role, or sent the form twice.
      const [own, ...others] = await websitesOf(tx, userId);
      if (!own || others.length > 0 || !includesRole(own.role, ADDING_ROLE)) throw cannotAdd();
      await storeGrant(tx, grantId, { name, websiteIds: [websiteId] });
    };
    await createWebsiteOfLogin(tx, website, { actor: { userId, via: 'dashboard' }, clock, addToLogin });
  });
  return grantId;
}

function createFirstWebsitePage(
  context: InteractionContext,
  started: Started,
  email: string,
  accounts: readonly NamedAccount[],
  filled: URLSearchParams,
  error?: string,
): Page {
  const form = { ...formOf(context, started, 'website'), logoutUrl: logoutUrl(context), email };
  return firstWebsitePage({ ...form, accounts, filled, ...(error !== undefined && { error }) }, started.t);
}
