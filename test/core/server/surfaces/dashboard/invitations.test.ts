// Invitations over HTTP: created by owners, mailed or shown, accepted by strangers and by people who have a login.

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { OPEN_INVITATIONS_MAX } from '../../../../../src/core/manage/authorization-server/links/invitations.ts';
import {
  createLink,
  LINK_LIFETIME_MS,
} from '../../../../../src/core/manage/authorization-server/links/one-time-links.ts';
import { DashboardCaller } from '../../../../support/dashboard-caller.ts';
import { ANY_ENGINE } from '../../../../support/databases.ts';
import { EMAIL, PASSWORD, startLoginService } from '../../../../support/login-service.ts';
import { MailServer } from '../../../../support/mail-server.ts';
import { saidSubjects } from '../../../../support/said-subjects.ts';
import type { TestService } from '../../../../support/test-service.ts';
import { createUser } from '../../../../support/users.ts';

const ADA = { email: EMAIL, password: PASSWORD };
const PASSPHRASE = 'a passphrase for everybody';
const PATH = '/dashboard/invitations';

describe.each(ANY_ENGINE)('invitations on %s', (engine) => {
  let app: TestService;
  let mail: MailServer;
  let caller: DashboardCaller;
  /** Owner of account 1. */
  let ada: string;
  let adaId: number;
  let count = 0;

  beforeAll(async () => {
    app = await startLoginService(engine, { components: ['rest', 'auth', 'dashboard'] });
    caller = new DashboardCaller(app);
    ada = await caller.logIn(ADA, [1, 2]);
    adaId = (await app.database.query<{ id: number }>('SELECT id FROM users WHERE email = $1', [EMAIL]))[0]!.id;
  });
  afterAll(() => app.dispose());

  const address = () => `person-${++count}@example.com`;
  const user = (email: string, accountIds: number[], role: 'owner' | 'viewer' = 'viewer') =>
    createUser(
      app.database,
      { email, password: PASSPHRASE, accountIds, roles: new Map(accountIds.map((id) => [id, role])) },
      app.clock.now,
    );
  const invite = (email: string, role = 'viewer', token = ada) => caller.call(token, 'POST', PATH, { email, role });
  const invitedBy = async (token: string, email = address()) =>
    (await invite(email, 'viewer', token)).body as { id: number; url: string; email: string };
  const invited = (email?: string) => invitedBy(ada, email);
  const show = (url: string) => caller.withLink('/dashboard/invitation', url);
  const accept = (url: string, login = 'new', password = PASSPHRASE) =>
    caller.withLink('/dashboard/invitation/accept', url, { login, password });
  const withdraw = (id: number, token = ada) => caller.call(token, 'DELETE', `${PATH}/${id}`);
  const open = async () => (await caller.call(ada, 'GET', PATH)).body.invitations as { id: number; email: string }[];
  const roleOf = async (email: string, accountId = 1) => {
    const [row] = await app.database.query<{ role: string }>(
      `SELECT role FROM user_accounts JOIN users ON users.id = user_id WHERE email = $1 AND account_id = $2`,
      [email, accountId],
    );
    return row?.role;
  };
  const expectDead = async (url: string) => {
    const dead = { status: 401, body: { code: 'link_not_valid' } };
    expect(await show(url)).toMatchObject(dead);
    expect(await accept(url)).toMatchObject(dead);
  };

  it('a new person accepts one, chooses a password and logs in with the role', async () => {
    const email = address();
    const { status, headers, body } = await invite(` ${email.toUpperCase()} `, 'viewer');
    expect([status, headers.get('cache-control')]).toEqual([201, 'no-store']);
    const { url, delivery, ...invitation } = body;
    expect(delivery).toBe('not_configured');
    expect(url).toMatch(new RegExp(`^${app.baseUrl}/invitation#[\\w-]{43}$`));
    expect(invitation).toEqual({
      ...{ id: expect.any(Number), email, role: 'viewer', website_ids: null, invited_by: EMAIL },
      ...{ created_at: expect.stringMatching(/Z$/), expires_at: expect.stringMatching(/Z$/) },
    });
    expect(Date.parse(body.expires_at) - Date.parse(body.created_at)).toBe(LINK_LIFETIME_MS.invitation);
    expect(await open()).toContainEqual(invitation);

    const { id: _, created_at: __, website_ids: ___, ...shown } = invitation;
    expect((await show(url)).body).toEqual({ ...shown, account_name: 'Acme', website_names: null });
    expect((await accept(url)).status).toBe(204);
    expect(await open()).not.toContainEqual(invitation);
    await expectDead(url);

    const token = await caller.logIn({ email, password: PASSPHRASE }, [1]);
    expect((await caller.call(token, 'GET', '/api/v1/reports/website?website_id=1')).status).toBe(200);
    expect((await caller.call(token, 'GET', '/api/v1/contacts?website_id=1')).status).toBe(403);
    expect((await caller.call(token, 'GET', PATH)).status).toBe(403);
    const entries = await saidSubjects(
      app.database.query(
        'SELECT user_email, action, subject, via FROM audit_log WHERE account_id = 1 ORDER BY id DESC LIMIT 3',
      ),
    );
    expect(entries.reverse()).toMatchObject([
      { user_email: EMAIL, action: 'person_invited', subject: `${email} as viewer`, via: 'dashboard' },
      { user_email: email, action: 'invitation_accepted', subject: `${email} as viewer`, via: 'dashboard' },
      { user_email: email, action: 'signed_in' },
    ]);
  });

  it('one that names websites gives a role on these alone, which an owner changes later', async () => {
    const email = address();
    const inviteTo = (body: object) => caller.call(ada, 'POST', PATH, { email, role: 'viewer', ...body });
    const [created, foreign] = [await inviteTo({ website_ids: [2, 2] }), await inviteTo({ website_ids: [2, 3] })];
    expect(created).toMatchObject({ status: 201, body: { website_ids: [2] } });
    // Website 3 is another account's, and looks as one that does not exist.
    expect(foreign).toMatchObject({ status: 404, body: { detail: 'There is no website 3.', param: 'website_ids' } });
    for (const body of [{ website_ids: [] }, { website_ids: [1], role: 'owner' }, { website_ids: 'all' }]) {
      expect(await inviteTo(body)).toMatchObject({ status: 422, body: { code: 'invalid_website_ids' } });
    }
    const { url } = created.body;
    expect((await show(url)).body).toMatchObject({ role: 'viewer', website_names: ['acme.test'] });
    expect((await accept(url)).status).toBe(204);

    const token = await caller.logIn({ email, password: PASSPHRASE }, [2]);
    const websitesOf = async () => {
      const { body } = await caller.call(token, 'GET', '/dashboard/profile/websites');
      return (body.websites as { id: number }[]).map(({ id }) => id);
    };
    const statuses = async () => {
      const reports = [1, 2].map((id) => caller.call(token, 'GET', `/api/v1/reports/website?website_id=${id}`));
      return (await Promise.all(reports)).map(({ status }) => status);
    };
    expect([await websitesOf(), await statuses()]).toEqual([[2], [404, 200]]);
    const { accounts } = (await caller.call(token, 'GET', '/dashboard/profile')).body;
    expect(accounts).toEqual([{ id: 1, name: 'Acme', role: 'viewer', website_ids: [2] }]);
    expect(await caller.call(token, 'PATCH', '/dashboard/profile/websites', { website_ids: [1] })).toMatchObject({
      status: 404,
    });

    const listed = (await caller.call(ada, 'GET', '/dashboard/people')).body.people as { id: number; email: string }[];
    const person = listed.find((one) => one.email === email)!;
    expect(person).toEqual({ id: expect.any(Number), email, role: 'viewer', website_ids: [2] });
    const change = (body: object) => caller.call(ada, 'PATCH', `/dashboard/people/${person.id}`, body);
    expect(await change({ role: 'editor' })).toMatchObject({ body: { role: 'editor', website_ids: [2] } });
    expect(await change({ role: 'viewer', website_ids: [3] })).toMatchObject({ status: 404 });
    expect(await change({ role: 'owner', website_ids: [1] })).toMatchObject({ status: 422 });
    expect(await change({ role: 'viewer', website_ids: [1] })).toMatchObject({ body: { website_ids: [1] } });
    expect((await caller.call(token, 'GET', '/dashboard/profile')).status).toBe(401);
    expect(await change({ role: 'owner' })).toMatchObject({ body: { role: 'owner', website_ids: null } });
  });

  it('somebody who has a login confirms with its password, and gets the account added', async () => {
    const email = address();
    await user(email, [2]);
    const { url } = await invited(email);
    expect(await accept(url, 'existing', 'not the password')).toMatchObject({
      status: 422,
      body: { code: 'wrong_password' },
    });
    expect((await show(url)).status).toBe(200);
    expect((await accept(url, 'existing')).status).toBe(204);
    expect([await roleOf(email, 1), await roleOf(email, 2)]).toEqual(['viewer', 'viewer']);
  });

  it('an invitation does not say whether the email address has a login', async () => {
    const [known, unknown] = [address(), address()];
    await user(known, [2]);
    const answers = await Promise.all(
      [known, unknown].map(async (email) => {
        const created = await invite(email);
        const shown = await show(created.body.url);
        const wrong = await accept(created.body.url, 'existing', 'not the password');
        const { id: _, url: __, ...fields } = created.body;
        const told = JSON.stringify([fields, shown.status, shown.body, wrong.status, wrong.body]);
        // A second may pass between the two.
        return told.replaceAll(email, 'EMAIL').replaceAll(/\d{4}-\d\d-\d\dT[\d:]+Z/g, 'TIME');
      }),
    );
    expect(answers[0]).toBe(answers[1]);
  });

  it('who is not new cannot choose another password', async () => {
    const email = address();
    await user(email, [2]);
    const { url } = await invited(email);
    expect(await accept(url, 'new', 'a password of somebody else')).toMatchObject({
      status: 409,
      body: { code: 'login_exists' },
    });
    expect((await accept(url, 'existing')).status).toBe(204);
  });

  it('passwords are guessed through a link no more often than at the login', async () => {
    const email = address();
    await user(email, [2]);
    const { url } = await invited(email);
    const statuses: number[] = [];
    app.clock.advanceToMultipleOf(15 * 60_000);
    for (let attempt = 0; attempt < 11; attempt++)
      statuses.push((await accept(url, 'existing', `guess ${attempt}`)).status);
    expect(statuses).toEqual([...Array(10).fill(422), 429]);
    expect((await accept(url, 'existing')).status).toBe(429);
    const login = caller.logIn({ email, password: PASSPHRASE }, [3]);
    await expect(login, 'the attempts count for the login, too').rejects.toThrow();
  });

  it('somebody who is logged in accepts without a password, and sees the websites at once', async () => {
    const email = address();
    await user(email, [2]);
    const token = await caller.logIn({ email, password: PASSPHRASE }, [3]);
    const { url } = await invited(email);
    const join = (secret: string, who = token) => caller.call(who, 'POST', '/dashboard/membership', { secret });
    const secret = new URL(url).hash.slice(1);
    expect(await join(secret, ada)).toMatchObject({ status: 403, body: { code: 'other_email' } });
    expect(await join('unknown')).toMatchObject({ status: 404, body: { code: 'link_not_valid' } });
    expect((await caller.call(undefined, 'POST', '/dashboard/membership', { secret })).status).toBe(401);
    expect((await join(secret)).status).toBe(204);
    expect(await join(secret)).toMatchObject({ status: 404, body: { code: 'link_not_valid' } });
    expect((await caller.call(token, 'GET', '/api/v1/reports/website?website_id=1')).status).toBe(200);
  });

  it.each([
    [{ email: 'nobody', role: 'viewer' }, 'invalid_email'],
    [{ email: 'a@example.com, b@example.com', role: 'viewer' }, 'invalid_email'],
    [{ email: '<a@example.com>', role: 'viewer' }, 'invalid_email'],
    [{ email: 'a@example.com>', role: 'viewer' }, 'invalid_email'],
    [{ email: 7, role: 'viewer' }, 'invalid_email'],
    [{ email: `${'x'.repeat(250)}@example.com`, role: 'viewer' }, 'invalid_email'],
    [{ email: 'a@example.com', role: 'admin' }, 'invalid_role'],
    [{ email: 'a@example.com' }, 'invalid_role'],
    [{ role: 'viewer' }, 'invalid_email'],
    [[], 'invalid_body'],
    [{ email: 'a@example.com', role: 'viewer', account_id: 2 }, 'invalid_body'],
  ])('the invitation %j is refused', async (body, code) => {
    expect(await caller.call(ada, 'POST', PATH, body)).toMatchObject({ status: 422, body: { code } });
  });

  it.each([
    ['short', 'invalid_password'],
    ['password12', 'invalid_password'],
    ['x'.repeat(201), 'invalid_password'],
  ])('the password %s is refused, and the link still works', async (password, code) => {
    const { url } = await invited();
    expect(await accept(url, 'new', password)).toMatchObject({ status: 422, body: { code } });
    expect((await show(url)).status).toBe(200);
    expect(await accept(url, 'maybe')).toMatchObject({ status: 422, body: { code: 'invalid_login' } });
  });

  it('who belongs to the account already is not invited', async () => {
    expect(await invite(EMAIL)).toMatchObject({ status: 409, body: { code: 'already_member' } });
  });

  it('who has joined by another way keeps their role', async () => {
    const email = address();
    const { url } = await invited(email);
    await user(email, [1], 'owner');
    expect((await accept(url, 'existing')).status).toBe(204);
    expect(await roleOf(email)).toBe('owner');
    await app.database.transaction((tx) =>
      tx.query('DELETE FROM user_accounts WHERE user_id = (SELECT id FROM users WHERE email = $1)', [email]),
    );
  });

  it('inviting again replaces the earlier link', async () => {
    const first = await invited();
    const second = await invited(first.email);
    await expectDead(first.url);
    expect((await show(second.url)).status).toBe(200);
    expect((await open()).filter(({ email }) => email === first.email)).toHaveLength(1);
  });

  it('a withdrawn one is dead', async () => {
    const { id, url } = await invited();
    expect((await withdraw(id)).status).toBe(204);
    await expectDead(url);
    expect((await withdraw(id)).status).toBe(404);
    expect((await open()).map((one) => one.id)).not.toContain(id);
  });

  it('an expired one is dead', async () => {
    const { id, url } = await invited();
    app.clock.advance(LINK_LIFETIME_MS.invitation);
    try {
      await expectDead(url);
    } finally {
      app.clock.advance(-LINK_LIFETIME_MS.invitation);
    }
    expect((await open()).map((one) => one.id)).toContain(id);
  });

  it('one of another account cannot be seen or withdrawn', async () => {
    const email = address();
    await user(email, [2], 'owner');
    const other = await caller.logIn({ email, password: PASSPHRASE }, [3]);
    const { id, url } = await invited();
    expect((await caller.call(other, 'GET', PATH)).body.invitations).toEqual([]);
    const [foreign, missing] = [await withdraw(id, other), await withdraw(7_777, other)];
    expect(foreign.status).toBe(404);
    expect(foreign.text.replace(`invitation ${id}.`, 'invitation 7777.')).toBe(missing.text);
    expect((await show(url)).status).toBe(200);
  });

  it('two people who accept the same link at the same time: one succeeds', async () => {
    const { url, email } = await invited();
    const answers = await Promise.all([accept(url), accept(url), accept(url, 'new', 'another passphrase, later')]);
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([204, 401, 401]);
    expect(await roleOf(email)).toBe('viewer');
  });

  it('withdrawn while it is accepted: one of both succeeds', async () => {
    for (let round = 0; round < 3; round++) {
      const { id, url, email } = await invited();
      const [withdrawn, accepted] = await Promise.all([withdraw(id), accept(url)]);
      expect([
        [204, 401],
        [404, 204],
      ]).toContainEqual([withdrawn.status, accepted.status]);
      expect(await roleOf(email)).toBe(accepted.status === 204 ? 'viewer' : undefined);
    }
  });

  describe('dies with the role of whoever invited', () => {
    it.each(['demoted', 'removed'] as const)('%s', async (how) => {
      const email = address();
      const { id } = await user(email, [1], 'owner');
      const { url, id: invitationId } = await invitedBy(await caller.logIn({ email, password: PASSPHRASE }, [1]));
      expect((await show(url)).status).toBe(200);
      const path = `/dashboard/people/${id}`;
      const changed =
        how === 'removed'
          ? await caller.call(ada, 'DELETE', path)
          : await caller.call(ada, 'PATCH', path, { role: 'editor' });
      expect(changed.status).toBeLessThan(300);
      await expectDead(url);
      expect((await open()).map((one) => one.id)).not.toContain(invitationId);
    });

    it('deleted', async () => {
      const email = address();
      const { id } = await user(email, [1], 'owner');
      const { url } = await invitedBy(await caller.logIn({ email, password: PASSPHRASE }, [1]));
      await app.database.transaction(async (tx) => {
        await tx.query('DELETE FROM user_accounts WHERE user_id = $1', [id]);
        await tx.query('DELETE FROM users WHERE id = $1', [id]);
      });
      await expectDead(url);
    });
  });

  it('an account has a limited number of open ones', async () => {
    const has = (await open()).length;
    await app.database.transaction(async (tx) => {
      for (let n = has; n < OPEN_INVITATIONS_MAX; n++) {
        const link = { kind: 'invitation', accountId: 1, email: `open-${n}@example.com`, role: 'viewer' } as const;
        await createLink(tx, { ...link, createdBy: adaId }, app.clock.now);
      }
    });
    expect(await invite(address())).toMatchObject({ status: 409, body: { code: 'too_many_invitations' } });
    expect((await invite(`open-${OPEN_INVITATIONS_MAX - 1}@example.com`)).status, 'a replacement').toBe(201);
    await app.database.transaction((tx) => tx.query("DELETE FROM one_time_links WHERE email LIKE 'open-%'"));
  });

  describe('with a mail server', () => {
    let mailing: TestService;
    let by: DashboardCaller;
    let token: string;

    beforeAll(async () => {
      mail = await MailServer.start({ refuses: 'refused@example.com' });
      const env = { SMTP_URL: mail.url(), MAIL_FROM: 'Funnel <funnel@example.com>', LOG_LEVEL: 'error' };
      mailing = await startLoginService(engine, { components: ['rest', 'auth', 'dashboard'], env });
      by = new DashboardCaller(mailing);
      token = await by.logIn(ADA, [1]);
    });
    afterAll(async () => {
      await mailing.dispose();
      await mail.close();
    });

    const mailsTo = (address: string) =>
      mail.received.filter(({ to }) => to.includes(address)).map(({ email }) => email);

    it('the link is mailed and not shown', async () => {
      const { body } = await by.call(token, 'POST', PATH, { email: 'new@example.com', role: 'editor' });
      expect(body).toMatchObject({ delivery: 'mailed', url: null });
      const email = mailsTo('new@example.com')[0]!;
      expect(email).toMatchObject({ subject: 'Invitation to Acme', from: { address: 'funnel@example.com' } });
      const [url] = /http\S+#\S+/.exec(email.text!)!;
      expect(email.html).toContain(url);
      expect(email.text).toContain(`${EMAIL} invites you to Acme, as editor`);
      expect((await by.withLink('/dashboard/invitation', url)).body.email).toBe('new@example.com');
      const accepted = await by.withLink('/dashboard/invitation/accept', url, { login: 'new', password: PASSPHRASE });
      expect(accepted.status).toBe(204);
    });

    it('has the language of the person, or else of whoever invites them', async () => {
      const [spanish, stranger] = ['spanish@example.com', 'stranger@example.com'];
      const user = { email: spanish, password: PASSPHRASE, accountIds: [2] };
      const { id } = await createUser(mailing.database, user, mailing.clock.now);
      await mailing.database.transaction((tx) =>
        tx.query("UPDATE users SET browser_language = 'es' WHERE id = $1", [id]),
      );
      await by.call(token, 'PATCH', '/dashboard/profile', { language: 'de' });
      onTestFinished(async () => {
        await by.call(token, 'PATCH', '/dashboard/profile', { language: null });
      });
      for (const email of [spanish, stranger]) await by.call(token, 'POST', PATH, { email, role: 'viewer' });
      expect(mailsTo(spanish)[0]?.subject).toBe('Invitación a Acme');
      expect(mailsTo(stranger)[0]?.subject).toBe('Einladung zu Acme');
      const text = mailsTo(stranger)[0]?.text;
      expect(text).toContain(`${EMAIL} lädt Sie zu Acme ein, als Betrachter: sieht Berichte`);
      expect(text).toMatch(/Der Link funktioniert einmal, bis zum \d+\. \S+ \d{4}\./);
    });

    it('it is shown if the mail server refuses it, and the log says why', async () => {
      const { status, body } = await by.call(token, 'POST', PATH, { email: 'refused@example.com', role: 'viewer' });
      expect([status, body.delivery]).toEqual([201, 'mail_failed']);
      expect((await by.withLink('/dashboard/invitation', body.url)).status).toBe(200);
      expect(mailing.logs()).toContain('There is no such mailbox');
      expect(mailing.logs()).not.toContain(new URL(body.url).hash.slice(1));
    });
  });
});
