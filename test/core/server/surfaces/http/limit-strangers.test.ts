// Requests without a credential are limited per IP address: on every route, also on one that is added later.
import diagnostics from 'node:diagnostics_channel';
import type { RouteOptions } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RateLimit } from '../../../../../src/core/contract/access/rate-limit.ts';
import { SERVER_COMPONENTS } from '../../../../../src/core/server/config/config.ts';
import { OWN_PATHS } from '../../../../../src/core/server/config/read-values.ts';
import { createHttpServer, type HttpServer } from '../../../../../src/core/server/surfaces/http/server.ts';
import { TestClock } from '../../../../support/test-clock.ts';
import { TestService } from '../../../../support/test-service.ts';

const LIMIT = 3;
const INTROSPECTION = { id: 'tool-server', secret: 'the-secret-of-the-tool-server' };
/** A minute that does not end by itself. */
const NOW = '2026-11-10T10:00:00Z';

describe('a server', () => {
  const clock = new TestClock(NOW);
  let server: HttpServer;

  beforeAll(async () => {
    const strangers = new RateLimit({ max: LIMIT, perMs: 60_000 }, clock.now);
    server = createHttpServer(pino({ level: 'silent' }), { strangers });
    server.get('/open', async () => ({}));
    server.get('/guarded', { config: { limitedBy: 'authorization' } }, async () => ({}));
    server.get('/apart', { config: { limitedBy: 'route' } }, async () => ({}));
    await server.ready();
  });
  afterAll(() => server.close());

  const get = (url: string, remoteAddress: string, headers = {}) => server.inject({ url, remoteAddress, headers });
  const statuses = async (url: string, count: number, address: string, headers = {}) => {
    const answers: number[] = [];
    for (let sent = 0; sent < count; sent++) answers.push((await get(url, address, headers)).statusCode);
    return answers;
  };

  test('answers as many as the limit, then says when to come back', async () => {
    expect(await statuses('/open', LIMIT + 1, '192.0.2.1')).toEqual([200, 200, 200, 429]);
    const refused = await get('/open', '192.0.2.1');
    expect(refused.headers).toMatchObject({
      'content-type': expect.stringContaining('application/problem+json'),
      'retry-after': expect.stringMatching(/^\d+$/),
      'ratelimit-limit': String(LIMIT),
    });
    expect(refused.json()).toMatchObject({ status: 429, code: 'rate_limited' });
    clock.advance(60_000);
    expect((await get('/open', '192.0.2.1')).statusCode).toBe(200);
  });

  test('counts each address by itself, and an IPv6 network as one', async () => {
    expect(await statuses('/open', LIMIT + 1, '192.0.2.2')).toEqual([200, 200, 200, 429]);
    expect(await statuses('/open', 1, '192.0.2.3')).toEqual([200]);
    expect(await statuses('/open', LIMIT, '2001:db8::1')).toEqual([200, 200, 200]);
    expect(await statuses('/open', 1, '2001:db8::2')).toEqual([429]);
  });

  test('a header that the route does not check is no credential', async () => {
    const headers = { authorization: 'Bearer made-up' };
    expect(await statuses('/open', LIMIT + 1, '192.0.2.4', headers)).toEqual([200, 200, 200, 429]);
    expect(await statuses('/guarded', LIMIT + 1, '192.0.2.5', headers)).toEqual([200, 200, 200, 200]);
    expect(await statuses('/guarded', LIMIT + 1, '192.0.2.5')).toEqual([200, 200, 200, 429]);
    expect(await statuses('/guarded', LIMIT + 1, '192.0.2.7', { authorization: '' })).toEqual([200, 200, 200, 429]);
  });

  test('URLs that nothing serves count too, and routes with limits of their own do not', async () => {
    expect(await statuses('/nowhere', LIMIT + 1, '192.0.2.6')).toEqual([404, 404, 404, 429]);
    expect(await statuses('/apart', LIMIT + 1, '192.0.2.6')).toEqual([200, 200, 200, 200]);
  });
});

describe('every route of the service', () => {
  interface Route {
    readonly method: string;
    readonly path: string;
    readonly limitedBy: unknown;
  }
  const routes: Route[] = [];
  let service: TestService;

  beforeAll(async () => {
    const onInitialization = (message: unknown) => {
      const { fastify } = message as { fastify: HttpServer };
      fastify.addHook('onRoute', ({ method, url, config }: RouteOptions) => {
        for (const name of [method].flat()) {
          const path = url.replaceAll(/:\w+/g, '1').replaceAll('*', 'x');
          routes.push({ method: String(name), path, limitedBy: config?.limitedBy });
        }
      });
    };
    diagnostics.subscribe('fastify.initialization', onInitialization);
    service = await TestService.start('sqlite', {
      components: SERVER_COMPONENTS,
      clock: new TestClock(NOW),
      env: {
        ADDRESS_REQUESTS_PER_MINUTE: String(LIMIT),
        INTROSPECTION_CLIENT_ID: INTROSPECTION.id,
        INTROSPECTION_CLIENT_SECRET: INTROSPECTION.secret,
      },
    });
    diagnostics.unsubscribe('fastify.initialization', onInitialization);
    for (let sent = 0; sent < LIMIT; sent++) await service.request('/nowhere');
  });
  afterAll(() => service.dispose());

  test('is where no other route may be put by a setting', () => {
    const own = new Set(routes.map(({ path }) => path.split('/')[1]!));
    for (const changeable of ['', 't.js', 'e']) own.delete(changeable);
    expect([...OWN_PATHS].toSorted()).toEqual([...own].toSorted());
  });

  const ask = async ({ method, path }: Route, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(service.url + path, { method, headers, redirect: 'manual' });
    return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() };
  };

  test('limits strangers, or is one of these', async () => {
    const others = new Set<string>();
    for (const route of routes) {
      if (route.method === 'TRACE' || route.method === 'CONNECT') continue;
      const { status, retryAfter, text } = await ask(route);
      const isLimited = status === 429 && Number(retryAfter) > 0;
      const isProblem = route.method === 'HEAD' || text.includes('"rate_limited"') || text.includes('<h1>');
      if (!isLimited || !isProblem) others.add(route.path);
    }
    expect([...others].sort()).toEqual([
      '/beacon/v1/batch',
      '/e',
      '/e/contact',
      '/healthz',
      '/metrics',
      '/readyz',
      ...['a', 'alias', 'b', 'batch', 'g', 'group', 'i', 'identify', 'p', 'page', 's', 'screen', 't', 'track'].map(
        (name) => `/v1/${name}`,
      ),
      '/webhooks/shopify/1',
      '/webhooks/stripe/1',
      '/webhooks/woocommerce/1',
    ]);
  });

  test('of introspection has no limit for the resource server of the operator, and for nobody else', async () => {
    const introspect = async (secret: string) => {
      const authorization = `Basic ${Buffer.from(`${INTROSPECTION.id}:${secret}`).toString('base64')}`;
      const body = new URLSearchParams({ token: 'made-up' });
      const response = await fetch(`${service.url}/oauth/introspect`, {
        method: 'POST',
        headers: { authorization },
        body,
      });
      return response.status;
    };
    expect([await introspect(INTROSPECTION.secret), await introspect('made-up')]).toEqual([200, 429]);
  });

  test('is not limited by address where it checks the credential that it gets', async () => {
    const guarded = routes.filter(({ limitedBy }) => limitedBy === 'authorization');
    expect(guarded.length).toBeGreaterThan(50);
    const token = await service.token([1]);
    const { status } = await ask(
      { method: 'GET', path: '/api/v1/reports/websites', limitedBy: undefined },
      { authorization: `Bearer ${token}` },
    );
    expect(status).toBe(200);
    const open = routes.filter(({ limitedBy, method }) => limitedBy === undefined && method === 'GET');
    for (const route of open) expect((await ask(route, { authorization: `Bearer ${token}` })).status).toBe(429);
  });
});
