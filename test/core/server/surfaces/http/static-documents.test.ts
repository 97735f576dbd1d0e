// Documents that stay the same are compressed once, and not for each request.
import { createHook } from 'node:async_hooks';
import { request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SERVER_COMPONENTS } from '../../../../../src/core/server/config/config.ts';
import { VIEW_URI } from '../../../../../src/core/server/surfaces/mcp/report-view.ts';
import { buildIfChanged } from '../../../../support/build-if-changed.ts';
import { TestService } from '../../../../support/test-service.ts';

const DECOMPRESS = { br: brotliDecompressSync, gzip: gunzipSync };
type Encoding = keyof typeof DECOMPRESS;
const DOCUMENTS = [
  '/api/v1/openapi.json',
  '/docs/openapi.json',
  '/docs',
  '/setup',
  '/t.js',
  '/.well-known/oauth-protected-resource/api/v1',
];

let service: TestService;
let toolToken: string;

beforeAll(async () => {
  for (const build of ['dashboard', 'chat', 'docs', 'tracker'] as const) buildIfChanged(build);
  service = await TestService.start('sqlite', { components: SERVER_COMPONENTS });
  toolToken = await service.toolToken([1]);
});
afterAll(() => service.dispose());

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
}

/** Does without `fetch`, which decompresses by itself. */
function ask(path: string, headers: Readonly<Record<string, string>>, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(service.url + path, { method: body ? 'POST' : 'GET', headers }, async (response) => {
      const bytes = Buffer.concat(await response.toArray());
      resolve({ status: response.statusCode, headers: response.headers, bytes });
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** How often this process, which the service runs in, compressed or decompressed something meanwhile. */
async function compressionsDuring(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'ZLIB') count++;
    },
  }).enable();
  await work();
  hook.disable();
  return count;
}

describe.each<Encoding>(['br', 'gzip'])('as %s', (encoding) => {
  test.each(DOCUMENTS)('%s is compressed once', async (path) => {
    const headers = { 'accept-encoding': encoding };
    const plain = await ask(path, {});
    const first = await ask(path, headers);
    expect(first).toMatchObject({ status: 200, headers: { 'content-encoding': encoding } });
    expect(first.headers.vary).toContain('accept-encoding');
    expect(DECOMPRESS[encoding](first.bytes).equals(plain.bytes)).toBe(true);
    const answers: Answer[] = [];
    const compressions = await compressionsDuring(async () => {
      for (let time = 0; time < 3; time++) answers.push(await ask(path, headers));
    });
    expect(compressions).toBe(0);
    for (const { bytes } of answers) expect(bytes.equals(first.bytes)).toBe(true);
  });
});

test.each(DOCUMENTS)('%s has an ETag: who has it gets 304, also if a proxy made it weak', async (path) => {
  const { headers } = await ask(path, {});
  const etag = String(headers.etag);
  expect(etag).toMatch(/^"[\w-]{22}"$/);
  for (const sent of [etag, `W/${etag}`, `"another", ${etag}`]) {
    expect(await ask(path, { 'if-none-match': sent })).toMatchObject({ status: 304, bytes: Buffer.alloc(0) });
  }
  expect((await ask(path, { 'if-none-match': '"another"' })).status).toBe(200);
});

describe('the document for chats', () => {
  const read = (id: unknown, headers: Readonly<Record<string, string>>) =>
    ask(
      '/mcp',
      { authorization: `Bearer ${toolToken}`, 'content-type': 'application/json', ...headers },
      JSON.stringify({ jsonrpc: '2.0', id, method: 'resources/read', params: { uri: VIEW_URI } }),
    );

  test('is compressed, and each response has the id of its request', async () => {
    for (const id of [7, 'a "name" – with é']) {
      const { headers, bytes } = await read(id, { 'accept-encoding': 'gzip' });
      expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
      const plain = await read(id, {});
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(gunzipSync(bytes).equals(plain.bytes)).toBe(true);
      expect(JSON.parse(plain.bytes.toString())).toMatchObject({ id, result: { contents: [{ uri: VIEW_URI }] } });
      expect(bytes.length).toBeLessThan(plain.bytes.length / 2);
    }
  });
});
