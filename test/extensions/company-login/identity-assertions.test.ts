// Where the keys of a company's issuer come from, and when they are read again.
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type JWK, SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AssertionRefused, IdentityAssertions } from '../../../src/extensions/company-login/identity-assertions.ts';
import { IssuerError } from '../../../src/extensions/company-login/issuer-metadata.ts';

const AUDIENCE = 'https://funnel.example';

interface Key {
  readonly id: string;
  readonly privateKey: KeyObject;
  readonly published: JWK;
}

function newKey(id: string): Key {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { id, privateKey, published: { ...(publicKey.export({ format: 'jwk' }) as JWK), kid: id, alg: 'ES256' } };
}

describe('the keys of an issuer', () => {
  let server: Server;
  let issuerUrl: string;
  let keys: readonly Key[];
  let metadata: Record<string, unknown>;
  let padding: string;
  let readings: number;
  let assertions: IdentityAssertions;
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    readings = 0;
    padding = '';
    metadata = {};
    server = createServer(({ url }, response) => {
      response.setHeader('content-type', 'application/json');
      if (url === '/.well-known/openid-configuration') {
        return response.end(JSON.stringify({ issuer: issuerUrl, jwks_uri: `${issuerUrl}/keys`, ...metadata }));
      }
      readings++;
      return response.end(JSON.stringify({ keys: keys.map(({ published }) => published), padding }));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    issuerUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const issuer = { issuerUrl, accountIds: [1], allowedDomains: [], trustsEmail: false, isForLogins: false };
    assertions = new IdentityAssertions([issuer], AUDIENCE, () => new Date());
  });
  afterEach(() => {
    vi.useRealTimers();
    server.closeAllConnections();
    server.close();
  });

  const signedBy = ({ id, privateKey }: Key, expires = '5 minutes') =>
    new SignJWT({ client_id: 'assistant', resource: `${AUDIENCE}/mcp` })
      .setProtectedHeader({ alg: 'ES256', kid: id, typ: 'oauth-id-jag+jwt' })
      .setIssuer(issuerUrl)
      .setAudience(AUDIENCE)
      .setSubject('ada')
      .setJti('1')
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign(privateKey);
  const read = async (key: Key) => assertions.read(await signedBy(key));
  const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

  it('are kept, and read again for a new one, but not more often than every 30 seconds', async () => {
    const [old, next] = [newKey('old'), newKey('next')];
    keys = [old];
    for (let i = 0; i < 3; i++) expect(await read(old)).toMatchObject({ clientId: 'assistant', scopes: undefined });
    expect(readings).toBe(1);
    keys = [next];
    await expect(read(next)).rejects.toThrow(AssertionRefused);
    expect(readings).toBe(1);
    later(31);
    expect(await read(next)).toMatchObject({ identity: { issuer: issuerUrl, subject: 'ada' } });
    expect(readings).toBe(2);
    await expect(read(old)).rejects.toThrow(AssertionRefused);
    expect(readings).toBe(2);
  });

  it('verify an assertion for one hour, and not for a second more', async () => {
    const key = newKey('key');
    keys = [key];
    expect(await assertions.read(await signedBy(key, '3600 seconds'))).toMatchObject({ clientId: 'assistant' });
    const tooLong = assertions.read(await signedBy(key, '3601 seconds'));
    await expect(tooLong).rejects.toThrow('The assertion is valid for too long.');
  });

  it('are not asked for about more than 8 KiB', async () => {
    await expect(assertions.read('x'.repeat(8_192))).rejects.not.toThrow('The assertion is too long.');
    await expect(assertions.read('x'.repeat(8_193))).rejects.toThrow('The assertion is too long.');
  });

  it('that were withdrawn are forgotten after 10 minutes', async () => {
    const [old, next] = [newKey('old'), newKey('next')];
    keys = [old];
    await read(old);
    keys = [next];
    later(9 * 60);
    expect(await read(old)).toMatchObject({ clientId: 'assistant' });
    later(2 * 60);
    await expect(read(old)).rejects.toThrow(AssertionRefused);
  });

  it.each<[string, () => void]>([
    ['an address in the network of the service', () => (metadata = { jwks_uri: 'https://10.0.0.1/keys' })],
    ['another host without TLS', () => (metadata = { jwks_uri: 'http://169.254.169.254/keys' })],
    ['nowhere', () => (metadata = { jwks_uri: undefined })],
    ['an issuer that has another name', () => (metadata = { issuer: 'https://id.elsewhere.example' })],
    ['a document that is too large', () => (padding = 'x'.repeat(70_000))],
  ])('are not read from %s', async (_name, change) => {
    const key = newKey('key');
    keys = [key];
    change();
    await expect(read(key)).rejects.toThrow(IssuerError);
  });
});
