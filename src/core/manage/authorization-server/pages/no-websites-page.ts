import type { Translate } from '../../../../../languages/translate.ts';
import { html, link } from '../../../foundation/pages/html.ts';
import type { Page } from '../../../foundation/pages/page-layout.ts';
import { type ConsentForm, loggedInAs } from './consent-page.ts';

interface NoWebsitesForm
  extends Pick<ConsentForm, 'cancelAction' | 'formToken' | 'leadsTo' | 'email' | 'logoutUrl' | 'client'> {
  /** Whether the role of the user allows it. */
  readonly canAddWebsite: boolean;
  readonly dashboardUrl: string;
}

/** Shown to a user whose account has no websites yet, who can't add one here. */
export function noWebsitesPage(form: NoWebsitesForm, t: Translate): Page {
  return {
    language: t.language,
    title: t('pages.noWebsites'),
    leadsTo: form.leadsTo,
    content: html`<h1>${t('pages.noWebsites')}</h1>
<p>${t('pages.nothingToShow', { client: form.client.name })}</p>
${
  form.canAddWebsite
    ? html`<p>${t.parts('pages.addInDashboard', { link: link(form.dashboardUrl) })}</p>`
    : html`<p>${t('pages.askToAddWebsite')}</p>`
}
<form method="post" action="${form.cancelAction}">
<input type="hidden" name="form_token" value="${form.formToken}">
<div class="actions"><button>${t('common.cancel')}</button></div>
</form>
${loggedInAs(form, t)}`,
  };
}
