// Resetting a password by a link of an owner or of the operator, over HTTP: who may create one, and what ends with it.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../../../../src/core/contract/access/role.ts';
import { LINK_LIFETIME_MS } from '../../../../../src/core/manage/authorization-server/links/one-time-links.ts';
import { RESETS_PER_LINK_LIMIT } from '../../../../../src/core/manage/authorization-server/links/password-resets.ts';
import { changePassword, findByPassword } from '../../../../../src/core/manage/authorization-server/users/users.ts';
import { BrowserlessPerson } from '../../../../support/browserless-person.ts';
import { CommandLine } from '../../../../support/command-line.ts';
import { DashboardCaller } from '../../../../support/dashboard-caller.ts';
import { ANY_ENGINE } from '../../../../support/databases.ts';
import { EMAIL, PASSWORD, startLoginService } from '../../../../support/login-service.ts';
import { OAuthClient } from '../../../../support/oauth-client.ts';
import { saidSubjects } from '../../../../support/said-subjects.ts';
import type { TestService } from '../../../../support/test-service.ts';
import { createUser } from '../../../../support/users.ts';

const PASSPHRASE = 'a passphrase for everybody';
const NEW_PASSPHRASE = 'another passphrase, chosen later';

describe.each(ANY_ENGINE)('password resets on %s', (engine) => {
  let app: TestService;
  let caller: DashboardCaller;
  /** Owner of account 1. */
  let ada: string;
  /** Owner of account 2. */
  let gil: string;
  let count = 0;

  beforeAll(async () => {
    app = await startLoginService(engine, { components: ['rest', 'auth', 'dashboard'] });
    caller = new DashboardCaller(app);
    ada = await caller.logIn({ email: EMAIL, password: PASSWORD }, [1]);
    const { email } = await person({ 2: 'owner' });
    gil = await caller.logIn({ email, password: PASSPHRASE }, [3]);
  });
  afterAll(() => app.dispose());

  async function person(roles: Readonly<Record<number, Role>>): Promise<{ id: number; email: string }> {
    const byAccount = new Map(Object.entries(roles).map(([id, role]) => [Number(id), role]));
    const email = `person-${++count}@example.com`;
    const user = { email, password: PASSPHRASE, accountIds: [...byAccount.keys()], roles: byAccount };
    return createUser(app.database, user, app.clock.now);
  }
  const create = (id: number, token = ada) => caller.call(token, 'POST', `/dashboard/people/${id}/reset-link`);
  const show = (url: string) => caller.withLink('/dashboard/password-reset', url);
  const reset = (url: string, password = NEW_PASSPHRASE) =>
    caller.withLink('/dashboard/password-reset/use', url, { password });
  const knows = async (email: string, password: string) =>
    (await findByPassword(app.database, email, password)) !== undefined;
  const invite = async (email: string, token: string) =>
    (await caller.call(token, 'POST', '/dashboard/invitations', { email, role: 'viewer' })).body.url as string;
  const accept = (url: string, password = PASSPHRASE) =>
    caller.withLink('/dashboard/invitation/accept', url, { login: 'existing', password });
  const expectDead = async (url: string, email: string) => {
    const dead = { status: 401, body: { code: 'link_not_valid' } };
    expect(await show(url)).toMatchObject(dead);
    expect(await reset(url)).toMatchObject(dead);
    expect(await knows(email, NEW_PASSPHRASE)).toBe(false);
  };

  it('an owner creates a link, with which the person chooses a new password; all that was before ends', async () => {
    const { id, email } = await person({ 1: 'editor' });
    const login = { email, password: PASSPHRASE };
    const client = await OAuthClient.register(app.baseUrl);
    const browser = new BrowserlessPerson(app.baseUrl);
    const application = (await client.obtain(browser, [1], login)).access_token;
    const dashboard = await caller.logIn(login, [1]);
    const newToken = { name: 'Export', audience: 'rest', scopes: ['reports'], website_ids: [1] };
    const created = (await caller.call(dashboard, 'POST', '/oauth/tokens', newToken)).body.token as string;
    const tokens = [application, dashboard, created];
    const report = async (token: string) =>
      (await caller.call(token, 'GET', '/api/v1/reports/website?website_id=1')).status;

    const { status, headers, body } = await create(id);
    expect([status, headers.get('cache-control')]).toEqual([201, 'no-store']);
    expect(body).toEqual({
      url: expect.stringMatching(new RegExp(`^${app.baseUrl}/reset-password#[\\w-]{43}$`)),
      expires_at: expect.stringMatching(/Z$/),
    });
    expect(await show(body.url)).toMatchObject({ status: 200, body: { email, expires_at: body.expires_at } });
    for (const token of tokens) expect(await report(token), 'until then, nothing has changed').toBe(200);

    expect((await reset(body.url)).status).toBe(204);
    expect([await knows(email, PASSPHRASE), await knows(email, NEW_PASSPHRASE)]).toEqual([false, true]);
    for (const token of tokens) expect(await report(token)).toBe(401);
    const again = await browser.open((await client.authorization()).url);
    expect(again.html, 'the session has ended').toContain('name="password"');
    expect(await reset(body.url, 'yet another passphrase')).toMatchObject({ status: 401 });

    const entries = await saidSubjects(
      app.database.query(
        `SELECT user_email, action, subject FROM audit_log
         WHERE account_id = 1 AND action LIKE '%reset%' AND subject = $1 ORDER BY id`,
        [JSON.stringify(email)],
      ),
    );
    expect(entries).toEqual([
      { user_email: EMAIL, action: 'reset_link_created', subject: email },
      { user_email: email, action: 'password_reset', subject: email },
    ]);
  });

  it('two who use a link at the same time: one succeeds', async () => {
    const { id } = await person({ 1: 'viewer' });
    const { url } = (await create(id)).body;
    const answers = await Promise.all([reset(url), reset(url, 'yet another passphrase')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 401]);
  });

  it.each(['short', 'password12'])('the password %s is refused, and the link still works', async (password) => {
    const { id } = await person({ 1: 'viewer' });
    const { url } = (await create(id)).body;
    expect(await reset(url, password)).toMatchObject({ status: 422, body: { code: 'invalid_password' } });
    expect((await reset(url)).status).toBe(204);
  });

  it('a new link replaces the earlier one, and a changed password ends it', async () => {
    const { id, email } = await person({ 1: 'viewer' });
    const [first, second] = [(await create(id)).body.url, (await create(id)).body.url];
    await expectDead(first, email);
    expect((await show(second)).status).toBe(200);
    await changePassword(app.database, email, 'a password set by the operator', app.clock.now);
    await expectDead(second, email);
  });

  it('it expires', async () => {
    const { id, email } = await person({ 1: 'viewer' });
    const { url } = (await create(id)).body;
    app.clock.advance(LINK_LIFETIME_MS.password_reset);
    try {
      await expectDead(url, email);
    } finally {
      app.clock.advance(-LINK_LIFETIME_MS.password_reset);
    }
  });

  describe('an owner cannot take over a person who also belongs to an account of others', () => {
    it('gets no link for them', async () => {
      const { id } = await person({ 1: 'viewer', 2: 'viewer' });
      const refusal = await create(id);
      expect(refusal).toMatchObject({ status: 403, body: { code: 'reset_by_operator' } });
      expect(refusal.body.detail).toContain('operator');
      const links = await app.database.query('SELECT id FROM one_time_links WHERE user_id = $1', [id]);
      expect(links).toEqual([]);
    });

    it('unless the owner owns that one, too', async () => {
      const { id, email } = await person({ 1: 'viewer', 2: 'viewer' });
      const owner = await person({ 1: 'owner', 2: 'owner' });
      const token = await caller.logIn({ email: owner.email, password: PASSPHRASE }, [1, 3]);
      const created = await caller.call(token, 'POST', `/dashboard/people/${id}/reset-link?account_id=1`);
      expect(created.status).toBe(201);
      // Without the second account, the link is worth nothing.
      await caller.call(token, 'DELETE', '/dashboard/membership?account_id=2');
      await expectDead(created.body.url, email);
    });

    it('the link dies when the person joins another account', async () => {
      const { id, email } = await person({ 1: 'viewer' });
      const { url } = (await create(id)).body;
      expect((await accept(await invite(email, gil))).status).toBe(204);
      await expectDead(url, email);
    });

    it('also if both happen at the same time', async () => {
      for (let round = 0; round < 5; round++) {
        const { id, email } = await person({ 1: 'viewer' });
        const { url } = (await create(id)).body;
        const invitation = await invite(email, gil);
        const [joined, changed] = await Promise.all([accept(invitation), reset(url)]);
        // Either they have joined and the password is theirs, or it was changed and they have not joined.
        expect([
          [204, 401],
          [422, 204],
        ]).toContainEqual([joined.status, changed.status]);
        expect(await knows(email, PASSPHRASE)).toBe(joined.status === 204);
      }
    });

    it('the link dies when the person is removed, or the owner is not one any more', async () => {
      const { id, email } = await person({ 1: 'viewer' });
      const { url } = (await create(id)).body;
      await caller.call(ada, 'DELETE', `/dashboard/people/${id}`);
      await expectDead(url, email);

      const owner = await person({ 1: 'owner' });
      const target = await person({ 1: 'viewer' });
      const token = await caller.logIn({ email: owner.email, password: PASSPHRASE }, [1]);
      const link = (await create(target.id, token)).body.url;
      await caller.call(ada, 'PATCH', `/dashboard/people/${owner.id}`, { role: 'editor' });
      await expectDead(link, target.email);
    });
  });

  it('an owner gets no link for themselves, which would replace the current password', async () => {
    const { id, email } = await person({ 1: 'owner' });
    const own = await create(id, await caller.logIn({ email, password: PASSPHRASE }, [1]));
    expect(own).toMatchObject({ status: 409, body: { code: 'own_password' } });
    expect(own.body.detail).toContain('profile page');
    expect(await app.database.query('SELECT id FROM one_time_links WHERE user_id = $1', [id])).toEqual([]);
  });

  it('an owner gets no link for somebody of the single sign-on, and an earlier one dies', async () => {
    const { id, email } = await person({ 1: 'viewer' });
    const { url } = (await create(id)).body;
    await app.database.transaction((tx) =>
      tx.insertMany({
        into: 'user_identities',
        columns: ['issuer', 'subject', 'user_id', 'created_at'],
        rows: [['https://id.example', email, id, '2026-01-01T00:00:00Z']],
      }),
    );
    await expectDead(url, email);
    expect(await create(id)).toMatchObject({ status: 403, body: { code: 'reset_by_operator' } });
  });

  it('a link can be tried only so often, because hashing a password is slow', async () => {
    const { id, email } = await person({ 1: 'viewer' });
    const { url } = (await create(id)).body;
    app.clock.advanceToMultipleOf(15 * 60_000);
    for (let tries = 0; tries < RESETS_PER_LINK_LIMIT.max; tries++)
      expect((await reset(url, 'short')).status).toBe(422);
    expect(await reset(url)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(await knows(email, NEW_PASSPHRASE)).toBe(false);
    const other = await person({ 1: 'viewer' });
    expect((await reset((await create(other.id)).body.url)).status).toBe(204);
  });

  it('the operator creates a link for anybody', async () => {
    const cli = new CommandLine({ DATABASE_URL: app.config.databaseUrl, BASE_URL: app.baseUrl });
    try {
      const { email } = await person({ 1: 'viewer', 2: 'viewer' });
      const { code, stdout } = await cli.call(['user', 'reset-link', '--email', email.toUpperCase(), '--json']);
      expect(code).toBe(0);
      const { url } = JSON.parse(stdout) as { url: string };
      expect((await show(url)).body).toMatchObject({ email });
      expect((await reset(url)).status).toBe(204);
      expect(await knows(email, NEW_PASSPHRASE)).toBe(true);
      const text = await cli.call(['user', 'reset-link', '--email', email]);
      expect(text.stdout).toMatch(/works once, until .*\n.*\/reset-password#/);
      expect(await cli.call(['user', 'reset-link', '--email', 'nobody@example.com'])).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('There is no user nobody@example.com'),
      });
      expect(await cli.call(['user', 'reset-link'])).toMatchObject({ code: 2 });
    } finally {
      cli.dispose();
    }
  });
});
