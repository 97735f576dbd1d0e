// Admits senders of events by their ingest key, each as often as the limits allow. A secret key is for servers. A public key is for
// pages, from the origins that it allows. Each way in says how a key arrives (`KeyWay`).
import type { Caller } from '../../contract/access/guard.ts';
import type { Principal } from '../../contract/access/principal.ts';
import type { SuspectNetworks } from '../../contract/access/suspect-networks.ts';
import { Problem } from '../../foundation/problem/problem.ts';
import type { Sender } from '../arrivals/arrival.ts';
import type { Arrivals } from '../arrivals/arrivals.ts';
import type { BatchSource } from '../events/batch.ts';
import type { FoundIngestKey, IngestKeyFinder } from '../ingest-keys/ingest-key-finder.ts';
import { isPublicKey, isSecretKey } from '../ingest-keys/ingest-keys.ts';
import type { IngestLimits } from './ingest-limits.ts';
import { allowsOrigin } from './origins.ts';

/** How many unknown keys a network may send in a minute until its requests take turns. */
export const UNKNOWN_KEYS_PER_MINUTE_MAX = 600;
const ORIGIN_SHOWN_MAX = 200;

export interface KeyWay {
  readonly source: BatchSource;
  /** Returns the key in what was sent, or undefined if there is none. Throws a problem of status 403 if the key is of the wrong kind. */
  keyIn(sent: unknown): unknown;
  /** The answer to a key that is missing, unknown or revoked. */
  notFound(sent: unknown): Problem;
  /** Whether pages send in this way: then a secret key must not come from one, and the owner of the website sees who was refused. */
  readonly isForPages: boolean;
}

/** Servers send the key in the header Authorization. */
export const IN_HEADER: KeyWay = {
  source: 'server',
  keyIn(sent) {
    const [, key] = /^Bearer +(\S+)$/i.exec(String(sent ?? '')) ?? [];
    if (key && isPublicKey(key)) throw publicKeyNotAllowed();
    return key;
  },
  notFound(sent) {
    // RFC 6750: no error code if the request had no credentials.
    const challenge = sent === undefined ? 'Bearer' : 'Bearer error="invalid_token"';
    return keyRequired('An ingest key is required: Authorization: Bearer <ingest key>.', challenge);
  },
  isForPages: false,
};

/** Browsers send the key in the body, because a header would cost every visitor a preflight. */
export const IN_BODY: KeyWay = {
  source: 'browser',
  keyIn(sent) {
    if (typeof sent === 'string' && isSecretKey(sent)) throw secretKeyNotAllowed();
    return sent;
  },
  notFound: () => keyRequired('A public key is needed, as "key" in the body. This one is unknown or was revoked.'),
  isForPages: true,
};

export interface IngestKeyGuardOptions {
  readonly keys: IngestKeyFinder;
  readonly limits: IngestLimits;
  /** Networks that have sent too many keys that are unknown or were revoked. */
  readonly suspects: SuspectNetworks;
  readonly arrivals: Pick<Arrivals, 'noteRefusal'>;
}

export class IngestKeyGuard {
  readonly #way: KeyWay;
  readonly #options: IngestKeyGuardOptions;

  constructor(way: KeyWay, options: IngestKeyGuardOptions) {
    this.#way = way;
    this.#options = options;
  }

  /** Called before anything else is done for a page or for a sender that is not known. Throws a problem of status 429. */
  limitAddress(caller: Caller): void {
    this.#options.limits.takeFromAddress(caller);
  }

  /** Called before the body of a page is read, which has the key. Throws a problem of status 403 or 429. */
  limitBeforeBody(caller: Caller): void {
    this.limitAddress(caller);
    requireOrigin(caller.origin);
  }

  /** Throws a problem of status 401, 403 or 429. */
  async admit(sent: string | undefined, _required: unknown, caller: Caller): Promise<Principal> {
    const { websiteId, keyId } = await this.admitSender(sent, caller);
    return {
      id: `ingest_key:${keyId}`,
      scopes: new Set(),
      audience: 'rest',
      websiteIds: [websiteId],
      ingestKeyId: keyId,
    };
  }

  /** Throws a problem of status 401, 403 or 429. */
  async admitSender(sent: unknown, caller: Caller): Promise<Sender & { readonly keyId: number }> {
    const key = await this.#find(this.#way.keyIn(sent), caller);
    if (!key) throw this.#way.notFound(sent);
    const { id: keyId, websiteId } = key;
    const sender = { websiteId, source: this.#way.source, keyId, origin: caller.origin };
    try {
      this.#take(key, caller);
    } catch (error) {
      if (error instanceof Problem && this.#way.isForPages) this.#options.arrivals.noteRefusal(sender, error);
      throw error;
    }
    return sender;
  }

  /** Finds a key that may stand in a page. Throws a problem of status 429. */
  async findPublicKey(key: string, caller: Caller): Promise<FoundIngestKey | undefined> {
    this.limitAddress(caller);
    const found = await this.#find(key, caller);
    return found?.isPublic ? found : undefined;
  }

  async #find(key: unknown, { ipAddress }: Caller): Promise<FoundIngestKey | undefined> {
    if (typeof key !== 'string') return undefined;
    const { keys, suspects } = this.#options;
    await suspects.takeTurn(ipAddress);
    const found = await keys.find(key);
    if (!found) suspects.countFailure(ipAddress);
    return found;
  }

  #take(key: FoundIngestKey, caller: Caller): void {
    const { limits } = this.#options;
    if (key.isPublic) {
      requireAllowedOrigin(key, caller.origin);
      limits.takeFromBrowser(key, caller);
    } else {
      if (this.#way.isForPages && caller.origin !== undefined) throw secretKeyNotAllowed();
      limits.takeFromServer(key, caller);
    }
  }
}

function requireAllowedOrigin({ origins }: FoundIngestKey, sent: string | undefined): void {
  const origin = requireOrigin(sent);
  if (allowsOrigin(origins, origin)) return;
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

export function keyRequired(detail: string, challenge?: string): Problem {
  return new Problem(401, detail, challenge === undefined ? {} : { headers: { 'www-authenticate': challenge } });
}

/** A public key is visible in the pages of the website. */
function publicKeyNotAllowed(): Problem {
  const detail = 'This is a public key, which is for browsers. Servers need a secret key: funnel ingest-key create.';
  return new Problem(403, detail, { code: 'public_key_not_allowed' });
}

function secretKeyNotAllowed(): Problem {
  const detail =
    'This is a secret key, and everybody can read it in the page that sent it: revoke it now. Pages need a public key.';
  return new Problem(403, detail, { code: 'secret_key_not_allowed' });
}
