// The metadata of an OpenID Connect issuer that the operator has configured, read when they are needed and kept for an hour.
import * as oauth from 'oauth4webapi';
import { createIssuerFetch, type GuardedFetch } from '../../core/foundation/fetch/guarded-fetch.ts';
import type { Clock } from '../../core/foundation/time/clock.ts';

const KEPT_MS = 60 * 60 * 1000;

export type IssuerFailure = 'unavailable' | 'denied' | 'invalid';

export class IssuerError extends Error {
  readonly failure: IssuerFailure;

  constructor(failure: IssuerFailure, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.failure = failure;
  }
}

type Endpoint = 'authorization_endpoint' | 'token_endpoint' | 'jwks_uri';

export class IssuerMetadata {
  readonly fetch: GuardedFetch;
  readonly #issuerUrl: string;
  readonly #needed: readonly Endpoint[];
  readonly #clock: Clock;
  #kept: { readonly server: oauth.AuthorizationServer; readonly readAtMs: number } | undefined;

  /** `needed`: the endpoints that are used. An issuer without them can't be used. */
  constructor(issuerUrl: string, needed: readonly Endpoint[], clock: Clock) {
    this.fetch = createIssuerFetch(issuerUrl);
    this.#issuerUrl = issuerUrl;
    this.#needed = needed;
    this.#clock = clock;
  }

  /** Throws an IssuerError if the issuer can't be used. */
  async read(): Promise<oauth.AuthorizationServer> {
    const nowMs = this.#clock().getTime();
    if (this.#kept && Math.abs(nowMs - this.#kept.readAtMs) < KEPT_MS) return this.#kept.server;
    try {
      const issuer = new URL(this.#issuerUrl);
      const response = await oauth.discoveryRequest(issuer, issuerRequest(this.fetch));
      const server = await oauth.processDiscoveryResponse(issuer, response);
      for (const name of this.#needed) {
        if (!isEndpoint(server[name], issuer)) throw new Error(`The issuer names no usable ${name}.`);
      }
      this.#kept = { server, readAtMs: nowMs };
      return server;
    } catch (error) {
      throw new IssuerError('unavailable', error);
    }
  }
}

/** How oauth4webapi sends requests to an issuer. The guarded fetch refuses http itself, but for an issuer on this machine. */
export function issuerRequest(fetch: GuardedFetch) {
  return { [oauth.allowInsecureRequests]: true, [oauth.customFetch]: fetch } as const;
}

function isEndpoint(value: string | undefined, issuer: URL): boolean {
  const url = value === undefined ? null : URL.parse(value);
  return url?.protocol === 'https:' || url?.origin === issuer.origin;
}
