// The OpenAPI 3.1 document, generated from the operations. It names no host, so it is the same for every installation.

import { TAGS } from '../../../contract/operations/define-operation.ts';
import { HEADERS, problem, SECURITY_SCHEMES } from './components.ts';
import { type DescribedApi, describeOperation, sharedResponses } from './describe-operation.ts';
import type { JsonSchema } from './schemas.ts';

export function openApiDocument(api: DescribedApi) {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Funnel Reporting Service',
      version: '1',
      description: [
        'Reports on the funnel performance of marketing campaigns, and the contacts, campaigns, areas and settings of websites.',
        'Send `Authorization: Bearer <token>`. A token grants certain websites and scopes. ' +
          'If it grants several websites, name one with `website_id` in each request. Days are those of the time zone of the website. ' +
          'Rates and changes are percentages.',
        'Errors are RFC 9457 problem details. Programs should check `code` where there is one; `detail` is for humans. ' +
          'Unknown query parameters are rejected (422 `unknown_parameter`); ' +
          'a report ignores the shared parameters of reports that it does not take.',
      ].join('\n\n'),
    },
    servers: [{ url: '/', description: 'This service.' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: paths(api),
    webhooks: api.webhooks,
    components: {
      schemas: { ...api.schemas.all(), Problem: api.schemas.of(problem) },
      responses: sharedResponses(api),
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function paths(api: DescribedApi): Record<string, Record<string, JsonSchema>> {
  const all: Record<string, Record<string, JsonSchema>> = {};
  const inTagOrder = Object.keys(TAGS).flatMap((tag) => api.operations.filter((operation) => operation.tag === tag));
  for (const operation of inTagOrder) {
    const { path, method } = operation;
    all[path] = { ...all[path], [method.toLowerCase()]: describeOperation(operation, api) };
  }
  return all;
}
