// The jobs in the running service: they send what is stored, to hosts that the operator allows, and count it in /metrics; and they tell
// webhooks of new contacts.
import { afterAll, expect, test } from 'vitest';
import { ContactStore } from '../../../../src/core/manage/contacts/contact-store.ts';
import { readChanges } from '../../../../src/core/manage/contacts/read-changes.ts';
import { addToOutbox } from '../../../../src/extensions/notifications/outbox/outbox.ts';
import { newWebhookSecret } from '../../../../src/extensions/notifications/outbox/webhook-signature.ts';
import { beginWith } from '../../../../src/extensions/notifications/records/collect-records.ts';
import {
  insertSubscription,
  type Subscription,
} from '../../../../src/extensions/notifications/subscriptions/subscription-store.ts';
import { Exposition } from '../../../support/exposition.ts';
import { createTestIngestion } from '../../../support/test-ingestion.ts';
import { TestService } from '../../../support/test-service.ts';
import { createUser } from '../../../support/users.ts';
import { slackMessage } from './messages.ts';
import { Receiver } from './receiver.ts';

const receiver = await Receiver.start();
afterAll(() => receiver[Symbol.asyncDispose]());

test('the service sends what is in the outbox', async () => {
  const ingestion = await createTestIngestion('sqlite');
  const { database, clock } = ingestion;
  const url = receiver.url('/hook');
  const login = { email: 'ada@example.com', password: 'correct horse battery staple' };
  const { id: userId } = await createUser(database, { ...login, accountIds: [1] }, clock.now);
  await database.transaction(async (tx) => {
    // Otherwise nobody wants the message.
    await insertSubscription(tx, { ...subscriptionTo(url), userId }, { accountId: 1 });
    await addToOutbox(tx, [slackMessage({ url })], clock.now());
    const hook = { id: 2, channel: 'webhook', url: receiver.url('/contacts'), secret: newWebhookSecret() } as const;
    const webhook = { ...subscriptionTo(url), ...hook, topics: ['new_contact'], unsubscribeToken: 'another' } as const;
    await insertSubscription(tx, { ...webhook, userId }, { accountId: 1 });
  });
  await beginWith(database, 2);
  const { contact } = await new ContactStore(database, clock.now).upsert(1, readChanges({ email: 'new@example.com' }));
  const service = await TestService.over(ingestion, {
    components: ['jobs'],
    env: { NOTIFICATIONS_ALLOWED_HOSTS: receiver.host },
  });
  try {
    await receiver.until(2);
    const sent = async () => {
      // Metrics are rendered once a second.
      clock.advance(1_000);
      const metrics = new Exposition(await (await fetch(`${service.url}/metrics`)).text());
      return metrics.value('funnel_notifications_attempts_total', { channel: 'slack', result: 'sent' });
    };
    await expect.poll(sent).toBe(1);
    expect(receiver.paths().toSorted()).toEqual(['/contacts', '/hook']);
    const told = receiver.received.find(({ path }) => path === '/contacts')!;
    expect(JSON.parse(told.body)).toMatchObject({ type: 'new_contact', data: { contact } });
  } finally {
    await service.dispose();
  }
});

function subscriptionTo(url: string): Omit<Subscription, 'userId'> {
  return {
    ...{ id: 1, websiteId: 1, channel: 'slack', url, secret: null, topics: ['digest'], quietHours: null, report: null },
    ...{ haltedAt: null, unsubscribeToken: 'a token', createdAt: '2025-03-10T12:00:00Z' },
  };
}
