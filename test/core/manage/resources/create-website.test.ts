// New websites, which are created in the dashboard; and what a viewer may not do to the catalog.

import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, test } from 'vitest';
import { COMMAND_LINE, SCOPES } from '../../../../src/core/contract/access/principal.ts';
import type { Role } from '../../../../src/core/contract/access/role.ts';
import { onWholeAccount } from '../../../../src/core/contract/access/role.ts';
import { WEBSITES_PER_ACCOUNT_MAX } from '../../../../src/core/engine/catalog/record-limits.ts';
import type { SentEvent } from '../../../../src/core/intake/events/event.ts';
import { setRole } from '../../../../src/core/manage/authorization-server/users/members.ts';
import { BrowserlessPerson } from '../../../support/browserless-person.ts';
import { catalogRows } from '../../../support/catalog-rows.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { batchOf, eventWith } from '../../../support/events.ts';
import { EMAIL, PASSWORD, startLoginService } from '../../../support/login-service.ts';
import { OAuthClient } from '../../../support/oauth-client.ts';
import { restoreOf } from '../../../support/restore.ts';
import { saidSubjects } from '../../../support/said-subjects.ts';
import type { TestService } from '../../../support/test-service.ts';
import { createUser } from '../../../support/users.ts';

/** Belongs to both accounts. */
const CLEO = { email: 'cleo@example.com', password: 'a passphrase of cleo' };
const PATH = '/dashboard/websites';

describe.each(ANY_ENGINE)('on %s', (engine) => {
  let app: TestService;
  let adaId: number;
  /** Of Ada, who has websites 1 and 2 of account 1; the login shows the first. */
  let login: string;
  let accounts = 0;
  const clock = () => new Date();

  beforeAll(async () => {
    app = await startLoginService(engine, { components: ['rest', 'auth', 'collect', 'dashboard'] });
    const [ada] = await app.database.query<{ id: number }>('SELECT id FROM users WHERE email = $1', [EMAIL]);
    adaId = ada!.id;
    await createUser(app.database, { ...CLEO, accountIds: [1, 2] }, clock);
  });
  beforeEach(async () => {
    await become('editor');
    login = await logIn({ email: EMAIL, password: PASSWORD }, [1]);
    accounts++;
  });
  afterAll(() => app.dispose());

  const become = (role: Role) =>
    app.database.transaction((tx) =>
      setRole(tx, { userId: adaId, accountId: 1 }, onWholeAccount(role), { actor: COMMAND_LINE, clock, force: true }),
    );

  async function logIn(person: typeof CLEO, websiteIds: readonly number[]): Promise<string> {
    const client = await OAuthClient.known(app.baseUrl, { client_id: 'dashboard', token_endpoint_auth_method: 'none' });
    const redirect = { redirect_uri: `${app.baseUrl}/callback`, scope: SCOPES.join(' ') };
    return (await client.obtain(new BrowserlessPerson(app.baseUrl), websiteIds, person, redirect)).access_token;
  }

  async function call(method: string, path: string, body?: unknown, token = login) {
    const response = await fetch(`${app.baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  test('a new website is there at once: in the login, for its key, and for its catalog', async () => {
    const name = `shop-${accounts}.example`;
    const fields = { name, currency: 'EUR', timezone: 'Europe/Berlin', origins: ['https://WWW.shop.example/'] };
    const created = await call('POST', PATH, fields);
    expect(created).toEqual({
      status: 201,
      body: {
        id: expect.any(Number),
        name,
        currency: 'EUR',
        status: 'live',
        event_log: true,
        timezone: 'Europe/Berlin',
        credit_window_days: 7,
        credit_by: 'conversion',
        group_name: '',
        exchange_rates: [],
        etag: expect.any(String),
      },
    });
    const id = created.body.id as number;
    const listed = await call('GET', '/api/v1/reports/websites');
    expect(listed.body.websites).toMatchObject([{ id: 1 }, { id, name, account_id: 1 }]);
    const keys = (await call('GET', `/dashboard/ingest-keys?website_id=${id}`)).body.keys as { key: string }[];
    expect(keys).toMatchObject([{ public: true, origins: ['https://www.shop.example'] }]);

    const campaign = await call('POST', `/api/v1/catalog/campaigns?website_id=${id}`, { name: 'First', key: 'first' });
    expect(campaign.status).toBe(201);
    const sent = await fetch(`${app.baseUrl}/e`, {
      method: 'POST',
      headers: {
        origin: 'https://www.shop.example',
        'content-type': 'text/plain',
        'user-agent': 'Mozilla/5.0 Firefox/140.0',
      },
      body: JSON.stringify({ key: keys[0]!.key, events: [{ type: 'view', visitor: 'v', campaign: 'first' }] }),
    });
    expect(await sent.json()).toMatchObject({ accepted: 1 });
    const entries = await saidSubjects(
      app.database.query('SELECT action, subject, user_id, via FROM audit_log WHERE website_id = $1 ORDER BY id', [id]),
    );
    expect(entries).toMatchObject([
      { action: 'ingest_key_created', user_id: adaId, via: 'dashboard' },
      { action: 'catalog_created', subject: `website ${id}`, user_id: adaId, via: 'dashboard' },
      { action: 'catalog_created', subject: `campaign ${campaign.body.id}`, user_id: adaId, via: 'dashboard' },
    ]);
  });

  test('campaigns begin as in the setup: pages add them, or there is one to begin with', async () => {
    const add = (body: object) => call('POST', PATH, body);
    const send = async (websiteId: number, names: Partial<SentEvent>) =>
      (await app.ingestion.stages.commitSent([batchOf([eventWith({ website_id: websiteId, ...names })])]))[0];
    const automatic = await add({ name: `automatic-${accounts}.example`, register_keys: true });
    expect(await send(automatic.body.id as number, { campaign: 'welcome', step: 'offer' })).toMatchObject({
      accepted: 1,
    });
    const fields = { register_keys: false, campaign_name: 'Été popup', cta_type: 'bar' };
    const byHand = await add({ name: `by-hand-${accounts}.example`, ...fields });
    const id = byHand.body.id as number;
    expect(await send(id, { campaign: 'ete-popup', step: 'offer', element: 'button' })).toMatchObject({ accepted: 1 });
    expect(await send(id, { campaign: 'welcome' })).toMatchObject({ accepted: 0 });
    const campaigns = await app.database.query('SELECT name, cta_type FROM campaigns WHERE website_id = $1', [id]);
    expect(campaigns).toEqual([{ name: 'Été popup', cta_type: 'bar' }]);
  });

  test('ingestion counts events of a website that it did not know before', async () => {
    const [last] = await app.database.query<{ id: number }>('SELECT MAX(id) AS id FROM websites');
    const event = eventWith({ website_id: last!.id + 1 });
    const ingest = async () => (await app.ingestion.stages.commitSent([batchOf([event])]))[0];
    // From now on it remembers that there is no such website.
    expect(await ingest()).toMatchObject({ accepted: 0 });
    const { body } = await call('POST', PATH, { name: `new-${accounts}.example` });
    expect(body).toMatchObject({ id: last!.id + 1, currency: 'USD' });
    expect(await ingest()).toMatchObject({ accepted: 1 });
  });

  test('of many requests with one name, one is made', async () => {
    const name = `same-${accounts}.example`;
    const answers = await Promise.all(Array.from({ length: 5 }, () => call('POST', PATH, { name })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'name_taken', param: 'name' });
  });

  test('who has several accounts names one, and only one of their own', async () => {
    const cleo = await logIn(CLEO, [1, 3]);
    const name = `cleo-${accounts}.example`;
    const unnamed = await call('POST', PATH, { name }, cleo);
    expect([unnamed.status, unnamed.body.code]).toEqual([400, 'account_id_required']);
    const created = await call('POST', `${PATH}?account_id=2`, { name }, cleo);
    expect(created.status).toBe(201);
    const [row] = await app.database.query('SELECT account_id FROM websites WHERE id = $1', [
      created.body.id as number,
    ]);
    expect(row).toEqual({ account_id: 2 });
    expect((await call('POST', `${PATH}?account_id=2`, { name })).status).toBe(404);
    expect((await call('POST', `${PATH}?account_id=99`, { name })).status).toBe(404);
  });

  it.each([
    [{}, 422, 'name'],
    [{ name: 'x', currency: 'euro' }, 422, 'currency'],
    [{ name: 'x', origins: ['not an origin'] }, 422, 'origins'],
    [{ name: 'x', origins: 'https://x.example' }, 422, 'origins'],
    [{ name: 'x', register_keys: 'yes' }, 422, 'register_keys'],
    [{ name: 'x', campaign_name: '' }, 422, 'campaign_name'],
    [{ name: 'x', account_id: 2 }, 422, undefined],
  ])('refused: %j', async (body, status, param) => {
    const before = await catalogRows(app.database, 'websites');
    const answer = await call('POST', PATH, body);
    expect([answer.status, answer.body.param]).toEqual([status, param]);
    expect(await catalogRows(app.database, 'websites')).toEqual(before);
  });

  test('a token of the REST API cannot create one', async () => {
    const token = await app.token([1], { scopes: [...SCOPES] });
    expect((await call('POST', PATH, { name: 'x' }, token)).status).toBe(403);
    expect((await call('POST', PATH, { name: 'x' }, 'none')).status).toBe(401);
  });

  test('a viewer sees the catalog and changes nothing', async () => {
    await become('viewer');
    expect((await call('GET', '/api/v1/catalog?website_id=1')).status).toBe(200);
    const changes = [
      ['POST', PATH, { name: 'x' }],
      ['POST', '/api/v1/catalog/campaigns?website_id=1', { name: 'x' }],
      ['POST', '/api/v1/catalog/campaigns/10/variants?website_id=1', {}],
      ['PATCH', '/api/v1/catalog/campaigns/10?website_id=1', { name: 'x' }],
      ['PATCH', '/api/v1/catalog/variants/100/steps?website_id=1', { order: [] }],
      ['PATCH', '/api/v1/catalog/website?website_id=1', { name: 'x' }],
    ] as const;
    for (const [method, path, body] of changes) expect((await call(method, path, body)).status).toBe(403);
  });

  test('an account has a limited number of websites', async () => {
    onTestFinished(await restoreOf(app.database));
    const columns = ['id', 'account_id', 'name', 'currency', 'api_key', 'settings', 'created_at', 'updated_at'];
    await app.database.transaction((tx) =>
      tx.insertMany({
        into: 'websites',
        columns,
        rows: Array.from({ length: WEBSITES_PER_ACCOUNT_MAX }, (_, index) => [
          900_000 + index,
          1,
          `many-${index}`,
          'USD',
          `key-of-many-${index}`,
          '{}',
          '2025-01-01T00:00:00Z',
          '2025-01-01T00:00:00Z',
        ]),
      }),
    );
    const answer = await call('POST', PATH, { name: 'one too many' });
    expect([answer.status, answer.body.code]).toEqual([422, 'too_many_records']);
  });
});
