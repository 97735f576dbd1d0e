// The contacts of a website: find by email address, add, delete.
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { contactsQuery, readContactPart } from '../api/contacts.ts';
import { useApi } from '../api/context.tsx';
import { websitesQuery } from '../api/queries.ts';
import { useRole } from '../api/role.ts';
import type { Contact } from '../api/types.ts';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { EditorsOnly } from '../components/editors-only.tsx';
import { ExportButton } from '../components/export-button.tsx';
import { Icon } from '../components/icon.tsx';
import { PageFrame, ReportSkeleton } from '../components/page-frame.tsx';
import { Paging, readPageNumber } from '../components/paging.tsx';
import { RowButton, RowDetail } from '../components/row-name.tsx';
import { EmptyState, ErrorState, Skeleton } from '../components/states.tsx';
import { contactsCsv } from '../csv/contacts-csv.ts';
import { formatDate } from '../format/dates.ts';
import { contactName } from '../format/names.ts';
import { formatCount } from '../format/numbers.ts';
import { changeParameters, useQueryParameters } from '../routing/router.tsx';
import { AddDialog, DeleteDialog, DetailsDialog } from './contact-dialogs.tsx';
import styles from './contacts.module.css';

const PAGE_SIZE = 25;

type OpenDialog = { readonly name: 'add' } | { readonly name: 'details' | 'delete'; readonly contact: Contact };

interface OfWebsite {
  readonly websiteId: number;
}

export function ContactsPage({ websiteId }: OfWebsite) {
  const role = useRole(websiteId);
  if (role === undefined) return <ReportSkeleton />;
  return role === 'viewer' ? <ContactsOfViewer websiteId={websiteId} /> : <Contacts websiteId={websiteId} />;
}

function ContactsOfViewer({ websiteId }: OfWebsite) {
  const websites = useQuery(websitesQuery(useApi()));
  const websiteName = websites.data?.find(({ id }) => id === websiteId)?.name;
  return (
    <PageFrame title="Contacts" crumbs={[{ label: websiteName, to: { name: 'website', websiteId } }]}>
      <EditorsOnly />
    </PageFrame>
  );
}

function Contacts({ websiteId }: OfWebsite) {
  const api = useApi();
  const search = useQueryParameters();
  const [dialog, setDialog] = useState<OpenDialog>();
  const email = search.get('email') ?? '';
  const page = readPageNumber(search);
  const websites = useQuery(websitesQuery(api));
  const websiteName = websites.data?.find(({ id }) => id === websiteId)?.name;
  const contacts = useQuery(contactsQuery(api, websiteId, email, page));
  const close = () => setDialog(undefined);
  const columns = contactColumns(setDialog);
  return (
    <PageFrame
      title="Contacts"
      crumbs={[{ label: websiteName, to: { name: 'website', websiteId } }]}
      lead="People who left an email address or phone number in a form."
      controls={
        <Button variant="primary" onClick={() => setDialog({ name: 'add' })}>
          <Icon name="plus" />
          Add contact
        </Button>
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
            <ExportButton
              name={`contacts ${websiteName ?? ''}`}
              label="all contacts"
              read={(signal, onProgress) =>
                contactsCsv((after) => readContactPart(api, websiteId, after, signal), onProgress)
              }
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
      <form className={styles.search} onSubmit={find}>
        <Icon name="search" />
        <input
          type="search"
          aria-label="Find a contact by email address"
          placeholder="Full email address"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit">Find</Button>
      </form>
    </search>
  );
}

function NoContacts({ email }: { readonly email: string }) {
  if (email === '') {
    return (
      <EmptyState title="No contacts yet">
        <p>Contacts come from forms and from the API. You can also add one here.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={`No contact with the email address ${email}`}>
      <p>Enter the full address. Upper and lower case do not matter.</p>
      <Button onClick={() => changeParameters({ email: undefined })}>Show all contacts</Button>
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
          <RowButton onClick={() => open({ name: 'details', contact })}>{contactName(contact)}</RowButton>
          <RowDetail>{fullName(contact)}</RowDetail>
        </>
      ),
    },
    {
      name: 'phone',
      label: 'Phone',
      minor: true,
      value: ({ phone }) => phone,
      render: ({ phone }) => <span className={styles.nowrap}>{phone ?? '–'}</span>,
    },
    {
      name: 'created_at',
      label: 'Created',
      value: (contact) => contact.created_at,
      render: (contact) => <span className={styles.nowrap}>{formatDate(contact.created_at)}</span>,
    },
    {
      name: 'actions',
      label: 'Actions',
      numeric: true,
      value: () => undefined,
      render: (contact) => (
        <Button
          size="small"
          // The API deletes contacts by email address.
          disabled={contact.email === null}
          title={contact.email === null ? 'Only contacts with an email address can be deleted' : undefined}
          aria-label={`Delete ${contact.email ?? fullName(contact)}`}
          onClick={() => open({ name: 'delete', contact })}
        >
          Delete
        </Button>
      ),
    },
  ];
}
