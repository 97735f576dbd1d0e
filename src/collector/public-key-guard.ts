// Admits browsers by a public key, from the origins that the key allows. The key is in the body, because a header would cost
// every visitor a preflight, so there are two steps: first what the headers say, then, once a small body has been read, the key.
import type { Caller } from '../access/guard.ts';
import type { Principal } from '../access/principal.ts';
import type { Arrivals } from '../arrivals/arrivals.ts';
import { Problem } from '../problem.ts';
import type { FoundIngestKey, IngestKeyFinder } from './ingest-key-finder.ts';
import { isSecretKey } from './ingest-keys.ts';
import type { IngestLimits } from './ingest-limits.ts';
import { allowsOrigin } from './origins.ts';

const ORIGIN_SHOWN_MAX = 200;

interface PublicKeyGuardOptions {
  readonly keys: IngestKeyFinder;
  readonly limits: IngestLimits;
  readonly arrivals: Pick<Arrivals, 'noteRefusal'>;
}

export class PublicKeyGuard {
  readonly #options: PublicKeyGuardOptions;

  constructor(options: PublicKeyGuardOptions) {
    this.#options = options;
  }

  /** Called before the body is read. Throws a problem of status 403 or 429. */
  limitBeforeBody(caller: Caller): void {
    this.#options.limits.takeFromAddress(caller);
    requireOrigin(caller.origin);
  }

  /** Throws a problem of status 401, 403 or 429. */
  async admit(key: string | undefined, _scope: null, caller: Caller): Promise<Principal> {
    const found = await this.#authenticate(key);
    this.#requireAllowed(found, caller);
    return {
      id: `ingest_key:${found.id}`,
      scopes: new Set(),
      audience: 'rest',
      websiteIds: [found.websiteId],
      ingestKeyId: found.id,
    };
  }

  async #authenticate(key: string | undefined): Promise<FoundIngestKey> {
    if (key !== undefined && isSecretKey(key)) throw secretKeyNotAllowed();
    const found = key === undefined ? undefined : await this.#options.keys.find(key);
    if (found) return found;
    throw new Problem(401, 'A public key is needed, as "key" in the body. This one is unknown or was revoked.');
  }

  /** The owner of the website sees who was refused. */
  #requireAllowed(key: FoundIngestKey, caller: Caller): void {
    const { limits, arrivals } = this.#options;
    try {
      requireAllowedOrigin(key, caller.origin);
      limits.takeFromBrowser(key, caller);
    } catch (error) {
      const sender = { websiteId: key.websiteId, source: 'browser', keyId: key.id, origin: caller.origin } as const;
      if (error instanceof Problem) arrivals.noteRefusal(sender, error);
      throw error;
    }
  }
}

/** The origin, if the key allows it. Throws a problem of status 403. */
export function requireAllowedOrigin({ origins }: FoundIngestKey, sent: string | undefined): string {
  const origin = requireOrigin(sent);
  if (allowsOrigin(origins, origin)) return origin;
  const shown = origin.slice(0, ORIGIN_SHOWN_MAX);
  throw originNotAllowed(
    `This key does not work on ${shown}. On the Sending events page, create a key for this address, and put its line ` +
      'into your page.',
  );
}

/** Pages of files and of sandboxed frames have the origin "null". */
function requireOrigin(origin: string | undefined): string {
  if (origin !== undefined && origin !== 'null') return origin;
  throw originNotAllowed(
    'A public key works in browsers, which send the header Origin. Servers need a secret key and POST /collect/events.',
  );
}

function originNotAllowed(detail: string): Problem {
  return new Problem(403, detail, { code: 'origin_not_allowed' });
}

export function secretKeyNotAllowed(): Problem {
  const detail =
    'This is a secret key, and everybody can read it in the page that sent it: revoke it now. Pages need a public key.';
  return new Problem(403, detail, { code: 'secret_key_not_allowed' });
}
