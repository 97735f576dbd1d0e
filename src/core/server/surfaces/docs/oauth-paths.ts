// The endpoints of the authorization server, as OpenAPI. They are standards, so only what a client has to know is here.
import { SCOPES } from '../../../contract/access/principal.ts';
import type { DescribedOperation } from './code-samples.ts';

export const OAUTH_TAG = {
  name: 'OAuth',
  description:
    'For applications that people connect: OAuth 2.1 with PKCE. ' +
    'Register, send the person to `/oauth/authorize`, and exchange the code for tokens. ' +
    'Programs of your own are simpler with a token from the dashboard.',
};

const string = (description: string, example?: string) => ({
  type: 'string',
  description,
  ...(example !== undefined && { examples: [example] }),
});

const error = {
  description: 'Something is wrong with the request.',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['error'],
        properties: {
          error: string('A code of the standard.', 'invalid_grant'),
          error_description: string('What is wrong, for people.'),
        },
      },
    },
  },
};

const answer = (description: string, example: unknown) => ({
  200: { description, content: { 'application/json': { schema: { type: 'object' }, example } } },
  400: error,
});

const form = (properties: Readonly<Record<string, object>>, required: readonly string[], example: unknown) => ({
  required: true,
  content: { 'application/x-www-form-urlencoded': { schema: { type: 'object', required, properties }, example } },
});

const query = (name: string, required: boolean, schema: object) => ({ name, in: 'query', required, schema });

const CLIENT_ID = string('From the registration, or the https URL of a Client ID Metadata Document.', 'client-1');
const RESOURCE = string(
  'What the token is for (RFC 8707): `{base_url}/api/v1` or the URL of the tool server. Default: the REST API.',
);

export const OAUTH_PATHS: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>> = {
  '/.well-known/oauth-authorization-server': {
    get: {
      operationId: 'oauth_metadata',
      tags: ['OAuth'],
      summary: 'Metadata of the authorization server',
      description: 'The endpoints, grant types and scopes (RFC 8414). Libraries need only this URL.',
      security: [],
      responses: {
        200: { description: 'The metadata.', content: { 'application/json': { schema: { type: 'object' } } } },
      },
    },
  },
  '/oauth/register': {
    post: {
      operationId: 'oauth_register',
      tags: ['OAuth'],
      summary: 'Register a client',
      description:
        'Anybody can register (RFC 7591). Redirect URIs use https, http on a loopback address, or a private-use scheme. ' +
        'Grant types and scopes that are not offered are dropped: the response says what was registered.',
      security: [],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['redirect_uris'],
              properties: {
                client_name: string('Shown to the person who is asked for consent.'),
                redirect_uris: { type: 'array', items: { type: 'string', format: 'uri' } },
                token_endpoint_auth_method: {
                  type: 'string',
                  enum: ['none', 'client_secret_basic', 'client_secret_post'],
                  default: 'none',
                },
                scope: string('Separated by spaces.'),
              },
            },
            example: { client_name: 'Report mailer', redirect_uris: ['http://127.0.0.1:8123/callback'] },
          },
        },
      },
      responses: {
        201: {
          description: 'The client, with its `client_id`.',
          content: {
            'application/json': {
              schema: { type: 'object' },
              example: { client_id: 'client-1', redirect_uris: ['http://127.0.0.1:8123/callback'] },
            },
          },
        },
        400: error,
      },
    },
  },
  '/oauth/authorize': {
    get: {
      operationId: 'oauth_authorize',
      tags: ['OAuth'],
      summary: 'Ask a person for access',
      description:
        'Open it in the browser of the person. They log in, see what is asked for and choose websites. ' +
        'Then the browser is sent to `redirect_uri` with `code` and `state`.',
      security: [],
      parameters: [
        query('response_type', true, { type: 'string', enum: ['code'] }),
        query('client_id', true, CLIENT_ID),
        query('redirect_uri', true, { type: 'string', format: 'uri' }),
        query('code_challenge', true, string('Base64url of the SHA-256 of the code verifier (RFC 7636).')),
        query('code_challenge_method', true, { type: 'string', enum: ['S256'] }),
        query('scope', false, string(`Separated by spaces: ${SCOPES.join(', ')}. Default: reports.`, 'reports')),
        query('resource', false, RESOURCE),
        query('state', false, string('Comes back unchanged.')),
      ],
      responses: { 303: { description: 'To the login, or back to the client.' } },
    },
  },
  '/oauth/token': {
    post: {
      operationId: 'oauth_token',
      tags: ['OAuth'],
      summary: 'Get tokens',
      description:
        'Exchanges a code, or a refresh token, for an access token (24 hours, unless the installation sets another lifetime: see ' +
        'expires_in) and a refresh token (30 days). ' +
        'Each refresh returns a new pair. If a code is used twice, or a refresh token more than 10 seconds after its first use, all ' +
        'tokens that came from it are revoked.',
      security: [],
      requestBody: form(
        {
          grant_type: {
            type: 'string',
            enum: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:jwt-bearer'],
          },
          client_id: CLIENT_ID,
          code: string('With authorization_code.'),
          redirect_uri: string('With authorization_code: the same as before.'),
          code_verifier: string('With authorization_code.'),
          refresh_token: string('With refresh_token.'),
          assertion: string(
            'With jwt-bearer, where the installation trusts issuers of companies: an identity assertion (ID-JAG).',
          ),
          resource: RESOURCE,
        },
        ['grant_type', 'client_id'],
        {
          grant_type: 'authorization_code',
          client_id: 'client-1',
          code: '…',
          redirect_uri: 'http://127.0.0.1:8123/callback',
          code_verifier: '…',
        },
      ),
      responses: answer('The tokens.', {
        access_token: '…',
        token_type: 'Bearer',
        expires_in: 86400,
        refresh_token: '…',
        scope: 'reports',
      }),
    },
  },
  '/oauth/revoke': {
    post: {
      operationId: 'oauth_revoke',
      tags: ['OAuth'],
      summary: 'Revoke tokens',
      description: 'With either token of a pair, revokes both (RFC 7009). The next call with them gets 401.',
      security: [],
      requestBody: form(
        { token: string('An access or refresh token.'), client_id: CLIENT_ID },
        ['token', 'client_id'],
        {
          token: '…',
          client_id: 'client-1',
        },
      ),
      responses: { 200: { description: 'The token is not valid any more, or never was.' }, 400: error },
    },
  },
  '/oauth/introspect': {
    post: {
      operationId: 'oauth_introspect',
      tags: ['OAuth'],
      summary: 'Ask what a token is valid for',
      description: 'For resource servers, and for clients about their own tokens (RFC 7662).',
      security: [{ client_secret: [] }],
      requestBody: form({ token: string('The access token.') }, ['token'], { token: '…' }),
      responses: answer('`active` is false if the token is not valid.', {
        active: true,
        scope: 'reports',
        client_id: 'client-1',
        website_ids: [1],
        exp: 1_769_860_800,
      }),
    },
  },
};
