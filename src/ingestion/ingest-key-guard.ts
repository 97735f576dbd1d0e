// Admits senders of events by their ingest key, and limits the requests and events of each website.
import type { Caller } from '../access/guard.ts';
import type { Principal } from '../access/principal.ts';
import { type RateLimit, rateLimitHeaders, tooManyRequests } from '../access/rate-limit.ts';
import type { Database } from '../database/database.ts';
import { Problem } from '../problem.ts';
import { type FoundIngestKey, findIngestKey, isPublicKey } from './ingest-keys.ts';

export interface IngestKeyLimits {
  readonly requests: RateLimit;
  /** Counted after the commit: a website that has sent too many is rejected from the next request on. */
  readonly events: RateLimit;
}

export class IngestKeyGuard {
  readonly #database: Pick<Database, 'query'>;
  readonly #limits: IngestKeyLimits;

  constructor(database: Pick<Database, 'query'>, limits: IngestKeyLimits) {
    this.#database = database;
    this.#limits = limits;
  }

  /** Throws a problem of status 401 or 429. */
  async admit(authorization: string | undefined, _scope: null, caller: Caller): Promise<Principal> {
    const { websiteId, id: ingestKeyId } = await this.#authenticate(authorization);
    this.#limitRate(String(websiteId), caller);
    const id = `ingest_key_of:${websiteId}`;
    return { id, scopes: new Set(), audience: 'rest', websiteIds: [websiteId], ingestKeyId };
  }

  async #authenticate(authorization: string | undefined): Promise<FoundIngestKey> {
    const [, key] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
    if (key && isPublicKey(key)) throw publicKeyNotAllowed();
    const found = key ? await findIngestKey(this.#database, key) : undefined;
    if (found) return found;
    // RFC 6750: no error code if the request had no credentials.
    const challenge = authorization === undefined ? 'Bearer' : 'Bearer error="invalid_token"';
    throw new Problem(401, 'An ingest key is required: Authorization: Bearer <ingest key>.', {
      headers: { 'www-authenticate': challenge },
    });
  }

  #limitRate(website: string, caller: Caller): void {
    const sent = this.#limits.events.peek(website);
    if (sent.isExceeded) {
      const detail = `Too many events: at most ${sent.limit} per minute for a website. Wait, then send it again.`;
      throw tooManyRequests(sent, detail);
    }
    const state = this.#limits.requests.take(website);
    if (state.isExceeded) {
      const detail = `Too many requests: at most ${state.limit} per minute for a website. Wait, and send more events per request.`;
      throw tooManyRequests(state, detail);
    }
    caller.setHeaders(rateLimitHeaders(state));
  }
}

/** A public key is visible in the pages of the website. */
function publicKeyNotAllowed(): Problem {
  const detail = 'This is a public key, which is for browsers. Servers need a secret key: funnel ingest-key create.';
  return new Problem(403, detail, { code: 'public_key_not_allowed' });
}
