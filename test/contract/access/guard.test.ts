// How the guard parses the Authorization header, and what it answers when it refuses a request.
import { describe, expect, test } from 'vitest';
import type { ApiKeyVerifier } from '../../../src/contract/access/api-keys.ts';
import { Guard } from '../../../src/contract/access/guard.ts';
import type { AccessTokenVerifier, Audience, Principal } from '../../../src/contract/access/principal.ts';
import { Problem } from '../../../src/foundation/problem/problem.ts';

const READER: Principal = { id: 'token:1', scopes: new Set(['reports']), audience: 'rest', websiteIds: [1] };
const LEGACY: Principal = { id: 'website:1', scopes: 'all', audience: 'rest', websiteIds: [1] };

const tokens: AccessTokenVerifier = {
  verify: async (token, audience) => (token === 'good' && audience === READER.audience ? READER : undefined),
};
const apiKeys = { verify: async (key: string) => (key === 'good-key' ? LEGACY : undefined) } as ApiKeyVerifier;

function guardOf(audience: Audience = 'rest', withKeys = true): Guard {
  return new Guard(audience, withKeys ? { tokens, apiKeys } : { tokens });
}

async function refusal(admitted: Promise<unknown>): Promise<Problem> {
  const problem = await admitted.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(problem).toBeInstanceOf(Problem);
  return problem as Problem;
}

describe('the header', () => {
  test.each(['Bearer good', 'bearer good', 'BEARER good', 'Bearer   good', 'Bearer good '])(
    '%j is a token',
    async (header) => {
      expect(await guardOf().admit(header, { scope: 'reports' })).toBe(READER);
    },
  );

  test.each(['api_key=good-key', 'API_KEY=good-key', 'api_key=good-key '])('%j is a legacy key', async (header) => {
    expect(await guardOf().admit(header, { scope: 'contacts:write' })).toBe(LEGACY);
  });

  test.each([
    'Bearer',
    'Bearer ',
    'Bearer bad',
    'Bearer good bad',
    'Bearer good-key',
    'Bearer api_key=good-key',
    'Bearergood',
    'Basic good',
    'good',
    'good-key',
    'api_key',
    'api_key=',
    'api_key=bad',
    'api_key = good-key',
    'api_key=good',
    ' ',
  ])('%j is refused', async (header) => {
    const { status, options } = await refusal(guardOf().admit(header, { scope: 'reports' }));
    expect(status).toBe(401);
    expect(options.headers?.['www-authenticate']).toContain('error="invalid_token"');
    expect(options.code).toBeUndefined();
  });

  test.each([undefined, ''])('%j gets a challenge without an error', async (header) => {
    const { status, options } = await refusal(guardOf().admit(header, { scope: 'reports' }));
    expect(status).toBe(401);
    expect(options.headers?.['www-authenticate']).toMatch(/^Bearer(?!.*error)/);
  });

  test('a token for another audience is refused', async () => {
    expect((await refusal(guardOf('tools').admit('Bearer good', { scope: 'reports' }))).status).toBe(401);
  });

  test('legacy keys are refused where they are not enabled', async () => {
    expect((await refusal(guardOf('rest', false).admit('api_key=good-key', { scope: 'reports' }))).status).toBe(401);
  });
});

describe('the scope', () => {
  test('must be one of the token, and the message names it', async () => {
    const { status, options, message } = await refusal(guardOf().admit('Bearer good', { scope: 'contacts:read' }));
    expect(status).toBe(403);
    expect(message).toContain('contacts:read');
    expect(options.headers?.['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="contacts:read"');
  });

  test('is checked after the token', async () => {
    expect((await refusal(guardOf().admit('Bearer bad', { scope: 'contacts:read' }))).status).toBe(401);
  });
});
