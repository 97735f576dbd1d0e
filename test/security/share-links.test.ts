// What a share link can read, and what it can't: every operation, other ids and websites, other periods and filters, the tool server, the
// authorization server; and what somebody can do who guesses, frames, stores or reuses links.
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCOPES } from '../../src/core/contract/access/principal.ts';
import { type AnyOperation, isRead } from '../../src/core/contract/operations/define-operation.ts';
import { SHARE_RIGHTS } from '../../src/extensions/sharing/share-rights.ts';
import type { SharedPageName } from '../../src/extensions/sharing/shared-page.ts';
import { buildIfChanged } from '../support/build-if-changed.ts';
import { switchLog } from '../support/event-log.ts';
import { queryWith } from '../support/needed-parameters.ts';
import { OPERATIONS } from '../support/operations.ts';
import { HOUR_MS, TestClock } from '../support/test-clock.ts';
import { TestService } from '../support/test-service.ts';
import { ask } from './ask.ts';

const NOW = '2026-03-18T12:00:00Z';
/** The pages of website 1 of the sample catalog. Campaign 10 has the variants 100 and 101, campaign 11 the variant 110. */
const PATHS: Readonly<Record<SharedPageName, string>> = {
  website: '/websites/1',
  campaign: '/websites/1/campaigns/10',
  funnel: '/websites/1/funnels/{funnel}',
  experiments: '/websites/1/experiments',
  attribution: '/websites/1/attribution',
};
const PAGES = Object.keys(PATHS) as SharedPageName[];
/** The ids that the operations of each page are asked for. */
const OWN_IDS: Readonly<Record<string, number>> = { get_variant_report: 101 };
const LOCKED = '?timeframe=custom&range_start=2026-03-01&range_end=2026-03-10&filter=device%3Amobile';

let app: TestService;
let token: string;
let funnelId: number;
const links = {} as Record<SharedPageName, string>;

beforeAll(async () => {
  buildIfChanged('dashboard');
  app = await TestService.start('sqlite', {
    components: ['rest', 'mcp', 'auth', 'dashboard'],
    clock: new TestClock(NOW),
    env: { RATE_LIMIT_PER_MINUTE: '100000', TRUSTED_PROXIES: '127.0.0.1' },
  });
  await switchLog(app.database, 1, true);
  token = await app.token([1, 2], { scopes: SCOPES });
  const funnel = { name: 'Orders', step: ['view', 'order'] };
  funnelId = (await send('POST', '/api/v1/funnels?website_id=1', funnel)).id as number;
  for (const page of PAGES) links[page] = await share({ path: pathOf(page) });
});
afterAll(() => app?.dispose());

function pathOf(page: SharedPageName): string {
  return PATHS[page].replace('{funnel}', String(funnelId));
}

async function send(method: string, path: string, body: object): Promise<Record<string, unknown>> {
  const { status, text } = await ask(app.url, {
    ...{ method, path, body: JSON.stringify(body) },
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  return { status, ...JSON.parse(text || '{}') };
}

const create = (link: object) => send('POST', '/api/v1/share-links?website_id=1', { name: 'For Bob', ...link });

/** The secret of a new link. */
async function share(link: object): Promise<string> {
  const created = await create(link);
  expect(created.status, JSON.stringify(created)).toBe(201);
  return secretOf(created);
}

function secretOf({ url }: Record<string, unknown>): string {
  return String(url).slice(`${app.baseUrl}/s/`.length);
}

const read = (path: string, secret: string) =>
  ask(app.url, { path: `/api/v1${path}`, headers: { authorization: `Bearer ${secret}` } });
const statusOf = async (path: string, secret: string) => (await read(path, secret)).status;

describe('every operation', () => {
  const withToken = OPERATIONS.filter(({ credential = 'token' }) => credential === 'token');
  const others = OPERATIONS.filter(({ credential = 'token' }) => ['dashboard', 'one_time_link'].includes(credential));

  const call = (operation: AnyOperation, secret: string, id: number, query: Record<string, string> = {}) => {
    const body = isRead(operation) ? undefined : { ...(operation.bodyExample as object), secret };
    return ask(app.url, {
      method: operation.method,
      path: `${operation.path.replace('{id}', String(id))}?${queryWith(operation.name, query)}`,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  };

  test('the list of each page names operations that exist and only read', () => {
    const names = new Set(PAGES.flatMap((page) => Object.keys(SHARE_RIGHTS[page])));
    const found = withToken.filter(({ name, method }) => names.has(name) && method === 'GET');
    expect(found.map(({ name }) => name).toSorted()).toEqual([...names].toSorted());
  });

  test.each(PAGES)('a link to a page %s has those of its list, and everything else does not exist', async (page) => {
    for (const operation of withToken) {
      const isShared = Object.hasOwn(SHARE_RIGHTS[page], operation.name);
      const { status, text } = await call(operation, links[page], OWN_IDS[operation.name] ?? 10);
      if (isShared) expect([200, 422], `${operation.name}: ${text}`).toContain(status);
      else expect([operation.name, status, JSON.parse(text).code]).toEqual([operation.name, 404, 'not_shared']);
    }
  });

  test.each(PAGES)('a link to a page %s has no other website', async (page) => {
    const about = withToken.filter(({ name, input }) => SHARE_RIGHTS[page][name] && 'website_id' in input.shape);
    for (const operation of about) {
      for (const website_id of ['2', '3', '999']) {
        const { status } = await call(operation, links[page], OWN_IDS[operation.name] ?? 10, { website_id });
        expect([operation.name, website_id, status]).toEqual([operation.name, website_id, 404]);
      }
    }
  });

  test('no link logs in to the dashboard, or is a one-time link', async () => {
    for (const operation of others) {
      const { status } = await call(operation, links.website, 10);
      expect([operation.name, status]).toEqual([operation.name, 401]);
    }
  });

  test('the tool server and the authorization server refuse it', async () => {
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const headers = { authorization: `Bearer ${links.website}`, 'content-type': 'application/json' };
    const tools = await ask(app.url, { method: 'POST', path: '/mcp', headers, body: JSON.stringify(list) });
    expect(tools.status).toBe(401);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = `grant_type=refresh_token&client_id=dashboard&refresh_token=${links.website}`;
    expect((await ask(app.url, { method: 'POST', path: '/oauth/token', headers: form, body })).status).toBe(400);
  });
});

test.each([
  ['/reports/campaigns/11', 'campaign'],
  ['/reports/campaigns/20', 'campaign'],
  ['/reports/campaigns/11/experiment', 'campaign'],
  ['/reports/campaigns/11/products', 'campaign'],
  ['/reports/variants/110', 'campaign'],
  ['/reports/variants/200', 'campaign'],
  ['/reports/campaigns/20/experiment', 'experiments'],
] as const)('%s is not on the shared page %s', async (path, page) => {
  expect(await statusOf(path, links[page])).toBe(404);
});

test('lists of websites have only that of the link, and not whose it is', async () => {
  const list = (secret: string) => read('/reports/websites', secret).then(({ text }) => JSON.parse(text).websites);
  // Others have asked for the same before.
  expect((await list(token))[0]).toMatchObject({ id: 1, account_name: 'Acme' });
  expect(await list(links.website)).toMatchObject([{ id: 1, name: 'acme.example', account_name: '' }]);
  expect((await list(token))[0]).toMatchObject({ account_name: 'Acme' });
});

test('a shared attribution page does not say what was spent, nor that something was', async () => {
  const costs = [{ channel: 'paid_social', month: '2026-03', amount: 900 }];
  expect(await send('PUT', '/api/v1/costs?website_id=1', { costs })).toMatchObject({ status: 200 });
  const path = '/reports/attribution?website_id=1&by=channel';
  expect((await read(path, token)).text).toContain('"cost":');
  const shared = await read(path, links.attribution);
  expect([shared.status, shared.text]).toEqual([200, expect.not.stringMatching(/cost|spend|paid_social/)]);
  expect(await statusOf('/costs', links.attribution)).toBe(404);
});

test('a shared funnel is counted as it is saved, whatever is asked for, and ends with it', async () => {
  const { id } = await send('POST', '/api/v1/funnels?website_id=1', { name: 'Short', step: ['view', 'conversion'] });
  const secret = await share({ path: `/websites/1/funnels/${id}` });
  const { status, text } = await read('/reports/funnel?step=order&step=view&break_down_by=device', secret);
  expect([status, text]).toEqual([200, expect.stringContaining('"conversion"')]);
  expect(JSON.parse(text).data.steps.map(({ step }: { step: string }) => step)).toEqual(['view', 'conversion']);
  await ask(app.url, {
    ...{ method: 'DELETE', path: `/api/v1/funnels/${id}?website_id=1` },
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await statusOf('/reports/funnel', secret)).toBe(404);
  expect((await ask(app.url, { path: `/s/${secret}` })).status).toBe(410);
});

describe('a locked link', () => {
  const website = (query: string) => `/reports/website?${query}`;
  const custom = (start: string, end: string) => website(`timeframe=custom&range_start=${start}&range_end=${end}`);
  let secret: string;
  beforeAll(async () => {
    secret = await share({ path: `/websites/1${LOCKED}`, locked: true });
  });

  test('has its period and its filter, if nothing else is asked for', async () => {
    const { text } = await read('/reports/website', secret);
    expect(JSON.parse(text)).toMatchObject({
      timeframe: { range_start: '2026-03-01T00:00:00Z', range_end: '2026-03-10T23:59:59Z' },
      filter: ['device:mobile'],
    });
    const other = await read(`/reports/website?filter=country%3ADE`, secret);
    expect(JSON.parse(other.text)).toMatchObject({ filter: ['device:mobile'] });
  });

  test.each([
    ['a part of its period', custom('2026-03-02', '2026-03-03'), 200],
    ['the days that it is compared with', custom('2026-02-19', '2026-02-28'), 200],
    ['the day before those', custom('2026-02-18', '2026-02-28'), 404],
    ['a day more', custom('2026-03-01', '2026-03-11'), 404],
    ['the days a year before', custom('2025-03-01', '2025-03-10'), 404],
    ['another timeframe', website('timeframe=last_30_days'), 404],
    ['all time', website('timeframe=all_time'), 404],
    ['the period before, computed by the service', website('previous_period=true'), 404],
    ['the period before, which compare implies', website('compare=previous'), 404],
    ['the year before, which same_part implies', website('compare=year&same_part=true'), 404],
    ['what has no filters', '/reports/website/products', 404],
    ['annotations of all days', '/annotations', 404],
    ['the name of the website', '/reports/websites', 200],
  ])('%s', async (_what, path, status) => {
    expect(await statusOf(path, secret)).toBe(status);
  });

  test('has nothing about the days before: not what is expected of its days, not a test since its beginning', async () => {
    const week = '?timeframe=last_7_days';
    const websiteLink = await share({ path: `/websites/1${week}`, locked: true });
    const campaignLink = await share({ path: `/websites/1/campaigns/10${week}`, locked: true });
    expect(await statusOf('/reports/website', websiteLink)).toBe(200);
    expect(await statusOf(`/reports/website/rhythm${week}`, websiteLink)).toBe(404);
    expect(await statusOf('/reports/campaigns/10', campaignLink)).toBe(200);
    expect(await statusOf('/reports/campaigns/10/experiment', campaignLink)).toBe(404);
  });

  test('that names no known comparison is compared with the days before', async () => {
    const odd = await share({ path: '/websites/1?timeframe=last_7_days&compare=constructor', locked: true });
    expect(await statusOf(custom('2026-03-05', '2026-03-11'), odd)).toBe(200);
  });

  test('of days that go on moves with the days of the website', async () => {
    const moving = await share({ path: '/websites/1?timeframe=last_7_days&compare=year', locked: true });
    expect(await statusOf(custom('2026-03-12', '2026-03-18'), moving)).toBe(200);
    expect(await statusOf(custom('2025-03-12', '2025-03-18'), moving)).toBe(200);
    expect(await statusOf(custom('2026-03-05', '2026-03-11'), moving)).toBe(404);
    expect(await statusOf(custom('2026-03-12', '2026-03-19'), moving)).toBe(404);
  });

  test('that is free again reads every period', async () => {
    expect(await statusOf(website('timeframe=all_time&previous_period=true'), links.website)).toBe(200);
  });
});

describe('the files of a page', () => {
  const FILES: Readonly<Record<SharedPageName, string>> = {
    website: '/reports/campaigns?timeframe=last_7_days&compare_start=2026-03-05&compare_end=2026-03-11',
    campaign: '/reports/campaigns/10?table=variants',
    funnel: '/reports/funnel?table=steps&step=view&step=order',
    experiments: '/reports/experiments?campaign_id=10',
    attribution: '/reports/attribution?conversions=true',
  };

  test.each(PAGES)('are those of its link, and no others: %s', async (page) => {
    const [path, query] = FILES[page].split('?');
    const { status, headers, text } = await read(`${path}?${query}&format=csv`, links[page]);
    expect([status, headers['content-type']], text).toEqual([200, expect.stringMatching(/^text\/csv/)]);
    expect(headers['cache-control']).toBe('no-store');
    expect(await statusOf(`${path}?${query}&format=csv&website_id=2`, links[page])).toBe(404);
    expect(await statusOf('/contacts?format=csv', links[page])).toBe(404);
  });

  test('of a locked link are compared with no other days than its page', async () => {
    const link = await share({ path: `/websites/1${LOCKED}`, locked: true });
    const comparedWith = (start: string, end: string) =>
      statusOf(`/reports/campaigns?format=csv&compare_start=${start}&compare_end=${end}`, link);
    expect(await comparedWith('2026-02-19', '2026-02-28')).toBe(200);
    expect(await comparedWith('2026-01-01', '2026-01-10')).toBe(404);
  });
});

describe('creating one', () => {
  const inAnHour = () => new Date(app.clock.nowMs + HOUR_MS).toISOString();

  test.each([
    ['/websites/1', 201],
    ['/websites/1/campaigns/10', 201],
    ['/websites/1/funnels/{funnel}', 422],
    ['/websites/1/experiments', 422],
    ['/websites/1/attribution', 422],
  ])('locks %s to a filter only if its reports have filters', async (path, status) => {
    const withFilter = `${path.replace('{funnel}', String(funnelId))}?filter=device%3Amobile`;
    const locked = await create({ path: withFilter, locked: true });
    expect([locked.status, locked.param]).toEqual([status, status === 422 ? 'path' : undefined]);
    expect((await create({ path: withFilter })).status).toBe(201);
  });

  test('answers what it is, with its URL once', async () => {
    const given = {
      path: '/websites/1?timeframe=today',
      locked: true,
      password: 'long enough',
      expires_at: inAnHour(),
    };
    const created = await create({ ...given, origins: ['www.acme.example', 'https://*.acme.example:8443'] });
    const { status, url, id, ...shown } = created;
    expect(shown).toEqual({
      ...{ name: 'For Bob', path: given.path, locked: true, has_password: true },
      origins: ['https://www.acme.example', 'https://*.acme.example:8443'],
      ...{ expires_at: '2026-03-18T13:00:00Z', last_used_at: null, created_by: null },
    });
    expect(url).toMatch(new RegExp(`^${app.baseUrl}/s/fsl_[\\w-]{43}$`));
    const listed = await app.get('/share-links?website_id=1', token);
    expect((listed.body as { share_links: object[] }).share_links).toContainEqual({ id, ...shown });
    expect(listed.text).not.toContain(secretOf(created));
  });

  test.each([
    ['path', { path: '/websites/2' }, 'invalid_path'],
    ['path', { path: '/websites/1/campaigns/20' }, 'invalid_path'],
    ['path', { path: '/websites/1/funnels/999' }, 'invalid_path'],
    ['path', { path: '/websites/1/contacts' }, 'invalid_path'],
    ['path', { path: '/websites/1?timeframe=last_decade' }, 'invalid_path'],
    ['path', { path: '/websites/1?timeframe=custom&range_start=2026-03-02&range_end=2026-03-01' }, 'invalid_path'],
    ['path', { path: '/websites/1?filter=planet%3AMars' }, 'invalid_path'],
    ['path', { path: '/websites/1?timeframe=insights_week', locked: true }, 'invalid_path'],
    ['name', { path: '/websites/1', name: '' }, 'invalid_name'],
    ['password', { path: '/websites/1', password: 'short' }, 'invalid_password'],
    ['origins', { path: '/websites/1', origins: ['https://acme.example/page'] }, 'invalid_origins'],
    ['origins', { path: '/websites/1', origins: ['https://a;sandbox'] }, 'invalid_origins'],
    ['origins', { path: '/websites/1', origins: ['*'] }, 'invalid_origins'],
    ['expires_at', { path: '/websites/1', expires_at: '2026-03-18T11:59:59Z' }, 'invalid_expires_at'],
    ['expires_at', { path: '/websites/1', expires_at: 'tomorrow' }, 'invalid_expires_at'],
  ])('refuses a wrong %s: %j', async (param, link, code) => {
    expect(await create(link)).toMatchObject({ status: 422, code, param });
  });
});

describe('the page', () => {
  const page = (secret: string, headers = {}) => ask(app.url, { path: `/s/${secret}`, headers });

  test('is not stored, not listed, not framed, and no other page learns its URL', async () => {
    const { status, headers, text } = await page(links.website, { 'if-none-match': '*' });
    expect([status, text]).toEqual([200, expect.stringContaining('/websites/1')]);
    expect(headers).toMatchObject({
      'x-robots-tag': 'noindex',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers.etag).toBeUndefined();
    expect(headers['set-cookie']).toBeUndefined();
  });

  test('is framed only by the origins that its link names', async () => {
    const secret = await share({ path: '/websites/1', origins: ['https://www.acme.example', 'https://*.acme.test'] });
    const { headers } = await page(secret);
    expect(headers['content-security-policy']).toMatch(
      /frame-ancestors https:\/\/www\.acme\.example https:\/\/\*\.acme\.test$/,
    );
    expect(headers['x-frame-options']).toBeUndefined();
  });

  test('what it reads is stored nowhere', async () => {
    const { headers } = await read('/reports/website', links.website);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', vary: expect.stringContaining('authorization') });
  });

  test('ends with the link: at once, for the page and for what it reads, also if it was read before', async () => {
    const created = await create({ path: '/websites/1' });
    const secret = secretOf(created);
    expect([(await page(secret)).status, await statusOf('/reports/website', secret)]).toEqual([200, 200]);
    const { status } = await ask(app.url, {
      ...{ method: 'DELETE', path: `/api/v1/share-links/${created.id}?website_id=1` },
      headers: { authorization: `Bearer ${token}` },
    });
    expect(status).toBe(204);
    const ended = await page(secret);
    expect([ended.status, await statusOf('/reports/website', secret)]).toEqual([410, 410]);
    expect(ended.headers).toMatchObject({ 'x-robots-tag': 'noindex', 'cache-control': 'no-store' });
    expect(ended.text).not.toContain('/websites/1');
  });
});

describe('guessing', () => {
  const QUARTER_HOUR_MS = 15 * 60 * 1000;
  const unlock = (secret: string, password: unknown) =>
    ask(app.url, {
      ...{ method: 'POST', path: `/s/${secret}`, body: JSON.stringify({ password }) },
      headers: { 'content-type': 'application/json' },
    });

  test('an unknown link is 404, and soon 429; a known one still opens', async () => {
    app.clock.advanceToMultipleOf(QUARTER_HOUR_MS);
    const guess = (number: number) => ask(app.url, { path: `/s/fsl_${String(number).padStart(43, 'x')}` });
    const first = await guess(0);
    expect([first.status, first.headers['x-robots-tag']]).toEqual([404, 'noindex']);
    for (let number = 1; number < 50; number++) await guess(number);
    expect((await guess(50)).status).toBe(429);
    expect((await ask(app.url, { path: `/s/${links.website}` })).status).toBe(200);
    app.clock.advanceToMultipleOf(QUARTER_HOUR_MS);
  });

  test('wrong passwords from many networks keep nobody else out', async () => {
    app.clock.advanceToMultipleOf(QUARTER_HOUR_MS);
    const password = 'long enough';
    const created = await create({ path: '/websites/1', password });
    const secret = secretOf(created);
    const cheap = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
    const store = 'UPDATE share_links SET password_hash = $2 WHERE id = $1';
    await app.database.transaction((tx) => tx.query(store, [created.id as number, cheap]));
    const from = (network: number, entered: string) =>
      ask(app.url, {
        ...{ method: 'POST', path: `/s/${secret}`, body: JSON.stringify({ password: entered }) },
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `192.0.2.${network}` },
      });
    for (let network = 1; network <= 10; network++) {
      const tries = await Promise.all(Array.from({ length: 11 }, () => from(network, 'wrong')));
      expect(tries.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(403), 429]);
    }
    expect((await from(11, password)).status).toBe(200);
    expect((await from(1, password)).status).toBe(429);
  });

  test('a link with a password shows nothing before, and a reader has ten tries', async () => {
    app.clock.advanceToMultipleOf(QUARTER_HOUR_MS);
    const password = 'café au lait';
    const secret = await share({ path: '/websites/1', password: password.normalize('NFD') });
    const page = await ask(app.url, { path: `/s/${secret}` });
    expect([page.status, page.text]).toEqual([200, expect.not.stringContaining('/websites/1')]);
    expect(await statusOf('/reports/website', secret)).toBe(401);
    expect((await unlock(secret, 7)).status).toBe(422);

    const opened = await unlock(secret, password.normalize('NFC'));
    const { pass, ...shown } = JSON.parse(opened.text);
    expect(shown).toEqual({ state: 'shown', path: '/websites/1', locked: false });
    expect(opened.headers['cache-control']).toBe('no-store');
    expect(await statusOf('/reports/website', `${secret}.${pass}`)).toBe(200);

    const wrong = await Promise.all(Array.from({ length: 11 }, (_, number) => unlock(secret, `wrong ${number}`)));
    expect(wrong.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(403), 429]);
    expect((await unlock(secret, password)).status).toBe(429);
    // Whoever knew it goes on reading.
    expect(await statusOf('/reports/website', `${secret}.${pass}`)).toBe(200);
  });
});
