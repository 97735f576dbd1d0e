// Serves the OpenAPI document. It is public.
import { API_PREFIX } from '../../api/operations.ts';
import type { HttpServer } from '../http/server.ts';
import { StaticDocument } from '../http/static-document.ts';
import { openApiDocument } from './document.ts';

export function addOpenApi(server: HttpServer): void {
  const document = new StaticDocument('openapi.json', Buffer.from(JSON.stringify(openApiDocument())));

  server.get(`${API_PREFIX}/openapi.json`, async (request, reply) => {
    reply.header('cache-control', 'public, max-age=300');
    return document.send(request, reply);
  });
}
