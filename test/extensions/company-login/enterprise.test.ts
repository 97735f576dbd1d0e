// Enterprise-managed authorization against a real issuer in another process: the way of an assistant from the login at the company to a
// tool call, and attacks on it. All refused assertions look the same to a client.
import { createPublicKey } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  Client,
  CrossAppAccessProvider,
  discoverAndRequestJwtAuthGrant,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { importJWK, type JWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COMMAND_LINE } from '../../../src/core/contract/access/principal.ts';
import { onWholeAccount } from '../../../src/core/contract/access/role.ts';
import { removeFromAccount, setRole } from '../../../src/core/manage/authorization-server/users/members.ts';
import { ANY_ENGINE } from '../../support/databases.ts';
import { EMAIL, startLoginService } from '../../support/login-service.ts';
import { OAuthClient } from '../../support/oauth-client.ts';
import { ASSISTANT_CLIENT, type IssuerPerson, newSigningKey, TestIssuer } from '../../support/openid-issuer.ts';
import { saidSubjects } from '../../support/said-subjects.ts';
import type { TestService } from '../../support/test-service.ts';
import { createUser } from '../../support/users.ts';

const CALLBACK = 'http://127.0.0.1:9/callback-of-the-assistant';
const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const INSECURE = { [oauth.allowInsecureRequests]: true };
const REFUSED = { status: 400, error: 'invalid_grant', error_description: 'grant request is invalid' };
const PEOPLE: readonly IssuerPerson[] = [
  { sub: 'ada', email: 'Ada@example.com', email_verified: true },
  { sub: 'bob', email: 'bob@example.com', email_verified: true },
];

type Claims = Readonly<Record<string, unknown>>;

interface TokenAnswer {
  readonly status: number;
  readonly access_token?: string;
  readonly [name: string]: unknown;
}

describe.each(ANY_ENGINE)('enterprise-managed authorization on %s', (engine) => {
  let issuer: TestIssuer;
  let app: TestService;
  let client: OAuthClient;
  let bobId: number;
  beforeAll(async () => {
    issuer = await TestIssuer.startProcess(CALLBACK, PEOPLE);
    const env = {
      ...{ ENTERPRISE_ISSUERS: `1:${issuer.url}`, TRUSTED_PROXIES: '127.0.0.1', ACCESS_TOKEN_HOURS: '8' },
      ...{ PRIVACY_POLICY_URL: 'https://a.example/privacy', TERMS_URL: 'https://a.example/terms' },
    };
    app = await startLoginService(engine, { env });
    const metadata = { client_name: 'Assistant', grant_types: [GRANT_TYPE], response_types: [], redirect_uris: [] };
    client = await OAuthClient.register(app.baseUrl, {
      ...metadata,
      token_endpoint_auth_method: 'client_secret_basic',
    } as Parameters<typeof OAuthClient.register>[1]);
    // Bob belongs to another tenant as well.
    const bob = { email: 'bob@example.com', password: 'a long passphrase', accountIds: [1, 2] };
    bobId = (await createUser(app.database, bob, app.clock.now)).id;
    await createUser(app.database, { ...bob, email: 'eve@example.com', accountIds: [2] }, app.clock.now);
  });
  afterAll(async () => {
    await app.dispose();
    await issuer.stop();
  });

  let request = 0;
  /** Each one comes from an address of its own, because refused assertions are limited by address. */
  const present = async (assertion: string, parameters: Record<string, string> = {}, by = client, from?: string) => {
    request++;
    const response = await fetch(`${app.baseUrl}/oauth/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${by.client.client_id}:${by.secret}`).toString('base64')}`,
        'x-forwarded-for': from ?? `10.0.${request >> 8}.${request & 255}`,
      },
      body: new URLSearchParams({ grant_type: GRANT_TYPE, assertion, ...parameters }),
    });
    return { status: response.status, ...((await response.json()) as object) } as TokenAnswer;
  };
  let id = 0;
  const claimsOf = (change: Claims = {}): JWTPayload => {
    const now = Math.floor(app.clock.nowMs / 1000);
    return {
      ...{ iss: issuer.url, sub: 'ada', aud: app.baseUrl, jti: `assertion-${++id}`, iat: now, exp: now + 300 },
      ...{ client_id: client.client.client_id, resource: `${app.baseUrl}/mcp`, scope: 'reports' },
      ...{ email: EMAIL, email_verified: true, ...change },
    } as JWTPayload;
  };
  const sign = async (change: Claims = {}, header: Record<string, unknown> = {}, key: JWK = issuer.signingKey) => {
    const protectedHeader = { alg: 'RS256', kid: issuer.signingKey.kid!, typ: 'oauth-id-jag+jwt', ...header };
    return new SignJWT(claimsOf(change)).setProtectedHeader(protectedHeader).sign(await importJWK(key, 'RS256'));
  };
  const statusWith = async (token: string | undefined, path = '/api/v1/reports/websites') =>
    (await fetch(`${app.baseUrl}${path}`, { headers: { authorization: `Bearer ${token}` } })).status;

  it('a person logs in at the company, and their assistant calls a tool without asking them again', async () => {
    const server = await oauth.processDiscoveryResponse(
      new URL(issuer.url),
      await oauth.discoveryRequest(new URL(issuer.url), INSECURE),
    );
    const assistant = { client_id: ASSISTANT_CLIENT.id };
    const authentication = oauth.ClientSecretBasic(ASSISTANT_CLIENT.secret);
    const verifier = oauth.generateRandomCodeVerifier();
    const login = new URL(server.authorization_endpoint!);
    login.search = String(
      new URLSearchParams({
        ...{ client_id: ASSISTANT_CLIENT.id, redirect_uri: CALLBACK, response_type: 'code', scope: 'openid email' },
        ...{ code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
      }),
    );
    const answer = oauth.validateAuthResponse(server, assistant, new URL(await issuer.logIn(login.href, 'ada')));
    const { id_token: idToken } = await oauth.processAuthorizationCodeResponse(
      server,
      assistant,
      await oauth.authorizationCodeGrantRequest(
        server,
        assistant,
        authentication,
        answer,
        CALLBACK,
        verifier,
        INSECURE,
      ),
    );
    expect(client.server).toMatchObject({
      grant_types_supported: expect.arrayContaining([GRANT_TYPE]),
      authorization_grant_profiles_supported: ['urn:ietf:params:oauth:grant-profile:id-jag'],
      ...{ op_policy_uri: 'https://a.example/privacy', op_tos_uri: 'https://a.example/terms' },
    });
    await issuer.nameClient(client.server.issuer, client.client.client_id);
    const authProvider = new CrossAppAccessProvider({
      assertion: async ({ authorizationServerUrl, resourceUrl, scope }) => {
        const exchange = {
          ...{ idpUrl: issuer.url, clientId: ASSISTANT_CLIENT.id, clientSecret: ASSISTANT_CLIENT.secret },
          ...{ idToken: idToken!, audience: authorizationServerUrl, resource: resourceUrl },
        };
        return (await discoverAndRequestJwtAuthGrant({ ...exchange, ...(scope && { scope }) })).jwtAuthGrant;
      },
      clientId: client.client.client_id,
      clientSecret: client.secret!,
      expectedIssuer: client.server.issuer,
    });
    const tools = new Client({ name: 'assistant', version: '1' });
    await tools.connect(new StreamableHTTPClientTransport(new URL(`${app.baseUrl}/mcp`), { authProvider }));
    const { structuredContent } = await tools.callTool({ name: 'list_websites', arguments: {} });
    expect((structuredContent as { websites: { id: number }[] }).websites.map((one) => one.id)).toEqual([1, 2]);
    await tools.close();
    const connected = "SELECT subject, user_id FROM audit_log WHERE action = 'application_connected'";
    const subject = `Assistant (reports; ${new URL(issuer.url).host})`;
    expect(await saidSubjects(app.database.query(connected))).toContainEqual(expect.objectContaining({ subject }));
  });

  describe('what it gives', () => {
    const rest = () => ({ resource: `${app.baseUrl}/api/v1` });

    it('the websites of the company alone, though the person has others', async () => {
      const { access_token: token } = await present(await sign({ ...rest(), sub: 'bob', email: 'bob@example.com' }));
      const response = await fetch(`${app.baseUrl}/api/v1/reports/websites`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const { websites } = (await response.json()) as { websites: { id: number }[] };
      expect(websites.map((website) => website.id)).toEqual([1, 2]);
    });

    it('no more than the role allows, from the next call on, and nothing to somebody who was removed', async () => {
      const carol = { email: 'carol@example.com', password: 'a long passphrase', accountIds: [1] };
      const { id: userId } = await createUser(app.database, carol, app.clock.now);
      const change = { actor: COMMAND_LINE, clock: app.clock.now };
      const scope = 'reports contacts:read';
      const granted = await present(await sign({ ...rest(), sub: 'carol', email: carol.email, scope }));
      expect(granted.scope).toBe(scope);
      expect(await statusWith(granted.access_token, '/api/v1/contacts?website_id=1')).toBe(200);
      await app.database.transaction((tx) => setRole(tx, { userId, accountId: 1 }, onWholeAccount('viewer'), change));
      expect(await statusWith(granted.access_token, '/api/v1/contacts?website_id=1')).toBe(403);
      const asViewer = await present(await sign({ ...rest(), sub: 'carol', email: carol.email, scope }));
      expect(asViewer.scope).toBe('reports');
      await app.database.transaction((tx) => removeFromAccount(tx, { userId, accountId: 1 }, change));
      expect(await statusWith(granted.access_token)).toBe(401);
      expect(await present(await sign({ ...rest(), sub: 'carol' }))).toMatchObject(REFUSED);
    });

    it('what the assertion names, or less', async () => {
      expect(await present(await sign({ aud_tenant: '1' }))).toMatchObject({ status: 200 });
      const named = { ...rest(), scope: 'reports areas:read' };
      expect(await present(await sign(named), { scope: 'areas:read' })).toMatchObject({ scope: 'areas:read' });
      const more = await present(await sign(named), { scope: 'reports ctas:write' });
      expect(more).toMatchObject({ status: 400, error: 'invalid_scope' });
      expect(await present(await sign({ ...rest(), scope: undefined }))).toMatchObject({ scope: 'reports' });
      const elsewhere = await present(await sign(named), { resource: `${app.baseUrl}/mcp` });
      expect(elsewhere).toMatchObject({ status: 400, error: 'invalid_target' });
    });

    it('a connection that the person sees and ends, without a refresh token', async () => {
      const granted = await present(await sign(rest()));
      expect(granted).toEqual({
        ...{ status: 200, token_type: 'Bearer', scope: 'reports', expires_in: 8 * 60 * 60 },
        access_token: expect.not.stringContaining('.'),
      });
      const [{ expires_at: ends } = {}] = await app.database.query<{ expires_at: string }>(
        "SELECT expires_at FROM authorization_records WHERE kind = 'Grant' AND label = 'Assistant' ORDER BY created_at DESC",
      );
      expect(Date.parse(ends!) - app.clock.nowMs).toBeLessThanOrEqual(8 * 60 * 60 * 1000);
      expect(await statusWith(granted.access_token)).toBe(200);
      await client.revoke(granted.access_token!);
      expect(await statusWith(granted.access_token)).toBe(401);
    });

    it('the person is known by the subject from then on, and keeps the password', async () => {
      await present(await sign({ sub: 'bob', email: 'bob@example.com' }));
      const later = { sub: 'bob', email: undefined, email_verified: undefined };
      expect(await present(await sign(later))).toMatchObject({ status: 200 });
      expect(await present(await sign({ sub: 'bob-2', email: 'bob@example.com' }))).toMatchObject(REFUSED);
      const [user] = await app.database.query<{ password_hash: string }>(
        'SELECT password_hash FROM users WHERE id = $1',
        [bobId],
      );
      expect(user!.password_hash).not.toBe('');
    });
  });

  it('a used assertion does nothing: it links nobody again', async () => {
    const assertion = await sign();
    expect(await present(assertion)).toMatchObject({ status: 200 });
    const unlinked = 'DELETE FROM user_identities WHERE issuer = $1';
    await app.database.transaction((tx) => tx.query(unlinked, [issuer.url]));
    expect(await present(assertion)).toEqual(REFUSED);
    expect(await app.database.query('SELECT * FROM user_identities WHERE issuer = $1', [issuer.url])).toEqual([]);
    expect(await present(await sign())).toMatchObject({ status: 200 });
  });

  it('of several uses at once, one is accepted', async () => {
    const assertion = await sign();
    const answers = await Promise.all([1, 2, 3].map(() => present(assertion)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(await present(assertion)).toEqual(REFUSED);
  });

  it.each<[string, () => Claims]>([
    ['another audience', () => ({ aud: 'https://elsewhere.example' })],
    ['several audiences', () => ({ aud: [app.baseUrl, 'https://elsewhere.example'] })],
    ['the URL of the token endpoint as audience', () => ({ aud: `${app.baseUrl}/oauth/token` })],
    ['another resource', () => ({ resource: 'https://elsewhere.example/mcp' })],
    ['no resource', () => ({ resource: undefined })],
    ['another client', () => ({ client_id: 'another-client' })],
    ['no client', () => ({ client_id: undefined })],
    ['an unknown issuer', () => ({ iss: 'https://id.elsewhere.example' })],
    ['an issuer that begins like a known one', () => ({ iss: `${issuer.url}/` })],
    ['no issuer', () => ({ iss: undefined })],
    ['an end in the past', () => ({ iat: claimsOf().iat! - 600, exp: claimsOf().iat! - 120 })],
    ['no end', () => ({ exp: undefined })],
    ['a beginning in the future', () => ({ iat: claimsOf().iat! + 120 })],
    ['no beginning', () => ({ iat: undefined })],
    ['a long life', () => ({ exp: claimsOf().iat! + 2 * 60 * 60 })],
    ['no id', () => ({ jti: undefined })],
    ['an empty subject', () => ({ sub: '' })],
    ['a scope that the resource does not have', () => ({ scope: 'reports contacts:read' })],
    ['a key that the client should prove to have', () => ({ cnf: { jkt: 'x' } })],
    ['a tenant of an issuer that has several', () => ({ tenant: 'acme' })],
    [
      'another account, though the person belongs to it',
      () => ({ sub: 'bob', email: 'bob@example.com', aud_tenant: '2' }),
    ],
    ['conditions that are not checked here', () => ({ authorization_details: [{ type: 'x' }] })],
    ['an email address that is not verified', () => ({ sub: 'new', email_verified: false })],
    ['an email address that may not be verified', () => ({ sub: 'new', email_verified: undefined })],
    ['no email address', () => ({ sub: 'new', email: undefined })],
    ['a person of another tenant', () => ({ sub: 'eve', email: 'eve@example.com' })],
    ['nobody who is known here', () => ({ sub: 'zoe', email: 'zoe@example.com' })],
    ['many claims', () => ({ groups: 'x'.repeat(9_000) })],
  ])('an assertion with %s is refused', async (_name, change) => {
    expect(await present(await sign(change()))).toEqual(REFUSED);
  });

  describe('signatures', () => {
    let attacker: Server;
    let asked = 0;
    const other = newSigningKey();
    beforeAll(async () => {
      attacker = createServer((_request, response) => {
        asked++;
        response.setHeader('content-type', 'application/json');
        const { d: _, p: _p, q: _q, dp: _dp, dq: _dq, qi: _qi, ...publicKey } = other;
        response.end(JSON.stringify({ keys: [publicKey] }));
      }).listen(0, '127.0.0.1');
      await new Promise((resolve) => attacker.once('listening', resolve));
    });
    beforeEach(() => {
      asked = 0;
    });
    afterAll(() => attacker.close());

    const publicPem = () =>
      createPublicKey({ key: issuer.signingKey as never, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
    const symmetric = (secret: string | Buffer) =>
      new SignJWT(claimsOf())
        .setProtectedHeader({ alg: 'HS256', kid: issuer.signingKey.kid!, typ: 'oauth-id-jag+jwt' })
        .sign(Buffer.from(secret as string));
    const attackerUrl = () => `http://127.0.0.1:${(attacker.address() as AddressInfo).port}/jwks`;

    it.each<[string, () => string | Promise<string>]>([
      ['none', () => new UnsecuredJWT(claimsOf()).encode()],
      [
        'none, and the type of an assertion',
        () => {
          const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'oauth-id-jag+jwt' })).toString('base64url');
          return `${header}.${Buffer.from(JSON.stringify(claimsOf())).toString('base64url')}.`;
        },
      ],
      ['HMAC with the public key of the issuer', () => symmetric(publicPem())],
      ['HMAC with the modulus of the issuer', () => symmetric(Buffer.from(issuer.signingKey.n!, 'base64url'))],
      ['that of another key', () => sign({}, {}, other)],
      [
        'that of another key, which the assertion brings along',
        () => sign({}, { jwk: { kty: 'RSA', n: other.n, e: other.e } }, other),
      ],
      [
        'that of another key, which the assertion says where to find',
        () => sign({}, { jku: attackerUrl(), x5u: attackerUrl() }, other),
      ],
      ['that of a key with a strange name', () => sign({}, { kid: '../../../../dev/null' }, other)],
      ['that of a key whose name is a query', () => sign({}, { kid: "x' UNION SELECT 'key" }, other)],
      ['right, but of another type of token', () => sign({}, { typ: 'JWT' })],
      ['right, but of no type', () => sign({}, { typ: undefined })],
      [
        'right, but of a changed text',
        async () => {
          const [header, , signature] = (await sign()).split('.');
          return `${header}.${Buffer.from(JSON.stringify(claimsOf({ sub: 'bob' }))).toString('base64url')}.${signature}`;
        },
      ],
      ['no assertion at all', () => 'x.y.z'],
      ['an empty assertion', () => ''],
    ])('%s: refused', async (_name, make) => {
      expect(await present(await make())).toEqual(REFUSED);
      expect(asked).toBe(0);
    });
  });

  it('a client that has not registered for it can not use it, and a secret is needed where there is one', async () => {
    const ordinary = await OAuthClient.register(app.baseUrl, { token_endpoint_auth_method: 'client_secret_basic' });
    const assertion = await sign({ client_id: ordinary.client.client_id });
    expect(await present(assertion, {}, ordinary)).toMatchObject({ status: 400, error: 'invalid_request' });
    const response = await fetch(`${app.baseUrl}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: GRANT_TYPE,
        assertion: await sign(),
        client_id: client.client.client_id,
      }),
    });
    expect([response.status, await response.json()]).toMatchObject([401, { error: 'invalid_client' }]);
  });

  it('refused assertions of an address are limited, accepted ones are not', async () => {
    // All counts start again with each minute.
    app.clock.advanceToMultipleOf(60_000);
    const wrong = await sign({ aud: 'https://elsewhere.example' });
    const from = '192.0.2.1';
    const answers = await Promise.all(Array.from({ length: 60 }, () => present(wrong, {}, client, from)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
    const limited = { status: 429, error: 'temporarily_unavailable' };
    expect(await present(await sign(), {}, client, from)).toMatchObject(limited);
    expect(await present(await sign(), {}, client, '192.0.2.2')).toMatchObject({ status: 200 });
  });
});

describe('an issuer that does not answer', () => {
  it('is no reason to refuse an assertion for good', async () => {
    const app = await startLoginService('sqlite', {
      components: ['auth'],
      env: { ENTERPRISE_ISSUERS: '1:http://127.0.0.1:9' },
    });
    try {
      const metadata = { grant_types: [GRANT_TYPE], response_types: [], redirect_uris: [] };
      const client = await OAuthClient.register(app.baseUrl, metadata as Parameters<typeof OAuthClient.register>[1]);
      const header = { alg: 'RS256', kid: 'x', typ: 'oauth-id-jag+jwt' };
      const parts = [header, { iss: 'http://127.0.0.1:9' }, {}];
      const assertion = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
      const response = await fetch(`${app.baseUrl}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: GRANT_TYPE, assertion, client_id: client.client.client_id }),
      });
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('30');
      expect(await response.json()).toMatchObject({ error: 'temporarily_unavailable' });
    } finally {
      await app.dispose();
    }
  });
});
