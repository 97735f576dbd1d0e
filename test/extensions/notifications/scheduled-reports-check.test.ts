import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importCatalog } from '../../../src/core/engine/catalog/records/import-catalog.ts';
import { dayFromIso } from '../../../src/core/engine/rollups/calendar.ts';
import { scheduledReportsCheck } from '../../../src/extensions/notifications/scheduled-reports-check.ts';
import { insertSubscription } from '../../../src/extensions/notifications/subscriptions/subscription-store.ts';
import { createTestDatabase, ENGINES, type TestDatabase } from '../../support/databases.ts';
import { SAMPLE_CATALOG } from '../../support/sample-catalog.ts';
import { TestClock } from '../../support/test-clock.ts';
import { createUser } from '../../support/users.ts';

const name = 'scheduled reports';

describe.each(ENGINES)('what doctor says about scheduled reports on %s', (engine) => {
  let world: TestDatabase;

  beforeAll(async () => {
    const { now } = new TestClock('2026-11-16T06:00:00Z');
    world = await createTestDatabase(engine);
    await importCatalog(world.database, SAMPLE_CATALOG, now);
    const { id: userId } = await createUser(
      world.database,
      { email: 'ada@example.com', password: undefined, accountIds: [1] },
      now,
    );
    const report = { formats: ['csv'], sentOn: 'monday', dueDay: dayFromIso('2026-11-16')! } as const;
    await world.database.transaction((tx) =>
      insertSubscription(
        tx,
        {
          ...{ id: 1, userId, websiteId: 1, channel: 'email', url: null, secret: null, topics: [], quietHours: null },
          ...{ report, haltedAt: null, unsubscribeToken: 'a token', createdAt: '2026-11-10T00:00:00Z' },
        },
        { accountId: 1 },
      ),
    );
  });
  afterAll(() => world?.dispose());

  const lookAt = (time: string, hasMail = true) => scheduledReportsCheck(world.database, new Date(time), hasMail);

  test('nothing is wrong before the day of a report is over', async () => {
    const fine = { name, ok: true, detail: 'none is late' };
    expect(await lookAt('2026-11-15T12:00:00Z')).toEqual(fine);
    expect(await lookAt('2026-11-16T23:59:00Z')).toEqual(fine);
  });

  test('one that is not written a day later is named, with what to do', async () => {
    const late = 'those of 1 website (id 1) are late, since 2026-11-16 at the earliest: ';
    expect(await lookAt('2026-11-17T00:00:00Z')).toEqual({
      ...{ name, ok: true, warning: true },
      detail: expect.stringMatching(`^${late.replaceAll(/[()]/g, '\\$&')}see "a scheduled report failed" in the log`),
    });
    expect((await lookAt('2026-11-17T00:00:00Z', false)).detail).toBe(
      `${late}they wait for a mail server; set SMTP_URL and MAIL_FROM`,
    );
  });
});
