// How the tracker is served: to pages of any origin, cacheable, and with the path that it has to send to.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../../../src/core/server/config/config.ts';
import { createHttpServer, type HttpServer } from '../../../../../src/core/server/surfaces/http/server.ts';
import { addTracker } from '../../../../../src/core/server/surfaces/tracker/routes.ts';

describe('the built tracker', () => {
  let folder: string;
  const servers: HttpServer[] = [];
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tracker-build-'));
    for (const mode of ['production', 'shop', 'form']) {
      execFileSync('npx', ['vite', 'build', 'packages/tracker', '--mode', mode, '--outDir', folder], {
        stdio: 'ignore',
      });
    }
  });
  afterAll(async () => {
    for (const server of servers) await server.close();
    rmSync(folder, { recursive: true });
  });

  const serve = (env: Record<string, string> = {}, from = folder): HttpServer => {
    const server = createHttpServer(pino({ level: 'silent' }));
    addTracker(server, readConfig(env), from);
    servers.push(server);
    return server;
  };

  it.each(['t.js', 'shop.js', 'form.js'])(
    '%s has at most 3 KiB when compressed, and no syntax newer than ES2020',
    (name) => {
      const code = readFileSync(join(folder, name));
      expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(3 * 1024);
      // Logical assignment, class fields and private names came later.
      expect(code.toString()).not.toMatch(/\?\?=|\|\|=|&&=|\bstatic\b|#\w+[=;(]|\bimport\b(?!\()|\bexport\b/);
    },
  );

  it('can be loaded and kept by pages of any origin', async () => {
    const answer = await serve().inject({ url: '/t.js' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
  });

  it('is sent compressed, and only once if it has not changed', async () => {
    const server = serve();
    const plain = await server.inject({ url: '/t.js' });
    const packed = await server.inject({ url: '/t.js', headers: { 'accept-encoding': 'br, gzip' } });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
    const again = await server.inject({ url: '/t.js', headers: { 'if-none-match': String(plain.headers.etag) } });
    expect(again.statusCode).toBe(304);
    expect(again.headers['access-control-allow-origin']).toBe('*');
  });

  it('carries the path that the service collects at, and moves with TRACKER_PATH', async () => {
    const standard = await serve().inject({ url: '/t.js' });
    expect(standard.body).toMatch(/[`'"]\/e[`'"]/);
    const renamed = serve({ TRACKER_PATH: '/stats/a.js', BROWSER_COLLECT_PATH: '/stats/b' });
    expect((await renamed.inject({ url: '/t.js' })).statusCode).toBe(404);
    const answer = await renamed.inject({ url: '/stats/a.js' });
    expect(answer.body).toMatch(/[`'"]\/stats\/b[`'"]/);
    expect(answer.body).not.toContain('BROWSER_COLLECT_PATH');
    expect(answer.headers.etag).not.toBe(standard.headers.etag);
  });

  it('has parts for shops and forms at the same path, which carry the same path to collect at', async () => {
    const renamed = serve({ TRACKER_PATH: '/stats/a.js', BROWSER_COLLECT_PATH: '/stats/b' });
    const tracker = await renamed.inject({ url: '/stats/a.js' });
    for (const [query, own] of [
      ['?shop', 'cart/update.js'],
      ['?form', 'privacy_consent'],
    ] as const) {
      const part = await renamed.inject({ url: `/stats/a.js${query}` });
      expect(part.headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'access-control-allow-origin': '*',
      });
      expect(part.headers.etag).not.toBe(tracker.headers.etag);
      expect(part.body).toContain(own);
      expect(part.body).toMatch(/[`'"]\/stats\/b[`'"]/);
      expect(tracker.body).not.toContain(own);
    }
  });

  it('says what to do if it has not been built', async () => {
    const server = serve({}, join(folder, 'missing'));
    for (const url of ['/t.js', '/t.js?shop', '/t.js?form']) {
      const answer = await server.inject({ url });
      expect(answer.statusCode).toBe(503);
      expect(answer.json().detail).toContain('npm run build:tracker');
    }
  });
});

describe('the build of the tracker', () => {
  it('fails if a file does not stay below 3,072 bytes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tracker-large-'));
    try {
      const noise = Array.from({ length: 2_000 }, (_, index) => (index * 7919).toString(36)).join();
      writeFileSync(join(folder, 'large.ts'), `console.warn('${noise}');`);
      const build = () =>
        execFileSync(
          'node',
          [
            '--input-type=module',
            '--eval',
            `import { build } from 'vite';
           const entry = ${JSON.stringify(join(folder, 'large.ts'))};
           const lib = { entry, formats: ['iife'], name: 'large', fileName: () => 't.js' };
           await build({ configFile: 'packages/tracker/vite.config.ts', build: { outDir: ${JSON.stringify(folder)}, lib } });`,
          ],
          { stdio: 'pipe', encoding: 'utf8' },
        );
      expect(build).toThrow(/t\.js: \d{4,} bytes gzipped, 3064 allowed/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
