import { CTA_TYPES, ctaTypeName } from '@funnel/report-files/names.ts';
import type { Translate } from '../../../../../languages/translate.ts';
import { html } from '../../../foundation/pages/html.ts';
import type { Page } from '../../../foundation/pages/page-layout.ts';
import { COMMON_CURRENCIES, CURRENCIES } from '../../../foundation/text/currencies.ts';
import { NAME_LENGTH_MAX } from '../../../foundation/text/one-line.ts';
import type { NamedAccount } from '../users/users.ts';
import { type ConsentForm, loggedInAs } from './consent-page.ts';

export interface FirstWebsiteForm
  extends Pick<ConsentForm, 'action' | 'cancelAction' | 'formToken' | 'leadsTo' | 'email' | 'logoutUrl' | 'error'> {
  /** Where the user may add websites. */
  readonly accounts: readonly NamedAccount[];
  /** What was filled in before. */
  readonly filled: URLSearchParams;
}

const DEFAULT_CURRENCY = 'USD';

/** Shown to a user who logs in to the dashboard and whose account has no websites yet. */
export function firstWebsitePage(form: FirstWebsiteForm, t: Translate): Page {
  const { error, filled } = form;
  const name = filled.get('name') ?? '';
  return {
    language: t.language,
    title: t('pages.addFirstWebsite'),
    leadsTo: form.leadsTo,
    content: html`<h1>${t('pages.addFirstWebsite')}</h1>
<p class="soft">${t('pages.noWebsitesInAccount')}</p>
${error === undefined ? undefined : html`<p class="error" id="error" role="alert">${error}</p>`}
<form method="post" action="${form.action}">
<input type="hidden" name="form_token" value="${form.formToken}">
${form.accounts.length > 1 ? accountField(form, t) : undefined}
<label for="name">${t('common.name')}</label>
<input id="name" type="text" name="name" value="${name}" placeholder="example.com" required maxlength="${NAME_LENGTH_MAX}" autofocus${
      error === undefined ? undefined : html` aria-describedby="error"`
    }>
<label for="currency">${t('common.currency')}</label>
<select id="currency" name="currency" aria-describedby="currency-hint">${currencyOptions(filled, t)}</select>
<p class="soft" id="currency-hint">${t('pages.currencyHint')}</p>
<label for="origins">${t('common.addressesOfPages')}</label>
<textarea id="origins" name="origins" rows="2" placeholder="https://www.example.com" aria-describedby="origins-hint">${
      filled.get('origins') ?? ''
    }</textarea>
<p class="soft" id="origins-hint">${t('pages.originsHint')}</p>
${campaignFields(filled, t)}
<div class="actions">
<button class="main">${t('pages.addAndContinue')}</button>
<button formaction="${form.cancelAction}" formnovalidate>${t('common.cancel')}</button>
</div>
</form>
${loggedInAs(form, t)}`,
  };
}

function accountField({ accounts, filled }: FirstWebsiteForm, t: Translate) {
  const chosen = filled.get('account_id');
  return html`<label for="account">${t('common.account')}</label>
<select id="account" name="account_id">${accounts.map(({ id, name }) => option(String(id), name, chosen))}</select>`;
}

/** How its campaigns come in, as the setup asks. */
function campaignFields(filled: URLSearchParams, t: Translate) {
  const start = filled.get('start') ?? 'register';
  const choice = (value: string, text: string) =>
    html`<label><input type="radio" name="start" value="${value}"${value === start ? html` checked` : undefined}>${text}</label>`;
  const types = Object.keys(CTA_TYPES).map((type) => option(type, ctaTypeName(type, t), filled.get('cta_type')));
  return html`<fieldset>
<legend>${t('setup.howAdded')}</legend>
<div class="choices">${choice('register', t('setup.automatically'))}${choice('campaign', t('setup.byHand'))}</div>
</fieldset>
<div class="first-campaign">
<label for="campaign">${t('setup.campaignName')}</label>
<input id="campaign" type="text" name="campaign_name" value="${filled.get('campaign_name') ?? ''}" placeholder="${t(
    'setup.campaignPlaceholder',
  )}" maxlength="${NAME_LENGTH_MAX}">
<label for="type">${t('common.type')}</label>
<select id="type" name="cta_type">${types}</select>
</div>
<p class="soft">${t.parts('setup.changeAnytime', { em: (text) => html`<em>${text}</em>` })}</p>`;
}

function currencyOptions(filled: URLSearchParams, t: Translate) {
  const currencyNames = new Intl.DisplayNames(t.locale, { type: 'currency' });
  const chosen = filled.get('currency') ?? DEFAULT_CURRENCY;
  const options = (codes: readonly string[]) =>
    codes.map((code) => option(code, `${code} – ${currencyNames.of(code)}`, chosen));
  const others = CURRENCIES.filter((code) => !COMMON_CURRENCIES.some((common) => common === code));
  return html`<optgroup label="${t('pages.commonCurrencies')}">${options(COMMON_CURRENCIES)}</optgroup>
<optgroup label="${t('pages.otherCurrencies')}">${options(others)}</optgroup>`;
}

function option(value: string, text: string, chosen: string | null) {
  return html`<option value="${value}"${value === chosen ? html` selected` : undefined}>${text}</option>`;
}
