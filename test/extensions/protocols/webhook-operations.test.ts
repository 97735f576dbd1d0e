// Webhooks of shops over HTTP: set up by the owner of a website, and used by the shop.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECRETS_MAX } from '../../../src/extensions/protocols/webhooks/webhook-secrets.ts';
import { BrowserlessPerson } from '../../support/browserless-person.ts';
import { ANY_ENGINE } from '../../support/databases.ts';
import { EMAIL, PASSWORD, startLoginService } from '../../support/login-service.ts';
import { OAuthClient } from '../../support/oauth-client.ts';
import type { TestService } from '../../support/test-service.ts';
import { createUser } from '../../support/users.ts';
import { shopifyOrder, signedByShopify, signedByWoocommerce, woocommerceOrder } from '../../support/webhook-samples.ts';

const LOGIN = { email: EMAIL, password: PASSWORD };
const OTHER = { email: 'grace@example.com', password: 'another long passphrase' };
const PATH = '/dashboard/webhooks';
const SECRET = 'secret-of-the-shop-0001';

describe.each(ANY_ENGINE)('webhooks on %s', (engine) => {
  let app: TestService;
  /** A token of the dashboard, for a person with the websites 1 and 2. */
  let mine: string;
  /** A token of the dashboard, for a person with website 3. */
  let theirs: string;

  beforeAll(async () => {
    app = await startLoginService(engine, { components: ['rest', 'auth', 'collect', 'dashboard'] });
    await createUser(app.database, { ...OTHER, accountIds: [2] }, () => new Date());
    mine = await dashboardToken(LOGIN, [1, 2]);
    theirs = await dashboardToken(OTHER, [3]);
  });
  afterAll(() => app.dispose());

  async function dashboardToken(login: typeof LOGIN, websiteIds: number[]): Promise<string> {
    const client = await OAuthClient.known(app.baseUrl, { client_id: 'dashboard', token_endpoint_auth_method: 'none' });
    const redirect = { redirect_uri: `${app.baseUrl}/callback`, scope: 'reports' };
    return (await client.obtain(new BrowserlessPerson(app.baseUrl), websiteIds, login, redirect)).access_token;
  }

  const call = async (token: string, method: string, path: string, body?: unknown) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const response = await fetch(app.baseUrl + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
  const create = (websiteId: number, body: unknown, token = mine) =>
    call(token, 'POST', `${PATH}?website_id=${websiteId}`, body);
  const list = async (websiteId: number, token = mine) =>
    (await call(token, 'GET', `${PATH}?website_id=${websiteId}`)).body;

  it('one is created with the secret of the provider, used and revoked', async () => {
    const { status, headers, body } = await create(1, { provider: 'shopify', secret: SECRET });
    expect([status, headers.get('cache-control')]).toEqual([201, 'no-store']);
    const webhook = {
      id: expect.any(Number),
      website_id: 1,
      provider: 'shopify',
      created_at: expect.stringMatching(/Z$/),
    };
    expect(body).toEqual({ ...webhook, secret: null });
    const listed = await list(1);
    expect(listed.webhooks).toEqual([webhook]);
    expect(listed.urls.shopify).toBe(`${app.baseUrl}/webhooks/shopify/1`);
    expect(JSON.stringify(listed)).not.toContain(SECRET);

    const order = signedByShopify(shopifyOrder({ note_attributes: [] }), SECRET);
    const send = () => fetch(listed.urls.shopify, { method: 'POST', ...order });
    expect(await (await send()).json()).toEqual({ outcome: 'accepted' });
    expect((await call(theirs, 'DELETE', `${PATH}/${body.id}`)).status).toBe(404);
    expect((await send()).status).toBe(200);
    expect((await call(mine, 'DELETE', `${PATH}/${body.id}`)).status).toBe(204);
    expect((await send()).status).toBe(401);
    expect((await list(1)).webhooks).toEqual([]);
    expect((await call(mine, 'DELETE', `${PATH}/${body.id}`)).status).toBe(404);
  });

  it('a secret is generated for WooCommerce, and shown once', async () => {
    const { body } = await create(2, { provider: 'woocommerce' });
    expect(body.secret).toMatch(/^[\w-]{43}$/);
    const order = signedByWoocommerce(woocommerceOrder({ currency: 'EUR', meta_data: [] }), body.secret);
    const sent = await fetch(`${app.baseUrl}/webhooks/woocommerce/2`, { method: 'POST', ...order });
    expect(await sent.json()).toEqual({ outcome: 'accepted' });
    expect(JSON.stringify(await list(2))).not.toContain(body.secret);
  });

  it.each([
    [{ provider: 'paypal' }, 'invalid_provider'],
    [{}, 'invalid_provider'],
    [{ provider: 'stripe' }, 'invalid_secret'],
    [{ provider: 'shopify' }, 'invalid_secret'],
    [{ provider: 'stripe', secret: 'short' }, 'invalid_secret'],
    [{ provider: 'stripe', secret: 'with a space in it' }, 'invalid_secret'],
    [[], 'invalid_body'],
  ])('%j is refused: %s', async (body, code) => {
    const answer = await create(1, body);
    expect([answer.status, answer.body.code]).toEqual([422, code]);
  });

  it('the number is bounded', async () => {
    const statuses: number[] = [];
    for (let added = 0; added <= SECRETS_MAX; added++) {
      statuses.push((await create(1, { provider: 'stripe', secret: `${SECRET}-${added}` })).status);
    }
    expect(statuses).toEqual([...Array(SECRETS_MAX).fill(201), 422]);
  });
});
