// The user chooses websites and allows the client to use them.
// Why: docs/decisions/tokens.md, "Consent is asked for each time".
import type { FastifyReply } from 'fastify';
import type { Page } from '../../../../foundation/pages/page-layout.ts';
import { PageProblem } from '../../../../foundation/pages/page-problem.ts';
import { describeClient } from '../../../../manage/authorization-server/applications/client-description.ts';
import { consentPage } from '../../../../manage/authorization-server/pages/consent-page.ts';
import type { OwnWebsite } from '../../../../manage/authorization-server/users/users.ts';
import { pageWithoutWebsites } from './add-first-website.ts';
import { allowedScopes, createGrant, storeConsent } from './grant.ts';
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

export async function consent(context: InteractionContext): Promise<FastifyReply> {
  const { started, form } = await findSubmitted(context, 'consent');
  const { userId, email, websites } = await findInteractingUser(context, started);
  if (websites.length === 0) return sendPage(context, await pageWithoutWebsites(context, started, userId, email));
  const chosen = new Set(form.getAll('website').map(Number));
  const own = new Set(websites.map(({ id }) => id));
  // The page offers only the user's own websites, so a form with others was tampered with.
  if ([...chosen].some((id) => !own.has(id))) throw new PageProblem(403, (t) => t('pages.foreignWebsite'));
  const askAgain = (error: string) => {
    context.reply.code(422);
    return sendPage(context, createConsentPage(context, started, email, websites, chosen, error));
  };
  if (chosen.size === 0) return askAgain(started.t('pages.chooseWebsite'));
  const scopes = allowedScopes(
    started,
    websites.filter(({ id }) => chosen.has(id)),
  );
  if (scopes.length === 0) {
    return askAgain(started.t('pages.nothingAllowed'));
  }
  const grantId = await createGrant(context, started, userId, scopes);
  await storeConsent(context, started, userId, { grantId, websiteIds: [...chosen], scopes });
  return finish(context, { consent: { grantId } });
}

export function createConsentPage(
  context: InteractionContext,
  started: Started,
  email: string,
  websites: readonly OwnWebsite[],
  chosenIds: ReadonlySet<number>,
  error?: string,
): Page {
  const form = {
    ...formOf(context, started, 'consent'),
    logoutUrl: logoutUrl(context),
    client: describeClient(started.client, started.redirectUri),
    scopes: allowedScopes(started, websites),
    isForTools: started.resource.audience === 'tools',
    email,
    websites,
    chosenIds,
    policies: context.policies,
    ...(error !== undefined && { error }),
  };
  return consentPage(form, started.t);
}
