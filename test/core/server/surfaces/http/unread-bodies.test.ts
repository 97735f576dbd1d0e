// Bodies that the server does not read to their end: the response arrives, and the next request on the connection is answered.
import { randomBytes } from 'node:crypto';
import diagnostics from 'node:diagnostics_channel';
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, gzipSync } from 'node:zlib';
import type { RouteOptions } from 'fastify';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SCOPES } from '../../../../../src/core/contract/access/principal.ts';
import { SERVER_COMPONENTS } from '../../../../../src/core/server/config/config.ts';
import { createHttpServer, type HttpServer } from '../../../../../src/core/server/surfaces/http/server.ts';
import { closeGently } from '../../../../../src/core/server/surfaces/http/unread-bodies.ts';
import { IS_LONG } from '../../../../support/long.ts';
import { TestService } from '../../../../support/test-service.ts';
import { ReusingProxy } from './reusing-proxy.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
/** More than any buffer on its way holds. */
const LARGE = 8 * MIB;
const AN_HOUR_MS = 3_600_000;

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The client waits for the response without sending the end of the body. */
  readonly isUnfinished?: boolean;
}

interface Answer {
  readonly status: number;
  readonly connection: string | undefined;
}

/** Returns when the whole response has arrived. */
async function send(url: string, { method = 'POST', headers = {}, body, isUnfinished }: Sent, agent?: Agent) {
  const { hostname, port } = new URL(url);
  // Not `new URL(url).pathname`, because it would correct what is malformed.
  const path = url.slice(url.indexOf('/', 'http://'.length));
  const options = { hostname, port, path, method, headers: { connection: 'keep-alive', ...headers } };
  const asked = request({ ...options, agent: agent ?? false });
  const answered = once(asked, 'response');
  asked.on('error', () => {});
  if (isUnfinished) asked.write(body);
  else asked.end(body);
  const [response] = await answered;
  await text(response);
  if (!agent) asked.destroy();
  return { status: response.statusCode, connection: response.headers.connection } as Answer;
}

describe('a connection', () => {
  let server: HttpServer;
  let url: string;
  let connections: number;
  let agent: Agent;

  beforeEach(async () => {
    server = createHttpServer(pino({ level: 'silent' }));
    server.removeAllContentTypeParsers();
    server.addContentTypeParser('*', async () => undefined);
    server.post('/unread', async () => ({}));
    server.post('/unpacked', async ({ raw }) => {
      await pipeline(raw, createGunzip(), async (pieces) => {
        for await (const _ of pieces) throw new Error('refused');
      });
    });
    server.post('/answered-first', async ({ raw }, reply) => {
      await reply.send({});
      await pipeline(raw, createGunzip(), async () => {}).catch(() => {});
    });
    server.get('/next', async () => ({}));
    connections = 0;
    server.server.on('connection', () => connections++);
    url = await server.listen({ port: 0, host: '127.0.0.1' });
    agent = new Agent({ keepAlive: true, maxSockets: 1 });
  });
  afterEach(async () => {
    agent.destroy();
    await server.close();
  });

  const get = (path: string) => send(url + path, { method: 'GET', body: Buffer.of() }, agent);

  it.each([
    ['none', Buffer.of()],
    ['a small one', Buffer.alloc(63 * KIB)],
  ])('stays if the rest of the body is small: %s', async (_, body) => {
    const headers = { 'content-length': String(body.length) };
    for (const path of ['/unread', '/nowhere']) {
      expect(await send(url + path, { headers, body }, agent)).toMatchObject({ connection: 'keep-alive' });
    }
    expect((await get('/next')).status).toBe(200);
    expect(connections).toBe(1);
  });

  it.each([
    ['of known length', { 'content-length': String(LARGE) }],
    ['of unknown length', { 'transfer-encoding': 'chunked' }],
  ])('ends with the response if the rest may be large: %s', async (_, headers) => {
    const answer = await send(`${url}/unread`, { headers, body: Buffer.alloc(LARGE) }, agent);
    expect(answer).toEqual({ status: 200, connection: 'close' });
    expect((await get('/next')).status).toBe(200);
    expect(connections).toBe(2);
  });

  it.each([
    ['large', Buffer.concat([gzipSync(Buffer.alloc(MIB)), randomBytes(MIB)]), MIB * 2],
    ['small, of which the rest has not arrived', Buffer.from('no gzip'), 100],
  ])('ends with the response if nobody can read the rest: a packed body that is %s', async (_, body, length) => {
    const headers = { 'content-type': 'x/y', 'content-length': String(length) };
    const isUnfinished = true;
    const answer = await send(`${url}/unpacked`, { headers, body, isUnfinished }, agent);
    expect(answer).toEqual({ status: 500, connection: 'close' });
    expect((await get('/next')).status).toBe(200);
  });

  it('ends if reading the rest fails after the response', async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const head = 'POST /answered-first HTTP/1.1\r\nhost: x\r\ncontent-type: x/y\r\ncontent-length: 100';
    socket.write(`${head}\r\n\r\n`);
    const [start] = await once(socket, 'data');
    expect(String(start)).toMatch(/^HTTP\/1.1 200 /);
    socket.write('no gzip');
    expect(await text(socket)).toBe('');
  });

  it('executes nothing of what still arrives', async () => {
    let requests = 0;
    server.server.on('request', () => requests++);
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const post =
      'POST /unread HTTP/1.1\r\nhost: x\r\ncontent-type: x/y\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n';
    socket.write(post);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1.1 200 /);
    socket.end('0\r\n\r\nGET /next HTTP/1.1\r\nhost: x\r\n\r\n');
    await once(socket, 'close');
    expect(requests).toBe(1);
  });

  it.each([
    [
      'an unread body',
      `POST /unread HTTP/1.1\r\nhost: x\r\ncontent-type: x/y\r\ncontent-length: ${LARGE}\r\n\r\n`,
      200,
    ],
    [
      'with Connection: close',
      `POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: ${LARGE}\r\n\r\n`,
      404,
    ],
    ['from HTTP/1.0', `POST /nowhere HTTP/1.0\r\ncontent-length: ${LARGE}\r\n\r\n`, 404],
    ['two hosts', `POST /unread HTTP/1.1\r\nhost: x\r\nhost: y\r\ncontent-length: ${LARGE}\r\n\r\n`, 400],
    ['a malformed chunk', 'POST /unread HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n', 400],
    ['no HTTP', 'hello\r\n', 400],
  ])('reaches a client that sends everything before it reads anything: %s', async (_, head, status) => {
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
    socket.pause();
    socket.write(head);
    for (let sent = 0; sent < LARGE; sent += MIB) {
      if (!socket.write(Buffer.alloc(MIB))) await once(socket, 'drain');
    }
    expect(await text(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    socket.end();
  });
});

describe('what still arrives is discarded', () => {
  let closed: Promise<Socket>;
  let address: AddressInfo;
  let bounds: { bytesMax: number; msMax: number };

  const server = createServer((incoming) => {
    closeGently(incoming.socket, bounds);
  });
  beforeEach(async () => {
    closed = new Promise((resolve) => {
      server.once('connection', (socket: Socket) => socket.once('close', () => resolve(socket)));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    address = server.address() as AddressInfo;
  });
  afterEach(() => {
    server.close();
  });

  it('up to a number of bytes', async () => {
    bounds = { bytesMax: MIB, msMax: AN_HOUR_MS };
    const socket = connect({ port: address.port, host: '127.0.0.1', allowHalfOpen: true });
    socket.resume().on('error', () => {});
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${1024 * LARGE}\r\n\r\n`);
    const ended = once(socket, 'close');
    while (!socket.destroyed) {
      const sent = new Promise((resolve) => socket.write(Buffer.alloc(64 * KIB), resolve));
      await Promise.race([sent, ended]);
    }
    const { bytesRead } = await closed;
    expect(bytesRead).toBeGreaterThan(MIB);
    expect(bytesRead).toBeLessThan(2 * MIB);
  });

  it('for some time', async () => {
    bounds = { bytesMax: LARGE, msMax: 20 };
    const socket = connect({ port: address.port, host: '127.0.0.1', allowHalfOpen: true });
    socket.resume().on('error', () => {});
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n');
    await closed;
    socket.destroy();
  });
});

describe('every route of the service', () => {
  let app: TestService;
  const routes: { readonly method: string; readonly path: string }[] = [];
  let credentialFor: (path: string) => string;

  function noteRoutes(message: unknown): void {
    (message as { fastify: HttpServer }).fastify.addHook('onRoute', ({ url, method }: RouteOptions) => {
      const path = url.replaceAll(/:\w+|\*/g, '1');
      for (const name of [method].flat()) routes.push({ method: String(name), path });
    });
  }

  beforeAll(async () => {
    diagnostics.subscribe('fastify.initialization', noteRoutes);
    app = await TestService.start('sqlite', {
      components: SERVER_COMPONENTS,
      env: { BROWSER_ADDRESS_REQUESTS_PER_MINUTE: '100000000' },
    });
    diagnostics.unsubscribe('fastify.initialization', noteRoutes);
    expect(routes).toContainEqual({ method: 'POST', path: '/v1/batch' });
    const ingestKey = await app.ingestKey(1);
    const [rest, tools] = [await app.token([1], { scopes: SCOPES }), await app.toolToken([1])];
    credentialFor = (path) => {
      if (/^\/(v1|beacon)\//.test(path)) return `Basic ${btoa(`${ingestKey}:`)}`;
      if (path === '/mcp') return `Bearer ${tools}`;
      return `Bearer ${path.startsWith('/collect/') ? ingestKey : rest}`;
    };
  });
  afterAll(() => app?.dispose());

  const packed = Buffer.concat([gzipSync(Buffer.alloc(9 * MIB)), gzipSync(randomBytes(320 * KIB))]);
  const plain = Buffer.alloc(320 * KIB, ' ');
  /** It is more than the routes keep that read a body before they know its sender. */
  const begun = Buffer.alloc(1.5 * MIB, ' ');
  const gzip = { 'content-encoding': 'gzip' };
  const chunked = { 'transfer-encoding': 'chunked' };
  const lengthOf = ({ length }: Uint8Array) => ({ 'content-length': String(length) });
  const bodies: Readonly<Record<string, Omit<Sent, 'method'>>> = {
    'a body of known length': { headers: lengthOf(plain), body: plain },
    'a body of unknown length': { headers: chunked, body: plain },
    'a body that is never complete': { headers: { 'content-length': '1000000000' }, body: begun, isUnfinished: true },
    'a body that is too large after decompression': { headers: { ...gzip, ...lengthOf(packed) }, body: packed },
    'a body of unknown length that is too large after decompression': {
      headers: { ...gzip, ...chunked },
      body: packed,
    },
    'a body that is not gzip': { headers: { ...gzip, ...lengthOf(plain) }, body: plain },
    'a body that is waited for with Expect': { headers: { expect: '100-continue', ...lengthOf(plain) }, body: plain },
  };

  const names = Object.keys(bodies);
  /**
   * No GET or HEAD reads a body, and all operations read theirs by the same code: every fourth of these routes gets one of the bodies.
   * Each of the others gets one of them, too. A long run sends all to all.
   */
  const isLikeOthers = ({ method, path }: { method: string; path: string }) =>
    /^(GET|HEAD)$/.test(method) || /^\/(api\/v1|dashboard)\//.test(path);
  const routesFor = (name: string) =>
    routes.filter((route, place) => {
      if (IS_LONG) return true;
      const number = names.indexOf(name);
      return isLikeOthers(route) ? place % (4 * names.length) === number : (place + number) % names.length === 0;
    });

  /** To each route, one after the other, and each time asks something else on the same connection. */
  async function sendToAll(name: string, credentialFor?: (path: string) => string): Promise<void> {
    const sent = bodies[name]!;
    await using proxy = await ReusingProxy.start(app.url);
    for (const { method, path } of [...routesFor(name), ...UNKNOWN]) {
      const authorization = credentialFor?.(path);
      const given = { 'content-type': 'application/json', ...(authorization && { authorization }) };
      const { status } = await send(proxy.url + path, { ...sent, method, headers: { ...given, ...sent.headers } });
      expect(status, `${method} ${path}`).toBeLessThan(500);
      // On a connection that is not read, the proxy gets no response before the service's own timeout.
      const next = send(`${proxy.url}/healthz`, { method: 'GET', body: Buffer.of() });
      await expect(next, `after ${method} ${path}`).resolves.toMatchObject({ status: 200 });
    }
  }

  it.each(names)('answers the next request on the connection after %s', (name) => sendToAll(name));

  it('also if the caller is known', () => sendToAll('a body that is too large after decompression', credentialFor));

  const UNKNOWN = [
    { method: 'POST', path: '/nowhere' },
    { method: 'DELETE', path: '/healthz' },
    { method: 'TRACE', path: '/healthz' },
    { method: 'POST', path: '/%zz' },
    { method: 'POST', path: `/healthz?${'a&'.repeat(2_000)}` },
  ];
});
