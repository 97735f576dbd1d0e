// The website itself: its name, its currency, and whether it is archived.
import { useState } from 'react';
import { type CatalogWebsite, changeWebsite, type WebsiteFields } from '../api/catalog.ts';
import { useApi } from '../api/context.tsx';
import { FormDialog } from '../components/action-dialog.tsx';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { InputField } from '../components/field.tsx';
import { StatusTag } from '../components/tag.tsx';
import styles from './catalog-tree.module.css';
import { CurrencyField } from './currency-field.tsx';
import { NAME_LENGTH_MAX } from './record-kinds.ts';
import { StatusField } from './status-field.tsx';

interface WebsiteCardProps {
  readonly website: CatalogWebsite;
  readonly canEdit: boolean;
}

export function WebsiteCard({ website, canEdit }: WebsiteCardProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card
      title="Website"
      actions={
        canEdit && (
          <Button aria-label="Edit website" onClick={() => setIsOpen(true)}>
            Edit
          </Button>
        )
      }
    >
      <ul className={styles.list}>
        <li>
          <span>
            {website.name} {website.status === 'archived' && <StatusTag status="archived" />}
          </span>
          <span className="hint">Revenue in {website.currency}</span>
        </li>
      </ul>
      {isOpen && <WebsiteDialog website={website} onClose={() => setIsOpen(false)} />}
    </Card>
  );
}

function WebsiteDialog({ website, onClose }: { readonly website: CatalogWebsite; onClose(): void }) {
  const api = useApi();
  const [opened] = useState(website);
  return (
    <FormDialog
      title="Edit website"
      action="Save"
      submit={(form) => changeWebsite(api, opened, fieldsIn(form))}
      // Its name is on every page.
      invalidates={[]}
      onClose={onClose}
    >
      <InputField label="Name" name="name" defaultValue={opened.name} maxLength={NAME_LENGTH_MAX} required />
      <CurrencyField currency={opened.currency} hint="It can only be changed before the first event." />
      <StatusField status={opened.status} />
    </FormDialog>
  );
}

function fieldsIn(form: FormData): WebsiteFields {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  return {
    name: text('name'),
    currency: text('currency').toUpperCase(),
    status: text('status') === 'archived' ? 'archived' : 'live',
  };
}
