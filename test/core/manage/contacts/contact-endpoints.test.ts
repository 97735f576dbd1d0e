import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SCOPES, type Scope } from '../../../../src/core/contract/access/principal.ts';
import { type Contact, contact } from '../../../../src/core/manage/contacts/contact.ts';
import { ANY_ENGINE } from '../../../support/databases.ts';
import { runService } from '../../../support/run-service.ts';
import { type HttpAnswer, TestService } from '../../../support/test-service.ts';

const READ: readonly Scope[] = ['contacts:read'];
const WRITE: readonly Scope[] = ['contacts:write'];

describe.each(ANY_ENGINE)('contacts over HTTP on %s', (engine) => {
  let service: TestService;
  let token: string;
  let wideToken: string;

  beforeAll(async () => {
    service = await TestService.start(engine);
    token = await service.token([1], { scopes: [...SCOPES] });
    wideToken = await service.token([1, 2], { scopes: [...SCOPES] });
  });
  afterAll(() => service.dispose());

  function post(body: unknown, { query = '', as = token, type = 'application/json' } = {}): Promise<HttpAnswer> {
    return service.request(`/api/v1/contacts${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${as}`, ...(type && { 'content-type': type }) },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }
  function remove(query: string, as = token, init: RequestInit = {}): Promise<HttpAnswer> {
    const headers = { authorization: `Bearer ${as}`, ...init.headers };
    return service.request(`/api/v1/contacts${query}`, { ...init, method: 'DELETE', headers });
  }
  const list = (query = '', as = token) => service.get(`/contacts${query}`, as);
  const contacts = (answer: HttpAnswer): Contact[] => z.array(contact).parse(answer.body);

  describe('POST', () => {
    it('creates with 201, updates with 200, and returns every field', async () => {
      const created = await post({ email: 'Ada@Example.com', phone: '+49 30 123456', first_name: 'Ada', shoe: 42 });
      expect(created.status).toBe(201);
      expect(contact.parse(created.body)).toMatchObject({
        website_id: 1,
        email: 'ada@example.com',
        phone: '+49 30 123456',
        name: 'Ada',
        last_name: null,
        extra: { shoe: 42 },
        data: {},
        created_at: '2025-03-10T12:00:00Z',
      });
      const updated = await post({ email: 'ADA@example.com', last_name: 'Lovelace' });
      expect(updated.status).toBe(200);
      expect(updated.body).toEqual({ ...(created.body as Contact), last_name: 'Lovelace' });
    });

    it('accepts a contact as it was returned', async () => {
      const created = await post({ email: 'back@example.com', city: 'Rome', a: { b: [1] } });
      const again = await post(created.body);
      expect(again).toMatchObject({ status: 200, body: created.body });
    });

    describe('the visitor token', () => {
      const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
      const tokenOf = (answer: HttpAnswer) => contact.parse(answer.body).visitor_token;

      it('is generated if none is given, and does not change', async () => {
        const made = tokenOf(await post({ email: 'made@example.com' }));
        expect(made).toMatch(UUID_V4);
        expect(tokenOf(await post({ email: 'made@example.com', visitor_token: null, city: 'Rome' }))).toBe(made);
        expect(contacts(await list('?email=made@example.com'))).toMatchObject([{ visitor_token: made }]);
        expect(tokenOf(await post({ email: 'made-too@example.com' }))).not.toBe(made);
      });

      it('can be given, also later', async () => {
        const [first, second] = ['6f1c1d5e-8f5f-4b6a-9c57-2f8c35a3d1b0', '0198c0de-0000-7000-8000-000000000001'];
        expect(tokenOf(await post({ email: 'given@example.com', visitor_token: first }))).toBe(first);
        expect(tokenOf(await post({ email: 'given@example.com', visitor_token: second }))).toBe(second);
      });
    });

    it.each(['9007199254740993', '-9007199254740993', '12345678901234567890', '[1, {"a": 9007199254740993}]'])(
      'refuses a whole number whose digits would change: %s',
      async (value) => {
        const answer = await post(`{"email":"digits@example.com","customer":${value}}`);
        expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_field' } });
        expect(answer.text).toContain('as a string');
      },
    );

    it.each([
      '9007199254740991',
      '-9007199254740992',
      '1152921504606846976',
      '0.1',
      '1e300',
      '42.0',
      '0.1000000000000000055',
    ])('keeps the number %s', async (value) => {
      const answer = await post(`{"email":"digits@example.com","customer":${value}}`);
      expect(contact.parse(answer.body).extra).toEqual({ customer: Number(value) });
    });

    it('rejects a body that is nested too deeply', async () => {
      const answer = await post(`{"email":"deep@example.com","a":${'['.repeat(20_000)}1${']'.repeat(20_000)}}`);
      expect(answer).toMatchObject({ status: 422, body: { code: 'too_deep' } });
    });

    it('stores names such as __proto__ as data', async () => {
      const answer = await post('{"email":"proto@example.com","__proto__":{"x":1},"constructor":1}');
      expect(answer.text).toContain('"extra":{"__proto__":{"x":1},"constructor":1}');
    });

    it.each([
      ['{', 400, 'invalid_json'],
      ['', 400, 'invalid_json'],
      ['[]', 422, 'invalid_body'],
      ['null', 422, 'invalid_body'],
      ['{}', 422, 'email_or_phone_required'],
      ['{"email":"x"}', 422, 'invalid_email'],
      ['{"phone":"x"}', 422, 'invalid_phone'],
      ['{"email":"a@b.example","city":1}', 422, 'invalid_field'],
    ])('rejects %j with %i %s', async (body, status, code) => {
      expect(await post(body)).toMatchObject({ status, body: { status, code } });
    });

    it('accepts only JSON, at most 64 KiB', async () => {
      const body = { email: 'large@example.com', note: '' };
      const room = 64 * 1024 - JSON.stringify(body).length;
      expect((await post({ ...body, note: 'x'.repeat(room) })).status).toBe(201);
      expect((await post({ ...body, note: 'x'.repeat(room + 1) })).status).toBe(413);
      expect((await post(body, { type: 'text/plain' })).status).toBe(415);
      expect((await post('email=a@b.example', { type: 'application/x-www-form-urlencoded' })).status).toBe(415);
      expect((await post(body, { type: 'application/json; charset=utf-8' })).status).toBe(200);
    });
  });

  describe('GET', () => {
    let alone: string;

    beforeAll(async () => {
      alone = await service.token([3], { scopes: [...SCOPES] });
      for (let n = 1; n <= 52; n++) await post({ email: `p${n}@example.com` }, { as: alone });
    });

    it('lists newest first, 25 per page, with links and the total', async () => {
      const address = 'http://localhost:0/api/v1/contacts';
      const first = await list('', alone);
      expect(contacts(first).map(({ email }) => email)).toEqual(
        Array.from({ length: 25 }, (_, index) => `p${52 - index}@example.com`),
      );
      expect(first.headers.get('x-total-count')).toBe('52');
      expect(first.headers.get('link')).toBe(
        `<${address}?page=1>; rel="first", <${address}?page=2>; rel="next", <${address}?page=3>; rel="last"`,
      );
      const last = await list('?page=3&website_id=3', alone);
      expect(contacts(last).map(({ email }) => email)).toEqual(['p2@example.com', 'p1@example.com']);
      expect(last.headers.get('link')).toBe(
        `<${address}?website_id=3&page=1>; rel="first", <${address}?website_id=3&page=2>; ` +
          `rel="prev", <${address}?website_id=3&page=3>; rel="last"`,
      );
    });

    it('returns an empty page after the last one', async () => {
      const answer = await list('?page=9007199254740991', alone);
      expect(answer).toMatchObject({ status: 200, body: [] });
      expect(answer.headers.get('link')).toContain('page=3>; rel="prev"');
    });

    it('filters by email (ignoring case), by id, and by both', async () => {
      const [found] = contacts(await list('?email=P7@EXAMPLE.com', alone));
      expect(found!.email).toBe('p7@example.com');
      expect(contacts(await list(`?id=${found!.id}`, alone))).toEqual([found]);
      expect(contacts(await list(`?id=${found!.id}&email=p7@example.com`, alone))).toEqual([found]);
      expect(contacts(await list(`?id=${found!.id}&email=p8@example.com`, alone))).toEqual([]);
      const answer = await list('?email=p7@example.com&page=2', alone);
      expect([answer.body, answer.headers.get('x-total-count')]).toEqual([[], '1']);
    });

    it('finds a contact without an email by its id', async () => {
      const { body } = await post({ phone: '+4930555555' });
      expect(contacts(await list(`?id=${(body as Contact).id}`))).toEqual([body]);
    });

    it.each([
      'nobody@example.com',
      'p7@example.co',
      '7@example.com',
      'p7',
      'no address',
      '%00',
      '%22',
      'x'.repeat(5_000),
    ])('finds nobody by %j', async (email) => {
      const answer = await list(`?email=${email}`, alone);
      expect([answer.status, answer.body, answer.headers.get('x-total-count')]).toEqual([200, [], '0']);
    });

    it("never finds another website's contact", async () => {
      const { body } = await post({ email: 'mine@example.com' });
      expect(contacts(await list(`?id=${(body as Contact).id}`, alone))).toEqual([]);
      expect(contacts(await list('?email=mine@example.com', alone))).toEqual([]);
    });

    it.each([
      ['?page=0', 'invalid_page', 'page'],
      ['?page=x', 'invalid_page', 'page'],
      ['?id=-1', 'invalid_id', 'id'],
      ['?id=1.5', 'invalid_id', 'id'],
      ['?email=a&email=b', 'invalid_email', 'email'],
      ['?email=', 'invalid_email', 'email'],
      ['?email=%20', 'invalid_email', 'email'],
      ['?website_id=x', 'invalid_website_id', 'website_id'],
    ])('rejects %s', async (query, code, param) => {
      expect(await list(query)).toMatchObject({ status: 422, body: { code, param } });
    });
  });

  describe('by id', () => {
    const of = (method: 'PATCH' | 'DELETE', id: number | string, body?: object, as = token) =>
      service.request(`/api/v1/contacts/${id}`, {
        method,
        headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });

    it('a contact is changed, also its email, and deleted once, also without an email', async () => {
      const { id } = (await post({ phone: '+49 30 4711', first_name: 'Kim' })).body as Contact;
      expect(await of('PATCH', id, { email: 'Kim@id.example', first_name: null })).toMatchObject({
        status: 200,
        body: { id, email: 'kim@id.example', name: null, phone: '+49 30 4711' },
      });
      const { id: other } = (await post({ phone: '+49 30 4712' })).body as Contact;
      const taken = await of('PATCH', other, { email: 'KIM@id.example' });
      expect(taken).toMatchObject({ status: 409, body: { code: 'email_in_use', param: 'email' } });
      expect(await of('PATCH', other, { email: 'kim' })).toMatchObject({
        status: 422,
        body: { code: 'invalid_email' },
      });
      expect((await of('DELETE', other)).status).toBe(204);
      expect((await of('DELETE', other)).status).toBe(404);
      expect(contacts(await list(`?id=${other}`))).toEqual([]);
    });

    it('is 404 for a contact of another website and one that does not exist, and 403 without the scope', async () => {
      const { id } = (await post({ email: 'mine@id.example' })).body as Contact;
      const elsewhere = await service.token([2], { scopes: [...SCOPES] });
      const reader = await service.token([1], { scopes: READ });
      for (const method of ['PATCH', 'DELETE'] as const) {
        expect((await of(method, id, { city: 'Rome' }, elsewhere)).status).toBe(404);
        for (const missing of [999_999, 'x']) expect((await of(method, missing, { city: 'Rome' })).status).toBe(404);
        expect((await of(method, id, { city: 'Rome' }, reader)).status).toBe(403);
      }
      expect(contacts(await list(`?id=${id}`))).toMatchObject([{ city: null }]);
    });
  });

  describe('search', () => {
    it('finds contacts by parts of their names and by their campaign, and forbids caching', async () => {
      await post({ email: 'zoe@search.example', first_name: 'Zoë', data: { source: { campaign_id: 11 } } });
      const found = await list('/search?query=ZOE&campaign_id=11');
      expect(found).toMatchObject({ status: 200, body: { contacts: [{ email: 'zoe@search.example' }], next: null } });
      expect(found.headers.get('cache-control')).toBe('no-store');
      expect((await list('/search?query=zoe&campaign_id=10')).body).toEqual({ contacts: [], next: null });
      expect((await list('/search?query=zoe&website_id=2', wideToken)).body).toEqual({ contacts: [], next: null });
    });

    it.each([
      [`query=${'x'.repeat(101)}`, 'invalid_query'],
      ['query=a&query=b', 'invalid_query'],
      ['campaign_id=0', 'invalid_campaign_id'],
      ['after=0', 'invalid_after'],
      ['text=ada', 'unknown_parameter'],
    ])('rejects %s', async (query, code) => {
      expect(await list(`/search?${query}`)).toMatchObject({ status: 422, body: { code } });
    });
  });

  describe('DELETE', () => {
    it('deletes by email (ignoring case), once', async () => {
      await post({ email: 'gone@example.com' });
      const before = Number((await list()).headers.get('x-total-count'));
      const answer = await remove('?email=GONE@example.com');
      expect(answer).toMatchObject({ status: 200, body: { message: expect.any(String) } });
      expect((await list()).headers.get('x-total-count')).toBe(String(before - 1));
      expect((await remove('?email=gone@example.com')).status).toBe(404);
      expect(await post({ email: 'gone@example.com' })).toMatchObject({ status: 201, body: { extra: {} } });
    });

    it('requires an email', async () => {
      for (const query of ['', '?email=', '?email=%20']) {
        expect(await remove(query)).toMatchObject({ status: 422, body: { code: 'email_required', param: 'email' } });
      }
      expect((await remove('?email=a@b.c&email=d@e.f')).body).toMatchObject({ code: 'invalid_email' });
      expect((await remove('?email=none')).status).toBe(404);
    });

    it('does not affect other websites', async () => {
      await post({ email: 'kept@example.com' });
      const other = await service.token([3], { scopes: [...WRITE] });
      expect((await remove('?email=kept@example.com', other)).status).toBe(404);
      expect(contacts(await list('?email=kept@example.com'))).toHaveLength(1);
    });

    it('ignores a body of any type', async () => {
      await post({ email: 'body@example.com' });
      const init = { body: '<x/>', headers: { 'content-type': 'text/xml' } };
      expect((await remove('?email=body@example.com', token, init)).status).toBe(200);
    });
  });

  describe('access', () => {
    it('checks the token, then its scope, before anything else', async () => {
      const reader = await service.token([1], { scopes: [...READ] });
      const writer = await service.token([1], { scopes: [...WRITE] });
      expect((await list('?page=0', 'fat_wrong')).status).toBe(401);
      expect((await post('{', { as: 'fat_wrong', type: 'text/plain' })).status).toBe(401);
      expect((await list('?page=0', writer)).status).toBe(403);
      expect((await post('{', { as: reader, type: 'text/plain' })).status).toBe(403);
      expect((await remove('', reader)).status).toBe(403);
      expect((await list('', reader)).status).toBe(200);
      expect((await post({ email: 'w@example.com' }, { as: writer })).status).toBe(201);
      expect((await remove('?email=w@example.com', writer)).status).toBe(200);
    });

    it('requires website_id if the token has several websites, and rejects those of others', async () => {
      const body = { email: 'wide@example.com' };
      const required = { status: 400, body: { code: 'website_id_required' } };
      expect(await list('', wideToken)).toMatchObject(required);
      expect(await post(body, { as: wideToken })).toMatchObject(required);
      expect(await remove('?email=wide@example.com', wideToken)).toMatchObject(required);
      expect(await post(body, { as: wideToken, query: '?website_id=2' })).toMatchObject({
        status: 201,
        body: { website_id: 2 },
      });
      expect(contacts(await list('?website_id=2&email=wide@example.com', wideToken))).toHaveLength(1);
      expect((await remove('?email=wide@example.com&website_id=2', wideToken)).status).toBe(200);
      for (const id of [3, 999]) {
        expect((await list(`?website_id=${id}`, wideToken)).status).toBe(404);
        expect((await post(body, { as: wideToken, query: `?website_id=${id}` })).status).toBe(404);
        expect((await remove(`?website_id=${id}&email=wide@example.com`, wideToken)).status).toBe(404);
      }
    });

    it('validates the request before it checks the website', async () => {
      expect((await post({}, { query: '?website_id=3' })).status).toBe(422);
      expect((await remove('?website_id=3')).status).toBe(422);
      expect((await list('?website_id=3&page=0')).status).toBe(422);
    });

    it('forbids caching', async () => {
      expect((await list()).headers.get('cache-control')).toBe('no-store');
    });
  });

  it('logs neither personal data nor keys', async () => {
    const app = await runService(service.ingestion.url, { components: ['rest'], env: { LOG_LEVEL: 'trace' } });
    try {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const ask = (path: string, init: RequestInit = {}) => fetch(`${app.url}/api/v1${path}`, { ...init, headers });
      const body = JSON.stringify({ email: 'private@person.example', phone: '+49 30 777777', city: 'Hiddenville' });
      expect((await ask('/contacts', { method: 'POST', body })).status).toBe(201);
      expect((await ask('/contacts', { method: 'POST', body: body.replace('@person', '@@person') })).status).toBe(422);
      expect((await ask('/contacts', { method: 'POST', body: body.slice(1) })).status).toBe(400);
      expect((await ask('/contacts?email=private@person.example')).status).toBe(200);
      expect((await ask('/contacts/search?query=private@person.example')).status).toBe(200);
      const website = (await (await ask('/websites')).json()) as { api_key: string };
      await app.database.transaction((tx) => tx.runScript('ALTER TABLE contact_lists RENAME TO contact_lists_away'));
      expect((await ask('/contacts', { method: 'POST', body })).status).toBe(500);
      expect((await ask('/contacts?email=private@person.example', { method: 'DELETE' })).status).toBe(500);
      await app.database.transaction((tx) => tx.runScript('ALTER TABLE contact_lists_away RENAME TO contact_lists'));
      expect((await ask('/contacts?email=private@person.example', { method: 'DELETE' })).status).toBe(200);
      const log = app.logs();
      expect(log).toContain('/api/v1/contacts');
      for (const secret of ['private', 'person.example', '777777', 'Hiddenville', token, website.api_key]) {
        expect(log).not.toContain(secret);
      }
    } finally {
      await app.close();
    }
  });
});
