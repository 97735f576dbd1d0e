import { SCOPE_DESCRIPTIONS, type Scope } from '../../access/principal.ts';
import { html } from '../../pages/html.ts';
import type { Page } from '../../pages/page-layout.ts';
import type { OwnWebsite } from '../users.ts';

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
  readonly error?: string;
}

export interface ClientDescription {
  readonly name: string;
  /** Who gets the response. It can be trusted, unlike the name, which the client chose itself. */
  readonly redirectsTo: string;
  /** The host of the Client ID Metadata Document, if the client has one. */
  readonly describedAt?: string;
}

export function consentPage(form: ConsentForm): Page {
  const { client, error } = form;
  return {
    title: `Allow ${client.name}?`,
    leadsTo: form.leadsTo,
    content: html`${heading(form)}
${error === undefined ? undefined : html`<p class="error" id="error" role="alert">${error}</p>`}
<form method="post" action="${form.action}">
<input type="hidden" name="form_token" value="${form.formToken}">
${choices(form)}
<div class="actions">
<button class="main">Allow</button>
<button formaction="${form.cancelAction}" formnovalidate>Do not allow</button>
</div>
</form>
<p class="soft note">Logged in as ${form.email}. <a href="${form.logoutUrl}">Not you? Log out</a></p>`,
  };
}

function heading({ client, scopes, isForTools }: ConsentForm) {
  return html`<h1>Allow <strong>${client.name}</strong>?</h1>
<p class="soft">${
    client.describedAt === undefined
      ? undefined
      : html`Its description is published at <strong>${client.describedAt}</strong>. `
  }You will be sent to <strong>${client.redirectsTo}</strong>. The application chose its name itself, so allow it only if
you started this yourself.</p>
<h2>It will be able to</h2>
<ul>${scopes.map((scope) => html`<li>${SCOPE_DESCRIPTIONS[scope]}</li>`)}</ul>
<p class="soft">${isForTools ? 'Through the tool server, read-only.' : 'Through the REST API.'} Access ends when it is
revoked, or after one year.</p>`;
}

function choices({ websites, chosenIds, error }: ConsentForm) {
  return html`<fieldset${error === undefined ? undefined : html` aria-describedby="error"`}>
<legend>For these websites</legend>
<div class="choices">${websites.map(
    ({ id, name }) =>
      html`<label><input type="checkbox" name="website" value="${id}"${
        chosenIds.has(id) ? html` checked` : undefined
      }>${name}</label>`,
  )}</div>
</fieldset>`;
}
