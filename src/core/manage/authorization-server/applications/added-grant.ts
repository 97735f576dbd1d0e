// A grant that an extension adds: what a client may exchange for an access token besides codes and refresh tokens.
import type { Provider } from 'oidc-provider';
import type { Logger } from 'pino';
import type { Database } from '../../../foundation/database/database.ts';
import type { Clock } from '../../../foundation/time/clock.ts';
import type { ProtectedResources } from '../grants/resources.ts';

export interface AddedGrant {
  readonly type: string;
  /** How the type is used: draft-ietf-oauth-identity-assertion-authz-grant-04, section 7.2. */
  readonly profile: string;
  /** Loads what answers its requests, when the authorization server starts. */
  load(): Promise<AcceptGrant>;
}

export interface GrantOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly baseUrl: string;
  /** The lifetime of access tokens of applications. */
  readonly accessTokenHours: number;
  readonly log: Pick<Logger, 'warn'>;
}

export type AcceptGrant = (provider: Provider, resources: ProtectedResources, options: GrantOptions) => void;
