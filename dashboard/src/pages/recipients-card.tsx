// People without a login who get reports of the website, for all who may change it.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useServices } from '../api/context.tsx';
import {
  askRecipient,
  NOTIFICATIONS_KEY,
  type Recipient,
  recipientsQuery,
  removeRecipient,
} from '../api/notifications.ts';
import { ConfirmDialog, FormDialog } from '../components/action-dialog.tsx';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { Address, RowActions, RowDetail } from '../components/row-name.tsx';
import { ErrorState, Skeleton } from '../components/states.tsx';
import { Tag } from '../components/tag.tsx';
import { formatTimestamp } from '../format/dates.ts';
import { t } from '../language/t.ts';
import { LastMessage } from './last-message.tsx';
import styles from './notifications.module.css';

/** Nothing is shown until somebody was added: the form of a subscription says how. */
export function RecipientsCard({ websiteId }: { readonly websiteId: number }) {
  const { api } = useServices();
  const { data, error, isPending, refetch } = useQuery(recipientsQuery(api, websiteId));
  const [removed, setRemoved] = useState<Recipient>();
  const [asked, setAsked] = useState<Recipient>();
  if (data?.recipients.length === 0) return null;
  return (
    <Card title={t('notifications.recipients')} hint={t('notifications.recipientsHint')} flush>
      {isPending && <Skeleton lines={2} />}
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      {data && <RecipientsTable recipients={data.recipients} onAsk={setAsked} onRemove={setRemoved} />}
      {asked && <AskAgainDialog recipient={asked} onClose={() => setAsked(undefined)} />}
      {removed && <RemoveRecipientDialog recipient={removed} onClose={() => setRemoved(undefined)} />}
    </Card>
  );
}

interface RecipientsTableProps {
  readonly recipients: readonly Recipient[];
  onAsk(recipient: Recipient): void;
  onRemove(recipient: Recipient): void;
}

function RecipientsTable({ recipients, onAsk, onRemove }: RecipientsTableProps) {
  const columns: Column<Recipient>[] = [
    {
      name: 'email',
      label: t('notifications.recipient'),
      value: ({ email }) => email,
      render: (recipient) => (
        <>
          <Address text={recipient.email} />
          <div className={styles.onPhones}>
            <RecipientState recipient={recipient} />
            <RowDetail>{t('notifications.sentByPerson', { person: recipient.sender })}</RowDetail>
          </div>
          <LastMessage message={recipient.last_message} />
        </>
      ),
    },
    {
      name: 'state',
      label: t('notifications.state'),
      minor: true,
      value: ({ state }) => t(`notifications.state_${state}`),
      render: (recipient) => <RecipientState recipient={recipient} />,
    },
    { name: 'sender', label: t('notifications.sentBy'), minor: true, value: ({ sender }) => sender },
    {
      name: 'actions',
      label: t('common.actions'),
      numeric: true,
      value: () => undefined,
      render: (recipient) => (
        <RowActions>
          {recipient.state === 'waiting' && !recipient.is_halted && (
            <Button
              size="small"
              aria-label={t('notifications.askAgainNamed', { name: recipient.email })}
              onClick={() => onAsk(recipient)}
            >
              {t('notifications.askAgain')}
            </Button>
          )}
          <Button
            size="small"
            aria-label={t('notifications.removeNamed', { name: recipient.email })}
            onClick={() => onRemove(recipient)}
          >
            {t('common.remove')}
          </Button>
        </RowActions>
      ),
    },
  ];
  return (
    <DataTable caption={t('notifications.recipients')} columns={columns} rows={recipients} keyOf={({ id }) => id} />
  );
}

function RecipientState({
  recipient: { state, changed_at: at, is_halted: isHalted },
}: {
  readonly recipient: Recipient;
}) {
  const hint = isHalted
    ? t('notifications.haltedHint')
    : state === 'unsubscribed' && t('notifications.unsubscribedHint');
  return (
    <>
      <Tag tone={state === 'confirmed' && !isHalted ? 'good' : 'neutral'}>{t(`notifications.state_${state}`)}</Tag>
      <RowDetail>{t('notifications.stateSince', { time: formatTimestamp(at) })}</RowDetail>
      {hint && <RowDetail>{hint}</RowDetail>}
    </>
  );
}

function AskAgainDialog({ recipient: { id, email }, onClose }: { readonly recipient: Recipient; onClose(): void }) {
  const { api } = useServices();
  return (
    <FormDialog
      title={t('notifications.askAgainQuestion')}
      action={t('notifications.askAgain')}
      submit={() => askRecipient(api, id)}
      invalidates={NOTIFICATIONS_KEY}
      onClose={onClose}
    >
      <p>{t('notifications.askAgainHint', { email })}</p>
    </FormDialog>
  );
}

function RemoveRecipientDialog({ recipient, onClose }: { readonly recipient: Recipient; onClose(): void }) {
  const { api } = useServices();
  const { id, email } = recipient;
  return (
    <ConfirmDialog
      title={t('notifications.removeRecipient')}
      action={t('common.remove')}
      confirm={() => removeRecipient(api, id)}
      invalidates={NOTIFICATIONS_KEY}
      onClose={onClose}
    >
      <p>{t('notifications.removeRecipientHint', { email })}</p>
    </ConfirmDialog>
  );
}
