// The pages that oidc-provider shows itself: errors without a client to go back to, and logout.
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import type { Translate } from '../../../../../languages/translate.ts';
import { Html, html, strong } from '../../../foundation/pages/html.ts';
import { type Page, pageHeaders, renderPage } from '../../../foundation/pages/page-layout.ts';
import { textsForBrowser } from '../../../foundation/text/translators.ts';

/** Something went wrong, with a way out. */
export function problemPage(message: string, dashboardUrl: string, t: Translate): Page {
  const title = t('common.somethingWentWrong');
  return {
    language: t.language,
    title,
    content: html`<h1>${title}</h1><p>${message}</p><p><a href="${dashboardUrl}">${t('pages.goToDashboard')}</a></p>`,
  };
}

export function showPage(ctx: KoaContextWithOIDC, pageIn: (t: Translate) => Page): void {
  const page = pageIn(textsForBrowser(ctx.get('accept-language'), ctx.oidc?.params?.ui_locales));
  ctx.set(pageHeaders(page));
  ctx.body = renderPage(page);
}

export function showError(ctx: KoaContextWithOIDC, out: ErrorOut): void {
  ctx.state.shownError = out.error;
  showPage(ctx, (t) => ({
    language: t.language,
    title: t('common.somethingWentWrong'),
    content: html`<h1>${t('common.somethingWentWrong')}</h1>
<p>${t('pages.invalidRequest')}</p>
<p class="note">${out.error}${out.error_description === undefined ? undefined : `: ${out.error_description}`}</p>`,
  }));
}

/** The URL already contains the error; the user decides whether to go there. */
export function confirmRedirectPage(error: string, target: URL, t: Translate): Page {
  const { host } = target;
  return {
    language: t.language,
    title: t('common.somethingWentWrong'),
    content: html`<h1>${t('common.somethingWentWrong')}</h1>
<p>${t.parts('pages.applicationAtHost', { host, strong })}</p>
<p class="note">${error}</p>
<p>${t.parts('pages.goBackTo', {
      host,
      link: (content) => html`<a href="${target.href}" rel="noreferrer">${content}</a>`,
    })}</p>`,
  };
}

/** `form` comes from the library and contains its CSRF token; the buttons are ours. */
export function logoutPage(form: string, t: Translate): Page {
  return {
    language: t.language,
    title: t('common.logOut'),
    content: html`<h1>${t('pages.logOutQuestion')}</h1>
<p>${t('pages.applicationsKeepWorking')}</p>
${new Html(form)}
<div class="actions">
<button class="main" form="op.logoutForm" name="logout" value="yes">${t('common.logOut')}</button>
<button form="op.logoutForm">${t('pages.stayLoggedIn')}</button>
</div>`,
  };
}

export function loggedOutPage(t: Translate): Page {
  const title = t('pages.loggedOut');
  return { language: t.language, title, content: html`<h1>${title}</h1><p>${t('pages.canClosePage')}</p>` };
}
