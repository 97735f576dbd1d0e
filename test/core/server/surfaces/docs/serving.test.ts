// How the API reference is served: with a strict policy, compressed, and useful without JavaScript.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addReference } from '../../../../../src/core/server/surfaces/docs/routes.ts';
import { createHttpServer, type HttpServer } from '../../../../../src/core/server/surfaces/http/server.ts';
import { buildIfChanged } from '../../../../support/build-if-changed.ts';
import { API } from '../../../../support/operations.ts';

const BASE_URL = 'https://funnel.example';
const servers: HttpServer[] = [];

function serve(options: { issuerUrl?: string } = {}, folder?: string): HttpServer {
  const server = createHttpServer(pino({ level: 'silent' }));
  addReference(server, { api: API, baseUrl: BASE_URL, ...options }, folder);
  servers.push(server);
  return server;
}

beforeAll(() => buildIfChanged('docs'));
afterAll(async () => {
  for (const server of servers) await server.close();
});

const scriptOf = (page: string) => /<script type="module"[^>]* src="([^"]+)"/.exec(page)![1]!;

test('the page lists the operations for browsers without JavaScript, and loads nothing from elsewhere', async () => {
  const { statusCode, body, headers } = await serve().inject({ url: '/docs' });
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  const [, list] = /<noscript>(.*)<\/noscript>/s.exec(body)!;
  expect(list).toContain('<code>GET /api/v1/reports/campaigns/{id}</code> Campaign report');
  expect(list).toContain('<code>POST /oauth/token</code>');
  expect(body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
});

test('its policy allows scripts and requests of this service only', async () => {
  const { headers } = await serve({ issuerUrl: 'https://login.example/tenant' }).inject({ url: '/docs' });
  expect(String(headers['content-security-policy']).split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src 'self' ${BASE_URL}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]);
});

test('its files are compressed by the build, and kept for good', async () => {
  const server = serve();
  const url = scriptOf((await server.inject({ url: '/docs' })).body);
  const plain = await server.inject({ url });
  expect(plain.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  });
  const brotli = await server.inject({ url, headers: { 'accept-encoding': 'gzip, deflate, br' } });
  expect(brotli.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(brotli.rawPayload).equals(plain.rawPayload)).toBe(true);
  const gzip = await server.inject({ url, headers: { 'accept-encoding': 'gzip' } });
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true);
  expect(brotli.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
});

test('nothing else is served below it', async () => {
  for (const url of ['/docs/assets/nothing.js', '/docs/assets/..%2findex.html', '/docs/index.html', '/docs/plain']) {
    expect((await serve().inject({ url })).statusCode).toBe(404);
  }
});

test('says so if it has not been built', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'no-reference-'));
  const server = serve({}, folder);
  for (const url of ['/docs', '/docs/openapi.json', '/docs/assets/index.js']) {
    const answer = await server.inject({ url });
    expect(answer.statusCode).toBe(503);
    expect(answer.json().detail).toContain('npm run build:docs');
  }
  rmSync(folder, { recursive: true });
});
