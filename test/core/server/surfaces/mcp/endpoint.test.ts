// The endpoint of the tool server: who is admitted, what is rejected and how, and both generations of the
// protocol on the wire.
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { VIEW_URI } from '../../../../../src/core/server/surfaces/mcp/report-view.ts';
import type { TestService } from '../../../../support/test-service.ts';
import { startWithMonthsOfEvents } from './months-of-events.ts';

const MCP_URL = 'http://localhost:8080/mcp';
const METADATA_URL = 'http://localhost:8080/.well-known/oauth-protected-resource/mcp';
const VERSION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

let service: TestService;
let token: string;

beforeAll(async () => {
  service = await startWithMonthsOfEvents('sqlite', { env: { MCP_URL, BASE_URL: 'http://localhost:8080' } });
  token = await service.toolToken([1]);
});
afterAll(() => service.dispose());

const rpc = (method: string, params: object = {}, id: number | string = 7) => ({ jsonrpc: '2.0', id, method, params });
const call = (name: string, args: object = {}) => rpc('tools/call', { name, arguments: args });

/** A message of the newest generation, with the headers that it needs. */
function postModern(method: string, params: { name?: string } = {}, headers: Readonly<Record<string, string>> = {}) {
  return service.postMcp(rpc(method, { ...params, _meta: META }), token, {
    'mcp-protocol-version': VERSION,
    'mcp-method': method,
    ...(params.name !== undefined && { 'mcp-name': params.name }),
    ...headers,
  });
}

describe('access', () => {
  const challenge = `scope="reports", resource_metadata="${METADATA_URL}"`;

  test('without a token: 401 that says where to get one, for any method and body', async () => {
    for (const method of ['POST', 'GET', 'DELETE', 'PUT', 'OPTIONS']) {
      const response = await fetch(service.mcpUrl, { method });
      expect(response.status, method).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe(`Bearer ${challenge}`);
      expect(await response.json()).toMatchObject({ status: 401, title: 'Unauthorized' });
    }
  });

  test('with a token that is unknown, revoked, or made for the REST API: 401', async () => {
    const revoked = await service.createToken([1], { audience: 'tools' });
    await service.revokeToken(revoked.id);
    for (const wrong of ['fat_unknown', revoked.token, await service.token([1])]) {
      const response = await service.postMcp(call('list_websites'), wrong);
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe(`Bearer error="invalid_token", ${challenge}`);
    }
  });

  test('a token that is revoked between two calls is rejected at the second', async () => {
    const { id, token: soonRevoked } = await service.createToken([1], { audience: 'tools' });
    expect((await service.postMcp(call('list_websites'), soonRevoked)).status).toBe(200);
    await service.revokeToken(id);
    expect((await service.postMcp(call('list_websites'), soonRevoked)).status).toBe(401);
  });

  test('a token in the URL is not accepted', async () => {
    const response = await fetch(`${service.mcpUrl}?access_token=${token}`, { method: 'POST' });
    expect(response.status).toBe(401);
  });

  test('without the scope: 403 that names it', async () => {
    const narrow = await service.toolToken([1], { scopes: ['areas:read'] });
    const response = await service.postMcp(call('list_websites'), narrow);
    expect(response.status).toBe(403);
    expect(response.headers.get('www-authenticate')).toBe(`Bearer error="insufficient_scope", ${challenge}`);
  });

  test('the legacy key is only for the REST API', async () => {
    const response = await fetch(service.mcpUrl, { method: 'POST', headers: { authorization: 'api_key=abc' } });
    expect(response.status).toBe(401);
  });

  test.each([
    ['no origin', {}, 200],
    ['its own origin', { origin: 'http://localhost:8080' }, 200],
    ['the page of another website', { origin: 'https://evil.example' }, 403],
    ['a page without an origin', { origin: 'null' }, 403],
  ])('%s', async (_name, headers, status) => {
    expect((await service.postMcp(rpc('ping'), token, headers)).status).toBe(status);
  });
});

describe('the Host header', () => {
  /** `fetch` sets the header itself, so this uses node:http. */
  function statusFor(host: string): Promise<number> {
    const { hostname, port } = new URL(service.url);
    const headers = { host, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return new Promise((resolve, reject) => {
      request({ hostname, port, path: '/mcp', method: 'POST', headers }, (response) => {
        response.resume();
        resolve(response.statusCode!);
      })
        .on('error', reject)
        .end(JSON.stringify(rpc('ping')));
    });
  }

  test.each(['localhost', 'localhost:8080', '127.0.0.1:9', '[::1]:8080'])('%s', async (host) => {
    expect(await statusFor(host)).toBe(200);
  });

  test.each(['evil.example', 'localhost.evil.example', '192.0.2.1:8080'])('%s: 403', async (host) => {
    expect(await statusFor(host)).toBe(403);
  });
});

describe('discovery', () => {
  test.each(['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'])(
    '%s',
    async (path) => {
      const response = await fetch(service.url + path);
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({
        resource: MCP_URL,
        resource_name: 'Funnel reports',
        authorization_servers: ['http://localhost:8080'],
        scopes_supported: ['reports'],
        bearer_methods_supported: ['header'],
      });
    },
  );
});

describe('not a message', () => {
  test.each(['GET', 'DELETE', 'PUT', 'PATCH'])('%s: 405', async (method) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(service.mcpUrl, { method, headers });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
    expect(await response.json()).toMatchObject({ status: 405 });
  });

  test.each([
    ['nothing', '', -32700],
    ['broken JSON', '{"jsonrpc":', -32700],
    ['an empty batch', [], -32600],
    ['null', 'null', -32600],
    ['a number', '42', -32600],
    ['an object of something else', { hello: 'world' }, -32600],
    ['an object with a poisoned prototype', '{"jsonrpc":"2.0","id":1,"__proto__":{"method":"ping"}}', -32700],
  ])('%s: a JSON-RPC error', async (_name, body, code) => {
    const response = await service.postMcp(body, token);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ jsonrpc: '2.0', id: null, error: { code, message: expect.any(String) } });
  });

  test('another content type: 415', async () => {
    for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded']) {
      expect((await service.postMcp(rpc('ping'), token, { 'content-type': type })).status, type).toBe(415);
    }
  });

  test('more than 32 KiB: 413', async () => {
    const response = await service.postMcp(call('list_websites', { filler: 'x'.repeat(32 * 1024) }), token);
    expect(response.status).toBe(413);
    const error = { code: -32600, message: 'A message may have at most 32 KiB.' };
    expect(await response.json()).toEqual({ jsonrpc: '2.0', id: null, error });
  });

  test('too many names or too much depth: rejected before anything else', async () => {
    const names = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`name${index}`, 1]));
    const deep = JSON.parse(`${'['.repeat(1_000)}${']'.repeat(1_000)}`);
    for (const args of [names, { website_ids: deep }]) {
      const response = await service.postMcp(call('list_websites', args), token);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        error: { code: -32600, message: expect.stringContaining('500 names') },
      });
    }
    const ids = Array.from({ length: 1_000 }, (_, index) => index + 1);
    expect((await service.postMcp(call('get_account_performance', { website_ids: ids }), token)).status).toBe(200);
  });
});

describe('the generations before 2026-07-28', () => {
  test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    '%s introduces itself',
    async (protocolVersion) => {
      const clientInfo = { name: 'old', version: '1' };
      const response = await service.postMcp(
        rpc('initialize', { protocolVersion, capabilities: {}, clientInfo }),
        token,
      );
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
      expect(response.headers.get('mcp-session-id')).toBeNull();
      expect(await response.json()).toEqual({
        jsonrpc: '2.0',
        id: 7,
        result: {
          protocolVersion,
          capabilities: {
            tools: { listChanged: false },
            resources: {},
            extensions: { 'io.modelcontextprotocol/ui': {} },
          },
          serverInfo: { name: 'funnel-reports', title: 'Funnel reports', version: expect.any(String) },
          instructions: expect.stringContaining('list_websites'),
        },
      });
    },
  );

  test('an unknown version gets the newest of that generation', async () => {
    const params = { protocolVersion: '1999-01-01', capabilities: {}, clientInfo: { name: 'odd', version: '1' } };
    const { result } = (await (await service.postMcp(rpc('initialize', params), token)).json()) as {
      result: { protocolVersion: string };
    };
    expect(result.protocolVersion).toBe('2025-11-25');
  });

  test('there are no resources to attach, and no templates of some', async () => {
    expect(await (await service.postMcp(rpc('resources/list'), token)).json()).toMatchObject({
      result: { resources: [] },
    });
    expect(await (await service.postMcp(rpc('resources/templates/list'), token)).json()).toEqual({
      jsonrpc: '2.0',
      id: 7,
      result: { resourceTemplates: [] },
    });
  });

  test('a notification is accepted without a response body', async () => {
    const response = await service.postMcp({ jsonrpc: '2.0', method: 'notifications/initialized' }, token);
    expect(response.status).toBe(202);
    expect(await response.text()).toBe('');
  });

  describe('a batch, which clients of 2025-03-26 may send', () => {
    const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });
    const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };

    test('has an answer to each request, and none to notifications', async () => {
      const response = await service.postMcp(
        [ping(1), initialized, { ...call('list_websites'), id: 'two' }, 42],
        token,
      );
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual([
        { jsonrpc: '2.0', id: 1, result: {} },
        { jsonrpc: '2.0', id: 'two', result: expect.objectContaining({ structuredContent: expect.anything() }) },
        { jsonrpc: '2.0', id: null, error: { code: -32600, message: expect.any(String) } },
      ]);
      expect(await (await service.postMcp([ping(3)], token)).json()).toEqual([{ jsonrpc: '2.0', id: 3, result: {} }]);
    });

    test('of notifications alone has no answer', async () => {
      const response = await service.postMcp([initialized, initialized], token);
      expect([response.status, await response.text()]).toEqual([202, '']);
    });

    test('does not initialize', async () => {
      const [answer] = (await (await service.postMcp([rpc('initialize', {})], token)).json()) as unknown[];
      expect(answer).toMatchObject({
        id: 7,
        error: { code: -32600, message: expect.stringContaining('initialize alone') },
      });
    });

    test('has at most 20 messages, each of which counts as a request', async () => {
      const remaining = (response: Response) => Number(response.headers.get('ratelimit-remaining'));
      const before = remaining(await service.postMcp(ping(1), token));
      const twenty = await service.postMcp(
        Array.from({ length: 20 }, (_, id) => ping(id)),
        token,
      );
      expect([await twenty.json(), remaining(twenty)]).toEqual([expect.objectContaining({ length: 20 }), before - 20]);
      const more = await service.postMcp(
        Array.from({ length: 21 }, (_, id) => ping(id)),
        token,
      );
      expect([more.status, await more.json()]).toEqual([
        400,
        { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'A batch may have at most 20 messages.' } },
      ]);
    });

    test('listens once for the end of the connection, whatever it calls', async () => {
      const warnings: string[] = [];
      const note = ({ message }: Error) => warnings.push(message);
      process.on('warning', note);
      const response = await service.postMcp(
        Array.from({ length: 20 }, (_, day) => ({
          ...call('get_account_performance', {
            timeframe: 'custom',
            range_start: '2025-01-01',
            range_end: `2025-03-${day + 10}`,
          }),
          id: day,
        })),
        token,
      );
      const results = ((await response.json()) as { result: object }[]).map(({ result }) => result);
      expect(results).toEqual(Array(20).fill(expect.objectContaining({ structuredContent: expect.anything() })));
      await new Promise(setImmediate);
      process.off('warning', note);
      expect(warnings).toEqual([]);
    });

    test('of a later version is rejected', async () => {
      const response = await service.postMcp([ping(1)], token, { 'mcp-protocol-version': '2025-06-18' });
      expect([response.status, await response.json()]).toMatchObject([400, { error: { code: -32600 } }]);
    });
  });

  test('reading the document for chats counts as ten requests, also in a batch', async () => {
    const remaining = (response: Response) => Number(response.headers.get('ratelimit-remaining'));
    const reading = rpc('resources/read', { uri: VIEW_URI });
    const before = remaining(await service.postMcp(rpc('ping', {}), token));
    expect(remaining(await service.postMcp(reading, token))).toBe(before - 10);
    expect(remaining(await service.postMcp([reading, rpc('ping', {}), reading], token))).toBe(before - 31);
    expect(remaining(await service.postMcp(rpc('resources/read', { uri: 'ui://other' }), token))).toBe(before - 32);
  });

  test('later messages are independent, without a session', async () => {
    const response = await service.postMcp(call('list_websites'), token, { accept: 'application/json' });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ id: 7, result: { structuredContent: { websites: [{ id: 1 }] } } });
  });

  test('an unknown version header: 400', async () => {
    expect((await service.postMcp(rpc('ping'), token, { 'mcp-protocol-version': '1999-01-01' })).status).toBe(400);
  });
});

describe('2026-07-28', () => {
  test('server/discover describes the server, and how long that is valid', async () => {
    const response = await postModern('server/discover');
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      id: 7,
      result: {
        supportedVersions: [VERSION],
        capabilities: {
          tools: { listChanged: false },
          resources: {},
          extensions: { 'io.modelcontextprotocol/ui': {} },
        },
        instructions: expect.stringContaining('percent'),
        ttlMs: 600_000,
        cacheScope: 'public',
      },
    });
  });

  test('tools/list may be cached by anyone', async () => {
    expect(await (await postModern('tools/list')).json()).toMatchObject({
      result: { ttlMs: 600_000, cacheScope: 'public' },
    });
  });

  test('there are no resources to attach, and no templates of some', async () => {
    const cached = { ttlMs: 600_000, cacheScope: 'public' };
    expect(await (await postModern('resources/list')).json()).toMatchObject({ result: { resources: [], ...cached } });
    expect(await (await postModern('resources/templates/list')).json()).toMatchObject({
      result: { resourceTemplates: [], ...cached },
    });
  });

  test('tools/call returns one JSON document', async () => {
    const response = await postModern('tools/call', { name: 'list_websites' });
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await response.json()).toMatchObject({
      result: { resultType: 'complete', structuredContent: { websites: [{ id: 1 }] } },
    });
  });

  test('headers that contradict the message: 400', async () => {
    expect((await postModern('tools/list', {}, { 'mcp-method': 'tools/call' })).status).toBe(400);
    expect((await postModern('tools/call', { name: 'list_websites' }, { 'mcp-name': 'list_campaigns' })).status).toBe(
      400,
    );
    expect((await postModern('tools/list', {}, { 'mcp-protocol-version': '2025-11-25' })).status).toBe(400);
  });

  test('a future version is rejected, with the supported one', async () => {
    const meta = { ...META, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' };
    const response = await service.postMcp(rpc('tools/list', { _meta: meta }), token, {
      'mcp-protocol-version': '2099-01-01',
      'mcp-method': 'tools/list',
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { data: { supported: [VERSION] } } });
  });

  test.each(['subscriptions/listen', 'initialize', 'prompts/list', 'no/such'])('%s: 404', async (method) => {
    const response = await postModern(method);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ id: 7, error: { code: -32601 } });
  });
});

describe('arguments', () => {
  async function problemOf(body: object): Promise<unknown> {
    const { result } = (await (await service.postMcp(body, token)).json()) as {
      result: { isError: boolean; content: [{ text: string }]; structuredContent?: unknown };
    };
    expect(result.isError).toBe(true);
    expect(result).not.toHaveProperty('structuredContent');
    return JSON.parse(result.content[0].text);
  }

  test('that a tool does not have are rejected by name', async () => {
    expect(await problemOf(call('list_campaigns', { offset: 10 }))).toEqual({
      type: 'about:blank',
      title: 'Unprocessable Entity',
      status: 422,
      code: 'unknown_argument',
      param: 'offset',
      detail: expect.stringMatching(
        /^list_campaigns has no argument "offset"\. Its arguments are page, per_page, sort,/,
      ),
    });
    expect(await problemOf(call('list_websites', { page: 1 }))).toMatchObject({ param: 'page' });
    // A parameter of the REST API alone.
    expect(await problemOf(call('list_campaigns', { until: '10:00' }))).toMatchObject({ param: 'until' });
  });

  test('that are null count as left out', async () => {
    const structured = async (args: object) => {
      const answer = await (await service.postMcp(call('list_campaigns', args), token)).json();
      return (answer as { result: { structuredContent?: unknown } }).result.structuredContent;
    };
    const plain = await structured({});
    expect(plain).toMatchObject({ data: { pagination: { page: 1 } } });
    const nothing = {
      page: null,
      sort: null,
      cta_type: null,
      timeframe: null,
      range_start: null,
      previous_period: null,
    };
    expect(await structured(nothing)).toEqual(plain);
    expect(await problemOf(call('get_campaign_report', { id: null }))).toMatchObject({ code: 'invalid_id' });
    expect(await problemOf(call('list_campaigns', { offset: null }))).toMatchObject({ code: 'unknown_argument' });
  });

  test('of a range need timeframe=custom', async () => {
    const range = { range_start: '2025-01-01', range_end: '2025-01-31' };
    expect(await problemOf(call('list_campaigns', range))).toMatchObject({
      status: 422,
      code: 'range_without_custom',
      param: 'range_start',
      detail: 'range_start needs timeframe=custom.',
    });
  });

  test('of another type are rejected by name, with the rule', async () => {
    expect(await problemOf(call('get_campaign_report', { id: 'ten' }))).toMatchObject({
      status: 422,
      code: 'invalid_id',
      param: 'id',
      detail: 'id must be a positive integer.',
    });
    expect(await problemOf(call('get_campaign_report'))).toMatchObject({ code: 'invalid_id', param: 'id' });
    expect(await problemOf(call('get_website_report', { previous_period: 'yes' }))).toMatchObject({
      code: 'invalid_previous_period',
    });
  });

  test('may be digits as text, and one value of a list', async () => {
    const answerOf = async (args: object) =>
      (await (await service.postMcp(call('get_campaign_report', args), token)).json()) as object;
    expect(await answerOf({ id: '10', website_id: '1' })).toEqual(await answerOf({ id: 10, website_id: 1 }));
    expect(await answerOf({ id: 10, filter: 'device:mobile' })).toEqual(
      await answerOf({ id: 10, filter: ['device:mobile'] }),
    );
    expect(await problemOf(call('get_account_performance', { website_ids: '2' }))).toMatchObject({ status: 404 });
    // An empty list is no subset: the sum of all websites would be taken for it.
    expect(await problemOf(call('get_account_performance', { website_ids: [] }))).toMatchObject({
      ...{ status: 422, code: 'invalid_website_id', param: 'website_ids' },
      detail: 'website_ids must be a list of positive integers, and not be empty.',
    });
  });

  test('metrics: the chosen ones as columns and rows, with group_by', async () => {
    const asked = { timeframe: 'custom', range_start: '2025-03-01', range_end: '2025-03-02', group_by: 'day' };
    const seriesOf = async (args: object) => {
      const { result } = (await (await service.postMcp(call('get_website_report', args), token)).json()) as {
        result: { structuredContent: { data: { timeseries: { points: { date: string; views: number }[] } } } };
      };
      return result.structuredContent.data.timeseries;
    };
    const { points } = await seriesOf(asked);
    const rows = points.map(({ date, views }) => [date, views]);
    for (const metrics of [['views'], 'views']) {
      expect(await seriesOf({ ...asked, metrics })).toEqual({ group_by: 'day', columns: ['date', 'views'], rows });
    }
    for (const refused of [{ ...asked, metrics: ['aov'] }, { ...asked, metrics: [] }, { metrics: ['views'] }]) {
      expect(await problemOf(call('get_website_report', refused))).toMatchObject({
        status: 422,
        code: 'invalid_metrics',
        param: 'metrics',
      });
    }
    expect(await problemOf(call('list_campaigns', { metrics: ['views'] }))).toMatchObject({ code: 'unknown_argument' });
  });

  test('website_id may be left out by a token for one website', async () => {
    const response = await service.postMcp(call('get_website_report'), token);
    expect(await response.json()).toMatchObject({ result: { structuredContent: { website: { id: 1 } } } });
  });

  test('must be an object', async () => {
    const response = await service.postMcp(rpc('tools/call', { name: 'list_websites', arguments: [1] }), token);
    expect(await response.json()).toMatchObject({ error: { code: -32602 } });
  });

  test('for an unknown tool: a protocol error', async () => {
    for (const name of ['drop_tables', 'constructor', '__proto__']) {
      expect(await (await service.postMcp(call(name), token)).json()).toMatchObject({
        error: { code: -32602, message: expect.stringContaining(name) },
      });
    }
  });
});
