// What operations share: the problem, headers, and ways to authenticate.
import { z } from 'zod';
import { SCOPES, type Scope } from '../../access/principal.ts';

export const problem = z.strictObject({
  type: z.string().describe('about:blank: the status says it all.'),
  title: z.string(),
  status: z.int().min(400).max(599),
  detail: z.string().describe('For people: what is wrong and what to do.'),
  code: z.string().optional().describe('For programs.'),
  param: z.string().optional().describe('The parameter or field at fault.'),
});

export const HEADERS = {
  'RateLimit-Limit': header('integer', 'Requests that the token may make in a minute.'),
  'RateLimit-Remaining': header('integer', 'Requests that are left of them.'),
  'RateLimit-Reset': header('integer', 'Seconds until all of them may be made again.'),
  'Retry-After': header('integer', 'Seconds to wait.'),
  'WWW-Authenticate': header('string', 'What kind of token is wanted, and why this one was refused.'),
} as const;

function header(type: 'integer' | 'string', description: string) {
  return { description, schema: { type } };
}

const SCOPE_MEANINGS: Readonly<Record<Scope, string>> = {
  reports: 'Read the reports.',
  'contacts:read': 'List contacts.',
  'contacts:write': 'Create, update and delete contacts.',
  'ctas:read': 'List campaigns.',
  'ctas:write': 'Reserved: no operation needs it yet.',
  'areas:read': 'List areas.',
  'websites:read': 'Read the website, its api_key included.',
};

export const SECURITY_SCHEMES = {
  oauth2: {
    type: 'oauth2',
    description: 'OAuth 2.1: the authorization code flow with PKCE. Clients register themselves at /oauth/register.',
    flows: {
      authorizationCode: {
        authorizationUrl: '/oauth/authorize',
        tokenUrl: '/oauth/token',
        refreshUrl: '/oauth/token',
        scopes: Object.fromEntries(SCOPES.map((scope) => [scope, SCOPE_MEANINGS[scope]])),
      },
    },
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'A token that an operator made, with the scope of the operation.',
  },
  ingest_key: {
    type: 'http',
    scheme: 'bearer',
    description: 'A key for sending events of one website: `funnel ingest-key create`.',
  },
  dashboard: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The token of a user who is logged in to the dashboard. Nothing that a user allowed to another program will do.',
  },
  api_key: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description:
      'Legacy: `Authorization: api_key=<API_KEY>`, the key of a website, until its first token is made. Not restricted by scope.',
  },
};
