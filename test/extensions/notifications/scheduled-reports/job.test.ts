// The job that stores the reports that are due: a part of the readers at a time, each of them once, whatever happens in between.
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayOfTimestampMs } from '../../../../src/core/engine/rollups/calendar.ts';
import type { Database, NewRowsInsert } from '../../../../src/core/foundation/database/database.ts';
import { insertRecipients } from '../../../../src/extensions/notifications/recipients/recipient-store.ts';
import {
  DirectReportBuilder,
  type ReportRequest,
} from '../../../../src/extensions/notifications/scheduled-reports/build-report.ts';
import {
  type ReportsObserver,
  STORED_AT_ONCE_MAX,
  sendDueReports,
} from '../../../../src/extensions/notifications/scheduled-reports/job.ts';
import type { ReportFormat } from '../../../../src/extensions/notifications/subscriptions/schedule.ts';
import { insertSubscription } from '../../../../src/extensions/notifications/subscriptions/subscription-store.ts';
import { ENGINES } from '../../../support/databases.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';
import { createUser } from '../../../support/users.ts';

const READERS = 2 * STORED_AT_ONCE_MAX + 1;

describe.each(ENGINES)('on %s', (engine) => {
  let shop: TestIngestion;
  const userIds: number[] = [];

  beforeAll(async () => {
    shop = await createTestIngestion(engine);
    for (let index = 0; index < READERS; index++) {
      const user = { email: `reader-${index}@example.com`, password: undefined, accountIds: [1] };
      userIds.push((await createUser(shop.database, user, shop.clock.now)).id);
    }
  });
  beforeEach(async () => {
    await shop.reset();
    await shop.database.transaction((tx) =>
      tx.runScript('DELETE FROM notification_subscriptions; DELETE FROM outbox_messages; DELETE FROM recipient_links;'),
    );
    await shop.count({ type: 'view', website_id: 1, visitor: 'a', at: '2025-03-04T10:00:00Z' });
  });
  afterAll(() => shop?.dispose());

  /** The report of the first users is due today. */
  async function subscribe(readers: number): Promise<void> {
    const report = { formats: ['csv'], sentOn: 'monday', dueDay: dayOfTimestampMs(shop.clock.nowMs) } as const;
    await shop.database.transaction(async (tx) => {
      for (const [index, userId] of userIds.slice(0, readers).entries()) {
        const more = { url: null, secret: null, topics: [], quietHours: null, createdAt: '2025-03-10T12:00:00Z' };
        await insertSubscription(
          tx,
          {
            ...{
              id: index + 1,
              userId,
              websiteId: 1,
              channel: 'email',
              report,
              haltedAt: null,
              unsubscribeToken: `token ${index}`,
            },
            ...more,
          },
          { accountId: 1 },
        );
      }
    });
  }

  function run(
    database: Database = shop.database,
    onBuild: (request: ReportRequest) => Promise<void> = async () => {},
    observer?: ReportsObserver,
  ) {
    const builder = new DirectReportBuilder(shop.database);
    return sendDueReports({
      ...{ database, logger: pino({ level: 'silent' }), clock: shop.clock.now, baseUrl: 'http://localhost' },
      hasMail: true,
      observer,
      builder: {
        build: async (request) => {
          await onBuild(request);
          return builder.build(request);
        },
        stop: () => builder.stop(),
      },
    });
  }

  test('a failure is counted, and the job is only complete when nothing is due any more', async () => {
    await subscribe(1);
    const seen: string[] = [];
    const observer = { website: (result: string) => seen.push(result), complete: () => seen.push('complete') };
    await run(shop.database, async () => Promise.reject(new Error('no room')), observer);
    expect(seen.splice(0)).toEqual(['failed']);
    await run(shop.database, undefined, observer);
    expect(seen.splice(0)).toEqual(['stored', 'complete']);
    await run(shop.database, undefined, observer);
    expect(seen).toEqual(['complete']);
  });

  const stored = async () =>
    (await shop.database.query<{ subscription_id: number }>('SELECT subscription_id FROM outbox_messages'))
      .map(({ subscription_id: id }) => id)
      .toSorted((a, b) => a - b);

  test('many readers are stored in parts, and after a failure between them each one has one message', async () => {
    await subscribe(READERS);
    const parts: number[] = [];
    await run(
      watched(shop.database, ({ rows }) => {
        if (parts.length === 1) throw new Error('the connection is lost');
        parts.push(rows.length);
      }),
    );
    expect(await stored()).toHaveLength(STORED_AT_ONCE_MAX);
    await run(watched(shop.database, ({ rows }) => parts.push(rows.length)));
    expect(parts).toEqual([STORED_AT_ONCE_MAX, STORED_AT_ONCE_MAX, 1]);
    await run();
    expect(await stored()).toEqual(Array.from({ length: READERS }, (_, index) => index + 1));
  });

  test('recipients are stored before their subscriber, and after a failure between them each one has one message', async () => {
    await subscribe(1);
    const since = { createdAt: '2025-03-10T12:00:00Z', changedAt: '2025-03-10T12:00:00Z' };
    const recipients = (['de', 'en'] as const).map((language, index) => ({
      ...{ id: index + 1, subscriptionId: 1, websiteId: 1, email: `client-${index}@example.com`, language },
      ...{ state: 'confirmed' as const, ...since },
    }));
    await shop.database.transaction((tx) => insertRecipients(tx, recipients));
    let parts = 0;
    await run(
      watched(shop.database, ({ into }) => {
        if (into === 'outbox_messages' && ++parts === 3) throw new Error('the connection is lost');
      }),
    );
    const receivers = async () => {
      const rows = await shop.database.query<{ delivery: string }>('SELECT delivery FROM outbox_messages');
      return rows.map(({ delivery }) => (JSON.parse(delivery) as { to: string }).to).toSorted();
    };
    expect(await receivers()).toEqual(['client-0@example.com', 'client-1@example.com']);
    await run();
    await run();
    expect(await receivers()).toEqual(['client-0@example.com', 'client-1@example.com', 'reader-0@example.com']);
  });

  test.runIf(engine === 'sqlite')(
    'on a full disk each one waits, and gets one message when there is room',
    async () => {
      await subscribe(READERS);
      const write = (sql: string) => shop.database.transaction((tx) => tx.runScript(sql));
      // Takes the pages that other tests have left free.
      const [free] = await shop.database.query<{ freelist_count: number }>('PRAGMA freelist_count');
      await write(`CREATE TABLE ballast AS
      WITH RECURSIVE pages (page) AS (SELECT 0 UNION ALL SELECT page + 1 FROM pages WHERE page < ${free!.freelist_count})
      SELECT zeroblob(4000) AS content FROM pages`);
      const [size] = await shop.database.query<{ page_count: number }>('PRAGMA page_count');
      await write(`PRAGMA max_page_count = ${size!.page_count}`);
      await run().catch(() => {});
      expect((await stored()).length).toBeLessThan(READERS);
      await write('PRAGMA max_page_count = 1000000; DROP TABLE ballast');
      await run();
      expect(await stored()).toEqual(Array.from({ length: READERS }, (_, index) => index + 1));
    },
  );

  test('who chooses another file while the files are made gets it in the next hour, and no mail without it', async () => {
    await subscribe(2);
    const choose = (format: ReportFormat) => () =>
      shop.database
        .transaction((tx) =>
          tx.query('UPDATE notification_subscriptions SET report_formats = $1 WHERE id = 2', [format]),
        )
        .then(() => {});
    await run(shop.database, choose('pdf'));
    expect(await stored()).toEqual([1]);
    await run();
    const rows = await shop.database.query<{ delivery: string }>(
      'SELECT delivery FROM outbox_messages WHERE subscription_id = 2',
    );
    const { attachments } = JSON.parse(rows[0]!.delivery) as { attachments: { contentType: string }[] };
    expect(attachments.map(({ contentType }) => contentType)).toEqual(['application/pdf']);
  });
});

/** Calls `onStore` before messages are stored. */
function watched(database: Database, onStore: (insert: NewRowsInsert) => void): Database {
  const transaction: Database['transaction'] = (work, options) =>
    database.transaction((tx) => {
      const insertNew = (insert: NewRowsInsert) => {
        onStore(insert);
        return tx.insertNew(insert);
      };
      const own = { query: tx.query.bind(tx), insertMany: tx.insertMany.bind(tx), runScript: tx.runScript.bind(tx) };
      return work({ ...own, insertNew });
    }, options);
  return new Proxy(database, {
    get: (target, name) => {
      if (name === 'transaction') return transaction;
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
