import { describe, expect, it } from 'vitest';
import type { ApiKeyVerifier } from '../../../../src/core/contract/access/api-keys.ts';
import { Guard } from '../../../../src/core/contract/access/guard.ts';
import type { AccessTokenVerifier, Principal } from '../../../../src/core/contract/access/principal.ts';
import { networkOf, RateLimit } from '../../../../src/core/contract/access/rate-limit.ts';
import { problemBody } from '../../../../src/core/contract/operations/problem-body.ts';
import { Problem } from '../../../../src/core/foundation/problem/problem.ts';
import { TestClock } from '../../../support/test-clock.ts';

const MINUTE_MS = 60_000;

describe('a rate limit', () => {
  const start = () => {
    const clock = new TestClock('2026-03-01T10:00:15Z');
    return { clock, limit: new RateLimit({ max: 3, perMs: MINUTE_MS }, clock.now) };
  };

  it('counts down to zero, then refuses until the window ends', () => {
    const { clock, limit } = start();
    const take = () => {
      const { remaining, isExceeded } = limit.take('a');
      return [remaining, isExceeded];
    };
    expect([take(), take(), take(), take(), take()]).toEqual([
      [2, false],
      [1, false],
      [0, false],
      [0, true],
      [0, true],
    ]);
    expect(limit.take('a').resetSeconds).toBe(45);
    clock.advance(44_999);
    expect(limit.take('a')).toMatchObject({ isExceeded: true, resetSeconds: 1 });
    clock.advance(1);
    expect(limit.take('a')).toMatchObject({ isExceeded: false, remaining: 2, resetSeconds: 60 });
  });

  it('counts each key separately', () => {
    const { limit } = start();
    for (let i = 0; i < 4; i++) limit.take('a');
    expect(limit.take('b').isExceeded).toBe(false);
  });

  it('can be peeked at without counting, and refunded', () => {
    const { limit } = start();
    for (let i = 0; i < 3; i++) limit.take('a');
    expect(limit.peek('a').isExceeded).toBe(true);
    limit.refund('a');
    expect(limit.peek('a')).toMatchObject({ isExceeded: false, remaining: 1 });
    expect(limit.take('a').isExceeded).toBe(false);
  });

  it('counts new keys together once there are too many until the counts start again', () => {
    const { limit } = start();
    for (let i = 0; i < 100_000; i++) limit.take(`key ${i}`);
    const states = ['x', 'y', 'z', 'w'].map((key) => limit.take(key).isExceeded);
    expect(states).toEqual([false, false, false, true]);
    expect(limit.take('key 0').isExceeded).toBe(false);
  });

  it('or lets new keys pass then, where others must not be able to use up their share', () => {
    const limit = new RateLimit({ max: 3, perMs: MINUTE_MS, furtherKeys: 'allow' }, start().clock.now);
    for (let i = 0; i < 100_000; i++) limit.take(`key ${i}`);
    for (let i = 0; i < 10; i++) expect(limit.take('x').isExceeded).toBe(false);
    for (let i = 0; i < 2; i++) expect(limit.take('key 0').isExceeded).toBe(false);
    expect(limit.take('key 0').isExceeded).toBe(true);
  });
});

describe('an IP address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['2001:0db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['fe80::1%br-lan', 'fe80:0:0:0::/64'],
    ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
    ['unknown', 'unknown'],
  ])('%s is counted as %s', (ipAddress, network) => {
    expect(networkOf(ipAddress)).toBe(network);
  });
});

describe('the guard', () => {
  const tokens: AccessTokenVerifier = {
    verify: async (token, audience) =>
      token.startsWith('good') ? { id: token, scopes: new Set(['reports']), audience, websiteIds: [1] } : undefined,
  };
  const start = () => {
    const clock = new TestClock('2026-03-01T10:00:00Z');
    const limit = (max: number) => new RateLimit({ max, perMs: MINUTE_MS }, clock.now);
    const guard = new Guard('tools', {
      tokens,
      requests: limit(2),
      failures: limit(3),
      resourceMetadataUrl: 'https://funnel.example/.well-known/oauth-protected-resource/mcp',
    });
    const ask = async (token: string, scope: 'reports' | 'areas:read' = 'reports', ipAddress = '192.0.2.1') => {
      const headers: Record<string, string> = {};
      const caller = { ipAddress, setHeaders: (more: object) => Object.assign(headers, more) };
      const authorization = token === '' ? undefined : `Bearer ${token}`;
      const problem = await guard.admit(authorization, { scope }, caller).then(
        () => undefined,
        (error: unknown) => error as Problem,
      );
      return { status: problem?.status ?? 200, headers: { ...headers, ...problem?.options.headers }, problem };
    };
    return { clock, ask };
  };

  it('reports the remaining requests, and answers 429 when none remain', async () => {
    const { clock, ask } = start();
    expect((await ask('good')).headers).toEqual({
      'ratelimit-limit': '2',
      'ratelimit-remaining': '1',
      'ratelimit-reset': '60',
    });
    expect((await ask('good')).headers['ratelimit-remaining']).toBe('0');
    const { status, headers, problem } = await ask('good');
    expect(status).toBe(429);
    expect(problem).toBeInstanceOf(Problem);
    expect(problemBody(problem!).code).toBe('rate_limited');
    expect(headers).toMatchObject({ 'retry-after': '60', 'ratelimit-remaining': '0' });
    expect((await ask('good-too')).status).toBe(200);
    clock.advance(MINUTE_MS);
    expect((await ask('good')).status).toBe(200);
  });

  it('reports the remaining requests with a 403 too', async () => {
    const { ask } = start();
    const { status, headers } = await ask('good', 'areas:read');
    expect(status).toBe(403);
    expect(headers['ratelimit-remaining']).toBe('1');
  });

  it('stops an IP address that tries many invalid tokens, but not the valid tokens of its neighbors', async () => {
    const { clock, ask } = start();
    for (let i = 0; i < 3; i++) expect((await ask(`bad${i}`)).status).toBe(401);
    expect((await ask('bad-again')).status).toBe(429);
    expect((await ask('good')).status).toBe(200);
    expect((await ask('bad', 'reports', '192.0.2.2')).status).toBe(401);
    clock.advance(MINUTE_MS);
    expect((await ask('bad-again')).status).toBe(401);
  });

  it('does not count a request without a token as a failure', async () => {
    const { ask } = start();
    for (let i = 0; i < 10; i++) expect((await ask('')).status).toBe(401);
    expect((await ask('good')).status).toBe(200);
  });

  it('tells a client of the tool server where to get a token', async () => {
    const { ask } = start();
    const metadata = 'resource_metadata="https://funnel.example/.well-known/oauth-protected-resource/mcp"';
    const challengeOf = async (token: string, scope?: 'areas:read') =>
      (await ask(token, scope)).headers['www-authenticate'];
    expect(await challengeOf('')).toBe(`Bearer scope="reports", ${metadata}`);
    expect(await challengeOf('bad')).toBe(`Bearer error="invalid_token", scope="reports", ${metadata}`);
    expect(await challengeOf('good', 'areas:read')).toBe(
      `Bearer error="insufficient_scope", scope="areas:read", ${metadata}`,
    );
  });
});

describe('what counts as a guess', () => {
  const principal: Principal = { id: 'known', scopes: 'all', audience: 'rest', websiteIds: [1] };
  const start = () => {
    const tokens: AccessTokenVerifier = {
      verify: async (token, audience) => (token === 'for-tools' && audience === 'tools' ? principal : undefined),
    };
    const apiKeys = { verify: async (key: string) => (key === 'right' ? principal : undefined) } as ApiKeyVerifier;
    const { now } = new TestClock('2026-03-01T10:00:00Z');
    const guard = new Guard('rest', { tokens, apiKeys, failures: new RateLimit({ max: 3, perMs: MINUTE_MS }, now) });
    const caller = { ipAddress: '192.0.2.1', setHeaders() {} };
    return (authorization: string) =>
      guard.admit(authorization, { scope: 'reports' }, caller).then(
        () => 200,
        (problem: Problem) => problem.status,
      );
  };

  it('is a wrong key of the legacy scheme: after too many, the right one is refused, too', async () => {
    const ask = start();
    expect(await ask('api_key=right')).toBe(200);
    for (let i = 0; i < 3; i++) expect(await ask(`api_key=wrong${i}`)).toBe(401);
    expect(await ask('api_key=right')).toBe(429);
  });

  it('is not a token for another API', async () => {
    const ask = start();
    for (let i = 0; i < 4; i++) expect(await ask('Bearer for-tools')).toBe(401);
    expect(await ask('Bearer wrong')).toBe(401);
  });
});
