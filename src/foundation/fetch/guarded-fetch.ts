// Requests to URLs that others choose, protected against SSRF: https only, public IP addresses only, no redirects, small
// responses, short timeout. Clients choose the URLs of their metadata documents, users those of their webhooks. The issuer of
// single sign-on, which the operator has configured, chooses the URLs of its endpoints.
// Why: docs/decisions/tokens.md, "Metadata documents are fetched by a guarded client".
import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type AllowedHost, isAllowedHost } from './allowed-hosts.ts';
import { isPublicAddress } from './public-address.ts';
import { resolveByDns } from './resolve-by-dns.ts';

const RESPONSE_BYTES_MAX = 64 * 1024;
const RESPONSE_MS_MAX = 5_000;
/** Receivers of webhooks may do some work before they answer. */
const WEBHOOK_RESPONSE_MS_MAX = 10_000;

type Resolved = (error: Error | null, addresses: LookupAddress[]) => void;
type Resolve = (hostname: string, callback: Resolved, url: URL) => void;

export interface FetchOptions {
  readonly resolve: Resolve;
  readonly isAllowed: (ipAddress: string, url: URL) => boolean;
  /** Whether it may be reached by http. */
  readonly isPlainAllowed?: (url: URL) => boolean;
  /** Additional certificates to trust. */
  readonly ca?: string;
  readonly responseMsMax?: number;
  /** The response is there when its headers are. */
  readonly isBodyIgnored?: boolean;
}

/** The URL or the address of its host is not allowed. Nothing was sent. */
export class RefusedUrlError extends Error {}

const DEFAULTS: FetchOptions = {
  resolve: (hostname, callback) => dnsLookup(hostname, { all: true }, callback),
  isAllowed: isPublicAddress,
};

interface RequestOptions {
  readonly method?: string | undefined;
  readonly headers?: RequestInit['headers'];
  /** A form or text. Nothing else is sent. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | null | undefined;
}

export type GuardedFetch = (url: string | URL | Request, init?: RequestOptions) => Promise<Response>;

export function createGuardedFetch(options: FetchOptions = DEFAULTS): GuardedFetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && options.isPlainAllowed?.(url)))
      throw new RefusedUrlError('Only https URLs are fetched.');
    if (url.username !== '' || url.password !== '') throw new RefusedUrlError('URLs with credentials are not fetched.');
    // A literal IP address is connected to without a DNS lookup, so it is checked here.
    const host = hostOf(url);
    if (isIP(host) !== 0 && !options.isAllowed(host, url)) throw notPublic(host);
    return send(url, init, options);
  };
}

/** The operator has chosen this host, which may be in their own network. All others must be public. */
export function createIssuerFetch(issuerUrl: string): GuardedFetch {
  const issuer = new URL(issuerUrl);
  return createGuardedFetch({
    ...DEFAULTS,
    isAllowed: (ipAddress, url) => hostOf(url) === hostOf(issuer) || isPublicAddress(ipAddress),
    isPlainAllowed: (url) => url.origin === issuer.origin,
  });
}

/** Sends webhooks. The operator has chosen these hosts, which may be in their own network. All others must be public. */
export function createWebhookFetch(
  allowedHosts: readonly AllowedHost[],
  options: Partial<FetchOptions> = {},
): GuardedFetch {
  return createGuardedFetch({
    ...DEFAULTS,
    isAllowed: (ipAddress, url) => isPublicAddress(ipAddress) || isAllowedHost(allowedHosts, url),
    isPlainAllowed: (url) => isAllowedHost(allowedHosts, url),
    // Those of the operator may be known to the system alone.
    resolve: (hostname, callback, url) => {
      if (isAllowedHost(allowedHosts, url)) return DEFAULTS.resolve(hostname, callback, url);
      resolveByDns(hostname).then(
        (addresses) => callback(null, addresses),
        (error: Error) => callback(error, []),
      );
    },
    responseMsMax: WEBHOOK_RESPONSE_MS_MAX,
    isBodyIgnored: true,
    ...options,
  });
}

/** An IPv6 address loses its brackets. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

function send(url: URL, init: RequestOptions, options: FetchOptions): Promise<Response> {
  const timeout = AbortSignal.timeout(options.responseMsMax ?? RESPONSE_MS_MAX);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const outgoing = request(url, {
    method: init.method ?? 'GET',
    headers: Object.fromEntries(new Headers(init.headers)),
    lookup: guardedLookup(url, options),
    agent: false,
    signal,
    ...(options.ca !== undefined && { ca: options.ca }),
  });
  outgoing.on('error', reject);
  // Without a listener, Node closes the connection and reports neither a response nor an error, not even after the timeout.
  outgoing.on('upgrade', ({ statusCode }, socket) => {
    socket.destroy();
    reject(new Error(`The server answered with status ${statusCode}.`));
  });
  outgoing.on('response', (incoming) => {
    const body = options.isBodyIgnored ? Promise.resolve(null) : readBody(incoming);
    body
      .then((bytes) => resolve(responseOf(incoming, bytes)))
      .catch(reject)
      .finally(() => incoming.destroy());
  });
  outgoing.end(init.body instanceof URLSearchParams || typeof init.body === 'string' ? String(init.body) : undefined);
  return promise;
}

async function readBody(incoming: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > RESPONSE_BYTES_MAX) throw new Error(`The response has more than ${RESPONSE_BYTES_MAX} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Other headers, such as cookies and the target of a redirect, are dropped: the caller rejects them. */
const HEADERS_PASSED_ON = ['cache-control', 'content-type', 'expires', 'retry-after'] as const;

function responseOf({ statusCode: status = 0, headers }: IncomingMessage, body: Buffer<ArrayBuffer> | null): Response {
  const hasBody = status === 200 || status >= 400;
  const passedOn = HEADERS_PASSED_ON.flatMap((name) => (headers[name] ? [[name, headers[name]] as const] : []));
  return new Response(hasBody ? body : null, { status, headers: Object.fromEntries(passedOn) });
}

/** Checks the IP addresses of the connection itself, so that DNS rebinding cannot bypass the check. */
function guardedLookup(url: URL, { resolve, isAllowed }: FetchOptions): LookupFunction {
  return (hostname, { all }, callback) => {
    const check: Resolved = (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error ?? new Error(`${hostname} has no IP address.`), []);
      const forbidden = addresses.find(({ address }) => !isAllowed(address, url));
      if (forbidden) return callback(notPublic(hostname), []);
      return all ? callback(null, addresses) : callback(null, first.address, first.family);
    };
    resolve(hostname, check, url);
  };
}

export function notPublic(host: string): RefusedUrlError {
  return new RefusedUrlError(`${host} is not a public internet address.`);
}
