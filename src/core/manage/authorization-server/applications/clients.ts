// The built-in clients, and the rules for the metadata of all clients.
import { timingSafeEqual } from 'node:crypto';
import { type Client, type ClientMetadata, errors } from 'oidc-provider';
import { DASHBOARD_CLIENT_ID, SCOPES } from '../../../contract/access/principal.ts';
import { secretHash } from '../../../contract/access/secret-hash.ts';
import { isUnprotected, refusedScheme } from './redirect-uris.ts';

const STRING_LENGTH_MAX = 200;
const REDIRECT_URIS_MAX = 20;
/** Clients that name none have these. */
export const DEFAULT_GRANT_TYPES: readonly string[] = ['authorization_code', 'refresh_token'];
/** Includes the scopes of resources, because clients may name them when they register. */
export const CLIENT_SCOPES: readonly string[] = [...SCOPES, 'offline_access'];

/** A resource server that introspects tokens (RFC 7662). */
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

/** Client secrets are stored as hashes, so the secret from the request is hashed before the comparison. */
export function compareSecret(this: Client, secret: string): boolean {
  const [stored, actual] = [Buffer.from(this.clientSecret ?? ''), Buffer.from(secretHash(secret))];
  return stored.length === actual.length && timingSafeEqual(stored, actual);
}

/**
 * Drops what is not offered instead of refusing the client; the response to a registration says what was registered (RFC 7591,
 * section 2), and a document lists what its client can use elsewhere. A client with none of the grant types is refused: it could not do
 * anything.
 */
function dropUnoffered(metadata: ClientMetadata, offeredGrantTypes: readonly string[]): void {
  const { grant_types: grantTypes, scope } = metadata;
  if (Array.isArray(grantTypes)) {
    const offered = grantTypes.filter((grantType) => offeredGrantTypes.includes(grantType));
    if (offered.length > 0) metadata.grant_types = offered;
  }
  if (typeof scope !== 'string') return;
  const offered = scope.split(' ').filter((one) => CLIENT_SCOPES.includes(one));
  if (offered.length > 0) metadata.scope = offered.join(' ');
  else delete metadata.scope;
}

/** Stricter rules than those of the library, for registered, built-in and document clients alike. */
export function checkClientMetadata(metadata: ClientMetadata, offeredGrantTypes: readonly string[]): void {
  const { token_endpoint_auth_method: authentication } = metadata;
  dropUnoffered(metadata, offeredGrantTypes);
  for (const property of ['client_name', 'software_id']) checkString(property, metadata[property]);
  // The library generates a secret even if the client does not authenticate.
  if (authentication === 'none') {
    delete metadata.client_secret;
    delete metadata.client_secret_expires_at;
  }
  if (checkedUris('redirect_uris', metadata).some(isUnprotected)) {
    throw new errors.InvalidClientMetadata('redirect_uris must use https, or http on a loopback address');
  }
  checkedUris('post_logout_redirect_uris', metadata);
}

/** The strings among them. That all are URLs is checked by the library, later. */
function checkedUris(property: 'redirect_uris' | 'post_logout_redirect_uris', metadata: ClientMetadata) {
  const { [property]: uris } = metadata;
  if (!Array.isArray(uris)) return [];
  if (uris.length > REDIRECT_URIS_MAX) {
    throw new errors.InvalidClientMetadata(`${property} must have at most ${REDIRECT_URIS_MAX} members`);
  }
  // Anything else, such as lists within lists, must not be turned into a string.
  const strings = uris.filter((uri): uri is string => typeof uri === 'string');
  const scheme = strings.map(refusedScheme).find((one) => one !== undefined);
  if (scheme === undefined) return strings;
  throw new errors.InvalidClientMetadata(`${property} must not use ${scheme}: it is not the scheme of an application`);
}

/** The library would store any JSON value here, of any size and depth. */
function checkString(property: string, value: unknown): void {
  if (value === undefined || (typeof value === 'string' && value.length <= STRING_LENGTH_MAX)) return;
  throw new errors.InvalidClientMetadata(`${property} must be a string of at most ${STRING_LENGTH_MAX} characters`);
}
