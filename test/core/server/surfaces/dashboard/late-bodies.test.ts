// Calls whose body arrives late: what counts is who may do it when the body is there, not when the call began.
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DashboardUser } from '../../../../../src/core/contract/access/principal.ts';
import type { Role } from '../../../../../src/core/contract/access/role.ts';
import { WebsiteTokens } from '../../../../../src/core/manage/accounts/website-tokens.ts';
import { dashboardUsers } from '../../../../../src/core/manage/authorization-server/users/dashboard-users.ts';
import { AccountPeople } from '../../../../../src/core/manage/authorization-server/users/people.ts';
import { DashboardCaller } from '../../../../support/dashboard-caller.ts';
import { ANY_ENGINE } from '../../../../support/databases.ts';
import { EMAIL, PASSWORD, startLoginService } from '../../../../support/login-service.ts';
import type { TestService } from '../../../../support/test-service.ts';
import { createUser } from '../../../../support/users.ts';

const PASSPHRASE = 'a passphrase for everybody';
const NEW_TOKEN = { name: 'Export', audience: 'rest', scopes: ['reports'], website_ids: [1] };

describe.each(ANY_ENGINE)('calls with a late body on %s', (engine) => {
  let app: TestService;
  let caller: DashboardCaller;
  /** Owner of account 1. */
  let ada: string;
  let count = 0;

  beforeAll(async () => {
    app = await startLoginService(engine, { components: ['rest', 'auth', 'dashboard'] });
    caller = new DashboardCaller(app);
    ada = await caller.logIn({ email: EMAIL, password: PASSWORD }, [1, 2]);
  });
  afterAll(() => app.dispose());

  async function person(roles: Readonly<Record<number, Role>>): Promise<{ id: number; email: string }> {
    const byAccount = new Map(Object.entries(roles).map(([id, role]) => [Number(id), role]));
    const email = `person-${++count}@example.com`;
    const user = { email, password: PASSPHRASE, accountIds: [...byAccount.keys()], roles: byAccount };
    return createUser(app.database, user, app.clock.now);
  }
  const logIn = (email: string, ...websiteIds: number[]) => caller.logIn({ email, password: PASSPHRASE }, websiteIds);
  const remaining = async (token: string) =>
    Number((await caller.call(token, 'GET', '/dashboard/profile')).headers.get('ratelimit-remaining'));

  /** Sends the headers, and returns once the server has admitted the call. The result sends the body, and returns the status. */
  async function begin(token: string, method: string, path: string, body: unknown): Promise<() => Promise<number>> {
    const json = JSON.stringify(body);
    const { hostname, port, host } = new URL(app.baseUrl);
    const before = await remaining(token);
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.on('data', (bytes) => {
      received += bytes;
    });
    const closed = new Promise((resolve) => socket.on('close', resolve));
    const headers = [
      `Host: ${host}`,
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      `Content-Length: ${json.length}`,
      'Connection: close',
    ];
    socket.write(`${method} ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
    // A call that was admitted has been counted.
    for (let asked = 1; (await remaining(token)) === before - asked; asked++);
    await remaining(token);
    return async () => {
      socket.write(json);
      await closed;
      return Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1]);
    };
  }

  it('is done if nothing has changed, and counts once', async () => {
    const { email } = await person({ 1: 'editor' });
    const token = await logIn(email, 1);
    const finish = await begin(token, 'POST', '/oauth/tokens', NEW_TOKEN);
    const before = await remaining(token);
    expect(await finish()).toBe(201);
    expect((await caller.call(token, 'POST', '/oauth/tokens', NEW_TOKEN)).status).toBe(201);
    expect(await remaining(token)).toBe(before - 2);
  });

  it('an owner who was demoted meanwhile does not become an owner again', async () => {
    const { id, email } = await person({ 1: 'owner' });
    const token = await logIn(email, 1);
    const finish = await begin(token, 'PATCH', `/dashboard/people/${id}`, { role: 'owner' });
    expect((await caller.call(ada, 'PATCH', `/dashboard/people/${id}`, { role: 'viewer' })).status).toBe(200);
    expect(await finish()).toBe(403);
    expect((await caller.call(token, 'GET', '/dashboard/people')).status).toBe(403);
  });

  it('the role is also checked in the transaction, and only leaving needs none', async () => {
    const { id: userId } = await person({ 1: 'viewer' });
    const people = new AccountPeople(app.database, app.clock.now);
    const actor = { userId, via: 'dashboard' } as const;
    await expect(
      people.changeRole({ accountId: 1, userId }, { role: 'owner', websiteIds: undefined }, actor),
    ).rejects.toMatchObject({ status: 403 });
    await people.remove({ accountId: 1, userId }, actor);
    expect(await app.database.query('SELECT role FROM user_accounts WHERE user_id = $1', [userId])).toEqual([]);
  });

  it.each([
    ['POST', '/oauth/tokens', NEW_TOKEN],
    ['POST', '/dashboard/ingest-keys?website_id=1', { name: 'Server', public: false }],
    ['POST', '/dashboard/websites?account_id=1', { name: 'late.example' }],
    ['PATCH', '/dashboard/profile/websites', { website_ids: [1, 3] }],
    ['POST', '/api/v1/contacts?website_id=1', { email: 'late@example.com' }],
  ])('who was removed from the account meanwhile gets nothing: %s %s', async (method, path, body) => {
    const { id, email } = await person({ 1: 'editor', 2: 'editor' });
    const token = await logIn(email, 1, 3);
    const finish = await begin(token, method, path, body);
    expect((await caller.call(ada, 'DELETE', `/dashboard/people/${id}`)).status).toBe(204);
    expect(await finish()).toBe(404);
  });

  it('whether the user may see the websites of a new token is also checked in the transaction', async () => {
    const { id, email } = await person({ 1: 'editor', 2: 'editor' });
    const token = await logIn(email, 1, 3);
    const [grant] = await app.database.query<{ id_hash: string }>(
      "SELECT id_hash FROM authorization_records WHERE kind = 'Grant' AND user_id = $1",
      [id],
    );
    const user: DashboardUser = { id, email, accounts: [], grantHash: grant!.id_hash, scopes: 'all' };
    const users = dashboardUsers(app.database, app.clock.now);
    const tokens = new WebsiteTokens(app.database, users, app.clock.now);
    const create = (websiteIds: readonly number[]) =>
      tokens.create({ websiteIds, audience: 'rest', scopes: ['reports'] }, user);
    await create([1, 3]);
    await caller.call(ada, 'DELETE', `/dashboard/people/${id}`);
    await expect(create([1, 3])).rejects.toMatchObject({ status: 404 });
    await create([3]);
    await caller.call(token, 'DELETE', '/dashboard/membership?account_id=2');
    await expect(create([3])).rejects.toMatchObject({ status: 401 });
  });
});
