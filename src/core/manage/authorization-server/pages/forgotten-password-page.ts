import type { Translate } from '../../../../../languages/translate.ts';
import { html, strong } from '../../../foundation/pages/html.ts';
import type { Page } from '../../../foundation/pages/page-layout.ts';

interface ForgottenPasswordForm {
  readonly action: string;
  /** The path of the login page. */
  readonly path: string;
  readonly formToken: string;
  readonly email?: string;
  readonly error?: string;
}

export function forgottenPasswordPage(
  { action, path, formToken, email, error }: ForgottenPasswordForm,
  t: Translate,
): Page {
  return {
    language: t.language,
    title: t('pages.forgotYourPassword'),
    content: html`<h1>${t('pages.forgotYourPassword')}</h1>
<p class="soft">${t('pages.forgottenPasswordLead')}</p>
${error === undefined ? undefined : html`<p class="error" id="error" role="alert">${error}</p>`}
<form method="post" action="${action}">
<input type="hidden" name="form_token" value="${formToken}">
<label for="email">${t('common.emailAddress')}</label>
<input id="email" type="email" name="email" value="${email}" autocomplete="username" required autofocus${
      error === undefined ? undefined : html` aria-describedby="error"`
    }>
<div class="actions"><button class="main">${t('pages.sendTheLink')}</button></div>
</form>
<p class="below"><a href="${path}">${t('pages.backToLogin')}</a></p>`,
  };
}

/** Says nothing about whether there is such a login. */
export function resetLinkSentPage(
  { path, email }: { readonly path: string; readonly email: string },
  t: Translate,
): Page {
  return {
    language: t.language,
    title: t('pages.checkEmail'),
    content: html`<h1>${t('pages.checkEmail')}</h1>
<p>${t.parts('pages.resetLinkSent', { email, strong })}</p>
<p class="soft">${t('pages.noEmail')}</p>
<p class="below"><a href="${path}">${t('pages.backToLogin')}</a></p>`,
  };
}

/** Where no mail server is set up. */
export function askForResetLinkPage({ path }: { readonly path: string }, t: Translate): Page {
  return {
    language: t.language,
    title: t('pages.forgotYourPassword'),
    content: html`<h1>${t('pages.forgotYourPassword')}</h1>
<p>${t('pages.sendsNoEmail')}</p>
<ul>
<li>${t.parts('pages.askOwner', { strong })}</li>
<li>${t.parts('pages.askOperator', { code: (content) => html`<code>${content}</code>` })}</li>
</ul>
<p class="below"><a href="${path}">${t('pages.backToLogin')}</a></p>`,
  };
}
