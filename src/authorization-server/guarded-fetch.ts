// Requests to URLs that others choose, protected against SSRF: https only, public IP addresses only, no redirects, small
// responses, short timeout. Clients choose the URLs of their metadata documents. The issuer of single sign-on, which the
// operator has configured, chooses the URLs of its endpoints.
import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

const RESPONSE_BYTES_MAX = 64 * 1024;
const RESPONSE_MS_MAX = 5_000;

type Resolve = (hostname: string, callback: (error: Error | null, addresses: LookupAddress[]) => void) => void;

export interface FetchOptions {
  readonly resolve: Resolve;
  readonly isAllowed: (ipAddress: string, host: string) => boolean;
  /** May be reached by http. */
  readonly plainOrigin?: string;
  /** Additional certificates to trust. */
  readonly ca?: string;
}

const DEFAULTS: FetchOptions = {
  resolve: (hostname, callback) => dnsLookup(hostname, { all: true }, callback),
  isAllowed: isPublicAddress,
};

interface RequestOptions {
  readonly method?: string | undefined;
  readonly headers?: RequestInit['headers'];
  /** Nothing else is sent than a form. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | null | undefined;
}

export type GuardedFetch = (url: string | URL | Request, init?: RequestOptions) => Promise<Response>;

export function createGuardedFetch(options: FetchOptions = DEFAULTS): GuardedFetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.protocol !== 'https:' && url.origin !== options.plainOrigin)
      throw new Error('Only https URLs are fetched.');
    if (url.username !== '' || url.password !== '') throw new Error('URLs with credentials are not fetched.');
    // A literal IP address is connected to without a DNS lookup, so it is checked here.
    const host = hostOf(url);
    if (isIP(host) !== 0 && !options.isAllowed(host, host)) throw notPublic(host);
    return send(url, init, options);
  };
}

/** The operator has chosen this host, which may be in their own network. All others must be public. */
export function createIssuerFetch(issuerUrl: string): GuardedFetch {
  const issuer = new URL(issuerUrl);
  return createGuardedFetch({
    ...DEFAULTS,
    isAllowed: (ipAddress, host) => host === hostOf(issuer) || isPublicAddress(ipAddress),
    plainOrigin: issuer.origin,
  });
}

/** Without the brackets of an IPv6 address. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

function send(url: URL, init: RequestOptions, options: FetchOptions): Promise<Response> {
  const timeout = AbortSignal.timeout(RESPONSE_MS_MAX);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const outgoing = request(url, {
    method: init.method ?? 'GET',
    headers: Object.fromEntries(new Headers(init.headers)),
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
      resolve(responseOf(incoming, Buffer.concat(chunks)));
    } catch (error) {
      incoming.destroy();
      reject(error as Error);
    }
  });
  outgoing.end(init.body instanceof URLSearchParams ? String(init.body) : undefined);
  return promise;
}

/** Without other headers, such as cookies and the target of a redirect, which the caller rejects. */
const HEADERS_PASSED_ON = ['cache-control', 'content-type', 'expires'] as const;

function responseOf({ statusCode: status = 0, headers }: IncomingMessage, body: Buffer<ArrayBuffer>): Response {
  const hasBody = status === 200 || status >= 400;
  const passedOn = HEADERS_PASSED_ON.flatMap((name) => (headers[name] ? [[name, headers[name]] as const] : []));
  return new Response(hasBody ? body : null, { status, headers: Object.fromEntries(passedOn) });
}

/** Checks the IP addresses of the connection itself, so that DNS rebinding cannot bypass the check. */
function guardedLookup({ resolve, isAllowed }: FetchOptions): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error ?? new Error(`${hostname} has no IP address.`), []);
      const forbidden = addresses.find(({ address }) => !isAllowed(address, hostname));
      if (forbidden) return callback(notPublic(hostname), []);
      return all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

function notPublic(host: string): Error {
  return new Error(`${host} is not a public internet address.`);
}
