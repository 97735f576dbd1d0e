// Which addresses are those of trusted reverse proxies: the setting TRUSTED_PROXIES.
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** Networks that can be named. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Takes a comma-separated list of addresses and networks. Throws an error that names the entry that is neither. */
export function parseTrustedProxies(list: string): (address: string | undefined) => boolean {
  const networks = list
    .split(',')
    .map((entry) => entry.trim())
    .flatMap((entry) => NAMED[entry] ?? [entry])
    .map(parseNetwork);
  return (text) => {
    if (text === undefined || !ipaddr.isValid(text)) return false;
    // An IPv4 address in an IPv6 one is the IPv4 address.
    const address = ipaddr.process(text);
    return networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
  };
}

function parseNetwork(entry: string): Network {
  const [address = '', mask, ...rest] = entry.split('/');
  if (ipaddr.isValid(address) && !/^\d+$/.test(address) && rest.length === 0) {
    const network = ipaddr.process(address);
    const bitsMax = network.kind() === 'ipv4' ? 32 : 128;
    const bits = mask === undefined ? bitsMax : bitsOf(mask);
    if (bits <= bitsMax) return [network, bits];
  }
  throw new Error(`"${entry}" is not an IP address or network, such as 10.0.0.1 or 10.0.0.0/8`);
}

function bitsOf(mask: string): number {
  if (/^\d{1,3}$/.test(mask)) return Number(mask);
  const bits = ipaddr.IPv4.isValid(mask) ? ipaddr.IPv4.parse(mask).prefixLengthFromSubnetMask() : null;
  return bits ?? Number.POSITIVE_INFINITY;
}
