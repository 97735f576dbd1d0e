// Strings with a special meaning in SQL, LIKE, JSON, regular expressions, shells or terminals, wherever a string can be
// sent. They are data: rejected by a rule or stored exactly, never a server error, and nothing else changes.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STRING_FIELDS } from '../../src/core/manage/contacts/contact.ts';
import { ANY_ENGINE, ENGINES } from '../support/databases.ts';
import { IS_LONG } from '../support/long.ts';
import { type Answer, ask, type Question } from './ask.ts';
import { expectHarmless } from './expect-harmless.ts';
import { storedState } from './stored-state.ts';
import { startTenants, type Tenants } from './tenants.ts';

const TEXTS = [
  "'",
  "''",
  '"',
  '`',
  '\\',
  "\\'",
  '%',
  '_',
  '%%',
  '*',
  '?',
  '$1',
  '$$',
  ':name',
  ';--',
  '/* */',
  "' OR '1'='1",
  "'); DROP TABLE contacts; --",
  "' UNION SELECT 1, 2, 3 --",
  "E'\\x27'",
  'NULL',
  '{"$ne":null}',
  '{}',
  '[',
  '(a+)+$',
  '.*',
  '\\u0027',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '\u2018\u2019\u201c\u201d',
  '\uff07',
  '\u02bc',
  'e\u0301',
  '\u202e',
  '\u{1f4a9}',
  '\u0007\u001b[31m\u009b',
  'a\r\nb: c',
  '\u0000',
  'a\u0000b',
  '\ud800',
];

/** Strings that both databases store unchanged. */
const STORABLE = TEXTS.filter((text) => !text.includes('\u0000') && text.isWellFormed());
/** Strings that are allowed in a header. */
const SENDABLE = TEXTS.filter((text) => /^[\x20-\x7e\x80-\xff]*$/.test(text));
/** Every place gets one of so many strings, and every string one of so many places. */
const SHARES = IS_LONG ? 4 : 40;
/** What PostgreSQL refuses or reads differently than SQLite: every place gets all of them there. */
const SPECIAL_ON_POSTGRES = ["'", '\u0000'];
const AT_ONCE = 12;
const WEBSITE = 7001;
const ELEMENT = 7041;

interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
}

const CONTRACT: { paths: Record<string, Record<string, { parameters?: readonly Parameter[] }>> } = JSON.parse(
  readFileSync(new URL('../../contract/openapi.json', import.meta.url), 'utf8'),
);

describe.each(ENGINES)('metacharacters on %s', (engine) => {
  /**
   * Tools send the same statements as the REST API does. The authorization server has its own: on PostgreSQL, every place gets the texts
   * that it treats specially.
   */
  const isWhole = ANY_ENGINE.includes(engine);
  let tenants: Tenants;
  let sent = 0;

  function shareOf(texts: readonly string[], place: number): string[] {
    if (engine === 'postgres' && !IS_LONG) return SPECIAL_ON_POSTGRES.filter((text) => texts.includes(text));
    return texts.filter((_, index) => (index + place) % SHARES === 0);
  }

  beforeAll(async () => {
    tenants = await startTenants(engine);
  });
  afterAll(async () => {
    console.log(`metacharacters on ${engine}: ${sent} requests with ${TEXTS.length} texts`);
    await tenants?.dispose();
  });

  async function send(question: Question, authorization = tenants.good.rest): Promise<Answer> {
    const headers = {
      authorization: `Bearer ${authorization}`,
      'content-type': 'application/json',
      ...question.headers,
    };
    const answer = await ask(tenants.app.baseUrl, { ...question, headers });
    const header = (name: string) => [answer.headers[name]].flat().join(', ') || undefined;
    expectHarmless({ status: answer.status, header, body: answer.text }, JSON.stringify(question).slice(0, 1_000));
    sent += 1;
    return answer;
  }

  const isUpload = ({ method, path }: Question) => method === 'POST' && path.startsWith('/api/v1/history-imports');

  /** Sends all of them, some at a time. None stores anything. */
  async function sendAll(questions: readonly Question[], authorization?: string): Promise<void> {
    const before = await storedState(tenants.app.database);
    const queue = questions.filter((question) => !isUpload(question)).values();
    const worker = async () => {
      for (const question of queue) await send(question, authorization);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    // The service is busy with one or two of them.
    for (const question of questions.filter(isUpload)) await send(question, authorization);
    expect(await storedState(tenants.app.database)).toEqual(before);
  }

  it('in every parameter of every operation', async () => {
    const questions: Question[] = [];
    let place = 0;
    for (const [path, methods] of Object.entries(CONTRACT.paths)) {
      for (const [method, { parameters = [] }] of Object.entries(methods)) {
        for (const parameter of parameters) {
          const texts = parameter.in === 'header' ? SENDABLE : TEXTS;
          for (const text of shareOf(texts, place++)) {
            questions.push({ method: method.toUpperCase(), ...withParameter(path, parameter, text) });
          }
        }
      }
    }
    expect(questions.length).toBeGreaterThan(300);
    await sendAll(questions);
  });

  function withParameter(path: string, parameter: Parameter, text: string): Question {
    const encoded = encodeURIComponent(text.toWellFormed());
    if (parameter.in === 'path') return { path: path.replace('{id}', encoded) };
    const known = path.replace('{id}', String(ELEMENT));
    if (parameter.in === 'header') return { path: known, headers: { [parameter.name]: text } };
    const range = parameter.name.startsWith('range_')
      ? '&timeframe=custom&range_start=2025-01-01&range_end=2025-01-02'
      : '';
    return { path: `${known}?${parameter.name}=${encoded}${range}` };
  }

  // Of these, only the token and the Idempotency-Key get into a statement: the one as a hash, the other one below. Every header gets every
  // sixth text.
  it.runIf(isWhole)('in every header', async () => {
    const names = ['authorization', 'if-none-match', 'accept', 'accept-encoding', 'content-type', 'content-encoding']
      .concat('cookie', 'origin', 'referer', 'user-agent', 'x-forwarded-for', 'x-forwarded-host', 'x-request-id')
      .concat('idempotency-key', 'mcp-protocol-version', 'mcp-method', 'mcp-session-id', 'range', 'traceparent');
    const paths = [
      '/api/v1/reports/website',
      '/api/v1/contacts',
      '/',
      '/docs',
      '/oauth/authorize',
      '/oauth/logout',
      '/nothing',
    ];
    await sendAll(
      names.flatMap((name, place) =>
        SENDABLE.map((text, index) => ({ path: paths[index % paths.length]!, headers: { [name]: text } })).filter(
          (_, index) => IS_LONG || (index + place) % 6 === 0,
        ),
      ),
    );
  });

  it.runIf(isWhole)('in every argument of every tool', async () => {
    const rpc = (method: string, params: unknown) => ({
      method: 'POST',
      path: '/mcp?tools=extended',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const { text: listed } = await send(rpc('tools/list', {}), tenants.good.tools);
    const { tools } = JSON.parse(listed).result as { tools: { name: string; inputSchema: { properties?: object } }[] };
    let place = 0;
    const calls = tools.flatMap(({ name, inputSchema: { properties = {} } }) =>
      Object.keys(properties).flatMap((argument) =>
        shareOf(TEXTS, place++).map((text) =>
          rpc('tools/call', { name, arguments: { id: ELEMENT, [argument]: text } }),
        ),
      ),
    );
    expect(calls.length).toBeGreaterThan(100);
    const names = TEXTS.flatMap((text) => [
      rpc('tools/call', { name: text }),
      rpc('tools/call', { name: 'list_websites', arguments: { [text]: text } }),
      rpc(text, {}),
    ]);
    await sendAll([...calls, ...names], tenants.good.tools);
  });

  it('at the authorization server', async () => {
    const parameters = [
      'client_id',
      'redirect_uri',
      'response_type',
      'scope',
      'state',
      'code_challenge',
      'resource',
    ].concat('code_challenge_method', 'prompt', 'nonce', 'login_hint');
    const valid = {
      client_id: 'dashboard',
      redirect_uri: `${tenants.app.baseUrl}/callback`,
      response_type: 'code',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    };
    // Requests per IP address are limited, so each string is sent in one place only.
    const textsAt = (place: number) =>
      isWhole ? TEXTS.filter((_, index) => index % parameters.length === place) : SPECIAL_ON_POSTGRES;
    const authorizations = parameters.flatMap((parameter, place) =>
      textsAt(place).map((text) => ({
        path: `/oauth/authorize?${new URLSearchParams({ ...valid, [parameter]: text })}`,
      })),
    );
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const fields = [
      'grant_type',
      'code',
      'client_id',
      'client_secret',
      'redirect_uri',
      'code_verifier',
      'refresh_token',
      'token',
    ];
    const exchanges = ['token', 'revoke', 'introspect'].flatMap((name) =>
      fields.flatMap((field, index) =>
        shareOf(TEXTS, index).map((text) => ({
          method: 'POST',
          path: `/oauth/${name}`,
          headers: form,
          body: String(
            new URLSearchParams({
              grant_type: 'authorization_code',
              client_id: 'dashboard',
              code: 'x',
              token: 'x',
              [field]: text,
            }),
          ),
        })),
      ),
    );
    const paths = (isWhole ? TEXTS : SPECIAL_ON_POSTGRES).map((text) => ({
      path: `/oauth/interaction/${encodeURIComponent(text.toWellFormed())}`,
    }));
    await sendAll([...authorizations, ...exchanges, ...paths]);
  });

  describe('what is stored', () => {
    /** They are found by these, so they have rules of their own. */
    const KEYS = ['email', 'phone', 'visitor_token'];
    const contact = (body: unknown) => ({ method: 'POST', path: '/api/v1/contacts', body: JSON.stringify(body) });

    it('of contacts, in every field: is returned exactly, or rejected because of U+0000', async () => {
      for (const [index, text] of TEXTS.entries()) {
        const fields = Object.fromEntries(
          STRING_FIELDS.filter((name) => !KEYS.includes(name)).map((name) => [name, text]),
        );
        const email = `number-${index}@own.example`;
        const created = await send(contact({ email, ...fields, [text]: { [text]: [text] } }));
        if (text.includes('\u0000')) {
          expect(created.status).toBe(422);
          continue;
        }
        expect(created.status).toBe(201);
        const [found] = JSON.parse((await send({ path: `/api/v1/contacts?email=${email}` })).text);
        const trimmed = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value.trim()]));
        expect(found).toMatchObject({ ...trimmed, email });
        expect(found.extra).toEqual({ [text]: { [text]: [text] } });
      }
      const custom = { email: 'nul@own.example', '\u0000': '\u0000' };
      expect(JSON.parse((await send(contact(custom))).text).extra).toEqual({ '\u0000': '\u0000' });
    });

    it('an email is compared exactly, not as a pattern', async () => {
      const emails = [
        "o'brien@own.example",
        'a%b@own.example',
        'axb@own.example',
        'a_b@own.example',
        '%@own.example',
        '_@own.example',
      ];
      for (const email of emails) expect((await send(contact({ email }))).status).toBe(201);
      const list = async (email: string) =>
        JSON.parse((await send({ path: `/api/v1/contacts?email=${encodeURIComponent(email)}` })).text) as unknown[];
      for (const email of emails) expect(await list(email)).toEqual([expect.objectContaining({ email })]);
      const remove = (email: string) =>
        send({ method: 'DELETE', path: `/api/v1/contacts?email=${encodeURIComponent(email)}` });
      expect((await remove('%@own.example')).status).toBe(200);
      expect((await remove('_@own.example')).status).toBe(200);
      expect((await remove('_%@own.example')).status).toBe(404);
      for (const email of emails.slice(0, 4)) expect(await list(email)).toHaveLength(1);
    });

    it('of events: values are returned exactly, ids are distinct, and each counts once', async () => {
      const collect = async (events: readonly object[], headers = {}) => {
        const question = { method: 'POST', path: '/collect/events', headers, body: JSON.stringify(events) };
        return JSON.parse((await send(question, tenants.ingestKey)).text);
      };
      const event = { website_id: WEBSITE, element_id: ELEMENT, visitor: 'v' };
      const events = TEXTS.flatMap((text) => [
        { ...event, type: 'view', visitor: text },
        { ...event, type: 'view', id: text },
        { ...event, type: 'order', order_id: text, revenue: 1, products: [{ value: text, revenue: 1 }] },
        { ...event, type: 'selection', field: text, value: text },
        { ...event, type: 'selection', product: text },
      ]);
      const { accepted, rejected } = await collect(events);
      const lost = 4 * (TEXTS.length - STORABLE.length);
      expect({ accepted, rejected: rejected.length }).toEqual({ accepted: events.length - lost, rejected: lost });
      const again = await collect(events.filter((sentEvent) => 'id' in sentEvent || 'order_id' in sentEvent));
      expect(again).toMatchObject({ accepted: 0, duplicates: 2 * STORABLE.length });

      const { data } = JSON.parse((await send({ path: `/api/v1/reports/elements/${ELEMENT}` })).text);
      const fields = data.fields.map(({ name, values }: { name: string; values: { value: string }[] }) => [
        name,
        values[0]!.value,
      ]);
      expect(fields.sort()).toEqual(STORABLE.map((text) => [text, text]).sort());
      const products = data.products.map(({ value, orders }: { value: string; orders: number }) => [value, orders]);
      expect(products.sort()).toEqual(STORABLE.map((text) => [text, 1]).sort());
    });

    it('of requests: each Idempotency-Key is distinct', async () => {
      for (const key of SENDABLE) {
        const body = JSON.stringify([{ website_id: WEBSITE, type: 'view', visitor: key }]);
        const question = { method: 'POST', path: '/collect/events', headers: { 'idempotency-key': key }, body };
        const [first, second] = [await send(question, tenants.ingestKey), await send(question, tenants.ingestKey)];
        expect(JSON.parse(first.text)).toMatchObject({ accepted: 1 });
        expect(second.text).toBe(first.text);
      }
    });

    it('of tokens: the name is returned exactly, or rejected', async () => {
      const names = TEXTS.filter((text) => text.isWellFormed() && !/[\p{Cc}\u202e]/u.test(text));
      const token = { audience: 'rest', scopes: ['reports'], website_ids: [WEBSITE] };
      for (const name of TEXTS) {
        const question = { method: 'POST', path: '/oauth/tokens', body: JSON.stringify({ ...token, name }) };
        const { status } = await send(question, tenants.dashboard.own);
        expect(status, JSON.stringify(name)).toBe(names.includes(name) ? 201 : 422);
      }
      const { text } = await send({ path: '/oauth/tokens' }, tenants.dashboard.own);
      const listed = JSON.parse(text).tokens.map(({ name }: { name: string }) => name) as string[];
      expect(listed).toEqual(expect.arrayContaining(names));
    });
  });
});
