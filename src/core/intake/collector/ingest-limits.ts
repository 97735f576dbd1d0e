// Limits per minute. Servers have limits per website and per key. Browsers have separate limits
// per IP address and per public key: a public key is known to everybody, and a flood with it must not use
// up the limits of the website's servers.
// Why: docs/decisions/events.md, "Limits are per website, not per key".
import type { Caller } from '../../contract/access/guard.ts';
import {
  networkOf,
  type RateLimit,
  type RateLimitState,
  rateLimitHeaders,
  tooManyRequests,
} from '../../contract/access/rate-limit.ts';
import type { Sender } from '../arrivals/arrival.ts';
import type { FoundIngestKey } from '../ingest-keys/ingest-key-finder.ts';

interface RequestsAndEvents {
  readonly requests: RateLimit;
  /** Events are counted after the commit: a sender that has sent too many is refused from the next request on. */
  readonly events: RateLimit;
}

interface IngestLimitOptions {
  readonly website: RequestsAndEvents;
  readonly secretKey: RequestsAndEvents;
  readonly publicKey: RequestsAndEvents;
  readonly browserAddress: RateLimit;
}

export class IngestLimits {
  readonly #options: IngestLimitOptions;

  constructor(options: IngestLimitOptions) {
    this.#options = options;
  }

  /** The limit of each website, for all its secret keys and webhooks. */
  get websiteRequests(): RateLimit {
    return this.#options.website.requests;
  }

  /** Counts a request with a secret key. Throws a problem of status 429. */
  takeFromServer({ id, websiteId }: FoundIngestKey, caller: Caller): void {
    const { website, secretKey } = this.#options;
    const ofWebsite = take(website, String(websiteId), 'a website');
    const ofKey = take(secretKey, String(id), 'a key');
    caller.setHeaders(rateLimitHeaders(ofKey.remaining < ofWebsite.remaining ? ofKey : ofWebsite));
  }

  /** Counts a request of a browser, before anything of its body is read. Throws a problem of status 429. */
  takeFromAddress({ ipAddress }: Caller): void {
    const state = this.#options.browserAddress.take(networkOf(ipAddress));
    if (state.isExceeded) throw tooMany('requests', state, 'an address');
  }

  /** Counts a request with a public key. Throws a problem of status 429. */
  takeFromBrowser({ id }: FoundIngestKey, caller: Caller): void {
    caller.setHeaders(rateLimitHeaders(take(this.#options.publicKey, String(id), 'a public key')));
  }

  countEvents({ websiteId, keyId, origin }: Sender, events: number): void {
    const { website, secretKey, publicKey } = this.#options;
    const isBrowser = origin !== undefined;
    if (!isBrowser) website.events.take(String(websiteId), events);
    if (keyId !== undefined) (isBrowser ? publicKey : secretKey).events.take(String(keyId), events);
  }
}

function take({ requests, events }: RequestsAndEvents, key: string, who: string): RateLimitState {
  const sent = events.peek(key);
  if (sent.isExceeded) throw tooMany('events', sent, who);
  const state = requests.take(key);
  if (state.isExceeded) throw tooMany('requests', state, who);
  return state;
}

function tooMany(what: 'requests' | 'events', state: RateLimitState, who: string) {
  const fix = what === 'requests' ? 'Wait, and send more events in each.' : 'Wait, then send it again.';
  return tooManyRequests(state, `Too many ${what}: at most ${state.limit} a minute for ${who}. ${fix}`);
}
