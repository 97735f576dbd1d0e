// The oidc-provider adapter for access tokens. It stores them in the table that the resource servers read. It also finds
// tokens created by operators, so that introspection covers both.
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { recordFirstTokens } from '../../../contract/access/first-tokens.ts';
import type { Principal, Scope } from '../../../contract/access/principal.ts';
import { type Role, roleAllowsScope } from '../../../contract/access/role.ts';
import { secretHash } from '../../../contract/access/secret-hash.ts';
import { StoredTokenVerifier } from '../../../contract/access/stored-tokens.ts';
import { OPERATOR_TOKEN_PREFIX } from '../../../contract/access/tokens.ts';
import type { Database } from '../../../foundation/database/database.ts';
import { type Clock, isoOfEpochSeconds, isoSeconds } from '../../../foundation/time/clock.ts';
import { deleteGrant, grantWebsiteIds, grantWebsites } from './grants.ts';
import type { ProtectedResources } from './resources.ts';

const OPERATOR_CLIENT_ID = 'operator';

export class IssuedTokenStore implements Adapter {
  readonly #database: Database;
  readonly #resources: ProtectedResources;
  readonly #clock: Clock;
  readonly #operatorTokens: StoredTokenVerifier;

  constructor(database: Database, resources: ProtectedResources, clock: Clock) {
    this.#database = database;
    this.#resources = resources;
    this.#clock = clock;
    this.#operatorTokens = new StoredTokenVerifier(database, clock);
  }

  async upsert(id: string, { jti, ...payload }: AdapterPayload): Promise<void> {
    const resource = this.#resources.find(payload.aud);
    if (!resource || !payload.grantId || !payload.exp)
      throw new Error('The access token has no audience, grant or expiry.');
    const { grantId, scope = '', exp } = payload;
    await this.#database.transaction(async (tx) => {
      await tx.insertMany({
        into: 'issued_tokens',
        columns: ['token_hash', 'grant_hash', 'audience', 'scopes', 'payload', 'expires_at'],
        rows: [
          [
            secretHash(id),
            secretHash(grantId),
            resource.audience,
            scope,
            JSON.stringify(payload),
            isoOfEpochSeconds(exp),
          ],
        ],
      });
      await recordFirstTokens(tx, await grantWebsiteIds(tx, grantId), isoSeconds(this.#clock()));
    });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    if (id.startsWith(OPERATOR_TOKEN_PREFIX)) return this.#findOperatorToken(id);
    const [row] = await this.#database.query<{ payload: string }>(
      'SELECT payload FROM issued_tokens WHERE token_hash = $1',
      [secretHash(id)],
    );
    if (!row) return undefined;
    const payload = JSON.parse(row.payload) as AdapterPayload;
    // Read again, because the user may have lost access to some, or have another role, since the token was issued.
    const websites = await grantWebsites(this.#database, payload.grantId!);
    const websiteIds = websites.map((website) => website.id);
    const roles = websites.map(({ role }) => role);
    const scope = scopesForAll(payload.scope, roles);
    return { ...payload, scope, extra: { ...payload.extra, website_ids: websiteIds }, jti: id };
  }

  async findByUid(): Promise<undefined> {}

  async findByUserCode(): Promise<undefined> {}

  async consume(): Promise<void> {}

  /** Deletes the whole grant in one transaction, as for refresh tokens: no part of it may survive. */
  async destroy(id: string): Promise<void> {
    await this.#database.transaction(async (tx) => {
      const [token] = await tx.query<{ grant_hash: string }>(
        'SELECT grant_hash FROM issued_tokens WHERE token_hash = $1',
        [secretHash(id)],
      );
      if (token) await deleteGrant(tx, token.grant_hash);
    });
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#database.transaction((tx) => deleteGrant(tx, secretHash(grantId)));
  }

  async #findOperatorToken(token: string): Promise<AdapterPayload | undefined> {
    const principal =
      (await this.#operatorTokens.verify(token, 'rest')) ?? (await this.#operatorTokens.verify(token, 'tools'));
    return principal && { ...this.#payloadOf(principal), jti: token };
  }

  #payloadOf({ audience, scopes, websiteIds, roles, expiresAt }: Principal): AdapterPayload {
    return {
      kind: 'AccessToken',
      clientId: OPERATOR_CLIENT_ID,
      aud: this.#resources.of(audience).url,
      scope: scopesForAll([...scopes].join(' '), [...(roles?.values() ?? [])]),
      extra: { website_ids: websiteIds },
      ...(expiresAt !== undefined && { exp: Date.parse(expiresAt) / 1000 }),
    };
  }
}

/** Other resource servers know no roles, so they are told only the scopes that the user has on every website of the token. */
function scopesForAll(scope = '', roles: readonly Role[]): string {
  const scopes = scope.split(' ') as Scope[];
  return scopes.filter((one) => roles.every((role) => roleAllowsScope(role, one))).join(' ');
}
