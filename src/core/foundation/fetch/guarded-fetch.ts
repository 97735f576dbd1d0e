// Requests to URLs that others choose, protected against SSRF: https only, public IP addresses only, no redirects, small
// responses, short timeout. Clients choose the URLs of their metadata documents, users those of their webhooks, owners those of the
// storages that they export to. The issuer of single sign-on, which the operator has configured, chooses the URLs of its endpoints.
// Why: docs/decisions/tokens.md, "Metadata documents are fetched by a guarded client".

import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Sentence, sentence } from '../../../../languages/sentence.ts';
import { wordsIn } from '../text/words.ts';
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
  readonly responseBytesMax?: number;
  /** The response is there when its headers are. */
  readonly isBodyIgnored?: boolean;
  /** Connections are used again. */
  readonly agents?: { readonly http: HttpAgent; readonly https: HttpsAgent };
}

/** The URL or the address of its host is not allowed. Nothing was sent. */
export class RefusedUrlError extends Error {
  readonly reason: Sentence;

  constructor(reason: Sentence) {
    super(wordsIn()(reason));
    this.reason = reason;
  }
}

const DEFAULTS: FetchOptions = {
  resolve: (hostname, callback) => dnsLookup(hostname, { all: true }, callback),
  isAllowed: isPublicAddress,
};

interface RequestOptions {
  readonly method?: string | undefined;
  readonly headers?: RequestInit['headers'];
  /** A form, a text or a file. Nothing else is sent. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | null | undefined;
  /** Instead of the usual one: a large file takes a while. */
  readonly responseMsMax?: number;
}

export type GuardedFetch = (url: string | URL | Request, init?: RequestOptions) => Promise<Response>;

export function createGuardedFetch(options: FetchOptions = DEFAULTS): GuardedFetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && options.isPlainAllowed?.(url)))
      throw new RefusedUrlError(sentence('deliveryUrlNotHttps'));
    if (url.username !== '' || url.password !== '') throw new RefusedUrlError(sentence('deliveryUrlWithCredentials'));
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

/**
 * Sends files to a storage and reads records of it. `hosts`: what the operator has allowed besides the public internet; 'any' where the
 * operator has chosen the storage. Connections are kept, because a new one takes longer than most files.
 */
export function createStorageFetch(
  hosts: readonly AllowedHost[] | 'any',
  { responseBytesMax, ...options }: { readonly responseBytesMax: number } & Partial<FetchOptions>,
): GuardedFetch {
  const shared = {
    responseBytesMax,
    isBodyIgnored: false,
    agents: { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) },
    ...options,
  };
  if (hosts !== 'any') return createWebhookFetch(hosts, shared);
  return createGuardedFetch({ ...DEFAULTS, isAllowed: () => true, isPlainAllowed: () => true, ...shared });
}

/** An IPv6 address loses its brackets. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

function send(url: URL, init: RequestOptions, options: FetchOptions): Promise<Response> {
  const timeout = AbortSignal.timeout(init.responseMsMax ?? options.responseMsMax ?? RESPONSE_MS_MAX);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const isSecure = url.protocol === 'https:';
  const request = isSecure ? httpsRequest : httpRequest;
  const file = init.body instanceof Blob ? init.body : undefined;
  const outgoing = request(url, {
    method: init.method ?? 'GET',
    headers: {
      ...Object.fromEntries(new Headers(init.headers)),
      ...(file && { 'content-length': String(file.size) }),
    },
    lookup: guardedLookup(url, options),
    agent: (isSecure ? options.agents?.https : options.agents?.http) ?? false,
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
    const body = options.isBodyIgnored ? Promise.resolve(null) : readBody(incoming, options.responseBytesMax);
    body
      .then((bytes) => resolve(responseOf(incoming, bytes)))
      .catch(reject)
      .finally(() => incoming.destroy());
  });
  if (file) {
    // A broken connection is reported by the request.
    pipeline(Readable.fromWeb(file.stream()), outgoing).catch(() => {});
    return promise;
  }
  outgoing.end(init.body instanceof URLSearchParams || typeof init.body === 'string' ? String(init.body) : undefined);
  return promise;
}

async function readBody(incoming: IncomingMessage, bytesMax = RESPONSE_BYTES_MAX): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new Error(`The response has more than ${bytesMax} bytes.`);
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
  return new RefusedUrlError(sentence('deliveryUrlNotPublic', { host }));
}
