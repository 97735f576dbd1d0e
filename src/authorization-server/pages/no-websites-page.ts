import { html } from '../../pages/html.ts';
import type { Page } from '../../pages/page-layout.ts';
import type { ConsentForm } from './consent-page.ts';

interface NoWebsitesForm
  extends Pick<ConsentForm, 'cancelAction' | 'formToken' | 'leadsTo' | 'email' | 'logoutUrl' | 'client'> {
  /** Whether the role of the user allows it. */
  readonly canAddWebsite: boolean;
  readonly dashboardUrl: string;
}

/** For a user whose account has no websites yet, who can't add one here. */
export function noWebsitesPage(form: NoWebsitesForm): Page {
  return {
    title: 'No websites yet',
    leadsTo: form.leadsTo,
    content: html`<h1>No websites yet</h1>
<p>There are no websites in your account yet, so there is nothing that ${form.client.name} could show.</p>
${
  form.canAddWebsite
    ? html`<p><a href="${form.dashboardUrl}">Add one in the dashboard</a>, then start again.</p>`
    : html`<p>Ask an owner or an editor of the account to add one, then log in again.</p>`
}
<form method="post" action="${form.cancelAction}">
<input type="hidden" name="form_token" value="${form.formToken}">
<div class="actions"><button>Cancel</button></div>
</form>
<p class="soft note">Logged in as ${form.email}. <a href="${form.logoutUrl}">Not you? Log out</a></p>`,
  };
}
