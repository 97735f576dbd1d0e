// The user denies the client access.
import type { FastifyReply } from 'fastify';
import { findSubmitted, finish, type InteractionContext } from './interaction.ts';

export async function cancel(context: InteractionContext): Promise<FastifyReply> {
  await findSubmitted(context);
  return finish(context, { error: 'access_denied', error_description: 'the user denied access' });
}
