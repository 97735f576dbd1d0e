// Serves the OpenAPI document and the reference page. Both are public.

import { API_PREFIX } from '../../api/operations.ts';
import { CONTENT_SECURITY_POLICY, referencePage } from '../docs/page.ts';
import type { HttpServer } from '../http/server.ts';
import { openApiDocument } from './document.ts';

export function addOpenApi(server: HttpServer): void {
  const document = openApiDocument();
  const json = JSON.stringify(document);
  const page = referencePage(document);

  server.get(`${API_PREFIX}/openapi.json`, async (_request, reply) => {
    reply.type('application/json; charset=utf-8').header('cache-control', 'public, max-age=300');
    return json;
  });

  server.get('/docs', async (_request, reply) => {
    reply.type('text/html; charset=utf-8').headers({
      'cache-control': 'public, max-age=300',
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'referrer-policy': 'no-referrer',
    });
    return page;
  });
}
