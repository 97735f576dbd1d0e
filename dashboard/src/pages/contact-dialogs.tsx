// Adding, viewing and deleting a contact.
import { contactsKey, deleteContact, saveContact } from '../api/contacts.ts';
import { useApi } from '../api/context.tsx';
import type { Contact } from '../api/types.ts';
import { ConfirmDialog, FormDialog } from '../components/action-dialog.tsx';
import { Dialog } from '../components/dialog.tsx';
import { FieldRow, InputField } from '../components/field.tsx';
import { contactName, spelledOut } from '../format/names.ts';
import styles from './contact-dialogs.module.css';

interface DialogProps {
  onClose(): void;
}

export function AddDialog({ websiteId, onClose }: DialogProps & { readonly websiteId: number }) {
  const api = useApi();
  return (
    <FormDialog
      title="Add contact"
      action="Save"
      submit={(form) => saveContact(api, websiteId, filledIn(form))}
      invalidates={contactsKey(websiteId)}
      onClose={onClose}
    >
      <p className="hint">Enter an email address or a phone number. An existing contact is updated.</p>
      <InputField label="Email address" name="email" type="email" autoComplete="off" />
      <InputField label="Phone" name="phone" type="tel" autoComplete="off" />
      <FieldRow>
        <InputField label="First name" name="first_name" autoComplete="off" />
        <InputField label="Last name" name="last_name" autoComplete="off" />
      </FieldRow>
    </FormDialog>
  );
}

/** The fields that are not empty. */
function filledIn(form: FormData): Record<string, string> {
  const fields = [...form].map(([name, value]) => [name, String(value).trim()] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== ''));
}

interface DeleteDialogProps extends DialogProps {
  readonly websiteId: number;
  readonly contact: Contact;
}

export function DeleteDialog({ websiteId, contact, onClose }: DeleteDialogProps) {
  const api = useApi();
  return (
    <ConfirmDialog
      title="Delete this contact?"
      action="Delete"
      confirm={() => deleteContact(api, websiteId, contact.email ?? '')}
      invalidates={contactsKey(websiteId)}
      onClose={onClose}
    >
      <p>
        <strong>{contact.email}</strong> and all data about this person will be deleted. This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}

export function DetailsDialog({ contact, onClose }: DialogProps & { readonly contact: Contact }) {
  const { extra, data, ...fields } = contact;
  const known = Object.entries({ ...fields, ...extra, ...data }).filter(([, value]) => value !== null && value !== '');
  return (
    <Dialog title={contactName(contact)} onClose={onClose}>
      <dl className={styles.details}>
        {known.map(([name, value]) => (
          <div key={name}>
            <dt>{spelledOut(name)}</dt>
            <dd>{typeof value === 'object' ? JSON.stringify(value) : String(value)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
