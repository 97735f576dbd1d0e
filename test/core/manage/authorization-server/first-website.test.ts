// A user whose account has no websites gets in by adding the first one.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../../../src/core/contract/access/role.ts';
import { createAccount } from '../../../../src/core/engine/catalog/records/create-records.ts';
import { BrowserlessPerson, type SeenPage } from '../../../support/browserless-person.ts';
import { ANY_ENGINE, ENGINES } from '../../../support/databases.ts';
import { PASSWORD, startLoginService } from '../../../support/login-service.ts';
import { type Authorization, OAuthClient } from '../../../support/oauth-client.ts';
import type { TestService } from '../../../support/test-service.ts';
import { createUser } from '../../../support/users.ts';

describe.each(ENGINES)('an account without websites on %s', (engine) => {
  /** What runs once is not about storage. */
  const itOnce = it.runIf(ANY_ENGINE.includes(engine));
  let app: TestService;
  let dashboard: OAuthClient;

  beforeAll(async () => {
    app = await startLoginService(engine, { components: ['rest', 'auth', 'dashboard'] });
    dashboard = await OAuthClient.known(app.baseUrl, { client_id: 'dashboard', token_endpoint_auth_method: 'none' });
  });
  afterAll(() => app.dispose());

  interface AtPage {
    readonly person: BrowserlessPerson;
    readonly page: SeenPage;
    readonly authorization: Authorization;
  }

  async function newAccount(name: string): Promise<number> {
    return app.database.transaction((tx) => createAccount(tx, name, app.clock.now()));
  }

  /** A new user logs in. */
  async function logIn(email: string, roles: ReadonlyMap<number, Role>, client = dashboard): Promise<AtPage> {
    await createUser(app.database, { email, password: PASSWORD, accountIds: [...roles.keys()], roles }, app.clock.now);
    const redirect = client === dashboard ? { redirect_uri: `${app.baseUrl}/callback` } : {};
    const authorization = await client.authorization({ ...redirect, resource: `${app.baseUrl}/api/v1` });
    const person = new BrowserlessPerson(app.baseUrl);
    const page = await person.logIn(await person.open(authorization.url), email, PASSWORD);
    return { person, page, authorization };
  }

  const websitesOf = (accountId: number) =>
    app.database.query<{ id: number }>('SELECT id, name, currency FROM websites WHERE account_id = $1', [accountId]);

  itOnce('is asked for the first one, and the login is bound to it', async () => {
    const accountId = await newAccount('Fresh');
    const { person, page, authorization } = await logIn('new@example.com', new Map([[accountId, 'editor']]));
    expect(page.html).toContain('<h1>Add your first website</h1>');
    const origins = 'https://www.fresh.example\nhttps://fresh.example';
    const end = await person.submit(page, { name: ' fresh.example ', currency: 'EUR', origins });
    const { access_token: token } = await dashboard.exchange(authorization, end.url);
    const [website] = await websitesOf(accountId);
    expect(website).toMatchObject({ name: 'fresh.example', currency: 'EUR' });

    const headers = { authorization: `Bearer ${token}` };
    const keys = await app.request(`/dashboard/ingest-keys?website_id=${website!.id}`, { headers });
    expect(keys.body).toMatchObject({ keys: [{ public: true, name: 'Pages', origins: origins.split('\n') }] });
    const entries = await app.database.query('SELECT action, via FROM audit_log WHERE account_id = $1 ORDER BY id', [
      accountId,
    ]);
    expect(entries).toContainEqual({ action: 'catalog_created', via: 'dashboard' });
    expect((await app.request('/reports/website?website_id=1', { headers })).status).toBe(404);

    // Sent again, as by a second click.
    const again = await person.submit(page, { name: 'other.example', currency: 'EUR', origins: '' });
    expect(again.html).not.toContain('Add your first website');
    expect(await websitesOf(accountId)).toHaveLength(1);
  });

  itOnce.each([
    ['by its pages, which the form suggests', { start: 'register' }, 1, []],
    [
      'by hand, beginning with one',
      { start: 'campaign', campaign_name: ' Spring ', cta_type: 'bar' },
      0,
      ['Spring bar'],
    ],
  ])('gets its campaigns %s', async (_, chosen, registers, campaigns) => {
    const accountId = await newAccount('Campaigns');
    const { person, page } = await logIn(`${accountId}@example.com`, new Map([[accountId, 'owner']]));
    expect(page.html).toContain('<input type="radio" name="start" value="register" checked>');
    const nameless = { name: 'c.example', currency: 'EUR', start: 'campaign', campaign_name: ' ' };
    const wrong = await person.submit(page, nameless);
    expect([wrong.status, wrong.html.includes('Enter the name of the campaign,')]).toEqual([422, true]);
    expect(wrong.html).toContain('<input type="radio" name="start" value="campaign" checked>');
    await person.submit(wrong, { name: 'c.example', currency: 'EUR', ...chosen });
    const [website] = await websitesOf(accountId);
    const { database } = app;
    expect(
      await database.query('SELECT register_keys FROM website_settings WHERE website_id = $1', [website!.id]),
    ).toEqual([{ register_keys: registers }]);
    const rows = await database.query<{ name: string; cta_type: string }>(
      'SELECT name, cta_type FROM campaigns WHERE website_id = $1',
      [website!.id],
    );
    expect(rows.map(({ name, cta_type }) => `${name} ${cta_type}`)).toEqual(campaigns);
  });

  it('is added once if the form is sent twice at the same time', async () => {
    for (const names of [
      ['twice.example', 'twice.example'],
      ['one.example', 'two.example'],
    ]) {
      const accountId = await newAccount('Twice');
      const { person, page } = await logIn(`${accountId}@example.com`, new Map([[accountId, 'owner']]));
      const ends = await Promise.all(names.map((name) => person.submit(page, { name, currency: 'USD' })));
      for (const { html } of ends) expect(html).not.toContain('<h1>Add your first website</h1>');
      expect(await websitesOf(accountId)).toHaveLength(1);
    }
  });

  itOnce('says what is wrong, and keeps what was filled in', async () => {
    const accountId = await newAccount('Mistaken');
    const { person, page } = await logIn('mistaken@example.com', new Map([[accountId, 'owner']]));
    const wrong = await person.submit(page, { name: 'm.example', currency: 'JPY', origins: 'ftp://m.example' });
    expect(wrong.status).toBe(422);
    expect(wrong.html).toMatch(/role="alert">Each of the origins/);
    expect(wrong.html).toContain('value="m.example"');
    expect(wrong.html).toContain('<option value="JPY" selected>');
    expect((await person.submit(wrong, { name: ' ', currency: 'JPY' })).html).toContain('Enter the name');
    expect(await websitesOf(accountId)).toEqual([]);
  });

  itOnce('is added to an account of the user, chosen among several', async () => {
    const [first, second, other] = [await newAccount('First'), await newAccount('Second'), await newAccount('Other')];
    const roles = new Map<number, Role>([
      [first, 'owner'],
      [second, 'owner'],
      [other, 'viewer'],
    ]);
    const { person, page } = await logIn('several@example.com', roles);
    const offered = [...page.html.matchAll(/<option value="(\d+)"/g)].map(([, id]) => Number(id));
    expect(offered).toEqual([first, second]);
    for (const stranger of [1, other]) {
      expect((await person.submit(page, { name: 's.example', currency: 'USD', account_id: stranger })).status).toBe(
        403,
      );
    }
    expect(await websitesOf(other)).toEqual([]);
    await person.submit(page, { name: 's.example', currency: 'USD', account_id: second });
    expect(await websitesOf(second)).toHaveLength(1);
    expect(await websitesOf(first)).toEqual([]);
  });

  itOnce('is told whom to ask if the role does not suffice, and cannot add one', async () => {
    const accountId = await newAccount('Viewed');
    const { person, page } = await logIn('viewer@example.com', new Map([[accountId, 'viewer']]));
    expect(page.html).toContain('Ask an owner or an editor');
    const forged = await person.submit(page, { name: 'v.example', currency: 'USD' }, formAt(page, 'website'));
    expect(forged.html).toContain('Ask an owner or an editor');
    expect(await websitesOf(accountId)).toEqual([]);
  });

  itOnce('is sent to the dashboard by another application, which cannot add one', async () => {
    const accountId = await newAccount('Connected');
    const client = await OAuthClient.register(app.baseUrl);
    const { person, page } = await logIn('connected@example.com', new Map([[accountId, 'owner']]), client);
    expect(page.html).toContain('Add one in the dashboard');
    await person.submit(page, { name: 'c.example', currency: 'USD' }, formAt(page, 'website'));
    expect(await websitesOf(accountId)).toEqual([]);
  });
});

function formAt({ html }: SeenPage, step: string): string {
  return /action="([^"]+)\/cancel"/.exec(html)![1]!.concat(`/${step}`);
}
