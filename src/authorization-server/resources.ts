// The resources that tokens can be issued for: the REST API and the tool server, each identified by its URL (RFC 8707).
import { type Audience, SCOPES, type Scope } from '../access/principal.ts';

export interface ProtectedResource {
  readonly audience: Audience;
  readonly url: string;
  readonly scopes: readonly Scope[];
}

export class ProtectedResources {
  readonly #all: readonly ProtectedResource[];

  constructor(urls: Readonly<Record<Audience, string>>) {
    this.#all = [
      { audience: 'rest', url: urls.rest, scopes: SCOPES },
      { audience: 'tools', url: urls.tools, scopes: ['reports'] },
    ];
  }

  /** For clients that name no resource. */
  get default(): ProtectedResource {
    return this.#all[0]!;
  }

  /** Ignores a trailing slash, because clients add and drop it. */
  find(url: unknown): ProtectedResource | undefined {
    if (typeof url !== 'string') return undefined;
    return this.#all.find((resource) => resource.url === url.replace(/\/$/, ''));
  }

  of(audience: Audience): ProtectedResource {
    return this.#all.find((resource) => resource.audience === audience)!;
  }
}
