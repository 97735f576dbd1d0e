// The resources that tokens can be issued for: the REST API and the tool server, each identified by its URL (RFC 8707).
import { type Audience, SCOPES, type Scope } from '../../../contract/access/principal.ts';

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

  /** The resource of clients that name none. */
  get default(): ProtectedResource {
    return this.#all[0]!;
  }

  /** Ignores a trailing slash and the case of scheme and host, because clients change them, and the query, which only chooses tools. */
  find(url: unknown): ProtectedResource | undefined {
    const wanted = typeof url === 'string' ? normalized(url) : undefined;
    return wanted === undefined ? undefined : this.#all.find((resource) => normalized(resource.url) === wanted);
  }

  of(audience: Audience): ProtectedResource {
    return this.#all.find((resource) => resource.audience === audience)!;
  }
}

function normalized(url: string): string | undefined {
  const parsed = URL.parse(url);
  if (parsed) parsed.search = '';
  return parsed?.href.replace(/\/$/, '');
}
