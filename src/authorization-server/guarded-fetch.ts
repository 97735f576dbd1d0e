// Fetches Client ID Metadata Documents from URLs that clients choose, protected against SSRF: https only, public IP
// addresses only, no redirects, small responses, short timeout.
import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

const RESPONSE_BYTES_MAX = 64 * 1024;
const RESPONSE_MS_MAX = 5_000;

type Resolve = (hostname: string, callback: (error: Error | null, addresses: LookupAddress[]) => void) => void;

export interface FetchOptions {
  readonly resolve: Resolve;
  readonly isAllowed: (ipAddress: string) => boolean;
  /** Additional certificates to trust. */
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
    if (url.protocol !== 'https:') throw new Error('Only https URLs are fetched.');
    if (url.username !== '' || url.password !== '') throw new Error('URLs with credentials are not fetched.');
    // A literal IP address is connected to without a DNS lookup, so it is checked here.
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !options.isAllowed(host)) throw notPublic(host);
    return get(url, new Headers(init.headers), init.signal ?? undefined, options);
  };
}

function get(
  url: URL,
  headers: Headers,
  callerSignal: AbortSignal | undefined,
  options: FetchOptions,
): Promise<Response> {
  const timeout = AbortSignal.timeout(RESPONSE_MS_MAX);
  const signal = callerSignal ? AbortSignal.any([callerSignal, timeout]) : timeout;
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
        if (bytes > RESPONSE_BYTES_MAX) throw new Error(`The response has more than ${RESPONSE_BYTES_MAX} bytes.`);
        chunks.push(chunk);
      }
      const { 'cache-control': cacheControl, expires } = incoming.headers;
      resolve(
        // Only the caching headers are passed on. The caller rejects redirects.
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

/** Checks the IP addresses of the connection itself, so that DNS rebinding cannot bypass the check. */
function guardedLookup({ resolve, isAllowed }: FetchOptions): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error ?? new Error(`${hostname} has no IP address.`), []);
      const forbidden = addresses.find(({ address }) => !isAllowed(address));
      if (forbidden) return callback(notPublic(hostname), []);
      return all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

function notPublic(host: string): Error {
  return new Error(`${host} is not a public internet address.`);
}
