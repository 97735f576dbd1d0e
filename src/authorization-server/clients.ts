// Which clients there are besides those that register themselves, and what is asked of all of them.
import { timingSafeEqual } from 'node:crypto';
import { type Client, type ClientMetadata, errors } from 'oidc-provider';
import { SCOPES } from '../access/principal.ts';
import { secretHash } from '../access/secret-hash.ts';

/** The service's own dashboard: the one client whose consent is remembered. */
export const DASHBOARD_CLIENT_ID = 'dashboard';

const TEXT_LENGTH_MAX = 200;
const REDIRECT_URIS_MAX = 20;
export const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A resource server that asks about tokens (RFC 7662). */
export interface IntrospectionClient {
  readonly id: string;
  readonly secret: string;
}

export function staticClients(baseUrl: string, introspection: IntrospectionClient | undefined): ClientMetadata[] {
  const dashboard: ClientMetadata = {
    client_id: DASHBOARD_CLIENT_ID,
    client_name: 'Funnel dashboard',
    application_type: 'web',
    redirect_uris: [`${baseUrl}/callback`],
    post_logout_redirect_uris: [`${baseUrl}/`],
    scope: SCOPES.join(' '),
  };
  if (!introspection) return [dashboard];
  const resourceServer: ClientMetadata = {
    client_id: introspection.id,
    client_secret: secretHash(introspection.secret),
    token_endpoint_auth_method: 'client_secret_basic',
    redirect_uris: [],
    response_types: [],
    grant_types: [],
  };
  return [dashboard, resourceServer];
}

/** Client secrets are stored as hashes, so what a client sends is hashed before it is compared. */
export function compareSecret(this: Client, given: string): boolean {
  const [stored, actual] = [Buffer.from(this.clientSecret ?? ''), Buffer.from(secretHash(given))];
  return stored.length === actual.length && timingSafeEqual(stored, actual);
}

/** For every client, however it became known: what the library itself would let pass. */
export function checkClientMetadata(metadata: ClientMetadata): void {
  const { redirect_uris: redirectUris, token_endpoint_auth_method: authentication } = metadata;
  for (const property of ['client_name', 'software_id']) checkText(property, metadata[property]);
  // The library makes a secret for a client that does not say that it needs none.
  if (authentication === 'none') {
    delete metadata.client_secret;
    delete metadata.client_secret_expires_at;
  }
  if (!Array.isArray(redirectUris)) return;
  if (redirectUris.length > REDIRECT_URIS_MAX) {
    throw new errors.InvalidClientMetadata(`redirect_uris must have at most ${REDIRECT_URIS_MAX} members`);
  }
  if (redirectUris.some((uri) => isUnprotected(uri))) {
    throw new errors.InvalidClientMetadata('redirect_uris must use https, or http on a loopback address');
  }
}

/** Anything else would be stored as it is, however large or deep it is. */
function checkText(property: string, value: unknown): void {
  if (value === undefined || (typeof value === 'string' && value.length <= TEXT_LENGTH_MAX)) return;
  throw new errors.InvalidClientMetadata(`${property} must be a text of at most ${TEXT_LENGTH_MAX} characters`);
}

/** A code that travels over http beyond this machine can be read on the way. */
function isUnprotected(uri: unknown): boolean {
  const parsed = typeof uri === 'string' ? URL.parse(uri) : null;
  return parsed?.protocol === 'http:' && !LOOPBACK_HOSTS.has(parsed.hostname);
}
