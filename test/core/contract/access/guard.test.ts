// How the guard parses the Authorization header, and what it answers when it refuses a request.
import { describe, expect, test } from 'vitest';
import type { ApiKeyVerifier } from '../../../../src/core/contract/access/api-keys.ts';
import { Guard } from '../../../../src/core/contract/access/guard.ts';
import type {
  AccessTokenVerifier,
  Audience,
  Principal,
  Restriction,
} from '../../../../src/core/contract/access/principal.ts';
import { limitPerMinute } from '../../../../src/core/contract/access/rate-limit.ts';
import { Problem } from '../../../../src/core/foundation/problem/problem.ts';

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

  test.each([{ scope: 'data:erase' }, { scope: 'ctas:write', role: 'owner' }] as const)(
    'a legacy key has all of them, but editors can read it: it does nothing for owners, such as %o',
    async (required) => {
      const { status, message } = await refusal(guardOf().admit('api_key=good-key', required));
      expect([status, message]).toEqual([403, expect.stringContaining('the role owner')]);
      await expect(guardOf().admit('api_key=good-key', { ...required, role: 'editor' })).resolves.toBeDefined();
    },
  );

  test('is checked after the token', async () => {
    expect((await refusal(guardOf().admit('Bearer bad', { scope: 'contacts:read' }))).status).toBe(401);
  });
});

const RESTRICTION: Restriction = {
  operations: new Set(['get_website_report']),
  refusal: () => new Problem(404, 'Not in the list.'),
  limitsOf: async () => ({ limit: (sent) => sent, requireNamed: async () => undefined }),
};

const isLink = (credential: string) => credential.startsWith('fsl_');

describe('a restricted principal', () => {
  const linkOf = (id: number): Principal => ({
    ...{ id: `share:${id}`, scopes: new Set(['reports']), audience: 'rest', websiteIds: [1] },
    restriction: RESTRICTION,
  });
  const ended = new Problem(410, 'This link has ended.');
  const verify = async (credential: string) =>
    credential === 'fsl_ended' ? ended : linkOf(Number(credential.slice(4)));
  const verifiers = [{ isOfKind: isLink, verify }];
  const clock = () => new Date('2026-03-18T12:00:00Z');
  const guard = () =>
    new Guard('rest', { tokens: { verify: async () => undefined }, verifiers, requests: limitPerMinute(2, clock) });
  const report = { name: 'get_website_report', scope: 'reports' } as const;

  test('has a limit of its own, which another one does not share', async () => {
    const limited = guard();
    for (let call = 0; call < 2; call++) await limited.admit('Bearer fsl_1', report);
    expect((await refusal(limited.admit('Bearer fsl_1', report))).status).toBe(429);
    expect((await limited.admit('Bearer fsl_2', report)).id).toBe('share:2');
  });

  test('is told the same about everything that it does not have, and when it has ended', async () => {
    const other = { name: 'list_contacts', scope: 'contacts:read' } as const;
    expect((await refusal(guard().admit('Bearer fsl_1', other))).status).toBe(404);
    expect((await refusal(guard().confirm('Bearer fsl_1', other))).status).toBe(404);
    expect((await refusal(guard().admit('Bearer fsl_ended', report))).status).toBe(410);
  });

  test('calls no tool, whatever its scopes are', async () => {
    expect((await refusal(guard().admit('Bearer fsl_1', { scope: 'reports' }))).status).toBe(404);
  });

  test('is nothing where its credential is not accepted', async () => {
    const tools = new Guard('tools', { tokens: { verify: async () => undefined } });
    expect((await refusal(tools.admit('Bearer fsl_1', { scope: 'reports' }))).status).toBe(401);
  });
});

test('readers with a restricted credential have requests of their own on each network', async () => {
  const reader: Principal = { ...READER, id: 'share:5', restriction: RESTRICTION };
  const other: Principal = { ...READER, id: 'share:6', restriction: RESTRICTION };
  const found = new Map([
    ['fsl_a', reader],
    ['fsl_b', other],
  ]);
  const requests = limitPerMinute(2, () => new Date(0));
  const verifiers = [{ isOfKind: isLink, verify: async (secret: string) => found.get(secret) }];
  const guard = new Guard('rest', { tokens, verifiers, requests });
  const statusOf = async (secret: string, ipAddress: string) => {
    const required = { name: 'get_website_report', scope: 'reports' } as const;
    const caller = { ipAddress, setHeaders: () => {} };
    return guard.admit(`Bearer ${secret}`, required, caller).then(
      () => 200,
      (problem: Problem) => problem.status,
    );
  };
  const asked = [];
  for (let time = 0; time < 3; time++) asked.push(await statusOf('fsl_a', '192.0.2.1'));
  expect(asked).toEqual([200, 200, 429]);
  expect(await statusOf('fsl_a', '192.0.2.2')).toBe(200);
  expect(await statusOf('fsl_b', '192.0.2.1')).toBe(200);
  // One network of IPv6 has many addresses.
  const ofOneNetwork = ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8:0:1::1'];
  const answers = [];
  for (const address of ofOneNetwork) answers.push(await statusOf('fsl_a', address));
  expect(answers).toEqual([200, 200, 429, 200]);
});

test('a token has the same requests on all networks', async () => {
  const guard = new Guard('rest', { tokens, requests: limitPerMinute(1, () => new Date(0)) });
  const admit = (ipAddress: string) =>
    guard.admit('Bearer good', { scope: 'reports' }, { ipAddress, setHeaders: () => {} });
  expect(await admit('192.0.2.1')).toBe(READER);
  expect((await refusal(admit('192.0.2.2'))).status).toBe(429);
});
