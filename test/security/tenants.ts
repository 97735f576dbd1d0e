// Two tenants on one service, with a token of every kind for the first. Ids that are compared have the same number of
// digits, so that responses can be compared byte by byte.

import { randomBytes } from 'node:crypto';
import { type Audience, SCOPES, type Scope } from '../../src/core/contract/access/principal.ts';
import { secretHash } from '../../src/core/contract/access/secret-hash.ts';
import { createToken, revokeToken } from '../../src/core/contract/access/tokens.ts';
import { importCatalog } from '../../src/core/engine/catalog/records/import-catalog.ts';
import type { Database, Engine } from '../../src/core/foundation/database/database.ts';
import { isoSeconds } from '../../src/core/foundation/time/clock.ts';
import { createIngestKey, revokeIngestKey } from '../../src/core/intake/ingest-keys/ingest-keys.ts';
import { deleteGrant } from '../../src/core/manage/authorization-server/grants/grants.ts';
import { keepUnconfirmed } from '../../src/core/manage/contacts/unconfirmed.ts';
import { BrowserlessPerson } from '../support/browserless-person.ts';
import { switchLog } from '../support/event-log.ts';
import { EMAIL, PASSWORD, startLoginService } from '../support/login-service.ts';
import { OAuthClient } from '../support/oauth-client.ts';
import { anySentence } from '../support/said.ts';
import { DAY_MS } from '../support/test-clock.ts';
import type { TestService } from '../support/test-service.ts';
import { createUser } from '../support/users.ts';

/** Part of everything that the other tenant has: no response to the first may contain it. */
export const FOREIGN_MARK = 'zanzibar';

/** own: in the token; sibling: of the same account, but not in the token; foreign: another account's. */
export type Whose = 'own' | 'sibling' | 'foreign' | 'nobodys';
export type IdKind =
  | ('website' | 'areas' | 'campaigns' | 'variants' | 'steps' | 'elements')
  | ('contact' | 'unconfirmed' | SavedKind | 'token' | 'share-links' | 'history-imports');
/** The names that paths have. */
type SavedKind = 'funnels' | 'annotations' | 'goals' | 'views';

const WEBSITE_IDS = { own: 7001, sibling: 7002, foreign: 7003, nobodys: 7009 };
const SUBJECT_IDS = {
  campaigns: { own: 7011, sibling: 7012, foreign: 7013, nobodys: 7019 },
  variants: { own: 7021, sibling: 7022, foreign: 7023, nobodys: 7029 },
  steps: { own: 7031, sibling: 7032, foreign: 7033, nobodys: 7039 },
  elements: { own: 7041, sibling: 7042, foreign: 7043, nobodys: 7049 },
};
/** The next ids that the service generates. */
const NEXT_IDS = { contacts: 7100, ingest_keys: 7200, share_links: 7400, access_tokens: 7500 };
const SAVED_IDS: Readonly<Record<SavedKind, Readonly<Record<Whose, number>>>> = {
  funnels: { own: 7051, sibling: 7052, foreign: 7053, nobodys: 7059 },
  annotations: { own: 7061, sibling: 7062, foreign: 7063, nobodys: 7069 },
  goals: { own: 7071, sibling: 7072, foreign: 7073, nobodys: 7079 },
  views: { own: 7081, sibling: 7082, foreign: 7083, nobodys: 7089 },
};
const UNCONFIRMED_IDS = { own: 7091, sibling: 7092, foreign: 7093, nobodys: 7099 };
const SHARE_LINK_IDS = { own: 7301, sibling: 7302, foreign: 7303, nobodys: 7309 };
const HISTORY_IMPORT_IDS = { own: 7601, sibling: 7602, foreign: 7603, nobodys: 7609 };
const NOBODYS_ID = 7999;
export const CONTACT_EMAILS: Readonly<Record<Whose, string>> = {
  own: 'a@own.example',
  sibling: 'b@own.example',
  foreign: `c@${FOREIGN_MARK}.example`,
  nobodys: 'd@nobody00.example',
};

const STRANGER = { email: `stranger@${FOREIGN_MARK}.example`, password: 'another long passphrase' };

export interface Tenants {
  readonly app: TestService;
  readonly ids: Readonly<Record<IdKind, Readonly<Record<Whose, number>>>>;
  /** Tokens that are valid for the own website, with all scopes, by audience. */
  readonly good: Readonly<Record<Audience, string>>;
  /** Dashboard tokens of a user of the first tenant and of one of the other. */
  readonly dashboard: { readonly own: string; readonly foreign: string };
  readonly ingestKey: string;
  /** `Authorization` headers that are not accepted. */
  refused(audience: Audience): readonly RefusedCredential[];
  /** How none of them may be written: every route reads the header with the same code. */
  malformed(audience: Audience): readonly RefusedCredential[];
  /** Keys that the collector refuses. */
  readonly refusedKeys: readonly RefusedCredential[];
  /** A valid token with every scope except these. */
  withoutScopes(audience: Audience, ...scopes: readonly Scope[]): Promise<string>;
  dispose(): Promise<void>;
}

interface RefusedCredential {
  readonly name: string;
  /** undefined: no header. */
  readonly authorization: string | undefined;
}

const now = () => new Date();
const longAgo = () => new Date(Date.now() - 2 * DAY_MS);

export async function startTenants(engine: Engine): Promise<Tenants> {
  const app = await startLoginService(engine, {
    components: ['rest', 'mcp', 'auth', 'collect', 'dashboard'],
    env: { RATE_LIMIT_PER_MINUTE: '10000000' },
  });
  const { database } = app;
  await importCatalog(database, CATALOG, now);
  await skipIds(database);
  await switchLog(database, WEBSITE_IDS.own, true);
  await createUser(database, { ...STRANGER, accountIds: [2] }, now);
  await writeSnapshots(database);
  await writeSavedRecords(database);
  await writeShareLinks(database);
  await writeHistoryImports(database);
  await writeCosts(database);

  const all = { websiteIds: [WEBSITE_IDS.own], scopes: SCOPES };
  const made = async (audience: Audience, clock = now) =>
    createToken(database, { ...all, audience, expiresInDays: 1 }, clock);
  const revoked = async (audience: Audience) => {
    const { id, token } = await made(audience);
    await revokeToken(database, id, now);
    return token;
  };
  const good = { rest: (await made('rest')).token, tools: (await made('tools')).token };
  const dashboard = {
    own: await dashboardToken(app, { email: EMAIL, password: PASSWORD }, [WEBSITE_IDS.own]),
    foreign: await dashboardToken(app, STRANGER, [WEBSITE_IDS.foreign]),
  };
  const ingestKey = (await createIngestKey(database, WEBSITE_IDS.own, now))!.key;
  const oldIngestKey = (await createIngestKey(database, WEBSITE_IDS.own, now))!;
  await revokeIngestKey(database, oldIngestKey.id, now);

  const dead = {
    rest: await deadTokens(database, 'rest', made, revoked),
    tools: await deadTokens(database, 'tools', made, revoked),
  };
  const keys: Readonly<Record<string, string>> = {
    'the legacy key after the first token': `api_key=${websiteOf('own').api_key}`,
    'the legacy key as a token': `Bearer ${websiteOf('own').api_key}`,
    'no legacy key': 'api_key=',
  };
  const contact = await writeContacts(app, database);
  for (const whose of ['own', 'sibling', 'foreign'] as const) {
    await writeUnconfirmed(database, {
      websiteId: WEBSITE_IDS[whose],
      contactId: contact[whose],
      id: UNCONFIRMED_IDS[whose],
    });
  }
  return {
    app,
    ids: {
      website: WEBSITE_IDS,
      areas: WEBSITE_IDS,
      ...SUBJECT_IDS,
      contact,
      unconfirmed: UNCONFIRMED_IDS,
      'share-links': SHARE_LINK_IDS,
      'history-imports': HISTORY_IMPORT_IDS,
      ...SAVED_IDS,
      token: await tokenIds(database, dashboard, app),
    },
    good,
    dashboard,
    ingestKey,
    refused: (audience) => {
      const other = audience === 'rest' ? 'tools' : 'rest';
      return credentials({
        ...unknown(good[audience]),
        ...dead[audience],
        ...keys,
        'a token of the other audience': `Bearer ${good[other]}`,
        'a token of the other audience that a client was given': dead[other].live!,
        'an ingest key': `Bearer ${ingestKey}`,
      });
    },
    malformed: (audience) => credentials(malformed(good[audience])),
    refusedKeys: credentials({
      ...unknown(ingestKey),
      ...malformed(ingestKey),
      ...keys,
      'a key that was revoked': `Bearer ${oldIngestKey.key}`,
      'a token for the REST API': `Bearer ${good.rest}`,
      'a token for the tools': `Bearer ${good.tools}`,
      'a token of the dashboard': `Bearer ${dashboard.own}`,
    }),
    withoutScopes: async (audience, ...scopes) => {
      const others = SCOPES.filter((scope) => !scopes.includes(scope));
      return (await createToken(database, { ...all, scopes: others, audience }, now)).token;
    },
    dispose: () => app.dispose(),
  };
}

function credentials(named: Readonly<Record<string, string>>): RefusedCredential[] {
  const { live: _, ...refused } = named;
  return [
    { name: 'nothing', authorization: undefined },
    ...Object.entries(refused).map(([name, authorization]) => ({ name, authorization })),
  ];
}

function unknown(secret: string): Record<string, string> {
  return {
    'its hash': `Bearer ${secretHash(secret)}`,
    'something of that kind': `Bearer ${secret.slice(0, 4)}${randomBytes(32).toString('base64url')}`,
  };
}

function malformed(secret: string): Record<string, string> {
  return {
    'a scheme and no more': 'Bearer',
    'another scheme': 'Basic YTpi',
    'another scheme with the secret': `Token ${secret}`,
    'the secret alone': secret,
    'the secret twice': `Bearer ${secret} ${secret}`,
    'the secret in quotes': `Bearer "${secret}"`,
    'the secret and a comma': `Bearer ${secret},`,
    'the secret without its end': `Bearer ${secret.slice(0, -1)}`,
    'the secret and one more': `Bearer ${secret}x`,
    'the secret in capitals': `Bearer ${secret.toUpperCase()}`,
    'the secret as a legacy key': `api_key=${secret}`,
    'something random': `Bearer ${randomBytes(32).toString('base64url')}`,
    null: 'Bearer null',
    'a name of JavaScript': 'Bearer __proto__',
    'metacharacters of SQL': "Bearer fat_'OR'1'='1",
  };
}

/** `live` is the valid one, to be tried elsewhere. */
async function deadTokens(
  database: Database,
  audience: Audience,
  made: (audience: Audience, clock?: () => Date) => Promise<{ token: string }>,
  revoked: (audience: Audience) => Promise<string>,
): Promise<Record<string, string>> {
  const inAnHour = new Date(Date.now() + 3_600_000);
  return {
    live: `Bearer ${(await issueToken(database, audience, inAnHour)).token}`,
    'an expired token': `Bearer ${(await made(audience, longAgo)).token}`,
    'an expired token that a client was given': `Bearer ${(await issueToken(database, audience, longAgo())).token}`,
    'a revoked token': `Bearer ${await revoked(audience)}`,
    'a token whose grant has ended': `Bearer ${await endedToken(database, audience, inAnHour)}`,
  };
}

/** As the authorization server stores it when a client gets one. */
async function issueToken(database: Database, audience: Audience, expiresAt: Date) {
  const [token, grantHash] = [randomBytes(32).toString('base64url'), secretHash(randomBytes(32).toString('hex'))];
  await database.transaction(async (tx) => {
    await tx.insertMany({
      into: 'issued_tokens',
      columns: ['token_hash', 'grant_hash', 'audience', 'scopes', 'payload', 'expires_at'],
      rows: [[secretHash(token), grantHash, audience, SCOPES.join(' '), '{}', isoSeconds(expiresAt)]],
    });
    await tx.insertMany({
      into: 'grant_websites',
      columns: ['grant_hash', 'website_id'],
      rows: [[grantHash, WEBSITE_IDS.own]],
    });
  });
  return { token, grantHash };
}

async function endedToken(database: Database, audience: Audience, expiresAt: Date): Promise<string> {
  const { token, grantHash } = await issueToken(database, audience, expiresAt);
  await database.transaction((tx) => deleteGrant(tx, grantHash));
  return token;
}

async function dashboardToken(
  app: TestService,
  login: { readonly email: string; readonly password: string },
  websiteIds: readonly number[],
): Promise<string> {
  const client = await OAuthClient.known(app.baseUrl, { client_id: 'dashboard', token_endpoint_auth_method: 'none' });
  const parameters = { redirect_uri: `${app.baseUrl}/callback`, scope: SCOPES.join(' ') };
  return (await client.obtain(new BrowserlessPerson(app.baseUrl), websiteIds, login, parameters)).access_token;
}

async function tokenIds(
  database: Database,
  dashboard: Tenants['dashboard'],
  { baseUrl }: TestService,
): Promise<Record<Whose, number>> {
  const create = async (token: string, websiteId: number, name: string) => {
    const response = await fetch(`${baseUrl}/oauth/tokens`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name, audience: 'rest', scopes: ['reports'], website_ids: [websiteId] }),
    });
    return ((await response.json()) as { id: number }).id;
  };
  const sibling = { websiteIds: [WEBSITE_IDS.sibling], scopes: ['reports'], audience: 'rest' } as const;
  return {
    own: await create(dashboard.own, WEBSITE_IDS.own, 'own'),
    sibling: (await createToken(database, sibling, now)).id,
    foreign: await create(dashboard.foreign, WEBSITE_IDS.foreign, FOREIGN_MARK),
    nobodys: NOBODYS_ID,
  };
}

async function writeContacts({ baseUrl }: TestService, database: Database): Promise<Record<Whose, number>> {
  const write = async (whose: 'own' | 'sibling' | 'foreign') => {
    const websiteIds = [WEBSITE_IDS[whose]];
    const { token } = await createToken(database, { websiteIds, scopes: ['contacts:write'], audience: 'rest' }, now);
    const response = await fetch(`${baseUrl}/api/v1/contacts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: CONTACT_EMAILS[whose], first_name: whose === 'foreign' ? FOREIGN_MARK : whose }),
    });
    return ((await response.json()) as { id: number }).id;
  };
  return {
    own: await write('own'),
    sibling: await write('sibling'),
    foreign: await write('foreign'),
    nobodys: NOBODYS_ID,
  };
}

interface NewUnconfirmed {
  readonly websiteId: number;
  readonly contactId: number;
  readonly id: number;
}

/** What a form has said about a contact. */
export async function writeUnconfirmed(
  database: Database,
  { websiteId, contactId, id }: NewUnconfirmed,
): Promise<void> {
  const fields = { phone: `+49 30 ${id}`, sms_consent: websiteId === WEBSITE_IDS.foreign ? FOREIGN_MARK : 'yes' };
  const source = { source_url: null, campaign: null };
  await database.transaction((tx) =>
    keepUnconfirmed(tx, { websiteId, id, contactId, fields, source, now: '2024-05-13T00:00:00Z' }),
  );
}

async function skipIds(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    for (const [name, id] of Object.entries(NEXT_IDS)) {
      await tx.query('UPDATE id_sequences SET last_id = $2 WHERE name = $1', [name, id]);
    }
  });
}

async function writeSnapshots(database: Database): Promise<void> {
  const snapshotOf = (text: string) => ({
    ...{ revenue: 1, viewers: 1 },
    items: [{ kind: 'note', sentences: [anySentence(text)], campaign_ids: [] }],
  });
  const row = (websiteId: number, text: string) => [
    websiteId,
    19_849,
    JSON.stringify(snapshotOf(text)),
    '2024-05-13T00:00:00Z',
  ];
  await database.transaction((tx) =>
    tx.insertMany({
      into: 'insights_snapshots',
      columns: ['website_id', 'week', 'snapshot', 'created_at'],
      rows: [row(WEBSITE_IDS.own, 'own'), row(WEBSITE_IDS.sibling, 'sibling'), row(WEBSITE_IDS.foreign, FOREIGN_MARK)],
    }),
  );
}

async function writeShareLinks(database: Database): Promise<void> {
  const rowOf = (whose: 'own' | 'sibling' | 'foreign', name: string) => {
    const [id, websiteId] = [SHARE_LINK_IDS[whose], WEBSITE_IDS[whose]];
    return [id, websiteId, name, secretHash(name), `/websites/${websiteId}`, 0, '[]', isoSeconds(now())];
  };
  await database.transaction((tx) =>
    tx.insertMany({
      into: 'share_links',
      columns: ['id', 'website_id', 'name', 'secret_hash', 'path', 'locked', 'origins', 'created_at'],
      rows: [rowOf('own', 'own'), rowOf('sibling', 'sibling'), rowOf('foreign', FOREIGN_MARK)],
    }),
  );
}

async function writeHistoryImports(database: Database): Promise<void> {
  const rowOf = (whose: 'own' | 'sibling' | 'foreign', name: string) => {
    return [WEBSITE_IDS[whose], HISTORY_IMPORT_IDS[whose], 'umami', `${name}.csv`, name, 0, 0, 1, isoSeconds(now())];
  };
  await database.transaction((tx) =>
    tx.insertMany({
      into: 'history_imports',
      columns: [
        ...['website_id', 'id', 'tool', 'file_name', 'digest'],
        ...['first_day', 'last_day', 'day_count', 'created_at'],
      ],
      rows: [rowOf('own', 'own'), rowOf('sibling', 'sibling'), rowOf('foreign', FOREIGN_MARK)],
    }),
  );
}

async function writeSavedRecords(database: Database): Promise<void> {
  const definitions: Readonly<Record<SavedKind, object>> = {
    funnels: { step: ['view', 'order'], within_minutes: 60, break_down_by: null },
    annotations: { date: '2024-05-13' },
    goals: { metric: 'orders', target: 100, campaign_id: null },
    views: { path: '/websites/7001' },
  };
  const at = isoSeconds(now());
  const rowsOf = (whose: 'own' | 'sibling' | 'foreign', name: string) =>
    Object.entries(definitions).map(([kind, definition]) => {
      const id = SAVED_IDS[kind as SavedKind][whose];
      return [WEBSITE_IDS[whose], id, kind.slice(0, -1), name, JSON.stringify(definition), at, at];
    });
  await database.transaction((tx) =>
    tx.insertMany({
      into: 'saved_records',
      columns: ['website_id', 'id', 'kind', 'name', 'definition', 'created_at', 'updated_at'],
      rows: [...rowsOf('own', 'own'), ...rowsOf('sibling', 'sibling'), ...rowsOf('foreign', FOREIGN_MARK)],
    }),
  );
}

async function writeCosts(database: Database): Promise<void> {
  const rowOf = (whose: 'own' | 'sibling' | 'foreign', value: string) => {
    return [WEBSITE_IDS[whose], 'utm_campaign', value, 2024 * 12, 10_000];
  };
  await database.transaction((tx) =>
    tx.insertMany({
      into: 'costs',
      columns: ['website_id', 'dimension', 'value', 'month', 'amount'],
      rows: [rowOf('own', 'own'), rowOf('sibling', 'sibling'), rowOf('foreign', FOREIGN_MARK)],
    }),
  );
}

function websiteOf(whose: 'own' | 'sibling' | 'foreign') {
  const name = whose === 'foreign' ? FOREIGN_MARK : whose;
  const { campaigns, variants, steps, elements } = SUBJECT_IDS;
  const step = { id: steps[whose], elements: [{ id: elements[whose], element_type: name }] };
  return {
    id: WEBSITE_IDS[whose],
    name: `${name}.example`,
    api_key: `key-of-${name}-that-is-long-enough`,
    areas: [{ id: WEBSITE_IDS[whose], name }],
    campaigns: [{ id: campaigns[whose], name, variants: [{ id: variants[whose], name, steps: [step] }] }],
  };
}

const CATALOG = {
  accounts: [
    { id: 1, name: 'Acme', websites: [websiteOf('own'), websiteOf('sibling')] },
    { id: 2, name: FOREIGN_MARK, websites: [websiteOf('foreign')] },
  ],
};
