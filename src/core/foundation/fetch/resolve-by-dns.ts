// Looks up the IP addresses of a host whose name others choose. The system's own lookup occupies one of the few threads that
// passwords and files need as well, for as long as a name server takes to answer. This one only waits for a socket.
// Why: docs/decisions/notifications.md, "A hostile URL reaches nothing inside".
import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';

const TIMEOUT_MS = 2_000;
const TRIES = 2;

/** `servers`: instead of those of the system. */
export async function resolveByDns(hostname: string, servers?: readonly string[]): Promise<LookupAddress[]> {
  // Reserved for this machine (RFC 6761), so name servers don't know it.
  if (/(^|\.)localhost$/.test(hostname)) return [{ address: '127.0.0.1', family: 4 }];
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = [...found(ipv4, 4), ...found(ipv6, 6)];
  if (addresses.length === 0 && ipv4.status === 'rejected') throw ipv4.reason;
  return addresses;
}

function found(result: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return result.status === 'fulfilled' ? result.value.map((address) => ({ address, family })) : [];
}
