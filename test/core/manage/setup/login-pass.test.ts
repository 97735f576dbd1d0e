// After the setup, the browser is logged in to the dashboard without the password: once, soon, and nowhere else.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LinkKind } from '../../../../src/core/contract/access/principal.ts';
import { DASHBOARD_CLIENT_ID } from '../../../../src/core/contract/access/principal.ts';
import type { Queries } from '../../../../src/core/foundation/database/database.ts';
import { createLoginPass, LOGIN_PASS_S } from '../../../../src/core/manage/authorization-server/links/login-passes.ts';
import {
  createLink,
  useLink as takeLink,
} from '../../../../src/core/manage/authorization-server/links/one-time-links.ts';
import { loginPassCookie } from '../../../../src/core/server/surfaces/oauth/interactions/login-pass-cookie.ts';
import { BrowserlessPerson, type SeenPage } from '../../../support/browserless-person.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { startLoginService } from '../../../support/login-service.ts';
import { OAuthClient } from '../../../support/oauth-client.ts';
import type { TestService } from '../../../support/test-service.ts';

const COOKIE = 'funnel_login_pass';

describe.each(ANY_ENGINE)('a login pass on %s', (engine) => {
  let service: TestService;
  let dashboard: OAuthClient;
  beforeAll(async () => {
    service = await startLoginService(engine, { components: ['rest', 'auth', 'dashboard'] });
    dashboard = await OAuthClient.known(service.baseUrl, { client_id: DASHBOARD_CLIENT_ID });
  });
  afterAll(() => service.dispose());

  /** The setup makes it like this. */
  const passFor = (userId: number): Promise<string> =>
    service.database.transaction(async (tx) => {
      const { id } = await usedLink(tx, 'setup');
      return createLoginPass(tx, id, userId, service.clock.now);
    });
  const usedLink = async (tx: Queries, kind: LinkKind, userId?: number) => {
    const link = await createLink(tx, { kind, ...(userId !== undefined && { userId }) }, service.clock.now);
    await takeLink(tx, link.secret, kind, service.clock.now);
    return link;
  };
  const personWith = (pass: string): BrowserlessPerson => {
    const person = new BrowserlessPerson(service.baseUrl, service.url);
    person.setCookie(COOKIE, pass, '/oauth/interaction');
    return person;
  };
  const openDashboard = async (person: BrowserlessPerson): Promise<SeenPage> => {
    const redirect = { redirect_uri: `${service.baseUrl}/callback`, resource: `${service.baseUrl}/api/v1` };
    return person.open((await dashboard.authorization(redirect)).url);
  };
  const isLoggedIn = ({ url }: SeenPage) => url.startsWith(`${service.baseUrl}/callback?code=`);

  test('is for the login forms only, and no script can read it', () => {
    expect(loginPassCookie('https://funnel.example/a').header('secret')).toBe(
      `${COOKIE}=secret; max-age=${LOGIN_PASS_S}; path=/a/oauth/interaction; samesite=strict; httponly; secure`,
    );
  });

  test('logs in to the dashboard with all websites, without the password and the choice', async () => {
    await service.database.transaction((tx) => tx.query('DELETE FROM grant_websites'));
    const page = await openDashboard(personWith(await passFor(1)));
    expect(isLoggedIn(page)).toBe(true);
    const websites = await service.database.query('SELECT website_id FROM grant_websites ORDER BY website_id');
    expect(websites).toEqual([{ website_id: 1 }, { website_id: 2 }]);
  });

  test('works once, also if somebody has copied it', async () => {
    const pass = await passFor(1);
    const pages = await Promise.all([openDashboard(personWith(pass)), openDashboard(personWith(pass))]);
    expect(pages.filter(isLoggedIn)).toHaveLength(1);
    expect(await openDashboard(personWith(pass))).toMatchObject({ html: expect.stringContaining('<h1>Log in</h1>') });
  });

  test('does not authorize another client', async () => {
    const client = await OAuthClient.register(service.baseUrl);
    const page = await personWith(await passFor(1)).open((await client.authorization()).url);
    expect(page.html).toContain('<h1>Log in</h1>');
  });

  test('is over after two minutes', async () => {
    const pass = await passFor(1);
    service.clock.offsetMs += LOGIN_PASS_S * 1000;
    const page = await openDashboard(personWith(pass));
    service.clock.offsetMs = 0;
    expect(page.html).toContain('<h1>Log in</h1>');
  });

  test('is none of the links that people know', async () => {
    const links = await service.database.transaction(async (tx) => [
      (await createLink(tx, { kind: 'setup' }, service.clock.now)).secret,
      (await usedLink(tx, 'setup')).secret,
      (await createLink(tx, { kind: 'password_reset', userId: 1 }, service.clock.now)).secret,
      (await usedLink(tx, 'password_reset', 1)).secret,
    ]);
    for (const secret of [...links, 'x'.repeat(43)]) {
      expect((await openDashboard(personWith(secret))).html).toContain('<h1>Log in</h1>');
    }
  });

  test('of a user who was deleted leads to the login', async () => {
    expect((await openDashboard(personWith(await passFor(999)))).html).toContain('<h1>Log in</h1>');
  });
});
