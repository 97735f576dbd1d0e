// Dialogs for what is sent to a webhook: an example of it, and what became of each message.
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useServices } from '../api/context.tsx';
import { type Delivery, deliveriesQuery, type RecordTopic, type Subscription, sendTest } from '../api/notifications.ts';
import { Button } from '../components/button.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { Dialog, DialogFooter } from '../components/dialog.tsx';
import { SelectField } from '../components/field.tsx';
import { RowDetail } from '../components/row-name.tsx';
import { EmptyState, ErrorState, Skeleton } from '../components/states.tsx';
import { formatTimestamp } from '../format/dates.ts';
import { isRecordTopic, TOPIC_NAMES } from '../format/notifications.ts';
import { t } from '../language/t.ts';
import { messageText } from './last-message.tsx';
import { TestOutcome } from './test-outcome.tsx';

interface OfSubscription {
  readonly subscription: Subscription;
  onClose(): void;
}

const TEST_MESSAGE = 'test';

/** Sends a test message, or an example of a contact, an order or a refund, so that a flow can be built before there is the first one. */
export function TestWebhookDialog({ subscription, onClose }: OfSubscription) {
  const { api } = useServices();
  const topics = subscription.topics.filter(isRecordTopic);
  const test = useMutation({ mutationFn: (topic?: RecordTopic) => sendTest(api, subscription.id, topic) });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosen = new FormData(event.currentTarget).get('topic');
    test.mutate(topics.find((topic) => topic === chosen));
  };
  return (
    <Dialog title={t('notifications.sendTest')} onClose={onClose}>
      <form onSubmit={send}>
        <p className="hint">{subscription.destination}</p>
        <SelectField label={t('notifications.message')} name="topic" defaultValue={topics[0]}>
          {topics.map((topic) => (
            <option key={topic} value={topic}>
              {t('notifications.exampleOf', { what: TOPIC_NAMES[topic] })}
            </option>
          ))}
          <option value={TEST_MESSAGE}>{t('notifications.testMessage')}</option>
        </SelectField>
        <div aria-live="polite">
          <TestOutcome test={test} isReport={false} />
        </div>
        <DialogFooter>
          <Button onClick={onClose}>{t('common.close')}</Button>
          <Button type="submit" variant="primary" disabled={test.isPending}>
            {t('notifications.send')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

export function DeliveriesDialog({ subscription, onClose }: OfSubscription) {
  const { api } = useServices();
  const listed = useInfiniteQuery(deliveriesQuery(api, subscription.id));
  const deliveries = listed.data?.pages.flatMap((page) => page.deliveries);
  return (
    <Dialog title={t('notifications.deliveries')} onClose={onClose}>
      <p className="hint">{t('notifications.deliveriesHint')}</p>
      {listed.isPending && <Skeleton lines={4} />}
      {listed.isError && <ErrorState error={listed.error} onRetry={() => listed.refetch()} />}
      {deliveries?.length === 0 && <EmptyState title={t('notifications.noDeliveries')} />}
      {deliveries && deliveries.length > 0 && (
        <DataTable caption={t('notifications.deliveries')} columns={COLUMNS} rows={deliveries} keyOf={({ id }) => id} />
      )}
      <DialogFooter>
        {listed.hasNextPage && (
          <Button disabled={listed.isFetchingNextPage} onClick={() => listed.fetchNextPage()}>
            {t('common.showMore')}
          </Button>
        )}
        <Button onClick={onClose}>{t('common.close')}</Button>
      </DialogFooter>
    </Dialog>
  );
}

const COLUMNS: Column<Delivery>[] = [
  {
    name: 'topic',
    label: t('notifications.message'),
    value: ({ topic }) => topicName(topic),
    render: ({ topic, record_id: recordId }) => (
      <>
        {topicName(topic)}
        {recordId !== null && <RowDetail>{recordId}</RowDetail>}
      </>
    ),
  },
  {
    name: 'state',
    label: t('notifications.state'),
    value: ({ state }) => state,
    render: (delivery) => (
      <>
        {stateText(delivery)}
        <RowDetail>{attemptsText(delivery)}</RowDetail>
      </>
    ),
  },
];

function topicName(topic: string): string {
  return (TOPIC_NAMES as Readonly<Record<string, string>>)[topic] ?? topic;
}

function stateText({ state, finished_at: finishedAt, created_at: createdAt, error }: Delivery): string {
  if (state === 'sent') return t('notifications.deliveredAt', { time: formatTimestamp(finishedAt!) });
  return messageText({ state, at: finishedAt ?? createdAt, error });
}

/** `3 attempts · next Nov 16, 10:04 AM` */
function attemptsText({ attempts, next_attempt_at: next }: Delivery): string {
  const count = t('notifications.attempts', { count: attempts });
  if (next === null || attempts === 0) return count;
  return `${count} · ${t('notifications.nextAttempt', { time: formatTimestamp(next) })}`;
}
