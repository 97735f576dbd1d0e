// Where the dashboard manages a person's tokens. It is guarded like the REST API, and then asks for more: the token of
// the request must be the dashboard's own.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Guard } from '../../access/guard.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/database.ts';
import { Problem } from '../../problem.ts';
import { callerOf } from '../http/caller.ts';
import type { HttpServer } from '../http/server.ts';
import { createOwnToken, listOwnTokens, revokeOwnToken } from './own-tokens.ts';
import { type Person, personOf } from './person.ts';

const PATH = '/oauth/tokens';

export interface TokenRouteParts {
  readonly database: Database;
  readonly clock: Clock;
  /** The REST API's. */
  readonly guard: Guard;
  readonly dashboardClientId: string;
}

export function addTokenManagement(server: HttpServer, parts: TokenRouteParts): void {
  const { database, clock, guard, dashboardClientId } = parts;
  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<Person> => {
    reply.header('cache-control', 'no-store');
    const principal = await guard.admit(request.headers.authorization, 'reports', callerOf(request, reply));
    return personOf(database, principal, dashboardClientId);
  };
  server.get(PATH, async (request, reply) => {
    const person = await admit(request, reply);
    return { tokens: await listOwnTokens(database, person, clock) };
  });
  server.post(PATH, async (request, reply) => {
    const person = await admit(request, reply);
    const created = await createOwnToken(database, person, request.body, clock);
    reply.code(201);
    return created;
  });
  server.delete(`${PATH}/:id`, async (request, reply) => {
    const person = await admit(request, reply);
    const { id } = request.params as { id: string };
    if (!/^[1-9]\d{0,14}$/.test(id)) throw new Problem(404, 'There is no such token.');
    await revokeOwnToken(database, person, Number(id), clock);
    return reply.code(204).send();
  });
}
