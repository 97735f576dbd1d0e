// People of an account over HTTP: who may list, change and remove them, and what ends when they are removed.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../../../../src/core/contract/access/role.ts';
import { BrowserlessPerson } from '../../../../support/browserless-person.ts';
import { DashboardCaller } from '../../../../support/dashboard-caller.ts';
import { ANY_ENGINE, ENGINES } from '../../../../support/databases.ts';
import { EMAIL, PASSWORD, startLoginService } from '../../../../support/login-service.ts';
import { OAuthClient } from '../../../../support/oauth-client.ts';
import { saidSubjects } from '../../../../support/said-subjects.ts';
import type { TestService } from '../../../../support/test-service.ts';
import { createUser } from '../../../../support/users.ts';

const ADA = { email: EMAIL, password: PASSWORD };
const PASSPHRASE = 'a passphrase for everybody';
const PEOPLE = '/dashboard/people';

describe.each(ENGINES)('people on %s', (engine) => {
  /** What runs once is not about storage. */
  const itOnce = it.runIf(ANY_ENGINE.includes(engine));
  let app: TestService;
  let caller: DashboardCaller;
  /** Owner of account 1. */
  let ada: string;
  /** Owner of account 2. */
  let gil: string;
  let gilId: number;

  beforeAll(async () => {
    app = await startLoginService(engine, { components: ['rest', 'mcp', 'auth', 'dashboard'] });
    caller = new DashboardCaller(app);
    gilId = await person('gil@example.com', { 2: 'owner' });
    ada = await caller.logIn(ADA, [1, 2]);
    gil = await logIn('gil@example.com', 3);
  });
  afterAll(() => app.dispose());

  async function person(email: string, roles: Readonly<Record<number, Role>>): Promise<number> {
    const byAccount = new Map(Object.entries(roles).map(([id, role]) => [Number(id), role]));
    const user = { email, password: PASSPHRASE, accountIds: [...byAccount.keys()], roles: byAccount };
    return (await createUser(app.database, user, app.clock.now)).id;
  }
  const logIn = (email: string, ...websiteIds: number[]) => caller.logIn({ email, password: PASSPHRASE }, websiteIds);
  const change = (token: string, id: number, role: unknown) => caller.call(token, 'PATCH', `${PEOPLE}/${id}`, { role });
  const remove = (token: string, id: number) => caller.call(token, 'DELETE', `${PEOPLE}/${id}`);
  const report = async (token: string, websiteId: number) =>
    (await caller.call(token, 'GET', `/api/v1/reports/website?website_id=${websiteId}`)).status;
  const auditLog = (accountId: number) =>
    saidSubjects(
      app.database.query<{ user_email: string; action: string; via: string }>(
        'SELECT user_email, action, subject, via FROM audit_log WHERE account_id = $1 ORDER BY id',
        [accountId],
      ),
    );

  itOnce('owners list them', async () => {
    const bob = await person('bob@example.com', { 1: 'viewer' });
    const { status, headers, body } = await caller.call(ada, 'GET', PEOPLE);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    // Other tests add others.
    const among = (people: unknown) =>
      (people as { email: string }[]).filter(({ email }) =>
        [EMAIL, 'bob@example.com', 'gil@example.com'].includes(email),
      );
    expect(among(body.people)).toEqual([
      { id: expect.any(Number), email: EMAIL, role: 'owner', website_ids: null },
      { id: bob, email: 'bob@example.com', role: 'viewer', website_ids: null },
    ]);
    expect(among((await caller.call(gil, 'GET', PEOPLE)).body.people)).toEqual([
      { id: gilId, email: 'gil@example.com', role: 'owner', website_ids: null },
    ]);
  });

  itOnce('nobody else does, and an account of others looks like one that never existed', async () => {
    await person('vera@example.com', { 1: 'viewer' });
    await person('edith@example.com', { 1: 'editor' });
    const target = await person('target@example.com', { 1: 'viewer' });
    const tokens = [await logIn('vera@example.com', 1), await logIn('edith@example.com', 1)];
    const operator = await app.token([1]);
    const calls = [
      ['GET', PEOPLE],
      ['PATCH', `${PEOPLE}/${target}`, { role: 'owner' }],
      ['DELETE', `${PEOPLE}/${target}`],
      ['POST', `${PEOPLE}/${target}/reset-link`],
      ['GET', '/dashboard/invitations'],
      ['POST', '/dashboard/invitations', { email: 'x@example.com', role: 'owner' }],
      ['DELETE', '/dashboard/invitations/1'],
    ] as const;
    for (const [method, path, body] of calls) {
      expect((await caller.call(undefined, method, path, body)).status).toBe(401);
      for (const token of [...tokens, operator]) {
        expect((await caller.call(token, method, path, body)).status, `${method} ${path}`).toBe(403);
      }
      const foreign = await caller.call(ada, method, `${path}?account_id=2`, body);
      const missing = await caller.call(ada, method, `${path}?account_id=77`, body);
      expect(foreign.status, `${method} ${path}`).toBe(404);
      expect(foreign.text.replace('2', 'N')).toBe(missing.text.replace('77', 'N'));
    }
    expect((await caller.call(ada, 'GET', PEOPLE)).body.people).toContainEqual({
      id: target,
      email: 'target@example.com',
      role: 'viewer',
      website_ids: null,
    });
  });

  itOnce('a person of another account looks like one that never existed', async () => {
    for (const act of [
      (id: number) => change(ada, id, 'viewer'),
      (id: number) => remove(ada, id),
      (id: number) => caller.call(ada, 'POST', `${PEOPLE}/${id}/reset-link`),
    ]) {
      const [foreign, missing] = [await act(gilId), await act(7_777)];
      expect(foreign.status).toBe(404);
      expect(foreign.text.replaceAll(String(gilId), 'N')).toBe(missing.text.replaceAll('7777', 'N'));
    }
    expect((await remove(ada, Number.NaN)).status).toBe(404);
  });

  itOnce('who belongs to several accounts names one', async () => {
    await person('multi@example.com', { 1: 'viewer', 2: 'owner' });
    const multi = await logIn('multi@example.com', 1, 3);
    expect((await caller.call(multi, 'GET', PEOPLE)).body).toMatchObject({ status: 400, code: 'account_id_required' });
    expect((await caller.call(multi, 'GET', `${PEOPLE}?account_id=1`)).status).toBe(403);
    expect((await caller.call(multi, 'GET', `${PEOPLE}?account_id=2`)).status).toBe(200);
    await caller.call(multi, 'DELETE', '/dashboard/membership?account_id=2');
  });

  itOnce('a role is changed from the next call on, and recorded', async () => {
    const id = await person('carl@example.com', { 1: 'viewer' });
    const carl = await logIn('carl@example.com', 1);
    const keys = async () => (await caller.call(carl, 'GET', '/dashboard/ingest-keys?website_id=1')).status;
    expect(await keys()).toBe(403);
    expect((await change(ada, id, 'editor')).body).toEqual({
      id,
      email: 'carl@example.com',
      role: 'editor',
      website_ids: null,
    });
    expect(await keys()).toBe(200);
    await change(ada, id, 'viewer');
    expect(await keys()).toBe(403);
    const entries = (await auditLog(1)).filter(({ action }) => action === 'role_changed');
    expect(entries.slice(-2)).toEqual([
      {
        user_email: EMAIL,
        action: 'role_changed',
        subject: 'carl@example.com from viewer to editor',
        via: 'dashboard',
      },
      {
        user_email: EMAIL,
        action: 'role_changed',
        subject: 'carl@example.com from editor to viewer',
        via: 'dashboard',
      },
    ]);
  });

  itOnce.each([
    [{ role: 'admin' }, 422, 'invalid_role'],
    [{}, 422, 'invalid_role'],
    [[], 422, 'invalid_body'],
    [{ role: 'viewer', extra: 1 }, 422, 'invalid_body'],
  ])('the body %j is refused', async (body, status, code) => {
    const answer = await caller.call(ada, 'PATCH', `${PEOPLE}/${gilId}`, body);
    expect(answer).toMatchObject({ status, body: { code } });
  });

  itOnce('the last owner can be neither demoted nor removed, and cannot leave', async () => {
    const refusals = [
      await change(gil, gilId, 'viewer'),
      await remove(gil, gilId),
      await caller.call(gil, 'DELETE', '/dashboard/membership'),
    ];
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ status: 409, body: { code: 'last_owner' } });
      expect(refusal.body.detail).toContain('Make somebody else an owner first');
    }
    expect((await change(gil, gilId, 'owner')).status).toBe(200);
  });

  it('two owners who remove each other at the same time leave one', async () => {
    const ids = await Promise.all(['one', 'two'].map((name) => person(`${name}@pair.example`, { 2: 'owner' })));
    expect((await change(gil, gilId, 'viewer')).status).toBe(200);
    const tokens = await Promise.all(['one', 'two'].map((name) => logIn(`${name}@pair.example`, 3)));
    const answers = await Promise.all([remove(tokens[0]!, ids[1]!), remove(tokens[1]!, ids[0]!)]);
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(204);
    expect([401, 403, 409]).toContain(statuses[1]);
    const [owner] = await app.database.query<{ user_id: number }>(
      "SELECT user_id FROM user_accounts WHERE account_id = 2 AND role = 'owner'",
    );
    const left = tokens[ids.indexOf(owner!.user_id)]!;
    expect((await change(left, gilId, 'owner')).status).toBe(200);
    expect((await remove(gil, owner!.user_id)).status).toBe(204);
  });

  it('who is removed has nothing left at the next call, and gets nothing back with a new invitation', async () => {
    const email = 'dora@example.com';
    const id = await person(email, { 1: 'editor' });
    const session = new BrowserlessPerson(app.baseUrl);
    const client = await OAuthClient.register(app.baseUrl);
    const login = { email, password: PASSPHRASE };
    const application = await client.obtain(session, [1], login);
    const dora = await logIn(email, 1);
    const created = await caller.call(dora, 'POST', '/oauth/tokens', {
      ...{ name: 'Export', audience: 'rest', scopes: ['reports'], website_ids: [1] },
    });
    const tokens = [dora, application.access_token, created.body.token as string];
    for (const token of tokens) expect(await report(token, 1)).toBe(200);

    expect((await remove(ada, id)).status).toBe(204);
    for (const token of tokens) expect(await report(token, 1)).toBe(401);
    await expect(client.refresh(application.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });

    const invited = await caller.call(ada, 'POST', '/dashboard/invitations', { email, role: 'viewer' });
    const accepted = await caller.withLink('/dashboard/invitation/accept', invited.body.url, {
      login: 'existing',
      password: PASSPHRASE,
    });
    expect(accepted.status).toBe(204);
    for (const token of tokens) expect(await report(token, 1)).toBe(401);
    expect(await report(await logIn(email, 1), 1)).toBe(200);
    expect((await auditLog(1)).filter(({ subject }) => subject.startsWith(email)).slice(-4)).toMatchObject([
      { action: 'person_added', user_email: null, via: 'command_line' },
      { action: 'person_removed', user_email: EMAIL, via: 'dashboard' },
      { action: 'person_invited', user_email: EMAIL, via: 'dashboard' },
      { action: 'invitation_accepted', user_email: email, via: 'dashboard' },
    ]);
  });

  itOnce('who is removed from one account keeps the other one', async () => {
    const id = await person('both@example.com', { 1: 'viewer', 2: 'viewer' });
    const both = await logIn('both@example.com', 1, 3);
    await remove(ada, id);
    expect([await report(both, 1), await report(both, 3)]).toEqual([404, 200]);
  });

  itOnce('anybody leaves, of any role, and can still log in to a page that says why there is nothing', async () => {
    const login = { email: 'leo@example.com', password: PASSPHRASE };
    await person(login.email, { 1: 'viewer' });
    const client = await OAuthClient.known(app.baseUrl, { client_id: 'dashboard', token_endpoint_auth_method: 'none' });
    const redirect = { redirect_uri: `${app.baseUrl}/callback` };
    const browser = new BrowserlessPerson(app.baseUrl);
    const leo = (await client.obtain(browser, [1], login, redirect)).access_token;
    expect((await caller.call(leo, 'DELETE', '/dashboard/membership')).status).toBe(204);
    expect(await report(leo, 1)).toBe(401);
    expect((await auditLog(1)).at(-1)).toMatchObject({ action: 'account_left', user_email: 'leo@example.com' });

    const stranger = new BrowserlessPerson(app.baseUrl);
    const { url } = await client.authorization(redirect);
    const afterLogin = await stranger.logIn(await stranger.open(url), login.email, login.password);
    const stillLoggedIn = await browser.open((await client.authorization(redirect)).url);
    for (const { status, html } of [afterLogin, stillLoggedIn]) {
      expect(status).toBe(200);
      expect(html).toContain('You do not belong to an account');
      expect(html).toContain('Ask an owner');
      expect(html).toContain('/oauth/logout');
    }

    const invited = await caller.call(ada, 'POST', '/dashboard/invitations', { email: login.email, role: 'viewer' });
    const acceptance = { login: 'existing', password: PASSPHRASE };
    await caller.withLink('/dashboard/invitation/accept', invited.body.url, acceptance);
    const again = (await client.obtain(browser, [1], login, redirect)).access_token;
    expect(await report(again, 1), 'in the same browser, without logging out').toBe(200);
  });
});
