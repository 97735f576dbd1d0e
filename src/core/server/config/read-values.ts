// Reads the values of variables. Each function parses one (undefined: not set), and throws if the value is invalid.
import { isIP } from 'node:net';
import { type AllowedHost, parseAllowedHost } from '../../foundation/fetch/allowed-hosts.ts';
import { parseTrustedProxies } from './trusted-proxies.ts';

export function wholeNumber(min: number, max: number, defaultValue: number) {
  return (value?: string): number => {
    if (value === undefined) return defaultValue;
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    throw new Error(`must be a whole number from ${min} to ${max}`);
  };
}

export function optionalWholeNumber(min: number, max: number) {
  return (value?: string): number | undefined => (value === undefined ? undefined : wholeNumber(min, max, min)(value));
}

export function oneOf<T extends string>(values: readonly T[], defaultValue: T) {
  return (value?: string): T => {
    const found = value === undefined ? defaultValue : values.find((allowed) => allowed === value);
    if (found !== undefined) return found;
    throw new Error(`must be one of ${values.join(', ')}`);
  };
}

/** Drops a slash at the end. */
function httpUrl(value?: string): string | undefined {
  if (value === undefined || (/^https?:\/\//.test(value) && URL.canParse(value))) return value?.replace(/\/$/, '');
  throw new Error('must be a URL that starts with http:// or https://');
}

/** Paths are added to it, and it is compared with what browsers send. */
export function publicUrl(value?: string): string | undefined {
  const url = httpUrl(value);
  if (url === undefined) return undefined;
  const { search, hash, username, password } = new URL(url);
  if (search === '' && hash === '' && username === '' && password === '' && !/[?#]$/.test(url)) return url;
  throw new Error('must be a URL without a query, a fragment and a password, such as https://funnel.example.com');
}

/** It is shown as a link. */
export function webPage(value?: string): string | undefined {
  if (value === undefined || (/^https?:\/\/[^\s"<>]+$/.test(value) && URL.canParse(value))) return value;
  throw new Error('must be the URL of a page, such as https://www.example.com/privacy');
}

/** A name is looked up when the service starts. */
export function hostName(value = '127.0.0.1'): string {
  if (isIP(value) !== 0 || /^[\w-]+(\.[\w-]+)*\.?$/.test(value)) return value;
  throw new Error(
    'must be an address or a name of this machine, without a protocol, a port and brackets, such as 0.0.0.0 or ::; the port is PORT',
  );
}

export function networks(value?: string): string | undefined {
  if (value !== undefined) parseTrustedProxies(value);
  return value;
}

/** The paths of the service begin with these: another route there would hide one of them, or be hidden by it. */
export const OWN_PATHS: readonly string[] = [
  ...['.well-known', 'api', 'api-access', 'assets', 'audit-log', 'beacon', 'callback', 'collect', 'dashboard', 'docs'],
  ...[
    'exports',
    'healthz',
    'invitation',
    'mcp',
    'metrics',
    'oauth',
    'people',
    'profile',
    'readyz',
    'recipients',
    'reset-password',
  ],
  ...['s', 'setup', 'sourceConfig', 'theme.js', 'unsubscribe', 'v1', 'webhooks', 'websites'],
];

/** It takes only characters that mean themselves in URLs, routes and scripts. */
export function urlPath(defaultValue: string) {
  return (value = defaultValue): string => {
    if (!/^(\/[\w.~-]+)+$/.test(value))
      throw new Error('must be a path such as /stats/a.js: letters, digits and . _ ~ - between slashes');
    const [, first = ''] = value.split('/');
    if (OWN_PATHS.includes(first))
      throw new Error(`must not be below /${first}, which has other routes of the service`);
    return value;
  };
}

/** Returns it in lower case, as Node has them. */
export function headerName(value?: string): string | undefined {
  if (value === undefined || /^[\w-]+$/.test(value)) return value?.toLowerCase();
  throw new Error('must be the name of a header, such as CF-IPCountry');
}

export function databaseUrl(value = 'sqlite:./data/funnel.db'): string {
  if (/^(sqlite:(?!:memory:$).|postgres(ql)?:\/\/)/.test(value)) return value;
  throw new Error('must start with sqlite: and a file name or with postgres://, such as sqlite:./data/funnel.db');
}

/** Never shows the value: it may have a password. */
export function smtpUrl(value?: string): string | undefined {
  if (value === undefined || (/^smtps?:\/\/[^/]/.test(value) && URL.canParse(value))) return value;
  throw new Error(
    'must be a URL such as smtp://user:password@mail.example.com:587, or smtps://… for TLS from the start',
  );
}

/** An address, or a name and an address. */
export function mailSender(value?: string): string | undefined {
  if (value === undefined || /^([^<>@\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u.test(value)) return value;
  throw new Error('must be an email address, such as Funnel <funnel@example.com>');
}

export function allowedHosts(value = ''): readonly AllowedHost[] {
  if (value === '') return [];
  return value.split(',').map((entry) => {
    const host = parseAllowedHost(entry);
    if (host) return host;
    throw new Error('must be a comma-separated list of HOST or HOST:PORT, such as chat.intranet.example:8443');
  });
}

export function websiteIds(value?: string): readonly number[] | undefined {
  if (value === undefined) return undefined;
  const ids = value.split(',').map((id) => id.trim());
  if (ids.every((id) => /^[1-9]\d{0,14}$/.test(id))) return ids.map(Number);
  throw new Error('must be a comma-separated list of the ids of websites, such as 1,2');
}

export function secret(value?: string): string | undefined {
  if (value === undefined || value.length >= 16) return value;
  throw new Error('must have at least 16 characters');
}
