import type { Translate } from '../../../../../languages/translate.ts';
import { html, strong } from '../../../foundation/pages/html.ts';
import type { Page } from '../../../foundation/pages/page-layout.ts';

interface OtherLogin {
  readonly action: string;
  readonly name: string;
}

interface LoginForm {
  readonly action: string;
  readonly cancelAction: string;
  readonly formToken: string;
  /** undefined: the dashboard. There is nowhere else to go back to. */
  readonly clientName?: string;
  readonly forgottenPasswordUrl: string;
  readonly leadsTo: string;
  readonly offersPassword: boolean;
  readonly otherLogins: readonly OtherLogin[];
  readonly email?: string;
  readonly error?: string;
}

export function loginPage(form: LoginForm, t: Translate): Page {
  const { error } = form;
  return {
    language: t.language,
    title: t('common.logIn'),
    leadsTo: form.leadsTo,
    content: html`<h1>${t('common.logIn')}</h1>
${form.clientName === undefined ? undefined : html`<p class="soft">${t.parts('pages.continueTo', { client: form.clientName, strong })}</p>`}
${error === undefined ? undefined : html`<p class="error" id="error" role="alert">${error}</p>`}
${form.offersPassword ? passwordForm(form, t) : undefined}
${form.otherLogins.map((login) => otherLoginForm(form, login, t))}
${form.clientName === undefined ? undefined : cancelForm(form, t)}`,
  };
}

function cancelForm({ cancelAction, formToken }: LoginForm, t: Translate) {
  return html`<form method="post" action="${cancelAction}" class="actions">
<input type="hidden" name="form_token" value="${formToken}">
<button>${t('common.cancel')}</button>
</form>`;
}

function otherLoginForm({ formToken, offersPassword }: LoginForm, { action, name }: OtherLogin, t: Translate) {
  return html`<form method="post" action="${action}" class="actions">
<input type="hidden" name="form_token" value="${formToken}">
<button${offersPassword ? undefined : html` class="main"`}>${t('pages.logInWith', { name })}</button>
</form>`;
}

function passwordForm({ action, formToken, email, error, forgottenPasswordUrl }: LoginForm, t: Translate) {
  const describedBy = error === undefined ? undefined : html` aria-describedby="error"`;
  return html`<form method="post" action="${action}">
<input type="hidden" name="form_token" value="${formToken}">
<label for="email">${t('common.emailAddress')}</label>
<input id="email" type="email" name="email" value="${email}" autocomplete="username" required${
    email ? undefined : html` autofocus`
  }${describedBy}>
<label for="password">${t('common.password')}</label>
<input id="password" type="password" name="password" autocomplete="current-password" required${
    email ? html` autofocus` : undefined
  }${describedBy}>
<div class="actions">
<button class="main">${t('common.logIn')}</button>
</div>
</form>
<p class="below"><a href="${forgottenPasswordUrl}">${t('pages.forgotPassword')}</a></p>`;
}
