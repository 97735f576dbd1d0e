// The job in the running service: a report that is due is drawn in a thread, mailed, and counted.
import { expect, test } from 'vitest';
import { dayOfTimestampMs } from '../../../../src/core/engine/rollups/calendar.ts';
import { insertSubscription } from '../../../../src/extensions/notifications/subscriptions/subscription-store.ts';
import { Exposition } from '../../../support/exposition.ts';
import { MailServer } from '../../../support/mail-server.ts';
import { createTestIngestion } from '../../../support/test-ingestion.ts';
import { TestService } from '../../../support/test-service.ts';
import { createUser } from '../../../support/users.ts';

test('the service mails a report that is due', async () => {
  const mailServer = await MailServer.start();
  const ingestion = await createTestIngestion('sqlite');
  const { database, clock } = ingestion;
  await ingestion.count({ type: 'view', website_id: 1, visitor: 'a', at: '2025-03-04T10:00:00Z' });
  const login = { email: 'ada@example.com', password: 'correct horse battery staple' };
  const { id: userId } = await createUser(database, { ...login, accountIds: [1] }, clock.now);
  const report = { formats: ['pdf'], sentOn: 'monday', dueDay: dayOfTimestampMs(clock.nowMs) } as const;
  await database.transaction((tx) =>
    insertSubscription(
      tx,
      {
        ...{
          id: 1,
          userId,
          websiteId: 1,
          channel: 'email',
          url: null,
          secret: null,
          topics: [],
          quietHours: null,
          report,
        },
        ...{ haltedAt: null, unsubscribeToken: 'a token', createdAt: '2025-03-10T12:00:00Z' },
      },
      { accountId: 1 },
    ),
  );
  const service = await TestService.over(ingestion, {
    components: ['jobs'],
    ownThreads: true,
    env: { SMTP_URL: mailServer.url(), MAIL_FROM: 'funnel@service.example' },
  });
  try {
    await expect.poll(() => mailServer.received.length).toBe(1);
    const [{ email }] = mailServer.received as [(typeof mailServer.received)[number]];
    expect(email.attachments.map(({ filename }) => filename)).toEqual([
      'acme.example-report-2025-03-03-to-2025-03-09.pdf',
    ]);
    const metrics = async () => {
      // They are rendered once a second.
      ingestion.clock.advance(1_000);
      const exposition = new Exposition(await (await fetch(`${service.url}/metrics`)).text());
      const name = 'funnel_scheduled_reports_websites_total';
      return [exposition.value(name, { result: 'stored' }), exposition.value(name, { result: 'failed' })];
    };
    await expect.poll(metrics).toEqual([1, 0]);
  } finally {
    await service.dispose();
    await mailServer.close();
  }
});
