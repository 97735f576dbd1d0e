import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import { isIPv6 } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGuardedFetch, type FetchOptions } from '../../../../src/core/foundation/fetch/guarded-fetch.ts';
import { isPublicAddress } from '../../../../src/core/foundation/fetch/public-address.ts';
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from '../../../support/test-certificate.ts';

describe('a public internet address', () => {
  it.each(['1.1.1.1', '93.184.216.34', '172.32.0.1', '2001:200::1', '2606:4700::1111', '2a00:1450:4001::1'])(
    '%s does',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.255',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '192.31.196.1',
    '192.52.193.1',
    '198.18.0.1',
    '203.0.113.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2001:1ff::1',
    '2620:4f:8000::1',
    '3fff::1',
    // These are in no special range, but not routed on the internet either.
    '::7f00:1',
    '::127.0.0.1',
    '4000::1',
    'fe80::1%br-lan',
    'example.com',
  ])('%s does not', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('fetching a URL chosen by a client', () => {
  const answers = new Map<string, RequestListener>();
  let server: Server;
  let port: number;
  let requests = 0;
  beforeAll(async () => {
    answers.set('/document', (_request, response) => {
      response.writeHead(200, { 'cache-control': 'max-age=60', 'set-cookie': 'a=b' }).end('{"a":1}');
    });
    server = createServer({ cert: TEST_CERTIFICATE, key: TEST_CERTIFICATE_KEY }, (request, response) => {
      requests += 1;
      answers.get(request.url!)!(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as { port: number }).port;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  /** By default client.example resolves to this machine, and this machine is allowed. */
  const fetchWith = (options: Partial<FetchOptions> = {}) =>
    createGuardedFetch({
      resolve: (_hostname, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
      isAllowed: () => true,
      ca: TEST_CERTIFICATE,
      ...options,
    });
  const at = (path: string) => `https://client.example:${port}${path}`;

  it('returns the document, its status and its caching headers', async () => {
    const response = await fetchWith()(at('/document'), { headers: { accept: 'application/json' } });
    expect(response.status).toBe(200);
    expect([...response.headers.keys()]).toEqual(['cache-control']);
    expect(await response.json()).toEqual({ a: 1 });
  });

  it('fails if the server wants to change the protocol, instead of waiting forever', async () => {
    answers.set('/upgrade', (_request, response) => {
      response.writeHead(101, { connection: 'upgrade', upgrade: 'something' }).end();
    });
    await expect(fetchWith()(at('/upgrade'))).rejects.toThrow('status 101');
  });

  it('refuses a host name that resolves to this machine or its network, before sending anything', async () => {
    const before = requests;
    const guarded = fetchWith({ isAllowed: isPublicAddress });
    await expect(guarded(at('/document'))).rejects.toThrow('not a public internet address');
    expect(requests).toBe(before);
  });

  it('refuses a host name if only one of its IP addresses does', async () => {
    const guarded = fetchWith({
      isAllowed: isPublicAddress,
      resolve: (_hostname, callback) =>
        callback(null, [
          { address: '93.184.216.34', family: 4 },
          { address: '10.0.0.1', family: 4 },
        ]),
    });
    await expect(guarded(at('/document'))).rejects.toThrow('not a public internet address');
  });

  it('checks the IP address that it connects to, so DNS rebinding has no effect', async () => {
    let resolutions = 0;
    const guarded = fetchWith({
      isAllowed: (address) => !isIPv6(address) && resolutions === 1,
      resolve: (_hostname, callback) => {
        resolutions += 1;
        callback(null, [{ address: '127.0.0.1', family: 4 }]);
      },
    });
    expect((await guarded(at('/document'))).status).toBe(200);
    expect(resolutions).toBe(1);
  });

  it.each([
    ['http', 'http://client.example/'],
    ['a file', 'file:///etc/passwd'],
    ['credentials', 'https://user:password@client.example/'],
    ['an address in numbers', 'https://127.0.0.1/'],
    ['an address in other numbers', 'https://2130706433/'],
    ['an address of IPv6', 'https://[::1]/'],
  ])('refuses %s', async (_name, url) => {
    await expect(fetchWith({ isAllowed: isPublicAddress })(url)).rejects.toThrow();
  });

  it('does not follow redirects', async () => {
    answers.set('/redirect', (_request, response) => {
      response.writeHead(302, { location: at('/document') }).end();
    });
    const before = requests;
    const response = await fetchWith()(at('/redirect'));
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBeNull();
    expect(requests).toBe(before + 1);
  });

  it('stops at 64 KiB, with and without a content length', async () => {
    answers.set('/large', (_request, response) => {
      response.writeHead(200).end('x'.repeat(64 * 1024 + 1));
    });
    answers.set('/endless', (_request, response) => {
      response.writeHead(200);
      const send = () => {
        while (!response.destroyed && response.write('x'.repeat(16 * 1024)));
        if (!response.destroyed) response.once('drain', send);
      };
      send();
    });
    await expect(fetchWith()(at('/large'))).rejects.toThrow('has more than');
    await expect(fetchWith()(at('/endless'))).rejects.toThrow('has more than');
  });

  it('can be aborted', async () => {
    answers.set('/silent', () => {});
    await expect(fetchWith()(at('/silent'), { signal: AbortSignal.timeout(50) })).rejects.toThrow();
  });

  it('refuses a certificate for another host name', async () => {
    await expect(fetchWith()(`https://other.example:${port}/document`)).rejects.toThrow();
  });
});
