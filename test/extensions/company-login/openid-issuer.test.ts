// What a correctly signed id token must not say. The issuer here signs whatever a test wants, which no real one would.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OpenIdIssuer } from '../../../src/extensions/company-login/openid-issuer.ts';

const CLIENT = { clientId: 'funnel', clientSecret: 'a-secret-at-the-issuer' };
const SECRETS = { state: 'the-state', nonce: 'the-nonce', codeVerifier: 'v'.repeat(43) };
const REDIRECT_URI = 'https://funnel.example/oauth/sso/callback';

describe('the identity of a login at an issuer', () => {
  let server: Server;
  let issuerUrl: string;
  let privateKey: KeyObject;
  let header: object;
  let claims: object;
  beforeAll(async () => {
    const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
    privateKey = keys.privateKey;
    const jwk = { ...keys.publicKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' };
    server = createServer((request, response) => {
      const answers: Record<string, () => object> = {
        '/.well-known/openid-configuration': () => ({
          issuer: issuerUrl,
          authorization_endpoint: `${issuerUrl}/authorize`,
          token_endpoint: `${issuerUrl}/token`,
          jwks_uri: `${issuerUrl}/jwks`,
        }),
        '/jwks': () => ({ keys: [jwk] }),
        '/token': () => ({ access_token: 'an-access-token', token_type: 'bearer', id_token: idToken() }),
      };
      request.resume();
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answers[request.url!]!()));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    issuerUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  function idToken(): string {
    const nowS = Math.floor(Date.now() / 1000);
    const all = { iss: issuerUrl, aud: CLIENT.clientId, iat: nowS, exp: nowS + 600, nonce: SECRETS.nonce, ...claims };
    const encoded = [{ alg: 'RS256', ...header }, all].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    const signature = sign('sha256', Buffer.from(encoded.join('.')), privateKey).toString('base64url');
    return [...encoded, signature].join('.');
  }

  async function identity(changes: { readonly header?: object; readonly claims?: object }) {
    header = changes.header ?? {};
    claims = { sub: 'ada', email: 'ada@example.com', email_verified: true, ...changes.claims };
    const issuer = new OpenIdIssuer({ ...CLIENT, issuerUrl }, () => new Date());
    const answer = new URLSearchParams({ code: 'a-code', state: SECRETS.state });
    return issuer.identityOf(answer, SECRETS, REDIRECT_URI);
  }

  it('is its issuer and subject, with the email address', async () => {
    expect(await identity({})).toEqual({
      issuer: issuerUrl,
      subject: 'ada',
      email: 'ada@example.com',
      isEmailVerified: true,
    });
  });

  it.each([
    [true, true],
    ['true', true],
    [false, false],
    ['False', false],
    ['no', false],
    [0, false],
    [null, undefined],
    [undefined, undefined],
  ])('has an email address of which email_verified %o says %o', async (said, expected) => {
    expect((await identity({ claims: { email_verified: said } })).isEmailVerified).toBe(expected);
  });

  it.each([
    ['an empty subject', { claims: { sub: '' } }],
    ['no subject', { claims: { sub: undefined } }],
    ['a subject that is a number', { claims: { sub: 7 } }],
    ['an extension that must be understood', { header: { crit: ['exp'] } }],
    ['an algorithm that is not offered', { header: { alg: 'none' } }],
  ])('is not taken from a token with %s', async (_name, changes) => {
    await expect(identity(changes)).rejects.toMatchObject({ failure: 'invalid' });
  });
});
