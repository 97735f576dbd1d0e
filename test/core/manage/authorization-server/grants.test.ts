// The websites of a grant after the user has authorized the client.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteGrant } from '../../../../src/core/manage/authorization-server/grants/grants.ts';
import { dashboardUsers } from '../../../../src/core/manage/authorization-server/users/dashboard-users.ts';
import { BrowserlessPerson } from '../../../support/browserless-person.ts';
import { ENGINES } from '../../../support/databases.ts';
import { EMAIL, PASSWORD, startLoginService } from '../../../support/login-service.ts';
import { OAuthClient } from '../../../support/oauth-client.ts';
import type { TestService } from '../../../support/test-service.ts';

describe.each(ENGINES)('a website that a user of the dashboard creates, on %s', (engine) => {
  let app: TestService;
  let token: string;
  let user: Awaited<ReturnType<typeof currentUser>>;
  beforeAll(async () => {
    app = await startLoginService(engine, { components: ['rest', 'auth', 'dashboard'] });
  });
  beforeEach(async () => {
    const client = await OAuthClient.known(app.baseUrl, { client_id: 'dashboard', token_endpoint_auth_method: 'none' });
    const redirect = { redirect_uri: `${app.baseUrl}/callback` };
    const login = { email: EMAIL, password: PASSWORD };
    token = (await client.obtain(new BrowserlessPerson(app.baseUrl), [1], login, redirect)).access_token;
    user = await currentUser();
  });
  afterEach(() => app.database.transaction((tx) => deleteGrant(tx, user.grantHash)));
  afterAll(() => app.dispose());

  const read = async (websiteId: number) => (await app.get(`/reports/website?website_id=${websiteId}`, token)).status;

  async function currentUser() {
    const [grant] = await app.database.query<{ id_hash: string; user_id: number }>(
      "SELECT id_hash, user_id FROM authorization_records WHERE kind = 'Grant' AND client_id = 'dashboard'",
    );
    return { id: grant!.user_id, grantHash: grant!.id_hash, email: EMAIL, accounts: [], scopes: 'all' as const };
  }

  it('is shown by the current login from the next call on', async () => {
    const users = dashboardUsers(app.database, app.clock.now);
    expect([await read(1), await read(2)]).toEqual([200, 404]);
    await app.database.transaction((tx) => users.addWebsite(tx, user, 2));
    await app.database.transaction((tx) => users.addWebsite(tx, user, 2));
    expect([await read(1), await read(2)]).toEqual([200, 200]);
    const firstTokens = await app.database.query('SELECT website_id FROM website_first_tokens ORDER BY website_id');
    expect(firstTokens).toEqual([{ website_id: 1 }, { website_id: 2 }]);
  });

  it('is not added to a login that has ended', async () => {
    const users = dashboardUsers(app.database, app.clock.now);
    await app.database.transaction((tx) => deleteGrant(tx, user.grantHash));
    const adding = app.database.transaction((tx) => users.addWebsite(tx, user, 2));
    await expect(adding).rejects.toMatchObject({ status: 401 });
    expect(await app.database.query('SELECT website_id FROM grant_websites')).toEqual([]);
  });
});
