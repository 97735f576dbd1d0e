// Rate limits, as clients see them over HTTP.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createToken } from '../../../../src/core/contract/access/tokens.ts';
import { startLoginService } from '../../../support/login-service.ts';
import { REDIRECT_URI } from '../../../support/oauth-client.ts';
import type { TestService } from '../../../support/test-service.ts';

const clock = () => new Date();

describe('limits', () => {
  let app: TestService;
  beforeAll(async () => {
    app = await startLoginService('sqlite', { env: { RATE_LIMIT_PER_MINUTE: '20' } });
  });
  beforeEach(() => app.clock.advanceToMultipleOf(60_000));
  afterAll(() => app.dispose());

  const newToken = async (audience: 'rest' | 'tools') =>
    (await createToken(app.database, { websiteIds: [1], scopes: ['reports'], audience }, clock)).token;

  it('of a token: counted down, then 429 as a problem document', async () => {
    const headers = { authorization: `Bearer ${await newToken('rest')}` };
    const ask = () => fetch(`${app.baseUrl}/api/v1/reports/website`, { headers });
    const first = await ask();
    expect(first.status).toBe(200);
    expect(first.headers.get('ratelimit-limit')).toBe('20');
    expect(first.headers.get('ratelimit-remaining')).toBe('19');
    expect(Number(first.headers.get('ratelimit-reset'))).toBeGreaterThan(0);
    for (let i = 0; i < 19; i++) await ask();
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('content-type')).toContain('application/problem+json');
    expect(refused.headers.get('retry-after')).toBe(refused.headers.get('ratelimit-reset'));
    expect(await refused.json()).toMatchObject({ status: 429, code: 'rate_limited', title: 'Too Many Requests' });
    expect((await fetch(`${app.baseUrl}/api/v1/reports/website`)).status).toBe(401);
  });

  it('of a token on the tools too', async () => {
    const headers = { authorization: `Bearer ${await newToken('tools')}`, 'content-type': 'application/json' };
    const answer = await fetch(app.config.mcpUrl, { method: 'POST', headers, body: '{}' });
    expect(answer.headers.get('ratelimit-remaining')).toBe('19');
  });

  it('of client registrations per IP address', async () => {
    const register = () =>
      fetch(`${app.baseUrl}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ redirect_uris: [REDIRECT_URI] }),
      });
    for (let i = 0; i < 30; i++) expect((await register()).status).toBe(201);
    const refused = await register();
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ code: 'rate_limited' });
  });

  it('of failed authentications: a valid token for the other API does not count', async () => {
    const headers = { authorization: `Bearer ${await newToken('rest')}` };
    for (let i = 0; i < 5; i++) {
      expect((await fetch(app.config.mcpUrl, { method: 'POST', headers })).status).toBe(401);
    }
  });

  it('of failed authentications per IP address', async () => {
    const ask = () => fetch(`${app.baseUrl}/api/v1/reports/website`, { headers: { authorization: 'Bearer guess' } });
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([401, 401, 429]);
    // Whoever shares the address and has a valid token is not locked out.
    const headers = { authorization: `Bearer ${await newToken('rest')}` };
    expect((await fetch(`${app.baseUrl}/api/v1/reports/website`, { headers })).status).toBe(200);
  });
});

describe('the IP address of a request', () => {
  const statuses = async (app: TestService) => {
    const answers: number[] = [];
    for (const address of ['203.0.113.1:1001', '203.0.113.1:1002', '203.0.113.2']) {
      const headers = { authorization: 'Bearer guess', 'x-forwarded-for': address };
      answers.push((await fetch(`${app.baseUrl}/api/v1/reports/website`, { headers })).status);
    }
    return answers;
  };

  it.each([
    ['is the one of the connection, whatever its headers say', {}, [401, 429, 429]],
    ['is what a trusted proxy says', { TRUSTED_PROXIES: '127.0.0.1' }, [401, 429, 401]],
  ])('%s', async (_name, variables, expected) => {
    const app = await startLoginService('sqlite', { env: { RATE_LIMIT_PER_MINUTE: '10', ...variables } });
    try {
      app.clock.advanceToMultipleOf(60_000);
      expect(await statuses(app)).toEqual(expected);
    } finally {
      await app.dispose();
    }
  });
});
