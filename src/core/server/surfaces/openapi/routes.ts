// Serves the OpenAPI document. It is public.
import { API_PREFIX } from '../../api/operations.ts';
import type { HttpServer } from '../http/server.ts';
import { StaticDocument } from '../http/static-document.ts';
import type { DescribedApi } from './describe-operation.ts';
import { openApiDocument } from './document.ts';

export function addOpenApi(server: HttpServer, api: DescribedApi): void {
  // Generated for the first request, because it takes as long as everything else that a service does to start.
  let document: StaticDocument | undefined;

  server.get(`${API_PREFIX}/openapi.json`, async (request, reply) => {
    reply.header('cache-control', 'public, max-age=300');
    document ??= new StaticDocument('openapi.json', Buffer.from(JSON.stringify(openApiDocument(api))));
    return document.send(request, reply);
  });
}
