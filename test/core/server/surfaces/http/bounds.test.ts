// Everything that callers can use up has a limit: requests, connections, headers, bodies, time, database connections,
// and memory about callers.
import type { IncomingMessage, Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { StoredTokenVerifier } from '../../../../../src/core/contract/access/stored-tokens.ts';
import { createToken, OPERATOR_TOKEN_PREFIX } from '../../../../../src/core/contract/access/tokens.ts';
import { ChangeCache } from '../../../../../src/core/foundation/database/change-cache.ts';
import type { Database } from '../../../../../src/core/foundation/database/database.ts';
import { LoginAttempts } from '../../../../../src/core/manage/authorization-server/links/login-attempts.ts';
import { SERVER_COMPONENTS } from '../../../../../src/core/server/config/config.ts';
import { createHttpServer } from '../../../../../src/core/server/surfaces/http/server.ts';
import { ENGINES } from '../../../../support/databases.ts';
import { eventWith, ndjson } from '../../../../support/events.ts';
import { TestClock } from '../../../../support/test-clock.ts';
import { TestService } from '../../../../support/test-service.ts';

const REQUESTS_MAX = 5_000;
const KIB = 1024;
const MIB = 1024 * KIB;

describe('requests in progress', () => {
  test('a client that keeps sending without waiting for responses is told to wait', async () => {
    const server = createHttpServer(pino({ level: 'silent' }));
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let waiting = 0;
    server.get('/wait', async () => {
      waiting++;
      await released;
      return {};
    });
    server.get('/now', async () => ({}));
    const address = await server.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    const answers = statusesOf(socket);
    socket.write('GET /wait HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(REQUESTS_MAX + 9));
    socket.write('GET /wait HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');

    const beside = await untilRefused(`${address}/now`);
    expect(beside.headers.get('retry-after')).toBe('1');
    expect(await beside.json()).toMatchObject({ status: 503, code: 'busy' });
    release();
    const statuses = await answers;
    expect(waiting).toBe(REQUESTS_MAX);
    expect(statuses.filter((status) => status === 200)).toHaveLength(REQUESTS_MAX);
    expect(statuses.slice(REQUESTS_MAX)).toEqual(Array(10).fill(503));
    expect((await fetch(`${address}/now`)).status).toBe(200);
    await server.close();
  });

  /** The server notices other connections asynchronously. */
  async function untilRefused(url: string): Promise<Response> {
    for (;;) {
      const response = await fetch(url);
      if (response.status === 503) return response;
      await response.body?.cancel();
    }
  }
});

test('the number of query parameters is limited, on every path', async () => {
  const server = createHttpServer(pino({ level: 'silent' }));
  server.get('/here', async () => ({}));
  const get = (path: string, count: number) =>
    server.inject({ url: `${path}?${Array.from({ length: count }, (_, index) => `p${index}=`).join('&')}` });
  expect((await get('/here', 1_024)).statusCode).toBe(200);
  for (const path of ['/here', '/nowhere']) {
    const refused = await get(path, 1_025);
    expect(refused.json()).toMatchObject({ status: 414, detail: expect.stringContaining('1024 query parameters') });
  }
  await server.close();
});

test('connections are limited, and every phase of a request has a timeout', async () => {
  const { server } = createHttpServer(pino({ level: 'silent' }));
  const { maxConnections, headersTimeout, requestTimeout, timeout, keepAliveTimeout } = server as Server;
  expect(maxConnections).toBe(5_000);
  expect({ headersTimeout, requestTimeout, timeout }).toEqual({
    headersTimeout: 15_000,
    requestTimeout: 60_000,
    timeout: 120_000,
  });
  expect(keepAliveTimeout).toBeGreaterThan(0);
  expect(keepAliveTimeout).toBeLessThan(timeout);
});

test('a body with a pace of its own may take longer than a request, and no other body may', async () => {
  const server = createHttpServer(pino({ level: 'silent' }));
  server.server.requestTimeout = 1;
  server.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    if (request.url === '/paced') server.letBodyTakeTime(payload);
    return text(payload);
  });
  for (const path of ['/paced', '/other']) server.post(path, async ({ body }) => body);
  const { port } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }));
  const begin = (path: string) => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: a/b\r\ncontent-length: 4\r\nconnection: close\r\n\r\nbo`,
    );
    return socket;
  };
  const [paced, other] = [begin('/paced'), begin('/other')];
  // Node looks at all of them at the same time.
  expect(await text(other)).toMatch(/^HTTP\/1.1 408 /);
  paced.write('dy');
  expect(await text(paced)).toMatch(/^HTTP\/1.1 200 .*\r\n\r\nbody$/s);
  await server.close();
});

describe('the size of a request', () => {
  let app: TestService;
  let ingestKey: string;
  const tokens = { rest: '', tools: '' };

  beforeAll(async () => {
    app = await TestService.start('sqlite', { components: SERVER_COMPONENTS, clock: new TestClock() });
    ingestKey = await app.ingestKey(1);
    const now = () => new Date();
    for (const audience of ['rest', 'tools'] as const) {
      const scopes = audience === 'rest' ? (['reports', 'contacts:write'] as const) : (['reports'] as const);
      tokens[audience] = (await createToken(app.database, { websiteIds: [1], scopes, audience }, now)).token;
    }
  });

  afterAll(() => app.dispose());

  const post = async (path: string, contentType: string, body: string, token?: string) => {
    const headers = { 'content-type': contentType, ...(token && { authorization: `Bearer ${token}` }) };
    const response = await fetch(app.url + path, { method: 'POST', headers, body });
    await response.body?.cancel();
    return response.status;
  };

  test('headers of 16 KiB', async () => {
    const withHeader = (length: number) => fetch(`${app.url}/healthz`, { headers: { 'x-long': 'x'.repeat(length) } });
    expect((await withHeader(15 * KIB)).status).toBe(200);
    const refused = await withHeader(17 * KIB);
    expect(refused.status).toBe(431);
    expect(refused.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  });

  test('a batch of 8 MiB and of 10,000 events', async () => {
    const batch = ndjson([eventWith()]);
    expect((await app.collect(ingestKey, batch.padEnd(8 * MIB))).status).toBe(200);
    expect((await app.collect(ingestKey, batch.padEnd(8 * MIB + 1))).status).toBe(413);
    expect((await app.collect(ingestKey, batch.repeat(10_000))).body).toMatchObject({ accepted: 10_000 });
    expect((await app.collect(ingestKey, batch.repeat(10_001))).status).toBe(413);
  });

  test('a contact of 64 KiB', async () => {
    const contact = (length: number) => '{"email":"ada@example.com"}'.padEnd(length);
    expect(await post('/api/v1/contacts', 'application/json', contact(64 * KIB), tokens.rest)).toBe(201);
    expect(await post('/api/v1/contacts', 'application/json', contact(64 * KIB + 1), tokens.rest)).toBe(413);
  });

  test('a tool call of 32 KiB', async () => {
    const call = (length: number) => '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'.padEnd(length);
    expect(await post('/mcp', 'application/json', call(32 * KIB), tokens.tools)).toBe(200);
    expect(await post('/mcp', 'application/json', call(32 * KIB + 1), tokens.tools)).toBe(413);
  });

  test('a form of 64 KiB at the pages of the authorization server, of 56 KiB at its endpoints', async () => {
    const form = 'application/x-www-form-urlencoded';
    const registration = (length: number) => '{"redirect_uris":["http://127.0.0.1/"]}'.padEnd(length);
    expect(await post('/oauth/interaction/x/login', form, 'a='.padEnd(64 * KIB + 1))).toBe(413);
    expect(await post('/oauth/register', 'application/json', registration(56 * KIB))).toBe(201);
    expect(await post('/oauth/register', 'application/json', registration(56 * KIB + 1))).toBe(400);
  });

  test('the body of an unauthenticated request is not read', async () => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    socket.write('POST /collect/events HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 8388608\r\n\r\n');
    expect(await statusesOf(socket)).toEqual([401]);
  });
});

describe.runIf(ENGINES.includes('postgres'))('connections to PostgreSQL', () => {
  const POOLS_MAX = 10 + 2 + 2 + 4 * Math.max(2, availableParallelism());

  test('never exceed the pools', async () => {
    const app = await TestService.start('postgres', { components: SERVER_COMPONENTS, clock: new TestClock() });
    const ingestKey = await app.ingestKey(1);
    const { token } = await createToken(
      app.database,
      { websiteIds: [1], scopes: ['reports'], audience: 'rest' },
      () => new Date(),
    );
    const headers = { authorization: `Bearer ${token}` };
    const day = (number: number) => new Date(Date.UTC(2025, 0, 1 + number)).toISOString().slice(0, 10);
    const asked = Array.from({ length: 2 * POOLS_MAX }, async (_, number) => {
      await app.collect(ingestKey, ndjson([eventWith({ visitor: `visitor-${number}` })]));
      const range = `timeframe=custom&range_start=${day(number)}&range_end=${day(number)}`;
      const response = await fetch(`${app.url}/api/v1/reports/website?${range}`, { headers });
      await response.body?.cancel();
      return response.status;
    });
    expect(new Set(await Promise.all(asked))).toEqual(new Set([200]));
    const [row] = await app.database.query<{ connections: number }>(
      `SELECT count(*) AS connections FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'funnel'`,
    );
    // The test has a pool of 5 on the same database.
    expect(row!.connections).toBeLessThanOrEqual(POOLS_MAX + 5);
    await app.dispose();
  });
});

describe('memory about callers', () => {
  const NOW = new Date('2025-03-10T12:00:00Z');

  test('login attempts take little memory, whatever is entered', () => {
    const attempts = new LoginAttempts(() => NOW);
    const before = usedHeap();
    for (let number = 0; number < 500; number++) {
      const [email, ipAddress] = [`${number}`.padEnd(64 * KIB, 'x'), `192.0.2.${number % 10}`];
      expect(attempts.take({ email, ipAddress })).toBeUndefined();
    }
    expect(usedHeap() - before).toBeLessThan(16 * MIB);
    expect(attempts.take({ email: 'another', ipAddress: '192.0.2.1' })).toMatchObject({ isExceeded: true });
  });

  test('the uses of tokens are dropped if there are too many, and then recorded again', async () => {
    const noted: number[] = [];
    const verifier = new StoredTokenVerifier(databaseOfAnyToken(noted), () => NOW);
    const use = (number: number) => verifier.verify(`${OPERATOR_TOKEN_PREFIX}${number}`, 'rest');
    for (let number = 1; number <= 10_000; number++) await use(number);
    await use(1);
    expect(noted.filter((id) => id === 1)).toHaveLength(1);
    await use(10_001);
    await use(2);
    expect(noted.filter((id) => id === 2)).toHaveLength(2);
  });

  test('a cache forgets what was used the longest ago when it is full', async () => {
    const cache = new ChangeCache<number>({ changeCounter: () => 1 });
    let reads = 0;
    const read = (key: number) => cache.get(String(key), async () => ++reads);
    for (let key = 0; key < 10_000; key++) await read(key);
    await read(10_000);
    await read(0);
    expect(reads).toBe(10_002);
  });

  /** Finds every token, and records whose use is stored. */
  function databaseOfAnyToken(noted: number[]): Database {
    let lastId = 0;
    const ids = new Map<unknown, number>();
    const idOf = (hash: unknown) => {
      if (!ids.has(hash)) ids.set(hash, ++lastId);
      return ids.get(hash)!;
    };
    const row = (id: number, hash: unknown) => ({
      token_hash: hash,
      id,
      audience: 'rest',
      scopes: 'reports',
      expires_at: null,
      website_id: 1,
      data_version: '1/0/0',
    });
    return {
      engine: 'postgres',
      query: async <Row>(_sql: string, [hash]: readonly unknown[] = []) => [row(idOf(hash), hash)] as Row[],
      transaction: (work) =>
        work({
          query: async (_sql, [id] = []) => {
            noted.push(Number(id));
            return [];
          },
          insertMany: async () => {},
          insertNew: async () => new Uint8Array(),
          runScript: async () => {},
        }),
      changeCounter: () => undefined,
      othersChangeCounter: () => undefined,
      isDistributed: async () => false,
      shards: async () => undefined,
      unreachable: async () => new Map(),
      close: async () => {},
    };
  }

  function usedHeap(): number {
    setFlagsFromString('--expose-gc');
    (runInNewContext('gc') as () => void)();
    return process.memoryUsage().heapUsed;
  }
});

/** Of all responses, until the server closes the connection. */
async function statusesOf(socket: Socket): Promise<number[]> {
  return [...(await text(socket)).matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}
