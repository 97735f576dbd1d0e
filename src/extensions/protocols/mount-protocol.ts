// Mounts the routes of a protocol.
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../../core/server/surfaces/http/caller.ts';
import { allowAllOrigins } from '../../core/server/surfaces/http/cors.ts';
import type { HttpServer } from '../../core/server/surfaces/http/server.ts';
import type { Protocol } from './wire/protocol.ts';

export function mountProtocol(server: HttpServer, { routes, headersOfPages }: Protocol): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The protocol reads the body itself, within its limits and byte by byte as it was signed.
    scope.addContentTypeParser('*', async (_request: FastifyRequest, payload: FastifyRequest['raw']) => payload);
    if (headersOfPages) {
      const methods = [...new Set(routes.map(({ method }) => method))].sort();
      allowAllOrigins(scope, { paths: routes.map(({ path }) => path), methods, headers: headersOfPages });
    }
    for (const { method, path, limitsCallers, handle } of routes) {
      scope.route({
        method,
        url: path,
        ...(limitsCallers && { config: { limitedBy: 'route' } }),
        handler: async (request, reply) =>
          handle({
            params: request.params as Record<string, string>,
            payload: request.raw,
            caller: callerOf(request, reply),
            onClose: (callback) => reply.raw.once('close', callback),
          }),
      });
    }
  });
}
