// Admits senders by their write key, which is an ingest key: servers with a secret key, pages with a public key from an origin
// that it allows.
import type { Caller } from '../../access/guard.ts';
import type { Sender } from '../../arrivals/arrival.ts';
import type { Arrivals } from '../../arrivals/arrivals.ts';
import { Problem } from '../../problem.ts';
import type { FoundIngestKey, IngestKeyFinder } from '../ingest-key-finder.ts';
import type { IngestLimits } from '../ingest-limits.ts';
import { requireAllowedOrigin, secretKeyNotAllowed } from '../public-key-guard.ts';

interface WriteKeyGuardOptions {
  readonly keys: IngestKeyFinder;
  readonly limits: IngestLimits;
  readonly arrivals: Pick<Arrivals, 'noteRefusal'>;
}

export class WriteKeyGuard {
  readonly #options: WriteKeyGuardOptions;

  constructor(options: WriteKeyGuardOptions) {
    this.#options = options;
  }

  /** Called before anything else is done for a page or for a sender that is not known. Throws a problem of status 429. */
  limitAddress(caller: Caller): void {
    this.#options.limits.takeFromAddress(caller);
  }

  /** Throws a problem of status 401, 403 or 429. */
  async admit(writeKey: unknown, caller: Caller): Promise<Sender> {
    const key = await this.#find(writeKey);
    if (!key) {
      throw new Problem(401, 'The write key is unknown or was revoked. Create one: funnel ingest-key create.', {
        headers: { 'www-authenticate': 'Basic realm="events"' },
      });
    }
    const sender: Sender = { websiteId: key.websiteId, source: 'segment', keyId: key.id, origin: caller.origin };
    try {
      this.#requireAllowed(key, caller);
    } catch (error) {
      // The owner of the website sees who was refused.
      if (error instanceof Problem) this.#options.arrivals.noteRefusal(sender, error);
      throw error;
    }
    return sender;
  }

  /** Finds a key that may stand in a page. Throws a problem of status 404 or 429. */
  async findPublicKey(writeKey: string, caller: Caller): Promise<FoundIngestKey> {
    this.limitAddress(caller);
    const key = await this.#find(writeKey);
    if (key?.isPublic) return key;
    throw new Problem(404, 'The write key must be a public key. This one is not, is unknown or was revoked.');
  }

  async #find(writeKey: unknown): Promise<FoundIngestKey | undefined> {
    return typeof writeKey === 'string' ? this.#options.keys.find(writeKey) : undefined;
  }

  #requireAllowed(key: FoundIngestKey, caller: Caller): void {
    const { limits } = this.#options;
    if (key.isPublic) {
      requireAllowedOrigin(key, caller.origin);
      limits.takeFromBrowser(key, caller);
    } else {
      if (caller.origin !== undefined) throw secretKeyNotAllowed();
      limits.takeFromServer(key, caller);
    }
  }
}
