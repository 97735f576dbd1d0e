import { html } from '../../pages/html.ts';
import type { Page } from '../../pages/page-layout.ts';
import type { ConsentForm } from './consent-page.ts';

/** For a user who has left every account, or was removed: there is nothing that could be allowed. */
export function noAccountPage(
  form: Pick<ConsentForm, 'cancelAction' | 'formToken' | 'leadsTo' | 'email' | 'logoutUrl'>,
): Page {
  return {
    title: 'You do not belong to an account',
    leadsTo: form.leadsTo,
    content: html`<h1>You do not belong to an account</h1>
<p>The login <strong>${form.email}</strong> works, but there is nothing to see: you have left your account, or an owner has
removed you from it.</p>
<p>Ask an owner for an invitation. When you have accepted it, log in again.</p>
<form method="post" action="${form.cancelAction}">
<input type="hidden" name="form_token" value="${form.formToken}">
<div class="actions"><button>Cancel</button></div>
</form>
<p class="soft note"><a href="${form.logoutUrl}">Log out</a></p>`,
  };
}
