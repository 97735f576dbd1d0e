// Serves the OpenAPI document. It is public.
import { API_PREFIX } from '../../api/operations.ts';
import type { HttpServer } from '../http/server.ts';
import { openApiDocument } from './document.ts';

export function addOpenApi(server: HttpServer): void {
  const json = JSON.stringify(openApiDocument());

  server.get(`${API_PREFIX}/openapi.json`, async (_request, reply) => {
    reply.type('application/json; charset=utf-8').header('cache-control', 'public, max-age=300');
    return json;
  });
}
