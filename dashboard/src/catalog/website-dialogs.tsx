// Creating a website, and editing one.
import { useId, useState } from 'react';
import {
  type CatalogWebsite,
  changeWebsite,
  createWebsite,
  type NewWebsite,
  type WebsiteFields,
} from '../api/catalog.ts';
import { useApi } from '../api/context.tsx';
import { FormDialog } from '../components/action-dialog.tsx';
import { InputField, TextAreaField } from '../components/field.tsx';
import { NAME_LENGTH_MAX } from '../format/catalog.ts';
import { parseOrigins } from '../format/ingest-keys.ts';
import { t } from '../language/t.ts';
import { goToPage, useView } from '../routing/router.tsx';
import { type CampaignStart, CampaignStartFields, campaignStartOf } from './campaign-start.tsx';
import { CreditFields } from './credit-fields.tsx';
import { CurrencyField } from './currency-field.tsx';
import { StatusField } from './status-field.tsx';
import { TimezoneField } from './timezone-field.tsx';

interface NewWebsiteDialogProps {
  /** The account that gets the website. */
  readonly accountId: number;
  onClose(): void;
}

/** Goes on to the page that says how its events come in. */
export function NewWebsiteDialog({ accountId, onClose }: NewWebsiteDialogProps) {
  const api = useApi();
  const view = useView();
  const hintId = useId();
  return (
    <FormDialog
      title={t('common.newWebsite')}
      action={t('common.create')}
      submit={(form) => createWebsite(api, accountId, newWebsiteIn(form))}
      // It is in the list of websites, and in the numbers of the account.
      invalidates={[]}
      onClose={onClose}
      onDone={({ id }) => {
        onClose();
        goToPage({ name: 'sending', websiteId: id }, view);
      }}
    >
      <InputField
        label={t('common.name')}
        name="name"
        required
        maxLength={NAME_LENGTH_MAX}
        placeholder="example.com"
        autoComplete="off"
      />
      <CurrencyField />
      <TimezoneField />
      <TextAreaField
        label={t('common.addressesOfPages')}
        name="origins"
        rows={2}
        placeholder="https://www.example.com"
        aria-describedby={hintId}
      />
      <p className="hint" id={hintId}>
        {t('catalog.newWebsiteOrigins')}
      </p>
      <CampaignStartFields />
    </FormDialog>
  );
}

function newWebsiteIn(form: FormData): NewWebsite {
  const origins = parseOrigins(textIn(form, 'origins'));
  return {
    name: textIn(form, 'name'),
    currency: textIn(form, 'currency'),
    timezone: textIn(form, 'timezone'),
    origins,
    ...campaignStartOf(Object.fromEntries(form) as CampaignStart),
  };
}

export function EditWebsiteDialog({ website, onClose }: { readonly website: CatalogWebsite; onClose(): void }) {
  const api = useApi();
  const [opened] = useState(website);
  return (
    <FormDialog
      title={t('catalog.editWebsite')}
      action={t('common.save')}
      submit={(form) => changeWebsite(api, opened, changesIn(form, opened))}
      // Its name is on every page.
      invalidates={[]}
      onClose={onClose}
    >
      <InputField
        label={t('common.name')}
        name="name"
        defaultValue={opened.name}
        maxLength={NAME_LENGTH_MAX}
        required
      />
      <CurrencyField currency={opened.currency} />
      <TimezoneField timezone={opened.timezone} />
      <CreditFields website={opened} />
      <InputField label={t('catalog.groupName')} name="group_name" defaultValue={opened.group_name} maxLength={80} />
      <StatusField status={opened.status} />
    </FormDialog>
  );
}

function changesIn(form: FormData, before: CatalogWebsite): WebsiteFields {
  const timezone = textIn(form, 'timezone');
  return {
    name: textIn(form, 'name'),
    currency: textIn(form, 'currency'),
    // A service with older time zones may not know the name that a newer one has stored, and would refuse it.
    ...(timezone !== before.timezone && { timezone }),
    credit_window_days: Number(textIn(form, 'credit_window_days')),
    credit_by: textIn(form, 'credit_by') === 'view' ? 'view' : 'conversion',
    group_name: textIn(form, 'group_name'),
    status: textIn(form, 'status') === 'archived' ? 'archived' : 'live',
  };
}

function textIn(form: FormData, name: string): string {
  return String(form.get(name) ?? '').trim();
}
