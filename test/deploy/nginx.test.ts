// The configuration of nginx that docs/deployment.md shows, in a real nginx: everything that the service takes gets through, and back.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { UPLOAD_BYTES_MAX } from '../../src/extensions/history/upload.ts';
import { findOrInstall } from '../support/installed-program.ts';
import { freePort } from '../support/postgres-server.ts';
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from '../support/test-certificate.ts';
import { TestService } from '../support/test-service.ts';
import { waitUntil } from '../support/wait-until.ts';
import { textOf } from './known-names.ts';

const HOST = 'funnel.example';
/** Node reads requests with as many bytes of headers. */
const HEADER_BYTES_MAX = 16 * 1024;
const nginx = findOrInstall({
  debianPackage: 'nginx-light',
  knownPaths: ['/usr/sbin/nginx'],
  pathVariable: 'NGINX_PATH',
});

/** As in the document, but for where things are on this machine. */
function configuration(folder: string, port: number, upstream: string): string {
  const [, documented] = /^```nginx\n(.*?)^```$/ms.exec(textOf('docs/deployment.md'))!;
  const moved = [
    ['listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`],
    ['/etc/ssl/funnel.pem', join(folder, 'certificate.pem')],
    ['/etc/ssl/funnel.key', join(folder, 'key.pem')],
    ['http://127.0.0.1:8080', upstream],
  ] as const;
  let text = documented!;
  for (const [here, there] of moved) {
    expect(text).toContain(here);
    text = text.replace(here, there);
  }
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (of) => `${of}_temp_path ${join(folder, of)};`,
  );
  const user = process.getuid!() === 0 ? 'user root root;' : '';
  return `daemon off; ${user} worker_processes 1; pid ${join(folder, 'pid')}; error_log ${join(folder, 'errors')};
events { worker_connections 64; }
http { access_log off; ${paths.join(' ')}
${text}}`;
}

/** Starts it in front of a server. Returns what calls it. */
async function startNginx(upstream: string) {
  const folder = mkdtempSync(join(tmpdir(), 'funnel-nginx-'));
  const port = await freePort();
  writeFileSync(join(folder, 'certificate.pem'), TEST_CERTIFICATE);
  writeFileSync(join(folder, 'key.pem'), TEST_CERTIFICATE_KEY);
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configuration(folder, port, upstream));
  const running = spawn(nginx!, ['-c', file, '-p', folder, '-e', join(folder, 'errors')], { stdio: 'inherit' });
  const ended = once(running, 'exit');
  const call = async (path: string, options: RequestOptions = {}, body: string | Uint8Array = '') => {
    const headers = { host: HOST, ...options.headers };
    const sent = request({
      ...options,
      headers,
      host: '127.0.0.1',
      port,
      path,
      rejectUnauthorized: false,
      agent: false,
    });
    // A refused body may be cut off after the response.
    sent.on('error', () => {});
    sent.end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: answer.statusCode!, headers: answer.headers, text: (await buffer(answer)).toString() };
  };
  const stop = async () => {
    running.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  await waitUntil('nginx answers', () =>
    call('/').then(
      () => true,
      () => false,
    ),
  ).catch(async (error) => {
    await stop();
    throw error;
  });
  return { call, stop };
}

describe.skipIf(!nginx)('the service behind nginx', () => {
  let app: TestService;
  let proxy: Awaited<ReturnType<typeof startNginx>>;
  let token: string;

  beforeAll(async () => {
    const env = { BASE_URL: `https://${HOST}`, TRUSTED_PROXIES: '127.0.0.1' };
    app = await TestService.start('sqlite', { components: ['rest', 'mcp', 'collect'], env });
    token = await app.token([1], { scopes: ['reports', 'ctas:write'] });
    proxy = await startNginx(app.url);
  });

  afterAll(async () => {
    await proxy?.stop();
    await app.dispose();
  });

  const bearer = (value: string) => ({ authorization: `Bearer ${value}` });

  test('the largest file of history reaches it, and a larger one is refused', async () => {
    const path = '/api/v1/history-imports?website_id=1&source=plausible';
    const upload = (bytes: number) => {
      const headers = { ...bearer(token), 'content-type': 'application/zip', 'content-length': bytes };
      return proxy.call(path, { method: 'POST', headers }, new Uint8Array(bytes));
    };
    const answer = await upload(UPLOAD_BYTES_MAX);
    // These bytes are no file of a tool, which the service alone can know.
    expect(answer.headers['x-request-id']).toBeDefined();
    expect(answer.status).not.toBe(413);
    expect((await upload(UPLOAD_BYTES_MAX + 1)).status).toBe(413);
  });

  test('a batch of events and a report get through', async () => {
    const headers = { authorization: `Bearer ${await app.ingestKey(1)}`, 'content-type': 'application/x-ndjson' };
    const event = JSON.stringify({ type: 'view', visitor: 'v', campaign: 'spring', at: new Date().toISOString() });
    const collected = await proxy.call('/collect/events', { method: 'POST', headers }, `${event}\n`);
    expect(collected.status).toBe(200);
    expect((await proxy.call('/api/v1/reports/website', { headers: bearer(token) })).status).toBe(200);
  });

  test('an assistant gets through', async () => {
    const headers = {
      ...bearer(await app.toolToken([1])),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const answer = await proxy.call('/mcp', { method: 'POST', headers }, JSON.stringify(message));
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text).result.tools.length).toBeGreaterThan(5);
  });

  test('the longest URL reaches it', async () => {
    const filter = 'x'.repeat(HEADER_BYTES_MAX - 1024);
    const answer = await proxy.call(`/api/v1/reports/website?filter=${filter}`, { headers: bearer(token) });
    expect(answer.headers['x-request-id']).toBeDefined();
  });
});

test.skipIf(!nginx)(
  'nginx changes nothing in a request but the address of its sender, and nothing in the answer',
  async () => {
    const header = 'y'.repeat(HEADER_BYTES_MAX - 1024);
    const upstream = createServer((incoming, response) => {
      response.writeHead(503, { 'retry-after': '7', 'x-long': header });
      response.end(JSON.stringify({ url: incoming.url, headers: incoming.headers }));
    });
    await once(upstream.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void upstream.close());
    const proxy = await startNginx(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}`);
    onTestFinished(() => proxy.stop());
    const path = '/api/v1//areas/a%2Fb?email=a%2Bb%40example.com&filter=%F0%9F%8D%92';
    const headers = {
      'x-forwarded-for': '203.0.113.9',
      authorization: 'Bearer x',
      'content-encoding': 'gzip',
      accept: 'text/csv',
    };
    const answer = await proxy.call(path, { method: 'PUT', headers }, 'packed');
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '7', 'x-long': header } });
    const got = JSON.parse(answer.text) as { url: string; headers: Record<string, string> };
    expect(got.url).toBe(path);
    const { connection: _, ...sent } = got.headers;
    expect(sent).toEqual({ ...headers, host: HOST, 'x-forwarded-for': '127.0.0.1', 'content-length': '6' });
  },
);
