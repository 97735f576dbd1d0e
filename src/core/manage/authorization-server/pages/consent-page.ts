import type { Translate } from '../../../../../languages/translate.ts';
import type { Scope } from '../../../contract/access/principal.ts';
import type { Policies } from '../../../contract/operations/policies.ts';
import { html, link, strong } from '../../../foundation/pages/html.ts';
import type { Page } from '../../../foundation/pages/page-layout.ts';
import type { OwnWebsite } from '../users/users.ts';

export interface ConsentForm {
  readonly action: string;
  readonly cancelAction: string;
  readonly logoutUrl: string;
  readonly formToken: string;
  readonly client: ClientDescription;
  readonly scopes: readonly Scope[];
  readonly isForTools: boolean;
  readonly email: string;
  readonly websites: readonly OwnWebsite[];
  readonly chosenIds: ReadonlySet<number>;
  readonly leadsTo: string;
  readonly policies: Policies;
  readonly error?: string;
}

export interface ClientDescription {
  readonly name: string;
  /** Who gets the response. It can be trusted, unlike the name, which the client chose itself. */
  readonly redirectsTo: string;
  /** The host of the Client ID Metadata Document, if the client has one. */
  readonly describedAt?: string;
}

const SCOPE_TEXTS = {
  reports: 'access.scopeReports',
  'contacts:read': 'access.scopeContactsRead',
  'contacts:write': 'access.scopeContactsWrite',
  'ctas:read': 'access.scopeCatalogRead',
  'ctas:write': 'access.scopeCatalogWrite',
  'areas:read': 'access.scopeAreasRead',
  'websites:read': 'access.scopeWebsitesRead',
  'data:erase': 'access.scopeDataErase',
} as const satisfies Record<Scope, string>;

export function consentPage(form: ConsentForm, t: Translate): Page {
  const { client, error } = form;
  return {
    language: t.language,
    title: t.parts('pages.allowClient', { client: client.name, strong: (content) => content.join('') }).join(''),
    leadsTo: form.leadsTo,
    content: html`${heading(form, t)}
${error === undefined ? undefined : html`<p class="error" id="error" role="alert">${error}</p>`}
<form method="post" action="${form.action}">
<input type="hidden" name="form_token" value="${form.formToken}">
${choices(form, t)}
<div class="actions">
<button class="main">${t('pages.allow')}</button>
<button formaction="${form.cancelAction}" formnovalidate>${t('pages.doNotAllow')}</button>
</div>
</form>
${policyLinks(form.policies, t)}
${loggedInAs(form, t)}`,
  };
}

function heading({ client, scopes, isForTools }: ConsentForm, t: Translate) {
  const { name, describedAt, redirectsTo } = client;
  return html`<h1>${t.parts('pages.allowClient', { client: name, strong })}</h1>
<p class="soft">${
    describedAt === undefined ? undefined : html`${t.parts('pages.describedAt', { host: describedAt, strong })} `
  }${t.parts('pages.sentTo', { host: redirectsTo, strong })} ${t('pages.choseItsName')}</p>
<h2>${t('pages.itWillBeAbleTo')}</h2>
<ul>${scopes.map((scope) => html`<li>${t(SCOPE_TEXTS[scope])}</li>`)}</ul>
<p class="soft">${isForTools ? t('pages.throughTools') : t('pages.throughApi')} ${t('pages.accessEnds')}</p>`;
}

function choices({ websites, chosenIds, error }: ConsentForm, t: Translate) {
  return html`<fieldset${error === undefined ? undefined : html` aria-describedby="error"`}>
<legend>${t('pages.forTheseWebsites')}</legend>
<div class="choices">${websites.map(
    ({ id, name }) =>
      html`<label><input type="checkbox" name="website" value="${id}"${
        chosenIds.has(id) ? html` checked` : undefined
      }>${name}</label>`,
  )}</div>
</fieldset>`;
}

function policyLinks({ privacyPolicyUrl, termsUrl, supportUrl }: Policies, t: Translate) {
  const links = [
    { url: privacyPolicyUrl, text: t('pages.privacyPolicy') },
    { url: termsUrl, text: t('pages.terms') },
    { url: supportUrl, text: t('pages.support') },
  ];
  const shown = links.flatMap(({ url, text }) => (url === undefined ? [] : [html`${link(url)([text])} `]));
  return shown.length === 0 ? undefined : html`<p class="soft note">${shown}</p>`;
}

/** What is below the forms of somebody who has logged in. */
export function loggedInAs({ email, logoutUrl }: Pick<ConsentForm, 'email' | 'logoutUrl'>, t: Translate) {
  return html`<p class="soft note">${t.parts('pages.loggedInAs', { email, link: link(logoutUrl) })}</p>`;
}
