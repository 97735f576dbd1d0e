// The contacts of a website: search by name, address or campaign; add, edit, delete.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { catalogQuery } from '../api/catalog.ts';
import { type ContactSearch, contactsQuery, foundContactsQuery, readContactsFile } from '../api/contacts.ts';
import { useApi } from '../api/context.tsx';
import { websitesQuery } from '../api/queries.ts';
import { useRole } from '../api/role.ts';
import type { Contact } from '../api/types.ts';
import { Button, buttonClass } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { EditorsOnly } from '../components/editors-only.tsx';
import { ExportButton } from '../components/export-button.tsx';
import { Icon } from '../components/icon.tsx';
import { PageFrame, ReportSkeleton } from '../components/page-frame.tsx';
import { Paging, readPageNumber, useExistingPage } from '../components/paging.tsx';
import { RowButton, RowDetail } from '../components/row-name.tsx';
import { SendingLink } from '../components/sending-link.tsx';
import { EmptyState, ErrorState, Skeleton } from '../components/states.tsx';
import { contactAddress, contactName, sourceCampaign } from '../format/contacts.ts';
import { formatDate } from '../format/dates.ts';
import { t } from '../language/t.ts';
import { changeParameters, Link, useQueryParameters } from '../routing/router.tsx';
import { AddDialog, DeleteDialog, DetailsDialog, EditDialog } from './contact-dialogs.tsx';
import styles from './contacts.module.css';
import { UnconfirmedContacts } from './unconfirmed-contacts.tsx';

const PAGE_SIZE = 25;

type OpenDialog =
  | { readonly name: 'add' }
  | { readonly name: 'details' | 'edit' | 'delete'; readonly contact: Contact };
type Open = (dialog: OpenDialog) => void;

interface OfWebsite {
  readonly websiteId: number;
}

export function ContactsPage({ websiteId }: OfWebsite) {
  const role = useRole(websiteId);
  if (role === undefined) return <ReportSkeleton />;
  return role === 'viewer' ? <ContactsOfViewer websiteId={websiteId} /> : <Contacts websiteId={websiteId} />;
}

function useWebsiteName(websiteId: number): string | undefined {
  return useQuery(websitesQuery(useApi())).data?.find(({ id }) => id === websiteId)?.name;
}

function ContactsOfViewer({ websiteId }: OfWebsite) {
  const websiteName = useWebsiteName(websiteId);
  return (
    <PageFrame title={t('common.contacts')} crumbs={[{ label: websiteName, to: { name: 'website', websiteId } }]}>
      <EditorsOnly />
    </PageFrame>
  );
}

function Contacts({ websiteId }: OfWebsite) {
  const parameters = useQueryParameters();
  const [dialog, setDialog] = useState<OpenDialog>();
  const search = { text: parameters.get('query') ?? '', campaignId: readId(parameters.get('campaign')) };
  const isSearch = search.text !== '' || search.campaignId !== undefined;
  const websiteName = useWebsiteName(websiteId);
  return (
    <PageFrame
      title={t('common.contacts')}
      crumbs={[{ label: websiteName, to: { name: 'website', websiteId } }]}
      lead={t('contacts.lead')}
      controls={
        <Button variant="primary" onClick={() => setDialog({ name: 'add' })}>
          <Icon name="plus" />
          {t('contacts.add')}
        </Button>
      }
    >
      <UnconfirmedContacts websiteId={websiteId} onOpen={(contact) => setDialog({ name: 'details', contact })} />
      {isSearch ? (
        <FoundContacts websiteId={websiteId} search={search} open={setDialog} />
      ) : (
        <AllContacts websiteId={websiteId} page={readPageNumber(parameters)} open={setDialog} />
      )}
      {dialog && <OpenedDialog websiteId={websiteId} dialog={dialog} open={setDialog} />}
    </PageFrame>
  );
}

/** An id in a URL, which users can edit. undefined: none. */
function readId(text: string | null): number | undefined {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

interface OpenedDialogProps extends OfWebsite {
  readonly dialog: OpenDialog;
  readonly open: (dialog: OpenDialog | undefined) => void;
}

function OpenedDialog({ websiteId, dialog, open }: OpenedDialogProps) {
  const close = () => open(undefined);
  if (dialog.name === 'add') return <AddDialog websiteId={websiteId} onClose={close} />;
  const { name, contact } = dialog;
  if (name === 'edit') return <EditDialog contact={contact} onClose={close} />;
  if (name === 'delete') return <DeleteDialog contact={contact} onClose={close} />;
  return <DetailsDialog contact={contact} onAction={(action) => open({ name: action, contact })} onClose={close} />;
}

interface ContactListProps extends OfWebsite {
  readonly open: Open;
}

function AllContacts({ websiteId, page, open }: ContactListProps & { readonly page: number }) {
  const contacts = useQuery(contactsQuery(useApi(), websiteId, page));
  useExistingPage(page, PAGE_SIZE, contacts.data?.total);
  const { data } = contacts;
  return (
    <ContactsCard
      websiteId={websiteId}
      title={data ? t('contacts.count', { count: data.total }) : t('common.contacts')}
      stale={contacts.isPlaceholderData}
    >
      {contacts.isPending && <Skeleton lines={5} />}
      {contacts.isError && <ErrorState error={contacts.error} onRetry={() => contacts.refetch()} />}
      {data?.total === 0 && (
        <EmptyState title={t('contacts.noneYet')}>
          <p>{t('contacts.whereFrom')}</p>
          <SendingLink websiteId={websiteId} />
        </EmptyState>
      )}
      {data && data.contacts.length > 0 && (
        <>
          <ContactsTable websiteId={websiteId} contacts={data.contacts} open={open} />
          <Paging label={t('contacts.pages')} page={page} perPage={PAGE_SIZE} total={data.total} />
        </>
      )}
    </ContactsCard>
  );
}

function FoundContacts({ websiteId, search, open }: ContactListProps & { readonly search: ContactSearch }) {
  const found = useInfiniteQuery(foundContactsQuery(useApi(), websiteId, search));
  const contacts = found.data?.pages.flatMap((page) => page.contacts);
  return (
    <ContactsCard websiteId={websiteId} title={t('contacts.found')} stale={found.isPlaceholderData}>
      {found.isPending && <Skeleton lines={5} />}
      {found.isError && <ErrorState error={found.error} onRetry={() => found.refetch()} />}
      {contacts?.length === 0 && (
        <EmptyState title={found.hasNextPage ? t('contacts.noMatchAmongNewest') : t('contacts.noMatch')}>
          <p>{t('contacts.howMatched')}</p>
          <Button onClick={() => changeParameters({ query: undefined, campaign: undefined })}>
            {t('contacts.showAll')}
          </Button>
        </EmptyState>
      )}
      {contacts && contacts.length > 0 && <ContactsTable websiteId={websiteId} contacts={contacts} open={open} />}
      {found.hasNextPage && (
        <p className={styles.more}>
          <Button disabled={found.isFetchingNextPage} onClick={() => found.fetchNextPage()}>
            {t('contacts.searchOlder')}
          </Button>
        </p>
      )}
    </ContactsCard>
  );
}

interface ContactsCardProps extends OfWebsite {
  readonly title: string;
  readonly stale: boolean;
  readonly children: ReactNode;
}

function ContactsCard({ websiteId, title, stale, children }: ContactsCardProps) {
  const api = useApi();
  const text = useQueryParameters().get('query') ?? '';
  return (
    <Card
      title={title}
      flush
      stale={stale}
      actions={
        <>
          <TextSearch key={text} text={text} />
          <CampaignChoice websiteId={websiteId} />
          <ExportButton
            label={t('contacts.all')}
            read={(signal, onProgress) => readContactsFile(api, websiteId, signal, onProgress)}
          />
        </>
      }
    >
      {children}
    </Card>
  );
}

function TextSearch({ text: before }: { readonly text: string }) {
  const [text, setText] = useState(before);
  const find = (event: FormEvent) => {
    event.preventDefault();
    changeParameters({ query: text.trim() || undefined, page: undefined });
  };
  return (
    <search>
      <form className={styles.search} onSubmit={find}>
        <Icon name="search" />
        <input
          type="search"
          maxLength={100}
          aria-label={t('contacts.searchLabel')}
          placeholder={t('contacts.searchPlaceholder')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit">{t('common.search')}</Button>
      </form>
    </search>
  );
}

/** The campaigns of the website; where there are none, there is nothing to choose. */
function CampaignChoice({ websiteId }: OfWebsite) {
  const chosen = useQueryParameters().get('campaign') ?? '';
  const campaigns = useQuery(catalogQuery(useApi(), websiteId)).data?.campaigns ?? [];
  if (campaigns.length === 0) return null;
  return (
    <select
      className={styles.campaign}
      aria-label={t('contacts.fromCampaign')}
      value={chosen}
      onChange={({ target }) => changeParameters({ campaign: target.value || undefined, page: undefined })}
    >
      <option value="">{t('contacts.allCampaigns')}</option>
      {campaigns.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

function ContactsTable({ websiteId, contacts, open }: ContactListProps & { readonly contacts: readonly Contact[] }) {
  return (
    <DataTable
      caption={t('common.contacts')}
      columns={contactColumns(websiteId, open)}
      rows={contacts}
      keyOf={({ id }) => id}
    />
  );
}

function contactColumns(websiteId: number, open: Open): Column<Contact>[] {
  return [
    {
      name: 'name',
      label: t('common.contact'),
      value: contactName,
      render: (contact) => (
        <>
          <RowButton onClick={() => open({ name: 'details', contact })}>{contactName(contact)}</RowButton>
          <RowDetail>{contactAddress(contact)}</RowDetail>
        </>
      ),
    },
    {
      name: 'campaign',
      label: t('common.campaign'),
      value: (contact) => sourceCampaign(contact)?.name,
      render: (contact) => <Campaign websiteId={websiteId} contact={contact} />,
    },
    {
      name: 'created_at',
      label: t('contacts.added'),
      value: (contact) => contact.created_at,
      render: (contact) => <span className={styles.nowrap}>{formatDate(contact.created_at)}</span>,
    },
    {
      name: 'actions',
      label: t('common.actions'),
      numeric: true,
      // A narrow screen has them in the details.
      minor: true,
      value: () => undefined,
      render: (contact) => (
        <span className={styles.actions}>
          <Link
            className={buttonClass({ size: 'small' })}
            aria-label={t('contacts.storyNamed', { name: contactName(contact) })}
            to={{ name: 'contact', websiteId, contactId: contact.id }}
          >
            {t('contacts.story')}
          </Link>
          <Button
            size="small"
            aria-label={t('contacts.editNamed', { name: contactName(contact) })}
            onClick={() => open({ name: 'edit', contact })}
          >
            {t('common.edit')}
          </Button>
          <Button
            size="small"
            aria-label={t('contacts.deleteNamed', { name: contactName(contact) })}
            onClick={() => open({ name: 'delete', contact })}
          >
            {t('common.delete')}
          </Button>
        </span>
      ),
    },
  ];
}

function Campaign({ websiteId, contact }: OfWebsite & { readonly contact: Contact }) {
  const campaign = sourceCampaign(contact);
  if (!campaign) return '–';
  if (campaign.id === undefined) return campaign.name;
  return <Link to={{ name: 'campaign', websiteId, campaignId: campaign.id }}>{campaign.name}</Link>;
}
