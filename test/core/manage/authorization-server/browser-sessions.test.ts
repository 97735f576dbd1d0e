// What ends with the session of a browser.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { secretHash } from '../../../../src/core/contract/access/secret-hash.ts';
import {
  endOtherSessions,
  endSession,
} from '../../../../src/core/manage/authorization-server/logins/browser-sessions.ts';
import { createTestDatabase, ENGINES, type TestDatabase } from '../../../support/databases.ts';
import { restoreOf } from '../../../support/restore.ts';

const clock = () => new Date('2026-06-01T12:00:00Z');
const USER = 7;

describe.each(ENGINES)('on %s', (engine) => {
  let world: TestDatabase;
  let restore: () => Promise<void>;

  beforeAll(async () => {
    world = await createTestDatabase(engine);
    restore = await restoreOf(world.database);
  });
  afterAll(() => world.dispose());

  /** Two browsers of the user and one of somebody else, each with a grant of the dashboard and one of an application. */
  async function openSessions(): Promise<void> {
    await restore();
    const record = (kind: string, id: string, userId: number, payload: object, uidHash: string | null) => [
      ...[kind, id, JSON.stringify(payload), userId, uidHash, '2026-06-01T11:00:00Z', '2026-06-02T12:00:00Z'],
    ];
    const rows = [
      { browser: 'laptop', userId: USER },
      { browser: 'phone', userId: USER },
      { browser: 'other', userId: 8 },
    ].flatMap(({ browser, userId }) => {
      const authorizations = {
        dashboard: { grantId: `${browser} dashboard` },
        application: { grantId: `${browser} application`, persistsLogout: true },
        unfinished: {},
      };
      return [
        record('Session', browser, userId, { authorizations }, browser),
        ...['dashboard', 'application'].map((client) =>
          record('Grant', secretHash(`${browser} ${client}`), userId, { client: `${browser} ${client}` }, null),
        ),
      ];
    });
    await world.database.transaction((tx) =>
      tx.insertMany({
        into: 'authorization_records',
        columns: ['kind', 'id_hash', 'payload', 'user_id', 'uid_hash', 'created_at', 'expires_at'],
        rows,
      }),
    );
  }
  async function left(): Promise<string[]> {
    const rows = await world.database.query<{ kind: string; payload: string; uid_hash: string | null }>(
      'SELECT kind, payload, uid_hash FROM authorization_records',
    );
    return rows.map(({ payload, uid_hash: uid }) => uid ?? (JSON.parse(payload).client as string)).sort();
  }
  const of = (browser: string) => [browser, `${browser} application`, `${browser} dashboard`];

  test('a session that is ended takes the dashboard with it, and no application', async () => {
    await openSessions();
    const ended = (userId: number) => world.database.transaction((tx) => endSession(tx, userId, 'laptop', clock));
    expect(await ended(8)).toBeUndefined();
    expect(await left()).toEqual([...of('laptop'), ...of('other'), ...of('phone')]);
    expect(await ended(USER)).toEqual({ browser: null });
    expect(await left()).toEqual(['laptop application', ...of('other'), ...of('phone')]);
  });

  test('all sessions but that of a grant end, of the user alone', async () => {
    await openSessions();
    const ended = await world.database.transaction((tx) =>
      endOtherSessions(tx, USER, secretHash('phone dashboard'), clock),
    );
    expect(ended).toBe(1);
    expect(await left()).toEqual(['laptop application', ...of('other'), ...of('phone')]);
  });
});
