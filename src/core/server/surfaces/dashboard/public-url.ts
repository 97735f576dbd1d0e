// Whether others on the internet can reach a URL, as far as its host shows.
import ipaddr from 'ipaddr.js';

/** Names that the public DNS never resolves (RFC 6761, RFC 6762, RFC 8375 and ICANN's `internal`). */
const PRIVATE_DOMAINS = ['localhost', 'local', 'internal', 'home.arpa', 'test'];

export function isPublicUrl(url: string): boolean {
  const host = new URL(url).hostname.replaceAll(/^\[|\]$/g, '').replace(/\.$/, '');
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() === 'unicast';
  // A name without a dot only means something in its own network.
  return host.includes('.') && !PRIVATE_DOMAINS.some((domain) => host === domain || host.endsWith(`.${domain}`));
}
