// What the user is sent about a website: weekly insights, alerts and reports, by email, Slack or webhook.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useServices } from '../api/context.tsx';
import {
  NOTIFICATIONS_KEY,
  notificationsQuery,
  resumeSubscription,
  type Subscription,
  sendTest,
} from '../api/notifications.ts';
import { profileQuery } from '../api/profile.ts';
import { websitesQuery } from '../api/queries.ts';
import { useCanEdit, useRole } from '../api/role.ts';
import { Button } from '../components/button.tsx';
import { Card, PlainCard } from '../components/card.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { Icon } from '../components/icon.tsx';
import { Notice } from '../components/notice.tsx';
import { PageFrame } from '../components/page-frame.tsx';
import { Address, RowActions, RowDetail } from '../components/row-name.tsx';
import { EmptyState, ErrorState, Skeleton } from '../components/states.tsx';
import { formatTimestamp } from '../format/dates.ts';
import { CHANNEL_NAMES, contentText, isRecordTopic, quietHoursText } from '../format/notifications.ts';
import { t } from '../language/t.ts';
import { BrandingCard } from './branding-card.tsx';
import { LastMessage } from './last-message.tsx';
import {
  ChangeSubscriptionDialog,
  CreateSubscriptionDialog,
  RemoveSubscriptionDialog,
  ReplaceSecretDialog,
  WebhookSecretDialog,
} from './notification-dialogs.tsx';
import styles from './notifications.module.css';
import { RecipientsCard } from './recipients-card.tsx';
import { TestOutcome } from './test-outcome.tsx';
import { DeliveriesDialog, TestWebhookDialog } from './webhook-dialogs.tsx';

type OpenDialog =
  | { readonly name: 'create' }
  | { readonly name: 'secret'; readonly secret: string }
  | { readonly name: 'change' | 'replace' | 'remove' | 'test' | 'deliveries'; readonly subscription: Subscription };

interface OfWebsite {
  readonly websiteId: number;
}

export function NotificationsPage({ websiteId }: OfWebsite) {
  const { api, settings } = useServices();
  const websites = useQuery(websitesQuery(api));
  const notifications = useQuery({ ...notificationsQuery(api, websiteId), enabled: settings.managesTokens });
  const [dialog, setDialog] = useState<OpenDialog>();
  const { data } = notifications;
  return (
    <PageFrame
      title={t('common.notifications')}
      crumbs={[{ label: websites.data?.find(({ id }) => id === websiteId)?.name, to: { name: 'website', websiteId } }]}
      lead={t('notifications.lead')}
      controls={
        data && (
          <Button variant="primary" onClick={() => setDialog({ name: 'create' })}>
            <Icon name="plus" />
            {t('notifications.addSubscription')}
          </Button>
        )
      }
    >
      {!settings.managesTokens && <ManagedElsewhere />}
      {data?.email === null && <Notice tone="neutral">{t('notifications.noMailServer')}</Notice>}
      {settings.managesTokens && (
        <Card title={t('notifications.yourSubscriptions')} hint={t('notifications.onlyYou')} flush>
          {notifications.isPending && <Skeleton lines={2} />}
          {notifications.isError && <ErrorState error={notifications.error} onRetry={() => notifications.refetch()} />}
          {data?.subscriptions.length === 0 && <NoSubscriptions />}
          {data && data.subscriptions.length > 0 && (
            <Subscriptions subscriptions={data.subscriptions} open={setDialog} />
          )}
        </Card>
      )}
      {settings.managesTokens && data?.email && <EditorsRecipients websiteId={websiteId} />}
      {settings.managesTokens && <OwnersBranding websiteId={websiteId} hasMail={data?.email !== null} />}
      {dialog && (
        <OpenedDialog websiteId={websiteId} email={data?.email ?? null} dialog={dialog} setDialog={setDialog} />
      )}
    </PageFrame>
  );
}

function ManagedElsewhere() {
  return (
    <PlainCard>
      <EmptyState title={t('notifications.notAvailable')}>
        <p>{t('notifications.notAvailableHint')}</p>
      </EmptyState>
    </PlainCard>
  );
}

function NoSubscriptions() {
  return (
    <EmptyState title={t('notifications.noSubscriptions')}>
      <p>{t('notifications.noSubscriptionsHint')}</p>
    </EmptyState>
  );
}

function EditorsRecipients({ websiteId }: OfWebsite) {
  return useCanEdit(websiteId) ? <RecipientsCard websiteId={websiteId} /> : null;
}

function OwnersBranding({ websiteId, hasMail }: OfWebsite & { readonly hasMail: boolean }) {
  const { api } = useServices();
  const isOwner = useRole(websiteId) === 'owner';
  const { data: profile } = useQuery(profileQuery(api));
  const accountId = profile?.websites.find(({ id }) => id === websiteId)?.account_id;
  if (!isOwner || !hasMail || accountId === undefined) return null;
  return <BrandingCard key={accountId} accountId={accountId} />;
}

interface SubscriptionsProps {
  readonly subscriptions: readonly Subscription[];
  open(dialog: OpenDialog): void;
}

function Subscriptions({ subscriptions, open }: SubscriptionsProps) {
  const { api } = useServices();
  const test = useMutation({ mutationFn: ({ id }: Subscription) => sendTest(api, id) });
  const columns: Column<Subscription>[] = [
    {
      name: 'channel',
      label: t('notifications.where'),
      value: ({ channel }) => CHANNEL_NAMES[channel],
      render: (subscription) => (
        <>
          {CHANNEL_NAMES[subscription.channel]}
          <RowDetail>
            <span>
              <Address text={subscription.destination} />
            </span>
          </RowDetail>
          <div className={styles.onPhones}>
            <RowDetail>{contentText(subscription)}</RowDetail>
          </div>
          {subscription.switched_off_at !== null && (
            <span className={styles.failed}>
              {t('notifications.switchedOff', { time: formatTimestamp(subscription.switched_off_at) })}
            </span>
          )}
          <LastMessage message={subscription.last_message} />
          <div aria-live="polite">
            {test.variables?.id === subscription.id && (
              <TestOutcome test={test} isReport={subscription.report !== null} />
            )}
          </div>
        </>
      ),
    },
    { name: 'topics', label: t('notifications.what'), minor: true, value: contentText },
    {
      name: 'quiet_hours',
      label: t('notifications.quietHours'),
      minor: true,
      value: ({ quiet_hours }) => quietHoursText(quiet_hours),
    },
    {
      name: 'actions',
      label: t('common.actions'),
      numeric: true,
      value: () => undefined,
      render: (subscription) => (
        <RowActions>
          <Button
            size="small"
            aria-label={testLabel(subscription)}
            disabled={test.isPending}
            onClick={() =>
              subscription.topics.some(isRecordTopic) ? open({ name: 'test', subscription }) : test.mutate(subscription)
            }
          >
            {t(subscription.report ? 'notifications.sendOneNow' : 'notifications.test')}
          </Button>
          <Button
            size="small"
            aria-label={t('notifications.changeNamed', { name: nameOf(subscription) })}
            onClick={() => open({ name: 'change', subscription })}
          >
            {t('common.change')}
          </Button>
          {subscription.switched_off_at !== null && <SwitchOnButton subscription={subscription} />}
          {subscription.channel === 'webhook' && (
            <>
              <Button
                size="small"
                aria-label={t('notifications.deliveriesOf', { name: nameOf(subscription) })}
                onClick={() => open({ name: 'deliveries', subscription })}
              >
                {t('notifications.deliveries')}
              </Button>
              <Button
                size="small"
                aria-label={t('notifications.replaceSecretOf', { name: nameOf(subscription) })}
                onClick={() => open({ name: 'replace', subscription })}
              >
                {t('notifications.replaceSecret')}
              </Button>
            </>
          )}
          <Button
            size="small"
            aria-label={t('notifications.removeNamed', { name: nameOf(subscription) })}
            onClick={() => open({ name: 'remove', subscription })}
          >
            {t('common.remove')}
          </Button>
        </RowActions>
      ),
    },
  ];
  return (
    <DataTable
      caption={t('notifications.subscriptions')}
      columns={columns}
      rows={subscriptions}
      keyOf={({ id }) => id}
    />
  );
}

function SwitchOnButton({ subscription }: { readonly subscription: Subscription }) {
  const { api } = useServices();
  const queries = useQueryClient();
  const resume = useMutation({
    mutationFn: () => resumeSubscription(api, subscription.id),
    onSettled: () => queries.invalidateQueries({ queryKey: NOTIFICATIONS_KEY }),
  });
  return (
    <>
      {resume.error && <span className={styles.failed}>{resume.error.message}</span>}
      <Button
        size="small"
        aria-label={t('notifications.switchOnNamed', { name: nameOf(subscription) })}
        disabled={resume.isPending}
        onClick={() => resume.mutate()}
      >
        {t('notifications.switchOn')}
      </Button>
    </>
  );
}

/** A subscription with a report is tested with the report of the last week or month. */
function testLabel(subscription: Subscription): string {
  const name = nameOf(subscription);
  return subscription.report ? t('notifications.sendOneNowTo', { name }) : t('notifications.testNamed', { name });
}

function nameOf({ channel, destination }: Subscription): string {
  return `${CHANNEL_NAMES[channel]} ${destination}`;
}

interface OpenedDialogProps extends OfWebsite {
  readonly email: string | null;
  readonly dialog: OpenDialog;
  setDialog(dialog: OpenDialog | undefined): void;
}

function OpenedDialog({ websiteId, email, dialog, setDialog }: OpenedDialogProps) {
  const close = () => setDialog(undefined);
  switch (dialog.name) {
    case 'create':
      return (
        <CreateSubscriptionDialog
          websiteId={websiteId}
          email={email}
          onClose={close}
          onCreated={({ secret }) => setDialog(secret === null ? undefined : { name: 'secret', secret })}
        />
      );
    case 'secret':
      return <WebhookSecretDialog secret={dialog.secret} onClose={close} />;
    case 'change':
      return <ChangeSubscriptionDialog subscription={dialog.subscription} onClose={close} />;
    case 'replace':
      return (
        <ReplaceSecretDialog
          subscription={dialog.subscription}
          onClose={close}
          onReplaced={(secret) => setDialog({ name: 'secret', secret })}
        />
      );
    case 'test':
      return <TestWebhookDialog subscription={dialog.subscription} onClose={close} />;
    case 'deliveries':
      return <DeliveriesDialog subscription={dialog.subscription} onClose={close} />;
    case 'remove':
      return <RemoveSubscriptionDialog subscription={dialog.subscription} onClose={close} />;
  }
}
