// Describes a client to the user. The client chooses its own name, so the name is reduced to short plain text.
import type { Client } from 'oidc-provider';
import { DASHBOARD_CLIENT_ID } from '../access/principal.ts';
import type { ClientDescription } from './pages/consent-page.ts';

const NAME_LENGTH_MAX = 60;
export const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

export function describeClient(client: Client, redirectUri: string): ClientDescription {
  const redirectsTo = displayHost(redirectUri);
  // A client id that is the URL of a metadata document is vouched for by the owner of that host.
  const describedAt = client.clientId.startsWith('https://') ? displayHost(client.clientId) : undefined;
  return {
    name: plainName(client.clientName) || (describedAt ?? redirectsTo),
    redirectsTo,
    ...(describedAt !== undefined && { describedAt }),
    isDashboard: client.clientId === DASHBOARD_CLIENT_ID,
  };
}

function displayHost(url: string): string {
  const { hostname, host, protocol } = new URL(url);
  if (LOOPBACK_HOSTS.has(hostname)) return 'a program on your device';
  return host || `the application for ${protocol}`;
}

/** Without control characters and spaces, which could change the direction or position of the surrounding text. */
export function plainName(name = ''): string {
  const plain = name.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();
  return plain.length > NAME_LENGTH_MAX ? `${plain.slice(0, NAME_LENGTH_MAX - 1)}…` : plain;
}
