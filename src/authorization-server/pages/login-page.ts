import { html } from '../../html.ts';
import type { Page } from './layout.ts';

export interface LoginForm {
  readonly action: string;
  readonly cancelAction: string;
  readonly formToken: string;
  readonly clientName: string;
  readonly leadsTo: string;
  readonly email?: string;
  readonly error?: string;
}

export function loginPage({ action, cancelAction, formToken, clientName, leadsTo, email, error }: LoginForm): Page {
  const describedBy = error === undefined ? undefined : html` aria-describedby="error"`;
  return {
    title: 'Log in',
    leadsTo,
    content: html`<h1>Log in</h1>
<p class="soft">to continue to <strong>${clientName}</strong></p>
${error === undefined ? undefined : html`<p class="error" id="error" role="alert">${error}</p>`}
<form method="post" action="${action}">
<input type="hidden" name="form_token" value="${formToken}">
<label for="email">Email</label>
<input id="email" type="email" name="email" value="${email}" autocomplete="username" required${
      email ? undefined : html` autofocus`
    }${describedBy}>
<label for="password">Password</label>
<input id="password" type="password" name="password" autocomplete="current-password" required${
      email ? html` autofocus` : undefined
    }${describedBy}>
<div class="actions">
<button class="main">Log in</button>
<button formaction="${cancelAction}" formnovalidate>Cancel</button>
</div>
</form>`,
  };
}
