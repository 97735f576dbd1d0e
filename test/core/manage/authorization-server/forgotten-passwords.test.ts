// Forgot password: a mailed link with which the user chooses a new password and is logged in. Nobody learns who has a login here.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DASHBOARD_CLIENT_ID } from '../../../../src/core/contract/access/principal.ts';
import { MAILS_PER_ADDRESS_AND_HOUR_MAX } from '../../../../src/core/manage/authorization-server/links/forgotten-passwords.ts';
import { BrowserlessPerson, type SeenPage } from '../../../support/browserless-person.ts';
import { DashboardCaller } from '../../../support/dashboard-caller.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { EMAIL, PASSWORD, startLoginService } from '../../../support/login-service.ts';
import { MailServer } from '../../../support/mail-server.ts';
import { OAuthClient } from '../../../support/oauth-client.ts';
import type { TestService } from '../../../support/test-service.ts';
import { createUser } from '../../../support/users.ts';

const COMPONENTS = ['rest', 'auth', 'dashboard'] as const;

const openLogin = async (app: TestService, person = new BrowserlessPerson(app.baseUrl)) => {
  const dashboard = await OAuthClient.known(app.baseUrl, { client_id: DASHBOARD_CLIENT_ID });
  const { url } = await dashboard.authorization({ redirect_uri: `${app.baseUrl}/callback` });
  return { person, login: await person.open(url) };
};
const openForgotten = async (app: TestService, visitor?: BrowserlessPerson) => {
  const { person, login } = await openLogin(app, visitor);
  const [, path] = /href="([^"]+\/forgotten-password)"/.exec(login.html)!;
  return { person, page: await person.open(new URL(path!, login.url)) };
};
const isLoggedIn = ({ url }: SeenPage) => url.includes('/callback?code=');

describe.each(ANY_ENGINE)('a forgotten password on %s', (engine) => {
  let mails: MailServer;
  let app: TestService;
  beforeAll(async () => {
    mails = await MailServer.start();
    const env = { SMTP_URL: mails.url(), MAIL_FROM: 'Funnel <funnel@example.com>' };
    app = await startLoginService(engine, { components: [...COMPONENTS], env });
  });
  afterAll(async () => {
    await app.dispose();
    await mails.close();
  });

  const newUser = async (email: string) => {
    await createUser(app.database, { email, password: PASSWORD, accountIds: [1] }, app.clock.now);
    return email;
  };
  const mailsTo = (email: string) => mails.received.filter(({ to }) => to.includes(email)).map((mail) => mail.email);
  const ask = async (email: string, visitor?: BrowserlessPerson) => {
    const { person, page } = await openForgotten(app, visitor);
    return person.submit(page, { email });
  };
  const linkIn = (text: string | undefined) => /http\S+#[\w-]{43}/.exec(text ?? '')![0];

  it('gets a mail with a link, with which the user chooses another one and is logged in, once', async () => {
    const email = await newUser('forgetful@example.com');
    await ask(` ${email.toUpperCase()} `);
    await expect.poll(() => mailsTo(email)).toHaveLength(1);
    const link = linkIn(mailsTo(email)[0]!.text);
    expect(link).toContain(`${app.baseUrl}/reset-password#`);

    const caller = new DashboardCaller(app);
    const used = await caller.withLink('/dashboard/password-reset/use', link, { password: 'a password I remember' });
    expect(used.status).toBe(204);
    const [, pass] = /funnel_login_pass=([\w-]+);.*httponly/.exec(used.headers.get('set-cookie') ?? '')!;
    const person = new BrowserlessPerson(app.baseUrl);
    person.setCookie('funnel_login_pass', pass!, '/oauth/interaction');
    expect(isLoggedIn((await openLogin(app, person)).login)).toBe(true);

    const other = new BrowserlessPerson(app.baseUrl);
    other.setCookie('funnel_login_pass', pass!, '/oauth/interaction');
    expect(isLoggedIn((await openLogin(app, other)).login)).toBe(false);
    expect(await caller.withLink('/dashboard/password-reset/use', link, { password: PASSWORD })).toMatchObject({
      status: 401,
    });
    const entries = await app.database.query(
      "SELECT action FROM audit_log WHERE user_email = $1 AND action <> 'signed_in' ORDER BY id",
      [email],
    );
    expect(entries).toEqual([{ action: 'reset_link_mailed' }, { action: 'password_reset' }]);
  });

  it('gets a mail in the language of the user, or else of the page', async () => {
    const [unknown, french] = [await newUser('unknown@example.com'), await newUser('french@example.com')];
    const sql = "UPDATE users SET language = 'fr', browser_language = 'es' WHERE email = $1";
    await app.database.transaction((tx) => tx.query(sql, [french]));
    const german = new BrowserlessPerson(app.baseUrl, app.baseUrl, { 'accept-language': 'de' });
    expect((await ask(unknown, german)).html).toContain('<h1>Sehen Sie in Ihrem Postfach nach</h1>');
    await ask(french, german);
    const subjectsTo = (email: string) => mailsTo(email).map(({ subject }) => subject);
    await expect.poll(() => subjectsTo(unknown)).toEqual(['Neues Passwort wählen']);
    await expect.poll(() => subjectsTo(french)).toEqual(['Choisir un nouveau mot de passe']);
    expect(mailsTo(unknown)[0]!.text).toMatch(
      /Der Link funktioniert einmal, bis zum \d+\. \S+ \d{4} um \d\d:\d\d UTC\./,
    );
  });

  it('gets the same answer if nobody has it, and then no mail is sent', async () => {
    const email = await newUser('known@example.com');
    const stranger = 'stranger@example.com';
    const [unknown, known] = [await ask(stranger), await ask(email)];
    await expect.poll(() => mailsTo(email)).toHaveLength(1);
    expect(mailsTo(stranger)).toEqual([]);
    const withoutIds = ({ html }: SeenPage, address: string) =>
      html.replaceAll(address, 'ADDRESS').replaceAll(/interaction\/[\w-]+/g, 'interaction/ID');
    expect(withoutIds(unknown, stranger)).toBe(withoutIds(known, email));
    expect([unknown.status, known.status]).toEqual([200, 200]);
  });

  it('is asked for by a form of this service, with a valid address, and not too often', async () => {
    const { person, page } = await openForgotten(app);
    expect((await person.submit(page, { email: EMAIL, form_token: 'forged' })).status).toBe(403);
    const invalid = await person.submit(page, { email: 'nobody' });
    expect([invalid.status, invalid.html]).toEqual([422, expect.stringContaining('Enter a valid email address.')]);
    const address = 'often@example.com';
    for (let count = 0; count < MAILS_PER_ADDRESS_AND_HOUR_MAX; count++) {
      expect((await person.submit(page, { email: address })).status).toBe(200);
    }
    const refused = await person.submit(page, { email: address });
    expect([refused.status, refused.html]).toEqual([429, expect.stringContaining('Wait an hour')]);
    expect((await person.submit(page, { email: 'another@example.com' })).status).toBe(200);
  });
});

describe('without a mail server', () => {
  it('the user learns whom to ask', async () => {
    const app = await startLoginService('sqlite', { components: [...COMPONENTS] });
    try {
      const { page } = await openForgotten(app);
      expect(page.html).toContain('an owner of your account');
      expect(page.html).not.toContain('<form');
    } finally {
      await app.dispose();
    }
  });
});
