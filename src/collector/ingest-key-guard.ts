// Admits servers that send events by their ingest key, each as often as the limits allow.
import type { Caller } from '../access/guard.ts';
import type { Principal } from '../access/principal.ts';
import { Problem } from '../problem.ts';
import type { FoundIngestKey, IngestKeyFinder } from './ingest-key-finder.ts';
import { isPublicKey } from './ingest-keys.ts';
import type { IngestLimits } from './ingest-limits.ts';

export class IngestKeyGuard {
  readonly #keys: IngestKeyFinder;
  readonly #limits: IngestLimits;

  constructor(keys: IngestKeyFinder, limits: IngestLimits) {
    this.#keys = keys;
    this.#limits = limits;
  }

  /** Throws a problem of status 401, 403 or 429. */
  async admit(authorization: string | undefined, _scope: null, caller: Caller): Promise<Principal> {
    const key = await this.#authenticate(authorization);
    this.#limits.takeFromServer(key, caller);
    return {
      id: `ingest_key:${key.id}`,
      scopes: new Set(),
      audience: 'rest',
      websiteIds: [key.websiteId],
      ingestKeyId: key.id,
    };
  }

  async #authenticate(authorization: string | undefined): Promise<FoundIngestKey> {
    const [, key] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
    if (key && isPublicKey(key)) throw publicKeyNotAllowed();
    const found = key ? await this.#keys.find(key) : undefined;
    if (found) return found;
    // RFC 6750: no error code if the request had no credentials.
    const challenge = authorization === undefined ? 'Bearer' : 'Bearer error="invalid_token"';
    throw new Problem(401, 'An ingest key is required: Authorization: Bearer <ingest key>.', {
      headers: { 'www-authenticate': challenge },
    });
  }
}

/** A public key is visible in the pages of the website. */
function publicKeyNotAllowed(): Problem {
  const detail = 'This is a public key, which is for browsers. Servers need a secret key: funnel ingest-key create.';
  return new Problem(403, detail, { code: 'public_key_not_allowed' });
}
