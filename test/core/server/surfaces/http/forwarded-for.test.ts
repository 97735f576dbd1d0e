// The address of a request that came through proxies.
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttpServer, type HttpServer } from '../../../../../src/core/server/surfaces/http/server.ts';

const LOG = pino({ level: 'silent' });
let server: HttpServer;

afterEach(() => server.close());

async function addressOf(forwardedFor: string, trustedProxies?: string): Promise<string> {
  server = createHttpServer(LOG, { ...(trustedProxies !== undefined && { trustedProxies }) });
  server.get('/address', async ({ ip }) => ip);
  return (await server.inject({ url: '/address', headers: { 'x-forwarded-for': forwardedFor } })).body;
}

describe('behind a trusted proxy', () => {
  it.each([
    ['7.7.7.9', '7.7.7.9'],
    ['7.7.7.9:1001', '7.7.7.9'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[::ffff:7.7.7.9]:443', '::ffff:7.7.7.9'],
    ['[fe80::1%eth0]:443', 'fe80::1%eth0'],
    ['1.1.1.1:5 , 7.7.7.9:1001', '7.7.7.9'],
    ['1.1.1.1,7.7.7.9:1001,10.0.0.8:2002', '7.7.7.9'],
    ['1.1.1.1, [2001:db8::1]:443, [fd00::8]:2002, 10.0.0.9', '2001:db8::1'],
    // What is no address stays what it is.
    ['unknown', 'unknown'],
    ['7.7.7.9:http', '7.7.7.9:http'],
  ])('%s is %s', async (forwardedFor, address) => {
    expect(await addressOf(forwardedFor, '127.0.0.1, 10.0.0.0/8, fd00::/8')).toBe(address);
  });
});

it('is not believed without a trusted proxy', async () => {
  expect(await addressOf('7.7.7.9:1001')).toBe('127.0.0.1');
  await server.close();
  expect(await addressOf('7.7.7.9:1001', '10.0.0.0/8')).toBe('127.0.0.1');
});
