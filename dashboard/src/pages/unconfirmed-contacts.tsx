// What forms have said about contacts that existed already, for an editor to accept or dismiss.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  acceptUnconfirmed,
  contactsKey,
  dismissUnconfirmed,
  type Unconfirmed,
  unconfirmedQuery,
} from '../api/contacts.ts';
import { useApi } from '../api/context.tsx';
import type { Contact } from '../api/types.ts';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { FieldError } from '../components/field.tsx';
import { RowButton, RowDetail } from '../components/row-name.tsx';
import { contactName, mainFields } from '../format/contacts.ts';
import { formatDate } from '../format/dates.ts';
import { t } from '../language/t.ts';
import styles from './contacts.module.css';

interface UnconfirmedContactsProps {
  readonly websiteId: number;
  onOpen(contact: Contact): void;
}

/** Nothing if nothing waits. */
export function UnconfirmedContacts({ websiteId, onOpen }: UnconfirmedContactsProps) {
  const api = useApi();
  const queries = useQueryClient();
  const { data } = useQuery(unconfirmedQuery(api, websiteId));
  const decide = useMutation({
    mutationFn: (decision: () => Promise<unknown>) => decision(),
    onSettled: () => queries.invalidateQueries({ queryKey: contactsKey(websiteId) }),
  });
  if (!data || data.total === 0) return null;
  const columns = unconfirmedColumns({
    onOpen,
    isPending: decide.isPending,
    accept: ({ id }) => decide.mutate(() => acceptUnconfirmed(api, websiteId, id)),
    dismiss: ({ id }) => decide.mutate(() => dismissUnconfirmed(api, websiteId, id)),
  });
  return (
    <Card title={t('contacts.unconfirmed', { count: data.total })} flush>
      <p className={styles.unconfirmedLead}>{t('contacts.unconfirmedLead')}</p>
      {decide.error && <FieldError>{decide.error.message}</FieldError>}
      <DataTable
        caption={t('contacts.unconfirmed', { count: data.total })}
        columns={columns}
        rows={data.unconfirmed}
        keyOf={({ id }) => id}
      />
    </Card>
  );
}

interface Decisions {
  readonly isPending: boolean;
  onOpen(contact: Contact): void;
  accept(unconfirmed: Unconfirmed): void;
  dismiss(unconfirmed: Unconfirmed): void;
}

function unconfirmedColumns({ isPending, onOpen, accept, dismiss }: Decisions): Column<Unconfirmed>[] {
  return [
    {
      name: 'contact',
      label: t('common.contact'),
      value: ({ contact }) => contactName(contact),
      render: ({ contact }) => <RowButton onClick={() => onOpen(contact)}>{contactName(contact)}</RowButton>,
    },
    {
      name: 'fields',
      label: t('contacts.formSays'),
      value: () => undefined,
      render: ({ fields }) =>
        mainFields(fields).map(([label, value]) => <div key={label}>{t('contacts.fieldIs', { label, value })}</div>),
    },
    {
      name: 'created_at',
      label: t('contacts.sentOn'),
      value: ({ created_at }) => created_at,
      render: ({ created_at, source_url, campaign }) => (
        <>
          <span className={styles.nowrap}>{formatDate(created_at)}</span>
          <RowDetail>{campaign ?? source_url}</RowDetail>
        </>
      ),
    },
    {
      name: 'actions',
      label: t('common.actions'),
      numeric: true,
      value: () => undefined,
      render: (unconfirmed) => (
        <span className={styles.actions}>
          <Button
            size="small"
            disabled={isPending}
            aria-label={t('contacts.acceptNamed', { name: contactName(unconfirmed.contact) })}
            onClick={() => accept(unconfirmed)}
          >
            {t('contacts.accept')}
          </Button>
          <Button
            size="small"
            disabled={isPending}
            aria-label={t('contacts.dismissNamed', { name: contactName(unconfirmed.contact) })}
            onClick={() => dismiss(unconfirmed)}
          >
            {t('contacts.dismiss')}
          </Button>
        </span>
      ),
    },
  ];
}
