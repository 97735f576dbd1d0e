// Adding a contact, looking at one, and deleting one.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { Contact } from '../api/answers.ts';
import { deleteContact, saveContact } from '../api/contacts.ts';
import { useApi } from '../api/context.tsx';
import { spelledOut } from '../format/names.ts';
import { Dialog } from '../parts/dialog.tsx';
import { DialogActions } from '../parts/dialog-actions.tsx';

interface DialogProps {
  onClose(): void;
}

export function AddDialog({ websiteId, onClose }: DialogProps & { readonly websiteId: number }) {
  const api = useApi();
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: (body: Record<string, string>) => saveContact(api, websiteId, body),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['contacts', websiteId] });
      onClose();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim()] as const);
    save.mutate(Object.fromEntries(given.filter(([, value]) => value !== '')));
  };
  return (
    <Dialog title="Add contact" onClose={onClose}>
      <form onSubmit={submit}>
        <p className="hint">An email address or a phone number is needed. Somebody who is known already is updated.</p>
        <label className="field">
          Email
          <input name="email" type="email" autoComplete="off" />
        </label>
        <label className="field">
          Phone
          <input name="phone" type="tel" autoComplete="off" />
        </label>
        <div className="field-row">
          <label className="field">
            First name
            <input name="first_name" autoComplete="off" />
          </label>
          <label className="field">
            Last name
            <input name="last_name" autoComplete="off" />
          </label>
        </div>
        <DialogActions label="Save" work={save} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

export function DeleteDialog({
  websiteId,
  contact,
  onClose,
}: DialogProps & { readonly websiteId: number; readonly contact: Contact }) {
  const api = useApi();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteContact(api, websiteId, contact.email ?? ''),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['contacts', websiteId] });
      onClose();
    },
  });
  return (
    <Dialog title="Delete this contact?" onClose={onClose}>
      <p>
        <strong>{contact.email}</strong> and everything known about this person is deleted for good.
      </p>
      <DialogActions label="Delete" work={remove} onCancel={onClose} onConfirm={() => remove.mutate()} />
    </Dialog>
  );
}

export function DetailsDialog({ contact, onClose }: DialogProps & { readonly contact: Contact }) {
  const { extra, data, ...fields } = contact;
  const known = Object.entries({ ...fields, ...extra, ...data }).filter(([, value]) => value !== null && value !== '');
  return (
    <Dialog title={contact.email ?? contact.phone ?? `Contact ${contact.id}`} onClose={onClose}>
      <dl className="details">
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
