// The shared components of the OpenAPI document: the problem schema, headers and security schemes.
import { z } from 'zod';
import { SCOPE_DESCRIPTIONS } from '../../../contract/access/principal.ts';

export const problem = z.strictObject({
  type: z.string().describe('Always about:blank (RFC 9457).'),
  title: z.string(),
  status: z.int().min(400).max(599),
  detail: z.string().describe('What is wrong and how to fix it, for humans.'),
  code: z.string().optional().describe('A stable error code, for programs.'),
  param: z.string().optional().describe('The invalid parameter or field.'),
});

export const HEADERS = {
  'RateLimit-Limit': header('integer', 'Requests allowed per minute.'),
  'RateLimit-Remaining': header('integer', 'Requests left in the current minute.'),
  'RateLimit-Reset': header('integer', 'Seconds until the limit resets.'),
  'Retry-After': header('integer', 'Seconds to wait before a retry.'),
  'WWW-Authenticate': header('string', 'The required authentication scheme, and why the token was rejected.'),
} as const;

function header(type: 'integer' | 'string', description: string) {
  return { description, schema: { type } };
}

export const SECURITY_SCHEMES = {
  oauth2: {
    type: 'oauth2',
    description: 'OAuth 2.1 authorization code flow with PKCE. Clients register themselves at /oauth/register.',
    flows: {
      authorizationCode: {
        authorizationUrl: '/oauth/authorize',
        tokenUrl: '/oauth/token',
        refreshUrl: '/oauth/token',
        scopes: SCOPE_DESCRIPTIONS,
      },
    },
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A token with the scope of the operation: created on the page API access of the dashboard, or by an operator.',
  },
  ingest_key: {
    type: 'http',
    scheme: 'bearer',
    description: 'An ingest key for sending events of one website, created with `funnel ingest-key create`.',
  },
  dashboard: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of a user who is logged in to the dashboard. Tokens of other clients are not accepted.',
  },
  api_key: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description:
      'Legacy: `Authorization: api_key=<API_KEY>`, the key of a website. Works until the first token of the website is created. ' +
      'Not restricted by scope, but it does nothing that only owners may do.',
  },
};
