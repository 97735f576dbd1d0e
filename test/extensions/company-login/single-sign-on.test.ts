// Single sign-on against a real issuer in another process: the whole login without a browser, and attacks on it.

import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createToken } from '../../../src/core/contract/access/tokens.ts';
import { createLink } from '../../../src/core/manage/authorization-server/links/one-time-links.ts';
import { unlinkUser } from '../../../src/extensions/company-login/identities.ts';
import { BrowserlessPerson, type SeenPage } from '../../support/browserless-person.ts';
import { ANY_ENGINE } from '../../support/databases.ts';
import { startLoginService } from '../../support/login-service.ts';
import { type Authorization, OAuthClient } from '../../support/oauth-client.ts';
import { type IssuerPerson, TestIssuer } from '../../support/openid-issuer.ts';
import { freePort } from '../../support/postgres-server.ts';
import { saidSubjects } from '../../support/said-subjects.ts';
import type { TestService } from '../../support/test-service.ts';
import { createUser } from '../../support/users.ts';

const PEOPLE: readonly IssuerPerson[] = [
  { sub: 'ada-1', email: 'Ada@example.com', email_verified: true },
  { sub: 'ada-2', email: 'ada@example.com', email_verified: true },
  { sub: 'bob', email: 'bob@example.com', email_verified: false },
  { sub: 'cleo', email: 'cleo@example.com' },
  { sub: 'dora', email: 'dora@partner.example', email_verified: true },
  { sub: 'eve', email: 'eve@elsewhere.example', email_verified: true },
  { sub: 'finn' },
  { sub: 'heidi', email: 'heidi@example.com', email_verified: true },
  { sub: 'grace', email: 'grace@example.com', email_verified: true },
  // The sign of the unit kelvin, whose lower case is the letter k.
  { sub: 'kelvin', email: 'mar\u212A@example.com', email_verified: true },
];
const PASSWORD = 'a passphrase for all of them';

/** The port is part of the redirect URI that the issuer knows, so it is chosen before both start. */
async function issuerFor(port: number): Promise<TestIssuer> {
  return TestIssuer.start(`http://localhost:${port}/oauth/sso/callback`, PEOPLE);
}

interface Login {
  readonly person: BrowserlessPerson;
  readonly client: OAuthClient;
  readonly authorization: Authorization;
  readonly page: SeenPage;
  /** The URL at the issuer. */
  readonly url: string;
}

/** One for each service, because the number of registrations is limited. */
const clients = new WeakMap<TestService, Promise<OAuthClient>>();

async function startLogin(app: TestService): Promise<Login> {
  const registered = clients.get(app) ?? OAuthClient.register(app.baseUrl);
  clients.set(app, registered);
  const client = await registered;
  const authorization = await client.authorization();
  const person = new BrowserlessPerson(app.baseUrl);
  const page = await person.open(authorization.url);
  const { url } = await person.submit(page, {}, `${new URL(page.url).pathname}/sso`);
  return { person, client, authorization, page, url };
}

/** The page of the service after the login at the issuer. */
async function logInAs(app: TestService, issuer: TestIssuer, subject: string): Promise<SeenPage> {
  const { person, url } = await startLogin(app);
  return person.open(await issuer.logIn(url, subject));
}

const isConsent = ({ html }: SeenPage) => html.includes('name="website"');
const errorOf = ({ html }: SeenPage) => /<p class="error"[^>]*>([^<]*)/.exec(html)?.[1];
const userShown = ({ html }: SeenPage) => /Logged in as ([^ ]+)\. /.exec(html)?.[1];

describe.each(ANY_ENGINE)('single sign-on on %s', (engine) => {
  let app: TestService;
  let issuer: TestIssuer;
  beforeAll(async () => {
    const port = await freePort();
    issuer = await issuerFor(port);
    app = await startLoginService(engine, {
      components: ['rest', 'auth'],
      env: { PORT: String(port), LOG_LEVEL: 'warn', ...issuer.env },
    });
    for (const name of ['bob', 'cleo', 'mark']) {
      const user = { email: `${name}@example.com`, password: PASSWORD, accountIds: [1] };
      await createUser(app.database, user, app.clock.now);
    }
  });
  afterAll(async () => {
    await app.dispose();
    await issuer.stop();
  });
  beforeEach(async () => {
    await app.database.transaction((tx) => tx.query('DELETE FROM user_identities'));
    // The number of logins in a minute is limited.
    app.clock.advance(60_000);
  });

  const identities = () =>
    app.database.query('SELECT issuer, subject, email FROM user_identities JOIN users ON id = user_id ORDER BY email');

  it('takes a person through both logins to tokens that work', async () => {
    const { person, client, authorization, page, url } = await startLogin(app);
    expect(page.html).toContain('Log in with Example ID');
    const consent = await person.open(await issuer.logIn(url, 'ada-1'));
    expect([isConsent(consent), userShown(consent)]).toEqual([true, 'ada@example.com']);
    const end = await person.allow(consent, [1]);
    const tokens = await client.exchange(authorization, end.url);
    expect((await app.get('/reports/websites', tokens.access_token)).status).toBe(200);
    expect(await identities()).toEqual([{ issuer: issuer.url, subject: 'ada-1', email: 'ada@example.com' }]);
  });

  it('knows a linked person by the subject, not by the email address', async () => {
    const bobs = "SELECT id FROM users WHERE email = 'bob@example.com'";
    await app.database.transaction((tx) =>
      tx.query(
        `INSERT INTO user_identities (issuer, subject, user_id, created_at) VALUES ($1, 'eve', (${bobs}), '2026-01-01T00:00:00Z')`,
        [issuer.url],
      ),
    );
    expect(userShown(await logInAs(app, issuer, 'eve'))).toBe('bob@example.com');
  });

  it('lets the same person in again, and also several times at once', async () => {
    const pages = await Promise.all(['ada-1', 'ada-1', 'ada-1'].map((subject) => logInAs(app, issuer, subject)));
    expect(pages.map(isConsent)).toEqual([true, true, true]);
    expect(isConsent(await logInAs(app, issuer, 'ada-1'))).toBe(true);
    expect(await identities()).toHaveLength(1);
  });

  it('does not ask for the password, and passwords still work', async () => {
    const { person, page } = await startLogin(app);
    const consent = await person.logIn(page, 'bob@example.com', PASSWORD);
    expect(userShown(consent)).toBe('bob@example.com');
  });

  it('ends the password and the dashboard logins that the user had before, and keeps tokens and applications', async () => {
    const grace = { email: 'grace@example.com', password: PASSWORD };
    const { id: userId } = await createUser(app.database, { ...grace, accountIds: [1] }, app.clock.now);
    // An owner may have opened the invitation themselves, and so have chosen the password.
    const stranger = new BrowserlessPerson(app.baseUrl);
    const dashboard = await OAuthClient.known(app.baseUrl, {
      ...{ client_id: 'dashboard', token_endpoint_auth_method: 'none' },
    });
    const toDashboard = { redirect_uri: `${app.baseUrl}/callback` };
    const login = await dashboard.obtain(stranger, [1], grace, toDashboard);
    const application = await OAuthClient.register(app.baseUrl);
    const connected = await application.obtain(stranger, [1], grace);
    const newToken = { websiteIds: [1], scopes: ['reports'], audience: 'rest', userId } as const;
    const { token } = await createToken(app.database, newToken, app.clock.now);
    await app.database.transaction((tx) => createLink(tx, { kind: 'password_reset', userId }, app.clock.now));
    const read = async (accessToken: string) => (await app.get('/reports/websites', accessToken)).status;
    const all = [login.access_token, connected.access_token, token];
    expect(await Promise.all(all.map(read))).toEqual([200, 200, 200]);

    expect(userShown(await logInAs(app, issuer, 'grace'))).toBe('grace@example.com');

    expect(await Promise.all(all.map(read))).toEqual([401, 200, 200]);
    await expect(dashboard.refresh(login.refresh_token)).rejects.toThrow();
    expect((await application.refresh(connected.refresh_token)).access_token).toBeTypeOf('string');
    // The cookie of the session, and the password.
    const page = await stranger.open((await dashboard.authorization(toDashboard)).url);
    expect(page.html).toContain('name="password"');
    expect((await stranger.logIn(page, grace.email, grace.password)).status).toBe(422);
    expect(await app.database.query('SELECT id FROM one_time_links WHERE user_id = $1', [userId])).toEqual([]);
    const entries = await saidSubjects(
      app.database.query(
        "SELECT action, subject FROM audit_log WHERE user_id = $1 AND action IN ('identity_linked', 'password_removed') ORDER BY id",
        [userId],
      ),
    );
    expect(entries).toEqual([
      { action: 'password_removed', subject: 'grace@example.com' },
      { action: 'identity_linked', subject: 'grace@example.com' },
    ]);
  });

  it('only ends earlier logins when it links, not at later logins', async () => {
    await logInAs(app, issuer, 'ada-1');
    const { person, client, authorization, url } = await startLogin(app);
    const consent = await person.open(await issuer.logIn(url, 'ada-1'));
    await client.exchange(authorization, (await person.allow(consent, [1])).url);
    await logInAs(app, issuer, 'ada-1');
    const again = await person.open((await client.authorization()).url);
    expect(again.html).not.toContain('name="password"');
  });

  it('tells somebody who was logged in with the password in the same browser to start again', async () => {
    const heidi = { email: 'heidi@example.com', password: PASSWORD };
    await createUser(app.database, { ...heidi, accountIds: [1] }, app.clock.now);
    const client = await OAuthClient.register(app.baseUrl);
    const person = new BrowserlessPerson(app.baseUrl);
    await client.obtain(person, [1], heidi);
    const logIn = async () => {
      const page = await person.open((await client.authorization({ prompt: 'login' })).url);
      const { url } = await person.submit(page, {}, `${new URL(page.url).pathname}/sso`);
      return person.open(await issuer.logIn(url, 'heidi'));
    };
    const first = await logIn();
    expect([first.status, first.html]).toEqual([400, expect.stringContaining('start again')]);
    const second = await logIn();
    expect([second.status, userShown(second)]).toEqual([200, heidi.email]);
  });

  it.each([
    ['another person with the email address of a linked user', 'ada-2', /belongs to another login/],
    ['an email address that is not verified', 'bob', /bob@example\.com is not verified/],
    ['an email address of which the issuer does not say', 'cleo', /cleo@example\.com is not verified/],
    ['a person without an email address', 'finn', /no email address/],
    ['an email address that looks like that of a user', 'kelvin', /has no access/],
    ['a person who is no user', 'eve', /eve@elsewhere\.example has no access/],
  ])('refuses %s', async (_name, subject, message) => {
    await logInAs(app, issuer, 'ada-1');
    const page = await logInAs(app, issuer, subject);
    expect([page.status, isConsent(page)]).toEqual([403, false]);
    expect(errorOf(page)).toMatch(message);
    expect(page.html).toContain('Log in with Example ID');
    expect(await identities()).toHaveLength(1);
  });

  it('says that the person has cancelled', async () => {
    const page = await logInAs(app, issuer, '');
    expect([page.status, errorOf(page)]).toEqual([403, 'The login with Example ID was cancelled.']);
  });

  describe('an attacker', () => {
    it('cannot use another state', async () => {
      const { person, url } = await startLogin(app);
      const callback = new URL(await issuer.logIn(url, 'ada-1'));
      const state = callback.searchParams.get('state')!;
      for (const wrong of [`${state.slice(0, -1)}${state.endsWith('A') ? 'B' : 'A'}`, `${state.split('.')[0]}.x`]) {
        callback.searchParams.set('state', wrong);
        const page = await person.open(callback);
        expect([page.status, isConsent(page)]).toEqual([400, false]);
        expect(errorOf(page)).toContain('has expired or was already used');
      }
      for (const wrong of ['', 'x', '../../callback.x', 'https://evil.example/.x']) {
        callback.searchParams.set('state', wrong);
        const page = await person.open(callback);
        expect([page.status, isConsent(page)]).toEqual([400, false]);
        expect(page.html).toContain('Something went wrong');
      }
    });

    it('cannot log a victim in to the account of the attacker', async () => {
      const attacker = await startLogin(app);
      const callback = await issuer.logIn(attacker.url, 'ada-1');
      const victim = await startLogin(app);
      const page = await victim.person.open(callback);
      expect([page.status, isConsent(page)]).toEqual([400, false]);
      // The state is in the URL of the victim's own interaction, too.
      const moved = new URL(callback);
      moved.pathname = `${new URL(victim.page.url).pathname}/sso`;
      const own = await victim.person.open(moved);
      expect([own.status, isConsent(own)]).toEqual([400, false]);
    });

    it('cannot use an answer twice', async () => {
      const { person, url } = await startLogin(app);
      const callback = await issuer.logIn(url, 'ada-1');
      expect(isConsent(await person.open(callback))).toBe(true);
      const again = await person.open(callback);
      expect([again.status, again.html.includes('Something went wrong')]).toEqual([400, true]);

      const refused = await startLogin(app);
      const used = await issuer.logIn(refused.url, 'eve');
      expect((await refused.person.open(used)).status).toBe(403);
      expect(errorOf(await refused.person.open(used))).toContain('has expired or was already used');
    });

    it('cannot use a code of another login', async () => {
      const stolen = new URL(await issuer.logIn((await startLogin(app)).url, 'ada-1')).searchParams.get('code')!;
      const { person, url } = await startLogin(app);
      const callback = new URL(await issuer.logIn(url, 'eve'));
      callback.searchParams.set('code', stolen);
      const page = await person.open(callback);
      expect([page.status, errorOf(page)]).toEqual([
        400,
        'The answer of Example ID could not be verified. Start again.',
      ]);
    });

    it('cannot use a token with another nonce', async () => {
      const { person, url } = await startLogin(app);
      const changed = new URL(url);
      changed.searchParams.set('nonce', 'another-nonce');
      const page = await person.open(await issuer.logIn(changed.href, 'ada-1'));
      expect([page.status, errorOf(page)]).toEqual([
        400,
        'The answer of Example ID could not be verified. Start again.',
      ]);
    });

    it('cannot use a token that was issued to another service', async () => {
      const { person, url } = await startLogin(app);
      const changed = new URL(url);
      changed.searchParams.set('client_id', 'other-service');
      const page = await person.open(await issuer.logIn(changed.href, 'ada-1'));
      expect([page.status, isConsent(page)]).toEqual([400, false]);
    });

    it('cannot answer in the name of another issuer', async () => {
      const { person, url } = await startLogin(app);
      const callback = new URL(await issuer.logIn(url, 'ada-1'));
      callback.searchParams.set('iss', 'https://evil.example');
      const page = await person.open(callback);
      expect([page.status, isConsent(page)]).toEqual([400, false]);
    });

    it('cannot start it from another website', async () => {
      const { person, page } = await startLogin(app);
      const path = `${new URL(page.url).pathname}/sso`;
      const answer = await person.request(new URL(path, page.url).href, {
        method: 'POST',
        body: new URLSearchParams({ form_token: 'guessed' }),
      });
      expect(answer.status).toBe(403);
    });

    it('finds no secrets in the database', async () => {
      const { url } = await startLogin(app);
      const { searchParams } = new URL(url);
      const stored = JSON.stringify(await app.database.query('SELECT * FROM authorization_records'));
      for (const name of ['state', 'nonce', 'code_challenge']) expect(stored).not.toContain(searchParams.get(name));
    });
  });

  it('forgets a login that was not finished in time', async () => {
    const { person, url } = await startLogin(app);
    const callback = await issuer.logIn(url, 'ada-1');
    app.clock.advance(16 * 60 * 1000);
    const page = await person.open(callback);
    expect([page.status, isConsent(page)]).toEqual([400, false]);
  });
});

describe('the settings of single sign-on', () => {
  let port: number;
  let issuer: TestIssuer;
  beforeAll(async () => {
    port = await freePort();
    issuer = await issuerFor(port);
  });
  afterAll(() => issuer.stop());

  async function withService(env: Record<string, string>, work: (app: TestService) => Promise<void>): Promise<void> {
    const app = await startLoginService('sqlite', {
      components: ['rest', 'auth'],
      env: { PORT: String(port), LOG_LEVEL: 'warn', ...issuer.env, ...env },
    });
    try {
      for (const name of ['bob', 'cleo', 'mark']) {
        const user = { email: `${name}@example.com`, password: PASSWORD, accountIds: [1] };
        await createUser(app.database, user, app.clock.now);
      }
      await work(app);
    } finally {
      await app.dispose();
    }
  }

  const statusOf = async (app: TestService, subject: string) => (await logInAs(app, issuer, subject)).status;

  it('OIDC_TRUST_EMAIL accepts an email address of which the issuer does not say, but none that it says is not verified', () =>
    withService({ OIDC_TRUST_EMAIL: 'on' }, async (app) => {
      expect([await statusOf(app, 'cleo'), await statusOf(app, 'bob')]).toEqual([200, 403]);
    }));

  it('OIDC_ALLOWED_DOMAINS refuses other domains at every login', async () => {
    await withService({ OIDC_ALLOWED_DOMAINS: 'partner.example, Example.com' }, async (app) => {
      expect(await statusOf(app, 'ada-1')).toBe(200);
    });
    await withService({ OIDC_ALLOWED_DOMAINS: 'partner.example' }, async (app) => {
      const ada = '(SELECT id FROM users ORDER BY id LIMIT 1)';
      await app.database.transaction((tx) =>
        tx.query(
          `INSERT INTO user_identities (issuer, subject, user_id, created_at) VALUES ($1, 'ada-1', ${ada}, '2026-01-01T00:00:00Z')`,
          [issuer.url],
        ),
      );
      const page = await logInAs(app, issuer, 'ada-1');
      expect([page.status, errorOf(page)]).toEqual([403, 'Email addresses of example.com are not allowed here.']);
    });
  });

  it('OIDC_NEW_USERS gives people of the allowed domains a role, and no password', () =>
    withService({ OIDC_NEW_USERS: '1:viewer', OIDC_ALLOWED_DOMAINS: 'partner.example' }, async (app) => {
      const pages = await Promise.all([logInAs(app, issuer, 'dora'), logInAs(app, issuer, 'dora')]);
      expect(pages.map(userShown)).toEqual(['dora@partner.example', 'dora@partner.example']);
      expect(await statusOf(app, 'eve')).toBe(403);
      const [dora, ...others] = await app.database.query(
        `SELECT email, password_hash, account_id, role FROM users JOIN user_accounts ON user_id = id
         WHERE email LIKE '%.example'`,
      );
      expect([dora, others]).toEqual([
        { email: 'dora@partner.example', password_hash: '', account_id: 1, role: 'viewer' },
        [],
      ]);
      const { person, page } = await startLogin(app);
      for (const password of ['', ' ', 'x'.repeat(20)]) {
        expect((await person.logIn(page, 'dora@partner.example', password)).status).toBe(422);
      }
    }));

  it('an invitation to the email address gives its role, once', () =>
    withService({}, async (app) => {
      const invite = (email: string, role: 'viewer' | 'editor') =>
        app.database.transaction((tx) =>
          createLink(tx, { kind: 'invitation', accountId: 1, email, role }, app.clock.now),
        );
      await invite('eve@elsewhere.example', 'editor');
      await invite('bob@example.com', 'editor');
      expect(await statusOf(app, 'bob')).toBe(403);
      expect(await statusOf(app, 'dora')).toBe(403);
      expect(userShown(await logInAs(app, issuer, 'eve'))).toBe('eve@elsewhere.example');
      const members = `SELECT email, role FROM users JOIN user_accounts ON user_id = id WHERE email LIKE '%.example'`;
      expect(await app.database.query(members)).toEqual([{ email: 'eve@elsewhere.example', role: 'editor' }]);
      const open = 'SELECT email FROM one_time_links WHERE used_at IS NULL';
      expect(await app.database.query(open)).toEqual([{ email: 'bob@example.com' }]);
      await app.database.transaction(async (tx) => {
        await tx.query("DELETE FROM user_accounts WHERE user_id IN (SELECT id FROM users WHERE email LIKE 'eve%')");
        await tx.query("DELETE FROM users WHERE email LIKE 'eve%'");
      });
      expect(await statusOf(app, 'eve')).toBe(403);
    }));

  it('an invitation of another account does not replace what OIDC_NEW_USERS gives', () =>
    withService({ OIDC_NEW_USERS: '1:viewer', OIDC_ALLOWED_DOMAINS: 'partner.example' }, async (app) => {
      await app.database.transaction((tx) =>
        createLink(
          tx,
          { kind: 'invitation', accountId: 2, email: 'dora@partner.example', role: 'editor' },
          app.clock.now,
        ),
      );
      expect(userShown(await logInAs(app, issuer, 'dora'))).toBe('dora@partner.example');
      const roles = `SELECT account_id, role FROM users JOIN user_accounts ON user_id = id
        WHERE email = 'dora@partner.example' ORDER BY account_id`;
      expect(await app.database.query(roles)).toEqual([
        { account_id: 1, role: 'viewer' },
        { account_id: 2, role: 'editor' },
      ]);
    }));

  it('an expired invitation gives nothing', () =>
    withService({}, async (app) => {
      await app.database.transaction((tx) =>
        createLink(
          tx,
          { kind: 'invitation', accountId: 1, email: 'eve@elsewhere.example', role: 'viewer' },
          () => new Date('2026-01-01T00:00:00Z'),
        ),
      );
      expect(await statusOf(app, 'eve')).toBe(403);
    }));

  it('an operator can unlink a user, whose next login is linked again', () =>
    withService({}, async (app) => {
      expect(await statusOf(app, 'ada-1')).toBe(200);
      expect(await statusOf(app, 'ada-2')).toBe(403);
      expect(await unlinkUser(app.database, 'ADA@example.com')).toEqual([{ issuer: issuer.url, subject: 'ada-1' }]);
      expect(await unlinkUser(app.database, 'ada@example.com')).toEqual([]);
      expect([await statusOf(app, 'ada-2'), await statusOf(app, 'ada-1')]).toEqual([200, 403]);
    }));

  it('PASSWORD_LOGIN=off leaves the button alone, and refuses passwords', () =>
    withService({ PASSWORD_LOGIN: 'off' }, async (app) => {
      const { person, page } = await startLogin(app);
      expect(page.html).not.toContain('type="password"');
      const path = new URL(page.url).pathname;
      const login = { email: 'bob@example.com', password: PASSWORD };
      expect((await person.submit(page, login, `${path}/login`)).status).toBe(403);
      expect(await statusOf(app, 'ada-1')).toBe(200);
    }));

  it('without an issuer there is no button', () =>
    withService({ OIDC_ISSUER_URL: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '' }, async (app) => {
      const client = await OAuthClient.register(app.baseUrl);
      const person = new BrowserlessPerson(app.baseUrl);
      const page = await person.open((await client.authorization()).url);
      expect(page.html).not.toContain('Log in with');
      expect((await person.submit(page, {}, `${new URL(page.url).pathname}/sso`)).status).toBe(404);
    }));
});

describe('an issuer that fails', () => {
  let port: number;
  let issuer: TestIssuer;
  beforeAll(async () => {
    port = await freePort();
    issuer = await issuerFor(port);
  });
  afterAll(() => issuer.stop());

  const start = (env: Record<string, string>) =>
    startLoginService('sqlite', {
      components: ['rest', 'auth'],
      env: { PORT: String(port), LOG_LEVEL: 'warn', ...issuer.env, ...env },
    });

  it('by not answering is named on the login page, where the password still works', async () => {
    const app = await start({ OIDC_ISSUER_URL: `http://127.0.0.1:${await freePort()}` });
    try {
      const client = await OAuthClient.register(app.baseUrl);
      const person = new BrowserlessPerson(app.baseUrl);
      const page = await person.open((await client.authorization()).url);
      const failed = await person.submit(page, {}, `${new URL(page.url).pathname}/sso`);
      const message = 'Example ID cannot be reached right now. Try again in a moment.';
      expect([failed.status, errorOf(failed)]).toEqual([503, message]);
      expect(app.logs()).toContain('single sign-on failed');
      expect(isConsent(await person.logIn(failed, 'ada@example.com', 'correct horse battery staple'))).toBe(true);
    } finally {
      await app.dispose();
    }
  });

  it('during a login is named too', async () => {
    const second = await issuerFor(port);
    const app = await start(second.env);
    try {
      const { person, url } = await startLogin(app);
      const callback = await second.logIn(url, 'ada-1');
      await second.stop();
      const page = await person.open(callback);
      expect([page.status, errorOf(page)]).toEqual([
        503,
        'Example ID cannot be reached right now. Try again in a moment.',
      ]);
      expect(app.logs()).not.toContain(new URL(callback).searchParams.get('code'));
    } finally {
      await app.dispose();
      await second.stop();
    }
  });

  /** Stands between the service and the issuer, says that it is the issuer itself, and can change the id tokens. */
  async function startImpostor(changeClaims?: (claims: object, ownUrl: string) => object): Promise<Server> {
    const server = createServer(async (request, response) => {
      const body = await text(request);
      const upstream = await fetch(`${issuer.url}${request.url}`, {
        method: request.method!,
        headers: Object.entries(request.headers).filter(([name]) =>
          ['authorization', 'content-type'].includes(name),
        ) as [string, string][],
        ...(body !== '' && { body }),
      });
      const answer = (await upstream.json()) as Record<string, unknown>;
      const ownUrl = urlOf(server);
      const isDiscovery = request.url === '/.well-known/openid-configuration';
      if (changeClaims && typeof answer.id_token === 'string') {
        answer.id_token = withClaims(answer.id_token, (claims) => changeClaims(claims, ownUrl));
      }
      const sent = isDiscovery
        ? JSON.stringify(answer)
            .replaceAll(issuer.url, ownUrl)
            .replace(/("authorization_response_iss_[^:]+:)true/, '$1false')
        : JSON.stringify(answer);
      response.writeHead(upstream.status, { 'content-type': 'application/json' }).end(sent);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as { port: number }).port}`;

  /** Keeps the signature of the original. */
  function withClaims(idToken: string, change: (claims: object) => object): string {
    const [header, payload, signature] = idToken.split('.');
    const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString()) as object;
    return [header, Buffer.from(JSON.stringify(change(claims))).toString('base64url'), signature].join('.');
  }

  it.each([
    ['that another issuer has issued', undefined],
    ['whose claims were changed', (claims: object, ownUrl: string) => ({ ...claims, iss: ownUrl })],
  ])('by sending a token %s logs nobody in', async (_name, changeClaims) => {
    const impostor = await startImpostor(changeClaims);
    const app = await start({ OIDC_ISSUER_URL: urlOf(impostor) });
    try {
      const { person, url } = await startLogin(app);
      const callback = new URL(await issuer.logIn(url.replace(urlOf(impostor), issuer.url), 'ada-1'));
      callback.searchParams.delete('iss');
      const page = await person.open(callback);
      expect([page.status, errorOf(page)]).toEqual([
        400,
        'The answer of Example ID could not be verified. Start again.',
      ]);
    } finally {
      await app.dispose();
      impostor.closeAllConnections();
      impostor.close();
    }
  });
});
