// Which IP addresses are on the public internet. Nobody may make us connect to any other: this machine, its network, the
// metadata service of its cloud …
import ipaddr from 'ipaddr.js';

/** All of IPv6 that is routed on the internet today. The library calls whatever is not special `unicast`. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.parse(address);
  return ip.range() === 'unicast' && (ip.kind() === 'ipv4' || ip.match(GLOBAL_IPV6));
}
