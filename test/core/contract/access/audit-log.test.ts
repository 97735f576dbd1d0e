// The audit log over HTTP: who may read it, in which order, and that it shows nothing of other accounts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  AUDIT_LOG_KEPT_DAYS,
  type AuditFilter,
  AuditLog,
  recordAudit,
  sweepAuditLog,
} from '../../../../src/core/contract/access/audit-log.ts';
import { COMMAND_LINE, SCOPES } from '../../../../src/core/contract/access/principal.ts';
import { createToken } from '../../../../src/core/contract/access/tokens.ts';
import { importCatalog } from '../../../../src/core/engine/catalog/records/import-catalog.ts';
import type { Database, SqlValue } from '../../../../src/core/foundation/database/database.ts';
import { BrowserlessPerson } from '../../../support/browserless-person.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { EMAIL, PASSWORD, startLoginService } from '../../../support/login-service.ts';
import { OAuthClient } from '../../../support/oauth-client.ts';
import { SAMPLE_CATALOG } from '../../../support/sample-catalog.ts';
import type { TestService } from '../../../support/test-service.ts';
import { createUser } from '../../../support/users.ts';

const PATH = '/dashboard/audit-log';
const OWNER = { email: EMAIL, password: PASSWORD };
const EDITOR = { email: 'edith@example.com', password: 'a passphrase of edith' };
/** An owner of both accounts. */
const BOTH = { email: 'bo@example.com', password: 'a passphrase of bo' };

interface Entry {
  readonly id: number;
  readonly user_id: number | null;
  readonly user_email: string | null;
  readonly via: string;
  readonly action: string;
  readonly description: string;
  readonly website_id: number | null;
}

describe.each(ANY_ENGINE)('the audit log on %s', (engine) => {
  let app: TestService;
  let owner: string;
  const clock = () => new Date();

  beforeAll(async () => {
    app = await startLoginService(engine, { components: ['rest', 'auth', 'dashboard'] });
    await createUser(app.database, { ...EDITOR, accountIds: [1], roles: new Map([[1, 'editor']]) }, clock);
    await createUser(app.database, { ...BOTH, accountIds: [1, 2] }, clock);
    owner = await logIn(OWNER, [1, 2]);
  });
  afterAll(() => app.dispose());

  async function logIn(login: typeof OWNER, websiteIds: readonly number[]): Promise<string> {
    const client = await OAuthClient.known(app.baseUrl, { client_id: 'dashboard', token_endpoint_auth_method: 'none' });
    const redirect = { redirect_uri: `${app.baseUrl}/callback`, scope: SCOPES.join(' ') };
    return (await client.obtain(new BrowserlessPerson(app.baseUrl), websiteIds, login, redirect)).access_token;
  }

  async function call(token: string | undefined, path: string, method = 'GET', body?: unknown) {
    const response = await fetch(app.baseUrl + path, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  }
  const entries = async (query = '', token = owner): Promise<Entry[]> =>
    (await call(token, `${PATH}${query}`)).body.entries;

  test('says who changed what, and how', async () => {
    const before = (await entries())[0]!.id;
    const created = await call(owner, '/oauth/tokens', 'POST', {
      name: 'Export',
      audience: 'rest',
      scopes: ['ctas:write'],
      website_ids: [1],
    });
    const token = created.body.token;
    await call(token, '/api/v1/catalog/campaigns/10', 'PATCH', { name: 'Renamed', key: 'renamed' });
    await app.database.transaction((tx) =>
      tx.query("UPDATE campaigns SET registered_at = '2025-01-01T00:00:00Z', seen_at = NULL WHERE id = 10"),
    );
    await call(owner, '/api/v1/catalog/campaigns/10?website_id=1', 'PATCH', { is_new: false });
    const key = await call(owner, '/dashboard/ingest-keys?website_id=1', 'POST', { public: false, name: 'Shop' });
    await call(owner, `/dashboard/ingest-keys/${key.body.id}`, 'DELETE');
    const webhook = await call(owner, '/dashboard/webhooks?website_id=2', 'POST', { provider: 'woocommerce' });
    await call(owner, `/dashboard/webhooks/${webhook.body.id}`, 'DELETE');
    await call(owner, '/dashboard/website-settings?website_id=1', 'POST', { browser_orders: true });
    await call(owner, `/oauth/tokens/${created.body.id}`, 'DELETE');

    const { id: tokenId } = created.body;
    const told = (await entries()).filter(({ id }) => id > before).toReversed();
    expect(
      told.map(({ user_email, via, description, website_id }) => [user_email, via, description, website_id]),
    ).toEqual([
      [EMAIL, 'dashboard', `created token ${tokenId} (Export)`, null],
      [EMAIL, 'token', 'changed campaign 10: name, key', 1],
      [EMAIL, 'dashboard', 'changed campaign 10: seen', 1],
      [EMAIL, 'dashboard', `created key ${key.body.id} (Shop)`, 1],
      [EMAIL, 'dashboard', `revoked key ${key.body.id} (Shop)`, 1],
      [EMAIL, 'dashboard', 'created the webhook of woocommerce', 2],
      [EMAIL, 'dashboard', 'revoked the webhook of woocommerce', 2],
      [EMAIL, 'dashboard', 'changed website settings: browser_orders on', 1],
      [EMAIL, 'dashboard', `revoked token ${tokenId} (Export)`, null],
    ]);
    expect(JSON.stringify(await entries())).not.toContain(token);
  });

  test('says it in the language of the reader', async () => {
    await call(owner, '/dashboard/website-settings?website_id=1', 'POST', { event_log: false });
    await call(owner, '/dashboard/website-settings?website_id=1', 'POST', { event_log: true });
    const [newest] = await entries('?language=de-AT');
    expect(newest).toMatchObject({
      description: 'Einstellungen der Website geändert: Speichern von Ereignissen an',
      subject: 'Speichern von Ereignissen an',
    });
    const { status, body } = await call(owner, `${PATH}?language=xx`);
    expect([status, body.code]).toEqual([422, 'invalid_language']);
  });

  test('has no entry for a change that failed', async () => {
    const before = (await entries())[0]!.id;
    expect((await call(owner, '/api/v1/catalog/campaigns/999?website_id=1', 'PATCH', { name: 'x' })).status).toBe(404);
    expect((await call(owner, '/dashboard/ingest-keys/999', 'DELETE')).status).toBe(404);
    expect((await entries())[0]!.id).toBe(before);
  });

  test('tells which settings of a website have changed, and none that were sent unchanged', async () => {
    const change = async (settings: unknown) => {
      const before = (await entries())[0]!.id;
      expect((await call(owner, '/dashboard/website-settings?website_id=2', 'POST', settings)).status).toBe(200);
      return (await entries()).filter(({ id }) => id > before).map(({ description }) => description);
    };
    expect(await change({ smallest_lift: 7, browser_orders: false })).toEqual([
      'changed website settings: smallest_lift 7',
    ]);
    expect(await change({ smallest_lift: 7, browser_orders: false })).toEqual([]);
  });

  test('has no entry for a change of the catalog that changes nothing', async () => {
    const change = async (path: string, body: unknown) => {
      const before = (await entries())[0]!.id;
      const { status } = await call(owner, `/api/v1/catalog/${path}?website_id=1`, 'PATCH', body);
      return [status, (await entries()).filter(({ id }) => id > before).length];
    };
    const { body: catalog } = await call(owner, '/api/v1/catalog?website_id=1');
    const campaign = catalog.campaigns.find(({ id }: { id: number }) => id === 10);
    const variant = campaign.variants.find(({ steps }: { steps: unknown[] }) => steps.length > 1);
    const ids = (records: { id: number }[]) => records.map(({ id }) => id);
    const shares = campaign.variants
      .filter(({ status }: { status: string }) => status === 'live')
      .map(({ id }: { id: number }, index: number) => ({ id, traffic_percentage: index === 0 ? 100 : 0 }));
    const changes: [string, unknown][] = [
      ['website', { name: 'another.example' }],
      [`campaigns/${campaign.id}`, { name: 'Another name' }],
      [`variants/${variant.id}/steps`, { order: ids(variant.steps).toReversed() }],
      [`campaigns/${campaign.id}/variants`, { shares }],
    ];
    for (const [path, body] of changes) {
      expect([path, ...(await change(path, body))]).toEqual([path, 200, 1]);
      expect([path, ...(await change(path, body))]).toEqual([path, 200, 0]);
    }
  });

  test('has one entry for an import, in each account, that names its own websites only', async () => {
    const renamed = structuredClone(SAMPLE_CATALOG) as { accounts: { name: string }[] };
    for (const account of renamed.accounts) account.name = `${account.name} renamed`;
    await importCatalog(app.database, renamed, clock);
    const both = await logIn(BOTH, [1, 3]);
    const imported = async (accountId: number) =>
      (await entries(`?account_id=${accountId}&action=catalog_imported`, both))[0];
    const byOperator = { user_id: null, user_email: null, via: 'command_line' };
    expect(await imported(1)).toMatchObject({ ...byOperator, description: 'imported the catalog of websites 1, 2' });
    expect(await imported(2)).toMatchObject({ ...byOperator, description: 'imported the catalog of website 3' });
    const [newest] = await entries();
    await importCatalog(app.database, renamed, clock);
    expect((await entries())[0]).toEqual(newest);
  });

  test('has one entry in each account for a change of several of its websites', async () => {
    const of = async (ids: readonly number[]) => {
      const entry = { websiteIds: ids, actor: COMMAND_LINE, action: 'token_created', subject: `of ${ids}` } as const;
      await app.database.transaction((tx) => recordAudit(tx, entry, clock));
      return (
        await app.database.query<{ account_id: number }>(
          'SELECT account_id FROM audit_log WHERE subject = $1 ORDER BY account_id',
          [JSON.stringify(`of ${ids}`)],
        )
      ).map(({ account_id: accountId }) => accountId);
    };
    expect(await of([1, 2])).toEqual([1]);
    expect(await of([1, 2, 3])).toEqual([1, 2]);
    expect(await of([])).toEqual([]);
  });

  test('is read page by page, newest first, and by action and person', async () => {
    await app.database.transaction(async (tx) => {
      for (let count = 0; count < 60; count++) {
        const entry = { accountId: 1, actor: COMMAND_LINE, action: 'catalog_changed', subject: `$& ${count}` } as const;
        await recordAudit(tx, entry, clock);
      }
    });
    const seen: Entry[] = [];
    let next: number | null = null;
    do {
      const { body } = await call(owner, next === null ? PATH : `${PATH}?before=${next}`);
      expect(body.entries.length).toBeLessThanOrEqual(50);
      seen.push(...body.entries);
      next = body.next;
    } while (next !== null);
    const ids = seen.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
    expect(seen[0]!.description).toBe('changed $& 59');
    const [{ count }] = (await app.database.query('SELECT COUNT(*) AS count FROM audit_log WHERE account_id = 1')) as [
      { count: number },
    ];
    expect(seen).toHaveLength(Number(count));

    const { user_id: userId } = seen.find(({ user_email: email }) => email === EMAIL)!;
    const own = await entries(`?user_id=${userId}`);
    expect(own.length).toBeGreaterThan(0);
    expect(new Set(own.map(({ user_email: email }) => email))).toEqual(new Set([EMAIL]));
    const signIns = await entries(`?user_id=${userId}&action=signed_in`);
    expect(signIns.map(({ description }) => description)).toEqual(['logged in']);
  });

  test.each([
    ['action', { action: 'signed_in' }],
    ['user', { userId: 1 }],
    ['user_and_action', { action: 'signed_in', userId: 1 }],
  ])('is read by %s from an index, newest first, and no other entry is read', async (name, filter) => {
    for (const page of [{}, { before: 40 }]) {
      const plan = await planOf({ limit: 51, ...filter, ...page });
      expect(plan).toContain(`audit_log_by_${name} `);
      expect(plan).not.toMatch(/Seq Scan|SCAN |Sort|TEMP B-TREE|"Filter| {2}Filter/);
    }
  });

  async function planOf(filter: AuditFilter): Promise<string> {
    let plan = '';
    const query: Database['query'] = <Row>(sql: string, params: readonly SqlValue[] = []) =>
      app.database.transaction(async (tx) => {
        // The table is almost empty, so the planner would prefer a full scan, or to sort the few entries that it finds.
        if (engine === 'postgres') await tx.query('SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off');
        const literal = params.reduce<string>((text, value, index) => text.replace(`$${index + 1}`, `'${value}'`), sql);
        const explain = engine === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
        plan = (await tx.query(`${explain} ${literal}`)).map((row) => `${JSON.stringify(row)} `).join('');
        return [] as Row[];
      });
    await new AuditLog({ query }).read(1, filter);
    return plan;
  }

  test('shows nothing of other accounts', async () => {
    const { token } = await createToken(
      app.database,
      { websiteIds: [3], scopes: ['reports'], audience: 'rest', name: 'zanzibar' },
      clock,
    );
    expect(token).toBeDefined();
    expect(JSON.stringify(await entries())).not.toContain('zanzibar');
    const both = await logIn(BOTH, [1, 3]);
    expect(JSON.stringify(await entries('?account_id=2', both))).toContain('zanzibar');
  });

  test('is for owners', async () => {
    expect((await call(undefined, PATH)).status).toBe(401);
    const editor = await call(await logIn(EDITOR, [1]), PATH);
    expect(editor).toMatchObject({
      status: 403,
      body: { detail: 'Your role in account 1 is editor. This needs owner.' },
    });
    const ofOperator = await createToken(app.database, { websiteIds: [1], scopes: SCOPES, audience: 'rest' }, clock);
    expect((await call(ofOperator.token, PATH)).status).toBe(403);
  });

  test("tells another tenant's account from none by nothing", async () => {
    const [foreign, none] = [await call(owner, `${PATH}?account_id=2`), await call(owner, `${PATH}?account_id=9`)];
    expect(foreign).toMatchObject({ status: 404, body: { param: 'account_id' } });
    expect(JSON.stringify(foreign).replaceAll('2', '9')).toBe(JSON.stringify(none).replaceAll('2', '9'));
  });

  test.each([
    ['?before=0', 422, 'invalid_before'],
    ['?action=nothing', 422, 'invalid_action'],
    ['?user_id=x', 422, 'invalid_user_id'],
    ['?account_id=-1', 422, 'invalid_account_id'],
    ['?nobody=1', 422, 'unknown_parameter'],
  ])('%s gets %i', async (query, status, code) => {
    expect(await call(owner, PATH + query)).toMatchObject({ status, body: { code } });
  });

  test('needs an account id if the user has several', async () => {
    const both = await logIn(BOTH, [1, 3]);
    expect(await call(both, PATH)).toMatchObject({ status: 400, body: { code: 'account_id_required' } });
  });

  test('is kept for 400 days', async () => {
    const now = new Date();
    const at = (days: number) => () => new Date(now.getTime() - days * 86_400_000);
    const entry = { accountId: 2, actor: COMMAND_LINE, action: 'catalog_changed', subject: 'x' } as const;
    await app.database.transaction(async (tx) => {
      await tx.query('DELETE FROM audit_log WHERE account_id = 2');
      await recordAudit(tx, entry, at(AUDIT_LOG_KEPT_DAYS + 1));
      await recordAudit(tx, { ...entry, subject: 'kept' }, at(AUDIT_LOG_KEPT_DAYS));
    });
    await sweepAuditLog(app.database, now);
    const left = await app.database.query('SELECT subject FROM audit_log WHERE account_id = 2');
    expect(left).toEqual([{ subject: '"kept"' }]);
  });
});
