// Who is told of an alert, and how often.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Alert } from '../../../src/core/answers/alerts/alert.ts';
import { importCatalog } from '../../../src/core/engine/catalog/records/import-catalog.ts';
import { createUser } from '../../../src/core/manage/authorization-server/users/users.ts';
import { alertListener } from '../../../src/extensions/notifications/subscriptions/notify.ts';
import { createTestDatabase, ENGINES, type TestDatabase } from '../../support/databases.ts';
import { SAMPLE_CATALOG } from '../../support/sample-catalog.ts';
import { ALERT, BASE_URL } from './sample-notifications.ts';

const clock = () => ALERT.at;

describe.each(ENGINES)('on %s', (engine) => {
  let world: TestDatabase;

  beforeAll(async () => {
    world = await createTestDatabase(engine);
    await importCatalog(world.database, SAMPLE_CATALOG, clock);
    const user = { email: 'ada@example.com', password: undefined, accountIds: [1] };
    const { id: userId } = await createUser(world.database, user, clock);
    const subscription = (id: number, websiteId: number, haltedAt: string | null) => [
      ...[
        id,
        userId,
        1,
        websiteId,
        'slack',
        `https://hooks.example/${id}`,
        'drop goal_at_risk',
        haltedAt,
        `token ${id}`,
      ],
      '2026-11-01T00:00:00Z',
    ];
    await world.database.transaction((tx) =>
      tx.insertMany({
        into: 'notification_subscriptions',
        columns: [
          ...['id', 'user_id', 'account_id', 'website_id', 'channel', 'url', 'topics', 'halted_at'],
          ...['unsubscribe_token', 'created_at'],
        ],
        rows: [
          subscription(1, 1, null),
          subscription(2, 1, '2026-11-10T00:00:00Z'),
          subscription(3, 2, null),
          subscription(4, 1, null),
        ],
      }),
    );
  });
  beforeEach(() => world.database.transaction((tx) => tx.query('DELETE FROM outbox_messages')));
  afterAll(() => world.dispose());

  const tell = (alert: Partial<Alert>, cause = 'drop') =>
    world.database.transaction((tx) =>
      alertListener({ clock, baseUrl: BASE_URL, hasMail: true })(tx, { ...ALERT, ...alert }, cause),
    );
  const told = async () =>
    (
      await world.database.query<{ subscription_id: number; topic: string }>(
        'SELECT subscription_id, topic FROM outbox_messages ORDER BY subscription_id, place',
      )
    ).map(({ subscription_id: id, topic }) => [id, topic]);

  test('the subscribers of the website, but no webhook that was switched off', async () => {
    await tell({});
    expect(await told()).toEqual([
      [1, 'drop'],
      [4, 'drop'],
    ]);
    await tell({ websiteId: 2 });
    expect(await told()).toEqual([
      [1, 'drop'],
      [3, 'drop'],
      [4, 'drop'],
    ]);
  });

  test('once of an alert, and of each cause', async () => {
    for (const kind of ['drop', 'goal_at_risk', 'drop'] as const) await tell({ kind }, kind);
    expect(await told()).toEqual([
      [1, 'drop'],
      [1, 'goal_at_risk'],
      [4, 'drop'],
      [4, 'goal_at_risk'],
    ]);
  });
});
