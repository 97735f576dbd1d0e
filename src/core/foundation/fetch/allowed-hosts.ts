// Hosts that an operator allows although they are not on the public internet, as HOST or HOST:PORT.

export interface AllowedHost {
  /** The host in lower case; an IPv6 address has brackets. */
  readonly host: string;
  /** undefined: any. */
  readonly port: number | undefined;
}

const ENTRY = /^(\[[\da-f:.]+\]|[^\s:/?#@*[\]]+)(?::(\d{1,5}))?$/;
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** undefined: it is none. */
export function parseAllowedHost(entry: string): AllowedHost | undefined {
  const [, host, port] = ENTRY.exec(entry.trim().toLowerCase()) ?? [];
  // A URL spells it in one way, so that other notations of an address are found too.
  const url = host === undefined ? null : URL.parse(`http://${host}`);
  if (url === null || Number(port) > 65_535) return undefined;
  return { host: url.hostname, port: port === undefined ? undefined : Number(port) };
}

export function isAllowedHost(hosts: readonly AllowedHost[], { hostname, port, protocol }: URL): boolean {
  const portUsed = port === '' ? DEFAULT_PORTS[protocol] : Number(port);
  return hosts.some((allowed) => allowed.host === hostname && (allowed.port ?? portUsed) === portUsed);
}

export function describeAllowedHost({ host, port }: AllowedHost): string {
  return port === undefined ? host : `${host}:${port}`;
}
