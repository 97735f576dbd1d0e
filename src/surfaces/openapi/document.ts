// The OpenAPI 3.1 file, made from the definitions of the operations. It names no host, so it is the same everywhere.
import { OPERATIONS } from '../../api/operations.ts';
import { HEADERS, problem, SECURITY_SCHEMES } from './components.ts';
import { describeOperation, sharedAnswers } from './describe-operation.ts';
import { type JsonSchema, namedSchemas, schemaOf } from './schemas.ts';

export type OpenApiDocument = ReturnType<typeof openApiDocument>;

export function openApiDocument() {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Funnel Reporting Service',
      version: '1',
      description: [
        'Reports on the funnel performance of marketing campaigns, and the contacts, campaigns, areas and settings of websites.',
        'Send `Authorization: Bearer <token>`. A token is for certain websites and scopes; one for several websites must name the `website_id` of each request. Days are UTC. Rates and changes are in percent.',
        'Errors are problems (RFC 9457). Where one has a `code`, programs should go by that; `detail` is for people. Parameters that an operation does not know are ignored.',
      ].join('\n\n'),
    },
    servers: [{ url: '/', description: 'This service.' }],
    tags: [
      {
        name: 'Reports',
        description: 'From the website down to an element: each answer has the ids for the next level.',
      },
      { name: 'Records', description: 'What exists on a website.' },
      { name: 'Contacts', description: 'The people that a website knows.' },
      { name: 'Events', description: 'What visitors did.' },
      { name: 'Tokens', description: 'The tokens of a user, as the dashboard manages them.' },
    ],
    paths: paths(),
    components: {
      schemas: { ...namedSchemas(), Problem: schemaOf(problem) },
      responses: sharedAnswers(),
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function paths(): Record<string, Record<string, JsonSchema>> {
  const all: Record<string, Record<string, JsonSchema>> = {};
  for (const operation of OPERATIONS) {
    const { path, method } = operation;
    all[path] = { ...all[path], [method.toLowerCase()]: describeOperation(operation) };
  }
  return all;
}
