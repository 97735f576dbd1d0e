// Identity assertions (ID-JAG, draft-ietf-oauth-identity-assertion-authz-grant-04): what the issuer of a company says about one of its
// people, to one client, for one resource of this service. jose checks the signature. The issuer is looked up in the configuration, and its
// keys come from where its metadata say, never from where an assertion says.
import { createRemoteJWKSet, customFetch, decodeJwt, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import * as z from 'zod';
import type { Clock } from '../../core/foundation/time/clock.ts';
import type { EnterpriseRules } from './identities.ts';
import { IssuerError, IssuerMetadata } from './issuer-metadata.ts';
import { booleanOf, type Identity } from './openid-issuer.ts';

/** An assertion of an issuer with many claims has about 2 KB. */
const ASSERTION_LENGTH_MAX = 8 * 1024;
const TYPE = 'oauth-id-jag+jwt';
/** Signatures with a public key only: with a shared secret, whoever can check one could make one. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** How much the clocks of an issuer and of this service may differ. */
const CLOCKS_DIFFER_S = 60;
/** An assertion is used at once. The drafts speak of 5 minutes. */
const LIFETIME_S_MAX = 60 * 60;

export interface EnterpriseIssuer extends EnterpriseRules {
  /** It is spelled as in the tokens of the issuer. */
  readonly issuerUrl: string;
}

export interface IdentityAssertion {
  readonly identity: Identity;
  /** Whom the issuer may speak for. */
  readonly rules: EnterpriseRules;
  /** Unique among the assertions of the issuer. */
  readonly id: string;
  readonly expiresAt: Date;
  readonly clientId: string;
  readonly resource: string;
  /** undefined: the issuer does not say. */
  readonly scopes: readonly string[] | undefined;
}

/** The message is for the operator: a client only learns that its assertion was refused. */
export class AssertionRefused extends Error {}

const name = z.string().min(1).max(255);
const onlyOne = z.union([z.string(), z.tuple([z.string()]).transform(([one]) => one)]);

const CLAIMS = z.object({
  iss: z.string(),
  sub: name,
  aud: onlyOne,
  jti: name,
  exp: z.number(),
  iat: z.number(),
  client_id: z.string(),
  resource: onlyOne,
  scope: z.string().optional(),
  email: z.string().optional().catch(undefined),
  email_verified: z.unknown().optional(),
  aud_tenant: z.string().optional(),
  // They restrict the assertion in ways that are not checked here, so it must not be taken for one without them.
  cnf: z.never().optional(),
  authorization_details: z.never().optional(),
  // The issuer has several tenants, so its subjects mean nothing without one, and another tenant could name people of this company.
  tenant: z.never().optional(),
});

interface KnownIssuer extends EnterpriseIssuer {
  readonly findKey: JWTVerifyGetKey;
}

export class IdentityAssertions {
  readonly #issuers: ReadonlyMap<string, KnownIssuer>;
  readonly #audience: string;
  readonly #clock: Clock;

  /** `audience`: the issuer of the tokens of this service. */
  constructor(issuers: readonly EnterpriseIssuer[], audience: string, clock: Clock) {
    this.#issuers = new Map(
      issuers.map((issuer) => [issuer.issuerUrl, { ...issuer, findKey: keysOf(issuer.issuerUrl, clock) }]),
    );
    this.#audience = audience;
    this.#clock = clock;
  }

  /** Throws an AssertionRefused, or an IssuerError if the keys of the issuer can't be had. */
  async read(assertion: string): Promise<IdentityAssertion> {
    if (assertion.length > ASSERTION_LENGTH_MAX) throw new AssertionRefused('The assertion is too long.');
    try {
      const issuer = this.#issuers.get(decodeJwt(assertion).iss ?? '');
      if (!issuer) throw new AssertionRefused('ENTERPRISE_ISSUERS does not have the issuer.');
      const { payload } = await jwtVerify(assertion, issuer.findKey, {
        typ: TYPE,
        algorithms: ALGORITHMS,
        issuer: issuer.issuerUrl,
        audience: this.#audience,
        clockTolerance: CLOCKS_DIFFER_S,
        maxTokenAge: LIFETIME_S_MAX,
        currentDate: this.#clock(),
      });
      return assertionOf(payload, issuer);
    } catch (error) {
      throw error instanceof errors.JOSEError ? new AssertionRefused(error.message) : error;
    }
  }
}

function assertionOf(payload: unknown, issuer: EnterpriseIssuer): IdentityAssertion {
  const { data: claims, error } = CLAIMS.safeParse(payload);
  if (!claims)
    throw new AssertionRefused(`The claim ${error.issues[0]?.path[0]?.toString()} is missing or not supported.`);
  if (claims.exp - claims.iat > LIFETIME_S_MAX) throw new AssertionRefused('The assertion is valid for too long.');
  return {
    identity: {
      issuer: claims.iss,
      subject: claims.sub,
      email: claims.email,
      isEmailVerified: booleanOf(claims.email_verified),
    },
    rules: { ...issuer, accountIds: accountsOf(issuer, claims.aud_tenant) },
    id: claims.jti,
    expiresAt: new Date((claims.exp + CLOCKS_DIFFER_S) * 1000),
    clientId: claims.client_id,
    resource: claims.resource,
    scopes: claims.scope?.split(' ').filter((scope) => scope !== ''),
  };
}

/** An assertion may be for one account of the company, which it names by its id. */
function accountsOf({ accountIds }: EnterpriseIssuer, tenant: string | undefined): readonly number[] {
  const named = tenant === undefined ? accountIds : accountIds.filter((id) => String(id) === tenant);
  if (named.length === 0) throw new AssertionRefused('The assertion is for another account: see its claim aud_tenant.');
  return named;
}

/** Keeps the keys for 10 minutes. An unknown key is looked for at once, but not more often than every 30 seconds. */
function keysOf(issuerUrl: string, clock: Clock): JWTVerifyGetKey {
  const metadata = new IssuerMetadata(issuerUrl, ['jwks_uri'], clock);
  let keys: { readonly url: string; readonly find: JWTVerifyGetKey } | undefined;
  return async (header, token) => {
    const { jwks_uri: url = '' } = await metadata.read();
    if (keys?.url !== url) keys = { url, find: createRemoteJWKSet(new URL(url), { [customFetch]: metadata.fetch }) };
    try {
      return await keys.find(header, token);
    } catch (error) {
      throw isAboutTheAssertion(error) ? error : new IssuerError('unavailable', error);
    }
  };
}

/** The keys were read, and none or more than one of them fits. */
function isAboutTheAssertion(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}
