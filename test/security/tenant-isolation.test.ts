// Access control: every route of the server and every tool, with every kind of missing permission.
// The routes come from the server's own table, so a route that is not listed here fails.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Audience, Scope } from '../../src/core/contract/access/principal.ts';
import { createIngestKey, createPublicKey } from '../../src/core/intake/ingest-keys/ingest-keys.ts';
import { addWebhookSecret } from '../../src/extensions/protocols/webhooks/webhook-secrets.ts';
import { ENGINES } from '../support/databases.ts';
import { IS_LONG } from '../support/long.ts';
import { queryWith } from '../support/needed-parameters.ts';
import { restoreOf } from '../support/restore.ts';
import { type Answer, ask } from './ask.ts';
import {
  CONTACT_EMAILS,
  FOREIGN_MARK,
  type IdKind,
  startTenants,
  type Tenants,
  type Whose,
  writeUnconfirmed,
} from './tenants.ts';

interface Route {
  readonly method: string;
  readonly url: string;
}

/** The routes of the service that was started last. Fastify announces each server that it creates. */
const routes: Route[] = [];
const noteRoutes = (message: unknown) => {
  const { fastify } = message as { readonly fastify: FastifyInstance };
  routes.length = 0;
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, url });
  });
};
beforeAll(() => subscribe('fastify.initialization', noteRoutes));
afterAll(() => {
  unsubscribe('fastify.initialization', noteRoutes);
});

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly security: readonly {
    readonly oauth2?: readonly Scope[];
    readonly dashboard?: readonly [];
    readonly ingest_key?: readonly [];
  }[];
}

const CONTRACT: { paths: Record<string, Record<string, Operation>> } = JSON.parse(
  readFileSync(new URL('../../contract/openapi.json', import.meta.url), 'utf8'),
);

/** Public: the response is the same for everybody and contains no tenant data. */
const PUBLIC_ROUTES: ReadonlySet<string> = new Set([
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
  'GET /api/v1/openapi.json',
  'GET /docs',
  'GET /docs/openapi.json',
  'GET /docs/assets/:name',
  'GET /t.js',
  'GET /.well-known/oauth-protected-resource',
  'GET /.well-known/oauth-protected-resource/mcp',
  'GET /.well-known/oauth-protected-resource/api/v1',
  'OPTIONS /.well-known/oauth-protected-resource',
  'OPTIONS /.well-known/oauth-protected-resource/mcp',
  'OPTIONS /.well-known/oauth-protected-resource/api/v1',
  ...['GET /mcp/server-card', 'GET /mcp/icon.svg', 'GET /.well-known/ai-catalog.json'],
  ...['OPTIONS /mcp/server-card', 'OPTIONS /mcp/icon.svg', 'OPTIONS /.well-known/ai-catalog.json'],
  'GET /.well-known/oauth-authorization-server',
  'OPTIONS /.well-known/oauth-authorization-server',
  'GET /oauth/jwks',
  'OPTIONS /oauth/jwks',
  'OPTIONS /e',
  'OPTIONS /oauth/register',
  'OPTIONS /oauth/token',
  'OPTIONS /oauth/revoke',
  'OPTIONS /oauth/introspect',
  'GET /',
  'GET /websites/*',
  'GET /api-access',
  'GET /setup',
  'GET /audit-log',
  'GET /exports',
  'GET /profile',
  'GET /people',
  'GET /invitation',
  'GET /reset-password',
  'GET /callback',
  'GET /assets/:name',
  'GET /theme.js',
  'GET /oauth/logout/success',
  // The same answer for everybody who has no link that works: test/extensions/notifications/.
  'GET /unsubscribe/:token',
  'POST /unsubscribe/:token',
  'GET /recipients/unsubscribe/:token',
  'POST /recipients/unsubscribe/:token',
]);

/** They go by the secret in the path: test/security/share-links.test.ts, and test/extensions/notifications/recipients.ts. */
const SECRET_PAGES: readonly string[] = ['/s/:secret', '/recipients/confirm/:token'];

/** They authenticate by a code, client credentials or a user's cookie, not by a token. */
const OAUTH_ROUTES: Readonly<Record<string, number>> = {
  'GET /oauth/authorize': 400,
  'GET /oauth/authorize-tools': 303,
  'GET /oauth/authorize/:uid': 400,
  'POST /oauth/register': 400,
  'POST /oauth/token': 400,
  'POST /oauth/revoke': 400,
  'POST /oauth/introspect': 400,
  'GET /oauth/logout': 200,
  'POST /oauth/logout/confirm': 400,
  'GET /oauth/interaction/:uid': 400,
  'POST /oauth/interaction/:uid/login': 400,
  'GET /oauth/interaction/:uid/forgotten-password': 400,
  'POST /oauth/interaction/:uid/forgotten-password': 400,
  'GET /oauth/interaction/:uid/sso': 400,
  'POST /oauth/interaction/:uid/sso': 400,
  'GET /oauth/sso/callback': 400,
  'POST /oauth/interaction/:uid/consent': 400,
  'POST /oauth/interaction/:uid/website': 400,
  'POST /oauth/interaction/:uid/cancel': 400,
};

/** Answered even if the request is no preflight. */
const OPEN_PREFLIGHTS =
  /^(\/oauth\/register$|\/e(\/contact)?$|\/\.well-known\/(oauth-protected-resource|ai-catalog)|\/mcp\/)/;

/** OPTIONS is only for CORS preflight requests. */
function publicStatus({ method, url }: Route): number {
  if (method === 'OPTIONS') return OPEN_PREFLIGHTS.test(url) ? 204 : 404;
  return /^(\/docs)?\/assets\//.test(url) ? 404 : 200;
}

/** They go by a signature over the body. Who can't sign is told nothing: test/security/webhooks.test.ts. */
const WEBHOOK_ROUTES: ReadonlySet<string> = new Set([
  'POST /webhooks/shopify/:id',
  'POST /webhooks/woocommerce/:id',
  'POST /webhooks/stripe/:id',
]);

/** They go by a write key, in one of three places: test/extensions/protocols/segment/protocol.test.ts. */
const SEGMENT_ROUTES = /^(\/v1\/|\/beacon\/|\/sourceConfig$)/;

type Kind =
  | ('public' | 'shared' | 'webhook' | 'segment' | 'oauth')
  | ('rest' | 'tools' | 'collector' | 'browsers' | 'dashboard' | 'link');

/** undefined: not classified yet. */
function kindOf({ method, url }: Route): Kind | undefined {
  // A HEAD route comes with each GET route, and the same rules hold.
  const name = `${method === 'HEAD' ? 'GET' : method} ${url}`;
  if (PUBLIC_ROUTES.has(name)) return 'public';
  if (SECRET_PAGES.includes(url)) return 'shared';
  if (name in OAUTH_ROUTES) return 'oauth';
  if (WEBHOOK_ROUTES.has(name)) return 'webhook';
  if (SEGMENT_ROUTES.test(url)) return 'segment';
  const operation = operationOf({ method, url });
  if (operation?.security[0]?.dashboard) return 'dashboard';
  if (operation?.security[0]?.ingest_key) return 'collector';
  if (url === '/e' || url === '/e/contact') return 'browsers';
  if (operation?.security.length === 0) return 'link';
  if (operation) return 'rest';
  if (url === '/mcp') return 'tools';
  return undefined;
}

function operationOf({ method, url }: Route): Operation | undefined {
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  return CONTRACT.paths[url.replace(':id', '{id}')]?.[verb];
}

/** What differs between any two requests. */
const PASSING_HEADERS = ['date', 'x-request-id', 'ratelimit-remaining', 'ratelimit-reset'];

/** The whole response, without the requested id. */
function shapeOf({ status, headers, text }: Answer, asked: string): string {
  const lines = Object.entries(headers)
    .filter(([name]) => !PASSING_HEADERS.includes(name))
    .map((pair) => pair.join(': '));
  return [status, ...lines, text].join('\n').replaceAll(new RegExp(`\\b${asked}\\b`, 'g'), '{asked}');
}

const SUBJECT_FIELDS = {
  website_id: 'website',
  campaign_id: 'campaigns',
  variant_id: 'variants',
  step_id: 'steps',
  element_id: 'elements',
} as const;
/** Good requests, by path. */
const DASHBOARD_CHANGES = {
  '/dashboard/ingest-keys': { public: false, name: 'new' },
  '/dashboard/website-settings': { browser_orders: true },
  '/dashboard/webhooks': { provider: 'woocommerce' },
};
interface OwnVariant {
  readonly id: number;
  readonly steps: readonly { readonly id: number; readonly elements: readonly { readonly id: number }[] }[];
}

/** A good body of a request that names all records of a list; undefined: it names none. */
function listBodyOf({ method, url }: Route, variants: readonly OwnVariant[]): unknown {
  if (method !== 'PATCH') return undefined;
  const steps = variants.find(({ id }) => id === 7021)?.steps ?? [];
  const elements = steps.find(({ id }) => id === 7031)?.elements ?? [];
  if (url.endsWith('/:id/steps')) return { order: steps.map(({ id }) => id) };
  if (url.endsWith('/:id/elements')) return { order: elements.map(({ id }) => id) };
  if (!url.endsWith('/:id/variants')) return undefined;
  return { shares: variants.map(({ id }, index) => ({ id, traffic_percentage: index === 0 ? 100 : 0 })) };
}

function bodyOf({ method, url }: Route): unknown {
  if (method === 'PUT') return { channel: 'email', month: '2024-05', amount: 100 };
  if (method !== 'POST') return method === 'PATCH' ? { name: 'Changed' } : undefined;
  if (url.endsWith('/funnels')) return { name: 'New', step: ['view', 'order'] };
  if (url.endsWith('/annotations')) return { name: 'New', date: '2024-05-13' };
  if (url.endsWith('/goals')) return { name: 'New', metric: 'orders', target: 100 };
  if (url.endsWith('/erasures')) return { kind: 'day', day: '2024-05-13', confirm: true };
  if (url.endsWith('/erasures/preview')) return { kind: 'day', day: '2024-05-13' };
  if (url.endsWith('/history-imports')) {
    const points = [{ x: '2020-01-31 00:00:00', y: 1 }];
    return { pageviews: points, sessions: points };
  }
  if (/\/(views|share-links)$/.test(url)) return { name: 'New', path: '/websites/7001' };
  return url.endsWith('/contacts') ? { email: 'new@own.example' } : { name: 'New' };
}

function goodStatus({ method, url }: Route): number {
  if (method === 'DELETE' && !url.endsWith('/contacts')) return 204;
  if (method === 'POST' && url.endsWith('/history-imports')) return 202;
  return method === 'POST' && !/\/(seen|forget|accept|erasures|preview)$/.test(url) ? 201 : 200;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const EVENT = { type: 'view', website_id: 7001, visitor: 'v' };
const NEW_TOKEN = { name: 'new', audience: 'rest', scopes: ['reports'], website_ids: [7001] };

/** The statements are the same on each engine. On PostgreSQL, requests that arrive together share the look-up of their tokens. */
const TRIED = IS_LONG ? ENGINES : ENGINES.slice(-1);

describe.each(TRIED)('tenants on %s', (engine) => {
  let tenants: Tenants;
  let cells = 0;
  let unconfirmed = 0;
  let toolCount = 0;
  /** Unexpected results. Empty in the end. */
  let wrong: string[] = [];

  beforeAll(async () => {
    tenants = await startTenants(engine);
  });
  afterAll(async () => {
    console.log(`tenant isolation on ${engine}: ${cells} cells, ${routes.length} routes, ${toolCount} tools`);
    await tenants?.dispose();
  });

  const ofKind = (kind: Kind) => routes.filter((route) => kindOf(route) === kind);
  /** Without the HEAD routes, which the handlers of the GET routes answer: their bodies, which are compared, are empty. */
  const withBody = (kind: Kind) => ofKind(kind).filter(({ method }) => IS_LONG || method !== 'HEAD');

  async function send(
    { method, url }: Route,
    authorization: string | undefined,
    query: Readonly<Record<string, string | number>> = {},
    body?: unknown,
  ): Promise<Answer> {
    const id = query.id ?? tenants.ids[objectKindOf(url) ?? 'campaigns'].own;
    const path = url.replace(':id', String(id)).replace(':uid', 'x').replace(':name', 'x').replace('*', '1');
    const given = Object.entries(query).filter(([name]) => name !== 'id' || !url.includes(':id'));
    const search = queryWith(
      operationOf({ method, url })?.operationId ?? '',
      Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
    );
    return ask(tenants.app.baseUrl, {
      method,
      path: search.size === 0 ? path : `${path}?${search}`,
      headers: { ...(authorization !== undefined && { authorization }), ...(body !== undefined && JSON_TYPE) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  /** Counts a check, and records an unexpected result. */
  function cell(label: string, { status, headers, text }: Answer, expected: number, challenge?: string): void {
    cells += 1;
    if (status !== expected) wrong.push(`${label}: ${status} and not ${expected} ${text.slice(0, 200)}`);
    const actual = headers['www-authenticate'];
    if (actual !== challenge) wrong.push(`${label}: WWW-Authenticate is ${actual} and not ${challenge}`);
    if (text.includes(FOREIGN_MARK)) wrong.push(`${label}: shows what is the other tenant's`);
    if (status >= 400 && text !== '' && !headers['content-type']?.includes('json')) {
      wrong.push(`${label}: is ${headers['content-type']}`);
    }
  }

  function same(label: string, one: readonly [Answer, string | number], other: typeof one): void {
    cells += 1;
    const [left, right] = [shapeOf(one[0], String(one[1])), shapeOf(other[0], String(other[1]))];
    if (left !== right) wrong.push(`${label}: can be told from what never existed\n${left}\n--\n${right}`);
  }

  function nothingWrong(): void {
    const found = wrong;
    wrong = [];
    expect(found).toEqual([]);
  }

  /**
   * Every credential that is not accepted, concurrently; every sixth one and none at all if it is not a long run. Malformed ones on one
   * route of each kind and method, or on all in a long run.
   */
  async function refuseAll(
    route: Route,
    audience: Audience,
    scope: Scope,
    { label = labelOf(route), body }: { label?: string; body?: unknown } = {},
  ): Promise<void> {
    const isFirst = ofKind(kindOf(route)!).find(({ method }) => method === route.method) === route;
    const malformed = IS_LONG || isFirst ? tenants.malformed(audience) : [];
    const place = routes.indexOf(route);
    const refused = tenants
      .refused(audience)
      .filter(({ authorization }, index) => IS_LONG || authorization === undefined || (index + place) % 6 === 0);
    const refusals = [...refused, ...malformed].map(async ({ name, authorization }) => {
      const challenge = challengeOf(audience, scope, authorization === undefined ? undefined : 'invalid_token');
      cell(`${label}, ${name}`, await send(route, authorization, {}, body), 401, challenge);
    });
    await Promise.all(refusals);
  }

  const labelOf = ({ method, url }: Route, ...rest: string[]) => [`${method} ${url}`, ...rest].join(', ');

  /** RFC 6750 and RFC 9728: an error is named to those who have tried, the way to a token to everybody. */
  function challengeOf(audience: Audience, scope: Scope, error?: 'invalid_token' | 'insufficient_scope'): string {
    const path = audience === 'tools' ? '/mcp' : '/api/v1';
    const metadata = `${tenants.app.baseUrl}/.well-known/oauth-protected-resource${path}`;
    const parameters = [error && `error="${error}"`, `scope="${scope}"`, `resource_metadata="${metadata}"`];
    return `Bearer ${parameters.filter(Boolean).join(', ')}`;
  }

  function objectKindOf(url: string): IdKind | undefined {
    if (url.startsWith('/oauth/tokens/')) return 'token';
    if (url.startsWith('/api/v1/contacts/:id')) return 'contact';
    if (url.startsWith('/api/v1/contacts/unconfirmed/:id')) return 'unconfirmed';
    return (/\/(?:v1|reports|catalog)\/([\w-]+)\/:id(?:\/\w+)?$/.exec(url)?.[1] as IdKind) ?? undefined;
  }

  it('the matrix has every route of the server and every operation of the contract', () => {
    const unknown = routes.filter((route) => kindOf(route) === undefined);
    expect(unknown, 'decide who may use these, and say it in this file').toEqual([]);
    const operations = Object.entries(CONTRACT.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace('{id}', ':id')}`),
    );
    expect(operations.length).toBeGreaterThan(15);
    expect(operations.filter((name) => !routes.some(({ method, url }) => `${method} ${url}` === name))).toEqual([]);
  });

  it('REST: a valid token with the scope is required', async () => {
    const unscoped: Partial<Record<Scope, string>> = {};
    for (const route of ofKind('rest')) {
      const [scope] = operationOf(route)!.security[0]!.oauth2!;
      await refuseAll(route, 'rest', scope!);
      const inTheQuery = await send(route, undefined, { access_token: tenants.good.rest, token: tenants.good.rest });
      cell(labelOf(route, 'a token in the address'), inTheQuery, 401, challengeOf('rest', scope!));
      if (!withBody('rest').includes(route)) continue;
      unscoped[scope!] ??= `Bearer ${await tenants.withoutScopes('rest', scope!)}`;
      const challenge = challengeOf('rest', scope!, 'insufficient_scope');
      cell(labelOf(route, 'every scope but its own'), await send(route, unscoped[scope!]), 403, challenge);
      cell(labelOf(route, 'a good token'), await send(route, ...(await goodRequest(route))), goodStatus(route));
    }
    nothingWrong();
  });

  /** The first contact may be gone by then. */
  async function goodRequest(route: Route): Promise<[string, Record<string, string>, unknown]> {
    const deletesContact = route.method === 'DELETE' && route.url.endsWith('/contacts');
    const query: Record<string, string> = deletesContact ? { email: 'new@own.example' } : {};
    if (/^\/api\/v1\/contacts\/:id\/(data|forget|story)$/.test(route.url)) query.id = await newContact();
    if (route.url.includes('/unconfirmed/:id')) query.id = await newUnconfirmed();
    const body = route.method === 'PATCH' ? listBodyOf(route, await ownVariants()) : undefined;
    return [`Bearer ${tenants.good.rest}`, query, body ?? bodyOf(route)];
  }

  async function newContact(): Promise<string> {
    const route = { method: 'POST', url: '/api/v1/contacts' };
    const { text } = await send(route, `Bearer ${tenants.good.rest}`, {}, { email: 'forgotten@own.example' });
    return String(JSON.parse(text).id);
  }

  /** One that waits, of a contact that is there. */
  async function newUnconfirmed(): Promise<string> {
    const id = 7_900 + ++unconfirmed;
    const unconfirmedOf = { websiteId: tenants.ids.website.own, contactId: Number(await newContact()), id };
    await writeUnconfirmed(tenants.app.database, unconfirmedOf);
    return String(id);
  }

  async function ownVariants(): Promise<readonly OwnVariant[]> {
    const answer = await send({ method: 'GET', url: '/api/v1/catalog' }, `Bearer ${tenants.good.rest}`);
    const { campaigns } = JSON.parse(answer.text) as { campaigns: { id: number; variants: OwnVariant[] }[] };
    return campaigns.find(({ id }) => id === tenants.ids.campaigns.own)!.variants;
  }

  it('REST: a website that is not in the token looks like one that does not exist', async () => {
    for (const route of withBody('rest')) {
      const names = operationOf(route)!.parameters?.map(({ name }) => name) ?? [];
      for (const parameter of ['website_id', 'website_ids'].filter((name) => names.includes(name))) {
        await compare(route, ['sibling', 'foreign'], (whose) => ({ [parameter]: tenants.ids.website[whose] }));
      }
    }
    nothingWrong();
  });

  it('REST: an object of another website looks like one that does not exist', async () => {
    for (const route of withBody('rest')) {
      const kind = objectKindOf(route.url);
      if (kind) await compare(route, ['sibling', 'foreign'], (whose) => ({ id: tenants.ids[kind][whose] }));
    }
    nothingWrong();
  });

  /** Compares each with one that does not exist. The last value of the query is the requested id. */
  async function compare(
    route: Route,
    others: readonly Whose[],
    queryOf: (whose: Whose) => Record<string, string | number>,
    expected = 404,
    authorization = `Bearer ${tenants.good.rest}`,
  ): Promise<void> {
    const ask = async (whose: Whose) => {
      const query = queryOf(whose);
      const body = listBodyOf(route, []) ?? bodyOf(route);
      const besides =
        route.method === 'DELETE' && route.url.endsWith('/contacts') && !('email' in query)
          ? { email: CONTACT_EMAILS.own }
          : {};
      const answer = await send(route, authorization, { ...besides, ...query }, body);
      return [answer, encodeURIComponent(String(Object.values(query).at(-1)))] as const;
    };
    const nobodys = await ask('nobodys');
    cell(labelOf(route, 'what never existed'), nobodys[0], expected);
    for (const whose of others) {
      const answer = await ask(whose);
      cell(labelOf(route, whose, JSON.stringify(queryOf(whose))), answer[0], expected);
      same(labelOf(route, whose), answer, nobodys);
    }
  }

  it("contacts: another tenant's are neither found nor changed", async () => {
    onTestFinished(await restoreOf(tenants.app.database));
    const stored = () =>
      tenants.app.database.query('SELECT * FROM contacts WHERE website_id IN (7002, 7003) ORDER BY website_id, id');
    const before = await stored();
    expect(before).toHaveLength(2);
    const [list, write, remove] = ['GET', 'POST', 'DELETE'].map((method) => ({ method, url: '/api/v1/contacts' }));
    const emailOf = (whose: Whose) => ({ email: CONTACT_EMAILS[whose] });
    await compare(list!, ['sibling', 'foreign'], (whose) => ({ id: tenants.ids.contact[whose] }), 200);
    await compare(list!, ['sibling', 'foreign'], emailOf, 200);
    await compare(remove!, ['sibling', 'foreign'], emailOf);
    for (const whose of ['sibling', 'foreign'] as const) {
      const body = { email: CONTACT_EMAILS[whose], first_name: 'Changed' };
      const answer = await send(write!, `Bearer ${tenants.good.rest}`, {}, body);
      expect(JSON.parse(answer.text)).toMatchObject({ website_id: 7001, name: 'Changed' });
      expect(answer.status).toBe(201);
      cells += 1;
    }
    expect(await stored()).toEqual(before);
    nothingWrong();
  });

  it('the collector: only an ingest key is accepted, and only for its website', async () => {
    const [route] = ofKind('collector');
    for (const { name, authorization } of tenants.refusedKeys) {
      const challenge = authorization === undefined ? 'Bearer' : 'Bearer error="invalid_token"';
      cell(labelOf(route!, name), await send(route!, authorization, {}, [EVENT]), 401, challenge);
    }
    const collect = async (event: object) => send(route!, `Bearer ${tenants.ingestKey}`, {}, [event]);
    const rejected = async (whose: Whose, field: string, kind: IdKind) => {
      const id = tenants.ids[kind][whose];
      const answer = await collect({ ...EVENT, [field]: id });
      cell(labelOf(route!, whose, field), answer, 200);
      expect(JSON.parse(answer.text)).toMatchObject({ accepted: 0, rejected: [{ index: 0 }] });
      return [answer, id] as const;
    };
    for (const [field, kind] of Object.entries(SUBJECT_FIELDS)) {
      const nobodys = await rejected('nobodys', field, kind);
      for (const whose of ['sibling', 'foreign'] as const) {
        same(labelOf(route!, whose, field), await rejected(whose, field, kind), nobodys);
      }
    }
    expect(JSON.parse((await collect(EVENT)).text)).toMatchObject({ accepted: 1 });
    const counted = await tenants.app.database.query('SELECT DISTINCT website_id FROM rollup_counters');
    expect(counted).toEqual([{ website_id: 7001 }]);
    nothingWrong();
  });

  it('the collector for browsers: only a public key gets in, from its origin, and only for its website', async () => {
    const [route] = ofKind('browsers');
    const { app, ids } = tenants;
    const origin = 'https://own.example';
    const created = await createPublicKey(
      app.database,
      { websiteId: ids.website.own, origins: [origin] },
      app.clock.now,
    );
    const { type } = EVENT;
    const send = async (key: unknown, event: object = { type }, from = origin) => {
      const answer = await app.collectFromBrowser(from, { key, events: [event] });
      return { ...answer, headers: Object.fromEntries(answer.headers) };
    };
    const secrets = [undefined, tenants.good.rest, tenants.good.tools, tenants.dashboard.own, `${created!.key}x`];
    for (const secret of secrets) cell(labelOf(route!, String(secret)), await send(secret), 401);
    cell(labelOf(route!, 'a secret key'), await send(tenants.ingestKey), 403);
    cell(labelOf(route!, 'a foreign origin'), await send(created!.key, { type }, 'https://foreign.example'), 403);
    const rejected = async (whose: Whose, field: string, kind: IdKind) => {
      const id = ids[kind][whose];
      const answer = await send(created!.key, { type, [field]: id });
      cell(labelOf(route!, whose, field), answer, 200);
      expect(answer.body).toMatchObject({ accepted: 0, rejected: [{ index: 0 }] });
      return [answer, id] as const;
    };
    for (const [field, kind] of Object.entries(SUBJECT_FIELDS)) {
      const nobodys = await rejected('nobodys', field, kind);
      for (const whose of ['sibling', 'foreign'] as const) {
        same(labelOf(route!, whose, field), await rejected(whose, field, kind), nobodys);
      }
    }
    expect((await send(created!.key)).body).toMatchObject({ accepted: 1 });
    const counted = await app.database.query('SELECT DISTINCT website_id FROM rollup_counters');
    expect(counted).toEqual([{ website_id: 7001 }]);
    nothingWrong();
  });

  it('tokens of users: only for users of the dashboard, and nobody sees those of others', async () => {
    for (const route of ofKind('dashboard')) {
      const body = route.method === 'POST' ? NEW_TOKEN : undefined;
      await refuseAll(route, 'rest', 'reports', { body });
      const unscoped = `Bearer ${await tenants.withoutScopes('rest', 'reports')}`;
      const challenge = challengeOf('rest', 'reports', 'insufficient_scope');
      cell(labelOf(route, 'another scope'), await send(route, unscoped, {}, body), 403, challenge);
      cell(labelOf(route, 'no person'), await send(route, `Bearer ${tenants.good.rest}`, {}, body), 403);
    }
    const [create, remove] = ['POST /oauth/tokens', 'DELETE /oauth/tokens/:id'].map(
      (name) => routes.find(({ method, url }) => `${method} ${url}` === name)!,
    );
    const mine = `Bearer ${tenants.dashboard.own}`;
    await compare(remove!, ['sibling', 'foreign'], (whose) => ({ id: tenants.ids.token[whose] }), 404, mine);
    const createFor = async (whose: Whose) => {
      const id = tenants.ids.website[whose];
      const answer = await send(create!, mine, {}, { ...NEW_TOKEN, website_ids: [id] });
      cell(labelOf(create!, whose), answer, 404);
      return [answer, id] as const;
    };
    const nobodys = await createFor('nobodys');
    for (const whose of ['sibling', 'foreign'] as const) same(labelOf(create!, whose), await createFor(whose), nobodys);
    const own = await send(remove!, mine, { id: tenants.ids.token.own });
    expect(own.status).toBe(204);
    nothingWrong();
  });

  it('the dashboard: a website of others looks like one that never existed, and shows nothing of theirs', async () => {
    const foreignKey = (await createIngestKey(tenants.app.database, tenants.ids.website.foreign, () => new Date()))!;
    const event = { ...EVENT, website_id: tenants.ids.website.foreign, [FOREIGN_MARK]: 1 };
    const [collector] = ofKind('collector');
    const sent = await send(collector!, `Bearer ${foreignKey.key}`, {}, [event]);
    expect(JSON.parse(sent.text)).toMatchObject({ rejected: [{ code: 'unknown_field' }] });
    const mine = `Bearer ${tenants.dashboard.own}`;
    const ofOneWebsite = withBody('dashboard').filter(
      (route) =>
        ['GET', 'HEAD'].includes(route.method) &&
        operationOf(route)!.parameters?.some(({ name }) => name === 'website_id'),
    );
    expect(ofOneWebsite.length).toBeGreaterThan(0);
    for (const route of ofOneWebsite) {
      await compare(route, ['sibling', 'foreign'], (whose) => ({ website_id: tenants.ids.website[whose] }), 404, mine);
      const own = await send(route, mine, { website_id: tenants.ids.website.own });
      cell(labelOf(route, 'own'), own, 200);
    }
    const idOf = (whose: Whose) => ({ id: whose === 'foreign' ? foreignKey.id : 7999 });
    await compare({ method: 'DELETE', url: '/dashboard/ingest-keys/:id' }, ['foreign'], idOf, 404, mine);
    const foreignWebhook = {
      websiteId: tenants.ids.website.foreign,
      provider: 'stripe',
      secret: 'whsec_foreign',
    } as const;
    const webhookId = (await addWebhookSecret(tenants.app.database, foreignWebhook, () => new Date())) as number;
    const webhookIdOf = (whose: Whose) => ({ id: whose === 'foreign' ? webhookId : 7999 });
    await compare({ method: 'DELETE', url: '/dashboard/webhooks/:id' }, ['foreign'], webhookIdOf, 404, mine);
    for (const [url, body] of Object.entries(DASHBOARD_CHANGES)) {
      const route = { method: 'POST', url };
      const change = async (whose: Whose) => {
        const id = tenants.ids.website[whose];
        const answer = await send(route, mine, { website_id: id }, body);
        cell(labelOf(route, whose), answer, 404);
        return [answer, id] as const;
      };
      const nobodys = await change('nobodys');
      for (const whose of ['sibling', 'foreign'] as const) same(labelOf(route, whose), await change(whose), nobodys);
    }
    nothingWrong();
  });

  it('one-time links: no other credential helps, and every link that is not valid gets the same answer', async () => {
    const linkRoutes = ofKind('link');
    expect(linkRoutes.length).toBeGreaterThan(3);
    for (const route of linkRoutes) {
      const first = await send(route, undefined, {}, { secret: 'unknown', password: 'a long passphrase' });
      cell(labelOf(route, 'an unknown link'), first, 401);
      const tokens = [tenants.good.rest, tenants.dashboard.own, tenants.ingestKey];
      for (const token of tokens) {
        const answer = await send(route, `Bearer ${token}`, {}, { secret: token });
        cell(labelOf(route, 'a token'), answer, 401);
        same(labelOf(route), [answer, token], [first, 'unknown']);
      }
      cell(labelOf(route, 'no link'), await send(route, undefined, {}, {}), 401);
    }
    nothingWrong();
  });

  it('public responses are the same for everybody', async () => {
    for (const route of ofKind('public')) {
      const anonymous = await send(route, undefined);
      const known = await send(route, `Bearer ${tenants.good.rest}`);
      cell(labelOf(route, 'nobody'), anonymous, publicStatus(route));
      cell(labelOf(route, 'a token'), known, anonymous.status);
      if (anonymous.headers['set-cookie']) wrong.push(labelOf(route, 'sets a cookie'));
      if (route.url !== '/metrics' && anonymous.text !== known.text) wrong.push(labelOf(route, 'differs'));
    }
    for (const route of ofKind('oauth')) {
      for (const authorization of [undefined, `Bearer ${tenants.good.rest}`]) {
        const { status, text } = await send(route, authorization);
        cells += 1;
        const expected = OAUTH_ROUTES[`${route.method === 'HEAD' ? 'GET' : route.method} ${route.url}`];
        if (status !== expected) wrong.push(`${labelOf(route)}: ${status} and not ${expected} ${text.slice(0, 200)}`);
      }
    }
    nothingWrong();
  });

  describe('the tools', () => {
    /** It has all tools: those of the specification are among them. */
    const TOOLS_URL = '/mcp?tools=extended';
    const rpc = (method: string, params: unknown = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
    const post = (authorization: string | undefined, body: unknown) =>
      send({ method: 'POST', url: TOOLS_URL }, authorization, {}, body);

    interface Tool {
      readonly name: string;
      readonly inputSchema: { readonly properties?: Readonly<Record<string, unknown>> };
    }

    async function listTools(): Promise<readonly Tool[]> {
      const { text } = await post(`Bearer ${tenants.good.tools}`, rpc('tools/list'));
      const { tools } = JSON.parse(text).result as { tools: readonly Tool[] };
      toolCount = tools.length;
      expect(toolCount).toBe(24);
      return tools;
    }

    const OBJECT_TOOLS: Readonly<Record<string, IdKind>> = {
      get_campaign_report: 'campaigns',
      get_variant_report: 'variants',
      get_step_report: 'steps',
      get_element_report: 'elements',
      get_experiment: 'campaigns',
      explain_change: 'campaigns',
      get_best_times: 'campaigns',
    };
    const NEEDED: Readonly<Record<string, object>> = {
      get_funnel: { step: ['view', 'order'] },
      explain_change: { metric: 'orders' },
      list_values: { dimension: 'device' },
      search: { query: 'popup' },
      get_paths: { from: 'view' },
    };

    /** The required arguments, and an id. */
    function argumentsOf({ name, inputSchema }: Tool): Record<string, unknown> {
      expect('id' in (inputSchema.properties ?? {})).toBe(name in OBJECT_TOOLS);
      const kind = OBJECT_TOOLS[name];
      return { ...NEEDED[name], ...(kind && { id: tenants.ids[kind].own }) };
    }

    it('no method is accepted without a valid token', async () => {
      for (const route of ofKind('tools')) {
        await refuseAll(route, 'tools', 'reports', { body: route.method === 'POST' ? rpc('tools/list') : undefined });
        if (route.method === 'POST') continue;
        cell(labelOf(route, 'a good token'), await send(route, `Bearer ${tenants.good.tools}`), 405);
      }
      nothingWrong();
    });

    it('no tool is called without a valid token', async () => {
      const unscoped = `Bearer ${await tenants.withoutScopes('tools', 'reports')}`;
      for (const tool of await listTools()) {
        const call = rpc('tools/call', { name: tool.name, arguments: argumentsOf(tool) });
        await refuseAll({ method: 'POST', url: TOOLS_URL }, 'tools', 'reports', { label: tool.name, body: call });
        const challenge = challengeOf('tools', 'reports', 'insufficient_scope');
        cell(`${tool.name}, another scope`, await post(unscoped, call), 403, challenge);
        const good = await post(`Bearer ${tenants.good.tools}`, call);
        cell(`${tool.name}, a good token`, good, 200);
        expect(JSON.parse(good.text).result.isError, good.text).toBeUndefined();
      }
      nothingWrong();
    });

    it('what is not in the token looks like what does not exist', async () => {
      for (const tool of await listTools()) {
        const known = tool.inputSchema.properties ?? {};
        const least = argumentsOf(tool);
        if ('website_id' in known) {
          await compareCalls(tool, (whose) => ({ ...least, website_id: tenants.ids.website[whose] }));
        }
        if ('website_ids' in known) {
          await compareCalls(tool, (whose) => ({ ...least, website_ids: [tenants.ids.website[whose]] }));
        }
        const kind = OBJECT_TOOLS[tool.name];
        if (kind) await compareCalls(tool, (whose) => ({ ...NEEDED[tool.name], id: tenants.ids[kind][whose] }));
        if ('campaign_id' in known) {
          await compareCalls(tool, (whose) => ({ campaign_id: tenants.ids.campaigns[whose] }));
        }
      }
      nothingWrong();
    });

    async function compareCalls({ name }: Tool, argumentsFor: (whose: Whose) => object): Promise<void> {
      const call = async (whose: Whose) => {
        const given = argumentsFor(whose);
        const answer = await post(`Bearer ${tenants.good.tools}`, rpc('tools/call', { name, arguments: given }));
        cell(`${name}, ${JSON.stringify(given)}`, answer, 200);
        const { result } = JSON.parse(answer.text);
        expect(result).toMatchObject({ isError: true });
        expect(JSON.parse(result.content[0].text)).toMatchObject({ status: 404 });
        return [answer, String(Object.values(given).flat().at(-1))] as const;
      };
      const nobodys = await call('nobodys');
      for (const whose of ['sibling', 'foreign'] as const) same(`${name}, ${whose}`, await call(whose), nobodys);
    }
  });
});
