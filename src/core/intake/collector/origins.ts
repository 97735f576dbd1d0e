// Where a public key may be used: exact origins, and all subdomains of a host, such as https://*.example.com. Scheme and port
// are part of an origin. http://localhost:3000 is an origin like any other: a key allows it only if it lists it.

export const ORIGINS_MAX = 50;
const ORIGIN_LENGTH_MAX = 300;
/** Pages on the developer's own computer are rarely on https. */
const LOCAL_HOST = /^(([^/]+\.)?localhost|127\.0\.0\.1|\[::1\])(:\d+)?\/?$/i;
const SUBDOMAINS = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/;

export const ORIGIN_RULE =
  'must be an origin such as https://www.example.com or https://*.example.com, without a path; add the port if there is one';

/**
 * Returns the origin as browsers send it, or undefined if the text is not an origin. Without a scheme, it is http for this computer and
 * https for others.
 */
export function normalizeOrigin(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > ORIGIN_LENGTH_MAX) return undefined;
  const [, given, wildcard = '', rest = ''] = /^(?:(https?):\/\/)?(\*\.)?([^*]+)$/i.exec(trimmed) ?? [];
  const scheme = given ?? (LOCAL_HOST.test(rest) ? 'http' : 'https');
  const url = URL.parse(`${scheme}://${rest}`);
  // Nothing but an origin was given: no path, query or user.
  if (!url || url.href !== `${url.origin}/`) return undefined;
  if (wildcard === '') return url.origin;
  // Nobody owns all websites of a top-level domain, and IP addresses have no subdomains.
  const isDomain = /\.[^.]*[a-z][^.]*$/.test(url.hostname);
  return isDomain ? url.origin.replace('://', '://*.') : undefined;
}

export function allowsOrigin(allowed: readonly string[], origin: string): boolean {
  return allowed.some((one) => one === origin || isSubdomain(one, origin));
}

function isSubdomain(allowed: string, origin: string): boolean {
  const [scheme, parent] = allowed.split('*');
  if (parent === undefined || !origin.startsWith(scheme!) || !origin.endsWith(parent)) return false;
  return SUBDOMAINS.test(origin.slice(scheme!.length, -parent.length));
}
