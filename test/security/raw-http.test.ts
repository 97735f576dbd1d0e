// What no client library would send: broken framing, hidden requests, unusual URLs and bodies, and random damage. The
// server stays up, responds with a problem or closes the connection, and nothing is counted or changed.
import { once } from 'node:events';
import { connect } from 'node:net';
import { constants, createGzip, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '../../src/core/contract/access/principal.ts';
import { createToken } from '../../src/core/contract/access/tokens.ts';
import { createIngestKey } from '../../src/core/intake/ingest-keys/ingest-keys.ts';
import { eventWith, ndjson } from '../support/events.ts';
import { startLoginService } from '../support/login-service.ts';
import { IS_LONG } from '../support/long.ts';
import type { TestService } from '../support/test-service.ts';
import { TEST_MS_MAX } from '../support/time-limits.ts';
import { ask, type Question } from './ask.ts';
import { expectHarmless } from './expect-harmless.ts';
import { damagedRequests } from './mutations.ts';
import { exchange, type RawResponse, responsesIn } from './raw-connection.ts';
import { smugglingShapes } from './smuggling.ts';
import { storedState } from './stored-state.ts';

const FUZZ_RUNS = Number(process.env.FUZZ_RUNS ?? (IS_LONG ? 400 : 30));
const FUZZ_SEED = Number(process.env.FUZZ_SEED ?? 20_250_310);
const AT_ONCE = 8;
/** For requests that are never complete, or get no response. */
const LITTLE_PATIENCE = 5;
/** Far more than a batch may have. */
const ENOUGH_MEGABYTES = 512;
const VICTIM = 'victim@own.example';
const now = () => new Date();

describe('raw HTTP', () => {
  let app: TestService;
  let token: string;
  let toolToken: string;
  let ingestKey: string;
  let before: unknown;
  let requests = 0;
  let fuzzed = '';
  let logLength = 0;

  beforeAll(async () => {
    app = await startLoginService('sqlite', {
      components: ['rest', 'mcp', 'auth', 'collect', 'dashboard'],
      env: { RATE_LIMIT_PER_MINUTE: '10000000', LOG_LEVEL: 'trace' },
    });
    const all = { websiteIds: [1], scopes: SCOPES };
    token = (await createToken(app.database, { ...all, audience: 'rest' }, now)).token;
    toolToken = (await createToken(app.database, { ...all, audience: 'tools' }, now)).token;
    ingestKey = (await createIngestKey(app.database, 1, now))!.key;
    const created = await question({
      method: 'POST',
      path: '/api/v1/contacts',
      body: JSON.stringify({ email: VICTIM }),
    });
    expect(created.status).toBe(201);
    await warmUp();
    before = await storedState(app.database);
  });
  afterEach(async () => {
    const logsSeen = logLength;
    logLength = app.logs().length;
    expect((await ask(app.baseUrl, { path: '/healthz' })).status).toBe(200);
    expect(await storedState(app.database)).toEqual(before);
    // Client errors are not logged as server errors: they would flood the alerts of operators.
    expect(
      app
        .logs()
        .slice(logsSeen)
        .match(/^.*"level":(50|60).*$/gm),
    ).toBeNull();
  });
  afterAll(async () => {
    console.log(`raw HTTP: ${requests} broken requests by hand; ${fuzzed}`);
    await app?.dispose();
  });

  /** Starts the worker threads, which start with the first request. */
  async function warmUp(): Promise<void> {
    await question({ path: '/api/v1/reports/websites' });
    const headers = { authorization: `Bearer ${ingestKey}` };
    await question({ method: 'POST', path: '/collect/events', headers, body: '[{}]' });
  }

  /** Uses an ordinary client and a valid token. */
  async function question({ headers, ...rest }: Question) {
    const given = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers };
    const answer = await ask(app.baseUrl, { ...rest, headers: given });
    expectHarmless({ ...answer, body: answer.text, header: (name) => textOf(answer.headers[name]) }, rest.path);
    requests += 1;
    return answer;
  }

  async function sendRaw(bytes: string, what: string, patience?: number): Promise<RawResponse[]> {
    const received = await exchange(app.baseUrl, bytes, patience);
    requests += 1;
    return harmlessResponses(received, bytes, what);
  }

  const HEAD = 'Host: localhost\r\nConnection: close\r\n';
  const authorized = () => `${HEAD}Authorization: Bearer ${token}\r\n`;

  describe('framing and request lines', () => {
    const cases: readonly (readonly [name: string, bytes: string, statuses: readonly number[]])[] = [
      ['no HTTP at all', 'hello\r\n\r\n', [400]],
      ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', [400]],
      ['nothing but line ends', '\r\n\r\n\r\n\r\n', []],
      ['HTTP/0.9', 'GET /healthz\r\n\r\n', [400]],
      ['HTTP/1.2', `GET /healthz HTTP/1.2\r\n${HEAD}\r\n`, [400]],
      ['HTTP/2.0', `GET /healthz HTTP/2.0\r\n${HEAD}\r\n`, [400]],
      ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
      ['no Host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', [400]],
      ['no Host, and a connection that stays', 'GET /healthz HTTP/1.1\r\n\r\n', [400]],
      ['two Hosts', 'GET /healthz HTTP/1.1\r\nHost: a\r\nhOST: b\r\n\r\n', [400]],
      ['HTTP/1.0 without a Host', 'GET /healthz HTTP/1.0\r\n\r\n', [200]],
      ['an unknown expectation', `GET /healthz HTTP/1.1\r\n${HEAD}Expect: wonders\r\n\r\n`, [200]],
      ['a folded header', `GET /healthz HTTP/1.1\r\n${HEAD}X: a\r\n b\r\n\r\n`, [400]],
      ['LF alone', 'GET /healthz HTTP/1.1\nHost: a\n\n', [400]],
      ['CR alone', 'GET /healthz HTTP/1.1\rHost: a\r\r', [400]],
      ['a NUL in a header', `GET /healthz HTTP/1.1\r\n${HEAD}X: a\0b\r\n\r\n`, [400]],
      ['a NUL in a header name', `GET /healthz HTTP/1.1\r\n${HEAD}X\0: a\r\n\r\n`, [400]],
      ['a header without a name', `GET /healthz HTTP/1.1\r\n${HEAD}: a\r\n\r\n`, [400]],
      ['a header without a colon', `GET /healthz HTTP/1.1\r\n${HEAD}X\r\n\r\n`, [400]],
      ['bytes beyond ASCII in a header', `GET /healthz HTTP/1.1\r\n${HEAD}X: \xff\xfe\x80\r\n\r\n`, [200]],
      ['a huge header', `GET /healthz HTTP/1.1\r\n${HEAD}X: ${'x'.repeat(70_000)}\r\n\r\n`, [431]],
      ['10,000 headers', `GET /healthz HTTP/1.1\r\n${HEAD}${'a: b\r\n'.repeat(10_000)}\r\n`, [431]],
      ['2,500 headers', `GET /healthz HTTP/1.1\r\n${HEAD}${'a:\r\n'.repeat(2_500)}\r\n`, [431]],
      ['a method of their own', `BREW / HTTP/1.1\r\n${HEAD}\r\n`, [400]],
      ['a method in small letters', `get / HTTP/1.1\r\n${HEAD}\r\n`, [400]],
      ['TRACE', `TRACE /healthz HTTP/1.1\r\n${HEAD}X: secret\r\n\r\n`, [405]],
      ['CONNECT', `CONNECT localhost:80 HTTP/1.1\r\n${HEAD}\r\n`, []],
      [
        'another protocol',
        `GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`,
        [200],
      ],
    ];
    it.each(cases)('%s', async (name, bytes, statuses) => {
      const patience = statuses.length === 0 ? LITTLE_PATIENCE : undefined;
      expect((await sendRaw(bytes, name, patience)).map(({ status }) => status)).toEqual(statuses);
    });

    it('a request that ends too early', async () => {
      const whole =
        `POST /api/v1/contacts HTTP/1.1\r\n${authorized()}Content-Type: application/json\r\nContent-Length: ` +
        '20\r\n\r\n{"email":"e@e.ee"}';
      for (let length = 1; length < whole.length; length += 9) {
        for (const { status } of await sendRaw(whole.slice(0, length), `${length} bytes`, LITTLE_PATIENCE))
          expect(status).toBe(400);
      }
    });
  });

  it('a client that disconnects in the middle of a body', async () => {
    for (const [path, authorization] of [
      ['/api/v1/contacts', token],
      ['/collect/events', ingestKey],
      ['/mcp', toolToken],
      ['/oauth/tokens', token],
      ['/oauth/token', token],
    ]) {
      const socket = connect(Number(new URL(app.baseUrl).port), '127.0.0.1');
      const headers = `${HEAD}Authorization: Bearer ${authorization}\r\nContent-Type: application/json\r\n`;
      socket.write(`POST ${path} HTTP/1.1\r\n${headers}Content-Length: 1000\r\n\r\n{"email":"half`);
      await askOthers(LITTLE_PATIENCE);
      socket.destroy();
      await once(socket, 'close');
      await askOthers(LITTLE_PATIENCE);
      requests += 1;
    }
  });

  /** When they are answered, the server has seen everything sent before. */
  async function askOthers(count: number): Promise<void> {
    for (let other = 0; other < count; other++) await ask(app.baseUrl, { path: '/readyz' });
  }

  describe('pipelines', () => {
    const good = () => `GET /api/v1/reports/websites HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`;

    it.each([1, 2, 5])('%i valid requests and an invalid one: each gets its own response, in order', async (count) => {
      const responses = await sendRaw(`${good().repeat(count)}BAD\r\n\r\n`, 'pipeline');
      expect(responses.map(({ status }) => status)).toEqual([...Array(count).fill(200), 400]);
    });

    it('an invalid request and a valid one: nothing is read after the invalid one', async () => {
      const responses = await sendRaw(`BAD\r\n\r\n${good()}`, 'pipeline');
      expect(responses.map(({ status }) => status)).toEqual([400]);
    });

    it('a valid request and one with a broken body: each gets its own response', async () => {
      const broken = `POST /api/v1/contacts HTTP/1.1\r\n${authorized()}Transfer-Encoding: chunked\r\n\r\nZZ\r\n`;
      const [first] = await sendRaw(good() + broken, 'pipeline');
      expect([undefined, 200]).toContain(first?.status);
    });
  });

  describe('hidden requests', () => {
    it('are never executed', async () => {
      const remove = `DELETE /api/v1/contacts?email=${VICTIM} HTTP/1.1\r\n${authorized()}\r\n`;
      const body = ndjson([eventWith()]);
      const count =
        `POST /collect/events HTTP/1.1\r\n${HEAD}Authorization: Bearer ${ingestKey}\r\nContent-Type: ` +
        `application/x-ndjson\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      // Each works when it is not hidden, so it is not harmless for another reason.
      expect((await sendRaw(count.replace('"website_id":1', '"website_id":9'), 'control'))[0]!.status).toBe(200);
      expect((await sendRaw(remove.replace(VICTIM, 'nobody@own.example'), 'control'))[0]!.status).toBe(404);
      for (const hidden of [remove, count]) {
        for (const { name, bytes } of smugglingShapes(hidden, `Bearer ${token}`)) {
          const responses = await sendRaw(bytes, name);
          expect(responses.length, name).toBeLessThanOrEqual(1);
        }
        expect(await storedState(app.database), hidden).toEqual(before);
      }
    });
  });

  describe('URLs', () => {
    const line = (target: string, headers = '') => `GET ${target} HTTP/1.1\r\n${HEAD}${headers}\r\n`;
    const cases: readonly (readonly [target: string, statuses: readonly number[]])[] = [
      ['*', [400]],
      ['localhost:80', [400]],
      ['http://evil.example/healthz', [200]],
      ['http://evil.example/nothing', [404]],
      ['http://evil.example', [200, 400, 404]],
      ['ftp://evil.example/healthz', [200, 400, 404]],
      ['/%', [400]],
      ['/%zz', [400]],
      ['/%c0%af', [400]],
      ['/%ff', [400]],
      ['/\xff', [400]],
      ['/%00', [404]],
      ['/healthz%00', [404]],
      ['/healthz%0d%0aX:%20y', [404]],
      ['/healthz#fragment', [200, 400, 404]],
      ['//healthz', [404]],
      ['/./healthz', [404]],
      ['/api/v1/reports/campaigns/%31%30', [401]],
      ['/api/v1/reports/campaigns/..%2f..%2fwebsites', [401]],
      [`/api/v1/reports/campaigns/${'1'.repeat(500)}`, [414]],
      [`/${'a'.repeat(15_000)}`, [404]],
      [`/${'a'.repeat(17_000)}`, [431]],
      [`/healthz?${'a'.repeat(15_000)}`, [200]],
      [`/healthz?${'a=b&'.repeat(1_000)}`, [200]],
      [`/healthz?${'a=b&'.repeat(3_000)}`, [414]],
      ['/assets/../index.html', [404]],
      ['/assets/..%2findex.html', [404]],
      ['/assets/%2e%2e%2f%2e%2e%2fpackage.json', [404]],
      ['/assets/%252e%252e%252fpackage.json', [404]],
      ['/assets/..%5c..%5cpackage.json', [404]],
      ['/assets/....//....//package.json', [404]],
      ['/assets//etc/passwd', [404]],
      ['/assets/%2fetc%2fpasswd', [404]],
      ['/assets/index.html%00.js', [404]],
      ['/assets/__proto__', [404]],
      ['/websites/../../package.json', [200]],
      ['/websites/%2e%2e%2f%2e%2e%2fpackage.json', [200]],
      ['/theme.js/../../package.json', [404]],
      ['/.git/config', [404]],
      ['/.env', [404]],
      ['/data/funnel.db', [404]],
    ];
    it.each(cases)('%s', async (target, statuses) => {
      const responses = await sendRaw(line(target), target);
      expect(responses).toHaveLength(1);
      expect(statuses).toContain(responses[0]!.status);
      expect(responses[0]!.body).not.toMatch(/"dependencies"|root:|\[core\]/);
    });
  });

  describe('bodies', () => {
    const deep = (levels: number, open = '[', close = ']') => open.repeat(levels) + close.repeat(levels);
    const LEVELS = 100_000;

    it.each([
      ['arrays', deep(LEVELS)],
      ['objects', `${'{"a":'.repeat(LEVELS)}1${'}'.repeat(LEVELS)}`],
      ['arrays that never end', '['.repeat(2 * LEVELS)],
    ])('deep %s', async (_, json) => {
      const rpc = (params: string) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`;
      const tools = { authorization: `Bearer ${toolToken}` };
      const collector = { authorization: `Bearer ${ingestKey}` };
      const shallow = json.slice(0, 60_000);
      const statuses = [
        await question({ method: 'POST', path: '/collect/events', headers: collector, body: json }),
        await question({ method: 'POST', path: '/collect/events', headers: collector, body: `[{"type":${json}}]` }),
        await question({ method: 'POST', path: '/mcp', headers: tools, body: json }),
        await question({ method: 'POST', path: '/mcp', headers: tools, body: rpc(json) }),
        await question({
          method: 'POST',
          path: '/mcp',
          headers: tools,
          body: rpc(`{"name":"list_websites","arguments":{"a":${json}}}`),
        }),
        await question({
          method: 'POST',
          path: '/mcp',
          headers: tools,
          body: rpc(`{"name":"list_websites","_meta":{"a":${json}}}`),
        }),
        await question({ method: 'POST', path: '/api/v1/contacts', body: shallow }),
        await question({ method: 'POST', path: '/api/v1/contacts', body: json }),
        await question({ method: 'POST', path: '/oauth/tokens', body: json }),
      ].map(({ status }) => status);
      expect(statuses.filter((status) => ![200, 400, 403, 413, 422].includes(status))).toEqual([]);
    });

    it('deeply nested client metadata', async () => {
      const json = deep(20_000);
      for (const property of ['redirect_uris', 'software_id', 'client_name', 'jwks', 'contacts', 'scope', 'other']) {
        const body = JSON.stringify({ redirect_uris: ['https://a.example/cb'], [property]: 0 }).replace(
          '0}',
          `${json}}`,
        );
        const { status } = await question({ method: 'POST', path: '/oauth/register', body });
        // Unknown fields are dropped, so the client is registered.
        expect(status, property).toBe(property === 'other' ? 201 : 400);
      }
    });

    it.each([
      ['a number beyond all', '{"email":"n@own.example","age":1e999}', 422],
      ['not a number', '{"email":"n@own.example","age":NaN}', 400],
      ['an email twice, the last one not an email', '{"email":"n@own.example","email":"none"}', 422],
      ['an email in a prototype', '{"__proto__":{"email":"n@own.example"}}', 422],
      ['an email in a constructor', '{"constructor":{"prototype":{"email":"n@own.example"}}}', 422],
      ['half a character in an email', '{"email":"\\ud800@own.example"}', 422],
      ['half a character in a phone', '{"phone":"+49 30 \\udc00123456"}', 422],
      ['a NUL in a name', '{"email":"n@own.example","last_name":"\\u0000"}', 422],
      ['bytes that are no UTF-8', Buffer.from('{"email":"n@own.example","last_name":"\xff"}', 'latin1'), 400],
      ['UTF-16', Buffer.from('{"email":"n@own.example"}', 'utf16le'), 400],
      ['two documents', '{"email":"n@own.example"}{}', 400],
      ['a comment', '{"email":"n@own.example"/**/}', 400],
      ['single quotes', "{'email':'n@own.example'}", 400],
      ['an array', '[{"email":"n@own.example"}]', 422],
      ['nothing', '', 400],
      ['null', 'null', 422],
    ])('a contact from JSON with %s', async (_, body, status) => {
      expect((await question({ method: 'POST', path: '/api/v1/contacts', body })).status).toBe(status);
      expect(({} as Record<string, unknown>).email).toBeUndefined();
    });

    it.each([
      '',
      'text/plain',
      'application/xml',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded',
      'application/json2',
      '\u00ff',
    ])('a contact of the type %j', async (type) => {
      const body = '{"email":"n@own.example"}';
      const headers = { 'content-type': type };
      expect([400, 415]).toContain(
        (await question({ method: 'POST', path: '/api/v1/contacts', headers, body })).status,
      );
    });

    it('a gzipped contact, which only the collector would decompress', async () => {
      const body = gzipSync('{"email":"n@own.example"}');
      const headers = { 'content-encoding': 'gzip' };
      expect((await question({ method: 'POST', path: '/api/v1/contacts', headers, body })).status).toBe(415);
    });
  });

  describe('gzipped batches', () => {
    const packed = () => ({ authorization: `Bearer ${ingestKey}`, 'content-encoding': 'gzip' });
    const batch = gzipSync(ndjson([eventWith()]));

    it.each([
      ['cut short', batch.subarray(0, batch.length - 5)],
      ['of two bytes', batch.subarray(0, 2)],
      ['with a wrong checksum', Buffer.concat([batch.subarray(0, -8), Buffer.alloc(8, 1)])],
      ['with garbage after it', Buffer.concat([batch, Buffer.from('garbage')])],
      ['that are not packed at all', ndjson([eventWith()])],
      ['with a NUL in front', Buffer.concat([Buffer.alloc(1), batch])],
    ])('%s', async (_, body) => {
      expect((await question({ method: 'POST', path: '/collect/events', headers: packed(), body })).status).toBe(400);
    });

    it.each(['br', 'deflate', 'zstd', 'compress', 'gzip, gzip', 'x-gzip', '*'])(
      'of the coding %s',
      async (encoding) => {
        const headers = { ...packed(), 'content-encoding': encoding };
        expect((await question({ method: 'POST', path: '/collect/events', headers, body: batch })).status).toBe(415);
      },
    );

    it('an endless stream of zeros: the server stops reading', async () => {
      const socket = connect(Number(new URL(app.baseUrl).port), '127.0.0.1');
      let isOver = false;
      let received = '';
      socket.on('data', (bytes) => {
        received += bytes.toString('latin1');
      });
      // The server closes it while the body is sent.
      socket.on('error', () => {});
      socket.on('close', () => {
        isOver = true;
      });
      const headers = `Authorization: Bearer ${ingestKey}\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n`;
      socket.write(`POST /collect/events HTTP/1.1\r\n${HEAD}${headers}Transfer-Encoding: chunked\r\n\r\n`);
      const gzip = createGzip({ level: constants.Z_BEST_COMPRESSION });
      gzip.on('data', (piece: Buffer) => {
        socket.write(`${piece.length.toString(16)}\r\n`);
        socket.write(piece);
        socket.write('\r\n');
      });
      const zeros = Buffer.alloc(1024 * 1024);
      let megabytes = 0;
      for (; !isOver && megabytes < ENOUGH_MEGABYTES; megabytes++) {
        gzip.write(zeros);
        // Flushes each chunk, so that the server sees it before the next one.
        await new Promise<void>((resolve) => gzip.flush(resolve));
        await ask(app.baseUrl, { path: '/healthz' });
      }
      expect(megabytes).toBeLessThan(ENOUGH_MEGABYTES);
      // The response may be lost with the connection, but if it arrives it is this one.
      for (const { status } of responsesIn(received)) expect(status).toBe(413);
    });
  });

  describe('random damage', () => {
    it(
      'does no harm',
      async () => {
        const requests = damagedRequests(validRequests(), FUZZ_RUNS, FUZZ_SEED);
        const statuses = new Map<number, number>();
        let silent = 0;
        await inParallel(requests, async (bytes) => {
          const responses = harmlessResponses(
            await exchange(app.baseUrl, bytes, isComplete(bytes) ? undefined : LITTLE_PATIENCE),
            bytes,
            JSON.stringify(bytes.slice(0, 3_000)),
          );
          if (responses.length === 0) silent += 1;
          for (const { status } of responses) statuses.set(status, (statuses.get(status) ?? 0) + 1);
        });
        const seen = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
        fuzzed = `${FUZZ_RUNS} damaged at random (seed ${FUZZ_SEED}), answers ${seen.join(', ')}, none to ${silent}`;
        // The requests were useful: some succeeded, some were rejected at every stage.
        for (const status of [200, 400, 401, 404]) expect(statuses.get(status), String(status)).toBeGreaterThan(0);
      },
      TEST_MS_MAX + FUZZ_RUNS * 60,
    );

    /** None of them stores anything, with or without damage. */
    function validRequests(): string[] {
      const post = (path: string, authorization: string, type: string, body: string) =>
        `POST ${path} HTTP/1.1\r\n${HEAD}Authorization: Bearer ${authorization}\r\nContent-Type: ${type}\r\nContent-Length: ` +
        `${body.length}\r\n\r\n${body}`;
      const call = {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'get_campaign_report', arguments: { id: 10 } },
      };
      return [
        `GET /healthz HTTP/1.1\r\n${HEAD}\r\n`,
        'GET /api/v1/reports/website?timeframe=custom&range_start=2025-01-01&range_end=2025-01-31&group_by=day ' +
          `HTTP/1.1\r\n${authorized()}\r\n`,
        `GET /api/v1/reports/campaigns/10?previous_period=true HTTP/1.1\r\n${authorized()}If-None-Match: "x"\r\n\r\n`,
        `GET /api/v1/contacts?email=someone@own.example&page=1 HTTP/1.1\r\n${authorized()}\r\n`,
        `DELETE /api/v1/contacts?email=someone@own.example HTTP/1.1\r\n${authorized()}\r\n`,
        `GET /assets/index-abc.js HTTP/1.1\r\n${HEAD}Accept-Encoding: gzip\r\n\r\n`,
        `GET /oauth/interaction/abc HTTP/1.1\r\n${HEAD}Cookie: funnel_interaction=a; funnel_interaction.sig=b\r\n\r\n`,
        post('/api/v1/contacts', token, 'application/json', '{"first_name":"Nobody","extra":{"a":[1,2,{"b":null}]}}'),
        post(
          '/collect/events',
          ingestKey,
          'application/x-ndjson',
          '{"type":"view","website_id":1}\n{"type":"view","website_id":1}\n',
        ),
        post('/mcp', toolToken, 'application/json', JSON.stringify(call)),
        post(
          '/oauth/token',
          token,
          'application/x-www-form-urlencoded',
          'grant_type=authorization_code&code=abc&client_id=dashboard&code_verifier=xyz',
        ),
        post(
          '/oauth/tokens',
          token,
          'application/json',
          '{"name":"x","audience":"rest","scopes":["reports"],"website_ids":[1]}',
        ),
      ];
    }
  });
});

/** Whether the server gets as much as the head announces. */
function isComplete(bytes: string): boolean {
  const [head = '', ...rest] = bytes.split('\r\n\r\n');
  const length = Number(/^content-length: *(\d+)\r?$/im.exec(head)?.[1] ?? 0);
  return rest.length > 0 && rest.join('\r\n\r\n').length >= length;
}

function harmlessResponses(received: string, bytes: string, what: string): RawResponse[] {
  const responses = responsesIn(received, bytes.startsWith('HEAD '));
  for (const { status, headers, body } of responses) {
    expectHarmless({ status, body, header: (name) => headers.get(name) }, what);
  }
  return responses;
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}
