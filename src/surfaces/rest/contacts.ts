// The contact endpoints over REST. For each request, in this order and here alone: who is asking (401, 403), what was
// sent (400, 422), and whether the website is theirs (404).
import { isUtf8 } from 'node:buffer';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseWebsite, type Guard } from '../../access/guard.ts';
import type { Principal } from '../../access/principal.ts';
import { CONTACT_ENDPOINTS } from '../../contacts/catalog.ts';
import type { Endpoint, EndpointContext } from '../../contacts/define-endpoint.ts';
import { Problem } from '../../problem.ts';
import { callerOf } from '../http/caller.ts';
import type { HttpServer } from '../http/server.ts';
import { decodeQuery } from './decode-query.ts';
import { API_PREFIX } from './reports.ts';

const BODY_BYTES_MAX = 64 * 1024;

export function addContacts(server: HttpServer, guard: Guard, context: EndpointContext): void {
  for (const endpoint of CONTACT_ENDPOINTS) {
    // A scope of its own, because endpoints differ in the bodies that they take.
    server.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      if (endpoint.body) scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, parseJson);
      else scope.addContentTypeParser('*', ignoreBody);
      scope.decorateRequest('principal', null);
      scope.route({
        method: endpoint.method,
        url: `${API_PREFIX}${endpoint.path}`,
        bodyLimit: BODY_BYTES_MAX,
        onRequest: async (request, reply) => {
          const caller = callerOf(request, reply);
          const principal = await guard.admit(request.headers.authorization, endpoint.scope, caller);
          request.setDecorator('principal', principal);
        },
        handler: (request, reply) => answer(endpoint, context, request, reply),
      });
    });
  }
}

async function answer(
  endpoint: Endpoint,
  context: EndpointContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const query = decodeQuery(endpoint.query, request.query as Record<string, unknown>);
  const input = endpoint.read(query, request.body);
  const website = chooseWebsite(request.getDecorator<Principal>('principal'), input.website_id);
  website.requireBound();
  const { status, body, headers } = await endpoint.run(input, website.id, context);
  // Personal data: nobody on the way may keep it.
  reply.code(status).headers({ ...headers, 'cache-control': 'no-store' });
  return body;
}

/** Not the server's own parser, which refuses names such as `__proto__`: here they are data. */
async function parseJson({ headers }: FastifyRequest, bytes: Buffer): Promise<unknown> {
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding !== 'identity') throw new Problem(415, 'Content-Encoding must be left out: bodies are small here.');
  if (bytes.length === 0) return undefined;
  try {
    // Bytes that are no UTF-8 would be stored as something else than what was sent.
    if (isUtf8(bytes)) return JSON.parse(bytes.toString('utf8'));
  } catch {}
  throw new Problem(400, 'The body is not valid JSON in UTF-8.', { code: 'invalid_json' });
}

/** Some clients send one with every request. */
async function ignoreBody(_request: FastifyRequest, payload: FastifyRequest['raw']): Promise<void> {
  payload.resume();
}
