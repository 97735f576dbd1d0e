import { html } from '../../pages/html.ts';
import type { Page } from '../../pages/page-layout.ts';

interface ForgottenPasswordForm {
  readonly action: string;
  /** Of the login page. */
  readonly path: string;
  readonly formToken: string;
  readonly email?: string;
  readonly error?: string;
}

const TITLE = 'Forgot your password?';

export function forgottenPasswordPage({ action, path, formToken, email, error }: ForgottenPasswordForm): Page {
  return {
    title: TITLE,
    content: html`<h1>${TITLE}</h1>
<p class="soft">Enter the email address that you log in with. You will get an email with a link to choose a new password.</p>
${error === undefined ? undefined : html`<p class="error" id="error" role="alert">${error}</p>`}
<form method="post" action="${action}">
<input type="hidden" name="form_token" value="${formToken}">
<label for="email">Email address</label>
<input id="email" type="email" name="email" value="${email}" autocomplete="username" required autofocus${
      error === undefined ? undefined : html` aria-describedby="error"`
    }>
<div class="actions"><button class="main">Send the link</button></div>
</form>
<p class="below"><a href="${path}">Back to login</a></p>`,
  };
}

/** Says nothing about whether there is such a login. */
export function resetLinkSentPage({ path, email }: { readonly path: string; readonly email: string }): Page {
  return {
    title: 'Check your email',
    content: html`<h1>Check your email</h1>
<p>If <strong>${email}</strong> has a login with a password here, an email with a link is on its way. The link works once, within 24
hours.</p>
<p class="soft">No email? Check your spam folder, or ask an owner of your account for a link to reset your password.</p>
<p class="below"><a href="${path}">Back to login</a></p>`,
  };
}

/** Where no mail server is set up. */
export function askForResetLinkPage({ path }: { readonly path: string }): Page {
  return {
    title: TITLE,
    content: html`<h1>${TITLE}</h1>
<p>This service does not send email, so somebody has to give you a link to choose a new password:</p>
<ul>
<li>an owner of your account, on the page <strong>People</strong> of the dashboard,</li>
<li>or whoever runs this service, with <code>funnel user reset-link</code>.</li>
</ul>
<p class="below"><a href="${path}">Back to login</a></p>`,
  };
}
