// Adding, viewing, editing and deleting a contact.
import { useState } from 'react';
import { changeContact, contactsKey, deleteContact, forgetContact, saveContact } from '../api/contacts.ts';
import { useApi } from '../api/context.tsx';
import type { Contact } from '../api/types.ts';
import { ConfirmDialog, type ErrorOfField, FormDialog } from '../components/action-dialog.tsx';
import { Button } from '../components/button.tsx';
import { Choice } from '../components/choices.tsx';
import { Dialog, DialogFooter } from '../components/dialog.tsx';
import { Disclosure } from '../components/disclosure.tsx';
import { FieldRow, InputField } from '../components/field.tsx';
import { contactName, mainFields, otherFields, sourceCampaign } from '../format/contacts.ts';
import { formatDate } from '../format/dates.ts';
import { rich, t } from '../language/t.ts';
import { Link } from '../routing/router.tsx';
import styles from './contact-dialogs.module.css';

interface DialogProps {
  onClose(): void;
}

interface OfContact extends DialogProps {
  readonly contact: Contact;
}

const FIELDS = ['email', 'phone', 'first_name', 'last_name'] as const;

export function AddDialog({ websiteId, onClose }: DialogProps & { readonly websiteId: number }) {
  const api = useApi();
  return (
    <FormDialog
      title={t('contacts.add')}
      action={t('common.save')}
      fields={FIELDS}
      submit={(form) => saveContact(api, websiteId, filledIn(form))}
      invalidates={contactsKey(websiteId)}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <p className="hint">{t('contacts.addHint')}</p>
          <ContactFields errorOf={errorOf} />
        </>
      )}
    </FormDialog>
  );
}

/** The fields that are not empty. */
function filledIn(form: FormData): Record<string, string> {
  const fields = [...form].map(([name, value]) => [name, String(value).trim()] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== ''));
}

export function EditDialog({ contact, onClose }: OfContact) {
  const api = useApi();
  return (
    <FormDialog
      title={t('contacts.editTitle')}
      action={t('common.save')}
      fields={FIELDS}
      submit={(form) => changeContact(api, contact, changedFields(form))}
      invalidates={contactsKey(contact.website_id)}
      onClose={onClose}
    >
      {(errorOf) => <ContactFields errorOf={errorOf} contact={contact} />}
    </FormDialog>
  );
}

/** An empty field is cleared. */
function changedFields(form: FormData): Record<string, string | null> {
  return Object.fromEntries([...form].map(([name, value]) => [name, String(value).trim() || null]));
}

interface ContactFieldsProps {
  readonly errorOf: ErrorOfField;
  readonly contact?: Contact;
}

/** An address or a phone number identifies a contact, so it can be replaced, but not removed. */
function ContactFields({ errorOf, contact }: ContactFieldsProps) {
  const common = { autoComplete: 'off' };
  return (
    <>
      <InputField
        {...{ label: t('common.emailAddress'), name: 'email', type: 'email', ...common }}
        defaultValue={contact?.email ?? ''}
        required={contact?.email != null}
        error={errorOf('email')}
      />
      <InputField
        {...{ label: t('common.phone'), name: 'phone', type: 'tel', ...common }}
        defaultValue={contact?.phone ?? ''}
        required={contact?.phone != null}
        error={errorOf('phone')}
      />
      <FieldRow>
        <InputField
          {...{ label: t('contacts.firstName'), name: 'first_name', ...common }}
          defaultValue={contact?.name ?? ''}
          error={errorOf('first_name')}
        />
        <InputField
          {...{ label: t('contacts.lastName'), name: 'last_name', ...common }}
          defaultValue={contact?.last_name ?? ''}
          error={errorOf('last_name')}
        />
      </FieldRow>
    </>
  );
}

export function DeleteDialog({ contact, onClose }: OfContact) {
  const api = useApi();
  const [erasesEvents, setErasesEvents] = useState(true);
  return (
    <ConfirmDialog
      title={t('contacts.deleteQuestion')}
      action={t('common.delete')}
      confirm={() => (erasesEvents ? forgetContact(api, contact) : deleteContact(api, contact))}
      invalidates={contactsKey(contact.website_id)}
      onClose={onClose}
    >
      <p>
        {rich('contacts.willBeDeleted', {
          name: contact.email ?? contactName(contact),
          strong: (name) => <strong>{name}</strong>,
        })}
      </p>
      <Choice
        type="checkbox"
        detail={t('contacts.eraseEventsHint')}
        checked={erasesEvents}
        onChange={(event) => setErasesEvents(event.target.checked)}
      >
        {t('contacts.eraseEvents')}
      </Choice>
      <p className="hint">{t('contacts.numbersStay')}</p>
    </ConfirmDialog>
  );
}

interface DetailsDialogProps extends OfContact {
  onAction(action: 'edit' | 'delete'): void;
}

export function DetailsDialog({ contact, onAction, onClose }: DetailsDialogProps) {
  const campaign = sourceCampaign(contact);
  const others = otherFields(contact);
  const fields = [
    ...(campaign ? [[t('common.campaign'), campaign.name] as const] : []),
    ...mainFields(contact),
    [t('contacts.added'), formatDate(contact.created_at)] as const,
    [t('contacts.lastChanged'), formatDate(contact.updated_at)] as const,
  ];
  return (
    <Dialog title={contactName(contact)} onClose={onClose}>
      <FieldList fields={fields} />
      {others.length > 0 && (
        <Disclosure summary={t('contacts.otherFields')}>
          <FieldList fields={others} />
        </Disclosure>
      )}
      <p>
        <Link to={{ name: 'contact', websiteId: contact.website_id, contactId: contact.id }}>
          {t('contacts.openStory')}
        </Link>
      </p>
      <DialogFooter>
        <Button onClick={() => onAction('delete')}>{t('common.delete')}</Button>
        <Button onClick={() => onAction('edit')}>{t('common.edit')}</Button>
        <Button variant="primary" onClick={onClose}>
          {t('common.close')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function FieldList({ fields }: { readonly fields: readonly (readonly [label: string, value: string])[] }) {
  return (
    <dl className={styles.details}>
      {fields.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
