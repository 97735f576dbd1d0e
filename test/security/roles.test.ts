// Every operation with every role, by every kind of credential that belongs to a user. The operations come from the list, so one
// that is not decided on here fails.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMAND_LINE, SCOPES } from '../../src/core/contract/access/principal.ts';
import { includesRole, onWholeAccount, ROLES, type Role } from '../../src/core/contract/access/role.ts';
import { createToken } from '../../src/core/contract/access/tokens.ts';
import { type AnyOperation, isRead } from '../../src/core/contract/operations/define-operation.ts';
import { removeFromAccount, setRole } from '../../src/core/manage/authorization-server/users/members.ts';
import { BrowserlessPerson } from '../support/browserless-person.ts';
import { ANY_ENGINE, ENGINES } from '../support/databases.ts';
import { IS_LONG } from '../support/long.ts';
import { queryWith } from '../support/needed-parameters.ts';
import { OAuthClient } from '../support/oauth-client.ts';
import { OPERATIONS } from '../support/operations.ts';
import { createUser } from '../support/users.ts';
import { type Answer, ask } from './ask.ts';
import { FOREIGN_MARK, startTenants, type Tenants } from './tenants.ts';

/** The least role for each operation. Decide who may call a new one, and add it. */
const LEAST_ROLES: Readonly<Record<Role, readonly string[]>> = {
  viewer: [
    'list_websites',
    'list_first_days',
    'get_website_report',
    'get_website_insights',
    'get_insights',
    'list_alerts',
    'list_campaigns',
    'get_campaign_report',
    'list_experiments',
    'get_experiment',
    'get_variant_report',
    'get_step_report',
    'get_element_report',
    'get_funnel',
    'get_attribution',
    'get_retention',
    'get_paths',
    'get_campaign_reach',
    'get_context',
    'explain_change',
    'get_best_times',
    'get_rhythm',
    'get_goals',
    'list_values',
    'search',
    'count_contacts',
    'get_account_performance',
    'get_account_trends',
    'get_account_websites',
    'get_account_overview',
    'get_products',
    'list_campaign_products',
    'get_campaign_orders',
    'list_ctas',
    'list_areas',
    'get_catalog',
    'list_funnels',
    'list_annotations',
    'list_goals',
    'list_views',
    'list_costs',
    'list_history_imports',
    'get_history_import',
    'get_history',
    'list_arrivals',
    'count_arrivals',
    'list_notifications',
    'create_subscription',
    'change_subscription',
    'remove_subscription',
    'replace_subscription_secret',
    'send_test_notification',
    'resume_subscription',
    'list_webhook_deliveries',
    'leave_account',
    'join_account',
    'get_profile',
    'change_profile',
    'change_own_password',
    'list_own_sessions',
    'end_own_session',
    'list_connected_applications',
    'revoke_connected_application',
    'list_own_websites',
    'choose_own_websites',
  ],
  editor: [
    'get_website',
    'list_recipients',
    'ask_recipient',
    'remove_recipient',
    'create_website',
    'change_website',
    'create_area',
    'change_area',
    'create_campaign',
    'change_campaign',
    'mark_campaign_seen',
    'create_variant',
    'change_variant',
    'share_traffic',
    'create_step',
    'change_step',
    'order_steps',
    'create_element',
    'change_element',
    'order_elements',
    'create_funnel',
    'change_funnel',
    'delete_funnel',
    'create_annotation',
    'change_annotation',
    'delete_annotation',
    'create_goal',
    'change_goal',
    'delete_goal',
    'create_view',
    'change_view',
    'delete_view',
    'list_share_links',
    'create_share_link',
    'revoke_share_link',
    'set_costs',
    'list_contacts',
    'export_contacts',
    'search_contacts',
    'get_contact_story',
    'get_contact_data',
    'list_kept_data',
    'upsert_contact',
    'change_contact',
    'delete_contact',
    'remove_contact',
    'forget_contact',
    'list_unconfirmed',
    'accept_unconfirmed',
    'dismiss_unconfirmed',
    'list_ingest_keys',
    'create_ingest_key',
    'revoke_ingest_key',
    'get_website_settings',
    'change_website_settings',
    'list_webhooks',
    'create_webhook',
    'revoke_webhook',
    'list_tokens',
    'create_token',
    'revoke_token',
  ],
  owner: [
    'preview_erasure',
    'erase_data',
    'get_scheduled_export',
    'list_people',
    'change_role',
    'remove_person',
    'create_reset_link',
    'list_invitations',
    'create_invitation',
    'withdraw_invitation',
    'list_audit_log',
    'get_reporting_currency',
    'change_reporting_currency',
    'get_branding',
    'change_branding',
    'import_history',
    'remove_history_import',
  ],
};
const WITHOUT_USER = ['ingest_key', 'public_key', 'one_time_link'];

/** It ends the access of whoever calls it. */
const LEAVING = 'leave_account';
/** Whoever calls them has access to other websites afterwards, or to none: such a user is of no use to other tests. */
const CHANGING_ACCESS = [LEAVING, 'choose_own_websites'];

/** Their websites are in the body. */
const NAMED_IN_BODY = ['create_token', 'choose_own_websites'];

const credentialOf = ({ credential = 'token' }: AnyOperation) => credential;
const OF_USERS = OPERATIONS.filter((operation) => !WITHOUT_USER.includes(credentialOf(operation)));

function leastRole({ name }: AnyOperation): Role | undefined {
  return ROLES.find((role) => LEAST_ROLES[role].includes(name));
}

type Whose = 'own' | 'sibling' | 'foreign' | 'nobodys';
/** What the operations of a path are about, for ids that exist. */
const ID_KINDS = [
  'campaigns',
  'variants',
  'steps',
  'elements',
  'funnels',
  'annotations',
  'goals',
  'views',
  'share-links',
] as const;
const OTHER_IDS: Readonly<Record<string, 'areas' | 'contact' | 'unconfirmed'>> = {
  '/api/v1/catalog/areas': 'areas',
  '/api/v1/contacts': 'contact',
  '/api/v1/contacts/unconfirmed': 'unconfirmed',
};
const ACCOUNT_IDS: Readonly<Record<Whose, number>> = { own: 1, sibling: 1, foreign: 2, nobodys: 9 };
const JSON_TYPE = { 'content-type': 'application/json' };

/** Access tokens of a user, by how they came to be. Whoever may call operations of the dashboard alone needs the first one only. */
type Credentials = readonly [dashboard: string, ...others: string[]];

describe.each(ENGINES)('roles on %s', (engine) => {
  /** Every operation runs on every engine. Who may call it does not depend on the engine. */
  const isWhole = ANY_ENGINE.includes(engine);
  const triedRoles: readonly Role[] = isWhole ? ROLES : ['owner'];
  let tenants: Tenants;
  /** A user of the other account. */
  let strangerId: number;
  const users = {} as Record<Role | 'removed', Credentials>;

  beforeAll(async () => {
    tenants = await startTenants(engine);
    const [stranger] = await tenants.app.database.query<{ id: number }>(
      'SELECT user_id AS id FROM user_accounts WHERE account_id = 2',
    );
    strangerId = stranger!.id;
    // All tokens get all scopes first, so that only the role is missing.
    for (const name of [...triedRoles, 'removed'] as const) users[name] = await startUser(name, name);
  });
  afterAll(() => tenants?.dispose());

  async function startUser(
    role: Role | 'removed',
    name: string,
    hasOthers = isWhole,
    websiteIds: readonly number[] = [tenants.ids.website.own],
  ): Promise<Credentials> {
    const { database, baseUrl } = tenants.app;
    const login = { email: `${name}@own.example`, password: `the passphrase of ${name}` };
    const now = () => new Date();
    const { id: userId } = await createUser(database, { ...login, accountIds: [1] }, now);
    const dashboard = await dashboardToken(baseUrl, login, websiteIds);
    const others = hasOthers ? await otherTokens(baseUrl, login, websiteIds, dashboard) : [];
    const member = { userId, accountId: 1 };
    const change = { actor: COMMAND_LINE, clock: now };
    await database.transaction(async (tx) => {
      if (role === 'removed') await removeFromAccount(tx, member, change);
      else await setRole(tx, member, onWholeAccount(role), change);
    });
    return [dashboard, ...others];
  }

  /** A request that is valid, and about something that does not exist where it has an id. */
  function send(
    operation: AnyOperation,
    token: string,
    whose: Whose = 'own',
    idOf: Whose = 'nobodys',
  ): Promise<Answer> {
    const { method, path, input, name } = operation;
    const parameters = {
      ...('website_id' in input.shape && { website_id: String(tenants.ids.website[whose]) }),
      ...('website_ids' in input.shape && { website_ids: String(tenants.ids.website[whose]) }),
      ...('account_id' in input.shape && { account_id: String(ACCOUNT_IDS[whose]) }),
      ...(name === 'delete_contact' && { email: 'nobody@own.example' }),
    };
    const search = queryWith(name, parameters);
    const body = JSON.stringify(bodyOf(name, whose));
    return ask(tenants.app.baseUrl, {
      method,
      path: `${path.replace('{id}', String(idFor(path, idOf)))}?${search}`,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && JSON_TYPE) },
      ...(body !== undefined && { body }),
    });
  }

  function idFor(path: string, whose: Whose): number {
    if (path.includes('/people/{id}')) return whose === 'foreign' ? strangerId : tenants.ids.token.nobodys;
    const kind =
      ID_KINDS.find((each) => path.includes(`/${each}/{id}`)) ?? OTHER_IDS[path.split('/{id}')[0]!] ?? 'token';
    return tenants.ids[kind][whose];
  }

  function bodyOf(name: string, whose: Whose): unknown {
    const operation = OPERATIONS.find((each) => each.name === name)!;
    const example = isRead(operation) ? undefined : operation.bodyExample;
    const websiteId = tenants.ids.website[whose];
    if (NAMED_IN_BODY.includes(name)) return { ...(example as object), website_ids: [websiteId] };
    if (name === 'create_view' || name === 'create_share_link')
      return { ...(example as object), path: `/websites/${websiteId}` };
    return example;
  }

  /** The tool server and the dashboard-only operations accept some of them. */
  function tokensFor(operation: AnyOperation, credentials: Credentials): readonly string[] {
    return credentialOf(operation) === 'dashboard' ? credentials.slice(0, 1) : credentials;
  }

  /** All three are asked for their role by the same code, so each operation and role gets another one of them. */
  function triedTokens(operation: AnyOperation, user: Credentials, place: number): readonly string[] {
    const tokens = tokensFor(operation, user);
    return IS_LONG ? tokens : [tokens[(OF_USERS.indexOf(operation) + place) % tokens.length]!];
  }

  test('every operation is decided on once', () => {
    const decided = Object.values(LEAST_ROLES).flat();
    expect(decided.toSorted(), 'decide who may call the operation, in this file').toEqual(
      OF_USERS.map(({ name }) => name).toSorted(),
    );
  });

  test.each(OF_USERS.map((operation) => [operation.name, operation] as const))('%s', async (_name, operation) => {
    const needed = leastRole(operation)!;
    for (const role of triedRoles) {
      const isChanged = CHANGING_ACCESS.includes(operation.name);
      const user = isChanged ? await startUser(role, `${role}-${operation.name}`, false) : users[role];
      for (const token of triedTokens(operation, user, ROLES.indexOf(role))) {
        const { status, text } = await send(operation, token);
        if (operation.website === 'none') expect(status).not.toBe(403);
        else if (includesRole(role, needed)) {
          // 404: the id does not exist. 409: the user before has created it. Everything else would hide a role that is missing.
          expect([200, 201, 202, 204, 404, 409], `${role}: ${text}`).toContain(status);
        } else {
          expect([role, status]).toEqual([role, 403]);
          expect(JSON.parse(text).detail).toMatch(/\brole\b/);
        }
      }
    }
    for (const token of triedTokens(operation, users.removed, ROLES.length))
      expect((await send(operation, token)).status).toBe(401);
  });

  test('another website of the account, which the credential does not have, is 404 for every role', async () => {
    for (const [place, operation] of OF_USERS.filter(({ input }) => 'website_id' in input.shape).entries()) {
      // The website is looked up before the role: each operation gets another one.
      for (const role of IS_LONG ? triedRoles : [triedRoles[place % triedRoles.length]!]) {
        // One after the other: three files of history at the same time would be one more than a website may import.
        for (const token of triedTokens(operation, users[role], ROLES.indexOf(role))) {
          const { status } = await send(operation, token, 'sibling');
          expect([operation.name, role, status]).toEqual([operation.name, role, 404]);
        }
      }
    }
  });

  describe('a person with a role on one of two websites', () => {
    /** The roles of a person are read with the same statement for each operation. */
    const tried = OF_USERS.filter((_, place) => isWhole || place % 8 === 0);
    const bound = {} as Record<'viewer' | 'editor', Credentials>;
    let toolToken: string;

    /** The logins and tokens are for both websites, and stay so: only the role is taken away on one of them. */
    beforeAll(async () => {
      const { database } = tenants.app;
      const { own, sibling } = tenants.ids.website;
      for (const role of ['viewer', 'editor'] as const) {
        const name = `${role}-of-one-website`;
        bound[role] = await startUser(role, name, isWhole, [own, sibling]);
        const [user] = await database.query<{ id: number }>('SELECT id FROM users WHERE email = $1', [
          `${name}@own.example`,
        ]);
        const all = { userId: user!.id, websiteIds: [own, sibling], scopes: ['reports'] as const };
        toolToken = (await createToken(database, { ...all, audience: 'tools' }, () => new Date())).token;
        await database.transaction(async (tx) => {
          await tx.query('UPDATE user_accounts SET on_chosen_websites = 1 WHERE user_id = $1', [user!.id]);
          await tx.query('INSERT INTO user_websites (user_id, account_id, website_id) VALUES ($1, 1, $2)', [
            user!.id,
            own,
          ]);
        });
      }
    });

    /** The response without the ids that were asked for. */
    function shapeOf({ status, text }: Answer, whose: Whose): string {
      const ids = Object.values(tenants.ids).map((byOwner) => byOwner[whose]);
      return `${status} ${text.replaceAll(new RegExp(`\\b(${ids.join('|')})\\b`, 'g'), '{id}')}`;
    }

    /** What the other website has is called so, and its ids end in 2. */
    const OF_SIBLING = /sibling|b@own\.example|\b70\d2\b/;

    const OF_WEBSITES = ['website_id', 'website_ids'];

    test.each(tried.map((operation) => [operation.name, operation] as const))('%s', async (name, operation) => {
      const isNamed = NAMED_IN_BODY.includes(name) || OF_WEBSITES.some((one) => one in operation.input.shape);
      const roles = leastRole(operation) === 'editor' ? (['viewer', 'editor'] as const) : (['viewer'] as const);
      for (const role of roles) {
        const [token] = triedTokens(operation, bound[role], ROLES.indexOf(role));
        if (isNamed) {
          const sibling = await send(operation, token!, 'sibling', 'sibling');
          const foreign = await send(operation, token!, 'foreign', 'foreign');
          expect(shapeOf(sibling, 'sibling'), role).toBe(shapeOf(foreign, 'foreign'));
          if (role === 'editor') expect(sibling.status).toBe(404);
        }
        if (operation.path.includes('{id}')) {
          const sibling = await send(operation, token!, 'own', 'sibling');
          const foreign = await send(operation, token!, 'own', 'foreign');
          expect(shapeOf(sibling, 'sibling'), role).toBe(shapeOf(foreign, 'foreign'));
        }
        if (CHANGING_ACCESS.includes(name)) continue;
        const own = await send(operation, token!);
        expect(own.text, role).not.toMatch(OF_SIBLING);
        if (operation.website === 'account') expect(own.status).toBe(403);
      }
    });

    test.runIf(isWhole)('every tool', async () => {
      for (const operation of OPERATIONS.filter((each) => isRead(each) && each.isTool)) {
        const call = async (whose: Whose) => {
          const given = {
            ...Object.fromEntries(queryWith(operation.name, {})),
            ...('website_id' in operation.input.shape && { website_id: tenants.ids.website[whose] }),
            ...('website_ids' in operation.input.shape && { website_ids: [tenants.ids.website[whose]] }),
          };
          const params = { name: operation.name, arguments: given };
          return ask(tenants.app.baseUrl, {
            method: 'POST',
            path: '/mcp?tools=extended',
            headers: { authorization: `Bearer ${toolToken}`, ...JSON_TYPE },
            body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
          });
        };
        const sibling = await call('sibling');
        expect(shapeOf(sibling, 'sibling'), operation.name).toBe(shapeOf(await call('foreign'), 'foreign'));
        if (!('website_id' in operation.input.shape)) expect(sibling.text).not.toMatch(OF_SIBLING);
      }
    });
  });

  test("no role sees or changes another account's things", async () => {
    const callers = {} as Record<Role, Credentials>;
    for (const role of triedRoles) callers[role] = await startUser(role, `${role}-of-any-call`);
    const before = await foreignRows();
    expect(before).toContain(FOREIGN_MARK);
    const call = fc.record({
      operation: fc.constantFrom(...OF_USERS.filter(({ name }) => name !== LEAVING)),
      role: fc.constantFrom(...triedRoles),
      whose: fc.constantFrom<Whose>('own', 'foreign', 'nobodys'),
      idOf: fc.constantFrom<Whose>('own', 'foreign', 'nobodys'),
      credential: fc.nat(2),
    });
    await fc.assert(
      fc.asyncProperty(call, async ({ operation, role, whose, idOf, credential }) => {
        const tokens = tokensFor(operation, callers[role]);
        const { status, text } = await send(operation, tokens[credential % tokens.length]!, whose, idOf);
        expect(status).toBeLessThan(500);
        expect(text).not.toContain(FOREIGN_MARK);
        const isNamed = ['website_id', 'account_id'].some((name) => name in operation.input.shape);
        if (isNamed && whose !== 'own') expect(status).toBe(404);
      }),
      { numRuns: IS_LONG ? 300 : isWhole ? 40 : 15, seed: 20_261_115 },
    );
    expect(await foreignRows()).toBe(before);
  });

  /** Everything that is stored about the other account. */
  async function foreignRows(): Promise<string> {
    const { database } = tenants.app;
    const websiteId = tenants.ids.website.foreign;
    const byWebsite = ['areas', 'campaigns', 'variants', 'steps', 'elements', 'contacts', 'ingest_keys'].concat([
      'webhook_secrets',
      'notification_subscriptions',
      'report_recipients',
      'website_settings',
      'saved_records',
      'costs',
      'history_imports',
      'history_days',
      'access_token_websites',
      'grant_websites',
    ]);
    const rows = [
      await database.query('SELECT * FROM accounts WHERE id = 2'),
      await database.query('SELECT * FROM websites WHERE account_id = 2'),
      await database.query('SELECT * FROM user_accounts WHERE account_id = 2 ORDER BY user_id'),
      await database.query('SELECT * FROM users WHERE id = $1', [strangerId]),
      await database.query('SELECT * FROM one_time_links WHERE account_id = 2 OR user_id = $1', [strangerId]),
      await database.query('SELECT * FROM audit_log WHERE account_id = 2 ORDER BY id'),
      await database.query('SELECT * FROM account_branding WHERE account_id = 2'),
      await database.query('SELECT * FROM access_tokens WHERE id = $1', [tenants.ids.token.foreign]),
    ];
    for (const table of byWebsite) {
      rows.push(await database.query(`SELECT * FROM ${table} WHERE website_id = $1`, [websiteId]));
    }
    return JSON.stringify(rows);
  }
});

interface Login {
  readonly email: string;
  readonly password: string;
}

const SCOPE = SCOPES.join(' ');

async function dashboardToken(baseUrl: string, login: Login, websiteIds: readonly number[]): Promise<string> {
  const client = await OAuthClient.known(baseUrl, { client_id: 'dashboard', token_endpoint_auth_method: 'none' });
  const redirect = { redirect_uri: `${baseUrl}/callback`, scope: SCOPE };
  return (await client.obtain(new BrowserlessPerson(baseUrl), websiteIds, login, redirect)).access_token;
}

/** That of an application, and one that the user has created. */
async function otherTokens(
  baseUrl: string,
  login: Login,
  websiteIds: readonly number[],
  dashboard: string,
): Promise<string[]> {
  const application = await OAuthClient.register(baseUrl);
  const authorized = await application.obtain(new BrowserlessPerson(baseUrl), websiteIds, login, { scope: SCOPE });
  const created = await fetch(`${baseUrl}/oauth/tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${dashboard}`, ...JSON_TYPE },
    body: JSON.stringify({ name: 'Export', audience: 'rest', scopes: SCOPES, website_ids: websiteIds }),
  });
  const { token } = (await created.json()) as { token: string };
  return [authorized.access_token, token];
}
