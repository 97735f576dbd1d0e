// Describes a client to the user. The client chooses its own name, so the name is reduced to short plain text.
import type { Client } from 'oidc-provider';
import { withFewMarks } from '../../../foundation/text/few-marks.ts';
import { shortened } from '../../../foundation/text/shortened.ts';
import type { ClientDescription } from '../pages/consent-page.ts';
import { describeDestination } from './redirect-uris.ts';

const NAME_LENGTH_MAX = 60;

export function describeClient(client: Client, redirectUri: string): ClientDescription {
  const redirectsTo = describeDestination(redirectUri);
  const describedAt = documentHost(client);
  return {
    name: plainName(client.clientName) || (describedAt ?? redirectsTo),
    redirectsTo,
    ...(describedAt !== undefined && { describedAt }),
  };
}

/** A client that redirects nobody is named after its document or by its id. */
export function nameOfClient(client: Client): string {
  return plainName(client.clientName) || plainName(documentHost(client) ?? client.clientId);
}

/** A client id that is the URL of a metadata document is vouched for by the owner of that host. */
function documentHost({ clientId }: Client): string | undefined {
  return clientId.startsWith('https://') ? describeDestination(clientId) : undefined;
}

/** Removes control characters, spaces and many marks on a letter, which could change, move or cover the surrounding text. */
export function plainName(name = ''): string {
  const plain = withFewMarks(name.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim());
  return shortened(plain, NAME_LENGTH_MAX);
}
