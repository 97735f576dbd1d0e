// The pages that oidc-provider shows itself: errors without a client to go back to, and logout.
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { Html, html } from '../../pages/html.ts';
import { type Page, pageHeaders, renderPage } from '../../pages/page-layout.ts';

export function messagePage(title: string, message: string, dashboardUrl?: string): Page {
  const link = dashboardUrl === undefined ? undefined : html`<p><a href="${dashboardUrl}">Go to the dashboard</a></p>`;
  return { title, content: html`<h1>${title}</h1><p>${message}</p>${link}` };
}

export function showPage(ctx: KoaContextWithOIDC, page: Page): void {
  ctx.set(pageHeaders(page));
  ctx.body = renderPage(page);
}

export function showError(ctx: KoaContextWithOIDC, out: ErrorOut): void {
  const page: Page = {
    title: 'Something went wrong',
    content: html`<h1>Something went wrong</h1>
<p>The application that sent you here made an invalid request. Go back to it and start again.</p>
<p class="note">${out.error}${out.error_description === undefined ? undefined : `: ${out.error_description}`}</p>`,
  };
  showPage(ctx, page);
}

/** The URL already contains the error; the user decides whether to go there. */
export function confirmRedirectPage(error: string, target: URL): Page {
  return {
    title: 'Something went wrong',
    content: html`<h1>Something went wrong</h1>
<p>The application at <strong>${target.host}</strong> made an invalid request.</p>
<p class="note">${error}</p>
<p><a href="${target.href}" rel="noreferrer">Go back to ${target.host}</a>, if that is where you came from.</p>`,
  };
}

/** `form` comes from the library and contains its CSRF token; the buttons are ours. */
export function logoutPage(form: string): Page {
  return {
    title: 'Log out',
    content: html`<h1>Log out?</h1>
<p>Applications that you gave access to will keep working.</p>
${new Html(form)}
<div class="actions">
<button class="main" form="op.logoutForm" name="logout" value="yes">Log out</button>
<button form="op.logoutForm">Stay logged in</button>
</div>`,
  };
}

export function loggedOutPage(): Page {
  return messagePage('You are logged out', 'You can close this page.');
}
