// The contacts of a website: find one by email, add one, delete one.
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { changeParameters, useAddress } from '../address/router.tsx';
import type { Contact } from '../api/answers.ts';
import { contactsQuery } from '../api/contacts.ts';
import { useApi } from '../api/context.tsx';
import { websitesQuery } from '../api/queries.ts';
import { dayOf, formatDay } from '../format/dates.ts';
import { formatCount } from '../format/numbers.ts';
import { Card } from '../parts/card.tsx';
import { CsvButton } from '../parts/csv-button.tsx';
import { type Column, DataTable, tableFile } from '../parts/data-table.tsx';
import { Icon } from '../parts/icon.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { Paging } from '../parts/paging.tsx';
import { EmptyState, ErrorState, Skeleton } from '../parts/states.tsx';
import { AddDialog, DeleteDialog, DetailsDialog } from './contact-dialogs.tsx';

const PAGE_SIZE = 25;

type OpenDialog = { readonly name: 'add' } | { readonly name: 'details' | 'delete'; readonly contact: Contact };

export function ContactsPage({ websiteId }: { readonly websiteId: number }) {
  const api = useApi();
  const { search } = useAddress();
  const [dialog, setDialog] = useState<OpenDialog>();
  const email = search.get('email') ?? '';
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1);
  const websites = useQuery(websitesQuery(api));
  const contacts = useQuery(contactsQuery(api, websiteId, email, page));
  const close = () => setDialog(undefined);
  const columns = contactColumns(setDialog);
  return (
    <PageFrame
      title="Contacts"
      crumbs={[{ label: websites.data?.find(({ id }) => id === websiteId)?.name, to: { name: 'website', websiteId } }]}
      lead="People who left their address or phone number in a form."
      controls={
        <button type="button" className="button button-primary" onClick={() => setDialog({ name: 'add' })}>
          <Icon name="plus" />
          Add contact
        </button>
      }
    >
      <Card
        title={
          contacts.data
            ? `${formatCount(contacts.data.total)} ${contacts.data.total === 1 ? 'contact' : 'contacts'}`
            : 'Contacts'
        }
        flush
        stale={contacts.isPlaceholderData}
        actions={
          <>
            <EmailSearch key={email} email={email} />
            <CsvButton
              name="contacts"
              label="the contacts on this page"
              file={() => tableFile(columns, contacts.data?.contacts ?? [])}
            />
          </>
        }
      >
        {contacts.isPending && <Skeleton lines={5} />}
        {contacts.isError && <ErrorState error={contacts.error} onRetry={() => contacts.refetch()} />}
        {contacts.data?.contacts.length === 0 && <NoContacts email={email} />}
        {contacts.data && contacts.data.contacts.length > 0 && (
          <>
            <DataTable caption="Contacts" columns={columns} rows={contacts.data.contacts} keyOf={({ id }) => id} />
            <Paging label="Pages of contacts" page={page} perPage={PAGE_SIZE} total={contacts.data.total} />
          </>
        )}
      </Card>
      {dialog?.name === 'add' && <AddDialog websiteId={websiteId} onClose={close} />}
      {dialog?.name === 'details' && <DetailsDialog contact={dialog.contact} onClose={close} />}
      {dialog?.name === 'delete' && <DeleteDialog websiteId={websiteId} contact={dialog.contact} onClose={close} />}
    </PageFrame>
  );
}

function EmailSearch({ email }: { readonly email: string }) {
  const [text, setText] = useState(email);
  const find = (event: FormEvent) => {
    event.preventDefault();
    changeParameters({ email: text.trim() || undefined, page: undefined });
  };
  return (
    <search>
      <form className="search" onSubmit={find}>
        <Icon name="search" />
        <input
          type="search"
          aria-label="Find a contact by its whole email address"
          placeholder="Whole email address"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit" className="button">
          Find
        </button>
      </form>
    </search>
  );
}

function NoContacts({ email }: { readonly email: string }) {
  if (email === '') {
    return (
      <EmptyState title="There are no contacts yet">
        <p>They come in through forms and through the API. You can also add one by hand.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={`Nobody has the address ${email}`}>
      <p>Only the whole address is found, in whatever case.</p>
      <button type="button" className="button" onClick={() => changeParameters({ email: undefined })}>
        Show all contacts
      </button>
    </EmptyState>
  );
}

function fullName({ name, last_name }: Contact): string {
  return [name, last_name].filter((part) => part !== null && part !== '').join(' ');
}

function contactColumns(open: (dialog: OpenDialog) => void): Column<Contact>[] {
  return [
    {
      name: 'email',
      label: 'Contact',
      value: ({ email }) => email,
      render: (contact) => (
        <>
          <button type="button" className="row-link" onClick={() => open({ name: 'details', contact })}>
            {contact.email ?? contact.phone ?? `Contact ${contact.id}`}
          </button>
          <span className="row-detail">{fullName(contact)}</span>
        </>
      ),
    },
    { name: 'id', label: 'Id', value: ({ id }) => id, onlyInFile: true },
    { name: 'name', label: 'First name', value: ({ name }) => name, onlyInFile: true },
    { name: 'last_name', label: 'Last name', value: (contact) => contact.last_name, onlyInFile: true },
    { name: 'phone', label: 'Phone', value: ({ phone }) => phone, render: ({ phone }) => phone ?? '–' },
    {
      name: 'created_at',
      label: 'Since',
      value: (contact) => contact.created_at,
      render: (contact) => formatDay(dayOf(contact.created_at)),
    },
    {
      name: 'actions',
      label: 'Actions',
      notInFile: true,
      numeric: true,
      value: () => undefined,
      render: (contact) => (
        <button
          type="button"
          className="button button-small"
          // The API deletes by email, so one without can't be deleted here.
          disabled={contact.email === null}
          title={contact.email === null ? 'Only a contact with an email address can be deleted' : undefined}
          aria-label={`Delete ${contact.email ?? fullName(contact)}`}
          onClick={() => open({ name: 'delete', contact })}
        >
          Delete
        </button>
      ),
    },
  ];
}
