// The website that a visitor came from, as a host such as `news.example.com`.
import { VALUE_LENGTH_MAX } from './clean-text.ts';

/** Longer ones are cut before they are parsed: the host stands at the beginning. */
const URL_LENGTH_MAX = 500;
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const HOST = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/;

/** Takes a URL or a host. Returns it in lower case, without `www.` and without the port. undefined: it names no host. */
export function hostOf(urlOrHost: string): string | undefined {
  const given = urlOrHost.trim().slice(0, URL_LENGTH_MAX);
  if (given === '') return undefined;
  const url = URL.parse(SCHEME.test(given) ? given : `https://${given}`);
  // Schemes of apps, such as android-app://com.example, leave the host as it is.
  const host = url?.hostname
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^www\./, '');
  return host !== undefined && host.length <= VALUE_LENGTH_MAX && HOST.test(host) ? host : undefined;
}

/** The hosts of a website: visitors who come from there have not come from elsewhere. */
export class OwnHosts {
  readonly #hosts = new Set<string>();
  /** Each begins with a dot. */
  readonly #domains: string[] = [];

  /** `name` of the website, if it is a host, with its subdomains. `origins` as in public keys, such as https://*.example.com. */
  constructor(name: string, origins: readonly string[]) {
    const named = name.includes('.') ? hostOf(name) : undefined;
    if (named !== undefined) {
      this.#hosts.add(named);
      this.#domains.push(`.${named}`);
    }
    for (const origin of origins) {
      const host = hostOf(origin.replace('://*.', '://'));
      if (host === undefined) continue;
      if (origin.includes('://*.')) this.#domains.push(`.${host}`);
      else this.#hosts.add(host);
    }
  }

  has(host: string): boolean {
    return this.#hosts.has(host) || this.#domains.some((domain) => host.endsWith(domain));
  }
}
