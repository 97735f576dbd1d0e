// The pages that oidc-provider asks for: what went wrong before there is anywhere to go back to, and logging out.
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { Html, html } from '../../html.ts';
import { type Page, pageHeaders, renderPage } from './layout.ts';

export function messagePage(title: string, message: string): Page {
  return { title, content: html`<h1>${title}</h1><p>${message}</p>` };
}

export function showPage(ctx: KoaContextWithOIDC, page: Page): void {
  ctx.set(pageHeaders(page));
  ctx.body = renderPage(page);
}

export function showError(ctx: KoaContextWithOIDC, out: ErrorOut): void {
  const page: Page = {
    title: 'This did not work',
    content: html`<h1>This did not work</h1>
<p>The application that sent you here asked for something that can not be done. Go back to it and start again.</p>
<p class="note">${out.error}${out.error_description === undefined ? undefined : `: ${out.error_description}`}</p>`,
  };
  showPage(ctx, page);
}

/** The address has the error in it already; it is for the person to decide whether to go there. */
export function wayBackPage(error: string, target: URL): Page {
  return {
    title: 'This did not work',
    content: html`<h1>This did not work</h1>
<p>The application at <strong>${target.host}</strong> asked for something that can not be done.</p>
<p class="note">${error}</p>
<p><a href="${target.href}" rel="noreferrer">Go back to ${target.host}</a>, if that is where you came from.</p>`,
  };
}

/** `form` is the library's own, with the token that makes it safe; its buttons are ours. */
export function logoutPage(form: string): Page {
  return {
    title: 'Log out',
    content: html`<h1>Log out?</h1>
<p>Applications that you have allowed keep working.</p>
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
