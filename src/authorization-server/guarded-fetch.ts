// Fetches what a client says about itself at an address of its choice (Client ID Metadata Documents), without becoming a
// tool for asking our own network: https only, public addresses only, no redirects, little data, little time.
import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

const RESPONSE_BYTES_MAX = 64 * 1024;
const RESPONSE_MS_MAX = 5_000;

type Resolve = (hostname: string, callback: (error: Error | null, addresses: LookupAddress[]) => void) => void;

export interface FetchOptions {
  readonly resolve: Resolve;
  readonly isAllowed: (address: string) => boolean;
  /** Certificates to trust besides the usual ones. */
  readonly ca?: string;
}

const DEFAULTS: FetchOptions = {
  resolve: (hostname, callback) => dnsLookup(hostname, { all: true }, callback),
  isAllowed: isPublicAddress,
};

export type GuardedFetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

export function createGuardedFetch(options: FetchOptions = DEFAULTS): GuardedFetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.protocol !== 'https:') throw new Error('Only https addresses are fetched.');
    if (url.username !== '' || url.password !== '') throw new Error('Addresses with credentials are not fetched.');
    // An address in numbers is connected to without a look-up, so it is checked here.
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !options.isAllowed(host)) throw refused(host);
    return get(url, new Headers(init.headers), init.signal ?? undefined, options);
  };
}

function get(
  url: URL,
  headers: Headers,
  givenSignal: AbortSignal | undefined,
  options: FetchOptions,
): Promise<Response> {
  const timeout = AbortSignal.timeout(RESPONSE_MS_MAX);
  const signal = givenSignal ? AbortSignal.any([givenSignal, timeout]) : timeout;
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const outgoing = request(url, {
    headers: Object.fromEntries(headers),
    lookup: guardedLookup(options),
    agent: false,
    signal,
    ...(options.ca !== undefined && { ca: options.ca }),
  });
  outgoing.on('error', reject);
  outgoing.on('response', async (incoming) => {
    try {
      const chunks: Uint8Array[] = [];
      let bytes = 0;
      for await (const chunk of incoming as AsyncIterable<Uint8Array>) {
        bytes += chunk.length;
        if (bytes > RESPONSE_BYTES_MAX) throw new Error(`More than ${RESPONSE_BYTES_MAX} bytes came back.`);
        chunks.push(chunk);
      }
      const { 'cache-control': cacheControl, expires } = incoming.headers;
      resolve(
        // Of the headers only what says how long the document may be kept. A redirect is for the caller to refuse.
        new Response(incoming.statusCode === 200 ? Buffer.concat(chunks) : null, {
          status: incoming.statusCode!,
          headers: { ...(cacheControl && { 'cache-control': cacheControl }), ...(expires && { expires }) },
        }),
      );
    } catch (error) {
      incoming.destroy();
      reject(error as Error);
    }
  });
  outgoing.end();
  return promise;
}

/** Checks what is connected to, and not what a name resolved to some time before. */
function guardedLookup({ resolve, isAllowed }: FetchOptions): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error ?? new Error(`${hostname} has no address.`), []);
      const bad = addresses.find(({ address }) => !isAllowed(address));
      if (bad) return callback(refused(hostname), []);
      return all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

function refused(host: string): Error {
  return new Error(`${host} is not an address in the internet.`);
}
