// Every error is a problem response and reveals nothing internal.
import { connect } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Problem } from '../../../../../src/core/foundation/problem/problem.ts';
import { problemOf } from '../../../../../src/core/server/surfaces/http/errors.ts';
import { createHttpServer, type HttpServer } from '../../../../../src/core/server/surfaces/http/server.ts';

let server: HttpServer;
let address: string;
let port: number;

beforeAll(async () => {
  server = createHttpServer(pino({ level: 'silent' }));
  server.get('/things/:id', async () => ({ ok: true }));
  server.post('/things', async () => ({ ok: true }));
  server.get('/broken', async () => {
    throw new Error('the password is 1234');
  });
  server.get('/thrown', async () => {
    throw 'a text with the password 1234';
  });
  server.get('/refused', async () => {
    throw new Problem(422, 'Say it differently.', { code: 'invalid', param: 'it', headers: { 'x-hint': 'louder' } });
  });
  address = await server.listen({ port: 0, host: '127.0.0.1' });
  port = Number(new URL(address).port);
});

afterAll(() => server.close());

async function problemAt(path: string, init: RequestInit = {}) {
  const response = await fetch(address + path, init);
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  const body = (await response.json()) as Record<string, unknown>;
  expect(body).toMatchObject({ type: 'about:blank', title: expect.any(String), detail: expect.any(String) });
  expect(body.status).toBe(response.status);
  return { status: response.status, headers: response.headers, body };
}

/** The response to bytes that no client library would send. */
function sendRaw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

const JSON_TYPE = { 'content-type': 'application/json' };

describe('client errors', () => {
  test.each([
    ['an address that nothing serves', '/nothing', {}, 404, 'unknown_url'],
    ['an address that is malformed', '/things/%zz', {}, 400, 'malformed_url'],
    ['a part of an address that is too long', `/things/${'x'.repeat(200)}`, {}, 414, undefined],
    ['a body that is not JSON', '/things', { method: 'POST', body: '{', headers: JSON_TYPE }, 400, 'invalid_json'],
    ['a body that is empty', '/things', { method: 'POST', body: '', headers: JSON_TYPE }, 400, 'invalid_json'],
    [
      'a body of another kind',
      '/things',
      { method: 'POST', body: 'x', headers: { 'content-type': 'a/b' } },
      415,
      'unsupported_media_type',
    ],
    [
      'a body that is too large',
      '/things',
      { method: 'POST', body: ' '.repeat(1_100_000), headers: JSON_TYPE },
      413,
      undefined,
    ],
  ])('%s', async (_, path, init, status, code) => {
    const answer = await problemAt(path, init);
    expect(answer.status).toBe(status);
    expect(answer.body.code).toBe(code);
  });

  test('a method that the URL does not support: names the supported ones', async () => {
    const answer = await problemAt('/things/1', { method: 'DELETE' });
    expect(answer.status).toBe(405);
    expect(answer.body.code).toBe('method_not_allowed');
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
    expect((await problemAt('/things')).headers.get('allow')).toBe('POST');
  });

  test('a problem that the code has thrown', async () => {
    const answer = await problemAt('/refused');
    expect(answer.body).toEqual({
      type: 'about:blank',
      title: 'Unprocessable Entity',
      status: 422,
      detail: 'Say it differently.',
      code: 'invalid',
      param: 'it',
    });
    expect(answer.headers.get('x-hint')).toBe('louder');
  });

  test.each([
    ['what is not HTTP', 'hello\r\n\r\n', 400],
    ['a header with a NUL', 'GET / HTTP/1.1\r\nHost: a\r\nX: a\u0000b\r\n\r\n', 400],
    ['headers that are too large', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
    ['a length that lies', 'POST /things HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n', 400],
  ])('%s', async (_, bytes, status) => {
    const answer = await sendRaw(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain('content-type: application/problem+json');
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ status });
  });
});

describe('server errors', () => {
  test.each(['/broken', '/thrown'])('%s reveals nothing but a request id', async (path) => {
    const { status, headers, body } = await problemAt(path);
    expect(status).toBe(500);
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.stringify(body)).not.toMatch(/1234|\.ts/);
  });

  test.each([undefined, null, 0, '', {}, new Error('inside'), { statusCode: 700 }, { code: 5 }, { code: 'EACCES' }])(
    'whatever is thrown (%s) is a plain 500',
    (error) => {
      expect(problemOf(error).status).toBe(500);
      expect(problemOf(error).message).not.toContain('inside');
    },
  );

  test('a 4xx of the framework keeps its status, not its message', () => {
    const problem = problemOf(Object.assign(new Error('inside'), { statusCode: 417 }));
    expect(problem.status).toBe(417);
    expect(problem.message).not.toContain('inside');
  });
});

test('every response has its own request id, whatever the caller sends', async () => {
  const ids = await Promise.all(
    [1, 2].map(async () =>
      (await fetch(`${address}/things/1`, { headers: { 'x-request-id': 'mine' } })).headers.get('x-request-id'),
    ),
  );
  expect(new Set(ids).size).toBe(2);
  expect(ids).not.toContain('mine');
});

test('browsers must not sniff content types', async () => {
  for (const path of ['/things/1', '/nothing', '/broken']) {
    expect((await fetch(address + path)).headers.get('x-content-type-options')).toBe('nosniff');
  }
});

test('a trailing slash makes no difference', async () => {
  expect((await fetch(`${address}/things/1/`)).status).toBe(200);
});
