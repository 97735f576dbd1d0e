import type { Translate } from '../../../../../languages/translate.ts';
import { html, strong } from '../../../foundation/pages/html.ts';
import type { Page } from '../../../foundation/pages/page-layout.ts';
import type { ConsentForm } from './consent-page.ts';

/** Shown to a user who has left every account, or was removed: there is nothing that could be allowed. */
export function noAccountPage(
  form: Pick<ConsentForm, 'cancelAction' | 'formToken' | 'leadsTo' | 'email' | 'logoutUrl'>,
  t: Translate,
): Page {
  return {
    language: t.language,
    title: t('pages.noAccount'),
    leadsTo: form.leadsTo,
    content: html`<h1>${t('pages.noAccount')}</h1>
<p>${t.parts('pages.loginWorks', { email: form.email, strong })}</p>
<p>${t('pages.askForInvitation')}</p>
<form method="post" action="${form.cancelAction}">
<input type="hidden" name="form_token" value="${form.formToken}">
<div class="actions"><button>${t('common.cancel')}</button></div>
</form>
<p class="soft note"><a href="${form.logoutUrl}">${t('common.logOut')}</a></p>`,
  };
}
