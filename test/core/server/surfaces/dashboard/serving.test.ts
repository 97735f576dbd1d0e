// How the built dashboard is served: its own URLs get the page, everything else does not.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATHS } from '../../../../../dashboard/src/routing/pages.ts';
import { addDashboard } from '../../../../../src/core/server/surfaces/dashboard/routes.ts';
import { createHttpServer, type HttpServer } from '../../../../../src/core/server/surfaces/http/server.ts';

const SETTINGS = {
  issuer: 'https://login.example/a"b',
  clientId: 'dashboard',
  baseUrl: 'https://funnel.example',
  mcpUrl: 'https://funnel.example/mcp?$&',
  mcpIsPublic: true,
  trackerUrl: 'https://funnel.example/t.js',
  managesTokens: true,
  loginOnlyWith: null,
};
const SCRIPT = `console.log(${'1 + '.repeat(500)}1)`;

describe('the built dashboard', () => {
  let folder: string;
  let server: HttpServer;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'dashboard-'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '<!doctype html><html><head></head><body></body></html>');
    writeFileSync(join(folder, 'theme.js'), '"theme"');
    writeFileSync(join(folder, 'manifest.json'), '{}');
    writeFileSync(join(folder, 'assets/index-abc.js'), SCRIPT);
    server = createHttpServer(pino({ level: 'silent' }));
    addDashboard(server, { settings: SETTINGS, needsSetup: async () => false, folder });
    server.get('/api/v1/reports/websites', async () => ({}));
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  const pages = Object.values(PATHS).map((path) => path.replaceAll(/:\w+/g, '1'));

  it.each([...pages, '/websites/1?timeframe=today', '/callback?code=1'])('serves the page at %s', async (url) => {
    const answer = await server.inject({ url });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-cache');
    const [, content] = /<meta name="funnel-settings" content="([^"]*)" \/>/.exec(answer.body)!;
    expect(JSON.parse(content!.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&'))).toEqual(
      SETTINGS,
    );
  });

  it('allows neither inline scripts nor styles, and no framing', async () => {
    const policyOf = async (url: string) => String((await server.inject({ url })).headers['content-security-policy']);
    const policy = await policyOf('/');
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("style-src 'self'");
    expect(policy).toContain("connect-src 'self' https://login.example");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(await policyOf('/callback')).toContain("frame-ancestors 'self'");
  });

  it('lets browsers cache files with a hash in their name forever, compressed if they accept it', async () => {
    const plain = await server.inject({ url: '/assets/index-abc.js' });
    expect(plain.body).toBe(SCRIPT);
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(plain.headers['content-type']).toBe('text/javascript; charset=utf-8');
    const packed = await server.inject({ url: '/assets/index-abc.js', headers: { 'accept-encoding': 'br, gzip' } });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(packed.headers.vary).toBe('accept-encoding');
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(SCRIPT);
  });

  it.each(['/', '/assets/index-abc.js', '/theme.js'])('sends %s only once if it has not changed', async (url) => {
    const { headers } = await server.inject({ url });
    const again = await server.inject({ url, headers: { 'if-none-match': String(headers.etag) } });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  });

  it.each([
    '/api/v1/nothing',
    '/api/v1/reports/nothing',
    '/oauth/nothing',
    '/nothing',
    '/assets',
    '/assets/index-def.js',
    '/assets/nested/index-abc.js',
    '/assets/..%2Findex.html',
    '/assets/%2e%2e%2findex.html',
    '/manifest.json',
    '/index.html',
  ])('responds to %s with a problem', async (url) => {
    const answer = await server.inject({ url });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toMatch('application/problem+json');
  });

  const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

  it.each(['/nothing', '/nothing/at?all=1', '/index.html', '/oauth/nothing'])(
    'shows a browser its page at %s, with status 404',
    async (url) => {
      const answer = await server.inject({ url, headers: BROWSER });
      expect(answer.statusCode).toBe(404);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(answer.headers.vary).toContain('accept');
      expect(answer.body).toContain('funnel-settings');
    },
  );

  it.each([
    ['an API', { url: '/api/v1/nothing', headers: BROWSER }, 404],
    ['a file', { url: '/assets/index-def.js', headers: { accept: '*/*' } }, 404],
    ['another method', { url: '/nothing', method: 'POST', headers: BROWSER }, 404],
    ['a URL that takes another method', { url: '/api-access', method: 'DELETE', headers: BROWSER }, 405],
    ['a client that prefers JSON', { url: '/nothing', headers: { accept: 'application/json' } }, 404],
    ['a client that refuses HTML', { url: '/nothing', headers: { accept: 'text/html;q=0, */*' } }, 404],
  ] as const)('responds to %s with a problem, whatever the client is', async (_what, request, status) => {
    const answer = await server.inject({ ...request });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-type']).toMatch('application/problem+json');
  });

  it('sends the page of an unknown URL again, even if the browser has it: its status is part of the answer', async () => {
    const { headers } = await server.inject({ url: '/nothing', headers: BROWSER });
    const again = await server.inject({
      url: '/nothing',
      headers: { ...BROWSER, 'if-none-match': String(headers.etag) },
    });
    expect(again.statusCode).toBe(404);
    expect(again.body).toContain('funnel-settings');
  });

  it('says what to do if it has not been built', async () => {
    const unbuilt = createHttpServer(pino({ level: 'silent' }));
    addDashboard(unbuilt, { settings: SETTINGS, needsSetup: async () => false, folder: join(folder, 'missing') });
    const answer = await unbuilt.inject({ url: '/' });
    expect(answer.statusCode).toBe(503);
    expect(answer.json().detail).toContain('npm run build:dashboard');
    await unbuilt.close();
  });
});
