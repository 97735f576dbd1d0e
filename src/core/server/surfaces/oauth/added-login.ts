// What an extension adds to the authorization server: ways to log in at another server, and grants.
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import type { Database } from '../../../foundation/database/database.ts';
import type { Clock } from '../../../foundation/time/clock.ts';
import type { AddedGrant } from '../../../manage/authorization-server/applications/added-grant.ts';
import type { InteractionContext, LoginButton } from './interactions/interaction.ts';

export interface AddedAuthorization {
  readonly logins: readonly AddedLogin[];
  readonly grants: readonly AddedGrant[];
}

/** People log in at another server: their browser goes there and comes back. */
export interface AddedLogin {
  /** undefined: the login page does not offer it. */
  readonly button: LoginButton | undefined;
  /** It follows the path of an interaction: POST sends the browser away, and GET takes it back. */
  readonly path: string;
  /** The other server knows this URL. The cookie of an interaction is only sent to the paths of that interaction. */
  readonly callbackPath: string;
  /** The interaction that the browser comes back to. Empty: there is none. */
  interactionOf(answer: URLSearchParams): string;
  /** Loads its pages, when the authorization server starts. */
  load(options: AddedLoginOptions): Promise<LoginPages>;
}

interface AddedLoginOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly baseUrl: string;
  /** Derives a key from those of the authorization server. */
  readonly deriveKey: (purpose: string) => string;
  readonly log: Pick<Logger, 'warn'>;
}

export interface LoginPages {
  start(context: InteractionContext): Promise<FastifyReply>;
  finish(context: InteractionContext): Promise<FastifyReply>;
}
