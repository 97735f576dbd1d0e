// Whether an IP address is on the public internet. Clients must not make us connect to this machine, its network or the
// metadata service of its cloud.
import ipaddr from 'ipaddr.js';

/** The only IPv6 range that is routed on the internet. The library calls everything that is not special `unicast`. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

/** Looks public, but in the cloud of Azure it is the platform that serves the machine. */
const AZURE_PLATFORM = '168.63.129.16';

export function isPublicAddress(ipAddress: string): boolean {
  if (!ipaddr.isValid(ipAddress) || ipAddress === AZURE_PLATFORM) return false;
  const ip = ipaddr.parse(ipAddress);
  return ip.range() === 'unicast' && (ip.kind() === 'ipv4' || ip.match(GLOBAL_IPV6));
}
