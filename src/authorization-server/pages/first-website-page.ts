import { html } from '../../pages/html.ts';
import type { Page } from '../../pages/page-layout.ts';
import { COMMON_CURRENCIES, CURRENCIES } from '../../text/currencies.ts';
import type { NamedAccount } from '../users.ts';
import type { ConsentForm } from './consent-page.ts';

export interface FirstWebsiteForm
  extends Pick<ConsentForm, 'action' | 'cancelAction' | 'formToken' | 'leadsTo' | 'email' | 'logoutUrl' | 'error'> {
  /** Where the user may add websites. */
  readonly accounts: readonly NamedAccount[];
  /** What was filled in before. */
  readonly filled: URLSearchParams;
}

const DEFAULT_CURRENCY = 'USD';
const NAME_LENGTH_MAX = 1000;
const currencyNames = new Intl.DisplayNames('en', { type: 'currency' });

/** For a user who logs in to the dashboard and whose account has no websites yet. */
export function firstWebsitePage(form: FirstWebsiteForm): Page {
  const { error, filled } = form;
  return {
    title: 'Add your first website',
    leadsTo: form.leadsTo,
    content: html`<h1>Add your first website</h1>
<p class="soft">There are no websites in your account yet. You can add others later.</p>
${error === undefined ? undefined : html`<p class="error" id="error" role="alert">${error}</p>`}
<form method="post" action="${form.action}">
<input type="hidden" name="form_token" value="${form.formToken}">
${form.accounts.length > 1 ? accountField(form) : undefined}
<label for="name">Name</label>
<input id="name" type="text" name="name" value="${filled.get('name') ?? ''}" placeholder="example.com" required maxlength="${NAME_LENGTH_MAX}" autofocus${
      error === undefined ? undefined : html` aria-describedby="error"`
    }>
<label for="currency">Currency</label>
<select id="currency" name="currency" aria-describedby="currency-hint">${currencyOptions(filled)}</select>
<p class="soft" id="currency-hint">Of its revenue. It can only be changed before the first event.</p>
<label for="origins">Addresses of its pages</label>
<textarea id="origins" name="origins" rows="2" placeholder="https://www.example.com" aria-describedby="origins-hint">${
      filled.get('origins') ?? ''
    }</textarea>
<p class="soft" id="origins-hint">One origin on each line. The website gets a public key that works there; you can also
create keys later.</p>
<div class="actions">
<button class="main">Add and continue</button>
<button formaction="${form.cancelAction}" formnovalidate>Cancel</button>
</div>
</form>
<p class="soft note">Logged in as ${form.email}. <a href="${form.logoutUrl}">Not you? Log out</a></p>`,
  };
}

function accountField({ accounts, filled }: FirstWebsiteForm) {
  const chosen = filled.get('account_id');
  return html`<label for="account">Account</label>
<select id="account" name="account_id">${accounts.map(({ id, name }) => option(String(id), name, chosen))}</select>`;
}

function currencyOptions(filled: URLSearchParams) {
  const chosen = filled.get('currency') ?? DEFAULT_CURRENCY;
  const options = (codes: readonly string[]) =>
    codes.map((code) => option(code, `${code} – ${currencyNames.of(code)}`, chosen));
  const others = CURRENCIES.filter((code) => !COMMON_CURRENCIES.some((common) => common === code));
  return html`<optgroup label="Common currencies">${options(COMMON_CURRENCIES)}</optgroup>
<optgroup label="Other currencies">${options(others)}</optgroup>`;
}

function option(value: string, text: string, chosen: string | null) {
  return html`<option value="${value}"${value === chosen ? html` selected` : undefined}>${text}</option>`;
}
