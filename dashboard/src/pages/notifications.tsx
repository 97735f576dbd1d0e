// What the user is sent about a website: weekly insights, alerts and reports, by email, Slack or webhook.
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useServices } from '../api/context.tsx';
import { notificationsQuery, type Subscription, sendTest } from '../api/notifications.ts';
import { profileQuery } from '../api/profile.ts';
import { websitesQuery } from '../api/queries.ts';
import { useRole } from '../api/role.ts';
import { Button } from '../components/button.tsx';
import { Card, PlainCard } from '../components/card.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { Icon } from '../components/icon.tsx';
import { Notice } from '../components/notice.tsx';
import { PageFrame } from '../components/page-frame.tsx';
import { RowDetail } from '../components/row-name.tsx';
import { EmptyState, ErrorState, Skeleton } from '../components/states.tsx';
import { formatTimestamp } from '../format/dates.ts';
import { CHANNEL_NAMES, contentText, quietHoursText } from '../format/notifications.ts';
import { BrandingCard } from './branding-card.tsx';
import {
  ChangeSubscriptionDialog,
  CreateSubscriptionDialog,
  RemoveSubscriptionDialog,
  ReplaceSecretDialog,
  WebhookSecretDialog,
} from './notification-dialogs.tsx';
import styles from './notifications.module.css';

type OpenDialog =
  | { readonly name: 'create' }
  | { readonly name: 'secret'; readonly secret: string }
  | { readonly name: 'change' | 'replace' | 'remove'; readonly subscription: Subscription };

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
      title="Notifications"
      crumbs={[{ label: websites.data?.find(({ id }) => id === websiteId)?.name, to: { name: 'website', websiteId } }]}
      lead="Weekly insights, alerts and reports about this website, sent to you."
      controls={
        data && (
          <Button variant="primary" onClick={() => setDialog({ name: 'create' })}>
            <Icon name="plus" />
            Add subscription
          </Button>
        )
      }
    >
      {!settings.managesTokens && <ManagedElsewhere />}
      {data?.email === null && (
        <Notice tone="neutral">
          This service has no mail server, so notifications go to Slack or to a webhook. The operator adds email with
          SMTP_URL and MAIL_FROM.
        </Notice>
      )}
      {settings.managesTokens && (
        <Card title="Your subscriptions" hint="Only you can see and change them." flush>
          {notifications.isPending && <Skeleton lines={2} />}
          {notifications.isError && <ErrorState error={notifications.error} onRetry={() => notifications.refetch()} />}
          {data?.subscriptions.length === 0 && <NoSubscriptions />}
          {data && data.subscriptions.length > 0 && (
            <Subscriptions subscriptions={data.subscriptions} open={setDialog} />
          )}
        </Card>
      )}
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
      <EmptyState title="Notifications are not available">
        <p>
          This installation logs people in with another authorization server, so it does not know their email addresses.
        </p>
      </EmptyState>
    </PlainCard>
  );
}

function NoSubscriptions() {
  return (
    <EmptyState title="You get no notifications about this website">
      <p>
        Add a subscription to get the weekly insights, to be told when events stop, numbers drop or an experiment is
        decided, or to get a report as a file every week or month.
      </p>
    </EmptyState>
  );
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
      label: 'Where',
      value: ({ channel }) => CHANNEL_NAMES[channel],
      render: (subscription) => (
        <>
          {CHANNEL_NAMES[subscription.channel]}
          <RowDetail>
            <span className={styles.destination}>{subscription.destination}</span>
          </RowDetail>
          <span className={styles.onPhones}>
            <RowDetail>{contentText(subscription)}</RowDetail>
          </span>
          <LastMessage message={subscription.last_message} />
          <div aria-live="polite">
            {test.variables?.id === subscription.id && (
              <TestOutcome test={test} what={subscription.report ? 'the report' : 'a test'} />
            )}
          </div>
        </>
      ),
    },
    { name: 'topics', label: 'What', minor: true, value: contentText },
    {
      name: 'quiet_hours',
      label: 'Quiet hours',
      minor: true,
      value: ({ quiet_hours }) => quietHoursText(quiet_hours),
    },
    {
      name: 'actions',
      label: 'Actions',
      numeric: true,
      value: () => undefined,
      render: (subscription) => (
        <div className={styles.actions}>
          <Button
            size="small"
            aria-label={`${testName(subscription)} ${nameOf(subscription)}`}
            disabled={test.isPending}
            onClick={() => test.mutate(subscription)}
          >
            {testName(subscription)}
          </Button>
          <Button
            size="small"
            aria-label={`Change ${nameOf(subscription)}`}
            onClick={() => open({ name: 'change', subscription })}
          >
            Change
          </Button>
          {subscription.channel === 'webhook' && (
            <Button
              size="small"
              aria-label={`Replace secret of ${nameOf(subscription)}`}
              onClick={() => open({ name: 'replace', subscription })}
            >
              Replace secret
            </Button>
          )}
          <Button
            size="small"
            aria-label={`Remove ${nameOf(subscription)}`}
            onClick={() => open({ name: 'remove', subscription })}
          >
            Remove
          </Button>
        </div>
      ),
    },
  ];
  return <DataTable caption="Subscriptions" columns={columns} rows={subscriptions} keyOf={({ id }) => id} />;
}

/** A subscription with a report is tested with the report of the last week or month. */
function testName({ report }: Subscription): string {
  return report ? 'Send one now' : 'Test';
}

function nameOf({ channel, destination }: Subscription): string {
  return `${CHANNEL_NAMES[channel]} ${destination}`;
}

function LastMessage({ message }: { readonly message: Subscription['last_message'] }) {
  if (!message) return null;
  const reason = message.error === null ? '' : `: ${message.error}`;
  const text = `${MESSAGE_STATES[message.state]} ${formatTimestamp(message.at)}${reason}`;
  if (message.error !== null) return <span className={styles.failed}>{text}</span>;
  return <RowDetail>{text}</RowDetail>;
}

const MESSAGE_STATES = { sent: 'Last sent', failed: 'Could not be sent', waiting: 'Waiting since' } as const;

interface TestOutcomeProps {
  /** That is sent. */
  readonly what: string;
  readonly test: {
    readonly isPending: boolean;
    readonly error: Error | null;
    readonly data: { readonly delivered: boolean; readonly detail: string } | undefined;
  };
}

function TestOutcome({ what, test: { isPending, error, data } }: TestOutcomeProps) {
  if (isPending) return <span className={styles.pending}>Sending {what}…</span>;
  if (error) return <span className={styles.failed}>{error.message}</span>;
  if (!data) return null;
  return <span className={data.delivered ? styles.delivered : styles.failed}>{data.detail}</span>;
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
    case 'remove':
      return <RemoveSubscriptionDialog subscription={dialog.subscription} onClose={close} />;
  }
}
