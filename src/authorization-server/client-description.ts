// What a person is told about a client. Its name is its own choice, so it is cut down to plain text of sensible length.
import type { Client } from 'oidc-provider';
import { DASHBOARD_CLIENT_ID, LOOPBACK_HOSTS } from './clients.ts';
import type { ClientDescription } from './pages/consent-page.ts';

const NAME_LENGTH_MAX = 60;

export function describeClient(client: Client, redirectUri: string): ClientDescription {
  const answersAt = placeOf(redirectUri);
  // A client that is known by the address of its own document is vouched for by whoever has that address.
  const describedAt = client.clientId.startsWith('https://') ? placeOf(client.clientId) : undefined;
  return {
    name: plainName(client.clientName) || (describedAt ?? answersAt),
    answersAt,
    ...(describedAt !== undefined && { describedAt }),
    isOurs: client.clientId === DASHBOARD_CLIENT_ID,
  };
}

function placeOf(address: string): string {
  const { hostname, host, protocol } = new URL(address);
  if (LOOPBACK_HOSTS.has(hostname)) return 'a program on your device';
  return host || `the application for ${protocol}`;
}

/** Without what changes the direction or the place of the text around it. */
function plainName(name = ''): string {
  const plain = name.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();
  return plain.length > NAME_LENGTH_MAX ? `${plain.slice(0, NAME_LENGTH_MAX - 1)}…` : plain;
}
