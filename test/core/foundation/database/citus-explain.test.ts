// On a real cluster: how many shards and nodes the service asks for each thing that it does. All statements are recorded on their
// way to the coordinator, explained there, and Citus tells which nodes it contacted for each. What is about one website must
// stay on one shard, and what is about users and tokens on the coordinator. `npm run test:citus` runs this.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCOPES } from '../../../../src/core/contract/access/principal.ts';
import { createToken } from '../../../../src/core/contract/access/tokens.ts';
import { type AnyOperation, isRead } from '../../../../src/core/contract/operations/define-operation.ts';
import { changeWebsiteSettings } from '../../../../src/core/engine/catalog/website-settings.ts';
import { allPages } from '../../../../src/core/foundation/database/copy/read-pages.ts';
import { openSnapshot } from '../../../../src/core/foundation/database/copy/snapshot.ts';
import { describeTables } from '../../../../src/core/foundation/database/copy/tables.ts';
import { keepUnconfirmed } from '../../../../src/core/manage/contacts/unconfirmed.ts';
import { BrowserlessPerson } from '../../../support/browserless-person.ts';
import { ON_CITUS } from '../../../support/databases.ts';
import { switchLog } from '../../../support/event-log.ts';
import { eventWith, orderWith, selectionWith } from '../../../support/events.ts';
import { EMAIL, PASSWORD } from '../../../support/login-service.ts';
import { queryWith } from '../../../support/needed-parameters.ts';
import { OAuthClient } from '../../../support/oauth-client.ts';
import { OPERATIONS, TOOL_OPERATIONS } from '../../../support/operations.ts';
import { type RecordedStatement, RecordingProxy } from '../../../support/recording-proxy.ts';
import { TestClock } from '../../../support/test-clock.ts';
import { createTestIngestion, type TestIngestion } from '../../../support/test-ingestion.ts';
import { BROWSER, TestService } from '../../../support/test-service.ts';
import { createUser } from '../../../support/users.ts';
import { writeSnapshot } from '../../../support/write-snapshot.ts';

const WEBSITE_ID = 1;
const USER = { email: EMAIL, password: PASSWORD };

/** What may ask more than one shard or node, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  get_account_performance: 'about many websites: each statement runs on their shards at the same time',
  get_account_trends: 'the same',
  get_account_websites: 'the same',
  get_account_overview: 'the same',
  change_reporting_currency: 'the same: it marks the catalogs of all websites of the account',
  list_first_days: 'the same',
  create_website: 'websites are on every node, because the tables of their data refer to them',
  change_website: 'the same',
};

// In the order of the list: an operation that changes or deletes a record needs the one that has created it.
describe.skipIf(!ON_CITUS)('statements on a cluster', { shuffle: false }, () => {
  let ingestion: TestIngestion;
  let proxy: RecordingProxy;
  let service: TestService;
  let explainer: pg.Client;
  const table: Row[] = [];
  /** The ids by the path that has created them. */
  const createdIds = new Map<string, number>();

  interface Row {
    readonly what: string;
    readonly statements: number;
    readonly shards: number;
    readonly nodes: number;
  }

  beforeAll(async () => {
    ingestion = await createTestIngestion('postgres', undefined, new TestClock());
    const name = new URL(ingestion.url).pathname.slice(1);
    await ingestion.database.transaction((tx) =>
      tx.runScript(`ALTER DATABASE ${name} SET citus.log_remote_commands = on`),
    );
    explainer = new pg.Client({ connectionString: ingestion.url });
    await explainer.connect();
    proxy = await RecordingProxy.start(ingestion.url);
    await createUser(ingestion.database, { ...USER, accountIds: [1] }, ingestion.clock.now);
    const colleague = { ...USER, email: 'colleague@example.com', accountIds: [1] };
    const { id: userId } = await createUser(ingestion.database, colleague, ingestion.clock.now);
    createdIds.set('/dashboard/people', userId);
    const token = { websiteIds: [WEBSITE_ID, 2], scopes: SCOPES, audience: 'rest', userId } as const;
    await createToken(ingestion.database, token, ingestion.clock.now);
    service = await TestService.over(
      { ...ingestion, url: proxy.urlOf(ingestion.url) },
      { components: ['rest', 'mcp', 'auth', 'collect', 'dashboard'] },
    );
  });

  afterAll(async () => {
    await explainer?.end();
    await service?.dispose();
    proxy?.close();
  });

  /** The statements that `work` has the service send. */
  async function measure<T>(what: string, work: () => Promise<T>): Promise<{ result: T; row: Row; wide: string[] }> {
    proxy.take();
    const result = await work();
    const statements = proxy.take().filter((statement) => !isBackground(statement));
    const counted = await Promise.all(
      statements.map(async (statement) => ({
        statement,
        nodes: nodesOf(statement),
        shards: await shardsOf(statement),
      })),
    );
    const row = {
      what,
      statements: statements.filter(({ sql }) => !SESSION.test(sql)).length,
      shards: Math.max(0, ...counted.map(({ shards }) => shards)),
      nodes: new Set(counted.flatMap(({ nodes }) => [...nodes])).size,
    };
    table.push(row);
    const wide = counted
      .filter(({ shards, nodes }) => shards > 1 || nodes.size > 1)
      .map(({ statement }) => statement.sql);
    return { result, row, wide };
  }

  /** Counts shards of the data of websites. A table that is on every node is read on the coordinator. */
  async function shardsOf({ sql, params, notices }: RecordedStatement): Promise<number> {
    if (SESSION.test(sql) || !notices.some(isRemote)) return 0;
    const plan = await explainer.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, [...params]);
    const counts = plan.rows.map((line) => /Task Count: (\d+)/.exec(line['QUERY PLAN'])?.[1]);
    return Math.max(0, ...counts.map((count) => Number(count ?? 0)));
  }

  const about = (operation: AnyOperation) => {
    if (operation.name in EXCEPTIONS) return 'many';
    if (operation.readsOnlyCoordinator) return 'coordinator';
    return operation.website === 'chosen' || COLLECTS.includes(operation.name) ? 'website' : 'coordinator';
  };

  test('logging in, tokens of clients, and their refresh and revocation: the coordinator', async () => {
    const { baseUrl } = service;
    const client = await OAuthClient.register(baseUrl);
    const obtained = await measure('OAuth: log in, consent, get a token', () =>
      client.obtain(new BrowserlessPerson(baseUrl), [WEBSITE_ID, 2], USER),
    );
    const refreshed = await measure('OAuth: refresh', () => client.refresh(obtained.result.refresh_token));
    const revoked = await measure('OAuth: revoke', () => client.revoke(refreshed.result.access_token));
    for (const { row, wide } of [obtained, refreshed, revoked]) {
      expect([row.what, row.shards, row.nodes, wide]).toEqual([row.what, 0, 0, []]);
      expect(row.statements).toBeGreaterThan(0);
    }
  });

  describe('with data', () => {
    const tokens = {} as Record<'rest' | 'tools' | 'dashboard' | 'ingest_key' | 'public_key', string>;

    beforeAll(async () => {
      await switchLog(ingestion.database, WEBSITE_ID, true);
      await ingestion.count(
        eventWith({ element_id: 10000 }),
        eventWith({ element_id: 10000, type: 'conversion' }),
        orderWith({ element_id: 10001, products: [{ value: 'sku' }] }),
        selectionWith({ field: 'size', value: 'M' }),
        eventWith({ website_id: 2 }),
      );
      for (const id of [WEBSITE_ID, 2]) await writeSnapshot(service, id, '2025-03-03');
      tokens.rest = await service.token([WEBSITE_ID, 2], { scopes: SCOPES });
      tokens.tools = await service.toolToken([WEBSITE_ID, 2], { scopes: SCOPES });
      tokens.ingest_key = await service.ingestKey(WEBSITE_ID);
      tokens.public_key = await service.publicKey(WEBSITE_ID, ORIGIN);
      await changeWebsiteSettings(service.database, WEBSITE_ID, { form_contacts: true });
      const dashboard = await OAuthClient.known(service.baseUrl, {
        client_id: 'dashboard',
        token_endpoint_auth_method: 'none',
      });
      const redirect = { redirect_uri: `${service.baseUrl}/callback`, scope: SCOPES.join(' ') };
      const person = new BrowserlessPerson(service.baseUrl);
      tokens.dashboard = (await dashboard.obtain(person, [WEBSITE_ID, 2], USER, redirect)).access_token;
    });

    let contacts = 0;
    async function addContact(): Promise<number> {
      const response = await fetch(`${service.url}/api/v1/contacts?website_id=${WEBSITE_ID}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tokens.rest}`, 'content-type': 'application/json' },
        body: JSON.stringify({ email: `${++contacts}@example.com` }),
      });
      return ((await response.json()) as { id: number }).id;
    }

    async function addUnconfirmed(): Promise<number> {
      const contactId = await addContact();
      const said = { fields: { phone: '+49 30 123456' }, source: { source_url: null, campaign: null } };
      const row = { ...said, websiteId: WEBSITE_ID, id: contactId, contactId, now: '2025-03-10T12:00:00Z' };
      await service.database.transaction((tx) => keepUnconfirmed(tx, row));
      return row.id;
    }

    let historyImports = 500;
    /** One that is done: those that wait are on the coordinator alone. */
    async function addHistoryImport(): Promise<number> {
      const row = {
        ...{ website_id: WEBSITE_ID, id: ++historyImports, tool: 'umami', file_name: 'days.json' },
        ...{ digest: `${historyImports}`, first_day: 0, last_day: 0, day_count: 1, created_at: '2025-03-10T12:00:00Z' },
      };
      await service.database.transaction((tx) =>
        tx.insertMany({ into: 'history_imports', columns: Object.keys(row), rows: [Object.values(row)] }),
      );
      return row.id;
    }

    async function haltSubscription(): Promise<number> {
      const halt = "UPDATE notification_subscriptions SET halted_at = '2025-03-10T12:00:00Z' RETURNING id";
      const [halted] = await service.database.transaction((tx) => tx.query<{ id: number }>(halt));
      return halted!.id;
    }

    /** What these are about is there only if it is made for them: no other operation leaves it. */
    const PREPARED: Readonly<Record<string, () => Promise<number>>> = {
      get_contact_story: addContact,
      get_contact_data: addContact,
      remove_contact: addContact,
      forget_contact: addContact,
      accept_unconfirmed: addUnconfirmed,
      dismiss_unconfirmed: addUnconfirmed,
      get_history_import: addHistoryImport,
      remove_history_import: addHistoryImport,
      resume_subscription: haltSubscription,
    };

    function send(operation: AnyOperation, prepared?: number): Promise<Response> {
      const { method, path, input, name, credential = 'token' } = operation;
      const token = tokens[credential === 'token' ? 'rest' : (credential as keyof typeof tokens)];
      const search = queryWith(name, {
        ...('website_id' in input.shape && operation.website === 'chosen' && { website_id: String(WEBSITE_ID) }),
        ...('account_id' in input.shape && { account_id: '1' }),
        ...(name === 'delete_contact' && { email: 'ada@example.com' }),
      });
      const body = bodyOf(name, tokens.public_key);
      const id = prepared ?? createdIds.get(path.slice(0, path.indexOf('/{id}'))) ?? idFor(path);
      return fetch(`${service.url}${path.replace('{id}', String(id))}?${search}`, {
        method,
        headers: {
          ...(credential !== 'public_key' && { authorization: `Bearer ${token}` }),
          ...(credential === 'public_key' && { origin: ORIGIN, 'user-agent': BROWSER }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    }

    test.each(MEASURED.map((operation) => [operation.name, operation] as const))('%s', async (name, operation) => {
      const prepared = await PREPARED[name]?.();
      const { result, row, wide } = await measure(name, async () => {
        const response = await send(operation, prepared);
        return { status: response.status, text: await response.text() };
      });
      expect(result.status, result.text).toBeLessThan(NOT_FOUND.includes(name) ? 500 : 400);
      if (result.status === 201) createdIds.set(operation.path, JSON.parse(result.text).id);
      expect(row.statements, 'statements').toBeGreaterThan(0);
      if (COLLECTS.includes(name)) expect(row.shards, 'an event is committed').toBe(1);
      const kind = about(operation);
      if (kind === 'many') return;
      expect(wide).toEqual([]);
      expect(row.shards).toBeLessThanOrEqual(kind === 'website' ? 1 : 0);
      expect(row.nodes).toBeLessThanOrEqual(kind === 'website' ? 1 : 0);
    });

    test.each(TOOL_OPERATIONS.map((operation) => [operation.name, operation] as const))(
      'the tool %s',
      async (name, operation) => {
        const { input, path } = operation;
        const args = {
          ...('website_id' in input.shape && operation.website === 'chosen' && { website_id: 2 }),
          ...(path.includes('{id}') && { id: idFor(path, 2) }),
          // Not what REST has asked for, and is answered from memory.
          ...('timeframe' in input.shape && { timeframe: 'last_7_days' }),
        };
        const client = await service.connectMcp('2026-07-28', tokens.tools);
        const { result, row, wide } = await measure(`tool ${name}`, () => client.callTool({ name, arguments: args }));
        await client.close();
        expect(result.isError, JSON.stringify(result.content)).not.toBe(true);
        if (about(operation) === 'many') return;
        expect(wide).toEqual([]);
        expect(row.shards).toBeLessThanOrEqual(1);
        expect(row.nodes).toBeLessThanOrEqual(1);
      },
    );

    test('a report that is answered from memory', async () => {
      const report = OPERATIONS.find(({ name }) => name === 'get_website_report')!;
      await send(report);
      const { row } = await measure('get_website_report, cached', () => send(report));
      expect(row).toMatchObject({ shards: 1, nodes: 1 });
    });

    test('an account report asks only the shards of its websites', async () => {
      const path = '/reports/account/performance?website_ids=1&timeframe=last_7_days';
      const { row, wide } = await measure('get_account_performance of one website', () =>
        service.get(path, tokens.rest),
      );
      expect([row.shards, row.nodes, wide]).toEqual([1, 1, []]);
    });

    test('a page of a copy comes from the shards of its websites', async () => {
      const snapshot = await openSnapshot(proxy.urlOf(ingestion.url));
      const [snapshots] = (await describeTables(snapshot)).filter(({ name }) => name === 'insights_snapshots');
      await snapshot.websitesIn(snapshots!.name);
      const { row } = await measure('copy: a page of two small websites', async () => {
        for await (const page of allPages(snapshot, snapshots!)) expect(page).toHaveLength(2);
      });
      await snapshot.close();
      expect(row.shards).toBeLessThanOrEqual(2);
    });

    test('as a table, which has every operation and tool', () => {
      const names = [...MEASURED.map(({ name }) => name), ...TOOL_OPERATIONS.map(({ name }) => `tool ${name}`)];
      expect(table.map(({ what }) => what)).toEqual(expect.arrayContaining(names));
      console.info(asTable(table));
    });
  });
});

const ORIGIN = 'https://shop.example';
const SESSION = /^(BEGIN|COMMIT|ROLLBACK|SET|START)\b/i;
/** It asks every worker, every few seconds at most. */
const OF_THE_CHECK = /citus_check_connection_to_node|citus\.node_connection_timeout/;
const OF_ARRIVALS = /^INSERT INTO arrival_counts|FOR KEY SHARE$/;
const COLLECTS = ['collect_events', 'collect_browser_events', 'collect_contact'];
/** They need a link or an id that the test does not have: what is looked up before is measured. */
const NOT_FOUND = OPERATIONS.filter(
  ({ credential, name }) =>
    credential === 'one_time_link' ||
    [
      'end_own_session',
      'revoke_connected_application',
      'join_account',
      'leave_account',
      'ask_recipient',
      'remove_recipient',
    ].includes(name),
).map(({ name }) => name);
/** First those that need lists as they are, last those that remove what others need, or after which the user can't go on. */
const FIRST = ['share_traffic', 'order_steps', 'order_elements'];
const LAST = ['remove_subscription', 'remove_person', 'change_own_password', 'leave_account'];
const placeOf = ({ name }: AnyOperation) => (FIRST.includes(name) ? 0 : LAST.includes(name) ? 2 : 1);
const MEASURED = OPERATIONS.toSorted((a, b) => placeOf(a) - placeOf(b));
/** Where the examples are about what there is already. */
const BODIES: Readonly<Record<string, unknown>> = {
  create_website: { name: 'other.example', currency: 'EUR' },
  change_website: { name: 'renamed.example' },
  create_area: { name: 'Footer' },
  change_campaign: { name: 'Summer popup' },
  order_elements: { order: [10001, 10000] },
};

/** Counts of arrivals are stored now and then, whatever is being done. */
function isBackground({ sql, transaction }: RecordedStatement): boolean {
  return OF_THE_CHECK.test(sql) || transaction.some((other) => OF_ARRIVALS.test(other.sql));
}

function isRemote({ M: message = '' }: Readonly<Record<string, string>>): boolean {
  return message.startsWith('issuing ');
}

/** Host and port of the workers that Citus has sent something to. */
function nodesOf({ notices }: RecordedStatement): ReadonlySet<string> {
  return new Set(notices.filter(isRemote).map(({ D: detail = '' }) => /@(\S+)/.exec(detail)?.[1] ?? detail));
}

const IDS: Readonly<Record<string, readonly number[]>> = {
  campaigns: [10, 20],
  variants: [100, 200],
  steps: [1000, 2000],
  elements: [10000, 20000],
  areas: [5, 5],
};

function idFor(path: string, websiteId = WEBSITE_ID): number {
  const kind = Object.keys(IDS).find((each) => path.includes(`/${each}/{id}`));
  return kind === undefined ? 999 : IDS[kind]![websiteId - 1]!;
}

function bodyOf(name: string, publicKey: string): unknown {
  if (name === 'collect_browser_events')
    return { key: publicKey, events: [{ id: 'b-1', type: 'view', campaign_id: 10 }] };
  if (name === 'collect_contact') return { key: publicKey, contact: { email: 'form@example.com' }, campaign_id: 10 };
  const operation = OPERATIONS.find((each) => each.name === name)!;
  return BODIES[name] ?? (isRead(operation) ? undefined : operation.bodyExample);
}

function asTable(rows: readonly { what: string; statements: number; shards: number; nodes: number }[]): string {
  const lines = rows.map(
    ({ what, statements, shards, nodes }) =>
      `${what.padEnd(44)}${[statements, shards, nodes].map((n) => String(n).padStart(12)).join('')}`,
  );
  return [
    `${'what'.padEnd(44)}${['statements', 'shards', 'workers'].map((n) => n.padStart(12)).join('')}`,
    ...lines,
  ].join('\n');
}
