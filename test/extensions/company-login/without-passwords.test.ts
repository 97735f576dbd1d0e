// PASSWORD_LOGIN=off over HTTP and on the command line: nobody is asked for a password that could not be used.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/core/foundation/database/open/open.ts';
import { systemClock } from '../../../src/core/foundation/time/clock.ts';
import { createLink } from '../../../src/core/manage/authorization-server/links/one-time-links.ts';
import { createSetupLink } from '../../../src/core/manage/authorization-server/links/setup-links.ts';
import { setupMessage } from '../../../src/core/server/commands/serve.ts';
import { readConfig, SERVER_COMPONENTS } from '../../../src/core/server/config/config.ts';
import { unlinkUser } from '../../../src/extensions/company-login/identities.ts';
import { LOGIN_SECTION } from '../../../src/extensions/company-login/login-config.ts';
import { BrowserlessPerson } from '../../support/browserless-person.ts';
import { CommandLine } from '../../support/command-line.ts';
import { DashboardCaller } from '../../support/dashboard-caller.ts';
import { ANY_ENGINE, createTestDatabase } from '../../support/databases.ts';
import { EMAIL, PASSWORD, startLoginService } from '../../support/login-service.ts';
import { OAuthClient } from '../../support/oauth-client.ts';
import { TestIssuer } from '../../support/openid-issuer.ts';
import { freePort } from '../../support/postgres-server.ts';
import { runService } from '../../support/run-service.ts';
import { TestClock } from '../../support/test-clock.ts';
import { answerOf, TestService } from '../../support/test-service.ts';
import { createUser } from '../../support/users.ts';

const REASON = 'Passwords are switched off here (PASSWORD_LOGIN=off): people log in with Example ID.';
const OFF = { status: 409, body: { code: 'passwords_off', detail: REASON } };
const PEOPLE = [
  { sub: 'ada', email: EMAIL, email_verified: true },
  { sub: 'ben', email: 'ben@example.com', email_verified: true },
];
const ENV = {
  PASSWORD_LOGIN: 'off',
  OIDC_ISSUER_URL: 'https://id.example',
  OIDC_CLIENT_ID: 'funnel',
  OIDC_CLIENT_SECRET: 'a-secret-at-the-issuer',
  OIDC_NAME: 'Example ID',
};

/** The page of the service after the login at the issuer. */
async function logInAtIssuer(baseUrl: string, issuer: TestIssuer, subject: string): Promise<string> {
  const client = await OAuthClient.register(baseUrl);
  const person = new BrowserlessPerson(baseUrl);
  const page = await person.open((await client.authorization()).url);
  const { url } = await person.submit(page, {}, `${new URL(page.url).pathname}/sso`);
  return (await person.open(await issuer.logIn(url, subject))).html;
}

describe.each(ANY_ENGINE)('without passwords on %s', (engine) => {
  it('the setup creates an owner without a password, whose verified login is linked', async () => {
    const world = await createTestDatabase(engine);
    const clock = new TestClock();
    const port = await freePort();
    const issuer = await TestIssuer.start(`http://localhost:${port}/oauth/sso/callback`, PEOPLE);
    const service = await runService(world.url, {
      ...{ components: ['rest', 'auth', 'dashboard'], clock },
      env: { PORT: String(port), PASSWORD_LOGIN: 'off', ...issuer.env },
    });
    const { secret } = (await createSetupLink(world.database, clock.now))!;
    const fields = {
      ...{ secret, account_name: 'Ada & Co.', email: EMAIL, website_name: 'shop.example', currency: 'EUR' },
      ...{ origins: ['https://www.shop.example'], register_keys: true },
    };
    const post = async (path: string, body: object) =>
      answerOf(
        await fetch(service.url + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      );
    const refused = { status: 422, body: { code: 'invalid_field', param: 'password', detail: REASON } };
    for (const path of ['/dashboard/setup/check', '/dashboard/setup']) {
      expect(await post(path, { ...fields, password: PASSWORD })).toMatchObject(refused);
    }
    expect((await post('/dashboard/setup', fields)).status).toBe(201);
    expect(await world.database.query('SELECT email, password_hash FROM users')).toEqual([
      { email: EMAIL, password_hash: '' },
    ]);
    expect(await logInAtIssuer(service.config.baseUrl, issuer, 'ada')).toContain(`Logged in as ${EMAIL}`);
    expect(await world.database.query('SELECT subject, user_id FROM user_identities')).toEqual([
      { subject: 'ada', user_id: 1 },
    ]);
    await service.close();
    await issuer.stop();
    await world.dispose();
  });

  describe('the operations', () => {
    let app: TestService;
    let strict: TestService;
    let ada: string;
    beforeAll(async () => {
      app = await startLoginService(engine, { components: ['rest', 'auth', 'dashboard'] });
      ada = await new DashboardCaller(app).logIn({ email: EMAIL, password: PASSWORD }, [1]);
      strict = await TestService.over(app.ingestion, { components: ['rest', 'auth', 'dashboard'], env: ENV });
    });
    afterAll(async () => {
      await strict.dispose();
      await app.dispose().catch(() => {});
    });

    it('create and use no links to reset a password', async () => {
      const user = { email: 'cleo@example.com', password: PASSWORD, accountIds: [1] };
      const { id } = await createUser(app.database, user, app.clock.now);
      const { body: link } = await new DashboardCaller(app).call(ada, 'POST', `/dashboard/people/${id}/reset-link`);
      const caller = new DashboardCaller(strict);
      expect(await caller.call(ada, 'POST', `/dashboard/people/${id}/reset-link`)).toMatchObject(OFF);
      expect(await caller.withLink('/dashboard/password-reset', link.url)).toMatchObject(OFF);
      const password = 'another long passphrase';
      expect(await caller.withLink('/dashboard/password-reset/use', link.url, { password })).toMatchObject(OFF);
    });

    it('mail no link to somebody who has forgotten a password', async () => {
      const client = await OAuthClient.register(strict.baseUrl);
      const person = new BrowserlessPerson(strict.baseUrl);
      const page = await person.open((await client.authorization()).url);
      expect(page.html).not.toContain('Forgot password?');
      const path = `${new URL(page.url).pathname}/forgotten-password`;
      expect((await person.open(`${strict.baseUrl}${path}`)).status).toBe(403);
      expect((await person.submit(page, { email: EMAIL }, path)).status).toBe(403);
    });

    it('accept no invitation with a password', async () => {
      const caller = new DashboardCaller(strict);
      const invitation = { email: 'dora@example.com', role: 'viewer' };
      const { body } = await caller.call(ada, 'POST', '/dashboard/invitations', invitation);
      for (const login of ['new', 'existing']) {
        const fields = { login, password: PASSWORD };
        expect(await caller.withLink('/dashboard/invitation/accept', body.url, fields)).toMatchObject(OFF);
      }
      expect((await caller.withLink('/dashboard/invitation', body.url)).status).toBe(200);
      expect(await app.database.query("SELECT id FROM users WHERE email = 'dora@example.com'")).toEqual([]);
    });

    it('also with passwords, owners create no link for somebody who has none', async () => {
      const user = { email: 'eve@example.com', password: undefined, accountIds: [1] };
      const { id } = await createUser(app.database, user, app.clock.now);
      const answer = await new DashboardCaller(app).call(ada, 'POST', `/dashboard/people/${id}/reset-link`);
      expect(answer).toMatchObject({ status: 409, body: { code: 'no_password' } });
      expect(await app.database.query('SELECT id FROM one_time_links WHERE user_id = $1', [id])).toEqual([]);
    });
  });
});

describe('a person who belongs to no account', () => {
  it('accepts an invitation by logging in at the issuer', async () => {
    const port = await freePort();
    const issuer = await TestIssuer.start(`http://localhost:${port}/oauth/sso/callback`, PEOPLE);
    const app = await startLoginService('sqlite', {
      components: ['rest', 'auth'],
      env: { PORT: String(port), PASSWORD_LOGIN: 'off', ...issuer.env },
    });
    const ben = { email: 'ben@example.com', password: undefined, accountIds: [1] };
    const { id } = await createUser(app.database, ben, app.clock.now);
    const logIn = () => logInAtIssuer(app.baseUrl, issuer, 'ben');
    const invite = (accountId: number) =>
      app.database.transaction((tx) =>
        createLink(tx, { kind: 'invitation', accountId, email: ben.email, role: 'editor' }, app.clock.now),
      );
    const roles = () => app.database.query('SELECT account_id, role FROM user_accounts WHERE user_id = $1', [id]);

    // Somebody who belongs to an account decides in the dashboard.
    await invite(2);
    expect(await logIn()).toContain(`Logged in as ${ben.email}`);
    expect(await roles()).toEqual([{ account_id: 1, role: 'owner' }]);
    await app.database.transaction((tx) => tx.query('DELETE FROM user_accounts WHERE user_id = $1', [id]));
    expect(await logIn()).toContain(`Logged in as ${ben.email}`);
    expect(await roles()).toEqual([{ account_id: 2, role: 'editor' }]);

    await app.database.transaction((tx) => tx.query('DELETE FROM user_accounts WHERE user_id = $1', [id]));
    await unlinkUser(app.database, ben.email);
    expect(await logIn()).toContain('You do not belong to an account');
    expect(await roles()).toEqual([]);
    await app.dispose();
    await issuer.stop();
  });
});

describe('a profile', () => {
  it('has no password to change', async () => {
    const app = await startLoginService('sqlite', { components: ['rest', 'auth', 'dashboard'] });
    const client = await OAuthClient.known(app.baseUrl, { client_id: 'dashboard', token_endpoint_auth_method: 'none' });
    const redirect = { redirect_uri: `${app.baseUrl}/callback` };
    const { access_token } = await client.obtain(
      new BrowserlessPerson(app.baseUrl),
      [1],
      { email: EMAIL, password: PASSWORD },
      redirect,
    );
    const strict = await TestService.over(app.ingestion, {
      components: ['rest', 'dashboard'],
      env: ENV,
    });
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
    expect((await strict.request('/dashboard/profile', { headers })).body).toMatchObject({
      can_change_password: false,
    });
    const body = JSON.stringify({ current_password: PASSWORD, new_password: 'another passphrase of ada' });
    expect((await strict.request('/dashboard/profile/password', { method: 'POST', headers, body })).status).toBe(409);
    await strict.dispose();
    await app.dispose().catch(() => {});
  });
});

describe('the command line without passwords', () => {
  let line: CommandLine;
  beforeAll(async () => {
    line = new CommandLine({ ...ENV, PORT: String(await freePort()) });
  });
  afterAll(() => line.dispose());

  it('serve and setup-link say which email address to enter', async () => {
    const advice = /Passwords are switched off .*Enter the email address that you have at Example ID/;
    await line.call(['migrate']);
    expect(await line.call(['setup-link'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^http:\/\/localhost:\d+\/setup#[\w-]{43}\n$/),
      stderr: expect.stringMatching(advice),
    });
    const context = { config: readConfig(ENV, [LOGIN_SECTION]), clock: systemClock };
    const database = await openDatabase(line.databaseUrl);
    expect(await setupMessage(context, new Set(SERVER_COMPONENTS), database)).toMatch(advice);
    await database.close();
  });

  it('reset-link says that there are no passwords', async () => {
    const { code, stdout, stderr } = await line.call(['user', 'reset-link', '--email', EMAIL]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(REASON);
  });
});
