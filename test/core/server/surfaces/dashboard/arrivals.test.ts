// What people see of the events that arrive: their own website's only, with the reason and the fix, and nothing about visitors.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeWebsiteSettings } from '../../../../../src/core/engine/catalog/website-settings.ts';
import { Arrivals } from '../../../../../src/core/intake/arrivals/arrivals.ts';
import { WATCHED_MS } from '../../../../../src/core/intake/arrivals/recent-arrivals.ts';
import { createIngestKey } from '../../../../../src/core/intake/ingest-keys/ingest-keys.ts';
import { BrowserlessPerson } from '../../../../support/browserless-person.ts';
import { ANY_ENGINE } from '../../../../support/databases.ts';
import { eventWith, ndjson, orderWith } from '../../../../support/events.ts';
import { EMAIL, PASSWORD, startLoginService } from '../../../../support/login-service.ts';
import { OAuthClient } from '../../../../support/oauth-client.ts';
import { runService } from '../../../../support/run-service.ts';
import { DAY_MS } from '../../../../support/test-clock.ts';
import { createTestIngestion } from '../../../../support/test-ingestion.ts';
import type { TestService } from '../../../../support/test-service.ts';
import { createUser } from '../../../../support/users.ts';

const LOGIN = { email: EMAIL, password: PASSWORD };
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const OTHER = { email: 'grace@example.com', password: 'another long passphrase' };

interface Latest {
  readonly arrivals: readonly Record<string, unknown>[];
  readonly cursor: string;
}

describe.each(ANY_ENGINE)('arrivals on %s', (engine) => {
  let app: TestService;
  /** Tokens of the dashboard, for a person with the websites 1 and 2, and for one with website 3. */
  let mine: string;
  let theirs: string;
  let key: { id: number; key: string };

  beforeAll(async () => {
    app = await startLoginService(engine, { components: ['rest', 'auth', 'collect', 'dashboard'] });
    await createUser(app.database, { ...OTHER, accountIds: [2] }, () => new Date());
    mine = await dashboardToken(LOGIN, [1, 2]);
    theirs = await dashboardToken(OTHER, [3]);
    key = (await createIngestKey(app.database, 1, app.clock.now, 'Shop server'))!;
  });
  /** The end of what arrived in the tests before. Nobody watches any more when a test begins. */
  let start: string;

  beforeEach(async () => {
    start = (await latest('0000abcd:17')).cursor;
    app.clock.advance(WATCHED_MS);
  });
  afterAll(() => app.dispose());

  async function dashboardToken(login: typeof LOGIN, websiteIds: number[]): Promise<string> {
    const client = await OAuthClient.known(app.baseUrl, { client_id: 'dashboard', token_endpoint_auth_method: 'none' });
    const redirect = { redirect_uri: `${app.baseUrl}/callback`, scope: 'reports' };
    return (await client.obtain(new BrowserlessPerson(app.baseUrl), websiteIds, login, redirect)).access_token;
  }

  const ask = (query: string, token = mine) =>
    app.request(`/dashboard/${query}`, { headers: { authorization: `Bearer ${token}` } });
  const latest = async (cursor = start): Promise<Latest> => {
    const answer = await ask(`arrivals?website_id=1&after=${cursor}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body as Latest;
  };
  const send = (...events: object[]) => app.collectEvents(key.key, ...(events as Record<string, unknown>[]));

  it('are listed with type, names, way and key while somebody watches', async () => {
    const { cursor } = await latest();
    await send(
      eventWith({ element_id: 10000, id: 'an-event' }),
      eventWith({ element_id: 10000, id: 'an-event' }),
      orderWith({ order_id: 'secret-order' }),
      eventWith({ type: 'conversion', elementid: 10000 }),
    );
    const { arrivals } = await latest(cursor);
    const common = { source: 'server', key_id: key.id, key_name: 'Shop server', origin: null, events: 1 };
    expect(arrivals).toMatchObject([
      {
        ...common,
        outcome: 'accepted',
        type: 'view',
        subject: ['Spring popup', 'Variant A', 'Step 1', 'form'],
        code: null,
      },
      { ...common, outcome: 'duplicate', type: 'view' },
      { ...common, outcome: 'accepted', type: 'order', subject: [] },
      {
        ...common,
        outcome: 'rejected',
        type: 'conversion',
        subject: null,
        code: 'unknown_field',
        message: '"elementid" is not a field of an event: did you mean element_id?',
      },
    ]);
    const text = JSON.stringify(arrivals);
    for (const hidden of ['visitor-1', 'an-event', 'secret-order', '127.0.0.1']) expect(text).not.toContain(hidden);
  });

  it('from a browser are listed with the origin, and bots as such', async () => {
    const origin = 'https://shop.example.com';
    const publicKey = await app.publicKey(1, origin);
    await latest();
    const sendAs = (userAgent: string, ...events: object[]) =>
      app.request('/e', {
        method: 'POST',
        headers: { 'content-type': 'text/plain', origin, 'user-agent': userAgent },
        body: JSON.stringify({ key: publicKey, events }),
      });
    const view = { type: 'view', campaign_id: 10 };
    await sendAs(FIREFOX, view, { type: 'view', campaing_id: 10 });
    await sendAs('Googlebot/2.1', view, view);
    await app.request('/e', {
      method: 'POST',
      headers: { 'content-type': 'text/plain', origin: 'https://evil.example', 'user-agent': FIREFOX },
      body: JSON.stringify({ key: publicKey, events: [view] }),
    });
    const { arrivals } = await latest();
    expect(arrivals).toMatchObject([
      { source: 'browser', origin, outcome: 'accepted', type: 'view', subject: ['Spring popup'] },
      {
        origin,
        outcome: 'rejected',
        code: 'unknown_field',
        message: expect.stringContaining('did you mean campaign_id?'),
      },
      // A key without a name.
      { key_id: expect.any(Number), key_name: null, origin, outcome: 'bot', events: 2 },
      { origin: 'https://evil.example', outcome: 'rejected', code: 'origin_not_allowed' },
    ]);
    const text = JSON.stringify(arrivals);
    for (const hidden of ['Firefox', '127.0.0.1', '::1', publicKey]) expect(text).not.toContain(hidden);
  });

  it('of forms are listed: contacts that were stored, and those that were not', async () => {
    const origin = 'https://shop.example.com';
    const key = await app.publicKey(1, origin);
    await latest();
    const body = { key, contact: { email: 'ada@example.com', first_name: 'Ada' }, campaign_id: 10 };
    await app.collectContact(origin, body);
    await changeWebsiteSettings(app.database, 1, { form_contacts: true });
    await app.collectContact(origin, body);
    await app.collectContact(origin, { ...body, automated: true });
    const { arrivals } = await latest();
    expect(arrivals).toMatchObject([
      { source: 'browser', origin, outcome: 'rejected', code: 'form_contacts_off' },
      { source: 'browser', origin, outcome: 'accepted', type: 'contact' },
      { source: 'browser', origin, outcome: 'bot', code: 'contact_of_bot', type: 'contact' },
    ]);
    expect(JSON.stringify(arrivals)).not.toMatch(/ada/i);
  });

  it('are only counted while nobody watches, but those that were rejected are listed', async () => {
    await send(eventWith(), eventWith(), eventWith({ type: 'click' }));
    expect((await latest()).arrivals).toMatchObject([
      { outcome: 'accepted', events: 2, type: null, subject: null },
      { outcome: 'rejected', events: 1, code: 'invalid_type', message: expect.stringContaining('view, conversion') },
    ]);
  });

  it('come once each, by the cursor', async () => {
    const first = await latest();
    await send(eventWith());
    const second = await latest(first.cursor);
    expect(second.arrivals).toHaveLength(1);
    const third = await latest(second.cursor);
    expect(third.arrivals).toEqual([]);
    expect((await latest()).arrivals).toHaveLength(1);
    await send(eventWith(), eventWith());
    const fourth = await latest(`0000abcd:17,${third.cursor}`);
    expect(fourth.arrivals).toHaveLength(2);
    expect(fourth.cursor, 'the place in another node is kept').toMatch(/0000abcd:17,[0-9a-f]{8}:\d+$/);
    const all = await latest('0000abcd:17');
    expect(all.arrivals.slice(-3), 'nothing of this node was seen yet').toEqual([
      ...second.arrivals,
      ...fourth.arrivals,
    ]);
  });

  it.each([
    ['broken JSON', '{"type": ', {}, 'invalid_json'],
    ['broken JSON in an array', '[{', { 'content-type': 'application/json' }, 'invalid_json'],
    ['another content type', 'x', { 'content-type': 'text/html' }, 'status_415'],
    ['nothing', '', {}, 'invalid_json'],
    ['no gzip', 'x', { 'content-encoding': 'gzip' }, 'invalid_gzip'],
  ])('show requests that are refused: %s', async (_, body, headers, code) => {
    await app.collect(key.key, body, headers);
    expect((await latest()).arrivals).toMatchObject([
      {
        outcome: 'rejected',
        code,
        message: expect.stringMatching(/./),
      },
    ]);
  });

  it('show a repeated request as what it is', async () => {
    const body = ndjson([eventWith(), eventWith()]);
    for (let count = 0; count < 2; count++) await app.collect(key.key, body, { 'idempotency-key': 'once' });
    expect((await latest()).arrivals).toMatchObject([
      { outcome: 'accepted', events: 2 },
      { outcome: 'duplicate', events: 2, code: 'repeated_request' },
    ]);
  });

  it('are never those of another website', async () => {
    const startOf = async (websiteId: number, token = mine) =>
      ((await ask(`arrivals?website_id=${websiteId}`, token)).body as Latest).cursor;
    const [startOf2, startOf3] = [await startOf(2), await startOf(3, theirs)];
    await send(eventWith());
    const otherKey = await app.ingestKey(3);
    await app.collectEvents(otherKey, eventWith({ website_id: 3 }), eventWith({ website_id: 3, type: 'click' }));
    expect((await latest()).arrivals).toHaveLength(1);
    expect((await ask(`arrivals?website_id=2&after=${startOf2}`)).body).toMatchObject({ arrivals: [] });
    expect((await ask(`arrivals?website_id=3&after=${startOf3}`, theirs)).body).toMatchObject({ arrivals: [{}, {}] });
    expect((await ask('arrivals?website_id=1', theirs)).status).toBe(404);
    expect((await ask('arrival-counts?website_id=3')).status).toBe(404);
  });

  it('are for people who are logged in to the dashboard', async () => {
    for (const path of ['arrivals?website_id=1', 'arrival-counts?website_id=1']) {
      expect((await ask(path, 'nonsense')).status).toBe(401);
      expect((await ask(path, await app.token([1]))).status).toBe(403);
    }
  });

  it('of several nodes are collected by whoever asks them in turns, each once', async () => {
    const other = await runService(app.ingestion.url, { components: ['collect', 'dashboard'], clock: app.clock });
    const headers = { authorization: `Bearer ${mine}` };
    const nodes = [app.url, other.url];
    const askInTurns = async (cursor: string, polls: number): Promise<Latest> => {
      const seen: Record<string, unknown>[] = [];
      let after = cursor;
      for (let poll = 0; poll < polls; poll++) {
        const query = `website_id=1&after=${after}`;
        const answer = await fetch(`${nodes[poll % 2]}/dashboard/arrivals?${query}`, { headers });
        const body = (await answer.json()) as Latest;
        seen.push(...body.arrivals);
        after = body.cursor;
      }
      return { arrivals: seen, cursor: after };
    };
    const { cursor } = await askInTurns(start, 2);
    for (const [index, url] of nodes.entries()) {
      const authorization = `Bearer ${key.key}`;
      const body = JSON.stringify([eventWith({ type: index === 0 ? 'view' : 'conversion' })]);
      await fetch(`${url}/collect/events`, {
        method: 'POST',
        body,
        headers: { authorization, 'content-type': 'application/json' },
      });
    }
    const { arrivals } = await askInTurns(cursor, 4);
    expect(arrivals.map(({ type }) => type)).toEqual(['view', 'conversion']);
    await other.close();
  });

  it('have a cursor that does not tell how much arrives for others', async () => {
    await send(eventWith());
    const { cursor } = await latest();
    const otherKey = await app.ingestKey(2);
    await app.collectEvents(
      otherKey,
      eventWith({ website_id: 2, campaign_id: 20 }),
      eventWith({ website_id: 2, campaign_id: 20 }),
    );
    expect((await latest(cursor)).cursor).toBe(cursor);
  });

  it('refuse a cursor that is none', async () => {
    for (const cursor of ['x', '0000abcd', '0000abcd:-1', Array(17).fill('0000abcd:1').join(','), "';--"]) {
      const answer = await ask(`arrivals?website_id=1&after=${encodeURIComponent(cursor)}`);
      expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_after', param: 'after' } });
    }
  });

  it('are counted by day, outcome and reason', async () => {
    const otherNode = new Arrivals(app.database, app.clock.now);
    const rejected = { websiteId: 2, source: 'browser', outcome: 'rejected', code: 'unknown_step' } as const;
    const ago = (days: number) => new Date(app.clock.nowMs - days * DAY_MS);
    otherNode.note([
      { ...rejected, at: ago(0), count: 3 },
      { ...rejected, at: ago(29) },
      { ...rejected, at: ago(30) },
      { websiteId: 2, source: 'server', outcome: 'accepted', at: ago(1), count: 7 },
    ]);
    await otherNode.flush();
    const { body } = await ask('arrival-counts?website_id=2');
    const zeros = new Array(28).fill(0);
    expect(body).toMatchObject({
      outcomes: [
        // Today's are those of other tests, once the service has stored them, which it does every few seconds.
        { outcome: 'accepted', by_day: [...zeros, 7, expect.any(Number)] },
        { outcome: 'duplicate', events: 0 },
        { outcome: 'rejected', events: 4, by_day: [1, ...zeros, 3] },
        { outcome: 'ignored', events: 0 },
        { outcome: 'bot', events: 0 },
      ],
      reasons: [{ source: 'browser', outcome: 'rejected', code: 'unknown_step', events: 4, by_day: [1, ...zeros, 3] }],
    });
    const { dates } = body as { dates: string[] };
    expect(dates).toHaveLength(30);
    expect(dates.at(-1)).toBe(app.clock.now().toISOString().slice(0, 10));
  });
});

describe.each(ANY_ENGINE)('a service on %s', (engine) => {
  it('stores the counts of what arrived when it stops', async () => {
    const ingestion = await createTestIngestion(engine);
    const { key } = (await createIngestKey(ingestion.database, 1, ingestion.clock.now))!;
    const service = await runService(ingestion.url, { components: ['collect'] });
    const events = ndjson([eventWith(), eventWith(), eventWith({ vistor: 'x' })]);
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' };
    const answer = await fetch(`${service.url}/collect/events`, { method: 'POST', body: events, headers });
    expect(answer.status).toBe(200);
    await service.close();
    const stored = await ingestion.database.query('SELECT outcome, code, events FROM arrival_counts ORDER BY outcome');
    expect(stored).toEqual([
      { outcome: 'accepted', code: '', events: 2 },
      { outcome: 'rejected', code: 'unknown_field', events: 1 },
    ]);
    await ingestion.dispose();
  });
});
