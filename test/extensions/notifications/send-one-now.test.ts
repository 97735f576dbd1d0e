// Reports that people ask for: few of a website are made at the same time, however many people ask.
import { expect, test } from 'vitest';
import { RateLimit } from '../../../src/core/contract/access/rate-limit.ts';
import { DirectReportBuilder } from '../../../src/extensions/notifications/scheduled-reports/build-report.ts';
import { Notifications, REPORTS_AT_ONCE_MAX } from '../../../src/extensions/notifications/settings/notifications.ts';
import { insertSubscription } from '../../../src/extensions/notifications/subscriptions/subscription-store.ts';
import { createTestIngestion } from '../../support/test-ingestion.ts';
import { createUser } from '../../support/users.ts';

test('who asks while others wait for reports of the website is asked to try again', async () => {
  const { database, clock, dispose } = await createTestIngestion('sqlite');
  try {
    const sending: (() => void)[] = [];
    const notifications = new Notifications({
      ...{ database, clock: clock.now, baseUrl: 'http://localhost', hasMail: true },
      users: { requireLoggedIn: async () => {} } as never,
      deliver: () => new Promise<void>((resolve) => sending.push(resolve)),
      reports: new DirectReportBuilder(database),
      isHttpAllowed: () => false,
      tests: new RateLimit({ max: 10, perMs: 3_600_000 }, clock.now),
      logFailure: () => {},
      exampleContact: {},
    });
    const ask = async (name: string, websiteId: number, report: boolean) => {
      const user = { email: `${name}@example.com`, password: undefined, accountIds: [1] };
      const { id } = await createUser(database, user, clock.now);
      await database.transaction((tx) =>
        insertSubscription(
          tx,
          {
            ...{ id, userId: id, websiteId, channel: 'email', url: null, secret: null, quietHours: null },
            ...{ topics: ['digest'], haltedAt: null, unsubscribeToken: name, createdAt: '2025-03-10T12:00:00Z' },
            report: report ? { formats: ['csv'], sentOn: 'monday', dueDay: 99_999 } : null,
          },
          { accountId: 1 },
        ),
      );
      const owner = { user: { id, email: user.email }, websiteIds: [websiteId] };
      return { send: () => notifications.sendTest(id, owner as never) };
    };
    const people = [];
    for (let index = 0; index < REPORTS_AT_ONCE_MAX; index++) people.push(await ask(`reader-${index}`, 1, true));
    const late = await ask('late', 1, true);
    const first = people.map(({ send }) => send());
    await expect.poll(() => sending).toHaveLength(REPORTS_AT_ONCE_MAX);
    await expect(late.send()).rejects.toMatchObject({ status: 429, options: { code: 'rate_limited' } });
    // Those of other websites, and what is small, are sent.
    const others = [(await ask('other', 2, true)).send(), (await ask('small', 1, false)).send()];
    await expect.poll(() => sending).toHaveLength(REPORTS_AT_ONCE_MAX + others.length);
    for (const done of sending) done();
    await Promise.all([...first, ...others]);
    const again = late.send();
    await expect.poll(() => sending).toHaveLength(REPORTS_AT_ONCE_MAX + others.length + 1);
    sending.at(-1)!();
    expect(await again).toMatchObject({ delivered: true });
  } finally {
    await dispose();
  }
});
