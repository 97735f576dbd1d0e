// Larger JSON responses are compressed for clients that accept it, over REST and at the tool server.
import { request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accepts } from '../../../../../src/core/server/surfaces/http/compress.ts';
import { TestService } from '../../../../support/test-service.ts';

const CATALOG = {
  accounts: [
    {
      id: 1,
      name: 'Account',
      websites: [
        {
          id: 1,
          name: 'site.example',
          campaigns: Array.from({ length: 60 }, (_, index) => ({ id: index + 1, name: `Popup ${index}` })),
        },
      ],
    },
  ],
};
const LIST = '/api/v1/reports/campaigns?per_page=50';

let service: TestService;
let tokens: { rest: string; tools: string };

beforeAll(async () => {
  service = await TestService.start('sqlite', { catalog: CATALOG });
  tokens = { rest: await service.token([1]), tools: await service.toolToken([1]) };
});
afterAll(() => service.dispose());

interface RawAnswer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
}

/** Does without `fetch`, which decompresses by itself. */
function ask(path: string, headers: Record<string, string>, body?: string): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(`${service.url}${path}`, { method: body ? 'POST' : 'GET', headers }, async (response) => {
      const chunks = await response.toArray();
      resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) });
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

function askRest(path: string, headers: Record<string, string>): Promise<RawAnswer> {
  return ask(path, { authorization: `Bearer ${tokens.rest}`, ...headers });
}

test.each([
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
] as const)('a list is sent as %s, with the same content', async (encoding, decompress) => {
  const plain = await askRest(LIST, {});
  const compressed = await askRest(LIST, { 'accept-encoding': encoding });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(compressed.headers['content-encoding']).toBe(encoding);
  expect(compressed.bytes.length).toBeLessThan(plain.bytes.length / 4);
  expect(decompress(compressed.bytes)).toEqual(plain.bytes);
  for (const { headers } of [plain, compressed]) expect(headers.vary).toBe('authorization, accept, accept-encoding');
});

test('the ETag of a compressed response is weak, and still gets a 304', async () => {
  const { headers } = await askRest(LIST, { 'accept-encoding': 'gzip' });
  expect(headers.etag).toMatch(/^W\/"/);
  const again = await askRest(LIST, { 'accept-encoding': 'gzip', 'if-none-match': String(headers.etag) });
  expect(again).toMatchObject({ status: 304, bytes: Buffer.alloc(0) });
});

test('a small response is sent as it is', async () => {
  const { headers } = await askRest('/api/v1/reports/website', { 'accept-encoding': 'br, gzip' });
  expect(headers['content-encoding']).toBeUndefined();
});

test('the result of a tool is compressed', async () => {
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'list_campaigns', arguments: { per_page: 50 } },
  };
  const headers = {
    authorization: `Bearer ${tokens.tools}`,
    'content-type': 'application/json',
    'accept-encoding': 'gzip',
  };
  const { bytes, headers: received } = await ask('/mcp', headers, JSON.stringify(message));
  expect(received['content-encoding']).toBe('gzip');
  expect(JSON.parse(gunzipSync(bytes).toString()).result.structuredContent.data.campaigns).toHaveLength(50);
});

test.each<[string | undefined, boolean]>([
  [undefined, false],
  ['', false],
  ['gzip', true],
  ['GZIP', true],
  ['deflate, gzip;q=0.5', true],
  ['gzip;q=0', false],
  ['gzip; q=0.00', false],
  ['br', false],
  ['*', true],
  ['*;q=0', false],
  ['*, gzip;q=0', false],
  ['x-gzip', false],
])('Accept-Encoding %j accepts gzip: %j', (header, isAccepted) => {
  expect(accepts(header, 'gzip')).toBe(isAccepted);
});
