import { html } from '../../pages/html.ts';
import type { Page } from '../../pages/page-layout.ts';

interface LoginForm {
  readonly action: string;
  readonly cancelAction: string;
  readonly formToken: string;
  /** undefined: the dashboard. There is nowhere else to go back to. */
  readonly clientName?: string;
  readonly forgottenPasswordUrl: string;
  readonly leadsTo: string;
  readonly offersPassword: boolean;
  readonly singleSignOn?: { readonly action: string; readonly name: string };
  readonly email?: string;
  readonly error?: string;
}

export function loginPage(form: LoginForm): Page {
  const { error } = form;
  return {
    title: 'Log in',
    leadsTo: form.leadsTo,
    content: html`<h1>Log in</h1>
${form.clientName === undefined ? undefined : html`<p class="soft">to continue to <strong>${form.clientName}</strong></p>`}
${error === undefined ? undefined : html`<p class="error" id="error" role="alert">${error}</p>`}
${form.offersPassword ? passwordForm(form) : undefined}
${form.singleSignOn && singleSignOnForm(form, form.singleSignOn)}
${form.clientName === undefined ? undefined : cancelForm(form)}`,
  };
}

function cancelForm({ cancelAction, formToken }: LoginForm) {
  return html`<form method="post" action="${cancelAction}" class="actions">
<input type="hidden" name="form_token" value="${formToken}">
<button>Cancel</button>
</form>`;
}

function singleSignOnForm(
  { formToken, offersPassword }: LoginForm,
  { action, name }: NonNullable<LoginForm['singleSignOn']>,
) {
  return html`<form method="post" action="${action}" class="actions">
<input type="hidden" name="form_token" value="${formToken}">
<button${offersPassword ? undefined : html` class="main"`}>Log in with ${name}</button>
</form>`;
}

function passwordForm({ action, formToken, email, error, forgottenPasswordUrl }: LoginForm) {
  const describedBy = error === undefined ? undefined : html` aria-describedby="error"`;
  return html`<form method="post" action="${action}">
<input type="hidden" name="form_token" value="${formToken}">
<label for="email">Email address</label>
<input id="email" type="email" name="email" value="${email}" autocomplete="username" required${
    email ? undefined : html` autofocus`
  }${describedBy}>
<label for="password">Password</label>
<input id="password" type="password" name="password" autocomplete="current-password" required${
    email ? html` autofocus` : undefined
  }${describedBy}>
<div class="actions">
<button class="main">Log in</button>
</div>
</form>
<p class="below"><a href="${forgottenPasswordUrl}">Forgot password?</a></p>`;
}
