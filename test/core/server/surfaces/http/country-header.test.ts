// The country of a visitor, as a proxy says.
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { callerOf } from '../../../../../src/core/server/surfaces/http/caller.ts';
import { createHttpServer, type HttpServer } from '../../../../../src/core/server/surfaces/http/server.ts';

const PROXY = '10.0.0.1';
let server: HttpServer;

afterEach(() => server.close());

async function countryOf(remoteAddress: string, headers: Record<string, string>, options = {}): Promise<string> {
  server = createHttpServer(pino({ level: 'silent' }), {
    ...{ trustedProxies: PROXY, countryHeader: 'cf-ipcountry', ...options },
  });
  server.get('/country', async (request, reply) => callerOf(request, reply).country ?? 'none');
  return (await server.inject({ url: '/country', remoteAddress, headers })).body;
}

const FORWARDED = { 'x-forwarded-for': '7.7.7.9', 'cf-ipcountry': 'DE' };

it('is believed if a trusted proxy has forwarded the request', async () => {
  expect(await countryOf(PROXY, FORWARDED)).toBe('DE');
});

it.each([
  ['another address says it', '7.7.7.9', FORWARDED, {}],
  ['the proxy has forwarded nothing', PROXY, { 'cf-ipcountry': 'DE' }, {}],
  [
    'it is another header',
    PROXY,
    { ...FORWARDED, 'cf-ipcountry': '', 'x-country': 'DE' },
    { countryHeader: 'x-nation' },
  ],
  ['no header is trusted', PROXY, FORWARDED, { countryHeader: undefined }],
  ['no proxy is trusted', PROXY, FORWARDED, { trustedProxies: undefined }],
])('is not believed if %s', async (_, address, headers, options) => {
  expect(await countryOf(address, headers, options)).toBe('none');
});
